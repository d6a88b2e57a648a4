"""Subtask 2: tuples matched one to one by total similarity, then precision and recall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from domains.space.items import Element, Item, answers, fragment_of, typed
from domains.space.scoring.means import ZERO, Figures, Score, figures, scored
from planner.errors import InputError

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
        place = f"{item.name}: 'corefs' of a gold item of subtask 2"
        members: dict[tuple[int, ...], tuple[tuple[int, ...], ...]] = {}
        for group in typed(item.fields.get("corefs"), list, place):
            idxes = tuple(fragment_of(m, place).idxes for m in typed(group, list, place))
            members |= {key: idxes for key in idxes if key not in members}
        return cls(members)

    def best_overlap(self, gold: frozenset[int], predicted: frozenset[int]) -> float:
        """Return the best intersection over union, with known mentions put for one another."""
        return max(_overlap(gold, predicted), *(
            _overlap(gold.difference(key).union(mention), predicted)
            for key, mentions in self.members.items() if gold.issuperset(key) for mention in mentions), 0.0)


def score_roles(gold: Mapping[str, Item], predicted: Mapping[str, Item]) -> Figures:
    """Return the figures of a run; raise ``InputError`` naming the item on damage."""
    given = {qid: answers(item, 2) for qid, item in predicted.items()}
    truth = {qid: (answers(item, 2), Corefs.of(item)) for qid, item in gold.items()}
    counted = [qid for qid in gold if len(given.get(qid, ())) <= MAX_TUPLES]
    if gold and not counted:
        raise InputError(f"every item has more than {MAX_TUPLES} tuples: there is no score")
    return figures((_item_score(*truth[qid], given[qid], predicted[qid].name)
                    for qid in counted if qid in given), len(gold))


def _item_score(truth: Sequence[Tuple], corefs: Corefs, given: Sequence[Tuple], place: str) -> Score:
    if not truth or not given:
        return ZERO
    from scipy.optimize import linear_sum_assignment

    try:
        table = [[tuple_score(g, p, corefs) for p in given] for g in truth]
    except ZeroDivisionError:
        raise InputError(f"{place}: an element is empty on both sides (no positions or no text); "
                         "such input has no official score") from None
    rows, columns = linear_sum_assignment(table, maximize=True)
    total = sum(table[r][c] for r, c in zip(rows, columns, strict=True))
    return scored(total, len(given), len(truth))


def tuple_score(truth: Tuple, given: Tuple, corefs: Corefs) -> float:
    """Return the similarity of two tuples: the mean over the roles of both sides.

    One pair of entities without common characters makes the whole tuple 0.
    """
    total, roles = 0.0, {e.role for e in (*truth, *given)}
    for x in truth:
        scores = [element_score(x, y, corefs) for y in given if y.role == x.role]
        if any(disjoint for _, disjoint in scores):
            return 0.0
        total += max((score for score, _ in scores), default=0.0)
    return total / len(roles) if roles else 0.0


def element_score(x: Element, y: Element, corefs: Corefs) -> tuple[float, bool]:
    """Return the similarity of gold ``x`` and predicted ``y``, and whether entities are disjoint.

    Raise ``ZeroDivisionError`` when the compared parts are empty on both sides, as the official
    script does.
    """
    parts: list[float] = []
    disjoint, time = False, x.role == "时间"
    if x.label is not None:
        parts.append(float(y.label == x.label))
    if x.fragment is not None and y.fragment is not None and x.role in ENTITY_ROLES:
        parts.append(corefs.best_overlap(frozenset(x.fragment.idxes), frozenset(y.fragment.idxes)))
        disjoint = parts[-1] == 0.0
    elif x.fragment is not None:
        parts.append(_overlap(frozenset(x.fragment.text), frozenset(y.fragment.text)) if y.fragment else 0.0)
    if time and ((x.fragment is None and y.fragment is not None and x.label is not None)
                 or (x.label is None and y.label is not None and x.fragment is not None)):
        parts.append(0.0)
    return sum(parts) / len(parts), disjoint


def _overlap(left: frozenset[T], right: frozenset[T]) -> float:
    return len(left & right) / len(left | right)
