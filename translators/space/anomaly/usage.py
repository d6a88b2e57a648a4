"""How usual a marker is where it stands, from counts over the user's training texts.

For several contexts (the word before, the word after, preposition and noun, verb, …) the share of
the marker is compared with the share of the best other marker. A text never counts for itself:
its own occurrence is taken out (leave one out).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from translators.space.anomaly.candidates import Surroundings, candidates_of, surroundings
from translators.space.lexicon import lexicon
from translators.space.segment import tokens_of

__all__ = ["Usage", "contexts", "count_usage"]

Table = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Usage:
    """``counts[context][marker]`` and how often each marker occurs at all."""

    counts: Table
    totals: Mapping[str, int]

    def surprise(self, context: str, marker: str, *, own: int = 0) -> float | None:
        """Return log share of ``marker`` minus log share of the likeliest; ``None`` if unknown.

        ``own`` occurrences of this very place are taken out first.
        """
        seen = self.counts.get(context)
        if not seen:
            return None
        total = sum(seen.values()) - own
        if total <= 1:
            return None
        share = (seen.get(marker, 0) - own + 0.1) / total
        best = max((n - own if m == marker else n) for m, n in seen.items()) / total
        return math.log(max(share, 1e-4)) - math.log(max(best, 1e-4))


def contexts(near: Surroundings, marker: str) -> dict[str, str]:
    """Return the named contexts in which a marker is counted."""
    kind = _kind(marker)
    return {
        "before": f"{kind}|b|{near.before}",
        "after": f"{kind}|a|{near.after}",
        "both": f"{kind}|ba|{near.before}|{near.after}",
        "before2": f"{kind}|bb|{near.before2}|{near.before}",
        "noun": f"{kind}|n|{near.noun}",
        "prep_noun": f"{kind}|pn|{near.preposition}|{near.noun}",
        "verb": f"{kind}|v|{near.verb}",
        "verb_noun": f"{kind}|vn|{near.verb}|{near.noun}",
        "verb_after": f"{kind}|va|{near.verb_after}|{near.noun}",
        "prep": f"{kind}|p|{near.preposition}",
    }


def count_usage(texts: Iterable[str]) -> Usage:
    """Count all markers of all texts."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    totals: Counter[str] = Counter()
    for text in texts:
        tokens = tokens_of(text)
        for candidate in candidates_of(text):
            marker = candidate.token.text
            totals[marker] += 1
            for context in contexts(surroundings(tokens, candidate.index), marker).values():
                counts[context][marker] += 1
    kept = {c: dict(m) for c, m in counts.items() if sum(m.values()) > 1}
    return Usage(kept, dict(totals))


def _kind(marker: str) -> str:
    labels = lexicon().labels(marker)
    return labels[0].split(":")[0] if labels else ""
