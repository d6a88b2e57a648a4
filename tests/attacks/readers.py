"""Every reader of the project with sound inputs for it (``readers.txt``): what mutants are fed to.

A reader takes a text, bytes or the path of a file that holds them, and goes as far as the program
does with such an input before it acts on it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import reader_samples as samples

from benchmarks.baselines.answers import find_object
from benchmarks.baselines.chat import Settings, Transcript
from benchmarks.baselines.policies.replay import ReplayPolicy
from benchmarks.compare import lines
from benchmarks.regression import baseline_of, judge, read_baseline
from benchmarks.report.collect import collect
from benchmarks.report.failures import failure_of
from benchmarks.report.page import render
from benchmarks.report.replays import pack, replay_from_trace
from benchmarks.runs.store import Store
from benchmarks.runs.traces import stored_trace
from benchmarks.samples import from_runs
from domains.competition.belief.answers import parse_answer
from domains.competition.referee import client, frames
from domains.competition.referee.stdio import _Lines, read_sent
from domains.household.thor.protocol.process import _read
from domains.household.thor.scenes.store import SceneStore
from domains.space.items import answers, read_items
from planner.domain import PolicyContext, load_part
from planner.engines.anytime import Progress
from planner.engines.registry import ENGINES
from planner.engines.solve import _outcome
from planner.execution.plans.matcher import match
from planner.pddl import PDDLTask, read_problem, read_texts
from planner.pddl.temporal import plan_cost
from planner.plan import parse_ipc
from planner.sandbox import Execution
from translators.competition.problem_file import parse_told

ACTIONS = ("NavigateTo(ReservoirUtah)", "Move(East)", "PickUp(LostPersonTimmy)", "Idle", "Done")


@dataclass(frozen=True)
class Reader:
    """``suffix`` is the name that a mutant gets as a file; without one it is passed as bytes."""

    samples: Callable[[], Sequence[bytes]]
    read: Callable[[bytes, Path], object]
    suffix: str = ""


def _decoded(data: bytes) -> str:
    """Decode as a terminal or a protocol would: nothing is lost, lone surrogates may appear."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


def _reader(sound: str, reading: str, suffix: str = "") -> Reader:
    given, part, *more = reading.split()
    takes: dict[str, Callable[[bytes, Path], Any]] = {
        "text": lambda data, _: _decoded(data), "bytes": lambda data, _: data,
        "file": lambda _, path: path}
    return Reader(
        partial(samples.said, sound.strip('"')) if '"' in sound else getattr(samples, sound),
        lambda data, path: load_part(part)(takes[given](data, path), *more), suffix)


@cache
def _pddl() -> PDDLTask:
    return read_texts(samples.PDDL_DOMAIN, samples.TEXTS["pddl problems"][0])


def pddl_problem(text: str) -> object:
    return read_problem(text, "problem", _pddl().domain)


def plan(text: str) -> object:
    return plan_cost(_pddl(), parse_ipc(text))


def engine_output(path: Path) -> object:
    progress = Progress(path.parent, _pddl())
    progress()
    runs = [Execution("exited", code, 1.0, 1.0, path.read_text("utf-8", "replace"))
            for code in (0, 1, 12)]
    return [_outcome(spec, run, progress.best) for spec in ENGINES.values() for run in runs]


def frame(data: bytes) -> object:
    payload, _used = frames.split_frame(data)
    return frames.decode(payload) if payload is not None else None


def opening(data: bytes) -> object:
    return parse_told(client.parse_test(data).env)


def stdio(text: str) -> object:
    return read_sent(_Lines(StringIO(text)))


def answer(text: str) -> object:
    return parse_answer(text, 3)


def run_record(path: Path) -> object:
    runs = list(Store.open(path.parents[3]).all())
    return lines(from_runs(runs)), [failure_of(run) for run in runs], baseline_of(runs, "mutants")


def run_report(path: Path) -> object:
    return render(collect(Store.open(path.parents[3])))


def trace(path: Path) -> object:
    return pack(replay_from_trace(stored_trace(path.parent)))


def replay(path: Path) -> object:
    return ReplayPolicy(None, PolicyContext(str(path))).actions


def transcript(path: Path) -> object:
    asked = Transcript(Settings(), path)
    return [asked.ask("plan", samples.MESSAGES), asked.ask("plan", samples.MESSAGES)]


def completion(text: str) -> object:
    found = find_object(text) or {}
    return [match(str(v), ACTIONS) for v in (text, *list(found.values())[:5])]


def gate(path: Path) -> object:
    return judge(samples.stored_runs(), read_baseline(path))


def simulator_actions(data: bytes) -> object:
    stream = BytesIO(data)
    return [_read(stream) for _ in range(3)]


def scene_metadata(path: Path) -> object:
    return SceneStore((path.parents[1],)).load("FloorPlan1")


def items(path: Path) -> object:
    return [answers(item, 2) for item in read_items(path).values()]


READERS = {name: _reader(*parts) for name, *parts in (
    line.split(" | ") for line in Path(__file__).with_suffix(".txt").read_text(
        encoding="utf-8").splitlines() if not line.startswith("#"))}
