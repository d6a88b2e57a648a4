"""A derivation tells what it leaves out; new verbs come from data; bad input is refused soon."""

import os
import random
import re
import tomllib
from pathlib import Path

import pages
import pytest
from household_forms import sentences
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.errors import PlannerError, SourceError
from translators.english.words import numeral
from translators.mapthor import vocabulary as words
from translators.mapthor.compile import compile_instruction
from translators.mapthor.ontology import ontology

PAGE = Path(__file__).resolve().parents[3] / "docs/household-instructions.md"
NEVER = ("not", "unless", "then", "three", "half", "every", "if", "otherwise", "except")


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([s.text for s in sentences(80, 4109) if s.stages]),
       st.sampled_from(("zorble", "quux", "blick")), st.integers(0, 30))
def test_an_unknown_word_is_told_or_refused(text: str, word: str, at: int) -> None:
    parts = text.split()
    parts.insert(min(at, len(parts)), word)
    try:
        goal = compile_instruction(" ".join(parts))
    except PlannerError:
        return
    assert any(word in remark for remark in goal.remarks), goal.describe()


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([s.text for s in sentences(80, 4110) if s.stages]),
       st.sampled_from(NEVER), st.integers(0, 30))
def test_what_denies_orders_or_counts_is_never_left_out(text: str, word: str, at: int) -> None:
    """Such a word changes the goal, is told, or makes a refusal: it never just disappears."""
    parts = text.split()
    try:
        before = compile_instruction(text)
    except PlannerError:
        return
    parts.insert(min(at, len(parts)), word)
    try:
        after = compile_instruction(" ".join(parts))
    except PlannerError:
        return
    left_out = [r for r in after.remarks if r not in before.remarks and "left out" in r]
    assert not any(f"'{word}'" in r for r in left_out)


def lost_words(count: int, seed: int) -> list[str]:
    """List sentences in which a name or a number can be another and nothing differs or is told."""
    rng, lost = random.Random(seed), []
    for said in sentences(count, seed):
        parts = said.text.split()
        others = {n: "statues" if noun.plural else "statue" for n, w in enumerate(parts)
                  if (noun := ontology().find(w.strip(".,!?"))) is not None and noun.types}
        others |= {n: "nine" for n, w in enumerate(parts) if numeral(w) > 1}
        others = {n: w for n, w in others.items() if parts[n].strip(".,!?").lower() != w}
        if not others:
            continue
        at = rng.choice(sorted(others))
        before = _outcome(said.text)
        after = _outcome(" ".join([*parts[:at], others[at], *parts[at + 1:]]))
        if before == after != "" and parts[at].strip(".,!?").lower() not in before:
            lost.append(f"{said.text} [{parts[at]}]")
    return lost


def _outcome(text: str) -> str:
    try:
        goal = compile_instruction(text)
    except PlannerError:
        return ""
    return f"{goal.remarks} {asked_for(goal.stages)}".lower()


def asked_for(stages: object) -> str:
    """Return all that is asked for; not the words that a selection remembers."""
    return re.sub(r"words='[^']*'", "", repr(stages))


def test_every_name_and_number_is_used_or_told() -> None:
    """10,000 sentences: ``READER_SENTENCES=10000``."""
    assert lost_words(int(os.environ.get("READER_SENTENCES", "80")), 4111) == []


def test_a_verb_is_added_as_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Furbish the mug, then furbish the plate up"
    with pytest.raises(SourceError):
        compile_instruction(text)
    (block,) = [b for b in pages.blocks(PAGE) if b.argument.endswith(Path(__file__).name)]
    for name, row in tomllib.loads(block.text)["verbs"].items():
        monkeypatch.setitem(words._data("frames")["verbs"], name, row)
    words.vocabulary.cache_clear()
    try:
        goal = compile_instruction(text)
    finally:
        monkeypatch.undo()
        words.vocabulary.cache_clear()
    assert goal.describe() == "the Mug: clean; then the Plate: clean"
