"""The referee of a household episode: all readings side by side, from actions and true states.

It sits beside the environment and knows the truth; nothing of it reaches a robot. Nor does what
stands in the way of a goal from the start, whatever robots do (for reports).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from domains.household.belief.belief import takes
from domains.household.goal import Goal, HasState, Placed, Selection, Subgoal
from domains.household.referee.checker import Checker, repair
from domains.household.referee.final_state import FinalState
from domains.household.referee.tasks import Task
from planner.environment import Scorecard
from planner.execution.trace import EpisodeRecord

Record = Mapping[str, Any]
Obstacle = Mapping[str, Any]
Placement = Mapping[str, frozenset[str]]
REFEREES = {"released": "MAP-THOR's checker as released",
            "repaired": "MAP-THOR's checker repaired",
            "final_state": "true final state, our own reading of the sentence"}
"""What judges, by reading; as records and tables name it."""


@dataclass
class Judge:
    """Collects actions; ``main`` names the reading that decides success.

    ``task`` has MAP-THOR's lists (readings ``released`` and ``repaired``), ``goal`` is the parsed
    instruction (reading ``final_state``; none asks for nothing, which is no success).
    By ``placement``, the simulator's table, it notes what could not be done in this room whatever
    robots do. ``rests_on`` is what else a figure rests on.
    """

    goal: Goal | None = None
    task: Task | None = None
    main: str = ""
    placement: Placement = field(default_factory=dict)
    rests_on: Mapping[str, str] = field(default_factory=dict)

    def begin(self, objects: Sequence[Record]) -> None:
        """Start with the true objects of the prepared scene."""
        self.successes: Counter[str] = Counter()
        self.final = FinalState(self.goal or Goal("", ()), objects)
        self.readings: dict[str, Checker | FinalState] = {"final_state": self.final}
        self.obstacles = obstacles(self.final, objects, self.placement)
        if self.task is not None:
            types = [str(o["objectType"]) for o in objects]
            lists, plan = self.task.lists, self.task.floor_plan
            fixed = repair(lists, self.task.name, plan)
            self.readings["released"] = Checker(lists, plan, types, repaired=False)
            self.readings["repaired"] = Checker(fixed, plan, types, repaired=True)
            self.main = self.main or "repaired"

    def see(self, agent: str, action: str, success: bool, held: str) -> None:
        """Take note of an executed action (``held``: in the hand before a Put)."""
        if success and action.split("(", maxsplit=1)[0].strip() not in ("Done", "Idle"):
            self.successes[agent] += 1
        for reading in self.readings.values():
            reading.see(agent, action, success, held)

    def scorecard(
        self, objects: Sequence[Record], agents: Sequence[str], extra: dict[str, Any]
    ) -> Scorecard:
        """Give every reading's verdict; the main one in the fields, the others in ``extra``."""
        readings = {name: {
            **(found := part.verdict(objects)), "referee": REFEREES[name],
            "coverage": len(part.covered) / len(part.coverage) if part.coverage
            else float(found["success"]),
            "useful": {a: part.useful[a] for a in agents}} for name, part in self.readings.items()}
        main = self.main if self.main in readings else "final_state"
        shown, verdict = self.readings[main], readings[main]
        wanted, reached = shown.atoms(objects)
        listed = isinstance(shown, Checker)
        extra = {**extra, "obstacles": self.obstacles, "reading": self.main or main,
                 "readings": readings, "task": self.task.name if self.task else "",
                 "judged_by": "MAP-THOR's checker" if listed else "its own reading",
                 **({} if listed else {"nothing_to_do": not wanted})}
        return Scorecard(wanted, reached, shown.coverage, tuple(shown.covered),
                         {a: self.successes[a] for a in agents}, verdict["useful"],
                         verdict["success"], extra, {**self.rests_on, "referee": REFEREES[main]})


