"""Sentences with known meaning: read as meant, and otherwise once their meaning is changed."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.studies.competition_paraphrases import meddlings, verdicts
from translators.competition.english.reading import parse_sentences
from translators.competition.instructions import format_instruction


def test_paraphrases_are_read_as_meant() -> None:
    """A slice of ``benchmarks.studies.competition_paraphrases``."""
    found = list(verdicts(600, 1))
    assert [v for v in found if v.outcome == "misread"] == []
    assert sum(v.outcome == "read" for v in found) >= 597


def test_a_change_of_meaning_changes_what_is_read() -> None:
    """A "not" or "must" more or less, the things exchanged, another colour."""
    found = list(meddlings(150, 1))
    assert [v for v in found if v.outcome == "misread"] == []
    assert min(Counter(v.outcome for v in found).values()) > 200


@pytest.mark.parametrize(("sentence", "meant"), [
    ("The closet should be closed.", "(:cons_notnot (:info (closed X) (:cond (sort X closet))))"),
    ("The cupboard shouldn't be open.", "(:cons_not (:info (opened X) (:cond (sort X cupboard))))"),
    ("The cupboard may be closed.", ""),
    ("There must be no open cupboard.",
     "(:cons_not (:info (opened X) (:cond (sort X cupboard))))"),
    ("You never must go to the bed.", "(:cons_not (:task (goto X) (:cond (sort X bed))))"),
    ("Never shall you go to the bed.", "(:cons_not (:task (goto X) (:cond (sort X bed))))"),
    ("The cup never must be on the plate.", "(:cons_not (:info (plate X) (:cond (sort X cup))))"),
    ("It isn't allowed to go to the bed.", "(:cons_not (:task (goto X) (:cond (sort X bed))))"),
    ("On the bed put no cup.",
     "(:cons_not (:task (puton X Y) (:cond (sort X cup) (sort Y bed))))"),
    ("No closed closet must be near the bed.", ""),
    ("Put the cup that is near the sofa which is red on the bed.",
     "(:task (puton X Y) (:cond (sort X cup) (color X red) (sort Y bed)))"),
    ("The red cup will be on the table.", ""),
])
def test_a_wish_is_no_fact(sentence: str, meant: str) -> None:
    assert [format_instruction(i) for i in parse_sentences(sentence).instructions] == (
        [meant] if meant else [])
