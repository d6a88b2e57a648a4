"""Contradictions of two triples (the six-role form): which second marker belongs to a first one.

A small log-linear model, trained on the gold alternatives that have both triples, says how likely
two markers of a text contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domains.space.items import Element
from translators.space.algebra import axis_of, opposed
from translators.space.anomaly.spans import marker_of
from translators.space.features import around, clause_bounds, combined, templates
from translators.space.lexicon import lexicon
from translators.space.loglinear import Choice, LogLinear
from translators.space.segment import Token

__all__ = ["best_partner", "pair_choices"]

MAX_PARTNERS = 12
_KINDS = ("localiser", "directional", "deixis")


def best_partner(
    model: LogLinear, tokens: Sequence[Token], first: int, others: Sequence[int]
) -> tuple[int, float] | None:
    """Return the likeliest second marker with its probability, ``None`` where there is no other."""
    chances = [(model.chance(_features(tokens, first, c)), -n, c)
               for n, c in enumerate(_near(first, others))]
    best = max(chances, default=None)
    return None if best is None else (best[2], best[0])


def pair_choices(
    tokens: Sequence[Token], candidates: Sequence[int], gold: Sequence[Sequence[Element]]
) -> Iterator[Choice]:
    """Yield, for every gold marker and each marker near it, whether both are one contradiction."""
    pairs, singles = set(), set()
    for alternative in gold:
        found = [marker_of(tokens, {p for e in alternative if e.fragment and e.role == f"P{n}"
                                    for p in e.fragment.idxes}) for n in "12"]
        if None not in found:
            pairs |= {(found[0], found[1]), (found[1], found[0])}
        singles |= {i for i in found if i is not None}
    for one in sorted(singles.intersection(candidates)):
        for other in _near(one, candidates):
            right = (one, other) in pairs
            yield Choice([_features(tokens, one, other), []], [right, not right])


def _near(one: int, candidates: Sequence[int]) -> list[int]:
    return sorted((c for c in candidates if c != one), key=lambda c: abs(c - one))[:MAX_PARTNERS]


def _features(tokens: Sequence[Token], one: int, other: int) -> list[str]:
    near1, near2 = around(tokens, one), around(tokens, other)
    senses1, senses2 = ([s for k in _KINDS if (s := lexicon().sense(k, n["m"]))] for n in (near1, near2))
    first, last = clause_bounds(tokens, one)
    commas = sum(t.text in "，。；" for t in tokens[min(one, other) : max(one, other)])
    senses = f"{'/'.join(senses1)}|{'/'.join(senses2)}"
    axes1, axes2 = ({axis[0] for x in senses if (axis := axis_of(x))} for senses in (senses1, senses2))
    return ["bias", *combined(templates("pair"), {
        "m": f"{near1['m']}|{near2['m']}", "s": senses, "v": f"{near1['v']}|{near2['v']}",
        "where": "in" if first <= other < last else "<" if other < first else ">",
        "commas": min(commas, 5), "commas3": min(commas, 3), "axis": bool(axes1 & axes2),
        "against": any(opposed(x, y) for x in senses1 for y in senses2),
        "noun": near1["n"] == near2["n"] != "", "verb": near1["v"] == near2["v"] != "",
        "same": near1["m"] == near2["m"], "many": min(len(tokens) // 40, 5)})]
