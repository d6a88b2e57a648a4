"""Named engines on three small self-written problems: solved, unsolvable and timed out."""

from pathlib import Path

import pytest

from planner.engines import ENGINES, Limits, Status, solve_pddl
from planner.engines.outcome import Outcome
from planner.engines.registry import engine
from planner.errors import UsageError

SAMPLES = Path(__file__).parents[3] / "domains" / "pddl" / "samples"
QUICK = ["fast-downward", "lpg", "pyperplan"]


def solve(
    domain: str, problem: str, name: str, wall_s: float = 20.0, optimal: bool = False
) -> Outcome:
    return solve_pddl(SAMPLES / f"{domain}.pddl", SAMPLES / f"{problem}.pddl", engine=name,
                      limits=Limits(wall_s, 4000), optimal=optimal)


@pytest.fixture(params=QUICK)
def name(request: pytest.FixtureRequest) -> str:
    trouble = engine(request.param).missing()
    if trouble:
        pytest.skip(trouble)
    return str(request.param)


def test_three_engines_solve_a_strips_problem(name: str) -> None:
    outcome = solve("gripper-domain", "gripper", name)
    assert outcome.status is Status.SOLVED_SATISFICING
    assert outcome.plan is not None
    assert outcome.cost == len(outcome.plan) >= 9


def test_unsolvable_is_not_a_crash(name: str) -> None:
    outcome = solve("parcels-domain", "parcels-unsolvable", name)
    assert outcome.plan is None
    assert outcome.status in (Status.UNSOLVABLE_PROVEN, Status.UNSOLVABLE_INCOMPLETELY)


def test_a_time_limit_is_told_apart() -> None:
    outcome = solve("gripper-domain", "gripper", "fast-downward", wall_s=0.02)
    assert outcome.status is Status.TIMEOUT
    assert outcome.plan is None


def test_optimal_is_proved_and_satisficing_engines_are_refused() -> None:
    proved = solve("parcels-domain", "parcels", "auto", optimal=True)
    assert (proved.status, proved.cost, proved.bound) == (Status.SOLVED_OPTIMALLY, 18, 18)
    assert solve("parcels-domain", "parcels", "fast-downward", optimal=True).status is (
        Status.UNSUPPORTED_PROBLEM)


def test_an_unsupported_feature_is_named_with_its_compilation() -> None:
    outcome = solve("lamps-domain", "lamps", "pyperplan")
    assert outcome.status is Status.UNSUPPORTED_PROBLEM
    assert "conditional effects" in outcome.message
    assert "CONDITIONAL_EFFECTS_REMOVING" in outcome.message


def test_adl_is_solved() -> None:
    assert solve("lamps-domain", "lamps", "fast-downward").status.solved


def test_unknown_engine_names_the_known() -> None:
    with pytest.raises(UsageError, match="fast-downward"):
        engine("slow-upward")


@pytest.mark.parametrize("entry", sorted(ENGINES))
def test_every_entry_is_complete(entry: str) -> None:
    spec = ENGINES[entry]
    assert spec.summary
    assert spec.name == entry
    assert spec.missing() or spec.version()
