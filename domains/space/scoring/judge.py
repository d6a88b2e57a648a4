"""Subtask 3: accuracy of the judgement, and a check of this project on the differing strings.

The evaluation graded the reasons by hand; no program reproduces its score out of 100. What can be
computed is the share of right judgements, and whether the two quoted strings are cut such that
the rest of the two texts is equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domains.space.items import Item, typed
from planner.errors import InputError

__all__ = ["Judgement", "JudgementFigures", "judgement", "removal_leaves_equal", "score_judgements"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """One answer: is it the same scene, why, and the two differing strings if they are given."""

    judge: bool
    reason: str
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
    reason = typed(fields.get("reason", fields.get("explanation", "")), str, f"{item.name}: 'reason'")
    judge = {True: True, "true": True, False: False, "false": False}.get(
        value if isinstance(value := fields.get("judge"), bool | str) else None)
    if judge is None:
        raise InputError(f"{item.name}: 'judge' must be \"true\" or \"false\", found {value!r:.40}")
    c1, c2 = (next((t for k in "CD" if isinstance(t := fields.get(f"{k}{n}"), str)), "") for n in "12")
    return Judgement(judge, reason, c1, c2)


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
