"""S-expressions with positions.

The reader is iterative, so nesting cannot exhaust the stack; it refuses texts over
:data:`MAX_SIZE` characters, over :data:`MAX_WORDS` words and brackets, or nested deeper than
:data:`MAX_DEPTH`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from planner.errors import SourceError, Span, UnsupportedError

MAX_SIZE = 30_000_000
MAX_DEPTH = 200
MAX_WORDS = 2_000_000
MAX_NOTES = 20
_APART = " \t\r\n\f\v(),"
_TOKEN = re.compile(
    r"\s+|;[^\n]*|(?P<comma>,)|(?P<open>\()|(?P<close>\))|(?P<word>\??[^\s();,?]+|\?)")


@dataclass(frozen=True)
class Source:
    """A named text; makes errors that point into it.

    Where it is not ``strict``, ``notes`` are what was read though PDDL does not allow it
    (:data:`MAX_NOTES` at most), and ``later`` the names in a domain that each problem has to
    declare, with their places.
    """

    name: str
    text: str
    strict: bool = False
    notes: list[SourceError] = field(default_factory=list, compare=False, repr=False)
    later: dict[str, int] = field(default_factory=dict, compare=False, repr=False)

    def tolerate(self, message: str, place: Place, expected: str = "", length: int = 1) -> None:
        """Note a defect that is read all the same; raise it where reading is strict."""
        if self.strict:
            raise self.error(message, place, expected, length)
        if len(self.notes) < MAX_NOTES:
            self.notes.append(self.error(message, place, expected, length))

    def refuse(self, message: str, place: Place, expected: str = "") -> None:
        """Raise an error at a place."""
        raise self.error(message, place, expected)

    def unsupported(self, message: str, place: Place, expected: str = "") -> UnsupportedError:
        """Return what is raised for what belongs to a larger language."""
        return UnsupportedError(str(self.error(message, place, expected)))

    def error(self, message: str, place: Place, expected: str = "", length: int = 1) -> SourceError:
        """Return a :class:`SourceError` at a node, or at so many characters from a place on."""
        offset, length = (place, length) if isinstance(place, int) else (place.offset, place.length)
        line = self.text.count("\n", 0, offset) + 1
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        shown = self.text[start : end if end >= 0 else len(self.text)]
        span = Span(line, offset - start + 1, max(1, length))
        return SourceError(message, self.name, span, line_text=shown, expected=expected)


@dataclass(frozen=True, slots=True)
class Node:
    """A word (``children`` is None, ``word`` in lower case) or a list."""

    word: str
    children: tuple[Node, ...] | None
    offset: int
    length: int

    @property
    def head(self) -> str:
        """First word of a list, or the word itself; empty where there is none."""
        if self.children is None:
            return self.word
        return self.children[0].word if self.children else ""

    def words(self) -> Iterator[Node]:
        """Yield the words in it."""
        if self.children is None:
            yield self
        for child in self:
            yield from child.words()

    def __iter__(self) -> Iterator[Node]:
        return iter(self.children or ())

    def __len__(self) -> int:
        return len(self.children or ())


Place = Node | int
"""A node, or the number of a character."""


def read_sexp(source: Source) -> Node:
    """Read the one expression of ``source``; raise :class:`SourceError` on unbalanced brackets."""
    if len(source.text) > MAX_SIZE:
        raise source.error(f"the text is longer than {MAX_SIZE:,} characters", 0)
    stack: list[tuple[int, list[Node]]] = []
    result: Node | None = None
    for count, (kind, text, start) in enumerate(_tokens(source), start=1):
        if count > MAX_WORDS:
            raise source.error(f"more than {MAX_WORDS:,} words and brackets", start)
        if result is not None:
            raise source.error("text after the closing bracket", start, "end of file")
        if kind == "open":
            if len(stack) >= MAX_DEPTH:
                raise source.error(f"nesting deeper than {MAX_DEPTH}", start)
            stack.append((start, []))
        elif kind == "word":
            _word(source, stack, text, start)
        else:
            result = _close(source, stack, start)
    if stack:
        raise source.error("bracket is never closed", stack[-1][0], "')'")
    if result is None:
        raise source.error("the file is empty", 0, "'(define'")
    return result


def _word(source: Source, stack: list[tuple[int, list[Node]]], text: str, start: int) -> None:
    if not stack:
        raise source.error(f"'{_cut(text)}' outside brackets", start, "'(define'", len(text))
    stack[-1][1].append(Node(text.lower(), None, start, len(text)))


def _tokens(source: Source) -> Iterator[tuple[str, str, int]]:
    """Yield words and brackets with their places; note what stands too close together."""
    for match in _TOKEN.finditer(source.text):
        kind, start = match.lastgroup, match.start()
        if kind is None:
            continue
        text = match.group()
        if kind == "comma":
            source.tolerate("a comma between words", start, "a blank")
            continue
        if text[0] == "?" and start and source.text[start - 1] not in _APART:
            source.tolerate(f"no blank before '{_cut(text)}'", start, length=len(text))
        yield kind, text, start


def _close(source: Source, stack: list[tuple[int, list[Node]]], start: int) -> Node | None:
    """Close the innermost bracket; return its node if it is the outermost too."""
    if not stack:
        raise source.error("closing bracket without an opening one", start)
    opened, children = stack.pop()
    node = Node("", tuple(children), opened, 1)
    if not stack:
        return node
    stack[-1][1].append(node)
    return None


def _cut(text: str, width: int = 40) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
