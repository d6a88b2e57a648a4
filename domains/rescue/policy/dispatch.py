"""Who does what in large teams and large worlds: routes from stand to stand, then the rest.

Every burning stand is put into the route of one robot (:mod:`domains.rescue.policy.routes`) where
it costs least; then stands change places while that gains anything. What counts, in steps of work
of one robot: all routes, fires that escape because nobody comes in time, and that nobody works much
longer than the others. Fires that nobody can catch any more don't count; they are besieged, one
after the other, by whoever has nothing to catch (:mod:`domains.rescue.policy.siege`). People,
preparations and errands go to whoever is free first.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean

from domains.rescue.belief.blaze import Blaze, Stand
from domains.rescue.belief.knowledge import Knowledge
from domains.rescue.belief.limits import fires
from domains.rescue.policy.assignment import Assignment, Part
from domains.rescue.policy.routes import Route, Trip, Ways
from domains.rescue.policy.siege import Siege
from domains.rescue.policy.tasks import other_jobs
from domains.rescue.schedule import Job, Schedule, Slot
from domains.rescue.world.rules import CAPACITY

ESCAPED = 40
"""Steps of work that a fire costs which has left its first blocks: five trips of eight steps."""
EFFORT = 6000
"""Routes that are counted to improve one plan."""
WIDE = 24
"""Robots with something to do already, the soonest free, that are considered for a stand."""
FAILED = 2
"""Sieges that would not end their fire and are planned in one decision, at most."""
SIEGE = 8
"""Steps of a trip to a stand of a fire that has escaped."""
CARRYING = 4
"""Steps of each robot that brings somebody home."""
NEAR = 5
"""Cells from a stand or a source within which it matters where exactly a robot is."""
Plan = tuple[Schedule, dict[str, Assignment]]


def dispatch(know: Knowledge, before: Mapping[str, Mapping[str, Part]] | None = None) -> Plan:
    """Return a plan for everything left to do, and what its jobs mean.

    Robots that hold somebody only bring that person home. Fires besieged so far come first among
    those that have escaped; ``before`` are their robots' parts in the step before.
    """
    crew = _Crew(know, before or {})
    burning = fires(know)
    crew.catch(burning)
    crew.improve()
    crew.besiege(b for b in burning if b.name not in crew.caught)
    return crew.finish(burning)


class _Crew:
    """The routes of a team under construction; robots are numbers."""

    def __init__(self, know: Knowledge, before: Mapping[str, Mapping[str, Part]]) -> None:
        self.know, self.ways, self.team = know, Ways(know), list(know.agents)
        self.able = [i for i, r in enumerate(self.team) if not know.robots[r].holding]
        self.before = before
        self.stands: list[tuple[Stand, ...]] = [()] * len(self.team)
        self.ends = [0] * len(self.team)
        self.late: list[frozenset[str]] = [frozenset()] * len(self.team)
        self.lates: Counter[str] = Counter()
        self.caught: frozenset[str] = frozenset()
        self.tops = (0, -1, 0)
        people = [p for p in know.people.values() if not p.delivered]
        self.other = CARRYING * sum(p.load for p in people)
        self.parts: dict[str, tuple[Blaze, Stand, Part]] = {}
        self.posts = frozenset(v.cell for v in know.robots.values() if any(v.held.values()))
        self.tried = 0

    def catch(self, burning: Iterable[Blaze]) -> None:
        """Put the stands of all fires that can be caught into routes, the most urgent first.

        Of two ways to end a fire, with little work or with few moves, each gets the cheaper one.
        """
        if not self.able:
            return
        covers = {b.name: [b.stands(0, self.posts, scarce=True), b.stands(0, self.posts)]
                  for b in burning}
        self.kind = self._kinds([s for ways in covers.values() for stands in ways for s in stands])
        for name, ways in covers.items():
            good = [stands for stands in ways if all(map(self._in_time, stands))]
            covers[name] = good if name not in self.before else []
            self.other += 0 if covers[name] else SIEGE * len(ways[0])
        self.caught = frozenset(name for name, ways in covers.items() if ways)
        for name in sorted(self.caught, key=lambda n: (
                min(s.deadline for s in covers[n][0]), n)):
            self._serve(covers[name])

    def _serve(self, covers: Sequence[Sequence[Stand]]) -> None:
        """Put the stands of one fire into routes, in the way that costs less."""
        plans: list[tuple[float, int, list[tuple[Stand, ...]]]] = []
        for stands in covers if len(covers) == 1 or covers[0] != covers[1] else covers[:1]:
            before = (self.stands[:], self.ends[:], self.late[:], self.lates.copy(), self.tops)
            for stand in stands:
                self._insert(stand)
            plans.append((self._cost(0, self.stands[0]), len(plans), self.stands[:]))
            self.stands, self.ends, self.late, self.lates, self.tops = before
        for robot, stands in enumerate(min(plans)[2]):
            if stands != self.stands[robot]:
                self._set(robot, stands)

    def _in_time(self, stand: Stand) -> bool:
        """Say whether anybody could catch a stand, had it nothing else to do."""
        return any(not v.late for r in self._candidates(stand)
                   for v in self._route(r, (stand,)).visits[:1])

    def improve(self) -> None:
        """Move stands from robot to robot while that gains anything."""
        gained = True
        while gained and self.tried < EFFORT:
            gained = False
            for robot in list(self.able):
                for stand in self.stands[robot]:
                    if self.tried < EFFORT and stand in self.stands[robot]:
                        gained |= self._move(robot, stand)

    def besiege(self, burning: Iterable[Blaze]) -> None:
        """Send those without anything to catch to fires that nobody can catch, the smallest first.

        Fires that they can't put out wait for people who can be brought home, unless somebody is
        at it.
        """
        failed = 0
        people = any(p.cell and not p.delivered for p in self.know.people.values())
        for blaze in sorted(burning if self.able else (), key=lambda b: (
                b.name not in self.before, len(b.level) + 2 * self._far(b), b.name)):
            idle = [self.team[r] for r in self.able if not self.stands[r]
                    and self.team[r] not in self.parts]
            if not idle or failed == FAILED:
                break
            siege, before = Siege(self.know, blaze), self.before.get(blaze.name, {})
            idle.sort(key=lambda r: (r not in before, -self.know.robots[r].held[blaze.supply]))
            siege.plan(idle, before, others=len(idle) < len(self.team))
            failed += bool(siege.harm[0])
            if siege.harm[0] and (self.parts or (people and not (before and siege.promising))):
                continue
            self.parts |= {r: (blaze, siege.stand(p), p) for r, p in siege.parts.items()}

    def _far(self, blaze: Blaze) -> float:
        """Return the steps of a way by the reservoir to a fire, on average."""
        source, cells = self.know.sources[blaze.supply][1], [
            self.know.robots[self.team[r]].cell for r in self.able]
        return self.know.way(source, blaze.position) + fmean(
            [self.know.way(c, source) for c in cells])

    def finish(self, burning: Sequence[Blaze]) -> Plan:
        """Return the plan, with people, preparations and errands for whoever is free first."""
        slots: list[Slot] = []
        meaning: dict[str, Assignment] = {}
        covered = {"stand:"} if burning else set()
        for robot, name in enumerate(self.team):
            for i, trip in enumerate(self._route(robot, self.stands[robot]).trips):
                fight = f"fight:{name}:{i}"
                slots.append(Slot(fight, {name: trip.start}, trip.end))
                meaning[fight] = self._fight(trip)
                covered.add(f"NavigateTo({self.know.sources[meaning[fight].supply][0]})")
        for name, (blaze, stand, part) in self.parts.items():
            end = self.ends[self.team.index(name)] = part.start + part.units
            fight = f"siege:{name}"
            slots.append(Slot(fight, {name: 0}, end))
            meaning[fight] = Assignment("fight", blaze.supply, (stand,), part=part,
                                        since=self.know.step)
        for job, assignment in other_jobs(self.know, covered):
            slot = self._staffed(job)
            if slot is not None:
                slots.append(slot)
                meaning[job.name] = assignment
        end = max((s.end for s in slots), default=0)
        self._stand_ready(burning, slots, meaning)
        return Schedule(tuple(slots), end, 0, 0), meaning

    def _fight(self, trip: Trip) -> Assignment:
        """Say what a trip means; where ways are long it has units to spare, if there is time."""
        supply = self.ways.supply[trip.visits[0].stand.fire]
        spare = CAPACITY - sum(v.end - v.first for v in trip.visits)
        calm = all(self.know.step + v.end + spare <= v.stand.deadline for v in trip.visits)
        full = self.know.move_cost and calm and trip.limit == CAPACITY
        return Assignment("fight", supply, tuple(v.stand for v in trip.visits), most=trip.limit,
                          least=CAPACITY if full else 0)

    def _stand_ready(self, burning: Sequence[Blaze], slots: list[Slot],
                     meaning: dict[str, Assignment]) -> None:
        """Let who has nothing to do fill its hands, where it may turn out worse than planned."""
        if not burning or not (self.parts or self.know.move_cost or self.know.malfunctions):
            return
        worst = max(burning, key=lambda b: (b.name not in self.caught, len(b.level), b.name))
        supply = worst.supply
        busy = {r for s in slots for r in s.starts}
        for robot in self.able:
            name = self.team[robot]
            if name not in busy and not any(self.know.robots[name].held.values()):
                job = f"ready:{name}"
                slots.append(Slot(job, {name: 0}, 1 + CAPACITY))
                meaning[job] = Assignment("prepare", supply, target=supply)

    def _kinds(self, stands: Iterable[Stand]) -> dict[int, int]:
        """Return for each robot the first one that is as good as it at the beginning."""
        places = {(x // NEAR, y // NEAR) for x, y in (
            *(s.cell for s in stands), *(c for _, c in self.know.sources.values()))}
        around = {(x + dx, y + dy) for x, y in places for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        first: dict[object, int] = {}
        kinds = {}
        for robot in self.able:
            view = self.know.robots[self.team[robot]]
            near = (view.cell[0] // NEAR, view.cell[1] // NEAR) in around
            key = (*view.held.values(), view.cell if near or self.know.move_cost else None)
            kinds[robot] = first.setdefault(key, robot)
        return kinds

    def _candidates(self, stand: Stand) -> list[int]:
        """Return the robots to consider for a stand.

        Of those with nothing to do one of each kind, those near the stand first.
        """
        busy = [r for r in self.able if self.stands[r]]
        idle = {self.kind[r]: r for r in reversed(self.able) if not self.stands[r]}.values()
        near = heapq.nsmallest(WIDE, idle, key=lambda r: (self._away(r, stand), r))
        return heapq.nsmallest(WIDE, busy, key=lambda r: (self.ends[r], r)) + near

    def _away(self, robot: int, stand: Stand) -> float:
        """Return how far a robot is from a stand; who has supplies for it is near anyway."""
        view = self.know.robots[self.team[robot]]
        units = view.held[self.ways.supply[stand.fire]]
        return math.dist(view.cell, stand.cell) if not units else -units

    def _route(self, robot: int, stands: tuple[Stand, ...]) -> Route:
        return self.ways.route(self.team[robot], stands)

    def _late(self, route: Route) -> frozenset[str]:
        return frozenset(v.stand.fire for v in route.visits
                         if v.late and v.stand.fire in self.caught)

    def _set(self, robot: int, stands: tuple[Stand, ...]) -> None:
        route = self._route(robot, stands)
        self.lates.subtract(self.late[robot])
        self.stands[robot], self.ends[robot] = stands, route.end
        self.late[robot] = self._late(route)
        self.lates.update(self.late[robot])
        order = sorted(range(len(self.ends)), key=lambda r: -self.ends[r])[:2]
        self.tops = (self.ends[order[0]], order[0], self.ends[order[-1]])

    def _cost(self, robot: int, stands: tuple[Stand, ...]) -> float:
        """Return what all routes cost, in steps of work, with another route of a robot."""
        self.tried += 1
        route, mine = self._route(robot, stands), self.late[robot]
        late = self._late(route)
        escaped = sum(1 for f, n in self.lates.items() if n > (f in mine) or f in late)
        escaped += sum(1 for f in late if f not in self.lates)
        work = sum(self.ends) - self.ends[robot] + route.end + ESCAPED * escaped
        others = self.tops[2] if self.tops[1] == robot else self.tops[0]
        return work + max(len(self.able) * max(others, route.end), work + self.other)

    def _options(self, stand: Stand) -> Iterator[tuple[float, int, int]]:
        for robot in self._candidates(stand):
            stands = self.stands[robot]
            for i in range(len(stands) + 1):
                yield self._cost(robot, (*stands[:i], stand, *stands[i:])), robot, i

    def _insert(self, stand: Stand) -> None:
        _, robot, i = min(self._options(stand))
        stands = self.stands[robot]
        self._set(robot, (*stands[:i], stand, *stands[i:]))

    def _move(self, robot: int, stand: Stand) -> bool:
        """Move a stand to where it costs least; say whether that gained anything."""
        before = self.stands[robot]
        cost = self._cost(robot, before)
        self._set(robot, tuple(s for s in before if s is not stand))
        best, other, i = min(self._options(stand))
        if best >= cost - 1e-9:
            self._set(robot, before)
            return False
        stands = self.stands[other]
        self._set(other, (*stands[:i], stand, *stands[i:]))
        return True

    def _staffed(self, job: Job) -> Slot | None:
        """Return the slot of a job for whoever ends it first, or None if nobody can do it."""
        lengths: dict[int, int] = {}
        for i, name in enumerate(self.team):
            steps = job.steps(name, first=not self.ends[i])
            if steps is not None:
                lengths[i] = steps
        needs = [i for i, name in enumerate(self.team) if name in job.needs]
        free = sorted((i for i in lengths if i not in needs), key=lambda i: (
            max(self.ends[i], job.release) + lengths[i], lengths[i], i))
        chosen = [*needs, *free][:job.robots]
        if len(chosen) < job.robots or not all(i in lengths for i in chosen):
            return None
        end = max(max(self.ends[i], job.release) + lengths[i] for i in chosen)
        for i in chosen:
            self.ends[i] = end
        return Slot(job.name, {self.team[i]: end - lengths[i] for i in chosen}, end)
