"""Every policy completes episodes, with a good model, a bad one and none."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

import pytest
from model_server import ModelServer, serving

from benchmarks.baselines.policies import LANGUAGE, POLICIES
from domains.rescue.recorded import read_trajectory, trajectory_files
from planner.discovery import domain_named
from planner.domain import PolicyContext
from planner.errors import InputError
from planner.execution.episode import play, request
from planner.execution.plans.matcher import match
from planner.execution.trace import EpisodeRecord


def run_case(
    case: Mapping[str, Any], trace: TextIO | None = None, folder: Path | None = None
) -> EpisodeRecord:
    asked = request(domain_named("corridor"), {k: v for k, v in case.items() if k != "id"})
    return play(asked, trace, "", PolicyContext("", asked.settings, folder))


def episode(name: str, server: ModelServer, folder: Path, **case: Any) -> EpisodeRecord:
    full = {"id": name, "policy": name, "endpoint": server.url, "lm_backoff_s": 0.001,
            "lm_timeout_s": 5, "agents": 2, "max_steps": 12, **case}
    return run_case(full, folder=folder)


@pytest.mark.parametrize("name", LANGUAGE)
def test_language_policies_act_on_observations_alone(name: str, tmp_path: Path) -> None:
    server = ModelServer()
    server.faults = []
    with serving(server):
        record = episode(name, server, tmp_path)
    assert record.policy == name
    assert record.tokens > 0
    assert (tmp_path / "chat.jsonl").is_file()
    if name in ("react", "cot", "llamar"):
        assert record.success
    assert all("credited" not in str(r["messages"]) for r in server.requests)


@pytest.mark.parametrize("name", LANGUAGE)
def test_a_model_that_talks_nonsense_only_fails(name: str, tmp_path: Path) -> None:
    with serving(ModelServer(model=lambda prompt: "Purple elephants sing.")) as server:
        record = episode(name, server, tmp_path, max_steps=4)
    assert not record.success
    assert record.outcome == "finished"


def test_budget_ends_an_episode(tmp_path: Path) -> None:
    with serving(ModelServer()) as server:
        record = episode("react", server, tmp_path, lm_budget_tokens=500)
    assert 0 < record.steps < 12


@pytest.mark.parametrize("name", [n for n in POLICIES if n not in (*LANGUAGE, "replay")])
def test_plain_policies_are_repeatable(name: str) -> None:
    case = {"id": name, "policy": name, "seed": 3, "agents": 2}
    first, second = (run_case(case) for _ in "ab")
    assert first.successes == second.successes
    assert first.policy == name


def test_a_trace_can_be_played_again(tmp_path: Path) -> None:
    with (tmp_path / "trace.jsonl").open("w") as stream:
        first = run_case({"id": "x", "seed": 2}, stream)
    case = {"id": "x", "seed": 2, "policy": f"replay:{tmp_path / 'trace.jsonl'}"}
    second = run_case(case)
    assert second.credited == first.credited
    (tmp_path / "bad").write_text('{"kind": "step", "actions": 1}\n')
    with pytest.raises(InputError, match=r"bad: step 1 has no actions"):
        run_case({"policy": f"replay:{tmp_path / 'bad'}"})


ACTIONS = ("NavigateTo(Fridge_1)", "OpenObject(Fridge_1)", "CloseObject(Fridge_1)",
           "PickupObject(Tomato_1)", "PickupObject(Tomato_2)", "PutObject(Fridge_1)",
           "ToggleObjectOn(LightSwitch_1)", "ToggleObjectOff(LightSwitch_1)",
           "SliceObject(Bread_1)", "Rotate(Left)", "Rotate(Right)", "Explore", "Idle", "Done")


@pytest.mark.parametrize(("text", "action"), [
    ("open the fridge", "OpenObject(Fridge_1)"),
    ("I will walk over to the fridge.", "NavigateTo(Fridge_1)"),
    ("pick up tomato 2", "PickupObject(Tomato_2)"),
    ("put the tomato in the fridge", "PutObject(Fridge_1)"),
    ("switch the light switch off", "ToggleObjectOff(LightSwitch_1)"),
    ("turn on LightSwitch", "ToggleObjectOn(LightSwitch_1)"),
    ("cut the bread", "SliceObject(Bread_1)"),
    ("shut the fridge door", "CloseObject(Fridge_1)"),
    ("closeobject(fridge_1)", "CloseObject(Fridge_1)"),
    ("wait", "Idle"), ("rotate to the left", "Rotate(Left)"), ("look around", "Explore"),
    ("Purple elephants sing quietly.", ""), ("", ""),
])
def test_free_text_becomes_an_action(text: str, action: str) -> None:
    assert match(text, ACTIONS) == action


def test_matcher_on_recorded_pairs(shared: Path) -> None:
    """LLaMAR's embedding mapped 96.7 % of its texts correctly (paper); ours on its records."""
    right = total = 0
    for _, _, _, path in trajectory_files(shared)[::4]:
        steps = read_trajectory(path)
        known = sorted({a for step in steps for a in step.actions})
        for step in steps:
            for words, action in zip(step.words, step.actions):
                total += 1
                right += match(words, known) == action
    assert right / total > 0.967
