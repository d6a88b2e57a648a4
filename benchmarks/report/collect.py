"""Collect what a report shows from a folder of runs and, where they pair, recorded runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.compare import Line, lines, paired
from benchmarks.report.failures import (
    action_causes,
    episode_causes,
    failed_episodes,
    no_results,
)
from benchmarks.report.page import Content
from benchmarks.report.replays import Replay, pack, replay_from_trace
from benchmarks.report.taxonomy import errors
from benchmarks.report.verdict import verdict
from benchmarks.runs.store import Store
from benchmarks.runs.stored_run import StoredRun
from benchmarks.runs.traces import stored_trace
from benchmarks.samples import Sample, from_runs, main_readings, of_these_problems, rank
from benchmarks.statistics import grouped
from benchmarks.tables import parts
from benchmarks.versions import joined
from planner.console import counted
from planner.discovery import discover
from planner.errors import InputError, UsageError

MAX_REPLAYS = 600
RecordedTrace = Callable[[Sample], list[dict[str, Any]]]


def collect(
    store: Store,
    *,
    other: Sequence[Sample] = (),
    recorded_trace: RecordedTrace | None = None,
    published: Sequence[Line] = (),
    max_replays: int = MAX_REPLAYS,
) -> Content:
    """Read all runs of a store; beside them, where they fit, recorded and ``published`` figures.

    ``other`` are recorded episodes, ``recorded_trace`` gives the trace lines of one. At most
    ``max_replays`` episodes are packed for the replay: pairs with recorded ones and unsolved ones
    first.
    Raises :class:`UsageError` where no run can be read.
    """
    header = store.header()
    unreadable: list[InputError] = []
    stored = list(store.all(unreadable.append))
    if unreadable and not stored:
        raise UsageError(f"{store.root} holds no run that can be read; {unreadable[0]}")
    every = from_runs(stored)
    runs = [r for r in stored if r.outcome.kind.counts]
    ours = [s for s in main_readings(every) if s.outcome.kind.counts]
    tests = paired(ours, ours)
    other = of_these_problems(other, every)
    if other:
        tests = [*paired(every, other, by="pair"), *tests]
    chosen = _chosen(ours, other if recorded_trace else (), max_replays)
    replays = [replay for sample in chosen
               if (replay := _replay(sample, recorded_trace)) is not None]
    acted = {f"run:{r.key}" for r in runs if r.outcome.name == "finished" and r.record.steps}
    lost = sorted(acted.intersection(s.key for s in chosen) - {r.key for r in replays})
    failures = failed_episodes(runs)
    part, sizes = parts(every, header), {s.agents for s in every}
    notes = [*([part] if part else []),
             *_notes(runs, len(replays), len(ours) + len(other), bool(other)),
             *(f"Left out, the record cannot be read: {error}" for error in unreadable),
             *(f"No replay, as the trace is missing, empty, damaged or too large: {key}"
               for key in lost)]
    return Content(
        title=f"{header.get('suite', store.root.name)}: {counted(len(stored), 'run')}",
        description=str(header.get("description", "")),
        versions=joined(run.versions for run in stored), samples=[*ours, *other],
        lines=[*lines([*every, *other]), *(p for p in published if p.agents in sizes)],
        no_results=no_results(stored),
        tests=tests, episode_causes=episode_causes(failures), action_causes=action_causes(runs),
        failures=failures,
        replays=replays, notes=notes, verdict=verdict(ours, tests), errors=errors(runs),
    )


def _chosen(ours: Sequence[Sample], other: Sequence[Sample], count: int) -> list[Sample]:
    """Choose episodes for the replay, whole pairs where possible, in a fixed order.

    Unsolved episodes are preferred; the rest is spread over the cases. The algorithm that
    solves most is shown first (on the left).
    """
    partners = grouped((s for s in other if s.pair), lambda s: s.pair)
    by_case = grouped(ours, lambda s: s.case_id)
    groups = [[*found, *partners.get(found[0].pair, [])] for _, found in sorted(by_case.items())]
    step = max(1, len(groups) * 2 // max(1, count))
    spread = [g for k in range(step) for g in groups[k::step]]
    spread.sort(key=lambda g: all(s.solved for s in g if s.source == "run"))
    chosen: list[Sample] = []
    for group in spread:
        if len(chosen) + len(group) > count and chosen:
            break
        chosen += group[:count]
    ranks = {name: rank(s for s in ours if s.algorithm == name)
             for name in {s.algorithm for s in ours}}
    return sorted(chosen, key=lambda s: (s.source != "run", ranks.get(s.algorithm, (0.0, 0.0)),
                                         s.algorithm, s.agents, s.case_id))


def _replay(sample: Sample, recorded_trace: RecordedTrace | None) -> Replay | None:
    trace = (recorded_trace(sample) if recorded_trace and sample.source == "recorded"
             else stored_trace(sample.folder))
    shown = replay_from_trace(trace)
    if not shown["steps"]:
        return None
    return Replay(sample.key, sample.algorithm, sample.case_id, sample.pair, sample.source,
                  sample.solved, len(shown["steps"]) - 1, pack(shown),
                  sample.source == "recorded" or sample.values["tokens"] > 0)


def _notes(runs: Sequence[StoredRun], replays: int, episodes: int, recorded: bool) -> list[str]:
    notes = []
    domains = discover().domains
    names = dict.fromkeys(run.record.domain for run in runs) if recorded else ()
    notes += [domains[n].recorded_note for n in names if n in domains and domains[n].recorded_note]
    if replays < episodes:
        notes.append(f"{replays} of {episodes} episodes can be replayed here "
                     "(planner report --replays N includes more).")
    unexplained = sum(not run.outcome.kind.explained for run in runs)
    if unexplained:
        notes.append(f"{counted(unexplained, 'run')} ended unexplained, a failure each.")
    return notes
