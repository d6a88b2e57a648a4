"""The household reader's parser: the trees of Lark's own Earley parser, and what was expected."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from lark import Lark
from lark.exceptions import UnexpectedInput

from benchmarks.studies.household_forms import sentences
from planner.errors import LimitError
from translators.mapthor import read
from translators.mapthor.compile import compile_instruction
from translators.mapthor.effort import Effort
from translators.mapthor.lookahead import Lookahead, Misfit

_AMBIGUOUS = r"""
start: clause (AND clause)*
clause.2: VERB things IN things
        | VERB things OUT?        -> out
things: thing (AND thing)*
thing: THE? NOUN place? | NUMBER -> counted
place.-1: IN thing
VERB: /(?:take\s+out|take|put)(?!\w)/i
OUT: /(?:out)(?!\w)/i
AND: /(?:and|,)/i
IN: /(?:in\s+to|in)(?!\w)/i
THE: /(?:the)(?!\w)/i
NOUN: /(?:cup|box|in box|take|put)(?!\w)/i
NUMBER: /\d+/
%ignore /[\s.]+/
"""
_WORDS = ("take", "out", "PUT", "the", "cup", "box", "in", "in to", "and", ",", "7", ".", "x")
_PARTS = ("the cup", "cup", "in the box", "in box", "in", "and", "and put", "7", "out", ", take")


def _lark(grammar: Lark, text: str) -> object:
    try:
        return grammar.parse(text)
    except UnexpectedInput:
        return None


def _ours(parser: Lookahead, text: str) -> object:
    try:
        return parser.parse(text)
    except Misfit:
        return None


def test_trees_are_larks_where_many_are_possible() -> None:
    grammar = Lark(_AMBIGUOUS, parser="earley", lexer="dynamic", maybe_placeholders=False)
    parser, rng = Lookahead(grammar), random.Random(1)
    texts = {" ".join(rng.choices(_WORDS, k=rng.randrange(1, 9))) for _ in range(1500)}
    texts |= {"put " + " ".join(rng.choices(_PARTS, k=rng.randrange(1, 8)))
              for _ in range(1500)}
    found = {text: _ours(parser, text) for text in texts}
    assert found == {text: _lark(grammar, text) for text in texts}
    assert sum(tree is not None for tree in found.values()) >= 100


def test_trees_are_larks_on_the_grammar_of_the_household() -> None:
    grammar = Lark(read._rules(), parser="earley", lexer="dynamic", maybe_placeholders=False)
    parser = read.parser()
    texts = [s.text for s in islice(sentences(60, 4), 60) if 20 < len(s.text) < 45][:6]
    assert [_ours(parser, text) for text in texts] == [_lark(grammar, text) for text in texts]


@pytest.mark.parametrize(("text", "position", "expected"), [
    ("put the cup into", 12, {"AND", "IN", "OUT"}),
    ("put the", 7, {"NOUN"}),
    ("put the cup and. ", 17, {"VERB", "THE", "NOUN", "NUMBER"}),
    ("x", 0, {"VERB"}),
])
def test_a_misfit_tells_where_and_what_was_expected(
        text: str, position: int, expected: set[str]) -> None:
    parser = Lookahead(Lark(_AMBIGUOUS, parser="earley", lexer="dynamic"))
    with pytest.raises(Misfit) as caught:
        parser.parse(text)
    assert caught.value.position == position
    assert set(caught.value.expected) == expected


def test_word_classes_are_spelt_in_lower_case() -> None:
    with pytest.raises(ValueError, match="NOUN: words are spelt in lower case"):
        Lookahead(Lark("start: NOUN\nNOUN: /TV/i", parser="earley", lexer="dynamic"))


def test_a_text_that_is_too_tangled_is_refused_after_so_many_steps() -> None:
    with pytest.raises(LimitError, match="several instructions"):
        read.parse("Put the apple and the mug in the fridge", effort=Effort(3))
    with pytest.raises(LimitError, match="several instructions"):
        compile_instruction("apple, " * 200)
    assert compile_instruction("Put the apple in the fridge. " * 50).subgoals
