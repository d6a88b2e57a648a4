"""Language-model algorithms in the household: the loop from sentence to score, again without it."""

from collections import Counter
from pathlib import Path

from household_model import household_model
from model_server import ModelServer, serving

from benchmarks.runner import prepare, run_suite
from benchmarks.runs.store import Store
from benchmarks.runs.stored_run import StoredRun
from benchmarks.suite import Suite, load_suite

SUITE = Path(__file__).with_name("talk.toml").read_text(encoding="utf-8")
ALGORITHM = Path(__file__).with_name("algorithm.toml").read_text(encoding="utf-8")
LANGUAGE = ("act", "react", "cot", "smartllm", "coela", "llamar")


def swept(suite: Suite, out: Path, replay: Path | None = None) -> list[StoredRun]:
    runs = suite.runs(list(LANGUAGE))
    run_suite(suite, runs, prepare(suite, runs, out, resume=False), jobs=0, replay=replay)
    return list(Store(out).all())


def test_every_algorithm_ends_and_is_repeated_without_its_endpoint(tmp_path: Path) -> None:
    path = tmp_path / "talk.toml"
    faults = ["500", "nonsense", "cut", "refusal", "", "open", "no choices"]
    with serving(ModelServer(faults, model=household_model)) as server:
        path.write_text(SUITE + "".join(
            ALGORITHM.format(name=name, policy=name, url=server.url)
            + f"max_steps = {12 if name == 'llamar' else 3}\n" for name in LANGUAGE))
        suite = load_suite(path)
        live = swept(suite, tmp_path / "live")
    assert Counter(run.outcome.name for run in live) == {"finished": len(LANGUAGE)}
    assert {run.algorithm: run.record.success for run in live}["llamar"]
    again = swept(suite, tmp_path / "again", tmp_path / "live")
    for one, two in zip(live, again, strict=True):
        assert {**one.to_json(), "times": 0} == {**two.to_json(), "times": 0}
        first, second = (run.folder / "chat.jsonl" for run in (one, two) if run.folder)
        assert first.read_bytes() == second.read_bytes()
