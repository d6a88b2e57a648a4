"""The front door of the library: lazy, typed, the same words and errors as the command line."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from commands import python

import planner
from planner.environment import Briefing, Decision, Observation

ROOT = Path(__file__).resolve().parents[2]
SCENE = ROOT / "domains" / "rescue" / "scenes" / "scene_5.toml"
GRIPPER = ROOT / "domains" / "pddl" / "samples" / "gripper.pddl"
GRIPPER_DOMAIN = GRIPPER.with_name("gripper-domain.pddl")


def test_every_name_is_there_and_importing_is_light() -> None:
    for name in planner.__all__:
        assert getattr(planner, name) is not None, name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = planner.nothing
    code = ("import sys, planner; heavy = {'typer', 'unified_planning', 'networkx', 'lark'}"
            "; sys.exit(len(heavy & set(sys.modules)))")
    assert python("-c", code).returncode == 0
    problem = ROOT / "domains/competition/problems/plate.xml"  # as in the browser, without numpy
    code = ("import sys; sys.modules['numpy'] = None; import planner; from domains.competition "
            "import plan_picture; c = planner.load(sys.argv[1]); r = planner.solve(c); "
            "print(plan_picture.draw_plan(c, r.plan_text, r.to_json()))")
    assert python("-c", code, problem).stdout.startswith("<svg")


def test_a_file_is_solved_and_its_plan_judged(tmp_path: Path) -> None:
    report = planner.solve(str(GRIPPER), domain=GRIPPER_DOMAIN)
    assert report.solved
    assert "actions" in str(report)
    assert "<ol>" in report._repr_html_()
    (plan := tmp_path.parent / "gripper.plan").write_text(report.plan_text or "")
    for given in (report.plan_text or "", plan):
        assert str(planner.validate(GRIPPER, given, domain=GRIPPER_DOMAIN).status) == "valid"
    planner.translate(GRIPPER, tmp_path, domain=GRIPPER_DOMAIN)
    assert {p.name for p in tmp_path.iterdir()} == {"domain.pddl", "problem.pddl", "map.json"}


def test_an_episode_with_a_policy_of_ones_own(tmp_path: Path) -> None:
    class Idler:
        def reset(self, briefing: planner.Briefing, observations: object) -> None:
            self.agents = briefing.agents

        def decide(self, observations: object) -> planner.Decision:
            return planner.Decision(dict.fromkeys(self.agents, "Idle"))

    record = planner.run(str(SCENE), policy=Idler(), max_steps=3, trace=tmp_path / "t.jsonl")
    assert not record.success
    assert str(record).startswith("rescue scene_5 by Idler: not solved in 3 steps")
    assert "<ul>" in record._repr_html_()
    assert len((tmp_path / "t.jsonl").read_text().splitlines()) == 5


@pytest.mark.parametrize(("call", "error", "words"), [
    (lambda: planner.load(SCENE, agent=3), "InputError", "did you mean 'agents'"),
    (lambda: planner.case("rescu"), "UsageError", "did you mean 'rescue'"),
    (lambda: planner.translate(SCENE, SCENE / "x"), "UsageError", "x: cannot be written"),
    (lambda: planner.run(SCENE, policy="nowhere:Policy"), "MissingError", "cannot be loaded"),
    (lambda: planner.solve(GRIPPER, time_limit=0), "UsageError", "must be above 0"),
    (lambda: planner.run(GRIPPER, domain=GRIPPER_DOMAIN), "UsageError", "has no environment"),
    (lambda: planner.validate(GRIPPER, planner.load(GRIPPER)), "UsageError", "a plan is a text"),
    (lambda: planner.run(SCENE, policy=_Raising()), "AgentError",
     r"agent test_api:_Raising: reset\(\) raised ZeroDivisionError: .*test_api.py:"),
    (lambda: planner.run(SCENE, policy=planner.load(SCENE)), "UsageError", "is no policy"),
    (lambda: list(planner.improve(GRIPPER, time_limit=-1)), "UsageError", "must be above 0"),
    (lambda: planner.solve(3), "UsageError", "int is the case of no installed domain"),
])
def test_errors_are_the_command_lines(call: object, error: str, words: str) -> None:
    assert callable(call)
    with pytest.raises(planner.PlannerError, match=words) as caught:
        call()
    assert type(caught.value).__name__ == error


class _Raising:
    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        self.share = len(observations) / 0

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        return Decision({})


class _Passing:
    """Waits, passes the time, acts, stops."""

    name = "passing"

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        self.first, self.second = briefing.agents
        self.steps = 0

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        self.steps += 1
        if self.steps == 3:
            return Decision({self.first: "Done", self.second: "Done"})
        return Decision({self.first: "Explore", self.second: "Idle" if self.steps == 1 else "Done"},
                        idle=[self.first] if self.steps == 2 else [])


def test_who_does_nothing_or_passes_the_time_is_idle() -> None:
    case = planner.case("rescue", scene=1, agents=2)
    record = planner.run(case, policy=_Passing())
    assert record.idle is not None
    assert list(record.idle.values()) == [1, 2]  # the closing row counts for nobody
