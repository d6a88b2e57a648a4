"""The third reading: whether what the sentence asks for holds in the final state of the room.

Objects are selected by the state of the room at the start, as a person would mean it; each
subgoal then gives one atom per object, true or false of the true metadata at the end.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from domains.household.actions import effect, parse_action, type_of
from domains.household.goal import (
    BASINS,
    TAP_M,
    Goal,
    HasState,
    Held,
    Location,
    Placed,
    Selection,
    Subgoal,
)

Record = Mapping[str, Any]
Atoms = tuple[tuple[str, ...], tuple[str, ...]]
"""What is asked for, and what of it was done or is so."""
NEAR_M = 1.0
"""How close (m, horizontally) counts as "next to"."""


class FinalState:
    """Atoms of a goal over the true objects of one room."""

    def __init__(self, goal: Goal, objects: Sequence[Record]) -> None:
        self.goal = goal
        self._start = {str(o["objectId"]): o for o in objects}
        meant = {id(w): self._members(w.what) for w in goal.subgoals}
        kept = {c for c in goal.conditions if any(
            (len(self._members(a.what)) >= a.count) == a.exists for a in c.alone)}
        self.void = [not kept.issuperset(w.what.when) for w in goal.subgoals]
        self.chosen = [[i for i in meant[id(w)] if not void and not any(
            i in meant[id(other)] for other in goal.left_to(w)
            if not other.what.apart and other.what.quantifier != "some")]
            for w, void in zip(goal.subgoals, self.void, strict=True)]
        kinds = sorted({str(self._start[i]["objectType"]) for ids in self.chosen for i in ids})
        self.coverage = tuple(kinds)
        self.covered: dict[str, None] = {}
        self.seen: set[str] = set()
        self.reached: set[str] = set()
        self.useful: Counter[str] = Counter()
        self._passed: list[dict[str, None]] = [{} for _ in goal.subgoals]

    def see(self, agent: str, action: str, success: bool, held: str) -> None:
        """Take note of which of the goal's types an action touched."""
        for kind in re.findall(r"([A-Za-z]+)_\d+", f"{action} {held}"):
            if kind in self.coverage:
                self.covered[kind] = None
                self.useful[agent] += success
        if success:
            for subgoal, passed in zip(self.goal.subgoals, self._passed, strict=True):
                thing = _brought_about(subgoal, action, held)
                if thing:
                    passed[thing] = None

    def atoms(self, objects: Sequence[Record]) -> Atoms:
        """Return all wanted atoms and those that hold, as text."""
        now = {str(o["objectId"]): o for o in objects}
        wanted: list[str] = []
        reached: list[str] = []
        for subgoal, chosen, passes, passed, void in zip(
                self.goal.subgoals, self.chosen, self.goal.passing, self._passed, self.void,
                strict=True):
            if void:
                continue
            if isinstance(subgoal, Placed) and subgoal.target.each:
                shares = self._shares(subgoal, chosen, now)
                wanted += shares
                reached += [atom for atom, holds in shares.items() if holds]
                continue
            ids = chosen or self._spared(subgoal)
            needed = self._needed(subgoal, ids)
            if subgoal.what.quantifier == "some":  # pieces may have come into being meanwhile
                ids = ids + [i for i, o in now.items()
                             if o["objectType"] in subgoal.what.types and i not in self._start]
            holding = [i for i in ids if self._holds(subgoal, i, now)]
            if passes:  # undone by a later stage: it counts that it was so once
                before = [i for i in ids if i in self._start and self._holds(
                    subgoal, i, self._start) and i not in holding]
                rest = [i for i in ids if i not in holding and i not in before]
                holding = [*holding, *before, *rest[:len(passed)]]
            for n in range(needed):
                name = f"{ids[n].split('|')[0]} {n + 1}" if n < len(ids) else subgoal.what.words
                atom = f"{name}: {_what(subgoal)}"
                while atom in wanted:
                    atom += "'"
                wanted.append(atom)
                exact = subgoal.what.quantifier != "some" and n < len(ids) and not (
                    subgoal.what.apart or subgoal.what.partly or needed < len(ids))
                if (ids[n] in holding) if exact else n < len(holding):
                    reached.append(atom)
            if subgoal.what.partly and not passes:
                wanted.append(f"{subgoal.what.words}: only {needed} {_what(subgoal)}")
                so_far = sum(self._holds(subgoal, i, self._start) for i in ids)
                reached += wanted[-1:] * (len(holding) <= max(needed, so_far))
        return tuple(wanted), tuple(reached)

    def _shares(
        self, subgoal: Placed, chosen: Sequence[str], now: Mapping[str, Record]
    ) -> dict[str, bool]:
        """Return an atom for each place that is to have its share of things, and whether it has."""
        where, place = subgoal.target, subgoal.target.place
        assert place is not None
        things = [*chosen, *(i for i, o in now.items() if i not in self._start
                             and o["objectType"] in subgoal.what.types)]
        spots = [o for o in now.values() if self.accepts(o, place, now)]
        full = [p for p in spots if sum(
            str(p["objectId"]) in _ancestors(now[i], now) for i in things if i in now)
            >= where.each]
        if place.quantifier == "some":
            return {f"{place.words} {n + 1}: {where.each} {subgoal.what.words}": n < len(full)
                    for n in range(place.count)}
        return {f"{p['objectId']}: {where.each} {subgoal.what.words}": p in full
                for p in spots} or {f"{place.words}: {where.each} {subgoal.what.words}": False}

    def verdict(self, objects: Sequence[Record]) -> dict[str, Any]:
        """Return :func:`verdict`, and what it is about.

        ``about`` counts, by type, the things in the room that the sentence means. Where it
        means none there is ``nothing_to_do``, which is neither a success nor a failure of robots.
        """
        found = verdict(*self.atoms(objects))
        meant = {i: str(self._start[i]["objectType"]) for ids in self.chosen for i in ids}
        return {**found, "nothing_to_do": not found["subtasks"],
                "about": dict(Counter(meant.values()))}

    # -- selecting --------------------------------------------------------------------------------

    def _members(self, what: Selection) -> list[str]:
        """Return the objectIds of what is meant, as the room was at the start."""
        room = self._start
        kinds = set(what.types)
        if not any(o["objectType"] in kinds for o in room.values()):
            kinds = {t for kind in what.types for t in what.substitutes.get(kind, ())}
        found = [i for i, o in room.items()
                 if o["objectType"] in kinds and all(o[k] == v for k, v in what.states)]
        if what.located is not None:
            there = [i for i in found if self._at(room[i], what.located, room)]
            found = there if there or not what.hearsay else found
        if what.holding is not None and not what.by_then:
            found = [i for i in found if self._holding(room[i], what, room)]
        left = {i for one in what.but if one.quantifier != "some" for i in self._members(one)}
        return [i for i in found if i not in left]

    def _holding(self, spot: Record, place: Selection, now: Mapping[str, Record]) -> bool:
        """Whether a thing holds what a place is known by: at the start, or ``now`` if by then."""
        assert place.holding is not None
        room = now if place.by_then else self._start
        meant = [room[i] for i in self._members(place.holding) if i in room]
        return any(str(spot["objectId"]) in (o["parentReceptacles"] or ()) for o in meant)

    def _needed(self, subgoal: Subgoal, ids: list[str]) -> int:
        what = subgoal.what
        if what.quantifier == "some":
            return what.count
        if ids and what.quantifier == "the" and isinstance(subgoal, Held):
            return 1  # a robot has one hand
        if what.apart:
            return max(0, len(ids) - sum(s.count for s in {
                w.what for w in self.goal.left_to(subgoal)} if s.quantifier == "some"))
        return what.among(len(ids)) if ids else int(not self._vacuous(subgoal))

    def _spared(self, subgoal: Subgoal) -> list[str]:
        """Return what "turn it off if it is on" is about when it is off: off it has to be."""
        if not isinstance(subgoal, HasState) or subgoal.state not in dict(subgoal.what.states):
            return []
        return self._members(replace(subgoal.what, states=()))

    def _vacuous(self, subgoal: Subgoal) -> bool:
        """Whether a subgoal without objects is about nothing, not about something missing here.

        "All the drawers" may be none; "the drawer" and "all on the table" presuppose one.
        """
        what, there = subgoal.what, {str(o["objectType"]) for o in self._start.values()}
        place = what.located.place if what.located else None
        if place is not None and place.quantifier == "the" and not there & set(place.types):
            return False
        return what.quantifier == "all" or (
            isinstance(subgoal, HasState) and bool(what.states) and bool(there & set(what.types)))

    # -- atoms ------------------------------------------------------------------------------------

    def _holds(self, subgoal: Subgoal, object_id: str, now: Mapping[str, Record]) -> bool:
        record = now.get(object_id)
        if record is None or (
                subgoal.what.by_then and not self._holding(record, subgoal.what, now)):
            return False
        if isinstance(subgoal, HasState):
            if subgoal.state in ("found", "reached"):
                return object_id in (self.seen if subgoal.state == "found" else self.reached)
            return bool(record[subgoal.state] == subgoal.value)
        parts = [record]
        if record["isSliced"] and not str(record["objectType"]).endswith(("Sliced", "Cracked")):
            parts = [o for o in now.values() if str(o["objectId"]).startswith(object_id + "|")]
        if isinstance(subgoal, Held):
            return any(bool(p["isPickedUp"]) and (subgoal.near is None or any(
                _gap(p, o) <= NEAR_M for o in now.values()
                if o["objectType"] in subgoal.near.types)) for p in parts)
        return any(self._at(p, subgoal.target, now) for p in parts)

    def _at(self, record: Record, where: Location, now: Mapping[str, Record]) -> bool:
        parents = [now[p] for p in _ancestors(record, now)]
        if where.relation == "home":
            homes = where.homes_of(str(record["objectType"]),
                                   {str(o["objectType"]) for o in now.values()})
            kinds = {str(p["objectType"]) for p in parents}
            thrown = "GarbageCan" in kinds and not where.avoid and any(
                p.startswith("GarbageCan") for p in _ancestors(
                    self._start.get(str(record["objectId"]), record), self._start))
            kept = where.kept.get(str(record["objectType"]), ())
            return thrown or (bool(kinds & {*homes, *kept}) and not kinds & set(where.avoid))
        place = where.place
        if place is None:
            return False
        if where.relation == "near":
            return any(_gap(record, o) <= NEAR_M for o in now.values()
                       if o["objectType"] in place.types and o is not record)
        if where.relation == "at":
            nearest = min((o for o in now.values() if o["objectType"] in BASINS), default=None,
                          key=lambda o: (_gap(record, o), o["objectType"] not in place.types))
            return nearest is not None and nearest["objectType"] in place.types and (
                _gap(record, nearest) <= TAP_M)
        return any(self.accepts(p, place, now) for p in parents)

    def accepts(self, spot: Record, place: Selection, now: Mapping[str, Record]) -> bool:
        """Whether a thing of the room, as it is ``now``, is one of the places that are meant."""
        if spot["objectType"] not in place.types or any(
                spot[k] != v for k, v in place.states):
            return False
        if place.central and spot is not _central(place, now):
            return False
        if place.holding is not None and not self._holding(spot, place, now):
            return False
        if place.located is not None and spot.get("pickupable"):  # "the pot on the stove", moved
            now = self._start
            spot = now.get(str(spot["objectId"]), spot)
        return place.located is None or self._at(spot, place.located, now)


