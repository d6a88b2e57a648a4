"""Language-model algorithms in the household: the loop from sentence to score, again without it."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from household_model import household_model
from model_server import ModelServer, serving

from benchmarks.runner import prepare, run_suite
from benchmarks.runs.store import Store
from benchmarks.runs.stored_run import StoredRun
from benchmarks.suite import Suite, load_suite

SUITE = Path(__file__).with_name("talk.toml").read_text(encoding="utf-8")
ALGORITHM = Path(__file__).with_name("algorithm.toml").read_text(encoding="utf-8")
LANGUAGE = ("act", "react", "cot", "smartllm", "coela", "llamar")


def swept(suite: Suite, names: list[str], out: Path, replay: Path | None = None,
          **keys: Any) -> list[StoredRun]:
    runs = [run for run in suite.runs(names) if keys.items() <= run.case.items()]
    run_suite(suite, runs, prepare(suite, runs, out, resume=False), jobs=0, replay=replay)
    return list(Store(out).all())


def same_bytes(first: list[StoredRun], second: list[StoredRun]) -> None:
    assert len(first) == len(second) > 0
    for one, two in zip(first, second, strict=True):
        assert {**one.to_json(), "times": 0} == {**two.to_json(), "times": 0}
        assert one.folder is not None
        assert two.folder is not None
        assert ((one.folder / "chat.jsonl").read_bytes()
                == (two.folder / "chat.jsonl").read_bytes())


def test_every_algorithm_ends_and_is_repeated_without_its_endpoint(tmp_path: Path) -> None:
    path = tmp_path / "talk.toml"
    faults = ["500", "nonsense", "cut", "refusal", "", "open", "no choices"]
    with serving(ModelServer(faults, model=household_model)) as server:
        path.write_text(SUITE + "".join(
            ALGORITHM.format(name=name, policy=name, url=server.url)
            + f"max_steps = {12 if name == 'llamar' else 3}\n" for name in LANGUAGE))
        suite = load_suite(path)
        live = swept(suite, list(LANGUAGE), tmp_path / "live")
    assert Counter(run.outcome.name for run in live) == {"finished": len(LANGUAGE)}
    assert {run.algorithm: run.record.success for run in live}["llamar"]
    same_bytes(live, swept(suite, list(LANGUAGE), tmp_path / "again", tmp_path / "live"))


@pytest.mark.parametrize("fault", ["hang", "stream", "404", "short"])
def test_an_endpoint_that_lies_fails_its_own_runs_only(fault: str, tmp_path: Path) -> None:
    path = tmp_path / "talk.toml"
    bad = ModelServer([fault] * 50, model=household_model)
    with serving(bad), serving(ModelServer(model=household_model)) as good:
        lines = [ALGORITHM.format(name=name, policy="llamar", url=server.url)
                 for name, server in (("good", good), ("bad", bad))]
        path.write_text(SUITE + lines[0] + "max_steps = 2\n" + lines[1] + "lm_timeout_s = 0.3\n"
                        + '[algorithms.plain]\npolicy = "idle"\nmax_steps = 2\n')
        suite = load_suite(path)
        live = swept(suite, ["bad", "good", "plain"], tmp_path / "live")
        bad.release.set()
    found = {run.algorithm: run.outcome for run in live}
    assert found["bad"].name == "component"
    assert bad.url in found["bad"].message
    assert {found[name].name for name in ("good", "plain")} == {"finished"}
