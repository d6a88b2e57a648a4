"""Named engines on three small self-written problems: solved, unsolvable and timed out."""

from pathlib import Path

from planner.engines import Limits, Status, solve_pddl
from planner.engines.outcome import Outcome

SAMPLES = Path(__file__).parents[3] / "domains" / "pddl" / "samples"


def solve(
    domain: str, problem: str, name: str, wall_s: float = 20.0, optimal: bool = False
) -> Outcome:
    return solve_pddl(SAMPLES / f"{domain}.pddl", SAMPLES / f"{problem}.pddl", engine=name,
                      limits=Limits(wall_s, 4000), optimal=optimal)


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
