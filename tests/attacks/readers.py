"""Every reader of the project with sound inputs for it: what the study of mutants feeds.

A reader takes bytes (and the path of a file that holds them) and goes as far as the program does
with such an input before it acts on it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import reader_samples as samples

__all__ = ["READERS", "Reader"]

Read = Callable[[bytes, Path], object]


@dataclass(frozen=True)
class Reader:
    """``suffix`` is the name that a mutant gets as a file; without one it is passed as bytes."""

    samples: Callable[[], Sequence[bytes]]
    read: Read
    suffix: str = ""


def _text(data: bytes) -> str:
    """Decode as a terminal or a protocol would: nothing is lost, lone surrogates may appear."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


@cache
def _function(name: str) -> Callable[..., Any]:
    module, _, attribute = name.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), attribute)
    return found


def _of_text(name: str, data: bytes, _: Path, *more: object) -> object:
    return _function(name)(_text(data), *more)


def _of_bytes(name: str, data: bytes, _: Path) -> object:
    return _function(name)(data, "mutant")


def _of_file(name: str, _: bytes, path: Path) -> object:
    return _function(name)(path)


def _by_text(name: str, *more: object) -> Read:
    return lambda data, path: _of_text(name, data, path, *more)


def _by_file(name: str) -> Read:
    return partial(_of_file, name)


@cache
def _pddl() -> Any:
    from planner.pddl import PDDLTask, read_domain, read_problem

    domain = read_domain(samples.PDDL_DOMAIN, "domain")
    problem = read_problem(samples.PDDL_PROBLEM, "problem", domain)
    return PDDLTask(domain, problem, {**domain.constants, **problem.objects})


def _pddl_problem(data: bytes, _: Path) -> object:
    from planner.pddl import read_problem

    return read_problem(_text(data), "problem", _pddl().domain)


def _plan(data: bytes, _: Path) -> object:
    from planner.pddl.temporal import plan_cost
    from planner.plan import parse_ipc

    return plan_cost(_pddl(), parse_ipc(_text(data)))


def _engine_output(data: bytes, path: Path) -> object:
    """Read a mutant as the plan file and as the log of every engine."""
    from planner.engines.anytime import Progress
    from planner.engines.registry import ENGINES
    from planner.engines.sandbox import Execution
    from planner.engines.solve import _outcome

    progress = Progress(path.parent, _pddl(), "engine")
    progress()
    plan = progress.best
    runs = [Execution("exited", code, 1.0, 1.0, 1.0, data.decode("utf-8", "replace"))
            for code in (0, 1, 12)]
    return [_outcome(spec, run, plan) for spec in ENGINES.values() for run in runs]


def _frame(data: bytes, _: Path) -> object:
    from domains.competition.referee.frames import decode, split_frame

    payload, _used = split_frame(data)
    return decode(payload) if payload is not None else None


def _platform_test(data: bytes, _: Path) -> object:
    from domains.competition.referee.client import parse_test
    from translators.competition.problem_file import parse_told

    return parse_told(parse_test(data).env)


def _stdio(data: bytes, _: Path) -> object:
    from domains.competition.referee.stdio import _Lines, read_sent

    return read_sent(_Lines(StringIO(_text(data))))


def _answer(data: bytes, _: Path) -> object:
    from domains.competition.belief.answers import parse_answer

    return parse_answer(_text(data), 3)


def _stored(path: Path) -> Any:
    """Read the run whose ``result.json`` or ``trace.jsonl`` is the mutant."""
    from benchmarks.runs.store import Store

    store = Store.open(path.parents[3])
    return list(store.all())


def _run_record(_: bytes, path: Path) -> object:
    from benchmarks.compare import lines
    from benchmarks.regression import baseline_of
    from benchmarks.report.failures import failure_of
    from benchmarks.samples import from_runs

    runs = _stored(path)
    return (lines(from_runs(runs)), [failure_of(run) for run in runs], baseline_of(runs, "mutants"))


def _run_report(_: bytes, path: Path) -> object:
    from benchmarks.report.collect import collect
    from benchmarks.report.page import render
    from benchmarks.runs.store import Store

    return render(collect(Store.open(path.parents[3])))


def _trace(_: bytes, path: Path) -> object:
    from benchmarks.report.replays import pack, replay_from_trace
    from benchmarks.runs.traces import stored_trace

    return pack(replay_from_trace(stored_trace(path.parent)))


def _transcript(_: bytes, path: Path) -> object:
    from benchmarks.baselines.chat import Settings, Transcript

    said = Transcript(Settings(), path)
    return [said.ask("plan", samples.MESSAGES), said.ask("plan", samples.MESSAGES)]


def _completion(data: bytes, _: Path) -> object:
    from benchmarks.baselines.answers import find_object
    from planner.execution.plans.matcher import match

    text = _text(data)
    found = find_object(text) or {}
    return [match(str(v), samples.ACTIONS) for v in (text, *list(found.values())[:5])]


def _baseline(_: bytes, path: Path) -> object:
    from benchmarks.regression import judge, read_baseline

    return judge(samples.stored_runs(), read_baseline(path))


def _thor_action(data: bytes, _: Path) -> object:
    from domains.household.thor.protocol.process import _read

    stream = BytesIO(data)
    return [_read(stream) for _ in range(3)]


