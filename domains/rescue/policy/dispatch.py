"""Who does what: routes from stand to stand, then the rest.

Every burning stand is put into the route of one robot (:mod:`domains.rescue.policy.routes`) where
it costs least. What counts, in steps of work of one robot: all routes, fires that escape because
nobody comes in time, and that nobody works much longer than the others. Fires that nobody can catch
any more don't count; they are besieged, one after the other, by whoever has nothing to catch
(:mod:`domains.rescue.policy.siege`). People, preparations and errands go to whoever is free first.
Then routes are changed while the whole plan gets better.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from statistics import fmean

from domains.rescue.belief.blaze import Blaze, Stand
from domains.rescue.belief.knowledge import Knowledge
from domains.rescue.belief.limits import fires, limits
from domains.rescue.policy.assignment import Assignment, Job, Part, Plan, Slot
from domains.rescue.policy.routes import Route, Ways
from domains.rescue.policy.siege import Siege
from domains.rescue.policy.tasks import other_jobs
from domains.rescue.world.rules import CAPACITY

ESCAPED = 40
"""Steps of work that a fire costs which has left its first blocks: five trips of eight steps."""
EFFORT = 2000
"""Plans, times robots, that are compared with the best one."""
WIDE = 12
"""Robots with something to do already, and idle ones, that are considered for a stand."""
FAILED = 2
"""Sieges that would not end their fire and are planned in one decision, at most."""
SIEGE = 8
"""Steps of a trip to a stand of a fire that has escaped."""
CARRYING = 4
"""Steps of each robot that brings somebody home."""


def dispatch(know: Knowledge, before: Mapping[str, Mapping[str, Part]] | None = None,
             searching: frozenset[str] = frozenset()) -> Plan:
    """Return a plan for everything left to do.

    Robots that hold somebody only bring that person home. Fires besieged so far come first among
    those that have escaped; ``before`` are their robots' parts in the step before. The robots in
    ``searching`` search in the step to come, so they are free one step later, who knows where.
    """
    crew = _Crew(know.elsewhere(searching), before or {}, searching)
    burning = fires(know)
    crew.catch(burning)
    crew.besiege(b for b in burning if b.name not in crew.caught)
    return crew.polished(burning)


def _badness(plan: Plan) -> tuple[int, int, int]:
    return plan.late, plan.makespan, sum(s.end for s in plan.slots)


class _Crew:
    """The routes of a team under construction; robots are numbers."""

    def __init__(self, know: Knowledge, before: Mapping[str, Mapping[str, Part]],
                 searching: frozenset[str]) -> None:
        self.know, self.ways, self.team = know, Ways(know, searching), list(know.agents)
        self.ready = [int(name in searching) for name in self.team]
        self.able = [i for i, r in enumerate(self.team) if not know.robots[r].holding]
        self.before = before
        self.stands: list[tuple[Stand, ...]] = [()] * len(self.team)
        self.ends = self.ready[:]
        self.late: list[frozenset[str]] = [frozenset()] * len(self.team)
        self.lates: Counter[str] = Counter()
        self.caught: frozenset[str] = frozenset()
        self.covers: dict[str, list[list[Stand]]] = {}
        self.tops = (0, -1, 0)
        people = [p for p in know.people.values() if not p.delivered]
        self.other = CARRYING * sum(p.load for p in people)
        self.parts: dict[str, tuple[Blaze, Stand, Part]] = {}

    def catch(self, burning: Iterable[Blaze]) -> None:
        """Put the stands of all fires that can be caught into routes, the most urgent first.

        Of two ways to end a fire, with little work or with few moves, each gets the cheaper one.
        """
        for blaze in burning if self.able else ():
            ways = [blaze.stands(scarce=True), blaze.stands()]
            good = [stands for stands in ways if all(map(self._in_time, stands))]
            self.covers[blaze.name] = good if blaze.name not in self.before else []
            self.other += 0 if self.covers[blaze.name] else SIEGE * len(ways[0])
        self.caught = frozenset(name for name, ways in self.covers.items() if ways)
        for name in sorted(self.caught, key=lambda n: (
                min(s.deadline for s in self.covers[n][0]), n)):
            self._serve(self.covers[name])

    def _serve(self, covers: Sequence[Sequence[Stand]]) -> None:
        """Put the stands of one fire into routes, in the way that costs less."""
        plans: list[tuple[float, int, list[tuple[Stand, ...]]]] = []
        before = self.stands[:]
        for stands in covers:
            for stand in stands:
                self._insert(stand)
            plans.append((self._cost(0, self.stands[0]), len(plans), self.stands[:]))
            self._reroute(before)
        self._reroute(min(plans)[2])

    def _in_time(self, stand: Stand) -> bool:
        """Say whether anybody could catch a stand, had it nothing else to do."""
        return any(not v.late for r in self._candidates(stand)
                   for v in self._route(r, (stand,)).visits[:1])

    def besiege(self, burning: Iterable[Blaze]) -> None:
        """Send those without anything to catch to fires that nobody can catch, the smallest first.

        Fires that they can't put out wait for people who can be brought home, unless somebody is
        at it.
        """
        failed = 0
        beyond = limits(self.know)
        people = any(p.cell and not p.delivered and p.name not in beyond
                     for p in self.know.people.values())
        for blaze in sorted(burning if self.able else (), key=lambda b: (
                b.name not in self.before, len(b.level) + 2 * self._far(b), b.name)):
            idle = [self.team[r] for r in self.able if not self.stands[r] and not self.ready[r]
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

    def _finished(self, burning: Sequence[Blaze]) -> Plan:
        """Return the plan, with people, preparations and errands for whoever is free first."""
        slots, unstaffed = [], []
        covered, before = set[str](), self.ends[:]
        for robot, name in enumerate(self.team):
            for trip in self._route(robot, self.stands[robot]).trips:
                supply = self.ways.supply[trip.visits[0].stand.fire]
                stands = tuple(v.stand for v in trip.visits)
                slots.append(Slot(Assignment("fight", supply, stands, most=trip.limit),
                                  {name: trip.start}, trip.end))
                covered.add(f"NavigateTo({self.know.sources[supply][0]})")
        for name, (blaze, stand, part) in self.parts.items():
            end = self.ends[self.team.index(name)] = part.start + part.units
            slots.append(Slot(Assignment("fight", blaze.supply, (stand,), part=part,
                                         since=self.know.step), {name: 0}, end))
        for job in other_jobs(self.know, covered):
            slot = self._staffed(job)
            if slot is not None:
                slots.append(slot)
            else:
                unstaffed.append(job.meaning)
        self.ends = before
        late = sum(b.name not in self.caught or self.lates[b.name] > 0 for b in burning)
        end = max((s.end for s in slots), default=0)
        return Plan((*slots, *self._stand_ready(burning, slots)), end, late, tuple(unstaffed))

    def _stand_ready(self, burning: Sequence[Blaze], slots: Sequence[Slot]) -> Iterator[Slot]:
        """Let who has nothing to do fill its hands, where it may turn out worse than planned."""
        if not burning or not (self.parts or self.know.move_cost or self.know.malfunctions):
            return
        worst = max(burning, key=lambda b: (b.name not in self.caught, len(b.level), b.name))
        supply = worst.supply
        busy = {r for s in slots for r in s.starts}
        for name in (self.team[robot] for robot in self.able):
            if name not in busy and not any(self.know.robots[name].held.values()):
                yield Slot(Assignment("prepare", supply, target=supply), {name: 0}, 1 + CAPACITY)

    def polished(self, burning: Sequence[Blaze]) -> Plan:
        """Change routes while the whole plan gets better, a bounded number of times; return it."""
        best, left, gained = self._finished(burning), EFFORT, not self.parts
        while gained:
            gained = False
            before = self.stands[:]
            for routes in self._neighbours():
                self._reroute(routes)
                plan, left = self._finished(burning), left - len(self.team)
                gained = _badness(plan) < _badness(best)
                if gained:
                    best = plan
                    break
                self._reroute(before)
                if left <= 0:
                    break
        return best

    def _reroute(self, routes: Sequence[tuple[Stand, ...]]) -> None:
        for robot, stands in enumerate(routes):
            if stands != self.stands[robot]:
                self._set(robot, stands)

    def _neighbours(self) -> Iterator[list[tuple[Stand, ...]]]:
        """Yield other routes: two robots swap, a stand moves, a fire is ended in another way."""
        now = self.stands[:]
        for one, other in permutations(self.able, 2):
            mine, theirs = now[one], now[other]
            if one < other and mine != theirs:
                yield [theirs if r == one else mine if r == other else s for r, s in enumerate(now)]
            for stand in mine:
                for i in range(len(theirs) + 1):
                    yield [tuple(s for s in mine if s is not stand) if r == one
                           else (*theirs[:i], stand, *theirs[i:]) if r == other else s
                           for r, s in enumerate(now)]
        for name in sorted(self.caught):
            for cover in self.covers[name]:
                self._reroute([tuple(s for s in stands if s.fire != name) for stands in now])
                for stand in cover:
                    self._insert(stand)
                otherwise = self.stands[:]
                self._reroute(now)
                yield otherwise

    def _candidates(self, stand: Stand) -> list[int]:
        """Return the robots to consider for a stand: the soonest free, and the nearest idle."""
        busy, idle = ([r for r in self.able if bool(self.stands[r]) is b] for b in (True, False))
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

    def _staffed(self, job: Job) -> Slot | None:
        """Return the slot of a job for whoever ends it first, or None if nobody can do it."""
        lengths: dict[int, int] = {}
        for i, name in enumerate(self.team):
            fresh = self.ends[i] == self.ready[i]
            steps = job.first.get(name, job.duration) if fresh else job.duration
            if steps is not None:
                lengths[i] = steps
        needs = [i for i, name in enumerate(self.team) if name in job.needs]
        free = sorted((i for i in lengths if i not in needs), key=lambda i: (
            max(self.ends[i], job.release) + lengths[i], lengths[i],
            self.know.worked[self.team[i]] + self.ends[i], i))
        chosen = [*needs, *free][:job.robots]
        if len(chosen) < job.robots or not all(i in lengths for i in chosen):
            return None
        end = max(max(self.ends[i], job.release) + lengths[i] for i in chosen)
        for i in chosen:
            self.ends[i] = end
        return Slot(job.meaning, {self.team[i]: end - lengths[i] for i in chosen}, end)