def verdict(wanted: Sequence[str], reached: Sequence[str]) -> dict[str, Any]:
    """Return success, transport rate (above 1 where more is credited), and what is missing."""
    return {"success": bool(wanted) and len(reached) == len(wanted),
            "transport_rate": len(reached) / len(wanted) if wanted else 0.0,
            "credited": len(reached), "subtasks": len(wanted),
            "missing": [a for a in wanted if a not in reached]}


def _central(place: Selection, now: Mapping[str, Record]) -> Record | None:
    """Return the place of a kind that lies nearest to the middle of the room."""
    spots = {i: [o["axisAlignedBoundingBox"]["center"][a] for a in "xz"] for i, o in now.items()}
    middle = [(min(s[i] for s in spots.values()) + max(s[i] for s in spots.values())) / 2
              for i in (0, 1)]
    named = [i for i, o in now.items() if o["objectType"] in place.types]
    return now[min(named, key=lambda i: math.dist(middle, spots[i]))] if named else None


def _ancestors(record: Record, now: Mapping[str, Record]) -> list[str]:
    """Everything an object is in or on, directly or through what carries it.

    What lies on furniture does not lie on the floor, nor what is in a toaster on the counter;
    what lies in a bowl on the floor does.
    """
    found: list[str] = []
    queue = list(record["parentReceptacles"] or [])
    for parent in queue:
        if parent in now and parent not in found:
            found.append(parent)
            if now[parent].get("pickupable"):
                queue += now[parent]["parentReceptacles"] or []
    return found


