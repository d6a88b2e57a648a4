"""Bracketed text, taken word by word: complaints say where, what was found and what expected."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from planner.console import counted
from planner.errors import SourceError
from translators.competition.source import SourceText

NAME = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
VARIABLE = re.compile(r"[A-Z]\w*", re.ASCII)
NUMBER = re.compile(r"[0-9]+")
WORD = re.compile(r"[()]|[^\s()]+")
"""A bracket or a word between blanks and brackets."""


LOWER_CASE = "a lower-case word"
"""What is expected where a word of :data:`NAME` has to stand."""


class Reader:
    """The brackets and words of ``text.text[begin:end]``; ``start`` and ``end`` of the last one."""

    def __init__(self, text: SourceText, begin: int = 0, end: int | None = None) -> None:
        self.text = text
        self._begin, self._limit = begin, len(text.text) if end is None else end
        self._words = WORD.finditer(text.text, begin, self._limit)
        self._next = next(self._words, None)
        self.start = self.end = begin

    @property
    def opens(self) -> bool:
        """Whether a bracket opens next."""
        return self._next is not None and self._next[0] == "("

    def open(self) -> None:
        """Take an opening bracket."""
        self.take("(".__eq__, "'('")

    def close(self, expected: str = "')'") -> int:
        """Take a closing bracket; return where the text after it begins."""
        self.take(")".__eq__, expected)
        return self.end

    def one_of(self, words: Collection[str]) -> str:
        """Take one of several words."""
        return self.take(words.__contains__, ", ".join(words))

    def number(self, most: int) -> int:
        """Take a number."""
        digits = self.take(NUMBER.fullmatch, "a number")
        if len(digits) > len(str(most)) + 2 or int(digits) > most:
            raise self.text.error("number too large", self.start, self.end,
                                  expected=f"at most {most}")
        return int(digits)

    def take(self, fits: Callable[[str], object], expected: str) -> str:
        """Take the next bracket or word if it is right; raise ``SourceError`` if not."""
        word = self._next
        if word is None or not fits(word[0]):
            raise self._unexpected(expected)
        self.start, self.end = word.span()
        self._next = next(self._words, None)
        return word[0]

    def finish(self) -> None:
        """Demand the end of the text."""
        if self._next is not None:
            raise self._unexpected("the end of the section")

    def _unexpected(self, expected: str) -> SourceError:
        word = self._next
        if word is None:
            part = self.text.text[self._begin : self._limit].rstrip()
            missing = part.count("(") - part.count(")")
            note = f" ({counted(missing, 'closing bracket')} missing)" * (missing > 0)
            return self.text.error(f"the text ends too early{note}",
                                   max(0, self._begin + len(part) - 1), expected=expected)
        shown = word[0] if len(word[0]) <= 40 else word[0][:37] + "..."
        message = f"unexpected {shown!r}"
        if word[0] == "(" and expected == "')'":
            message = "a closing bracket is missing before this one"
        return self.text.error(message, *word.span(), expected=expected)
