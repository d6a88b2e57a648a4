"""Every reader of the project with sound inputs for it: what the attack of mutants feeds.

A reader takes bytes (and the path of a file that holds them) and goes as far as the program does
with such an input before it acts on it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import reader_samples as samples
from reader_samples import said

from benchmarks.baselines.answers import find_object
from benchmarks.baselines.chat import Settings, Transcript
from benchmarks.baselines.policies import replay as recorded
from benchmarks.compare import lines
from benchmarks.regression import baseline_of, judge, read_baseline
from benchmarks.report.collect import collect
from benchmarks.report.failures import failure_of
from benchmarks.report.page import render
from benchmarks.report.replays import pack, replay_from_trace
from benchmarks.runs.store import Store
from benchmarks.runs.traces import stored_trace
from benchmarks.samples import from_runs
from benchmarks.suite import load_suite
from domains.competition.belief.answers import parse_answer
from domains.competition.referee import client, frames
from domains.competition.referee.stdio import _Lines, read_sent
from domains.competition.world.actions import read_action
from domains.competition.world.plan_file import read_plan
from domains.household import actions as household_actions
from domains.household import case as household_case
from domains.household.team import read_team
from domains.household.thor.protocol.process import _read
from domains.household.thor.scenes.store import SceneStore
from domains.rescue import case as rescue_case
from domains.rescue.policy.replay import read_actions
from domains.rescue.recorded import read_trajectory
from domains.rescue.world import actions as rescue_actions
from domains.rescue.world.scene_file import parse_scene
from domains.space import items as space_items
from domains.space.scoring.ranking import read_systems
from planner.discovery import recognise
from planner.engines.anytime import Progress
from planner.engines.registry import ENGINES
from planner.engines.solve import _outcome
from planner.execution.plans.matcher import match
from planner.execution.trace import read_trace
from planner.files import parse_json
from planner.pddl import PDDLTask, read_domain, read_problem, read_texts
from planner.pddl.temporal import plan_cost
from planner.plan import parse_ipc
from planner.sandbox import Execution
from translators.competition import problem_file
from translators.competition.english.reading import parse_sentences
from translators.competition.lint.linter import lint_data
from translators.mapthor.compile import compile_instruction
from translators.space.arrangements.files import read_puzzles
from translators.space.learning import load_linear

Read = Callable[[bytes, Path], object]
ACTIONS = ("NavigateTo(ReservoirUtah)", "Move(East)", "PickUp(LostPersonTimmy)", "Idle", "Done")


@dataclass(frozen=True)
class Reader:
    """``suffix`` is the name that a mutant gets as a file; without one it is passed as bytes."""

    samples: Callable[[], Sequence[bytes]]
    read: Read
    suffix: str = ""


def _of(texts: str, read: Read, suffix: str = "") -> Reader:
    return Reader(partial(said, texts), read, suffix)


def _decoded(data: bytes) -> str:
    """Decode as a terminal or a protocol would: nothing is lost, lone surrogates may appear."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


def _text(read: Callable[..., Any], *more: object) -> Read:
    return lambda data, _: read(_decoded(data), *more)


def _bytes(read: Callable[..., Any], *more: object) -> Read:
    return lambda data, _: read(data, *more)


def _file(read: Callable[..., Any]) -> Read:
    return lambda _, path: read(path)


@cache
def _pddl() -> PDDLTask:
    return read_texts(samples.PDDL_DOMAIN, samples.TEXTS["pddl problems"][0])


def _engine_output(data: bytes, path: Path) -> object:
    progress = Progress(path.parent, _pddl())
    progress()
    runs = [Execution("exited", code, 1.0, 1.0, data.decode("utf-8", "replace"))
            for code in (0, 1, 12)]
    return [_outcome(spec, run, progress.best) for spec in ENGINES.values() for run in runs]


def _frame(data: bytes, _: Path) -> object:
    payload, _used = frames.split_frame(data)
    return frames.decode(payload) if payload is not None else None


def _run_record(path: Path) -> object:
    runs = list(Store.open(path.parents[3]).all())
    return lines(from_runs(runs)), [failure_of(run) for run in runs], baseline_of(runs, "mutants")


def _transcript(path: Path) -> object:
    asked = Transcript(Settings(), path)
    return [asked.ask("plan", samples.MESSAGES), asked.ask("plan", samples.MESSAGES)]


def _completion(text: str) -> object:
    found = find_object(text) or {}
    return [match(str(v), ACTIONS) for v in (text, *list(found.values())[:5])]


