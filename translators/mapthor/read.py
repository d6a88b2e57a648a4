"""Sentence → parse tree; says precisely which words cannot be understood."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any

from lark import Lark, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput

from planner.errors import LimitError, SourceError, Span
from translators.mapthor.ontology import noun_pattern, ontology

__all__ = ["MAX_CHARACTERS", "parse", "vocabulary"]

MAX_CHARACTERS = 1500
_WORD = re.compile(r"[^\W_](?:[\w'-]*\w)?|[^\s\w,.;:!?()\"']")
_KINDS = {
    "NOUN": "a thing (e.g. 'apple', 'mug', 'groceries')",
    "THE": "'the'", "ALL": "'all'", "A": "'a'", "IN": "'in'", "ON": "'on'", "TO": "'to'",
    "NEAR": "'next to'", "FROM": "'from'", "AND": "'and'", "COMMA": "','", "STOP": "the end",
    "PUT": "a verb (e.g. 'put', 'open', 'wash', 'slice', 'turn off')", "BE": "'is'",
    "OFF": "'off'", "IF": "'if'", "THEN": "'then'", "PRONOUN": "'it' or 'them'",
    "POSITION": "'positions'", "DARK": "'dark'", "DIRTY": "a state (e.g. 'open', 'dirty')",
    "WHERE_BELONG": "'where they belong'", "AWAY": "'away'", "COFFEE": "'coffee'",
    "ROOM": "a room", "WATER": "'water'", "BY": "'by'",
}


@cache
def _grammar() -> Lark:
    text = resources.files(__package__).joinpath("english.lark").read_text(encoding="utf-8")
    return Lark(text.replace("{NOUN}", noun_pattern()), parser="earley", lexer="dynamic",
                propagate_positions=True, maybe_placeholders=False)


@cache
def vocabulary() -> frozenset[str]:
    """Return every single word the grammar and the ontology know, in lower case."""
    words: set[str] = set()
    for terminal in _grammar().terminals:
        if terminal.name != "NOUN":
            for phrase in re.findall(r"[a-z][a-z' -]*", terminal.pattern.value.replace(r"\s+", " ")
                                     .replace(r"\w", "").replace(r"\d", "")):
                words.update(phrase.split())
    for phrase in ontology().nouns:
        words.update(phrase.split())
    return frozenset(words)


def parse(text: str, source: str = "instruction") -> Tree[Any]:
    """Parse one instruction; ``source`` names it in messages.

    Raises:
        SourceError: unknown words, or known words in an order the grammar has no reading for.
        LimitError: longer than :data:`MAX_CHARACTERS`.
    """
    if len(text) > MAX_CHARACTERS:
        raise LimitError(f"{source}: {len(text)} characters; at most {MAX_CHARACTERS} are read")
    if not text.strip():
        raise SourceError.in_text("the instruction is empty", source, text or " ", Span(1, 1),
                                  expected="a sentence such as 'Put the apple in the fridge'")
    _reject_unknown(text, source)
    try:
        return _grammar().parse(_readable(text))
    except UnexpectedCharacters as error:
        start = len(text) - len(text[error.pos_in_stream:].lstrip())
        word = _WORD.match(text, start)
        shown = word.group() if word else text[start:start + 1]
        raise SourceError.in_text(
            f"'{shown}' does not fit here", source, text, _span(text, start, len(shown)),
            expected=_expected(error.allowed or ()),
        ) from None
    except UnexpectedEOF as error:
        end = len(text.rstrip())
        raise SourceError.in_text(
            "the sentence stops too early", source, text, _span(text, end, 1),
            expected=_expected(error.expected),
        ) from None
    except UnexpectedInput as error:  # pragma: no cover - the two above are all Earley raises
        raise SourceError.in_text(str(error), source, text, Span(1, 1)) from None


def _readable(text: str) -> str:
    """Blank out characters the grammar treats as white space, keeping all positions."""
    return re.sub(r"[\x00-\x1f\u2028\u2029]", " ", text).replace("\u2019", "'")


def _reject_unknown(text: str, source: str) -> None:
    unknown = [m for m in _WORD.finditer(text.replace("\u2019", "'"))
               if m.group().lower() not in vocabulary() and not m.group().isdigit()]
    if not unknown:
        return
    first = unknown[0]
    more = ", ".join(f"'{m.group()[:40]}'" for m in unknown[1:6])
    near = difflib.get_close_matches(first.group().lower()[:40], sorted(vocabulary()), n=4,
                                     cutoff=0.6)
    raise SourceError.in_text(
        f"unknown word '{first.group()[:40]}'" + (f" (and also {more})" if more else ""),
        source, text, _span(text, first.start(), len(first.group())),
        expected=("perhaps " + ", ".join(f"'{w}'" for w in near)) if near
        else "a word of the controlled English (docs/household-instructions.md)",
    )


def _span(text: str, start: int, length: int) -> Span:
    line = text.count("\n", 0, start) + 1
    return Span(line, start - (text.rfind("\n", 0, start) + 1) + 1, max(1, length))


def _expected(terminals: Iterable[Any]) -> str:
    names = {getattr(t, "name", str(t)) for t in terminals}
    words = [_KINDS[name] for name in _KINDS if name in names]
    return ", ".join(words[:8]) or "the end of the sentence"
