"""Plans in time against exhaustive search over moments, on random small problems."""

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

import pytest
from teams import world

from planner.engines import Limits, Status
from planner.engines.joint.deadline import Deadline
from planner.engines.joint.temporal.planning import _end, solve_timed
from planner.engines.outcome import Outcome
from planner.engines.solve import solve_task
from planner.pddl import PDDLTask, read_texts
from planner.pddl.temporal import read_plan, simulate_timed
from planner.plan import to_ipc
from planner.validation.judges import Verdict, judge

COUNT = int(os.environ.get("TIMED_CASES", "28"))
"""500 for the full run."""
MOST = 9
Literal = tuple[bool, str]


@dataclass(frozen=True)
class Act:
    name: str
    robot: str
    length: int
    start: frozenset[Literal]
    either: frozenset[Literal]
    over: frozenset[Literal]
    end: frozenset[Literal]
    at_start: frozenset[Literal]
    at_end: frozenset[Literal]


@dataclass(frozen=True)
class Case:
    acts: tuple[Act, ...]
    init: frozenset[str]
    goal: frozenset[Literal]


def random_case(seed: int) -> Case:
    rng = random.Random(seed)
    atoms = [f"p{k}" for k in range(rng.randint(2, 4))]

    def some(most: int) -> frozenset[Literal]:
        chosen = rng.sample(atoms, min(len(atoms), rng.randint(0, most)))
        return frozenset((rng.random() < 0.7, atom) for atom in chosen)

    def torn(literals: frozenset[Literal]) -> frozenset[Literal]:
        """Let an action add and delete the same: then it holds, and no other may do so then."""
        return literals | {(not sign, atom) for sign, atom in literals if rng.random() < 0.2}

    acts = tuple(Act(f"a{k}", rng.choice(["r", "q"]), rng.randint(1, 3), some(1),
                     some(3) if rng.random() < 0.3 else frozenset(), some(1), some(1),
                     torn(some(2)), torn(some(2))) for k in range(rng.randint(2, 5)))
    goal = frozenset((rng.random() < 0.8, a) for a in rng.sample(atoms, rng.randint(1, 2)))
    return Case(acts, frozenset(a for a in atoms if rng.random() < 0.3), goal)


def pddl(case: Case) -> PDDLTask:
    def text(time: str, literals: frozenset[Literal]) -> str:
        return " ".join(f"({time} ({a}))" if sign else f"({time} (not ({a})))"
                        for sign, a in sorted(literals))

    atoms = sorted({a for act in case.acts for group in (
        act.start, act.either, act.over, act.end, act.at_start, act.at_end) for _, a in group}
        | {a for _, a in case.goal} | case.init)
    actions = "\n".join(
        f"(:durative-action {a.name} :parameters (?r - robot) :duration (= ?duration (t{a.name}))"
        f" :condition (and (at start (can-{a.name} ?r)) {text('at start', a.start)}"
        f" {'(at start (or ' * bool(a.either)}{text('or', a.either)}{'))' * bool(a.either)}"
        f" {text('over all', a.over)} {text('at end', a.end)})"
        f" :effect (and {text('at start', a.at_start)} {text('at end', a.at_end)}))"
        for a in case.acts)
    domain = f"""(define (domain d) (:requirements :typing :durative-actions
     :adl) (:types robot) (:predicates {' '.join(f'({a})' for a in atoms)}
     {' '.join(f'(can-{a.name} ?r - robot)' for a in case.acts)})
     (:functions {' '.join(f'(t{a.name})' for a in case.acts)}) {actions})"""
    facts = " ".join([*(f"({a})" for a in sorted(case.init)),
                      *(f"(can-{a.name} {a.robot}) (= (t{a.name}) {a.length})" for a in case.acts)])
    return read_texts(domain, f"""(define (problem p) (:domain d) (:objects r q - robot)
     (:init {facts}) (:goal (and {' '.join(f'({a})' if s else f'(not ({a}))'
                                            for s, a in sorted(case.goal))})))""")