def _gap(a: Record, b: Record) -> float:
    """Horizontal distance in metres between two boxes."""
    spans = []
    for axis in "xz":
        ca, cb = (r["axisAlignedBoundingBox"]["center"][axis] for r in (a, b))
        sa, sb = (r["axisAlignedBoundingBox"]["size"][axis] for r in (a, b))
        spans.append(max(0.0, abs(ca - cb) - (sa + sb) / 2))
    return math.hypot(*spans)


def _what(subgoal: Subgoal) -> str:
    if isinstance(subgoal, Placed):
        return subgoal.target.describe()
    return subgoal.describe().rpartition(": ")[2] if isinstance(subgoal, HasState) else "in hand"


def _brought_about(subgoal: Subgoal, action: str, held: str) -> str:
    """Return the name of the thing for which a successful action met a subgoal, or nothing."""
    done = parse_action(action)
    verb, named = done.verb, done.object
    if isinstance(subgoal, Placed):
        place = subgoal.target.place
        there = place is None or subgoal.target.relation == "near" or type_of(named) in place.types
        return held if verb == "PutObject" and there and type_of(held) in subgoal.what.types else ""
    meets = verb == "PickupObject" if isinstance(subgoal, Held) else effect(done).get(
        subgoal.state, "") == subgoal.value
    return named if meets and type_of(named) in subgoal.what.types else ""
