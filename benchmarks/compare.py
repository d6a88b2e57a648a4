"""Compare algorithms: a line per algorithm and team size, and tests where episodes pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Literal

from benchmarks.basis import NOT_RECORDED, UNKNOWN, Basis
from benchmarks.metrics import METRICS, aggregate
from benchmarks.samples import Sample, main_readings
from benchmarks.statistics import Interval, grouped, mcnemar, paired_bootstrap

COLUMNS = ("SR", "TR", "C", "B", "B_LLaMAR", "L", "L_bound", "L_done", "score", "seconds",
           "tokens", "cost")
PAIRED = ("TR", "C", "B", "L", "score")
PRINTED = {"L": "L_done", "B": "B_LLaMAR"}
"""What papers print under these names."""
_Pairs = Sequence[tuple[dict[str, float], dict[str, float]]]
EASY = 0.05
"""Where a control succeeds more often, tables say that success means little."""


@dataclass(frozen=True)
class Line:
    """One algorithm at one team size; ``values`` by metric name, missing where unknown.

    ``no_result`` counts the runs that gave none, by outcome; they enter nothing else.
    ``reading`` is empty for the reading that decides success. ``begin_done`` names the cases that
    begin done, ``failed`` counts the runs that did not end by themselves, by outcome. ``decided``
    says who made the decisions where that was not the policy alone.
    """

    domain: str
    agents: int
    algorithm: str
    source: str
    episodes: int
    values: dict[str, Interval]
    unexplained: int = 0
    no_result: dict[str, int] = field(default_factory=dict)
    basis: Basis = UNKNOWN
    reading: str = ""
    control: bool = False
    begin_done: tuple[str, ...] = ()
    failed: dict[str, int] = field(default_factory=dict)
    decided: dict[str, int] = field(default_factory=dict)
    note: str = ""

    @property
    def name(self) -> str:
        """Return the algorithm, with its mark if it is a control."""
        return f"{self.algorithm} (control)" if self.control else self.algorithm

    @property
    def easy(self) -> bool:
        """Say whether a control succeeds so often that success means little here."""
        return self.control and "SR" in self.values and self.values["SR"].mean > EASY


@dataclass(frozen=True)
class PairedLine:
    """Two algorithms on the same problems, judged and prepared alike: ``first - second``.

    ``steps_solved`` is the difference of L where both succeeded; ``p_success`` is None where
    success was not recorded.
    """

    domain: str
    agents: int
    first: str
    second: str
    pairs: int
    first_only: int
    second_only: int
    p_success: float | None
    differences: dict[str, Interval]
    steps_solved: Interval | None = None


def lines(samples: Sequence[Sample]) -> list[Line]:
    """Sum samples up per domain, team size, algorithm and referee; controls come last."""
    groups = grouped(samples, lambda s: (
        s.domain, s.agents, s.control, s.source != "run", s.algorithm, s.basis.referee))
    return [_line(groups[key]) for key in sorted(groups)]


def _line(found: Sequence[Sample]) -> Line:
    first, counted = found[0], [s for s in found if s.outcome.kind.counts]
    decided: Counter[str] = Counter()
    for sample in counted:
        decided.update(sample.decided)
    failed = Counter(s.outcome.name for s in counted if s.outcome.name != "finished")
    return Line(
        first.domain, first.agents, first.algorithm, first.source, len(counted),
        _intervals(counted),
        sum(not s.outcome.kind.explained for s in counted),
        dict(Counter(s.outcome.name for s in found if not s.outcome.kind.counts)),
        Basis.joined(s.basis for s in counted or found), first.reading, first.control,
        tuple(s.case_id for s in found if s.outcome.name == "begins-done"), dict(failed),
        dict(decided))


def paired(
    first: Sequence[Sample],
    second: Sequence[Sample],
    *,
    by: Literal["case_id", "pair"] = "case_id",
) -> list[PairedLine]:
    """Test every algorithm of ``first`` against every one of ``second`` on shared problems.

    Where both are the same samples, each two algorithms are tested once. Controls are not tested
    against each other.

    Episodes pair by their case's identifier, or across suites by the problem itself (``pair``:
    scene or task, floor plan, seed, team size), and only where both were judged by the same
    referee and prepared alike; what they rest on must have been recorded. Several samples of one
    problem count once, by their mean; success then means that most succeeded.
    """
    made = []
    controls = {s.algorithm for s in (*first, *second) if s.control}
    ours, theirs = _grouped(first, by), _grouped(second, by)
    for (domain, agents, name), mine in sorted(ours.items()):
        for (other_domain, other_agents, other), yours in sorted(theirs.items()):
            again = first is second and name >= other
            shared = sorted(set(mine) & set(yours))
            idle = {name, other} <= controls
            if (domain, agents) == (other_domain, other_agents) and shared and not (again or idle):
                pairs = [(mine[key], yours[key]) for key in shared]
                made.append(_pair_line(domain, agents, name, other, pairs))
    return made


def tests(ours: Sequence[Sample], other: Sequence[Sample], *, recorded: bool) -> list[PairedLine]:
    """Return the paired differences: to the others, else between our own algorithms."""
    if other:
        return paired(ours, other, by="pair" if recorded else "case_id")
    return paired(mains := main_readings(ours), mains)


def _pair_line(domain: str, agents: int, name: str, other: str, pairs: _Pairs) -> PairedLine:
    success = [(a > 0.5, b > 0.5) for a, b in _known(pairs, "SR")]
    differences = {}
    for metric in PAIRED:
        label, known = metric, _known(pairs, metric)
        if metric == "L" and len(known) < len(pairs):
            label, known = "L_done", _known(pairs, "L_done")
        if known:
            differences[label] = paired_bootstrap(known)
    steps = "L" if "L" in differences else "L_done"
    both = _known([(a, b) for a, b in pairs if a["SR"] > 0.5 and b["SR"] > 0.5], steps)
    solved = paired_bootstrap(both) if both else None
    return PairedLine(
        domain, agents, name, other, len(pairs), sum(x and not y for x, y in success),
        sum(y and not x for x, y in success), mcnemar(success) if success else None,
        differences, solved)


def _known(pairs: _Pairs, metric: str) -> list[tuple[float, float]]:
    """Return a metric's values of the pairs in which both sides have it."""
    return [(a[metric], b[metric]) for a, b in pairs
            if not (isnan(a[metric]) or isnan(b[metric]))]


def _grouped(
    samples: Sequence[Sample], by: str
) -> dict[tuple[str, int, str], dict[str, dict[str, float]]]:
    alike = [s for s in samples if s.outcome.kind.counts and getattr(s, by)
             and NOT_RECORDED not in (s.basis.referee, s.basis.preparation)]
    return {
        key: {pair: {m: sum(s.values[m] for s in found) / len(found) for m in METRICS}
              for pair, found in grouped(mine, lambda s: "|".join((
                  getattr(s, by), s.basis.referee, s.basis.preparation))).items()}
        for key, mine in grouped(alike, lambda s: (s.domain, s.agents, s.algorithm)).items()
    }


def _intervals(samples: Sequence[Sample]) -> dict[str, Interval]:
    found = {}
    for name, metric in METRICS.items():
        interval = aggregate(metric, [s.values[name] for s in samples])
        if interval.n:
            found[name] = interval
    return found
