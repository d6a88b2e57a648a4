"""What to do next, over all worlds that are possible: the next observation, or the goal.

From a belief (states with probabilities) actions are followed that are possible in every world.
Each observation on the way that tells worlds apart is weighed: its steps, and what is expected
after each answer: the mean steps of relaxed plans and a price for each bit of what still has to
be known. Only differences count that relaxed plans make use of.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import count
from math import inf, log2

import numpy as np

from domains.contingent.belief import Worlds, answers, distribution
from domains.contingent.exact import Exact, Spent
from domains.contingent.model import Act, Met, Model, States, bits, either

STATES = 500, 3000
"""Belief states that are looked at: one step after the other; then, where that tells nothing, those
nearest to the goal by relaxed plans (``led``)."""
WORLDS = 48
"""Worlds that a search follows; the likeliest."""
AGAIN = 24
"""Times that a world which speaks against a course is added and the search repeated."""
WEIGHED, BEST = 16, 4
"""Observations that are weighed in full, and those of them that are played on."""
WORK, ROLLED = 300_000, 800_000
"""Actions that are looked at in each world by itself, for one observation (a tenth of that in
playing on; ten times as many until there is one), and for all playing on before one decision."""
STAND_INS = 4
"""Worlds whose relaxed plans stand for all of an answer."""
GREED = 3
"""Weight of the estimate beside the steps so far, on the way to the goal."""
EXACT, EFFORT = 40, 150_000
"""Worlds up to which the least expected steps are looked for, and actions looked at for that."""


@dataclass(frozen=True)
class Course:
    """Actions up to the next observation, or to the goal (``ends``); what was compared."""

    acts: tuple[Act, ...]
    ends: bool
    expected: float
    compared: tuple[tuple[str, int, float], ...] = ()


_Node = tuple[float, int, States, tuple[Act, ...], int]
"""A belief's rank, turn, states, the way there, and the rows of relaxed plans done on it."""


@dataclass(frozen=True)
class _Test:
    acts: tuple[Act, ...]
    parts: tuple[tuple[int, ...], ...]
    states: States
    useful: int  # actions of relaxed plans that are done on the way


