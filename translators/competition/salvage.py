"""Read facts and instructions one by one; report what is defective with its place.

An odd item is read in the one way that makes sense where there is one (a variable too many, as the
platform reads it; brackets missing or to spare; wrong case), else left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from domains.competition.world.model import PREDICATES, Fact, Instruction
from planner.errors import SourceError, Span
from translators.competition.expressions import WORD
from translators.competition.facts import read_fact
from translators.competition.instructions import (
    ATTRIBUTES,
    MAX_INSTRUCTIONS,
    format_instruction,
    read_item,
)
from translators.competition.source import SourceText

MAX_DEFECTS = 100
"""Defects of one text that are listed; what follows is still read."""

_LONGEST_ITEM = 4_000
_DEEPEST = 12
_HEAD = re.compile(r"\s*\(\s*:ins\b")
_START = re.compile(r"\(\s*:(?!cond\b)\w", re.IGNORECASE)
_WRAPPER = re.compile(r"(?:\(\s*:?(?!\s*(?:task|info|cond)\b)[^()]+)+\Z", re.IGNORECASE)
_WIDE = str.maketrans("\uff08\uff09\uff1a", "():")
_MARKS = str.maketrans(dict.fromkeys(":,;.?!\"'", " "))
"""What stands beside words and says nothing."""
_NAMES = {name.strip(":").replace("_", ""): name for name in (
    ":task", ":info", ":cond", ":cons_not", ":cons_notnot", *PREDICATES["task"],
    *PREDICATES["info"], *ATTRIBUTES)} | {"colour": "color"}
"""First words of lists, by their letters."""
_FACT = re.compile(r"\(([^()]{1,200})\)?|(?:\(\s*)+(?=\(|\Z)|[^\s(]+")


@dataclass(frozen=True, slots=True)
class Defect:
    """What is wrong and what was made of it; ``right`` is what should stand at ``place``, if sure.

    ``bracket`` says that the brackets of instructions are wrong.
    """

    error: SourceError
    outcome: str
    place: Span
    right: str = ""
    bracket: bool = False


@dataclass
class Salvaged:
    """What was read and what was wrong, in the order of the text."""

    items: list[Instruction] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    wrong: list[Defect] = field(default_factory=list)

    @property
    def defects(self) -> list[SourceError]:
        """What was wrong, each with what was made of it."""
        return [SourceError(f"{error.message}; {defect.outcome}", error.source, error.span,
                            line_text=error.line_text, expected=error.expected)
                for defect in self.wrong for error in [defect.error]]

    def report(self, error: SourceError, outcome: str, place: Span | None = None, right: str = "",
               *, bracket: bool = False) -> None:
        """Note a defect and what was made of it."""
        if len(self.wrong) < MAX_DEFECTS:
            self.wrong.append(Defect(error, outcome, place or error.span, right, bracket))


def salvage_instructions(text: SourceText) -> Salvaged:
    """Read the items of an ``instr`` section one by one."""
    found = Salvaged()
    text = _narrowed(text, found)
    head = _HEAD.match(text.text)
    if head is None:
        found.report(text.error("the instructions do not start with (:ins", 0), "read on",
                     bracket=True)
    spans = _spans(text, 0 if head is None else head.end(), found)
    for index, (start, end) in enumerate(spans):
        if index == MAX_INSTRUCTIONS:
            found.report(text.error(f"more than {MAX_INSTRUCTIONS} instructions", start),
                         "the rest is left out")
            break
        item = _item(text, start, end, found)
        if item is not None:
            found.items.append(item)
    return found


def _narrowed(text: SourceText, found: Salvaged) -> SourceText:
    """Read the wide brackets and colons of Chinese keyboards as plain ones."""
    plain = text.text.translate(_WIDE)
    at = next((n for n, (one, other) in enumerate(zip(text.text, plain)) if one != other), None)
    if at is None:
        return text
    found.report(text.error(f"a wide character {text.text[at]!r}", at), "read as a plain one")
    return replace(text, text=plain)


def _spans(text: SourceText, begin: int, found: Salvaged) -> Iterator[tuple[int, int]]:
    """Cut a section into items; an item that begins inside another ends that one."""
    depth, start = 0, begin
    closed: list[int] = []
    for token in WORD.finditer(text.text, begin):
        at = token.start()
        if token[0] == ")":
            depth -= 1
            if depth == 0:
                yield start, token.end()
            elif depth < 0:
                depth = 0
                closed.append(at)
        elif token[0] == "(":
            if depth and _begins_item(text, start, at):
                yield start, at
                depth = 0
            if depth == 0:
                _check_closing(text, closed, 0, found)
                start, closed = at, []
            depth += 1
        elif depth == 0:
            found.report(text.error(f"unexpected {token[0][:40]!r}", at, token.end()), "left out",
                         bracket=bool(closed))
    end = len(text.text.rstrip())
    if depth:
        yield start, end
    _check_closing(text, closed, 1, found)


def _begins_item(text: SourceText, start: int, at: int) -> bool:
    """Tell whether an item begins here although the one from ``start`` on is open."""
    before = text.text[start:at] if at - start < 40 else ""
    return bool(_START.match(text.text, at)) and not _WRAPPER.match(before)


def _check_closing(text: SourceText, closed: Sequence[int], due: int, found: Salvaged) -> None:
    """Report other brackets than are due where no item is open: none before one, one at the end."""
    end = len(text.text.rstrip())
    at = closed[0] if closed else max(0, end - 1)
    if len(closed) > due:
        why, pair = "a bracket too many", at - (text.text[at - 1 : at] == ")")
        double = text.text[pair : pair + 2] == "))"
        place, right = text.span(pair, pair + 1 + double), ")" * double
    elif len(closed) < due:
        why, place, right = "the closing bracket of (:ins is missing", text.span(at), (
            text.text[at:end] + ")")
    else:
        return
    dear = "; the official platform cannot read such a file and scores 0" * due
    found.report(text.error(why, at), f"read on{dear}", place, right, bracket=True)


def _item(text: SourceText, start: int, end: int, found: Salvaged) -> Instruction | None:
    """Read an item; report one that is not well-formed and read it if there is one way to."""
    end = start + len(text.text[start:end].rstrip())
    if end - start > _LONGEST_ITEM:
        found.report(text.error("not an instruction", start, end), "left out")
        return None
    try:
        return read_item(text, start, end)
    except SourceError as why:
        error, item = why, _interpret(text, start, end)
    part, right = text.text[start:end], "" if item is None else format_instruction(item)
    found.report(error, f"read as {right}" if right else "left out", text.span(start, end), right,
                 bracket=part.count("(") != part.count(")"))
    return item


def _interpret(text: SourceText, start: int, end: int) -> Instruction | None:
    """Write what an item must mean in the one right form, and read that."""
    lists = list(_lists(text.text[start:end].translate(_MARKS)))
    marks = [parts[0] for parts in lists if parts[0].startswith(":")]
    cond = " ".join(f"({' '.join((name, *map(_variable, words[:1]), *map(str.lower, words[1:])))})"
                    for name, *words in lists if name in ATTRIBUTES)
    goals = [parts for parts in lists if parts[0] not in (*marks, *ATTRIBUTES)]
    inner = next((mark for mark in marks if mark in (":task", ":info")), "")
    wrapper = [mark for mark in marks if mark not in (inner, ":cond")]
    alone = all(len(parts) == 1 for parts in lists if parts[0] in marks)
    once = sorted(marks) == sorted({inner, ":cond", *wrapper}) and len(wrapper) <= 1
    if not (alone and once and len(goals) == 1):
        return None
    said = f"({inner} ({' '.join(_goal(inner[1:], *goals[0]))}) (:cond {cond}))"
    right = SourceText.plain(f"({wrapper[0]} {said})" if wrapper else said, text.source)
    try:
        item = read_item(right, 0, len(right.text))
    except SourceError:
        return None
    return replace(item, text=" ".join(text.text[start:end].split()), span=text.span(start, end))


def _goal(inner: str, predicate: str, *names: str) -> Iterator[str]:
    """Yield a predicate with as many variables as it takes; the platform ignores what follows."""
    giving = predicate == "give" and inner == "task"
    yield from (predicate, "human") if giving else (predicate,)
    named = [name for name in names if not (giving and name.lower() == "human")]
    yield from map(_variable, named[: PREDICATES.get(inner, {}).get(predicate)])


def _variable(name: str) -> str:
    return name[0].upper() + name[1:]


def _lists(text: str) -> Iterator[list[str]]:
    """Yield the words of every list, its first one as it should be written, outer lists first.

    Brackets that are missing are closed at the end, others ignored.
    """
    found = around = [list[str]()]
    for token in WORD.findall(text):
        if token == "(" and len(around) <= _DEEPEST:
            inner = list[str]()
            found, around = [*found, inner], [*around, inner]
        elif token == ")" and len(around) > 1:
            around = around[:-1]
        elif token not in "()":
            around[-1].append(token)
    for words in filter(None, found):
        letters = re.sub(r"[\W_]", "", words[0].lower())
        yield [_NAMES.get(letters, words[0].lower()), *words[1:]]


def salvage_facts(text: SourceText, begin: int = 0, end: int | None = None) -> Salvaged:
    """Read the facts of a section one by one."""
    found = Salvaged()
    text = _narrowed(text, found)
    end = len(text.text) if end is None else end
    for match in _FACT.finditer(text.text, begin, end):
        try:
            found.facts.append(read_fact(text, match.start(), end))
        except SourceError as error:
            span, said = text.span(*match.span()), " ".join((match[1] or "").lower().split())
            right = f"({said})"
            try:
                fact = read_fact(SourceText.plain(right, ""), 0, len(right))
            except SourceError:
                found.report(error, "left out", span)
            else:
                found.facts.append(replace(fact, span=span))
                found.report(error, f"read as {said}", span, right)
    return found