def _thor_actions(data: bytes) -> object:
    stream = BytesIO(data)
    return [_read(stream) for _ in range(3)]


def _space_items(path: Path) -> object:
    return [space_items.answers(item, 2) for item in space_items.read_items(path).values()]


READERS: dict[str, Reader] = {
    "pddl-domain": Reader(samples.pddl_domains, _text(read_domain, "mutant")),
    "pddl-problem": _of(
        "pddl problems", _text(lambda text: read_problem(text, "problem", _pddl().domain))),
    "plan": _of("plans", _text(lambda text: plan_cost(_pddl(), parse_ipc(text)))),
    "engine-output": _of("plans", _engine_output, "plan"),
    "json": Reader(samples.results, _bytes(parse_json, "mutant")),
    "competition-file": Reader(
        samples.competition_files, _bytes(problem_file.parse_problem, "mutant")),
    "competition-lint": Reader(samples.competition_files, _bytes(lint_data, "mutant")),
    "competition-told": Reader(samples.told, _text(problem_file.parse_told)),
    "competition-instructions": _of("instructions", _text(problem_file.parse_instructions)),
    "competition-english": _of("english", _text(parse_sentences)),
    "competition-plan": _of("competition plans", _text(read_plan, "mutant")),
    "competition-frame": Reader(samples.frames, _frame),
    "competition-payload": Reader(
        lambda: [frame[4:] for frame in samples.frames()], _bytes(frames.decode)),
    "competition-test-message": Reader(
        samples.opening_messages,
        _bytes(lambda data: problem_file.parse_told(client.parse_test(data).env))),
    "competition-stdio": Reader(
        samples.stdio, _text(lambda text: read_sent(_Lines(StringIO(text))))),
    "competition-answer": _of("answers", _text(parse_answer, 3)),
    "competition-action": _of("competition plans", _text(read_action)),
    "address": _of("addresses", _text(client.parse_address)),
    "rescue-scene": Reader(samples.scenes, _text(parse_scene, "mutant")),
    "rescue-case": Reader(samples.scenes, _file(rescue_case.load_case), "case.toml"),
    "rescue-replay": _of("recordings", _file(read_actions), "replay"),
    "rescue-action": _of("rescue actions", _text(rescue_actions.parse)),
    "household-case": _of("household cases", _file(household_case.load_case), "case.toml"),
    "household-sentence": _of("household sentences", _text(compile_instruction)),
    "household-action": _of("household actions", _text(household_actions.parse_action)),
    "household-team": _of("teams", _file(read_team), "team.toml"),
    "any-file": Reader(samples.any_files, _file(recognise), "case.toml"),
    "suite": Reader(samples.suites, _file(load_suite), "suite.toml"),
    "run-record": Reader(samples.results, _file(_run_record), "RUNS/runs/a/b/result.json"),
    "run-report": Reader(
        samples.results, _file(lambda path: render(collect(Store.open(path.parents[3])))),
        "RUNS/runs/a/b/result.json"),
    "trace": Reader(
        samples.traces, _file(lambda path: pack(replay_from_trace(stored_trace(path.parent)))),
        "trace.jsonl"),
    "trace-lines": Reader(samples.traces, _file(read_trace), "trace.jsonl"),
    "replay-file": Reader(samples.traces, _file(recorded.read_actions), "trace.jsonl"),
    "trajectory": _of("recordings", _file(read_trajectory), "trajectory.csv"),
    "transcript": _of("transcripts", _file(_transcript), "chat.jsonl"),
    "model-answer": _of("model answers", _text(_completion)),
    "gate-baseline": Reader(
        samples.baselines,
        _file(lambda path: judge(samples.stored_runs(), read_baseline(path))), "gate.json"),
    "simulator-action": Reader(samples.simulator_actions, _bytes(_thor_actions)),
    "scene-metadata": Reader(
        samples.metadata,
        _file(lambda path: SceneStore((path.parents[1],), rooms=False).load("FloorPlan1")),
        "STORE/metadata/FloorPlan1.metadata.json"),
    "space-items": _of("space items", _file(_space_items), "items.jsonl"),
    "space-puzzles": _of("space puzzles", _file(read_puzzles), "puzzles.jsonl"),
    "space-scores": _of("space scores", _file(read_systems), "scores.csv"),
    "space-model": _of("space models", _file(load_linear), "model.json"),
}
