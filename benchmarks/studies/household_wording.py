"""Run the instructions of ``suites/household-wording.toml`` and say how each was read and ended.

``python -m benchmarks.studies.household_wording [--agents N] [--only TEXT]`` prints per
instruction the goal in words and per floor plan the outcome; what was not reached is named.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.metrics import steps
from benchmarks.studies.playing import run_case
from benchmarks.suite import find_suite, load_suite
from domains.household.referee.explaining import explain
from planner.errors import PlannerError
from planner.execution.trace import EpisodeRecord
from translators.mapthor.compile import compile_instruction

__all__ = ["main", "report"]


def report(cases: Mapping[str, list[Mapping[str, Any]]]) -> Iterator[str]:
    """Yield the report line by line; ``cases`` maps each instruction to its cases."""
    solved = total = 0
    for instruction, runs in cases.items():
        goal = compile_instruction(instruction)
        yield f"{instruction}\n  goal: {goal.describe()}"
        yield from (f"  note: {remark}" for remark in goal.remarks)
        for case in runs:
            total += 1
            trace = io.StringIO()
            try:
                record = run_case("household", case, trace)
            except PlannerError as error:
                yield f"  {case['floor_plan']}: {error}"
                continue
            solved += record.success
            yield f"  {case['floor_plan']}: {_outcome(record, trace.getvalue())}"
    yield f"{solved} of {total} solved"


def _outcome(record: EpisodeRecord, trace: str) -> str:
    if record.success:
        return f"success in {steps(record)} steps"
    missing = record.extra["readings"]["final_state"]["missing"]
    why = explain(record, [json.loads(line) for line in trace.splitlines()])
    return (f"not solved after {steps(record)} steps; missing {'; '.join(missing[:4])}; "
            f"cause: {why.cause}")


def main() -> None:
    """Parse arguments, run, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agents", type=int, default=2)
    parser.add_argument("--only", default="", help="Instructions that contain this text.")
    chosen = parser.parse_args()
    cases: dict[str, list[Mapping[str, Any]]] = {}
    for case in load_suite(find_suite("household-wording")).cases:
        if chosen.only in case["instruction"]:
            cases.setdefault(case["instruction"], []).append({**case, "agents": chosen.agents})
    for line in report(cases):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
