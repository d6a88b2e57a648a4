"""The reward search: proofs against exhaustive search, plans against the referee."""

import signal
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from competition_oracle import best_score, flat, item, tiny_problem
from tables import cases

from domains.competition.referee.environment import Referee
from domains.competition.search import RewardPlan, plan, planning
from domains.competition.world.model import Instruction, World
from planner.supervision import Interruption
from translators.competition.generate.problems import GeneratedProblem, generate

CASES = cases(__file__)


def judged(found: RewardPlan, world: World, items: Sequence[Instruction]) -> int:
    """Return the score of a plan, which the referee confirms."""
    referee = Referee(world, items)
    assert [referee.act(action) for action in found.actions] == ["1"] * len(found.actions)
    assert referee.score().base_lo == found.base_score
    return found.base_score


@pytest.mark.parametrize(("told", "texts", "best", "done"), CASES["by_hand"])
def test_small_cases_by_hand(
    told: dict[str, Any], texts: list[str], best: int, done: str
) -> None:
    world = flat(**told)
    items = tuple(map(item, texts))
    found = plan(world, items, optimal=True)
    assert judged(found, world, items) == found.upper_bound == best_score(world, items) == best
    assert found.proven
    assert done in ", ".join(found.actions)


def test_a_task_nothing_fits_makes_everything_zero() -> None:
    items = (item("task goto sofa"), item("task puton cup table"))
    assert plan(flat({5: 2}), items).base_score == 0


def test_lost_constraints_are_not_counted() -> None:
    world = flat({5: 2, 0: 2})
    items = (item("cons_not task goto bed"), item("task goto bed"))
    fresh = plan(world, items)
    later = plan(world, items, lost=frozenset((0,)))
    assert fresh.base_score == later.base_score == 36
    both = (*items, item("task putdown cup"))
    assert plan(world, both).base_score == 76
    assert plan(world, both, lost=frozenset((0,))).base_score == 76
    idle = (items[0], item("task putdown cup"))
    assert plan(world, idle).base_score == 60
    assert plan(world, idle, lost=frozenset((0,))).base_score == 40


def test_search_ends_when_it_costs_more_than_it_may_bring(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    world, items = tiny_problem(17)
    assert plan(world, items).ended == "proof"
    monkeypatch.setattr(planning, "STATES_PER_S", 1)
    found = plan(world, items)
    assert found.ended == "effort"
    assert found.base_score < found.upper_bound


def test_the_clock_is_the_last_resort_and_says_so() -> None:
    world, items = tiny_problem(17)
    late = iter(range(0, 100_000_000, 100))
    assert plan(world, items, clock=lambda: float(next(late))).ended == "clock"


def test_a_busy_machine_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Heavy problems, one of them ended by effort, where the clock runs eight times as fast."""

    def found(problem: GeneratedProblem, tick: float) -> RewardPlan:
        ticks = iter(range(10_000_000))
        made = plan(problem.world, problem.items, clock=lambda: tick * next(ticks))
        return replace(made, seconds=0.0, setup_seconds=0.0)

    monkeypatch.setattr(planning, "STATES_PER_S", 8_000)
    ended = []
    for problem in [*generate(4, 34, family="heavy")][::3]:
        quiet = found(problem, 1e-5)
        ended.append(quiet.ended)
        assert found(problem, 8e-5) == quiet
    assert "effort" in ended


def test_a_heavy_problem_has_a_valid_plan_when_it_is_stopped_early() -> None:
    for problem in generate(2, 77, family="heavy"):
        found = plan(problem.world, problem.items, optimal=True, deadline_s=0.3)
        assert found.actions
        assert judged(found, problem.world, problem.items) <= found.upper_bound


def test_an_interrupt_ends_the_search_with_the_best_plan() -> None:
    ticks = iter(range(1_000_000))

    def clock() -> float:
        if next(ticks) == 60:
            signal.raise_signal(signal.SIGINT)
        return 0.0

    problem, *_ = generate(1, 77, family="heavy")
    before = signal.getsignal(signal.SIGINT)
    found = plan(problem.world, problem.items, optimal=True, clock=clock)
    assert signal.getsignal(signal.SIGINT) is before
    assert 0 < judged(found, problem.world, problem.items) < found.upper_bound


def test_only_the_first_interrupt_waits() -> None:
    with Interruption() as interrupted:
        assert not interrupted()
        signal.raise_signal(signal.SIGINT)
        assert interrupted()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
