"""Every policy completes episodes, with a good model, a bad one and none."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

import pytest
from model_server import ModelServer, serving
from tables import cases

from benchmarks.baselines.policies import LANGUAGE, POLICIES
from domains.rescue.recorded import read_trajectory, trajectory_files
from planner.discovery import domain_named
from planner.domain import PolicyContext
from planner.errors import InputError
from planner.execution.episode import play, request
from planner.execution.plans.matcher import match
from planner.execution.trace import EpisodeRecord

CASES = cases(__file__)


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


@pytest.mark.parametrize(("text", "action"), CASES["said"])
def test_free_text_becomes_an_action(text: str, action: str) -> None:
    assert match(text, CASES["actions"]) == action


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
