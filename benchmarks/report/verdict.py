"""The report's first words: who solved how much, who is better, and what remains open."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from statistics import fmean

from benchmarks.compare import PairedLine
from benchmarks.samples import Sample, rank
from benchmarks.statistics import grouped

MAX_SENTENCES = 8
SURE = 0.05


def verdict(samples: Sequence[Sample], tests: Sequence[PairedLine]) -> list[str]:
    """Return sentences about each domain, the best algorithm first.

    A difference is only claimed where its test says so; else the page says that none was found.
    """
    said: list[str] = []
    for domain in dict.fromkeys(s.domain for s in samples):
        here = [s for s in samples if s.domain == domain]
        said += _domain(domain, here)
        controls = {s.algorithm for s in here if s.control}
        said += _differences([t for t in tests if t.domain == domain
                              and not {t.first, t.second} <= controls])
    return said[:MAX_SENTENCES]


def _domain(domain: str, samples: Sequence[Sample]) -> list[str]:
    groups = grouped(samples, lambda s: s.name + " (control)" * s.control)
    ranked = sorted(groups.items(), key=lambda item: rank(item[1]))
    parts = [_one(name, found) for name, found in ranked[:4]]
    rest = f"; {len(ranked) - 4} more" if len(ranked) > 4 else ""
    return [f"{domain}: {'; '.join(parts)}{rest}."]


def _one(name: str, found: Sequence[Sample]) -> str:
    solved = [s.steps for s in found if s.solved]
    known = [steps for steps in solved if not isnan(steps)]
    how = f" in {fmean(known):.1f} joint steps on average" if known else ""
    tokens = sum(s.values["tokens"] for s in found if not isnan(s.values["tokens"]))
    cost = f", for {tokens:,.0f} tokens" if tokens else ""
    return f"{name} solved {len(solved)} of {len(found)} episodes{how}{cost}"


def _differences(tests: Sequence[PairedLine]) -> list[str]:
    """Say of each two algorithms whether one solves more, needs fewer steps or scores more."""
    return [_difference(*names, found)
            for names, found in grouped(tests, lambda t: (t.first, t.second)).items()]


def _difference(first: str, second: str, found: Sequence[PairedLine]) -> str:
    """Say what is known of two algorithms, for the team sizes for which it can."""
    sizes = {t.agents for t in found}
    parts = []
    for a, b, sign in ((first, second, 1), (second, first, -1)):
        more = [(t, t.p_success) for t in found if t.p_success is not None
                and t.p_success < SURE and (t.first_only - t.second_only) * sign > 0]
        if more:
            teams = _teams([t for t, _ in more], sizes)
            parts.append(f"{a} solves more problems than {b} ({teams}p ≤ "
                         f"{max(p for _, p in more):.2g})")
        for verb, what, differences, better in (
            ("needs", f"joint steps fewer than {b} where both succeed",
             [(t, t.steps_solved) for t in found], -sign),
            ("scores", f"points more than {b}",
             [(t, t.differences.get("score")) for t in found], sign),
        ):
            clear = [(t, abs(d.mean)) for t, d in differences if d is not None and d.sign == better]
            if clear:
                gaps = [f"{gap:.1f}" for gap in sorted(gap for _, gap in clear)]
                span = gaps[0] if len(gaps) == 1 else f"{gaps[0]} to {gaps[-1]}"
                parts.append(f"{a} {verb} {span} {what} ({_teams([t for t, _ in clear], sizes)}"
                             "95 % intervals beyond 0)")
    none = f"Between {first} and {second} these runs show no significant difference"
    return ("; ".join(parts) or none) + "."


def _teams(tests: Sequence[PairedLine], sizes: set[int]) -> str:
    """Name the team sizes meant, where they are not all."""
    meant = sorted({t.agents for t in tests})
    return "" if len(meant) == len(sizes) else f"teams of {', '.join(map(str, meant))}; "
