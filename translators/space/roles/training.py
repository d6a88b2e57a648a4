"""Train on the user's copy of subtask 2.

The threshold of anchors is chosen on a fifth of the training items that its model has not seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from domains.space.items import Element
from translators.space.learning import (
    Choice,
    Labelled,
    LogLinear,
    Tagger,
    save_linear,
    save_table,
    train_choices,
    train_crf,
)
from translators.space.roles.anchors import (
    PLACE_ROLES,
    VIEW,
    anchor_features,
    anchors_of,
    fact_features,
    gold_anchors,
)
from translators.space.roles.entities import entity_choice, gain
from translators.space.segment import tokens_of

ROLES = ("空间实体", "参照实体", "事件", "时间", *PLACE_ROLES)
Gold = Sequence[Sequence[Element]]
Rows = Sequence[tuple[str, Gold]]


def train_roles(rows: Rows, folder: Path) -> dict[str, Any]:
    """Train on texts with their tuples and write the model; return what was learnt from how much."""
    learnt = _learnt(rows)
    choices = [list(_anchor_choices(text, gold, learnt)) for text, gold in rows]
    every = [c for cs in choices for c in cs]
    trial = [c for n, cs in enumerate(choices) if n % 5 for c in cs] or every
    threshold = _threshold(train_choices(trial, penalty=2.0, iterations=40),
                           [c for cs in choices[::5] for c in cs])
    anchor = train_choices(every, penalty=2.0, iterations=40)
    fact = [c for text, gold in rows for c in _fact_choices(text, gold)]
    save_linear(folder / "task2-entity.json", _entity_model(rows, folder))
    save_linear(folder / "task2-anchor.json", anchor)
    save_linear(folder / "task2-fact.json", train_choices(fact, penalty=2.0, iterations=40))
    save_table(folder / "task2-words.json", {"learnt": learnt, "threshold": threshold})
    _train_spans(rows, folder / "task2-roles.crf")
    return {"items": len(rows), "features": len(anchor.weights), "threshold": threshold}


def _train_spans(rows: Rows, path: Path) -> None:
    train_crf((e for text, gold in rows for e in _examples(text, gold)), path, iterations=12, quick=True)


def _entity_model(rows: Rows, folder: Path) -> LogLinear:
    """Train the choice of entities on a third of the texts, with a span model of the others.

    It is kept only if, trained on half of that third, it is right more often on the other half
    than the span model itself.
    """
    if len(rows) < 6:
        return LogLinear({})
    path = folder / "task2-part.crf"
    try:
        _train_spans([row for n, row in enumerate(rows) if n % 3], path)
        tagger = Tagger(path)
        choices = [list(_entity_choices(text, gold, tagger)) for text, gold in rows[::3]]
    finally:
        path.unlink(missing_ok=True)
    one, other = ([c for cs in choices[n::2] for c in cs] for n in (0, 1))
    if gain(train_choices(one, penalty=1.0, iterations=60), other) <= 0:
        return LogLinear({})
    return train_choices([*one, *other], penalty=1.0, iterations=60)


def _entity_choices(text: str, gold: Gold, tagger: Tagger) -> Iterator[Choice]:
    tokens, wanted = tokens_of(text), dict[int, list[set[int]]]()
    for index, elements in gold_anchors(tokens, gold):
        wanted.setdefault(index, []).extend(
            set(e.fragment.idxes) for e in elements if e.role == "空间实体" and e.fragment)
    last = ""
    for index, entities in sorted(wanted.items()):
        proposed = VIEW.members(tagger, tokens, index).get("空间实体", [])
        yield entity_choice(tokens, index, proposed, last, entities)
        if entities:
            last = "".join(text[p] for p in sorted(entities[0]) if p < len(text))


def _learnt(rows: Rows) -> dict[str, float]:
    """Return words that are anchors in at least 5 % of their occurrences (twice or more)."""
    anchors, seen = Counter[str](), Counter[str]()
    for text, gold in rows:
        tokens = tokens_of(text)
        seen.update(t.text for t in tokens)
        anchors.update({tokens[i].text for i, _ in gold_anchors(tokens, gold)})
    return {w: round(min(1.0, n / seen[w]), 3) for w, n in anchors.items()
            if n >= 2 and n / seen[w] >= 0.05}


def _anchor_choices(text: str, gold: Gold, learnt: Mapping[str, float]) -> Iterator[Choice]:
    tokens = tokens_of(text)
    right = {i for i, _ in gold_anchors(tokens, gold)}
    for index in anchors_of(tokens, learnt):
        yield Choice([anchor_features(tokens, index, learnt), []], [index in right, index not in right])


def _fact_choices(text: str, gold: Gold) -> Iterator[Choice]:
    tokens = tokens_of(text)
    for index, elements in gold_anchors(tokens, gold):
        unreal = any(e.role == "事实性" for e in elements)
        yield Choice([fact_features(tokens, index), []], [unreal, not unreal])


def _examples(text: str, gold: Gold) -> Iterator[Labelled]:
    tokens = tokens_of(text)
    done: set[int] = set()
    for index, elements in gold_anchors(tokens, gold):
        if index not in done:
            done.add(index)
            spans = {e.role: set(e.fragment.idxes) for e in elements if e.fragment and e.role in ROLES}
            yield VIEW.example(tokens, index, spans)


def _threshold(model: LogLinear, held: Sequence[Choice]) -> float:
    """Return the threshold with the best F1 of anchors on items the model has not seen."""
    scored = [(model.probabilities(c.candidates)[0], c.right[0]) for c in held]
    total = sum(r for _, r in scored)
    best = (-1.0, 0.5)
    for threshold in (step / 20 for step in range(4, 17) if total):
        hits = sum(r for p, r in scored if p >= threshold)
        given = sum(p >= threshold for p, _ in scored)
        best = max(best, (2 * hits / (given + total), threshold))
    return best[1]
