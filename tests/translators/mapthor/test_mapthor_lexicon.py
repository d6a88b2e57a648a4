"""English words and what they can be; what is English is no slip of the pen."""

import pytest

from planner.errors import SourceError
from translators.mapthor.compile import compile_instruction
from translators.mapthor.hearing.slips import mended
from translators.mapthor.lexicon import base, forms, is_english


@pytest.mark.parametrize(("word", "kinds"), [
    ("chewed", {"past"}), ("chews", {"third"}), ("chewing", {"gerund", "noun"}),
    ("put", {"base", "past"}), ("mouldy", {"adjective"}), ("the", {"determiner"}),
    ("isn't", {"be", "negation"}), ("slowly", {"adverb"}), ("Rex's", set()), ("aple", set()),
])
def test_a_word_has_its_forms(word: str, kinds: set[str]) -> None:
    assert kinds <= forms(word)
    assert is_english(word) is bool(kinds)


def test_a_verb_is_known_by_any_of_its_forms() -> None:
    assert {base(w) for w in ("keep", "keeps", "keeping", "kept")} == {"keep"}


def test_an_english_word_is_no_slip_of_another() -> None:
    assert mended("the aple, starving") == ("the apple, starving", ("'aple' is read as 'apple'",))
    with pytest.raises(SourceError, match="called 'kids' is known"):
        compile_instruction("Put the kids in the fridge")
