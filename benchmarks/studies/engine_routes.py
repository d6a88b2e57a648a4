"""Measure routes for reward problems: the reward search against engines on the compilation.

``python -m benchmarks.studies.engine_routes FILE.xml... --engines symk,… --limit 10`` prints
the table of ``docs/engines.md`` in Markdown: problems proven, optima found, seconds
(compilation included), and any disagreement. Degenerate problems, which ``domain.pddl`` cannot
say, are counted apart. ``--engines cp-sat-bound`` is the task-level model in CP-SAT alone, without
the search: it gives a bound and no plan, and "optimum found" counts where the two are equal.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from domains.competition.search.goals import Goals, untouched_value
from domains.competition.search.layout import build_layout
from domains.competition.search.relaxed.fragment import fits
from domains.competition.search.relaxed.model import Choice, Relaxation
from domains.competition.search.rules import Rules
from domains.competition.world.grounding import ground_rewards
from planner.engines import Limits, Status
from planner.errors import ComponentError, InputError, UsageError
from translators.competition.general_path import solve_generally
from translators.competition.problem_file import ProblemFile, read_problem
from translators.competition.solving import solve_world

__all__ = ["Row", "main", "measure", "table"]

REWARD_SEARCH = "reward-search"
CP_SAT = "cp-sat-bound"


@dataclass(frozen=True)
class Row:
    """One route on one problem; ``base`` is None where no plan was found."""

    route: str
    problem: str
    status: str
    base: int | None
    proven: bool
    seconds: float


def measure(files: Iterable[Path], engines: Sequence[str], limit_s: float) -> list[Row]:
    """Run every route on every file, in the true world; progress goes to standard error."""
    rows = []
    for file in files:
        try:
            problem = read_problem(file)
            rows += [_search(problem, limit_s), *_general(problem, engines, limit_s)]
        except InputError as error:
            _note(f"skipped: {error}")
    return rows


def _search(problem: ProblemFile, limit_s: float) -> Row:
    begin = time.perf_counter()
    found = solve_world(
        problem.true_world(), problem.instructions, time_limit_s=limit_s, optimal=True
    )
    seconds = time.perf_counter() - begin
    return Row(REWARD_SEARCH, problem.name, "", found.base_score, found.proven, seconds)


def _general(problem: ProblemFile, engines: Sequence[str], limit_s: float) -> Iterable[Row]:
    for name in engines:
        if name == CP_SAT:
            yield _bound(problem, limit_s)
            continue
        begin = time.perf_counter()
        try:
            found = solve_generally(
                problem.true_world(),
                problem.instructions,
                engine=name,
                limits=Limits(limit_s, 4096),
            )
        except UsageError:
            yield Row(name, problem.name, "REFUSED", None, False, 0.0)
            continue
        except ComponentError as error:
            _note(f"{problem.name}: {name}: {error}")
            yield Row(name, problem.name, "DISAGREES", None, False, 0.0)
            continue
        proven = found.outcome.status is Status.SOLVED_OPTIMALLY
        seconds = time.perf_counter() - begin
        _note(f"{problem.name} {name} {found.outcome.status} {seconds:.1f}")
        yield Row(
            name, problem.name, str(found.outcome.status), found.base_score, proven, seconds
        )


def _bound(problem: ProblemFile, limit_s: float) -> Row:
    """Solve the relaxation alone; its bound stands for the base score."""
    begin = time.perf_counter()
    world, items = problem.true_world(), problem.instructions
    rewards = ground_rewards(world, items)
    layout = build_layout(world, rewards)
    if not fits(layout):
        return Row(CP_SAT, problem.name, "REFUSED", None, False, 0.0)
    idle = untouched_value(world, rewards)
    choice = Relaxation(layout, Rules(layout), Goals(layout)).best(
        idle, stop=lambda: time.perf_counter() - begin > limit_s)
    bound = idle if choice == "none" else None
    if isinstance(choice, Choice):
        bound = choice.bound
    return Row(CP_SAT, problem.name, "BOUND", bound, False, time.perf_counter() - begin)


def _note(text: str) -> None:
    sys.stderr.write(text + "\n")


def table(rows: Sequence[Row]) -> str:
    """Return the comparison as a Markdown table."""
    optima = {r.problem: r.base for r in rows if r.route == REWARD_SEARCH and r.proven}
    lines = [
        "| route | problems | proven | optimum found | wrong proofs | median s | p95 s |",
        "|---|---|---|---|---|---|---|",
    ]
    for route in dict.fromkeys(row.route for row in rows):
        own = [r for r in rows if r.route == route and r.status != "REFUSED"]
        seconds = sorted(r.seconds for r in own)
        if not seconds:
            continue
        known = [r for r in own if r.problem in optima]
        best = sum(r.base == optima[r.problem] for r in known)
        wrong = sum(r.proven and r.base != optima[r.problem] for r in known)
        tail = seconds[min(len(seconds) - 1, int(0.95 * len(seconds)))]
        lines.append(
            f"| {route} | {len(own)} | {sum(r.proven for r in own)} | {best} | {wrong} "
            f"| {statistics.median(seconds):.3f} | {tail:.3f} |"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--engines", default="fast-downward-optimal,symk,fast-downward-anytime")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds per run")
    parser.add_argument("--json", type=Path, help="write the single runs here")
    chosen = parser.parse_args(arguments)
    rows = measure(chosen.files, [e for e in chosen.engines.split(",") if e], chosen.limit)
    sys.stdout.write(table(rows) + "\n")
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
