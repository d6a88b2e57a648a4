"""Texts that know where in which file they came from."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from planner.errors import SourceError, Span

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class SourceText:
    """A piece of text with the way back to its place in a file.

    ``source`` names the file, ``whole`` is the file's text (for the line an error quotes).
    ``starts``, ``lines`` and ``columns`` are parallel: from offset ``starts[i]`` of ``text`` on,
    characters lie in file line ``lines[i]`` from column ``columns[i]`` (both 1-based).
    """

    text: str
    source: str
    whole: str
    starts: Sequence[int]
    lines: Sequence[int]
    columns: Sequence[int]

    @classmethod
    def plain(cls, text: str, source: str) -> SourceText:
        """Take ``text`` as a whole file.

        >>> SourceText.plain("ab\\ncd", "t").span(4)
        Span(line=2, column=2, length=1)
        """
        starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        return cls(text, source, text, starts, range(1, len(starts) + 1), [1] * len(starts))

    def span(self, start: int, end: int | None = None) -> Span:
        """Give the place of ``text[start:end]`` in the file (first line of it)."""
        index = max(0, bisect_right(self.starts, start) - 1)
        column = self.columns[index] + start - self.starts[index]
        length = 1 if end is None else max(1, end - start)
        return Span(self.lines[index], column, length)

    def offset(self, span: Span) -> int:
        """Give the offset in ``text`` at which a place begins."""
        index = bisect_right([*zip(self.lines, self.columns, strict=True)], span[:2]) - 1
        return self.starts[index] + span.column - self.columns[index]

    def error(self, message: str, start: int, end: int | None = None, *, expected: str = ""
              ) -> SourceError:
        """Build the error about ``text[start:end]``."""
        return self.error_at(message, self.span(start, end), expected=expected)

    def error_at(self, message: str, span: Span, *, expected: str = "") -> SourceError:
        """Build the error about a place already known."""
        return SourceError(message, self.source, span, line_text=self.line(span.line),
                           expected=expected)

    def line(self, number: int) -> str:
        """Text of a line of the file."""
        return self._file_lines[number - 1] if number <= len(self._file_lines) else ""

    @cached_property
    def condensed(self) -> str:
        """The text as the platform passes it on: white space condensed to single blanks."""
        return " ".join(self.text.split())

    @cached_property
    def _file_lines(self) -> list[str]:
        return _LINE_END.split(self.whole)