def _scene_store(_: bytes, path: Path) -> object:
    from domains.household.thor.scenes.store import SceneStore

    store = SceneStore((path.parents[1],), rooms=False)
    return store.load("FloorPlan1")


def _household_final(data: bytes, _: Path) -> object:
    from planner.files import parse_json

    return parse_json(data, "mutant")


def _space_items(_: bytes, path: Path) -> object:
    from domains.space.items import answers, read_items

    items = read_items(path)
    return [answers(item, 2) for item in items.values()]


READERS: dict[str, Reader] = {
    "pddl-domain": Reader(samples.pddl_domains, _by_text("planner.pddl:read_domain", "mutant")),
    "pddl-problem": Reader(samples.pddl_problems, _pddl_problem),
    "plan": Reader(samples.plans, _plan),
    "engine-output": Reader(samples.plans, _engine_output, "plan"),
    "json": Reader(samples.results, _household_final),
    "competition-file": Reader(
        samples.competition_files,
        partial(_of_bytes, "translators.competition.problem_file:parse_problem")),
    "competition-lint": Reader(
        samples.competition_files,
        partial(_of_bytes, "translators.competition.lint.linter:lint_data")),
    "competition-told": Reader(
        samples.told, _by_text("translators.competition.problem_file:parse_told")),
    "competition-instructions": Reader(
        samples.instructions,
        _by_text("translators.competition.problem_file:parse_instructions")),
    "competition-english": Reader(
        samples.english, _by_text("translators.competition.english.reading:parse_sentences")),
    "competition-plan": Reader(
        samples.competition_plans,
        _by_text("domains.competition.world.plan_file:read_plan", "mutant")),
    "competition-frame": Reader(samples.frames, _frame),
    "competition-payload": Reader(
        samples.payloads,
        lambda data, _: _function("domains.competition.referee.frames:decode")(data)),
    "competition-test-message": Reader(samples.tests, _platform_test),
    "competition-stdio": Reader(samples.stdio, _stdio),
    "competition-answer": Reader(samples.answers, _answer),
    "address": Reader(
        samples.addresses, _by_text("domains.competition.referee.client:parse_address")),
    "rescue-scene": Reader(
        samples.scenes, _by_text("domains.rescue.world.scene_file:parse_scene", "mutant")),
    "rescue-case": Reader(samples.scenes, _by_file("domains.rescue.case:load_case"), "case.toml"),
    "rescue-replay": Reader(
        samples.recordings, _by_file("domains.rescue.policy.replay:read_actions"), "replay"),
    "household-case": Reader(
        samples.household_cases, _by_file("domains.household.case:load_case"), "case.toml"),
    "household-sentence": Reader(
        samples.household_sentences, _by_text("translators.mapthor.compile:compile_instruction")),
    "household-file": Reader(
        samples.household_files, _by_file("domains.household.case:load_case"), "case.toml"),
    "household-action": Reader(
        samples.household_actions, _by_text("domains.household.actions:parse_action")),
    "rescue-action": Reader(samples.rescue_actions, _by_text("domains.rescue.world.actions:parse")),
    "competition-action": Reader(
        samples.competition_plans, _by_text("domains.competition.world.actions:read_action")),
    "household-team": Reader(
        samples.teams, _by_file("domains.household.team:read_team"), "team.toml"),
    "any-file": Reader(samples.any_files, _by_file("planner.discovery:recognise"), "case.toml"),
    "suite": Reader(samples.suites, _by_file("benchmarks.suite:load_suite"), "suite.toml"),
    "run-record": Reader(samples.results, _run_record, "RUNS/runs/a/b/result.json"),
    "run-report": Reader(samples.results, _run_report, "RUNS/runs/a/b/result.json"),
    "trace": Reader(samples.traces, _trace, "trace.jsonl"),
    "trace-lines": Reader(
        samples.traces, _by_file("planner.execution.trace:read_trace"), "trace.jsonl"),
    "replay-file": Reader(
        samples.traces, _by_file("benchmarks.baselines.policies.replay:read_actions"),
        "trace.jsonl"),
    "trajectory": Reader(
        samples.recordings, _by_file("domains.rescue.recorded:read_trajectory"),
        "trajectory.csv"),
    "transcript": Reader(samples.transcripts, _transcript, "chat.jsonl"),
    "model-answer": Reader(samples.model_answers, _completion),
    "gate-baseline": Reader(samples.baselines, _baseline, "gate.json"),
    "simulator-action": Reader(samples.simulator_actions, _thor_action),
    "scene-metadata": Reader(
        samples.metadata, _scene_store, "STORE/metadata/FloorPlan1.metadata.json"),
    "space-items": Reader(samples.space_items, _space_items, "items.jsonl"),
    "space-puzzles": Reader(
        samples.space_puzzles, _by_file("translators.space.arrangements.files:read_puzzles"),
        "puzzles.jsonl"),
    "space-scores": Reader(
        samples.space_scores, _by_file("domains.space.scoring.ranking:read_systems"),
        "scores.csv"),
    "space-model": Reader(
        samples.space_models, _by_file("translators.space.learning:load_linear"), "model.json"),
}
