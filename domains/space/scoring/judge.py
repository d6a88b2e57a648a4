"""Subtask 3: accuracy of the judgement, and a check of this project on the differing strings.

The evaluation graded the reasons by hand; no program reproduces its score out of 100. What can be
computed is the share of right judgements, and whether the two quoted strings are cut such that
the rest of the two texts is equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domains.space.items import Item
from planner.errors import InputError

__all__ = ["Judgement", "JudgementFigures", "judgement", "removal_leaves_equal", "score_judgements"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """One answer: is it the same scene, why, and the two differing strings if they are given."""

    judge: bool
    reason: str
    c1: str | None = None
    c2: str | None = None


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
    value: Any = item.fields.get("results")
    if isinstance(value, list):
        if not value:
            raise InputError(f"{item.name}: 'results' is empty")
        value = value[0]
    elif value is None:
        if "judge" not in item.fields:
            raise InputError(f"{item.name}: no 'results'")
        value = item.fields
    if not isinstance(value, Mapping):
        raise InputError(f"{item.name}: the answer must be an object with 'judge'")
    reason = value.get("reason", value.get("explanation", ""))
    if not isinstance(reason, str):
        raise InputError(f"{item.name}: 'reason' must be a text")
    return Judgement(
        _truth(value.get("judge"), item),
        reason,
        _text(value, "C1", "D1"),
        _text(value, "C2", "D2"),
    )


def score_judgements(
    gold: Mapping[str, Item], predicted: Mapping[str, Item]
) -> JudgementFigures:
    """Return the judge accuracy over the gold items (a missing answer is a wrong one)."""
    if not gold:
        raise InputError("the gold file holds no item")
    right = formed = answered = 0
    given = {qid: judgement(item) for qid, item in predicted.items()}
    for qid, item in gold.items():
        truth = judgement(item)
        if qid not in given:
            continue
        answered += 1
        right += given[qid].judge == truth.judge
        formed += _well_formed(item, given[qid])
    return JudgementFigures(right / len(gold), formed / len(gold), len(gold), answered)


def removal_leaves_equal(text1: str, text2: str, c1: str, c2: str) -> bool:
    """Say whether the texts are equal once ``c1`` and ``c2`` are cut out at one same place.

    >>> removal_leaves_equal("书在桌上", "书在桌下", "桌上", "桌下")
    True
    """
    start = text1.find(c1) if c1 else -1
    while start >= 0:
        if text2.startswith(c2, start):
            rest1 = text1[:start] + text1[start + len(c1):]
            if rest1 == text2[:start] + text2[start + len(c2):]:
                return True
        start = text1.find(c1, start + 1)
    return False


def _well_formed(item: Item, answer: Judgement) -> bool:
    text1, text2 = item.fields.get("context1"), item.fields.get("context2")
    if not isinstance(text1, str) or not isinstance(text2, str):
        return False
    if answer.c1 is None or answer.c2 is None:
        return False
    return removal_leaves_equal(text1, text2, answer.c1, answer.c2)


def _truth(value: Any, item: Item) -> bool:
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return bool(value == "true")
    raise InputError(f"{item.name}: 'judge' must be \"true\" or \"false\", found {value!r:.40}")


def _text(value: Mapping[str, Any], *names: str) -> str | None:
    for name in names:
        if isinstance(value.get(name), str):
            return str(value[name])
    return None