class Searcher:
    """Searches for one model; what was found for a belief is kept."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.kept: dict[Worlds, Course | None] = {}
        self.relaxed: dict[int, tuple[float, frozenset[int], int]] = {}
        self.leasts: dict[int, float] = {}
        self.first: dict[Worlds, Course | None] = {}
        self.fresh: set[int] = set()
        self.spent = 0

    @cached_property
    def rows(self) -> Mapping[int, int]:
        """Return for each ground action, by its identity, the mask of its rows."""
        found = Counter[int]()
        for k, (_, _, operator) in enumerate(self.model.relaxation.rows):
            found[id(operator)] |= 1 << k
        return found

    def course(self, worlds: Worlds) -> Course | None:
        """Return what to do; None: nothing was found."""
        if worlds not in self.kept:
            self.kept[worlds] = self._exact(worlds) or self._course(worlds)
        return self.kept[worlds]

    def _exact(self, worlds: Worlds) -> Course | None:
        """Return the first part of a plan with the least expected steps, if it is found soon."""
        search = Exact(self.model, self._least, EFFORT)
        try:
            if len(worlds) > EXACT or search.steps(worlds) == inf:
                return None
        except Spent:
            return None
        self.kept |= {w: Course(*way, search.value[w]) for w, way in search.way.items()
                      if w in search.value}
        return self.kept[worlds]

    def _least(self, state: int) -> float:
        """Return how many steps it takes at least from a state that is known (h^max)."""
        if state not in self.leasts:
            one = [c[0] for c in self.model.goal if len(c) == 1]
            stop = one if len(one) == len(self.model.goal) else ()
            cost, _ = self.model.relaxation.costs(self.model.literals(state), stop=stop)
            self.leasts[state] = float(max((min(cost.get(x, inf) for x in c)
                                            for c in self.model.goal), default=0))
        return self.leasts[state]

    def _course(self, worlds: Worlds) -> Course | None:
        """Return of the few best courses that after which the least is expected, by playing on.

        One sampled world after the other is played to its end from each of them, where each later
        course is the first choice of the estimate alone.
        """
        self.first, self.fresh = {}, set()
        found = self._choices(worlds, WORK)
        if len(found) < 2:
            return found[0] if found else None
        some = _spread(worlds, WORLDS)
        belief, totals, self.spent = distribution(some), [0.0] * len(found), 0
        for state, chance in some:
            try:
                steps = [self._played(course, belief, state) for course in found]
            except Spent:
                break
            totals = [total + chance * n for total, n in zip(totals, steps, strict=True)]
        return min(zip(totals, range(len(found)), found, strict=True))[2]

    def _played(self, course: Course, worlds: Worlds, state: int) -> float:
        """Return the steps from a course on in one world; raise :class:`Spent` where it is long."""
        steps = 0.0
        while True:
            for act in course.acts:
                state = act.after(state)
            steps += len(course.acts)
            if course.ends:
                return steps
            worlds = answers(course.acts, worlds)[state & course.acts[-1].told][0]
            if self.spent > ROLLED:
                raise Spent
            if worlds not in self.first:
                found = self._choices(worlds, WORK // 10) if len(worlds) > 1 else []
                self.first[worlds] = found[0] if found else None
            following = self.first[worlds]
            if following is None:
                return steps + self._estimate(state)[0]
            course = following

    def _choices(self, worlds: Worlds, work: int) -> list[Course]:
        """Return what to do by the estimate, best first; more than one are observations."""
        order = sorted(worlds, key=lambda pair: (-pair[1], pair[0]))
        some = _spread(order, WORLDS)
        for _ in range(AGAIN):
            found = self._estimated(some, work)
            against = _against(found[0], order, self.model) if found else None
            if against is None:
                return [c for c in found if not _against(c, order, self.model)]
            some = [against, *some]
        return []

    def _estimated(self, chosen: Sequence[tuple[int, float]], work: int) -> list[Course]:
        states = States.of([state for state, _ in chosen])
        total = sum(w for _, w in chosen)
        chances = [w / total for _, w in chosen]
        found = [self._estimate(state) for state in states.whole]
        needs = [frozenset(x for x in kind if states.unsure >> abs(x) - 1 & 1)
                 for _, kind, _ in found]
        plans = either(plan for _, _, plan in found)
        tests, goal = self._explored(states, plans, len(set(needs)) > 1, work)
        ends = [] if goal is None else [Course(goal, True, float(len(goal)))]
        return sorted([*ends, *self._best(tests, chances, needs)], key=lambda c: c.expected)

    def _explored(self, states: States, plans: int, unsure: bool, work: int
                  ) -> tuple[list[_Test], tuple[Act, ...] | None]:
        """Return the observations that tell these worlds apart, and a way to the goal for all.

        To an observation lead several ways: the first, and each that does more of the relaxed plans
        on the way.
        """
        tests: list[_Test] = []
        most: dict[tuple[tuple[int, ...], ...], int] = {}
        turn = count()
        led = not unsure
        queue: list[_Node] = [(0.0, next(turn), states, (), 0)]
        met, looked = Met(states), 0
        told: dict[int, int] = {}
        end, hopeless = self.spent + work, self.spent + 10 * work
        while queue and looked < STATES[led] and self.spent < hopeless and (
                self.spent < end or led or not tests):
            _, _, now, path, done = heappop(queue)
            looked += 1
            if self.model.reached_in_all(now):
                return tests, path
            telling, acts = self.model.fitting(now)
            self.spent += len(now.rest) * (1 + len(telling) + len(acts))
            useful = done.bit_count()
            telling = [a for a in telling if a.told & now.unsure and told.get(a.told, -1) < useful]
            for test in self._telling(now, path, telling, useful):
                if useful > most.get(test.parts, -1):
                    most[test.parts] = useful
                    tests.append(test)
                if not self.model.changing & test.acts[-1].told:
                    told[test.acts[-1].told] = useful  # from nowhere does it tell anything else
            for act, after in met.successors(now, acts):
                # what depends on the state does as much harm as good
                more = done if act.reads else done | self.rows[id(act.operator)] & plans
                rank = self._rank(led, after, len(path) + 1)
                if rank < inf:
                    heappush(queue, (rank, next(turn), after, (*path, act), more))
            if looked == STATES[0] and not led and not tests:
                led = True
                queue = sorted((self._rank(led, s, len(p)), n, s, p, d)
                               for _, n, s, p, d in queue if self.spent < hopeless)
        return tests, None

    def _rank(self, led: bool, states: States, steps: int) -> float:
        """Return how early a belief is looked at, after so many steps."""
        return steps + GREED * self._far(states) if led else steps

    def _telling(self, states: States, path: tuple[Act, ...], acts: Sequence[Act], useful: int
                 ) -> Iterator[_Test]:
        for act in acts:
            parts: dict[int, list[int]] = {}
            for k, state in enumerate(states.rest):
                parts.setdefault(state & act.told, []).append(k)
            yield _Test((*path, act), tuple(sorted(map(tuple, parts.values()))), states, useful)

    def _far(self, states: States) -> float:
        """Return the length of the union of the relaxed plans of all states."""
        plans = 0
        for state in dict.fromkeys(states.whole):
            far, _, plan = self._estimate(state)
            if far == inf:
                return inf
            plans |= plan
        return float(plans.bit_count())

    def _estimate(self, state: int) -> tuple[float, frozenset[int], int]:
        """Return the length of a relaxed plan, the literals that it uses, and its rows' mask."""
        if state not in self.fresh:
            self.fresh.add(state)
            self.spent += 4 * len(self.model.acts)
        if state not in self.relaxed:
            relaxation, start = self.model.relaxation, self.model.literals(state)
            goal = relaxation.nearest(start, self.model.goal)
            plan = None if goal is None else relaxation.chosen(start, goal)
            if goal is None or plan is None:
                self.relaxed[state] = inf, frozenset(), 0
            else:
                used = frozenset(goal).union(*(relaxation.rows[k][0] for k in plan))
                self.relaxed[state] = float(len(plan)), used, sum(1 << k for k in plan)
        return self.relaxed[state]

    def _best(self, tests: Sequence[_Test], chances: Sequence[float],
              needs: Sequence[frozenset[int]]) -> list[Course]:
        """Return the observations after which the least is expected, best first."""
        if not tests:
            return []
        whole = _bits(range(len(chances)), chances, needs)
        told = [(whole - sum(sum(chances[k] for k in part) * _bits(part, chances, needs)
                             for part in t.parts), t) for t in tests]
        useful = [(bits, t) for bits, t in told if bits > 1e-9] or [
            (1.0, t) for t in tests]  # nothing that matters: then whatever tells anything
        price = min(len(t.acts) / bits for bits, t in useful)
        useful.sort(key=lambda pair: (
            len(pair[1].acts) - pair[1].useful - price * pair[0], len(pair[1].acts),
            str(pair[1].acts[-1].step)))
        scored = []
        for _, test in useful[:WEIGHED]:
            after = sum(self._expected(test, part, chances, needs, price) for part in test.parts)
            scored.append((len(test.acts) + after, len(test.acts), str(test.acts[-1].step), test))
        scored.sort(key=lambda row: row[:3])
        compared = tuple((name, steps, round(score, 2)) for score, steps, name, _ in scored[:3])
        return [Course(test.acts, False, score, compared) for score, _, _, test in scored[:BEST]]

    def _expected(self, test: _Test, part: Sequence[int], chances: Sequence[float],
                  needs: Sequence[frozenset[int]], price: float) -> float:
        share = sum(chances[k] for k in part)
        known, _, rest = test.states
        some = [self._estimate(known | rest[k])[0] for k in part[:STAND_INS]]
        finite = [x for x in some if x < inf] or [0.0]
        return share * (sum(finite) / len(finite) + price * _bits(part, chances, needs))