def holds(state: frozenset[str], literals: frozenset[Literal]) -> bool:
    return all((atom in state) is sign for sign, atom in literals)


def done(state: frozenset[str], effects: frozenset[Literal]) -> frozenset[str]:
    return (state - {a for s, a in effects if not s}) | {a for s, a in effects if s}


def apart(one: tuple[frozenset[Literal], frozenset[Literal]],
          two: tuple[frozenset[Literal], frozenset[Literal]]) -> bool:
    def atoms(literals: frozenset[Literal]) -> set[str]:
        return {atom for _, atom in literals}

    contrary = {(not sign, atom) for sign, atom in one[1]} & two[1]
    return not (atoms(one[0]) & atoms(two[1]) or atoms(two[0]) & atoms(one[1]) or contrary)


Timed = tuple[frozenset[str], frozenset[tuple[Act, int]]]


def ended(state: frozenset[str], running: frozenset[tuple[Act, int]]) -> Timed | None:
    """End what is due; None where a condition fails or two ends interfere."""
    due = [act for act, left in running if left == 0]
    others = frozenset((act, left) for act, left in running if left)
    groups = [(act.end | act.over, act.at_end) for act in due]
    if not all(holds(state, act.end) for act in due) or not all(
            apart(a, b) for a, b in combinations(groups, 2)):
        return None
    for act in due:
        state = done(state, act.at_end)
    return (state, others) if all(holds(state, act.over) for act, _ in others) else None


def begun(case: Case, state: frozenset[str], running: frozenset[tuple[Act, int]]
          ) -> Iterator[Timed]:
    """Yield what follows a moment later for each set of starts that do not interfere."""
    busy = {act.robot for act, _ in running}
    ready = [a for a in case.acts if a.robot not in busy and holds(state, a.start)
             and (not a.either or any(holds(state, frozenset({one})) for one in a.either))]
    for chosen in (c for count in range(3) for c in combinations(ready, count)):
        if len({a.robot for a in chosen}) < len(chosen) or not all(
                apart((a.start | a.either, a.at_start), (b.start | b.either, b.at_start))
                for a, b in combinations(chosen, 2)):
            continue
        after = state
        for act in chosen:
            after = done(after, act.at_start)
        now = {*running, *((act, act.length) for act in chosen)}
        if all(holds(after, act.over) for act, _ in now):
            yield after, frozenset((act, left - 1) for act, left in now)


def shortest(case: Case, most: int = MOST) -> int | None:
    """Look at all states moment by moment: ends, then any starts that do not interfere."""
    layer: set[Timed] = {(case.init, frozenset())}
    for moment in range(most + 1):
        now = {one for one in (ended(*each) for each in layer) if one is not None}
        if any(holds(state, case.goal) and not running for state, running in now):
            return moment
        layer = {after for each in now for after in begun(case, *each)}
    return None


@pytest.mark.parametrize("seed", range(COUNT))
def test_the_makespan_is_the_shortest(seed: int) -> None:
    case = random_case(seed)
    task, least = pddl(case), shortest(case)
    result = solve_timed(task, ["r", "q"], Deadline(20 if least is not None else 1.5))
    if least is None:
        assert result.cost is None or result.cost > MOST
        return
    assert result.status is Status.SOLVED_OPTIMALLY
    assert result.plan is not None
    assert result.cost == result.bound == min(least, _end(result.plan))
    assert simulate_timed(task, result.plan, Fraction(0)).failure is None


