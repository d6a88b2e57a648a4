"""Read the XML frame of a problem file safely, keeping the place of every character.

The file is decoded first and read with the standard expat parser; document type declarations
(and with them every entity bomb) are refused, size and nesting are limited. What counts follows
the platform (specification §2.1): the first element of each name and its text before the first
child element; comments are skipped.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path
from xml.parsers import expat

from planner import files
from planner.errors import SourceError, Span
from translators.competition.source import SourceText

MAX_BYTES = 1_000_000
MAX_DEPTH = 8
SECTIONS = {
    "info": ("test", "env", "info"),
    "mis": ("test", "env", "mis"),
    "r": ("test", "env", "err", "r"),
    "w": ("test", "env", "err", "w"),
    "extra": ("test", "env", "extra"),
    "instr": ("test", "instr"),
    "nl": ("test", "nl"),
}
"""Path of each section that holds text."""

_ENCODINGS = ("utf-8", "ascii", "iso8859-1", "cp1252", "gb2312", "gbk", "gb18030")
_DECLARED = re.compile(rb"""<\?xml[^>]*?\bencoding\s*=\s*["']([\w.-]{1,40})["']""")


@dataclass(slots=True)
class Element:
    """One element of the file: its path of names, attributes, place and leading text.

    ``comment_first`` says that a comment stands before the text; the platform's reader then
    takes the section for empty.
    """

    path: tuple[str, ...]
    attributes: Mapping[str, str]
    span: Span
    pieces: list[tuple[str, int, int]] = field(default_factory=list)
    closed_text: bool = False
    comment_first: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """The text of a file, and all its elements in order of their start."""

    file: SourceText
    elements: tuple[Element, ...]

    def first(self, *path: str) -> Element | None:
        """Return the first element at ``path``."""
        return next((e for e in self.elements if e.path == path), None)

    def section(self, name: str) -> SourceText:
        """Return the text of a section of :data:`SECTIONS`; empty if it is missing."""
        element = self.first(*SECTIONS[name])
        pieces, lines, columns = zip(*((element and element.pieces) or [("", 1, 1)]), strict=True)
        starts = [0, *accumulate(map(len, pieces))][:-1]
        return replace(self.file, text="".join(pieces), starts=starts, lines=lines, columns=columns)


def read_bytes(path: str | Path) -> bytes:
    """Read at most :data:`MAX_BYTES` + 1 bytes of a file; raise ``InputError`` if impossible."""
    return files.read_bytes(path, MAX_BYTES + 1, part="head")


def decode(data: bytes, source: str) -> str:
    """Decode by byte order mark, then by the XML declaration, else as UTF-8."""
    encoding = _encoding(data, source)
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode(encoding, "replace")
        text = SourceText.plain(good + data[error.start :][:80].decode("latin-1"), source)
        raise text.error(f"this byte is not {encoding} text", len(good),
                         expected=f"a text file in {encoding}") from None


def read_frame(data: bytes, source: str) -> Frame:
    """Read the elements of a problem file; raise ``SourceError`` with the place of a defect."""
    if len(data) > MAX_BYTES:
        raise SourceText.plain(data[:200].decode("latin-1"), source).error(
            f"the file is longer than {MAX_BYTES} bytes", 0,
            expected="a problem file of a few thousand bytes")
    whole = decode(data, source)
    file = SourceText.plain(whole, source)
    if not whole.strip():
        raise file.error("the file is empty", 0, expected="<test> with <env>, <instr> and <nl>")
    return Frame(file, tuple(_Reader(file).read()))


class _Reader:
    """Collect elements from expat's events."""

    def __init__(self, file: SourceText) -> None:
        self._file = file
        self._open: list[Element] = []
        self._elements: list[Element] = []
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CommentHandler = self._comment
        self._parser.CharacterDataHandler = self._characters

    def read(self) -> list[Element]:
        try:
            self._parser.Parse(self._file.text.encode("utf-8", "replace"), True)
        except expat.ExpatError as error:
            raise self._xml_error(error, Span(error.lineno, error.offset + 1)) from None
        return self._elements

    def _xml_error(self, error: expat.ExpatError, span: Span) -> SourceError:
        message = expat.ErrorString(error.code) or "not well-formed"
        names = " > ".join(e.path[-1] for e in self._open)
        expected = f"well-formed XML (open here: {names})" if names else "an XML problem file"
        before = self._file.line(span.line)[: span.column]
        if "&" in before[-60:] and message.startswith("not well-formed"):
            expected += "; write a literal & as &amp;"
        return self._file.error_at(f"not XML: {message}", span, expected=expected)

    def _here(self) -> Span:
        return Span(self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1)

    def _refuse_doctype(self, name: str, *_: object) -> None:
        raise self._file.error_at("a document type declaration is not allowed", self._here(),
                                   expected="<test> without DOCTYPE and entity definitions")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise self._file.error_at(f"elements nested deeper than {MAX_DEPTH}", self._here(),
                                       expected="</...>")
        if self._open:
            self._open[-1].closed_text = True
        path = (*(element.path[-1] for element in self._open), name)
        element = Element(path, attributes, self._here())
        self._open.append(element)
        self._elements.append(element)

    def _end(self, _name: str) -> None:
        self._open.pop()

    def _comment(self, _text: str) -> None:
        if self._open and not self._open[-1].pieces:
            self._open[-1].comment_first = True

    def _characters(self, data: str) -> None:
        element = self._open[-1]
        if not (element.closed_text or (not element.pieces and data.isspace())):
            here = self._here()
            element.pieces.append((data, here.line, here.column))


def utf_16(data: bytes) -> str:
    """Return which kind of UTF-16 a file begins as, with a byte order mark or ``<``, if any.

    >>> utf_16("<test>".encode("utf-16-be")), utf_16(b"<test>")
    ('utf-16-be', '')
    """
    starts = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16",
              b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
    return starts.get(data[:2], "")


def _encoding(data: bytes, source: str) -> str:
    wide = utf_16(data)
    if wide:
        return wide
    declared = _DECLARED.search(data[:200])
    if declared is None or data.startswith(codecs.BOM_UTF8):
        return "utf-8"
    word = declared[1].decode("ascii")
    try:
        name = codecs.lookup(word).name
    except LookupError:
        name = ""
    if name not in _ENCODINGS:
        raise SourceText.plain(data[:300].decode("latin-1"), source).error(
            f"unsupported encoding {word!r}", *declared.span(1), expected="utf-8")
    return name
