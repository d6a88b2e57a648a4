"""Run the Lark grammar over a text and turn its complaints into source errors."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from lark import Lark, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.exceptions import UnexpectedEOF
from lark.lexer import Token

from translators.competition.source import SourceText

__all__ = ["parse_tree"]

_WORD = re.compile(r"[^\s()]+|[()]")
_EXPECTED = {
    "LPAR": "'('",
    "RPAR": "')'",
    "$END": "the end of the section",
    "NUMBER": "a number",
    "WORD": "a lower-case word",
    "VARIABLE": "a variable with a capital letter (X, Y)",
    "FACT_UNARY": "hold, plate, opened, closed",
    "FACT_BINARY": "at, inside, on, near",
    "ATTRIBUTE": "sort, color, size, type",
    "GIVE": "give",
    "HUMAN": "human",
    "TASK_UNARY": "goto, putdown, pickup, open, close",
    "TASK_BINARY": "puton, putin, takeout",
    "INFO_UNARY": "plate, opened, closed, hold",
    "INFO_BINARY": "on, near, inside",
    "__ANON_0": ":domain",
}


@cache
def _parser() -> Lark:
    grammar = Path(__file__).with_name("instructions.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        start=["facts", "told", "instructions", "item"],
        parser="lalr",
        propagate_positions=True,
        maybe_placeholders=False,
    )


def parse_tree(text: SourceText, start: str) -> Tree[Token]:
    """Parse ``text`` from the ``start`` symbol; raise ``SourceError`` at the first defect."""
    try:
        return _parser().parse(text.text, start=start)
    except UnexpectedInput as error:
        raise _source_error(text, error) from None


def _source_error(text: SourceText, error: UnexpectedInput) -> Exception:
    position = error.pos_in_stream
    names: set[str] = set()
    if isinstance(error, UnexpectedCharacters):
        names = set(error.allowed or ())
    elif isinstance(error, UnexpectedToken):
        names = set(error.accepts or error.expected)
        if error.token.type == "$END":
            position = None
    elif isinstance(error, UnexpectedEOF):
        names, position = set(error.expected), None
    expected = " or ".join(sorted(_readable(name) for name in names))
    if position is None or position < 0 or not text.text[position:].strip():
        end = len(text.text.rstrip())
        missing = text.text.count("(") - text.text.count(")")
        message = "the text ends too early"
        if missing > 0:
            message += f" ({missing} closing bracket{'s' * (missing > 1)} missing)"
        return text.error(message, max(0, end - 1), expected=expected)
    word = _WORD.match(text.text, position)
    found = word[0] if word else text.text[position]
    shown = found if len(found) <= 40 else found[:37] + "..."
    message = f"unexpected {shown!r}"
    if names == {"RPAR"} and found == "(":
        message = "a closing bracket is missing before this one"
    return text.error(message, position, position + len(found), expected=expected)


def _readable(name: str) -> str:
    if name in _EXPECTED:
        return _EXPECTED[name]
    for terminal in _parser().terminals:
        if terminal.name == name:
            return str(terminal.pattern.value).replace("\\", "")
    return name.lower()
