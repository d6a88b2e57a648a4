"""Candidate words of an anomaly, and how usual each is where it stands.

For several contexts (the word before, the word after, preposition and noun, verb, …) the share of
the marker is compared with the share of the best other marker, by counts over the user's training
texts. A text never counts for itself: its own occurrence is taken out (leave one out).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from translators.space.anomaly.rules import violations
from translators.space.features import around, clause_bounds, combined
from translators.space.lexicon import markers
from translators.space.segment import Token, tokens_of
from translators.space.tables import table

Table = Mapping[str, Mapping[str, int]]
_WITH_SENSE = ("both", "prep_noun", "verb_noun")


@dataclass(frozen=True)
class Usage:
    """``counts[context][marker]`` and how often each marker occurs at all."""

    counts: Table
    totals: Mapping[str, int]

    def surprise(self, context: str, marker: str, *, own: int = 0) -> float | None:
        """Return log share of ``marker`` minus log share of the likeliest; ``None`` if unknown.

        ``own`` occurrences of this very place are taken out first.
        """
        seen = self.counts.get(context, {})
        total = sum(seen.values()) - own
        if total <= 1:
            return None
        share = (seen.get(marker, 0) - own + 0.1) / total
        best = max((n - own if m == marker else n) for m, n in seen.items()) / total
        return math.log(max(share, 1e-4)) - math.log(max(best, 1e-4))


def candidates_of(tokens: Sequence[Token]) -> list[int]:
    """Return the markers of a text in order, by number."""
    return [i for i, token in enumerate(tokens) if token.text in markers()]


def _contexts(near: Mapping[str, str]) -> dict[str, str]:
    """Return the named contexts in which a marker is counted."""
    kind = near["s"].split(":")[0]
    return {name: f"{kind}|" + combined([form], near)[0].replace("=", "|", 1)
            for name, form in table("features")["usage"].items()}


def count_usage(texts: Iterable[str]) -> Usage:
    """Count all markers of all texts."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    totals: Counter[str] = Counter()
    for text in texts:
        tokens = tokens_of(text)
        for index in candidates_of(tokens):
            totals[tokens[index].text] += 1
            for context in _contexts(around(tokens, index)).values():
                counts[context][tokens[index].text] += 1
    return Usage({c: dict(m) for c, m in counts.items() if sum(m.values()) > 1}, dict(totals))


def candidate_features(
    tokens: Sequence[Token], index: int, usage: Usage | None, *, own: int = 0
) -> list[str]:
    """Return the features of one candidate; ``own`` as in ``Usage.surprise``."""
    near, marker = around(tokens, index), tokens[index].text
    first, last = clause_bounds(tokens, index)
    others = [t.text for t in tokens[first:last] if t.text in markers()]
    values = near | {"clause": min(last - first, 12), "others": min(len(others), 5)}
    found = ["bias", *combined(table("features")["candidate"], values),
             *(f"rule={v}" for v in violations(tokens, index)),
             *(f"m+other={marker}|{o}" for o in others if o != marker)]
    for name, context in _contexts(near).items() if usage else ():
        value = usage.surprise(context, marker, own=own) if usage else None
        level = "?" if value is None else str(max(-8, round(value)))
        found.append(f"usage:{name}={level}")
        if name in _WITH_SENSE:
            found.append(f"usage:{name}+s={level}|{near['s']}")
    return found
