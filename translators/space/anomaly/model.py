"""Train on the user's copy of the training file, and answer with up to three candidates.

Every item is answered from its own text and the model alone. Without a model the rules rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domains.space.items import Element, Item
from translators.space.anomaly.rules import suspicion
from translators.space.anomaly.spans import (
    best_partner,
    crf_spans,
    elements,
    marker_of,
    pair_choices,
    rule_spans,
    span_examples,
)
from translators.space.anomaly.usage import Usage, candidate_features, candidates_of, count_usage
from translators.space.learning import (
    Choice,
    LogLinear,
    Tagger,
    load_linear,
    load_table,
    save_linear,
    save_table,
    train_choices,
    train_crf,
)
from translators.space.segment import Token, tokens_of

MAX_ANSWERS = 3
MAX_CANDIDATES = 60
# the six-role form beats the single triple where it is likelier than not, and a third guess
# where it is likelier than a third marker usually is; a third word less likely than ``UNLIKELY``
# is worth less than other spans for the first one
LIKELY, POSSIBLE, UNLIKELY = 0.5, 0.2, 0.05
Spans = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A marker (by number) with its probability and its spans; ``second``: those it contradicts."""

    index: int
    probability: float
    spans: Spans
    second: Spans | None = None


@dataclass(frozen=True)
class AnomalyModel:
    """Ranking weights, usage counts and the span tagger; all absent for the rules alone."""

    weights: LogLinear | None = None
    usage: Usage | None = None
    tagger: Tagger | None = None
    pairs: LogLinear | None = None

    @classmethod
    def load(cls, folder: Path) -> AnomalyModel:
        """Read a model folder written by ``train_anomalies``."""
        table = load_table(folder / "task1-usage.json", counts=dict, totals=dict)
        return cls(load_linear(folder / "task1-rank.json"), Usage(**table),
                   Tagger(folder / "task1-spans.crf"), load_linear(folder / "task1-pairs.json"))

    def rank(self, text: str, *, count: int = MAX_ANSWERS) -> list[Ranked]:
        """Return the likeliest anomalies of a text, best first."""
        tokens = tokens_of(text)
        candidates = candidates_of(tokens)[:MAX_CANDIDATES]
        chances = self._chances(tokens, candidates)
        order = sorted(range(len(candidates)), key=lambda i: (-chances[i], i))
        found: list[Ranked] = []
        for i in order:
            if len(found) == count:
                break
            spans = self._spans(tokens, candidates[i])
            if all(r.spans.get("P") != spans.get("P") for r in found):
                found.append(Ranked(candidates[i], chances[i], spans))
        if self.tagger and len(found) == MAX_ANSWERS and found[-1].probability < UNLIKELY:
            first = found[0]
            other = rule_spans(tokens, first.index)
            if other != first.spans:
                found[-1] = Ranked(first.index, first.probability, other)
        return self._with_second(tokens, candidates, found, count)

    def _with_second(
        self, tokens: Sequence[Token], candidates: Sequence[int], found: list[Ranked], count: int
    ) -> list[Ranked]:
        """Add the first anomaly with what it contradicts: first where likely, last where possible."""
        if not found or self.pairs is None or not self.pairs.weights:
            return found
        marker = marker_of(tokens, set(found[0].spans["P"]))
        first = marker if marker is not None and marker in candidates else found[0].index
        partner = best_partner(self.pairs, tokens, first, candidates)
        if partner is None or partner[1] < (LIKELY if count == 1 else POSSIBLE):
            return found
        both = sorted((found[0].spans, self._spans(tokens, partner[0])),
                      key=lambda spans: min(spans["P"]))
        if both[0]["P"] == both[1]["P"]:
            return found
        six = Ranked(found[0].index, found[0].probability, both[0], both[1])
        return [six, *found][:count] if partner[1] >= LIKELY else [*found[: count - 1], six]

    def _chances(self, tokens: Sequence[Token], candidates: Sequence[int]) -> list[float]:
        if self.weights is None:
            scores = [suspicion(tokens, c) for c in candidates]
            return [s / (sum(scores) or 1.0) for s in scores]
        return self.weights.probabilities(
            [candidate_features(tokens, c, self.usage) for c in candidates])

    def _spans(self, tokens: Sequence[Token], index: int) -> Spans:
        return crf_spans(self.tagger, tokens, index) if self.tagger else rule_spans(tokens, index)


def train_anomalies(
    rows: Sequence[tuple[str, Sequence[Sequence[Element]]]], folder: Path, more: Sequence[str] = ()
) -> dict[str, Any]:
    """Train on texts with their alternatives and write the model; return what was learnt.

    ``more``: further texts without answers, for the counts of usage.
    """
    usage = count_usage([*(text for text, _ in rows), *more])
    choices = [_choice(text, gold, usage) for text, gold in rows]
    weights = train_choices([c for c in choices if c.candidates], penalty=1.0)
    save_linear(folder / "task1-rank.json", weights)
    save_table(folder / "task1-usage.json", {"counts": usage.counts, "totals": usage.totals})
    train_crf((e for text, gold in rows for e in span_examples(text, gold)),
              folder / "task1-spans.crf", iterations=80)
    tokens = [(tokens_of(text), gold) for text, gold in rows]
    pairs = [c for ts, gold in tokens for c in pair_choices(ts, candidates_of(ts)[:MAX_CANDIDATES], gold)]
    save_linear(folder / "task1-pairs.json", train_choices(pairs, penalty=2.0, iterations=40))
    covered = sum(any(c.right) for c in choices)
    return {"items": len(rows), "features": len(weights.weights), "covered": covered / len(rows)}


def predict_anomalies(
    model: AnomalyModel, item: Item, *, count: int = MAX_ANSWERS
) -> dict[str, Any]:
    """Return the answer of one item in the released form, at most three alternatives."""
    text = item.context
    results = [elements(r.spans, text) + (elements(r.second, text, "2") if r.second else [])
               for r in model.rank(text, count=min(count, MAX_ANSWERS)) if r.spans]
    return {"qid": item.qid, "context": text, "results": results}


def _choice(text: str, gold: Sequence[Sequence[Element]], usage: Usage) -> Choice:
    tokens = tokens_of(text)
    wanted = {p for alternative in gold for e in alternative
              if e.fragment and e.role[0] == "P" for p in e.fragment.idxes}
    candidates = candidates_of(tokens)[:MAX_CANDIDATES]
    return Choice([candidate_features(tokens, c, usage, own=1) for c in candidates],
                  [bool(wanted.intersection(tokens[c].positions)) for c in candidates])
