"""Find regressions of a sweep against a stored baseline, per case and overall (``docs/ci.md``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from benchmarks.metrics import steps, success_rate, transport_rate
from benchmarks.runs.stored_run import StoredRun
from benchmarks.statistics import clopper_pearson, grouped, mcnemar, paired_bootstrap
from planner.console import counted
from planner.errors import ComponentError, InputError
from planner.files import read_json, write_text

FORMAT = 1
STEP_SHARE, STEP_FLOOR = 0.2, 1.0
TR_SLACK = 0.05
OVERALL_SHARE = 0.01
LEVEL = 0.05
MAX_BYTES = 20_000_000


_Number = Annotated[float, Field(strict=True, ge=-1e15, le=1e15)]


class _Case(TypedDict):
    """What a baseline says of one case."""

    solved: Annotated[bool, Field(strict=True)]
    L: _Number
    L_high: _Number
    TR: _Number
    TR_low: _Number


_CASES = TypeAdapter(dict[str, _Case])


@dataclass(frozen=True)
class Finding:
    """One difference; ``worse`` findings make the gate fail.

    ``undecided``: a run gave no result, so that nothing can be said about its case; without worse
    findings the gate neither passes nor fails.
    """

    where: str
    message: str
    worse: bool = True
    undecided: bool = False


@dataclass(frozen=True)
class GateVerdict:
    """The gate's answer: it passes when no finding is worse and none is undecided."""

    findings: tuple[Finding, ...]
    cases: int

    @property
    def passed(self) -> bool:
        """Say whether every case was judged and nothing got worse."""
        return not self.failed and not any(finding.undecided for finding in self.findings)

    @property
    def failed(self) -> bool:
        """Say whether something got worse."""
        return any(finding.worse for finding in self.findings)


def baseline_of(runs: Iterable[StoredRun], suite: str) -> dict[str, Any]:
    """Describe a sweep as a baseline: a value and its tolerated interval per case.

    Steps may grow by a fifth and at least by one, the transport rate may fall by .05, a solved
    case must stay solved. The intervals are data: edit them where a case deserves others.
    Raises ComponentError when a run gave no result or crashed: that is nothing to measure by.
    """
    runs = [run for run in runs if run.outcome.name != "begins-done"]
    bad = [run for run in runs if not (run.outcome.kind.counts and run.outcome.kind.explained)]
    if bad:
        raise ComponentError(
            f"{counted(len(bad), 'run')} gave no result or crashed, e.g. {bad[0].key}: "
            f"{bad[0].outcome.name}: {bad[0].outcome.message}; no baseline is made of that "
            "(planner bench --resume)")
    cases = {}
    for run in sorted(runs, key=lambda r: r.key):
        length, rate = steps(run.record), transport_rate(run.record)
        slack = max(STEP_FLOOR, STEP_SHARE * length)
        cases[run.key] = {
            "solved": run.record.success, "L": length, "L_high": round(length + slack, 2),
            "TR": round(rate, 4), "TR_low": round(max(0.0, rate - TR_SLACK), 4),
        }
    return {"format": FORMAT, "suite": suite, "cases": cases}


def judge(runs: Sequence[StoredRun], baseline: Mapping[str, Any]) -> GateVerdict:
    """Compare runs with a baseline.

    Per case: still solved, steps and transport rate within their intervals. Overall, per
    algorithm: the success rate against the baseline's Clopper–Pearson interval and by McNemar's
    exact test; steps by the paired bootstrap (worse when the 95 % interval of six cases or more
    excludes zero and the mean grew by more than one per cent). Missing cases and unexplained
    outcomes are failures; runs without a result leave the gate undecided.
    """
    now = {run.key: run for run in runs}
    cases: Mapping[str, Mapping[str, Any]] = baseline["cases"]
    absent = [key for key in cases if key not in now]
    found = [Finding("suite", f"not run: {counted(len(absent), 'case')} of the baseline, "
                              f"e.g. {absent[0]}")] if absent else []
    found += [Finding(run.key, f"unexplained outcome: {run.outcome.name}: {run.outcome.message}")
              for run in runs if run.outcome.kind.counts and not run.outcome.kind.explained]
    found += [Finding(run.key, f"no result: {run.outcome.name}: {run.outcome.message}",
                      worse=False, undecided=True)
              for run in runs if not run.outcome.kind.counts and run.key in cases]
    shared = [(now[key], then) for key, then in cases.items()
              if key in now and now[key].outcome.kind.counts]
    for run, then in shared:
        found += _case(run, then)
    for algorithm, pairs in sorted(grouped(shared, lambda pair: pair[0].algorithm).items()):
        found += _overall(algorithm, pairs)
    new = [key for key in now if key not in cases]
    if new:
        found.append(Finding("suite", f"not in the baseline: {counted(len(new), 'run')}, "
                                      f"e.g. {new[0]}", worse=False))
    order = sorted(found, key=lambda f: (not f.worse, not f.undecided, "overall" not in f.where))
    return GateVerdict(tuple(order), len(shared))


