"""Contradictions of two triples (the six-role form): which second marker belongs to a first one.

A small log-linear model, trained on the gold alternatives that have both triples, says how likely
two markers of a text contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domains.space.items import Element
from translators.space.algebra import axis_of, opposed
from translators.space.anomaly.candidates import Candidate, clause_bounds, surroundings
from translators.space.anomaly.spans import marker_of
from translators.space.lexicon import lexicon
from translators.space.loglinear import Choice, LogLinear
from translators.space.segment import Token

__all__ = ["best_partner", "pair_choices"]

MAX_PARTNERS = 12
_KINDS = ("localiser", "directional", "deixis")


def best_partner(
    model: LogLinear, tokens: Sequence[Token], first: Candidate, others: Sequence[Candidate]
) -> tuple[Candidate, float] | None:
    """Return the likeliest second marker with its probability, ``None`` where there is no other."""
    near = sorted((c for c in others if c.index != first.index),
                  key=lambda c: abs(c.index - first.index))[:MAX_PARTNERS]
    chances = [(model.probabilities([_features(tokens, first, c), []])[0], -n, c)
               for n, c in enumerate(near)]
    if not chances:
        return None
    best = max(chances, key=lambda x: x[:2])
    return best[2], best[0]


def pair_choices(
    tokens: Sequence[Token], candidates: Sequence[Candidate], gold: Sequence[Sequence[Element]]
) -> Iterator[Choice]:
    """Yield, for every gold marker and each marker near it, whether both are one contradiction."""
    pairs, singles = set(), set()
    for alternative in gold:
        found = [marker_of(tokens, {p for e in alternative if e.fragment and e.role == f"P{n}"
                                    for p in e.fragment.idxes}) for n in "12"]
        if None not in found:
            pairs |= {(found[0], found[1]), (found[1], found[0])}
        singles |= {i for i in found if i is not None}
    by_index = {c.index: c for c in candidates}
    for one in sorted(i for i in singles if i in by_index):
        near = sorted((c for c in candidates if c.index != one), key=lambda c: abs(c.index - one))
        for other in near[:MAX_PARTNERS]:
            right = (one, other.index) in pairs
            yield Choice([_features(tokens, by_index[one], other), []], [right, not right])


def _features(tokens: Sequence[Token], one: Candidate, other: Candidate) -> list[str]:
    words = lexicon()
    a, b = one.token.text, other.token.text
    near1, near2 = surroundings(tokens, one.index), surroundings(tokens, other.index)
    senses1, senses2 = ([s for k in _KINDS if (s := words.sense(k, w))] for w in (a, b))
    first, last = clause_bounds(tokens, one.index)
    where = "in" if first <= other.index < last else "<" if other.index < first else ">"
    commas = sum(t.text in "，。；" for t in tokens[min(one.index, other.index) : max(
        one.index, other.index)])
    against = any(opposed(x, y) for x in senses1 for y in senses2)
    axes = {axis_of(x) and axis_of(x)[0] for x in senses1} & {  # type: ignore[index]
        axis_of(y) and axis_of(y)[0] for y in senses2}  # type: ignore[index]
    noun = bool(near1.noun) and near1.noun == near2.noun
    verb = bool(near1.verb) and near1.verb == near2.verb
    senses = f"{'/'.join(senses1)}|{'/'.join(senses2)}"
    return ["bias", f"m={a}|{b}", f"s={senses}", f"where={where}", f"commas={min(commas, 5)}",
            f"against={against}", f"against+where={against}|{where}|{min(commas, 3)}",
            f"axis={bool(axes - {None})}", f"noun={noun}", f"verb={verb}", f"same={a == b}",
            f"noun+against={noun}|{against}", f"s+noun={senses}|{noun}",
            f"v={near1.verb}|{near2.verb}", f"many={min(len(tokens) // 40, 5)}"]