@pytest.mark.parametrize("seed", range(0, COUNT, 4))
def test_long_durations_have_a_plan_before_the_proof(seed: int) -> None:
    """Each plan on the way is executable, no robot does two things, none beats the optimum."""
    short = random_case(seed)
    case = replace(short, acts=tuple(replace(a, length=7 * a.length) for a in short.acts))
    task, least = pddl(case), shortest(case, 5 * MOST)
    if not least:
        return
    known: list[Outcome] = []
    result = solve_timed(task, ["r", "q"], Deadline(20), known.append)
    assert result.status is Status.SOLVED_OPTIMALLY
    assert result.cost is not None
    assert least - 1 < result.cost <= least + 0.1  # a wait is shorter than a moment
    for plan in (found.plan for found in known if found.plan is not None):
        assert simulate_timed(task, plan, Fraction(0)).failure is None
        for one, other in combinations(plan.steps, 2):
            first, second = sorted((one, other), key=lambda s: s.start or 0)
            apart = (first.start or 0) + (first.duration or 0) <= (second.start or 0)
            assert apart or one.arguments != other.arguments


DRIVE = world("drive")
BOXES = world("boxes")


def test_auto_makes_a_plan_in_time_shorter_and_does_not_call_it_proven() -> None:
    task = read_texts(DRIVE, f"{BOXES.rstrip()[:-1]} (:metric minimize (total-time)))")
    outcome = solve_task(task, limits=Limits(200, 2000))
    assert (outcome.status, outcome.cost, outcome.bound) == (Status.SOLVED_SATISFICING, 7, None)
    assert outcome.engine in ("joint", "aries")  # the first may meet it by chance
    assert outcome.plan is not None
    assert judge(task, read_plan(task, to_ipc(outcome.plan))).overall is Verdict.VALID


@pytest.mark.parametrize(("old", "new", "words"), [
    ("(= ?duration 2)", "(and (>= ?duration 1) (<= ?duration 2))", "may be chosen"),
    ("(at end (has ?r ?x))", "(at end (increase (far ?p ?p) 1))", "numeric"),
    ("(= ?duration 2)", "(= ?duration 0)", "positive"),
])
def test_what_has_no_meaning_is_called_by_name(old: str, new: str, words: str) -> None:
    task = read_texts(DRIVE.replace(old, new, 1), BOXES)
    outcome = solve_task(task, engine="joint", limits=Limits(20, 2000))
    assert outcome.status is Status.UNSUPPORTED_PROBLEM
    assert words in outcome.message


def test_what_starts_may_wait_for_another_start() -> None:
    """Both take 3: the second begins a moment after the first, which makes true what it needs.

    That moment may be short, so that the plan found is shorter than the shortest of moments.
    """
    none: frozenset[Literal] = frozenset()
    first = Act("a0", "r", 3, none, none, none, none, frozenset({(True, "p0")}), none)
    second = Act("a1", "q", 3, frozenset({(True, "p0")}), none, none, none, none,
                 frozenset({(True, "p1")}))
    case = Case((first, second), frozenset(), frozenset({(True, "p1")}))
    assert shortest(case) == 4
    result = solve_timed(pddl(case), ["r", "q"], Deadline(20))
    assert result.cost == result.bound == pytest.approx(3.001)


def test_two_that_add_and_delete_the_same_do_not_end_at_one_moment() -> None:
    none: frozenset[Literal] = frozenset()
    acts = tuple(Act(f"a{k}", robot, 2, none, none, none, none, none, frozenset({
        (False, "p0"), (True, "p0"), (True, f"p{k + 1}")})) for k, robot in enumerate("rq"))
    case = Case(acts, frozenset(), frozenset({(True, "p1"), (True, "p2")}))
    assert shortest(case) == 3
    assert solve_timed(pddl(case), ["r", "q"], Deadline(20)).cost == pytest.approx(2.001)


def test_what_is_in_two_actions_at_once_is_no_robot() -> None:
    """Each action has one match, but it burns while a fuse is mended: the worker acts."""
    cellar = read_texts(world("cellar"), world("cellar-problem"))
    found = solve_task(cellar, engine="joint", limits=Limits(30))
    assert (found.status, found.cost) == (Status.SOLVED_OPTIMALLY, 8)
    assert found.notes["joint"]["agents"] == ["w"]
    late = solve_task(cellar, engine="joint:match", limits=Limits(1))
    assert "the robots are the objects of type match" in late.message
