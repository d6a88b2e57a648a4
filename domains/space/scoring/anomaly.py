"""Subtask 1: the best F1 over all pairs of a candidate and a gold alternative."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domains.space.items import Element, Item, answers
from domains.space.scoring.means import ZERO, Figures, Score, figures, scored

__all__ = ["loose_score", "score_anomalies", "strict_score"]

Alternative = Sequence[Element]


def score_anomalies(
    gold: Mapping[str, Item], predicted: Mapping[str, Item]
) -> dict[str, Figures]:
    """Return the ``strict`` (ranking) and ``loose`` figures; raise ``InputError`` on damage.

    Of several pairs with the best F1 the first counts.
    """
    given = {qid: answers(item, 1) for qid, item in predicted.items()}
    pairs = [(answers(item, 1), given.get(qid, [])) for qid, item in gold.items()]
    return {
        name: figures((max((measure(c, t) for c in candidates for t in truth),
                           key=lambda s: s.f1, default=ZERO) for truth, candidates in pairs), len(pairs))
        for name, measure in (("strict", strict_score), ("loose", loose_score))}


def strict_score(candidate: Alternative, truth: Alternative) -> Score:
    """Compare role by role.

    A role found on both sides counts sets of positions; a role on one side only counts the
    length of its list, repeats included; a role predicted twice counts the gold one twice.
    """
    pairs = [(set(_idxes(p)), set(_idxes(g))) for p in candidate for g in truth if p.role == g.role]
    gold_roles, roles = {e.role for e in truth}, {e.role for e in candidate}
    predicted = sum(len(_idxes(p)) for p in candidate if p.role not in gold_roles)
    gold = sum(len(_idxes(g)) for g in truth if g.role not in roles)
    return scored(sum(len(p & g) for p, g in pairs), predicted + sum(len(p) for p, _ in pairs),
                  gold + sum(len(g) for _, g in pairs))


def loose_score(candidate: Alternative, truth: Alternative) -> Score:
    """Compare the unions of all positions, whatever their roles."""
    left, right = ({i for e in side for i in _idxes(e)} for side in (candidate, truth))
    return scored(len(left & right), len(left), len(right))


def _idxes(element: Element) -> tuple[int, ...]:
    return element.fragment.idxes if element.fragment else ()
