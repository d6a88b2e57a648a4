"""Train on the user's copy of the training file, and answer with up to three candidates.

Every item is answered from its own text and the model alone. Without a model the rules rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domains.space.items import Element, Item, answers
from planner.errors import InputError
from translators.space.anomaly.candidates import Candidate, candidates_of
from translators.space.anomaly.features import candidate_features
from translators.space.anomaly.pairs import best_partner, pair_choices
from translators.space.anomaly.rules import suspicion
from translators.space.anomaly.spans import (
    crf_spans,
    elements,
    marker_of,
    rule_spans,
    span_examples,
)
from translators.space.anomaly.usage import Usage, count_usage
from translators.space.crf import Tagger, train_crf
from translators.space.loglinear import Choice, LogLinear, train_choices
from translators.space.models import load_linear, load_table, model_folder, save_linear, save_table
from translators.space.segment import Token, tokens_of

__all__ = ["MAX_ANSWERS", "AnomalyModel", "Ranked", "predict_anomalies", "train_anomalies"]

MAX_ANSWERS = 3
MAX_CANDIDATES = 60
# the six-role form beats the single triple where it is likelier than not, and a third guess
# where it is likelier than a third marker usually is
LIKELY, POSSIBLE = 0.5, 0.2


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its probability and its spans; ``second``: those it contradicts."""

    candidate: Candidate
    probability: float
    spans: Mapping[str, tuple[int, ...]]
    second: Mapping[str, tuple[int, ...]] | None = None


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
        table = load_table(folder / "task1-usage.json")
        if set(table) != {"counts", "totals"}:
            raise InputError(f"{folder / 'task1-usage.json'}: damaged model file")
        return cls(load_linear(folder / "task1-rank.json"), Usage(**table),
                   Tagger(folder / "task1-spans.crf"), load_linear(folder / "task1-pairs.json"))

    def rank(self, text: str, *, count: int = MAX_ANSWERS) -> list[Ranked]:
        """Return the likeliest anomalies of a text, best first."""
        tokens = tokens_of(text)
        candidates = candidates_of(text)[:MAX_CANDIDATES]
        chances = self._chances(tokens, candidates)
        order = sorted(range(len(candidates)), key=lambda i: (-chances[i], i))
        found: list[Ranked] = []
        for i in order:
            spans = self._spans(tokens, candidates[i].index)
            if any(r.spans.get("P") == spans.get("P") for r in found):
                continue
            found.append(Ranked(candidates[i], chances[i], spans))
            if len(found) == count:
                break
        if self.tagger is not None and len(found) == MAX_ANSWERS and found[-1].probability < 0.05:
            # a third word this unlikely is worth less than other spans for the first one
            first = found[0]
            other = rule_spans(tokens, first.candidate.index)
            if other != first.spans:
                found[-1] = Ranked(first.candidate, first.probability, other)
        return self._with_second(tokens, candidates, found, count)

    def _with_second(
        self, tokens: Sequence[Token], candidates: Sequence[Candidate], found: list[Ranked],
        count: int,
    ) -> list[Ranked]:
        """Add the first anomaly with what it contradicts: first where likely, last where possible."""
        if not found or self.pairs is None or not self.pairs.weights:
            return found
        marker = marker_of(tokens, set(found[0].spans["P"]))
        first = next((c for c in candidates if c.index == marker), found[0].candidate)
        partner = best_partner(self.pairs, tokens, first, candidates)
        if partner is None or partner[1] < (LIKELY if count == 1 else POSSIBLE):
            return found
        both = sorted((found[0].spans, self._spans(tokens, partner[0].index)),
                      key=lambda spans: min(spans["P"]))
        six = Ranked(found[0].candidate, found[0].probability, both[0], both[1])
        if both[0]["P"] == both[1]["P"]:
            return found
        return [six, *found][:count] if partner[1] >= LIKELY else [*found[: count - 1], six]

    def _chances(self, tokens: Sequence[Token], candidates: Sequence[Candidate]) -> list[float]:
        if self.weights is None:
            total = sum(suspicion(tokens, c) for c in candidates) or 1.0
            return [suspicion(tokens, c) / total for c in candidates]
        return self.weights.probabilities(
            [candidate_features(tokens, c, self.usage) for c in candidates])

    def _spans(self, tokens: Sequence[Token], index: int) -> dict[str, tuple[int, ...]]:
        if self.tagger is None:
            return rule_spans(tokens, index)
        return crf_spans(self.tagger, tokens, index)


def train_anomalies(
    items: Iterable[Item], folder: Path, more: Sequence[str] = ()
) -> dict[str, Any]:
    """Train on gold items and write the model; return what was learnt from how much.

    ``more``: further texts without answers, for the counts of usage.
    """
    rows = [(item.context, answers(item, 1)) for item in items]
    if not rows:
        raise InputError("the training file holds no item")
    model_folder(folder)
    usage = count_usage([*(text for text, _ in rows), *more])
    choices = [_choice(text, gold, usage) for text, gold in rows]
    weights = train_choices([c for c in choices if c.candidates], penalty=1.0)
    save_linear(folder / "task1-rank.json", weights)
    save_table(folder / "task1-usage.json", {"counts": usage.counts, "totals": usage.totals})
    train_crf(
        (e for text, gold in rows for e in span_examples(text, gold)),
        folder / "task1-spans.crf", iterations=80)
    tokens = ((tokens_of(text), candidates_of(text)[:MAX_CANDIDATES], gold) for text, gold in rows)
    pairs = [c for ts, found, gold in tokens for c in pair_choices(ts, found, gold)]
    save_linear(folder / "task1-pairs.json", train_choices(pairs, penalty=2.0, iterations=40)
                if pairs else LogLinear({}))
    covered = sum(any(c.right) for c in choices)
    return {"items": len(rows), "features": len(weights.weights), "covered": covered / len(rows)}


def predict_anomalies(
    model: AnomalyModel, item: Item, *, count: int = MAX_ANSWERS
) -> dict[str, Any]:
    """Return the answer of one item in the released form, at most three alternatives."""
    text = item.context
    ranked = model.rank(text, count=min(count, MAX_ANSWERS))
    results = [elements(r.spans, text) + (elements(r.second, text, "2") if r.second else [])
               for r in ranked if r.spans]
    return {"qid": item.qid, "context": text, "results": results}


def _choice(text: str, gold: Sequence[Sequence[Element]], usage: Usage) -> Choice:
    tokens = tokens_of(text)
    wanted = {p for alternative in gold for e in alternative
              if e.fragment and e.role[0] == "P" for p in e.fragment.idxes}
    candidates = candidates_of(text)[:MAX_CANDIDATES]
    return Choice(
        [candidate_features(tokens, c, usage, own=1) for c in candidates],
        [bool(wanted.intersection(c.token.positions)) for c in candidates],
    )