def _spread(worlds: Sequence[tuple[int, float]], count: int) -> list[tuple[int, float]]:
    """Return some worlds in which each atom holds about as often as in all (herding)."""
    if len(worlds) <= count:
        return list(worlds)
    order = random.Random(len(worlds)).sample(worlds, len(worlds))
    states = States.of([state for state, _ in order])
    varying = bits(states.unsure)
    holds = np.array([[state >> a & 1 for a in varying] for state in states.rest], float)
    mean = np.average(holds, axis=0, weights=[w for _, w in order])
    wanted, left, found = mean.copy(), np.ones(len(order), bool), []
    for _ in range(count):
        k = int(np.argmax(np.where(left, np.round((2 * holds - 1) @ (wanted - .5), 6), -np.inf)))
        found.append(order[k])
        left[k] = False
        wanted += mean - holds[k]
    return found


def _against(course: Course, worlds: Sequence[tuple[int, float]], model: Model
             ) -> tuple[int, float] | None:
    """Return a world in which an action is not possible, or the goal is not reached."""
    for first, chance in worlds:
        state = first
        for act in course.acts:
            if not act.fits(state):
                return first, chance
            state = act.after(state)
        if course.ends and not model.reached(state):
            return first, chance
    return None


def _bits(part: Sequence[int], chances: Sequence[float], needs: Sequence[frozenset[int]]) -> float:
    """Return the entropy of what has to be known among some worlds."""
    kinds = Counter[frozenset[int]]()
    for k in part:
        kinds[needs[k]] += chances[k]  # type: ignore[assignment]
    total = sum(kinds.values())
    return -sum(w / total * log2(w / total) for w in kinds.values() if w)
