"""Train on the user's copy of subtask 2 and label texts with spatial tuples.

Two models: a log-linear one decides whether an anchor carries a tuple (its threshold is chosen on
a fifth of the training items that it has not seen), a CRF finds the members of the tuple as seen
from the anchor. Tuples of one entity and one event are joined. Factuality is a third, small model.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from domains.space.items import Element, Item, answers
from planner.errors import InputError
from translators.space.anomaly.candidates import clause_bounds
from translators.space.crf import Labelled, Tagger, train_crf
from translators.space.lexicon import lexicon
from translators.space.loglinear import Choice, LogLinear, train_choices
from translators.space.models import load_linear, load_table, model_folder, save_linear, save_table
from translators.space.roles.anchors import (
    PLACE_ROLES,
    anchor_features,
    anchors_of,
    role_features,
    window_of,
)
from translators.space.roles.entities import entity_choice, resolved
from translators.space.roles.patterns import pattern_tuples
from translators.space.segment import Token, tokens_of

__all__ = ["RoleModel", "predict_roles", "train_roles"]

ROLES = ("空间实体", "参照实体", "事件", "时间", *PLACE_ROLES)
MAX_TUPLES = 60
Roles = dict[str, list[Token]]


@dataclass(frozen=True)
class RoleModel:
    """Trained models; without them (``tagger`` is ``None``) the patterns label."""

    anchor: LogLinear = field(default_factory=lambda: LogLinear({}))
    fact: LogLinear = field(default_factory=lambda: LogLinear({}))
    learnt: Mapping[str, float] = field(default_factory=dict)
    threshold: float = 0.5
    tagger: Tagger | None = None
    entity: LogLinear = field(default_factory=lambda: LogLinear({}))

    @classmethod
    def load(cls, folder: Path) -> RoleModel:
        """Read a model folder written by ``train_roles``."""
        table = load_table(folder / "task2-words.json")
        if not isinstance(table.get("learnt"), dict) or not isinstance(
                table.get("threshold"), float):
            raise InputError(f"{folder / 'task2-words.json'}: damaged model file")
        return cls(load_linear(folder / "task2-anchor.json"), load_linear(folder / "task2-fact.json"),
                   table["learnt"], table["threshold"], Tagger(folder / "task2-roles.crf"),
                   load_linear(folder / "task2-entity.json"))

    def tuples(self, text: str) -> list[Roles]:
        """Return the tuples of a text as role → tokens (事实性 with an empty list)."""
        tokens = tokens_of(text)
        if self.tagger is None:
            return pattern_tuples(tokens)[:MAX_TUPLES]
        found: list[Roles] = []
        for index in anchors_of(tokens, self.learnt):
            if self.chance(tokens, index) >= self.threshold:
                roles = self._roles(tokens, index, found[-1] if found else {})
                if roles:
                    found.append(roles)
        return join_tuples(found)[:MAX_TUPLES]

    def chance(self, tokens: Sequence[Token], index: int) -> float:
        """Return the probability that an anchor carries a tuple."""
        features = anchor_features(tokens, index, self.learnt)
        return self.anchor.probabilities([features, []])[0]

    def _roles(self, tokens: Sequence[Token], index: int, before: Roles) -> Roles:
        assert self.tagger is not None
        roles = _tagged(self.tagger, tokens, index)
        entity = resolved(self.entity, tokens, index, roles.get("空间实体", []), _named(before))
        if entity:
            roles["空间实体"] = entity
        if not any(r in roles for r in PLACE_ROLES):
            return {}
        if "空间实体" not in roles:
            fallback = next((t for t in pattern_tuples(tokens[: index + 1])[::-1]), None)
            if fallback is None:
                return {}
            roles["空间实体"] = fallback["空间实体"]
        if self._unreal(tokens, index):
            roles["事实性"] = []
        return dict(roles)

    def _unreal(self, tokens: Sequence[Token], index: int) -> bool:
        return self.fact.probabilities([fact_features(tokens, index), []])[0] > 0.5


def predict_roles(model: RoleModel, item: Item) -> dict[str, Any]:
    """Return the answer of one item in the released form."""
    results = [_elements(roles) for roles in model.tuples(item.context)]
    return {"qid": item.qid, "context": item.context, "results": results}


def train_roles(items: Iterable[Item], folder: Path) -> dict[str, Any]:
    """Train on gold items and write the model; return what was learnt from how much."""
    rows = [(item.context, answers(item, 2)) for item in items]
    if not rows:
        raise InputError("the training file holds no item")
    model_folder(folder)
    learnt = _learnt(rows)
    choices = [list(_anchor_choices(text, gold, learnt)) for text, gold in rows]
    parts = [c for n, cs in enumerate(choices) if n % 5 for c in cs]
    trial = train_choices(parts or [c for cs in choices for c in cs], penalty=2.0, iterations=40)
    held = [c for n, cs in enumerate(choices) if n % 5 == 0 for c in cs]
    threshold = _threshold(trial, held)
    anchor = train_choices([c for cs in choices for c in cs], penalty=2.0, iterations=40)
    fact = train_choices([c for text, gold in rows for c in _fact_choices(text, gold)], penalty=2.0,
                         iterations=40)
    save_linear(folder / "task2-entity.json", _entity_model(rows, folder))
    save_linear(folder / "task2-anchor.json", anchor)
    save_linear(folder / "task2-fact.json", fact)
    save_table(folder / "task2-words.json", {"learnt": learnt, "threshold": threshold})
    train_crf((e for text, gold in rows for e in _examples(text, gold)),
              folder / "task2-roles.crf", iterations=12, quick=True)
    return {"items": len(rows), "features": len(anchor.weights), "threshold": threshold}


def _tagged(tagger: Tagger, tokens: Sequence[Token], index: int) -> Roles:
    window = window_of(tokens, index)
    roles: Roles = defaultdict(list)
    for i, label in zip(window, tagger.labels(role_features(tokens, index, window)), strict=True):
        if label != "O":
            roles[label].append(tokens[i])
    return roles


def _named(roles: Roles) -> str:
    return "".join(t.text for t in roles.get("空间实体", []))


def _entity_model(
    rows: Sequence[tuple[str, Sequence[Sequence[Element]]]], folder: Path
) -> LogLinear:
    """Train the choice of entities on a third of the texts, with a span model of the others.

    It is kept only if, trained on half of that third, it is right more often on the other half
    than the span model itself.
    """
    held = rows[::3]
    if len(rows) < 6:
        return LogLinear({})
    path = folder / "task2-part.crf"
    try:
        train_crf((e for n, (text, gold) in enumerate(rows) if n % 3 for e in _examples(text, gold)),
                  path, iterations=12, quick=True)
        tagger = Tagger(path)
        choices = [list(_entity_choices(text, gold, tagger)) for text, gold in held]
    finally:
        path.unlink(missing_ok=True)
    halves = [[c for cs in choices[n::2] for c in cs] for n in (0, 1)]
    trial = train_choices(halves[0], penalty=1.0, iterations=60)
    if _gain(trial, halves[1]) <= 0:
        return LogLinear({})
    return train_choices([*halves[0], *halves[1]], penalty=1.0, iterations=60)


def _gain(model: LogLinear, choices: Sequence[Choice]) -> int:
    """Return how many entities more are right with the choice than with the proposal."""
    gain = 0
    for choice in choices:
        proposed = [i for i, f in enumerate(choice.candidates) if "crf=same" in f]
        chances = model.probabilities(choice.candidates)
        if proposed:
            best = max(range(len(chances)), key=lambda i: (chances[i], -i))
            gain += choice.right[best] - choice.right[proposed[0]]
    return gain


def _entity_choices(
    text: str, gold: Sequence[Sequence[Element]], tagger: Tagger
) -> Iterator[Choice]:
    tokens, wanted = tokens_of(text), dict[int, list[set[int]]]()
    for index, elements in _gold_anchors(tokens, gold):
        wanted.setdefault(index, []).extend(
            set(e.fragment.idxes) for e in elements if e.role == "空间实体" and e.fragment)
    last = ""
    for index, entities in sorted(wanted.items()):
        proposed = _tagged(tagger, tokens, index).get("空间实体", [])
        yield entity_choice(tokens, index, proposed, last, entities)
        if entities:
            last = "".join(text[p] for p in sorted(entities[0]) if p < len(text))


def join_tuples(found: Sequence[Roles]) -> list[Roles]:
    """Join tuples of one event and overlapping entities unless a role lies in two places."""
    joined: list[Roles] = []
    for roles in found:
        for other in joined:
            if _starts(roles, "事件") == _starts(other, "事件") and _starts(
                    roles, "空间实体") & _starts(other, "空间实体") and all(
                    not ts or not other.get(r) or _starts(roles, r) & _starts(other, r)
                    for r, ts in roles.items()):
                other.update({r: ts for r, ts in roles.items() if r not in other})
                break
        else:
            joined.append(dict(roles))
    return joined


def _starts(roles: Roles, role: str) -> set[int]:
    return {t.start for t in roles.get(role, [])}


def fact_features(tokens: Sequence[Token], index: int) -> list[str]:
    """Return the features that tell whether a tuple is stated as a fact."""
    first, last = clause_bounds(tokens, index)
    start, _ = clause_bounds(tokens, index, sentence=True)
    found = ["bias"]
    for i in range(first, last):
        found.append(f"w={tokens[i].text}")
        if lexicon().has("nonfact", tokens[i].text):
            found.append(f"n={tokens[i].text}|{'<' if i < index else '>'}")
    found += [f"before={t.text}" for t in tokens[start:first] if lexicon().has("nonfact", t.text)]
    return found


def _elements(roles: Roles) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for role, tokens in roles.items():
        if role == "事实性":
            found.append({"role": role, "label": "假"})
        elif tokens:
            idxes = sorted(p for t in tokens for p in t.positions)
            text = "".join(t.text for t in sorted(tokens, key=lambda t: t.start))
            found.append({"role": role, "fragment": {"text": text, "idxes": idxes}})
    return found


def _gold_anchors(
    tokens: Sequence[Token], gold: Sequence[Sequence[Element]]
) -> Iterator[tuple[int, Sequence[Element]]]:
    """Yield the last token of every place-like fragment with its tuple."""
    for elements in gold:
        for element in elements:
            if element.role in PLACE_ROLES and element.fragment and element.fragment.idxes:
                inside = set(element.fragment.idxes)
                last = [i for i, t in enumerate(tokens) if inside.intersection(t.positions)]
                if last:
                    yield last[-1], elements


def _learnt(rows: Sequence[tuple[str, Sequence[Sequence[Element]]]]) -> dict[str, float]:
    """Return words that are anchors in at least 5 % of their occurrences (twice or more)."""
    anchors: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for text, gold in rows:
        tokens = tokens_of(text)
        seen.update(t.text for t in tokens)
        anchors.update({tokens[i].text: 1 for i in {i for i, _ in _gold_anchors(tokens, gold)}})
    return {w: round(min(1.0, n / seen[w]), 3) for w, n in anchors.items()
            if n >= 2 and n / seen[w] >= 0.05}


def _anchor_choices(
    text: str, gold: Sequence[Sequence[Element]], learnt: Mapping[str, float]
) -> Iterator[Choice]:
    tokens = tokens_of(text)
    right = {i for i, _ in _gold_anchors(tokens, gold)}
    for index in anchors_of(tokens, learnt):
        yield Choice([anchor_features(tokens, index, learnt), []],
                     [index in right, index not in right])


def _fact_choices(text: str, gold: Sequence[Sequence[Element]]) -> Iterator[Choice]:
    tokens = tokens_of(text)
    for index, elements in _gold_anchors(tokens, gold):
        unreal = any(e.role == "事实性" for e in elements)
        yield Choice([fact_features(tokens, index), []], [unreal, not unreal])


def _examples(text: str, gold: Sequence[Sequence[Element]]) -> Iterator[Labelled]:
    tokens = tokens_of(text)
    done: set[int] = set()
    for index, elements in _gold_anchors(tokens, gold):
        if index in done:
            continue
        done.add(index)
        window = window_of(tokens, index)
        spans = {e.role: set(e.fragment.idxes) for e in elements if e.fragment and e.role in ROLES}
        labels = [_label(tokens[i], spans) for i in window]
        yield role_features(tokens, index, window), labels


def _label(token: Token, spans: Mapping[str, set[int]]) -> str:
    best, share = "O", 0.5
    for role, positions in spans.items():
        covered = len(positions.intersection(token.positions)) / len(token.text)
        if covered >= share:
            best, share = role, covered + 1e-9
    return best


def _threshold(model: LogLinear, held: Sequence[Choice]) -> float:
    """Return the threshold with the best F1 of anchors on items the model has not seen."""
    scored = [(model.probabilities(c.candidates)[0], c.right[0]) for c in held]
    total = sum(r for _, r in scored)
    if not scored or not total:
        return 0.5
    best = (-1.0, 0.5)
    for step in range(4, 17):
        threshold = step / 20
        hits = sum(r for p, r in scored if p >= threshold)
        given = sum(p >= threshold for p, _ in scored)
        best = max(best, (2 * hits / (given + total), threshold))
    return best[1]
