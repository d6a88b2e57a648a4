"""Joint steps: the joint engine beside sequential, temporal and parallelised planners.

``python -m benchmarks.studies.joint_engines [--set NAME] [--limit S] [--others] [--json FILE]``.
Sets: ``scenes`` and ``tasks`` (every published scene of a domain with teams of 2 to 5, every task
of a suite; by way of each domain's own compiler), ``chores`` (twelve tidying problems of 10 to 20
things), ``large`` (10, 20 and 50 robots). ``--others`` adds, for the first problems of a set:
Fast Downward's first plan with its actions moved to the earliest joint step, LPG and Aries with
unit durations. Every plan is simulated. Times are wall time; ``cpu`` is this process's, ``known``
that after which neither plan nor bound got better. ``--seed``: other generated problems.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.studies.joint_cases import chores, fires
from benchmarks.suite import load_suite
from planner.cases import build, fields_of
from planner.discovery import domain_named
from planner.engines import Limits
from planner.engines.joint import JointEngine, JointPlan, JointResult
from planner.engines.joint.check import problems
from planner.engines.solve import solve_task
from planner.pddl import PDDLTask, read_domain, read_problem

__all__ = ["Row", "main", "measured", "packed"]

Named = tuple[str, PDDLTask]
TEAM = 2
OTHERS = ("fast-downward", "lpg", "aries")


@dataclass(frozen=True)
class Row:
    """One problem and engine: steps (None: no plan), bound, seconds, what was said."""

    problem: str
    engine: str
    steps: int | None
    lower: int
    seconds: float
    again: float
    cpu: float
    known: float
    how: str


def _task(translation: object) -> PDDLTask:
    domain = read_domain(translation.domain, "domain.pddl")  # type: ignore[attr-defined]
    given = read_problem(translation.problem, "problem.pddl", domain)  # type: ignore[attr-defined]
    return PDDLTask(domain, given, {**domain.constants, **given.objects})


def scenes() -> Iterator[Named]:
    """Yield five published scenes with teams of two to five."""
    domain = domain_named("rescue")
    for scene in range(1, 6):
        for team in range(2, 6):
            case = domain.case_type(scene=scene, agents=team)
            yield f"scene {scene}, {team} robots", _task(domain.translate(case))


def tasks() -> Iterator[Named]:
    """Yield the tasks of the household suite for two robots."""
    domain = domain_named("household")
    suite = load_suite(Path(str(domain.suites)) / "mapthor-1.toml")
    for entry in (e for e in suite.cases if e.get("agents") == TEAM):
        known = {key: value for key, value in entry.items() if key in fields_of(domain.case_type)}
        case = build(domain.case_type, known, str(entry["id"]))
        yield str(entry["id"]), _task(domain.translate(case))


def tidying(begin: int = 0) -> Iterator[Named]:
    """Yield twelve generated problems."""
    for seed, (things, team) in enumerate(
            ((n, r) for n in (10, 15, 20) for r in (2, 3, 4, 5)), begin):
        yield f"chores {things} things, {team} robots", chores(seed, things, team)


def large(begin: int = 0) -> Iterator[Named]:
    """Yield large teams."""
    for team in (10, 20, 50):
        yield f"fires, {team} robots", fires(1 + begin, team)


SETS: dict[str, Callable[[int], Iterator[Named]]] = {
    "scenes": lambda _: scenes(), "tasks": lambda _: tasks(), "chores": tidying, "large": large}


def measured(name: str, given: PDDLTask, limit: float) -> Row:
    """Solve twice, the second time with the grounding that was kept."""
    used, begin = time.process_time(), time.perf_counter()
    engine = JointEngine(given.domain, given.problem.objects)
    known: list[tuple[float, int | None, int]] = []

    def told(now: JointResult) -> None:
        state = None if now.plan is None else len(now.plan), now.lower
        if not known or known[-1][1:] != state:
            known.append((time.process_time() - used, *state))

    first = engine.solve(given.problem.init, given.problem.goal, limit=limit, improved=told)
    seconds, cpu = time.perf_counter() - begin, time.process_time() - used
    again = seconds
    if str(first.status) == "proven":
        again = engine.solve(given.problem.init, given.problem.goal, limit=limit,
                             polish=0.0).seconds
    steps = None if first.plan is None else len(first.plan)
    if first.plan is not None:
        assert not problems(given, first.plan.steps, engine.agents)
    return Row(name, "joint", steps, first.lower, seconds, again, cpu,
               known[-1][0] if known else cpu, first.how if first.plan else first.message)


def packed(given: PDDLTask, engine: str, limit: float) -> Row:
    """Ask another engine for a plan and move its actions to the earliest joint steps."""
    begin = time.perf_counter()
    outcome = solve_task(given, engine=engine, limits=Limits(limit, 4096))
    seconds = time.perf_counter() - begin
    if outcome.plan is None:
        return Row("", engine, None, 0, seconds, seconds, 0.0, 0.0, str(outcome.status))
    agents = JointEngine(given.domain, given.problem.objects).agents
    single = JointPlan(tuple((step,) for step in outcome.plan.steps), given, agents)
    end = time.monotonic() + limit
    return Row("", engine, len(single.tidy(deadline=end)), 0, seconds, seconds, 0.0, 0.0,
               "packed")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row per problem."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--set", choices=sorted(SETS), default="scenes")
    parser.add_argument("--limit", type=float, default=10.0)
    parser.add_argument("--only", default="0:1000", help="Numbers FROM:TO of the problems.")
    parser.add_argument("--seed", type=int, default=0, help="Added to those of generated sets.")
    parser.add_argument("--others", action="store_true")
    parser.add_argument("--json", default="")
    given = parser.parse_args(arguments)
    low, high = map(int, given.only.split(":"))
    rows: list[Row] = []
    header = "| problem | engine | steps | bound | s | s, grounded | CPU s | known at | how |"
    sys.stdout.write(f"{header}\n|{'---|' * 9}\n")
    for number, (name, task) in enumerate(SETS[given.set](given.seed)):
        if not low <= number < high:
            continue
        mine = [measured(name, task, given.limit)]
        if given.others:
            mine += [packed(task, engine, given.limit) for engine in OTHERS]
        for row in mine:
            sys.stdout.write(f"| {name} | {row.engine} | {row.steps or '–'} | {row.lower or ''} | "
                             f"{row.seconds:.2f} | {row.again:.2f} | {row.cpu:.2f} | "
                             f"{row.known:.2f} | {row.how} |\n")
            sys.stdout.flush()
        rows += mine
    _summary([row for row in rows if row.engine == "joint"])
    if given.json:
        Path(given.json).write_text(json.dumps([asdict(row) for row in rows]), encoding="utf-8")
    return 0


def _summary(rows: Sequence[Row]) -> None:
    proven = [row for row in rows if row.steps is not None and row.steps == row.lower]
    for label, values in (("wall", [r.seconds for r in rows]), ("again", [r.again for r in rows]),
                          ("CPU", [r.cpu for r in rows])):
        sys.stdout.write(f"{label}: median {statistics.median(values):.2f} s, "
                         f"most {max(values):.2f} s\n")
    sys.stdout.write(f"{len(proven)} of {len(rows)} proven\n")


if __name__ == "__main__":
    sys.exit(main())
