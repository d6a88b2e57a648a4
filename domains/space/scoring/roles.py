"""Subtask 2: tuples matched one to one by total similarity, then precision and recall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from domains.space.items import Element, Item, answers, fragment_of
from domains.space.scoring.means import ZERO, Figures, Score, f1, figures
from planner.errors import InputError

__all__ = ["ENTITY_ROLES", "Corefs", "element_score", "score_roles", "tuple_score"]

ENTITY_ROLES = frozenset({"空间实体", "参照实体"})
MAX_TUPLES = 100
Tuple = Sequence[Element]
T = TypeVar("T")


@dataclass(frozen=True)
class Corefs:
    """Sets of mentions of one entity, gold side only; the first set that holds a mention wins."""

    members: Mapping[tuple[int, ...], tuple[tuple[int, ...], ...]]

    @classmethod
    def of(cls, item: Item) -> Corefs:
        """Read the ``corefs`` of a gold item; raise ``InputError`` when the field is missing."""
        value = item.fields.get("corefs")
        if not isinstance(value, list):
            raise InputError(f"{item.name}: gold items of subtask 2 need a list 'corefs'")
        members: dict[tuple[int, ...], tuple[tuple[int, ...], ...]] = {}
        for group in value:
            if not isinstance(group, list):
                raise InputError(f"{item.name}: 'corefs' must be a list of lists of fragments")
            idxes = tuple(fragment_of(m, f"{item.name}, corefs").idxes for m in group)
            for key in idxes:
                members.setdefault(key, idxes)
        return cls(members)

    def best_overlap(self, gold: frozenset[int], predicted: frozenset[int]) -> float:
        """Return the best intersection over union, with known mentions put for one another."""
        best = _overlap(gold, predicted)
        for key, mentions in self.members.items():
            if best == 1.0:
                break
            if gold.issuperset(key):
                rest = gold.difference(key)
                best = max(best, *(_overlap(rest.union(m), predicted) for m in mentions))
        return best


def score_roles(gold: Mapping[str, Item], predicted: Mapping[str, Item]) -> Figures:
    """Return the figures of a run; raise ``InputError`` naming the item on damage."""
    given = {qid: answers(item, 2) for qid, item in predicted.items()}
    scores: list[Score] = []
    skipped = 0
    for qid, item in gold.items():
        truth, corefs = answers(item, 2), Corefs.of(item)
        if qid not in given:
            continue
        if len(given[qid]) > MAX_TUPLES:
            skipped += 1
            continue
        scores.append(_item_score(truth, given[qid], corefs, predicted[qid].name))
    if gold and skipped == len(gold):
        raise InputError(f"every item has more than {MAX_TUPLES} tuples: there is no score")
    return figures(scores, len(gold))


def _item_score(
    truth: Sequence[Tuple], given: Sequence[Tuple], corefs: Corefs, place: str
) -> Score:
    if not truth or not given:
        return ZERO
    from scipy.optimize import linear_sum_assignment

    try:
        table = [[tuple_score(g, p, corefs) for p in given] for g in truth]
    except ZeroDivisionError:
        raise InputError(
            f"{place}: an element is empty on both sides (no positions or no text); "
            "such input has no official score"
        ) from None
    rows, columns = linear_sum_assignment(table, maximize=True)
    total = sum(table[r][c] for r, c in zip(rows, columns, strict=True))
    precision, recall = total / len(given), total / len(truth)
    return Score(precision, recall, f1(precision, recall))


def tuple_score(truth: Tuple, given: Tuple, corefs: Corefs) -> float:
    """Return the similarity of two tuples: the mean over the roles of both sides.

    One pair of entities without common characters makes the whole tuple 0.
    """
    roles = {e.role for e in truth} | {e.role for e in given}
    total = 0.0
    for x in truth:
        best = 0.0
        for y in given:
            if y.role == x.role:
                score, disjoint = element_score(x, y, corefs)
                if disjoint:
                    return 0.0
                best = max(best, score)
        total += best
    return total / len(roles) if roles else 0.0


def element_score(x: Element, y: Element, corefs: Corefs) -> tuple[float, bool]:
    """Return the similarity of gold ``x`` and predicted ``y``, and whether entities are disjoint.

    Raise ``ZeroDivisionError`` when the compared parts are empty on both sides, as the official
    script does.
    """
    parts: list[float] = []
    disjoint = False
    if x.label is not None:
        parts.append(1.0 if y.label == x.label else 0.0)
        if x.fragment is None and x.role == "时间" and y.fragment is not None:
            parts.append(0.0)
    if x.fragment is not None:
        if y.fragment is None:
            parts.append(0.0)
        elif x.role in ENTITY_ROLES:
            overlap = corefs.best_overlap(
                frozenset(x.fragment.idxes), frozenset(y.fragment.idxes)
            )
            disjoint = overlap == 0.0
            parts.append(overlap)
        else:
            parts.append(_overlap(frozenset(x.fragment.text), frozenset(y.fragment.text)))
        if x.label is None and x.role == "时间" and y.label is not None:
            parts.append(0.0)
    if not parts:
        raise ZeroDivisionError
    return sum(parts) / len(parts), disjoint


def _overlap(left: frozenset[T], right: frozenset[T]) -> float:
    return len(left & right) / len(left | right)
