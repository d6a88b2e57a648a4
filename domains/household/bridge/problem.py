"""One moment of an episode as a PDDL problem: things, places, tasks, and what has to be found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from domains.household.belief.belief import CAMERA_M, Item, Robot
from domains.household.belief.camera import REACH_M, gap
from domains.household.bridge.facts import goal_atom, landing, robot_facts, thing_facts
from domains.household.bridge.stands import Stands
from domains.household.goal import HasState, Held, Location, Placed, Subgoal
from domains.household.policy.exploring import Explorer, SearchTarget
from domains.household.policy.goals import Task
from domains.household.states import PROPERTIES
from domains.household.team import pddl_name
from planner.execution.actor import Assumption, Atom, Believed

MOST = 2
"""Tasks of a plan per robot: longer ones take too long to find, and things turn out otherwise."""
LIKELY = 0.5
"""What is as likely as this to be found is planned for; for less robots only look."""


@dataclass
class Memory:
    """What stays in the problem to the end of a stage, so that plans go on without surprise.

    Names of things, tasks that were planned for, what was wanted where, and for how many tasks of
    a robot plans are made.
    """

    things: dict[str, None] = field(default_factory=dict)
    chosen: set[str] = field(default_factory=set)
    wanted: dict[tuple[str, str], None] = field(default_factory=dict)
    most: int = MOST


class Problem:
    """Everything that the team's present tasks and targets are about, by PDDL names.

    The best place of each thing is one for it; with ``every`` all are that would do.
    """

    ASIDE = "aside"
    """Wherever something may be put to have it out of the way."""
    ELSEWHERE = "elsewhere"
    """Where a robot goes that is only in the way where it is."""

    def __init__(
        self, explorer: Explorer, stands: Stands, tasks: list[Task],
        targets: list[SearchTarget], memory: Memory, *, every: bool = False,
    ) -> None:
        self.explorer, self.stands, self.memory = explorer, stands, memory
        self.belief, self.tracker, self.skills = explorer.belief, explorer.tracker, explorer.skills
        self.tasks, self.targets, self.every = tasks, targets, every
        self.items: dict[str, Item] = {}
        self.names: dict[str, str] = {}
        self.marks: dict[str, Item] = {}
        self.goal: set[Atom] = set()
        self.assumptions: list[Assumption] = []
        self.facts: set[Atom] = {("state", ("room", "is-open"))}
        self.inside: dict[str, str] = {}
        """What may be taken out of a full place, with that."""

    @cached_property
    def believed(self) -> Believed:
        """The problem."""
        self._tasks()
        for name in list(self.memory.things):
            self._enter(self.belief.items[name])
        self._done()
        self._targets()
        for place in self.explorer.left()[:self.free]:
            name = self._enter(place)
            self.goal.add(("inspected", (name,)))
            self.facts.add(("to-inspect", (name,)))
        for robot in self.belief.robots.values():
            if robot.held in self.belief.items:
                self._enter(self.belief.items[robot.held])
        self._closing()
        return self._believed()

    # -- what is to be done -----------------------------------------------------------------------

    def _enter(self, thing: Item) -> str:
        """Enter a thing and what it is in; return its name."""
        name = thing.name.lower()
        if not thing.named:
            self.marks[name] = thing
            return name
        if name not in self.items:
            self.items[name] = thing
            if thing.name in self.belief.items:
                self.names[name] = thing.name
                self.memory.things[thing.name] = None
            container = self.belief.container(thing)
            if container is not None:
                self._enter(container)
        return name

    def _tasks(self) -> None:
        self.skills.lifters = {}
        for task in self._next():
            item = self.belief.items[task.item]
            crew = self.skills.lifters[item.name] = self.skills.crew(task, item)
            able = [r for r in self.belief.robots.values() if self.skills.able(r, task, item)
                    and r.name in (crew[:1] or self.belief.robots)]
            self._want(task.subgoal, item, able)

    def _done(self) -> None:
        """Keep what is done already a goal: it is not to be undone."""
        for subgoal in self.tracker.subgoals:
            for item in self.tracker.members(subgoal):
                atom = goal_atom(subgoal, item.name.lower())
                if item.name in self.memory.things and atom is not None and (
                        self.tracker.holds(subgoal, item)):
                    self.goal.add(atom)
                    self.facts |= {("can", (pddl_name(r), atom[1][0])) for r in
                                   self.belief.robots if atom[0] == "settled"}
                    if atom[0] in ("settled", "reached", "shown"):
                        self.facts.add(atom)

    def _next(self) -> list[Task]:
        """Return the tasks that were begun, then the nearest, a few per robot."""
        items, robots = self.belief.items, self.belief.robots.values()
        order = sorted(self.tasks, key=lambda t: (
            not items[t.item].held_by, t.key not in self.memory.chosen,
            min(r.far(items[t.item]) for r in robots), t.key))
        kept = order[:self.memory.most * len(robots)]
        self.memory.chosen = {t.key for t in kept}
        self.free = self.memory.most * len(robots) - len(kept)  # so many more are planned for
        if len(kept) < len(self.tasks):  # what is done makes room for what is to be done
            self.memory.things = {t.item: None for t in kept}
        return kept

    def _want(self, subgoal: Subgoal, item: Item, able: list[Robot]) -> None:
        """Enter a thing with what is wanted of it and who can do that."""
        name = self._enter(item)
        atom = goal_atom(subgoal, name)
        if atom is None:
            return
        self.goal.add(atom)
        if atom[0] == "reached":
            self.facts.add(("to-reach", (name,)))
        if isinstance(subgoal, HasState):
            return
        self.facts |= {("can", (pddl_name(r.name), name)) for r in able}
        if isinstance(subgoal, Held) and subgoal.near:
            self.facts |= {("to-show", (name, self._enter(place)))
                           for place in self.belief.of(subgoal.near.types)}
        if isinstance(subgoal, Placed):
            better = self._better(subgoal.target, item.kind)
            places = [better] if better else [
                self._enter(p) for r in able for p in self._choices(r, item, subgoal.target)]
            self.memory.wanted |= dict.fromkeys((name, place) for place in places)

    def _choices(self, robot: Robot, item: Item, target: Location) -> Sequence[Item]:
        """Return the places to plan for; where each is to have its share, one with some left."""
        found = self.skills.places(robot, item, target)
        if target.each:
            own = item.name.lower()
            given = Counter(place for name, place in self.memory.wanted if name != own)
            left = [p for p in found if given[p.name.lower()] < target.each]
            return (left or found)[:1]
        return found if self.every else found[:1]

    def _better(self, target: Location, kind: str) -> str:
        """Name a better home than those known that is likely to be found, if there is one."""
        hoped = {t.kind for t in self.targets}.intersection(self.tracker.unknown_homes(
            self.tracker.homes(target, kind)))
        return next((f"new-{k.lower()}" for k in target.homes.get(kind, ()) if k in hoped), "")

    def _accepted(self, name: str, place: str) -> None:
        """Say that a place would do for a thing, and whether it has to be opened for it first."""
        if not {name, place} <= {*self.items, *self.marks}:
            return
        first = self._in_the_way(name, place)
        if place in self.items and not first and self.skills.refuses(
                self.items[place], self.items[name]):
            return
        self.facts.add(("wanted", (name, place)))
        resists = self.tracker.by_acts and place in self.items and (
            self.items[place].kind == "Drawer")
        if resists:
            self.facts.add(("to-pull", (name, place)))
        if not resists or (self.items[name].name, self.names.get(place)) in (
                self.skills.opened_with):
            self.facts.add(("pulled", (name, place)))

    def _in_the_way(self, name: str, place: str) -> bool:
        """Enter what may be taken out of a place that has no room for a thing; whether any is."""
        if not {name, place} <= self.names.keys() or (
                self.names[place] in self.items[name].parent_names):
            return False
        skills = self.skills
        first = skills.in_the_way(self.items[name], self.items[place])
        for item in first:
            self.facts.add(("full", (place,)))
            skills.cleared.add(self.names[place])
            self.inside[self._enter(item)] = place
            self.facts |= {("can", (pddl_name(r.name), item.name.lower()))
                           for r in self.belief.robots.values() if skills.carries(r, item)}
        return bool(first)

    def _targets(self) -> None:
        """Assume of each thing that has to be found that a look will show it.

        What is likely to be found is planned for where there are not too many other tasks.
        """
        free = self.free
        for need in self.targets:
            chance = self.explorer.chance(need)
            name = f"new-{need.kind.lower()}"
            subgoals = [w for w in self.tracker.subgoals if need.kind in w.what.types]
            item = _unseen(name, need.kind, subgoals)
            if chance >= LIKELY and free > 0:
                free -= 1
                for subgoal in subgoals:
                    self._want(subgoal, item, list(self.belief.robots.values()))
            self.items[name] = item
            self.goal.add(("seen", (name,)))
            self.facts.add(("anywhere", ("somewhere",)))
            self.assumptions.append(Assumption(
                f"a look shows {need.kind}", frozenset({("hidden", (name,))}), chance))

    def _closing(self) -> None:
        """Make it a goal to close what is opened."""
        wanted = self.explorer.wanted_open()
        opened = self.explorer.to_close(self.targets)
        robots = self.belief.robots.values()
        shut = [i for i in self.items.values() if i.closed and i.name not in wanted
                and any(self.skills.made_for(r, "CloseObject", i) for r in robots)]
        for item in (*shut, *opened):
            name = self._enter(item)
            if ("state", (name, "is-open")) not in self.goal:
                self.goal.add(("state", (name, "is-shut")))

    # -- the problem ------------------------------------------------------------------------------

    def _believed(self) -> Believed:
        for name, place in self.memory.wanted:
            self._accepted(name, place)
        apart = {n: i for n, i in self.items.items() if n in self.names
                 and not ((box := self.belief.container(i)) and box.closed)}
        still = [n for n, i in apart.items() if not i.held_by and not self._moved(i)]
        where = {pddl_name(name): (robot, self.stands.stand(robot, apart))
                 for name, robot in self.belief.robots.items()}
        facts = {*self.facts, *self._things(), *self.stands.facts(apart, still, where),
                 *(("still", (n,)) for n in still), *self._elsewhere(),
                 *self._ways({*apart, *self.marks})}
        seen = {n: i for n, i in self.items.items() if n in self.names}
        for robot, (known, stand) in where.items():
            facts |= set(robot_facts(robot, stand, known.held.lower(),
                                     self.skills.made(known.name), seen))
        stands = {words[-1] for n, words in facts if n in ("leads", "turns", "at", "anywhere")}
        elsewhere = {n for n in (self.ASIDE, self.ELSEWHERE) if ("still", (n,)) in facts}
        objects = {**dict.fromkeys((*self.items, *self.marks, *sorted(elsewhere)), "thing"),
                   **dict.fromkeys(where, "robot"), **dict.fromkeys(sorted(stands), "stand")}
        return Believed(objects, frozenset(facts), frozenset(self.goal), tuple(self.assumptions))

    def _ways(self, known: Collection[str]) -> Iterator[Atom]:
        """Say who is in whose way; what it holds for a place within reach it puts there first."""
        ways = [w for w in self.stands.blocked(self.belief.robots) if w[1] in known]
        for name, thing, mate in ways:
            robot = self.belief.robots[mate]
            first = next((t for t, p in self.memory.wanted if t == robot.held.lower()
                          and p in self.names and gap(*robot.position, self.items[p]) <= REACH_M
                          and all(w[:2] != (mate, p) for w in ways)), self.ELSEWHERE)
            yield "blocked", (pddl_name(name), thing)
            yield "in-way", (pddl_name(mate), pddl_name(name), thing, first)
            yield "leads", (self.ELSEWHERE, landing(self.ELSEWHERE))
            yield "still", (self.ELSEWHERE,)
            yield "settled", (self.ELSEWHERE,)

    def _moved(self, item: Item) -> str:
        """Return what a thing was put into or onto, if it is of the problem; else nothing."""
        return next((p.lower() for p in item.parent_names
                     if item.touched and p.lower() in self.items), "")

    def _things(self) -> Iterator[Atom]:
        for name, item in self.items.items():
            container = self.belief.container(item)
            moved = self._moved(item)
            shut = container.name.lower() if container and container.closed else ""
            inside = self.inside.get(name) or (
                container.name.lower() if container is not None else moved)
            asked = {w[1] for n, w in self.goal if n == "state" and w[0] == name}
            yield from thing_facts(name, item, inside, moved or shut, asked)

    @cached_property
    def aside(self) -> bool:
        """Whether something has to be put out of the way."""
        wanted = {self.names.get(n) for n, _ in self.memory.wanted}
        return bool(self.inside) or any(
            r.held and r.held not in wanted for r in self.belief.robots.values())

    def _elsewhere(self) -> Iterator[Atom]:
        """Say how to get to places without a name, aside, and to what is to be found."""
        for name in [*self.marks, *([self.ASIDE] if self.aside else [])]:
            yield "state", (name, "is-open")
            yield "where", (name, name)
            yield "lies", (name, "room", name)
            yield "still", (name,)
            yield "leads", (name, landing(name))
            yield "reaches", (landing(name), name)
            self.stands.meaning[landing(name)] = (name, "")
        for name in self.items.keys() - self.names.keys():
            yield "leads", (name, landing(name))
            yield "reaches", (landing(name), name)
        for name in self.inside:
            yield "fits", (name, self.ASIDE)
        for robot in self.belief.robots.values():
            if robot.held and self.aside:
                yield "fits", (robot.held.lower(), self.ASIDE)
                yield "can", (pddl_name(robot.name), robot.held.lower())


def _unseen(name: str, kind: str, subgoals: list[Subgoal]) -> Item:
    """Return a thing as it is taken to be before it is found: what is asked for is not so yet."""
    changes = {w.state: w.value for w in subgoals if isinstance(w, HasState)}
    can = {"pickupable", *(needs for key, (needs, *_) in PROPERTIES.items() if key in changes)}
    states = {key: not changes.get(key, True) for key in PROPERTIES}
    place = (0.0, CAMERA_M, 0.0)
    return Item(name, kind, place, (0.1, 0.1, 0.1), place, states, frozenset(can))
