"""Goal + room → a PDDL problem of ``domains/household/domain.pddl`` (the clairvoyant view).

The same model as the planner uses in its loop, with everything in the room known from the start:
where walking leads, what is reached from there, what lies in what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import dist
from typing import Any

from domains.household.belief.belief import Item, fillers, fits, item_of, rests
from domains.household.belief.camera import Pose
from domains.household.bridge.facts import (
    goal_atom,
    landing,
    layout,
    robot_facts,
    thing_facts,
    views,
)
from domains.household.environment.environment import seen
from domains.household.goal import SNAPPING, Goal, HasState, Held, Placed, Selection, Subgoal
from domains.household.names import NameTable, pddl_name
from domains.household.referee.final_state import FinalState
from domains.household.team import grasps, may, strength, together
from planner.errors import InputError
from planner.execution.actor import Believed
from planner.pddl.conditions import Atom

__all__ = ["pddl_problem"]

Record = Mapping[str, Any]
Team = Mapping[str, Mapping[str, Any]]


def pddl_problem(
    goal: Goal, objects: Sequence[Record], robots: Mapping[str, Pose],
    allowed: Mapping[str, frozenset[str]], walk: Callable[[Item], Pose], team: Team | None = None,
    *, by_acts: bool = False,
) -> tuple[str, dict[str, str]]:
    """Return the problem text and the map from PDDL names to objectIds.

    ``robots`` are the robots with where they stand and look, ``walk`` says where walking to a
    thing leads, ``allowed`` is the placement table, ``team`` what robots can do,
    ``by_acts`` as for the team: each thing has to be brought, each drawer opened for each thing.
    Only objects the goal mentions, where they may go, and what they are in enter the problem;
    what was shut is to be shut again. Raises :class:`InputError` for subgoals that classical
    actions cannot express (found, filled, …).
    """
    return _Room(goal, objects, allowed, walk, by_acts).problem(robots, team or {})


class _Room:
    """The things of a room that a goal is about, by their PDDL names."""

    def __init__(
        self, goal: Goal, objects: Sequence[Record], allowed: Mapping[str, frozenset[str]],
        walk: Callable[[Item], Pose], by_acts: bool,
    ) -> None:
        self.goal, self.allowed, self.walk, self.by_acts = goal, allowed, walk, by_acts
        table = NameTable()
        table.see((str(o["objectId"]), str(o["objectType"])) for o in objects)
        self.all = {n.lower(): item_of(n, e) for n, e in seen(objects, table).items()}
        self.ids = {n: table.object_id(i.name) or "" for n, i in self.all.items()}
        names = {i: n for n, i in self.ids.items()}
        self.room, self.now = FinalState(goal, objects), {str(o["objectId"]): o for o in objects}
        self.lit = self._lit(names, objects)
        self.things: dict[str, Item] = {}
        self.filling: dict[str, str] = {}
        self.facts: list[Atom] = []
        self.wished = [a for subgoal, ids, void in zip(
            goal.subgoals, self.room.chosen, self.room.void, strict=True) if not void
            for a in self._atoms_of(subgoal, [names[i] for i in ids])]
        for name in list(self.things):
            self._enter(self._container(self.things[name]))
        opened = {a[1][0] for a in self.wished if a[1][1:] == ("is-open",)}
        self.again = [("state", (n, "is-shut")) for n, i in self.things.items()
                      if i.closed and n not in opened]

    def _lit(self, names: Mapping[str, str], objects: Sequence[Record]) -> set[str]:
        """Return the burners that are on, or will be by the knobs that the goal turns on."""
        turned = {i for w, ids in zip(self.goal.subgoals, self.room.chosen, strict=True)
                  for i in (ids[:w.what.count] if w.what.quantifier == "some" else ids)
                  if isinstance(w, HasState) and w.state == "isToggled" and w.value}
        lit = {str(b) for o in objects if o["objectId"] in turned
               for b in o["controlledObjects"] or ()}
        return {names[str(o["objectId"])] for o in objects
                if o["isToggled"] or o["objectId"] in lit}

    def _enter(self, name: str) -> str:
        if name:
            self.things[name] = self.all[name]
        return name

    def _container(self, item: Item) -> str:
        """Return what a thing is in that can be closed, or nothing."""
        inside = map(str.lower, item.parent_names)
        return next((p for p in inside if self.all[p].is_container), "")

    def _atoms_of(self, subgoal: Subgoal, members: list[str]) -> Iterator[Atom]:
        if not members:
            raise InputError(f"nothing in this room is meant by '{subgoal.what.describe()}'")
        if isinstance(subgoal, Placed) and subgoal.target.each:
            yield from self._shares(subgoal, members)
            return
        some = subgoal.what.quantifier == "some"
        wished = subgoal.what.count if some else subgoal.what.among(len(members))
        for name in map(self._enter, members[:max(0, wished)]):
            atom = goal_atom(subgoal, name)
            if atom is None:
                assert isinstance(subgoal, HasState)
                raise InputError(f"state '{subgoal.state}' has no classical action in this domain")
            if atom[1][1:] == ("is-broken",) and self.all[name].kind == "Egg":
                raise InputError("to break an egg has no classical action in this domain")
            if isinstance(subgoal, Held) and subgoal.near:
                self.facts += [("to-show", (name, self._enter(n))) for n in self.all
                               if self._meant(n, subgoal.near)]
            if isinstance(subgoal, Placed):
                self._places(subgoal, name)
            if atom[0] == "reached":
                self.facts.append(("to-reach", (name,)))
            yield atom

    def _shares(self, subgoal: Placed, members: Sequence[str]) -> Iterator[Atom]:
        """Give each place its share: what lies there already, else what is left, in order.

        Raises :class:`InputError` where there are not enough things.
        """
        where, left = subgoal.target, list(members)
        assert where.place is not None
        spots = [n for n in self.all if self._meant(n, where.place)]
        if where.place.quantifier == "some":
            spots = spots[:where.place.count]
        for spot in spots:
            left.sort(key=lambda n: spot not in {p.lower() for p in self.all[n].parent_names})
            if len(left) < where.each:
                raise InputError(f"there are only {len(members)} for '{subgoal.describe()}'")
            for name in map(self._enter, left[:where.each]):
                self._accept(name, [spot])
                yield goal_atom(subgoal, name)  # type: ignore[misc]
            left = left[where.each:]

    def _meant(self, name: str, place: Selection) -> bool:
        return self.room.accepts(self.now[self.ids[name]], place, self.now)

    def _places(self, subgoal: Placed, name: str) -> None:
        """Enter the places of the first type that takes a thing, or the nearest where that is said.

        Raises :class:`InputError` where there is none.
        """
        item, target = self.all[name], subgoal.target
        heated = bool(target.place and target.place.states)
        there = {i.kind for i in self.all.values()}
        kinds = (target.homes_of(item.kind, there) if target.relation == "home"
                 else target.place.types if target.place else ())
        if target.place is not None and target.place.by_then:
            raise InputError(f"a place that is chosen on the way: {target.describe()}")
        told = None if heated or target.relation not in ("in", "on") else target.place
        fitting = {k: [n for n, p in self.all.items() if p.kind == k and fits(
            item, p, self.allowed) and (not heated or n in self.lit)
            and (told is None or self._meant(n, told))] for k in kinds}
        places = [n for k in kinds for n in fitting[k]]
        if not places:
            raise InputError(f"no place for {item.kind}: {target.describe()}")
        if target.nearest:
            places = [min(places, key=lambda n: dist(item.position, self.all[n].position))]
        elif target.relation == "home":
            places = fitting[self.all[places[0]].kind]
        self._accept(name, places)

    def _accept(self, name: str, places: Sequence[str]) -> None:
        """Say that a thing may go to some places."""
        item = self.all[name]
        for place in places:
            self._fill(self._enter(place), name)
            self.facts.append(("wanted", (name, place)))
            drawer = self.by_acts and self.all[place].kind == "Drawer"
            self.facts.append(("to-pull" if drawer else "pulled", (name, place)))
        if not self.by_acts and {p.lower() for p in item.parent_names} & set(places):
            self.facts.append(("settled", (name,)))

    def _fill(self, place: str, name: str) -> None:
        """Say what fills a place that holds one thing, and where that may be put instead."""
        for item in fillers(self.all[place], self.all[name], self.all.values()):
            other = self._enter(item.name.lower())
            self.filling[other] = place
            self.facts.append(("full", (place,)))
            near = sorted((dist(item.position, p.position), n) for n, p in self.all.items()
                          if p.kind not in SNAPPING and rests(item, p, self.allowed))
            self.facts += [("fits", (other, self._enter(n))) for _, n in near[:1]]

    def problem(self, robots: Mapping[str, Pose], team: Team) -> tuple[str, dict[str, str]]:
        """Write the problem."""
        self._liftable(robots, team)
        shutting = any(may(team.get(a, {}), "CloseObject") for a in robots)
        wished = [*self.wished, *(self.again if shutting else ())]
        inside = {n: self.filling.get(n) or self._container(i) for n, i in self.things.items()}
        shut = {n for n, c in inside.items() if c and self.all[c].closed}
        poses = {n: self.walk(i) for n, i in self.things.items() if n not in shut}
        facts = dict.fromkeys([("state", ("room", "is-open")), *self.facts])
        for name, item in self.things.items():
            where = inside[name] if name in shut else name
            facts.update(dict.fromkeys(thing_facts(name, item, inside[name], where)))
        anchors = {n: self.things[n] for n in poses}
        for name, pose in poses.items():
            facts["leads", (name, landing(name))] = facts["still", (name,)] = None
            facts.update(dict.fromkeys(layout(landing(name), views(pose, anchors))))
        for agent, pose in robots.items():
            facts.update(dict.fromkeys(self._robot(agent, team)))
            facts.update(dict.fromkeys(layout(_here(agent), views(pose, anchors))))
        stands = dict.fromkeys(w[-1] for name, w in facts if name in ("at", "leads", "turns"))
        objects = {**dict.fromkeys(map(pddl_name, robots), "robot"),
                   **dict.fromkeys(self.things, "thing"), **dict.fromkeys(stands, "stand")}
        problem = Believed(objects, frozenset(facts), frozenset(wished),
                           numbers={("total-cost", ()): 0})
        text = problem.problem_text("household", "task", "(:metric minimize (total-cost))")
        return f"; {self.goal.text}\n{text}", {n: self.ids[n] for n in self.things}

    def _liftable(self, robots: Iterable[str], team: Team) -> None:
        """Raise :class:`InputError` for what only several robots lift: no action here does that."""
        for name in {a[1][0] for a in self.wished if a[0] in ("held", "settled")}:
            item = self.all[name]
            able = {a: strength(s) for a in robots if grasps(s := team.get(a, {}), item)}
            if len(together(able, item.mass)) > 1:
                raise InputError(f"{item.name} ({item.mass:.3g} kg) is lifted by several robots "
                                 "together here, which is no classical action in this domain")

    def _robot(self, agent: str, team: Team) -> Iterator[Atom]:
        skills = team.get(agent, {})
        yield from robot_facts(pddl_name(agent), _here(agent), "", skills, self.things)
        for name, item in self.things.items():
            if "pickupable" in item.can and grasps(skills, item) and strength(skills) >= item.mass:
                yield "can", (pddl_name(agent), name)


def _here(agent: str) -> str:
    return f"here-{pddl_name(agent)}"
