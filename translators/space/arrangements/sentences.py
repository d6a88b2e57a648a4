"""Sentences → clues: connectives, clauses joined by commas, subjects carried over.

``sentences.toml`` holds the connectives as patterns; the parts they cut out are read as sentences
again. What cannot be read is returned as such and never dropped, unless it says nothing about
space (no name, or no word of the alarm list).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from domains.space.geometry import Layout, Meaningless
from domains.space.statements import (
    Statement,
    all_of,
    any_of,
    at_slots,
    entity,
    exactly,
    meets,
    negation,
    related,
    same_truth,
)
from translators.space.arrangements.clauses import Reading, read_clause
from translators.space.arrangements.grammar import Unread
from translators.space.arrangements.names import FIRST_SIGN, NAME, Cast
from translators.space.arrangements.words import alarming, table

__all__ = ["Clue", "Reader", "clean", "sentences"]

MAX_COMPOUND, MAX_PARTS = 240, 200
_FORMS = {0xFF10 + i: str(i) for i in range(10)} | {
    ord(a): b for a, b in zip("，,：:；;!?()．", "，，：：；；！？（）.", strict=True)}


@dataclass(frozen=True)
class Clue:
    """A read sentence: its text and its meaning."""

    text: str
    meaning: Statement


def sentences(text: str) -> list[str]:
    """Split a text into sentences, end marks kept; a list number begins a sentence, too."""
    text = re.sub(r"[,，]\s*(?:[^，,。；、：\s]{1,3}[,，]\s*){2,}",  # 小王, 小李, 小张, …
                  lambda m: re.sub(r"[,，]\s*", "、", m[0]), text[:160]) + text[160:]
    parts = re.findall(r"[^。！？?!；;\n]+[。！？?!；;]?", re.sub(table("sentences")["begins"], "\n", text))
    return [p.strip() for p in parts if p.strip(" \t\r　。；;")]


def clean(text: str) -> str:
    """Bring punctuation and digits to one form and drop blanks, quotes and numbering."""
    text = text.translate(_FORMS)
    text = re.sub(r"[\s“”‘’\"'《》〈〉「」『』【】\u3000]+", "", text)
    return re.sub(table("sentences")["numbering"], "", text)


@dataclass
class Reader:
    """Read sentences about one cast in one layout; what is not understood goes to ``unread``."""

    cast: Cast
    layout: Layout
    reading: Reading
    unread: list[tuple[str, str]] = field(default_factory=list)
    doubts: set[str] = field(default_factory=set)

    def clues(self, sentence: str) -> list[Clue]:
        """Return the clues of a sentence; unreadable parts go to ``unread`` with the reason."""
        text = _loosened(self.cast.veil(clean(sentence)).strip("。."))
        text = re.sub(table("sentences")["lead"].replace("{N}", NAME), "", text)
        whole = self._connected(text, "")
        if whole is not None:
            return [Clue(self.cast.unveil(text), whole)]
        told = re.search(table("sentences")["sequence"].replace("{N}", NAME), text)
        if told:
            return self._sequence(told)
        found: list[Clue] = []
        parts = [p for p in re.split("[，；。]", text) if p]
        if len(parts) > MAX_PARTS:
            self.unread.append((sentence[:40] + "…", "the sentence is too long"))
            return []
        subject, index = "", 0
        while index < len(parts):
            parts[index] = _pair(_without_heading(parts[index]), parts[:index])
            size, meaning, why = self._longest(parts, index, subject)
            piece = "，".join(parts[index : index + size])
            if meaning is not None and meaning.scope:
                found.append(Clue(self.cast.unveil(piece), meaning))
            elif meaning is None and self.matters(piece):
                self.unread.append((self.cast.unveil(piece), why))
            subject = _subject(piece) or subject
            index += size
        return found

    def _sequence(self, told: re.Match[str]) -> list[Clue]:
        """Read an order told at once; it must name everybody or go round."""
        names = [ord(c) - FIRST_SIGN for c in re.findall(NAME, told["names"])]
        shown, layout = self.cast.unveil(told[0]), self.layout
        try:
            if told["base"]:
                base = entity(ord(told["base"]) - FIRST_SIGN)
                parts = [meets(entity(e), related(base, layout.relation(
                    "step", told["side"].removesuffix("时针"), i + 1))) for i, e in enumerate(names)]
            elif told["round"]:
                step = layout.relation("step", told["round"])
                parts = [meets(entity(b), related(entity(a), step)) for a, b in pairwise(names)]
            elif len(names) in {len(g) for g in self.cast.groups}:
                parts = [meets(entity(e), at_slots(layout.place("nth", told["from"], i + 1)))
                         for i, e in enumerate(names)]
            else:
                raise Meaningless("依次")
        except Meaningless as error:
            self.unread.append((shown, f"means nothing in this layout: {error}"))
            return []
        return [Clue(shown, all_of(parts))]

    def statement(self, text: str) -> Statement:
        """Return the meaning of one statement (an option, a question with an answer put in).

        Raise ``Unread`` when any part of it cannot be read.
        """
        inner = Reader(self.cast, self.layout, self.reading, [], self.doubts)
        clues = inner.clues(text)
        if inner.unread or not clues:
            part, why = inner.unread[0] if inner.unread else (text, "nothing is said")
            raise Unread(why, part)
        return all_of([c.meaning for c in clues])

    def _clause(self, text: str) -> Statement:
        return read_clause(text, self.cast, self.layout, self.reading, self.doubts)

    def _longest(
        self, parts: Sequence[str], index: int, subject: str
    ) -> tuple[int, Statement | None, str]:
        """Read the part at ``index``, if need be with its successor or with the last subject."""
        part, why = parts[index], ""
        before = parts[index - 1] if index else ""
        for text in _with_subject(part, subject, before):
            connected = self._connected(text, subject)
            if connected is not None:
                return 1, connected, ""
            try:
                return 1, self._clause(text), ""
            except Unread as error:
                why = why or str(error)
        if index + 1 < len(parts) and (self.matters(part) or re.match("[从由自按以]", part)):
            for joint in ("", "，"):
                text = part + joint + parts[index + 1]
                connected = self._connected(text, subject)
                if connected is not None:
                    return 2, connected, ""
                try:
                    return 2, self._clause(text.replace("，", "")), ""
                except Unread:
                    continue
        return 1, None, why

    def _connected(self, text: str, subject: str) -> Statement | None:
        """Return the meaning of a compound sentence, ``None`` when it is none or unreadable."""
        if len(text) > MAX_COMPOUND:
            return None
        for rule in table("sentences")["connective"]:
            match = re.match(rule["pattern"].replace("{N}", NAME), text)
            if not match:
                continue
            told = match.groupdict()
            before = told.get("head") or subject
            try:
                parts = [self._part(told["a"], before if rule.get("carry", True) else "")]
                if told.get("b"):
                    parts.append(self._part(told["b"], before or _subject(told["a"])))
            except Unread:
                continue
            return _combined(rule["means"], parts)
        return None

    def _part(self, text: str, subject: str) -> Statement:
        failure = Unread("empty")
        for candidate in _with_subject(text.strip("，"), subject, ""):
            connected = self._connected(candidate, "")
            if connected is not None:
                return connected
            try:
                return self._conjunction(candidate)
            except Unread as error:
                failure = error
        raise failure

    def _conjunction(self, text: str) -> Statement:
        parts = [p for p in re.split("[，；]", text) if p]
        found: list[Statement] = []
        subject = ""
        for index, part in enumerate(parts):
            failure = Unread("empty")
            for candidate in _with_subject(_pair(part, parts[:index]), subject, ""):
                try:
                    found.append(self._clause(candidate))
                    break
                except Unread as error:
                    failure = error
            else:
                raise failure
            subject = _subject(part) or subject
        if not found:
            raise Unread("empty")
        return all_of(found)

    def matters(self, text: str) -> bool:
        """Say whether an unread (veiled) part may be a clue or changes the scene."""
        words = table("sentences")
        if re.search(words["filler"], text):
            return False
        found = {ord(c) - FIRST_SIGN for c in re.findall(NAME, text)}
        bare = re.sub(f"{NAME}(?:[、和与及]|以及)?", "", text)
        if re.search("[A-Za-z]{2}", text) and (
                found or re.search(table("english")["restricts"], text)):
            return True
        restricts = bool(re.search(words["restrict"], bare))
        if any(set(g) <= found for g in self.cast.groups if len(g) > 2):
            return bool(re.search(words["restrict"], re.sub(words["contest"], "", bare)))
        many = len(found) >= min(3, max(map(len, self.cast.groups)))
        if (not found or many) and re.search(words["layout"], bare):
            return restricts
        if not found:
            return restricts and alarming(bare)
        return len(found) > 1 or alarming(bare) or bool(re.search(words["placed"], bare))


def _loosened(text: str) -> str:
    """Put a comma before a second predicate (比…高但比…低) and drop 'X says that he'."""
    text = re.sub(f"({NAME})说[：，]?(?:他|她|它|我|自己)", r"\1", text)
    return re.sub(table("sentences")["second"].replace("{N}", NAME), r"，\1", text)


def _without_heading(part: str) -> str:
    """Drop a heading such as 比赛结果： that names nobody."""
    head, colon, rest = part.rpartition("：")
    bare = rest if colon and rest and not re.search(NAME, head) else part
    return re.sub(table("sentences")["numbering"], "", bare) or bare


def _names(text: str) -> list[str]:
    return list(dict.fromkeys(re.findall(NAME, text)))


def _pair(part: str, before: Sequence[str]) -> str:
    """Put the two names of the last part in place of 'the two of them'."""
    match = re.match(table("sentences")["pair"], part)
    if not match or not before or re.match(NAME, part[match.end() :]):
        return part
    names = _names(before[-1])
    joint = "之间" if match[0].endswith("之间") else ""
    return "和".join(names) + joint + part[match.end() :] if len(names) == 2 else part


def _subject(text: str) -> str:
    """Return the subject a clause begins with: a name, or names joined."""
    match = re.match(f"{NAME}(?:(?:、|和|与|以及){NAME})*", text)
    return match[0] if match else ""


def _with_subject(part: str, subject: str, before: str) -> list[str]:
    """Return the clause with a subject put in where it has none, likeliest first."""
    words = table("sentences")
    if re.match("[他她它](?!们)", part) and len(_names(subject)) == 1:
        return [subject + part[1:]]
    if not subject or re.match(NAME, part):
        return [part]
    both = ["和".join(_names(before)) + part] if len(_names(before)) == 2 else []
    if re.match(words["mutual_first"], part) and both and not re.search(NAME, part):
        return both
    if re.match(words["predicate_first"], part):
        return [subject + part, part, *both]
    if re.match(words["relation_first"], part):
        return [subject + "的" + part, subject + part, part]
    return [part, subject + part, *both]


def _combined(means: str, parts: Sequence[Statement]) -> Statement:
    if means == "not":
        return negation(parts[0])
    a, b = parts
    match means:
        case "if":
            return any_of([negation(a), b])
        case "only_if":
            return any_of([negation(b), a])
        case "or":
            return any_of(parts)
        case "xor":
            return exactly(parts)
        case "iff":
            return same_truth(a, b)
        case "and":
            return all_of(parts)
    return all_of([negation(a), negation(b)])
