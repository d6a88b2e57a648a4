"""Scores of the evaluation's three subtasks, computed from its published rules.

Subtask 1: the best F1 over all pairs of a candidate and a gold alternative. Subtask 3: accuracy of the
judgement, and a check of this project that the rest of the texts is equal once the quoted strings are
cut; the evaluation graded the reasons by hand, no program reproduces its score out of 100.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domains.space.items import Element, Item, answers, typed
from domains.space.scoring.means import ZERO, Figures, Score, figures, scored
from planner.errors import InputError

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


@dataclass(frozen=True, slots=True)
class Judgement:
    """One answer: is it the same scene, and the two differing strings if they are given."""

    judge: bool
    c1: str = ""
    c2: str = ""


@dataclass(frozen=True, slots=True)
class JudgementFigures:
    """``judge_accuracy`` over all gold items; ``strings_well_formed`` is a check of ours."""

    judge_accuracy: float
    strings_well_formed: float
    items: int
    answered: int
    status: str = "Accepted"


def judgement(item: Item) -> Judgement:
    """Read the answer of an item: ``results[0]`` (released) or top level (draft)."""
    value: Any = item.fields.get("results", item.fields if "judge" in item.fields else None)
    if isinstance(value, list):
        value = value[0] if value else None
    fields = typed(value, dict, f"{item.name}: the answer in 'results'")
    typed(fields.get("reason", fields.get("explanation", "")), str, f"{item.name}: 'reason'")
    judge = {True: True, "true": True, False: False, "false": False}.get(
        value if isinstance(value := fields.get("judge"), bool | str) else None)
    if judge is None:
        raise InputError(f"{item.name}: 'judge' must be \"true\" or \"false\", found {value!r:.40}")
    c1, c2 = (next((t for k in "CD" if isinstance(t := fields.get(f"{k}{n}"), str)), "") for n in "12")
    return Judgement(judge, c1, c2)


def score_judgements(
    gold: Mapping[str, Item], predicted: Mapping[str, Item]
) -> JudgementFigures:
    """Return the judge accuracy over the gold items (a missing answer is a wrong one)."""
    if not gold:
        raise InputError("the gold file holds no item")
    given = {qid: judgement(item) for qid, item in predicted.items()}
    pairs = [(item, judgement(item), given[qid]) for qid, item in gold.items() if qid in given]
    right = sum(truth.judge == answer.judge for _, truth, answer in pairs)
    formed = sum(_well_formed(item, answer) for item, _, answer in pairs)
    return JudgementFigures(right / len(gold), formed / len(gold), len(gold), len(pairs))


def removal_leaves_equal(text1: str, text2: str, c1: str, c2: str) -> bool:
    """Say whether the texts are equal once ``c1`` and ``c2`` are cut out at one same place.

    >>> removal_leaves_equal("书在桌上", "书在桌下", "桌上", "桌下")
    True
    """
    return bool(c1) and any(
        text1.startswith(c1, i) and text2.startswith(c2, i) and text1[:i] == text2[:i]
        and text1[i + len(c1):] == text2[i + len(c2):] for i in range(len(text1)))


def _well_formed(item: Item, answer: Judgement) -> bool:
    texts = item.fields.get("context1"), item.fields.get("context2")
    return all(isinstance(t, str) for t in texts) and removal_leaves_equal(
        str(texts[0]), str(texts[1]), answer.c1, answer.c2)
