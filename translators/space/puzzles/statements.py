"""Sentences → clues: connectives, clauses joined by commas, subjects carried over.

``statements.toml`` holds the connectives as patterns; the parts they cut out are read as sentences
again. What cannot be read is returned as such and never dropped, unless it says nothing about
space (no name, or no word of the alarm list).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from translators.space.puzzles.cast import FIRST_SIGN, NAME, Cast
from translators.space.puzzles.clauses import read_clause
from translators.space.puzzles.derivations import Unread
from translators.space.puzzles.logic import (
    And,
    Conditional,
    Formula,
    Iff,
    Not,
    Or,
    Xor,
    conjunction,
)
from translators.space.puzzles.scene import Scene
from translators.space.puzzles.wording import alarming

__all__ = ["Clue", "StatementReader", "clean"]

MAX_MEANINGS = 8


@dataclass(frozen=True)
class Clue:
    """A read sentence: its text and its possible meanings (at least one)."""

    text: str
    meanings: tuple[Formula, ...]


@cache
def _patterns() -> dict[str, Any]:
    path = Path(__file__).parent / "statements.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def clean(text: str) -> str:
    """Bring punctuation and digits to one form and drop blanks, quotes and numbering."""
    text = text.translate(_FORMS)
    text = re.sub(r"[\s“”‘’\"'《》〈〉「」『』【】\u3000]+", "", text)
    return re.sub(_patterns()["numbering"], "", text)


_FORMS = {0xFF10 + i: str(i) for i in range(10)} | {
    ord(a): b for a, b in zip("，,:;!?()．", "，，：；！？（）.", strict=True)
}


@dataclass
class StatementReader:
    """Read sentences about one cast in one scene."""

    cast: Cast
    scene: Scene
    unread: list[tuple[str, str]] = field(default_factory=list)

    @property
    def layout_kind(self) -> str:
        """Return the kind of the layout."""
        return self.scene.layout.kind

    def clues(self, sentence: str) -> list[Clue]:
        """Return the clues of a sentence; unreadable parts go to ``unread`` with the reason."""
        text = _loosened(self.cast.veil(clean(sentence)))
        whole = self._connected(text, "")
        if whole is not None:
            return [Clue(self.cast.unveil(text), whole)]
        found: list[Clue] = []
        parts = [p for p in re.split(r"[，；]", text) if p]
        subject, index = "", 0
        while index < len(parts):
            parts[index] = _pair(_without_heading(parts[index]), parts[:index])
            size, meanings, why = self._longest(parts, index, subject)
            piece = "，".join(parts[index : index + max(size, 1)])
            if meanings:
                found.append(Clue(self.cast.unveil(piece), meanings))
            elif self.matters(piece):
                self.unread.append((self.cast.unveil(piece), why))
            subject = _subject(piece) or subject
            index += max(size, 1)
        return found

    def statement(self, text: str) -> tuple[Formula, ...]:
        """Return the meanings of one statement (an option, a question with an answer put in).

        Raise ``Unread`` when any part of it cannot be read.
        """
        reader = StatementReader(self.cast, self.scene)
        clues = reader.clues(text)
        if reader.unread or not clues:
            part, why = reader.unread[0] if reader.unread else (text, "nothing is said")
            raise Unread(why, part)
        return tuple(
            conjunction(list(chosen))
            for chosen in list(product(*(c.meanings for c in clues)))[:MAX_MEANINGS]
        )

    def _longest(
        self, parts: Sequence[str], index: int, subject: str
    ) -> tuple[int, tuple[Formula, ...] | None, str]:
        """Read the part at ``index``, if need be with its successor or with the last subject."""
        part = parts[index]
        why = ""
        for text in _with_subject(part, subject):
            connected = self._connected(text, subject)
            if connected is not None:
                return 1, connected, ""
            try:
                return 1, read_clause(text, self.cast, self.scene), ""
            except Unread as error:
                why = why or _why(error)
        if index + 1 < len(parts) and self.matters(part):
            for joint in ("", "，"):
                text = part + joint + parts[index + 1]
                connected = self._connected(text, subject)
                if connected is not None:
                    return 2, connected, ""
                try:
                    return 2, read_clause(text.replace("，", ""), self.cast, self.scene), ""
                except Unread:
                    continue
        return 1, None, why

    def _connected(self, text: str, subject: str) -> tuple[Formula, ...] | None:
        """Return the meanings of a compound sentence, ``None`` when it is none or unreadable."""
        for rule in _patterns()["connective"]:
            match = re.match(rule["pattern"].replace("{N}", NAME), text)
            if not match:
                continue
            groups = match.groupdict()
            head = groups.get("head") or ""
            before = head or subject
            try:
                first = self._part(groups["a"], before if rule.get("carry", True) else "")
                second: tuple[Formula, ...] = ()
                if groups.get("b"):
                    second = self._part(groups["b"], before or _subject(groups["a"]))
            except Unread:
                continue
            return _combine(rule["means"], first, second)
        return None

    def _part(self, text: str, subject: str) -> tuple[Formula, ...]:
        text = text.strip("，")
        failure = Unread("empty")
        for candidate in _with_subject(text, subject):
            try:
                return self._whole(candidate)
            except Unread as error:
                failure = error
        raise failure

    def _whole(self, text: str) -> tuple[Formula, ...]:
        connected = self._connected(text, "")
        if connected is not None:
            return connected
        parts = [p for p in re.split(r"[，；]", text) if p]
        meanings: list[tuple[Formula, ...]] = []
        subject = ""
        for index, part in enumerate(parts):
            part = _pair(part, parts[:index])
            meanings.append(self._first(part, subject))
            subject = _subject(part) or subject
        if not meanings:
            raise Unread("empty")
        return tuple(conjunction(list(c)) for c in list(product(*meanings))[:MAX_MEANINGS])

    def _first(self, part: str, subject: str) -> tuple[Formula, ...]:
        failure = Unread("empty")
        for text in _with_subject(part, subject):
            try:
                return read_clause(text, self.cast, self.scene)
            except Unread as error:
                failure = error
        raise failure

    def _links_groups(self, text: str) -> bool:
        """Say whether two or three names of different groups meet: an attribute is told."""
        found = {ord(c) - FIRST_SIGN for c in re.findall(NAME, text)}
        return len(found) in (2, 3) and len({self.cast.group_of(i) for i in found}) > 1

    def matters(self, text: str) -> bool:
        """Say whether an unread (veiled) part may be a clue or changes the scene."""
        if re.search(_patterns()["filler"], text):
            return False
        names = len(set(re.findall(NAME, text)))
        bare = re.sub(f"{NAME}(?:[、和与及]|以及)?", "", text)
        found = {ord(c) - FIRST_SIGN for c in re.findall(NAME, text)}
        if any(set(g) <= found for g in self.cast.groups if len(g) > 2):
            bare = re.sub(_patterns()["contest"], "", bare)
            return bool(re.search(_patterns()["restrict"], bare))
        if names == 0 or names >= min(3, max(len(g) for g in self.cast.groups)):
            if re.search(_patterns()["layout"], bare):
                return bool(re.search(_patterns()["restrict"], bare))
        if names == 0:
            return bool(re.search(_patterns()["restrict"], bare)) and alarming(bare)
        if self._links_groups(text):
            return True
        return names > 1 or alarming(bare) or bool(re.search(_patterns()["placed"], bare))


def _why(error: Unread) -> str:
    return f"{error.why}: {error.part}" if error.part else error.why


def _loosened(text: str) -> str:
    """Put a comma before a second predicate (比…高但比…低) and drop 'X says that he'."""
    text = re.sub(f"({NAME})说[：，]?(?:他|她|它|我|自己)", r"\1", text)
    return re.sub(_patterns()["second"].replace("{N}", NAME), r"，\1", text)


def _without_heading(part: str) -> str:
    """Drop a heading such as 比赛结果： that names nobody."""
    head, colon, rest = part.partition("：")
    return rest if colon and rest and not re.search(NAME, head) else part


def _pair(part: str, before: Sequence[str]) -> str:
    """Put the two names of the last part in place of 'the two of them'."""
    match = re.match(_patterns()["pair"], part)
    if not match or not before or re.match(NAME, part[match.end() :]):
        return part
    names = list(dict.fromkeys(re.findall(NAME, before[-1])))
    joint = "之间" if match[0].endswith("之间") else ""
    return "和".join(names) + joint + part[match.end() :] if len(names) == 2 else part


def _subject(text: str) -> str:
    """Return the subject a clause begins with: a name, or names joined."""
    match = re.match(f"{NAME}(?:(?:、|和|与|以及){NAME})*", text)
    return match[0] if match else ""


def _with_subject(part: str, subject: str) -> list[str]:
    """Return the clause with a subject put in where it has none, likeliest first."""
    pronoun = re.match(r"[他她它](?!们)", part)
    if pronoun and len(re.findall(NAME, subject)) == 1:
        return [subject + part[1:]]
    if not subject or re.match(NAME, part):
        return [part]
    if re.match(_patterns()["predicate_first"], part):
        return [subject + part, part]
    if re.match(_patterns()["relation_first"], part):
        return [subject + "的" + part, subject + part, part]
    return [part, subject + part]


def _combine(
    means: str, first: Sequence[Formula], second: Sequence[Formula]
) -> tuple[Formula, ...]:
    if means == "not":
        return tuple(Not(a) for a in first)
    pairs = list(product(first, second))[:MAX_MEANINGS]
    match means:
        case "if":
            return tuple(Conditional(a, b) for a, b in pairs)
        case "only_if":
            return tuple(Conditional(b, a) for a, b in pairs)
        case "or":
            return tuple(Or((a, b)) for a, b in pairs)
        case "xor":
            return tuple(Xor(a, b) for a, b in pairs)
        case "iff":
            return tuple(Iff(a, b) for a, b in pairs)
        case "and":
            return tuple(And((a, b)) for a, b in pairs)
        case "neither":
            return tuple(And((Not(a), Not(b))) for a, b in pairs)
    raise AssertionError(means)
