"""Subtask 1: the best F1 over all pairs of a candidate and a gold alternative."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domains.space.items import Element, Item, answers
from domains.space.scoring.means import ZERO, Figures, Score, f1, figures

__all__ = ["loose_score", "score_anomalies", "strict_score"]

Alternative = Sequence[Element]


def score_anomalies(
    gold: Mapping[str, Item], predicted: Mapping[str, Item]
) -> dict[str, Figures]:
    """Return the ``strict`` (ranking) and ``loose`` figures; raise ``InputError`` on damage."""
    given = {qid: answers(item, 1) for qid, item in predicted.items()}
    pairs = [(answers(item, 1), given.get(qid)) for qid, item in gold.items()]
    return {
        name: figures(
            (_best(candidates, truth, measure) for truth, candidates in pairs if candidates),
            len(pairs),
        )
        for name, measure in (("strict", strict_score), ("loose", loose_score))
    }


def _best(
    candidates: Sequence[Alternative],
    truth: Sequence[Alternative],
    measure: Callable[[Alternative, Alternative], Score],
) -> Score:
    """Return the first best pair: only a strictly better F1 replaces the one before."""
    best = ZERO
    for candidate in candidates:
        for alternative in truth:
            score = measure(candidate, alternative)
            if score.f1 > best.f1:
                best = score
    return best


def strict_score(candidate: Alternative, truth: Alternative) -> Score:
    """Compare role by role.

    A role found on both sides counts sets of positions; a role on one side only counts the
    length of its list, repeats included; a role predicted twice counts the gold one twice.
    """
    shared = predicted = gold = 0
    gold_roles = {e.role for e in truth}
    predicted_roles = {e.role for e in candidate}
    for p in candidate:
        for g in truth:
            if p.role == g.role:
                left, right = set(_idxes(p)), set(_idxes(g))
                shared += len(left & right)
                predicted += len(left)
                gold += len(right)
        if p.role not in gold_roles:
            predicted += len(_idxes(p))
    gold += sum(len(_idxes(g)) for g in truth if g.role not in predicted_roles)
    return _score(shared, predicted, gold)


def loose_score(candidate: Alternative, truth: Alternative) -> Score:
    """Compare the unions of all positions, whatever their roles."""
    left = {i for e in candidate for i in _idxes(e)}
    right = {i for e in truth for i in _idxes(e)}
    return _score(len(left & right), len(left), len(right))


def _score(shared: int, predicted: int, gold: int) -> Score:
    if not (shared and predicted and gold):
        return ZERO
    precision, recall = shared / predicted, shared / gold
    return Score(precision, recall, f1(precision, recall))


def _idxes(element: Element) -> tuple[int, ...]:
    return element.fragment.idxes if element.fragment else ()
