"""Which values of what is unknown go together, the likeliest first; bad input is named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from math import isfinite, log
from types import MappingProxyType

from planner.execution.actor.contract import Assumption, Atom, Believed, Unknown
from planner.pddl.printer import atom_text

LOOKED_AT = 2000
"""Combinations that are looked at before the search for a consistent one ends."""
Facts = frozenset[Atom]


def sane(believed: Believed) -> tuple[Believed, list[str]]:
    """Return what is believed without senseless weights and values, and what was senseless.

    A weight that is negative or not finite counts as the mean of the others; a value of
    weight zero is excluded unless all are. An unknown without any value is assumed nothing of.
    """
    remarks: list[str] = []
    found = [u for unknown in believed.unknowns for u in _sane(unknown, remarks)]
    double = {u.key for u in found if [v.key for v in found].count(u.key) > 1}
    remarks += [f"{key!r} is given twice; the last counts" for key in sorted(double)]
    kept = tuple({u.key: u for u in found}.values())
    known = [a for a in believed.assumptions if a.key not in {u.key for u in kept}]
    remarks += [f"{a.key!r} has the weight {a.weight}; 0.5 is taken" for a in known
                if not _fit(a.weight)]
    known = [a if _fit(a.weight) else replace(a, weight=0.5) for a in known]
    return replace(believed, unknowns=kept, assumptions=tuple(known)), remarks


def _fit(weight: object) -> bool:
    return isinstance(weight, int | float) and isfinite(weight) and weight >= 0


def _sane(unknown: Unknown, remarks: list[str]) -> Iterator[Unknown]:
    good = {v: float(w) for v, w in unknown.values.items() if _fit(w)}
    if len(good) < len(unknown.values):
        bad = sorted(str(w) for v, w in unknown.values.items() if v not in good)
        remarks.append(f"{unknown.key!r} has the weight {', '.join(bad)}; the mean is taken")
    mean = sum(good.values()) / len(good) if any(good.values()) else 1.0
    weights = {v: good.get(v, mean) for v in unknown.values}
    if unknown.any_number:
        remarks += [f"{unknown.key!r} has the weight {w:g} beside others; 1 is taken"
                    for w in weights.values() if w > 1]
        for atoms, weight in weights.items():
            text = " ".join(map(atom_text, sorted(atoms)))
            likely = min(1.0, weight)
            both = {atoms: likely, frozenset[Atom](): 1 - likely}
            yield Unknown(f"{unknown.key} {text}", {v: w for v, w in both.items() if w})
        return
    left = {v: min(max(w, 1e-150), 1e150) for v, w in weights.items() if w > 0}  # their shares, too
    if not left and weights:
        remarks.append(f"{unknown.key!r}: every weight is zero; all count alike")
        left = dict.fromkeys(weights, 1.0)
    if not left:
        remarks.append(f"{unknown.key!r} has no value left: nothing is assumed of it")
    yield replace(unknown, values=left)


class Worlds:
    """The combinations of values that may hold together.

    They come by the sum of the ``ranks`` of their values; without, the likeliest first.
    A combination that was refuted is taken back with everything that contains what refuted it
    (a no-good). ``choices`` are the values of each unknown, in the order they are tried.
    """

    def __init__(self, believed: Believed,
                 ranks: Mapping[tuple[str, Facts], float] = MappingProxyType({})) -> None:
        self.believed, self.ranks = believed, ranks
        self.choices = {u.key: sorted(_assumptions(u), key=self._rank)
                        for u in believed.unknowns if u.values}
        self.closed = not believed.open
        self.nogoods: list[frozenset[Assumption]] = []
        self.complete = False
        self.remark = ""

    def consistent(self, combination: Sequence[Assumption]) -> bool:
        """Say whether the values may hold together by ``implies`` and ``exclude``."""
        holds = self.believed.facts.union(*(a.atoms for a in combination))
        return all(then <= holds for when, then in self.believed.implies if when <= holds) and (
            not any(together <= holds for together in self.believed.exclude))

    def __iter__(self) -> Iterator[tuple[Assumption, ...]]:
        """Yield consistent combinations, the likeliest first; ``complete`` once all were seen."""
        found = looked = 0
        for combination in self._ordered():
            looked += 1
            if looked > LOOKED_AT:
                break
            if any(part <= frozenset(combination) for part in self.nogoods):
                continue
            if self.consistent(combination):
                found += 1
                yield combination
        else:
            self.complete = True
        if not found and not self.nogoods:
            some = "" if self.complete else f" of the {LOOKED_AT} likeliest"
            keys = ", ".join(map(repr, self.choices))
            self.remark = (f"what is said of {keys} contradicts itself: no combination of values"
                           f"{some} fits 'implies' and 'exclude'")
            self.complete, self.closed = False, False
            yield tuple(values[0] for values in self.choices.values())

    def _ordered(self) -> Iterator[tuple[Assumption, ...]]:
        choices = list(self.choices.values())
        costs = [[self._rank(v)[0] for v in values] for values in choices]
        start = (0,) * len(choices)
        queue, seen = [(sum(c[0] for c in costs), start)], {start}
        while queue:
            cost, places = heappop(queue)
            yield tuple(values[k] for values, k in zip(choices, places, strict=True))
            for n, k in enumerate(places):
                after = (*places[:n], k + 1, *places[n + 1:])
                if k + 1 < len(costs[n]) and after not in seen:
                    seen.add(after)
                    heappush(queue, (cost - costs[n][k] + costs[n][k + 1], after))

    def _rank(self, value: Assumption) -> tuple[float, list[Atom]]:
        rank = self.ranks.get((value.key, value.atoms), -log(value.weight))
        return rank, sorted(value.atoms)


def _assumptions(unknown: Unknown) -> Iterator[Assumption]:
    total = sum(unknown.values.values())
    for atoms, weight in unknown.values.items():
        yield Assumption(unknown.key, atoms, weight / total)