def read_baseline(path: Path) -> dict[str, Any]:
    """Read a baseline; raises InputError when the file is none."""
    if not path.exists():
        raise InputError(f"{path}: there is no such file; make it with --update")
    data = read_json(path, MAX_BYTES)
    try:
        return {**data, "cases": _CASES.validate_python(data["cases"])}
    except ValidationError as error:
        first = error.errors()[0]
        place = " ".join(map(str, first["loc"]))
        raise InputError(f"{path}: case {place}: {first['msg']}; solved must be true or false, "
                         "the rest numbers") from None
    except (KeyError, TypeError) as error:
        raise InputError(f"{path}: not a baseline: {error!r}") from None


def write_baseline(path: Path, baseline: Mapping[str, Any]) -> None:
    """Write a baseline, one case per line so that changes are easy to read."""
    head = {k: v for k, v in baseline.items() if k != "cases"}
    lines = [f"  {json.dumps(key)}: {json.dumps(case)}" for key, case in baseline["cases"].items()]
    text = json.dumps(head)[:-1] + ', "cases": {\n' + ",\n".join(lines) + "\n}}\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, text)


def to_json(verdict: GateVerdict) -> dict[str, Any]:
    """Return the verdict as JSON data."""
    return {"format": FORMAT, "passed": verdict.passed, "failed": verdict.failed,
            "cases": verdict.cases,
            "findings": [asdict(f) for f in verdict.findings]}


def _case(run: StoredRun, then: Mapping[str, Any]) -> list[Finding]:
    length, rate = steps(run.record), transport_rate(run.record)
    found = []
    if then["solved"] and not run.record.success:
        found.append(Finding(run.key, f"was solved in {then['L']:g} steps, is not solved any more "
                                      f"(TR {rate:.2f}, {length} steps)"))
    elif length > then["L_high"] and then["solved"]:
        found.append(Finding(run.key, f"{length} steps, tolerated {then['L_high']:g} "
                                      f"(baseline {then['L']:g})"))
    if rate < then["TR_low"] and not (then["solved"] and not run.record.success):
        found.append(Finding(run.key, f"TR {rate:.2f}, tolerated {then['TR_low']:.2f} "
                                      f"(baseline {then['TR']:.2f})"))
    if run.record.success and not then["solved"]:
        found.append(Finding(run.key, "is solved now", worse=False))
    return found


def _overall(
    algorithm: str, pairs: Sequence[tuple[StoredRun, Mapping[str, Any]]]
) -> list[Finding]:
    found = []
    before = clopper_pearson(sum(then["solved"] for _, then in pairs), len(pairs))
    rate = fmean(success_rate(run.record) for run, _ in pairs)
    test = mcnemar((run.record.success, bool(then["solved"])) for run, then in pairs)
    if rate < before.low or (rate < before.mean and test < LEVEL):
        found.append(Finding(f"{algorithm} overall", f"SR {rate:.2f}, baseline {before} "
                                                     f"(McNemar p = {test:.3g})"))
    change = paired_bootstrap(((steps(run.record), then["L"]) for run, then in pairs))
    base = fmean(then["L"] for _, then in pairs)
    text = (f"L {base + change.mean:.2f}, baseline {base:.2f}: {change.mean:+.2f} "
            f"[{change.low:+.2f}, {change.high:+.2f}] steps")
    if change.sign > 0 and change.mean > OVERALL_SHARE * base:
        found.append(Finding(f"{algorithm} overall", text))
    elif change.sign < 0:
        found.append(Finding(f"{algorithm} overall", f"better: {text}", worse=False))
    return found