def remarks(record: EpisodeRecord) -> list[str]:
    """Tell what each reading of the task says, and what this room makes impossible."""
    lines = [f"judged by the {record.extra.get('reading')} reading, "
             f"engine {record.extra.get('engine')}"]
    for name, verdict in (record.extra.get("readings") or {}).items():
        missing = "; ".join(verdict["missing"][:6])
        lines.append(f"  {name}: {'yes' if verdict['success'] else 'no'}, "
                     f"{verdict['credited']}/{verdict['subtasks']}"
                     + (f", missing {missing}" if missing else ""))
    lines += [f"cannot be done here: {o['text']}" for o in record.extra.get("obstacles", ())]
    return lines


def obstacles(
    room: FinalState, objects: Sequence[Record], placement: Placement
) -> list[Obstacle]:
    """List what makes parts of a room's goal impossible; empty when it fits.

    ``objects`` are the true objects at the start, ``placement`` the simulator's table of what may
    be put where (a type without a row may go anywhere). Of ``kind`` ``lacks`` (not in the room) or
    ``refused`` (the simulator never allows it), with the object ``types`` concerned.
    """
    found = list[Obstacle]()
    for subgoal, ids, void in zip(room.goal.subgoals, room.chosen, room.void, strict=True):
        found += [] if void else [o for o in _of_subgoal(subgoal, ids, objects, placement)
                                  if o not in found]
    return found


def _obstacle(kind: str, types: Sequence[str], text: str) -> Obstacle:
    return {"kind": kind, "types": list(types), "text": text}


def _of_subgoal(
    subgoal: Subgoal, ids: Sequence[str], objects: Sequence[Record], placement: Placement
) -> Iterator[Obstacle]:
    found = [o for o in objects if str(o["objectId"]) in ids]
    meant = found or [o for o in objects if _may_be_meant(o, subgoal)]
    if len(meant) < (subgoal.what.count if subgoal.what.quantifier == "some" else 1):
        yield _lacking(subgoal.what, {str(o["objectType"]) for o in objects})
    elif isinstance(subgoal, Placed):
        refused = list(_of_placing(subgoal, found, objects, placement))
        hopeless = {t for o in refused for t in o["types"]}
        if subgoal.what.quantifier != "some" or hopeless >= {str(o["objectType"]) for o in found}:
            yield from refused


def _lacking(what: Selection, there: Set[str]) -> Obstacle:
    """Say what is missing: the place that is spoken of, or the things."""
    place = what.located.place if what.located else None
    missing = place if place is not None and not there & set(place.types) else what
    text = missing.describe().replace("every ", "any ", 1)
    return _obstacle("lacks", missing.types, f"the room lacks {text}")


def _of_placing(
    subgoal: Placed, found: Sequence[Record], objects: Sequence[Record], placement: Placement
) -> Iterator[Obstacle]:
    near = subgoal.target.relation == "near"
    there = {str(o["objectType"]) for o in objects if o["receptacle"] or near}
    for kind, carried in {str(o["objectType"]): bool(o["pickupable"]) for o in found}.items():
        target = subgoal.target
        wanted = set(target.homes_of(kind, there)) if target.relation == "home" else set(
            target.place.types if target.place else ())
        where = subgoal.target.describe()
        if not wanted & there:
            yield _obstacle("lacks", (kind,), f"the room lacks a place for {kind}: {where}")
        elif not carried:
            yield _obstacle("refused", (kind,), f"{kind} cannot be carried")
        elif not near and not any(takes(p, kind, placement) for p in wanted & there):
            yield _obstacle("refused", (kind,), f"{kind} cannot be put {where}")


def _may_be_meant(record: Record, subgoal: Subgoal) -> bool:
    """Whether a thing is meant once its state allows: "if it is on"; a slice of the bread."""
    kind = str(record["objectType"])
    if isinstance(subgoal, HasState) and subgoal.what.states:
        return kind in subgoal.what.types
    pieces = (f"{kind}Sliced", f"{kind}Cracked")
    return subgoal.what.quantifier == "some" and any(t in pieces for t in subgoal.what.types)
