"""Sentences → clues: connectives, clauses joined by commas, subjects carried over.

``sentences.zh.toml`` holds the connectives as patterns; the parts they cut out are read as
sentences again. What cannot be read is returned as such and never dropped, unless it says nothing
about space (no name, or no word of the alarm list).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise

from domains.space.geometry import CONVERSE, Layout, Meaningless
from domains.space.statements import (
    Term,
    all_of,
    any_of,
    at_slots,
    entity,
    meets,
    negation,
    term,
)
from translators.space.arrangements.clauses import Reading, read_clause
from translators.space.arrangements.names import FIRST_SIGN, NAME, Cast
from translators.space.arrangements.words import Unread, table

MAX_COMPOUND, MAX_PARTS = 240, 200
_FORMS = {0xFF10 + i: str(i) for i in range(10)} | {
    ord(a): b for a, b in zip("，,：:；;!?()．’‘＇", "，，：：；；！？（）.'''", strict=True)}
_COMBINED: Mapping[str, Callable[..., Term]] = {
    "not": negation,
    "nor": lambda a, b: negation(any_of([a, b])),
    "and": lambda a, b: all_of([a, b]),
    "or": lambda a, b: any_of([a, b]),
    "xor": lambda a, b: term(lambda x, y: bool(x) != bool(y), a, b),
    "iff": lambda a, b: term(lambda x, y: bool(x) == bool(y), a, b),
    "if": lambda a, b: any_of([negation(a), b]),
    "only_if": lambda a, b: any_of([a, negation(b)]),
}


@dataclass(frozen=True)
class Clue:
    """A read sentence: its text and its meaning."""

    text: str
    meaning: Term


@cache
def pattern(name: str, language: str = "zh", source: str = "sentences") -> re.Pattern[str]:
    """Return a pattern of a table."""
    return re.compile(table(source, language)[name])


def sentences(text: str, language: str = "zh") -> list[str]:
    """Split a text into sentences, end marks kept; a list number begins a sentence, too."""
    for old, new in table("sentences", language)["forms"]:
        text = re.sub(old, new, text)
    text = pattern("listed", language).sub(  # 小王, 小李, 小张, …
        lambda m: re.sub(r"[,，]\s*", "、", m[0]), text[:160]) + text[160:]
    parts = re.findall(r"[^。！？?!；;\n]+[。！？?!；;]?", pattern("begins", language).sub("\n", text))
    return [p.strip() for p in parts if p.strip(" \t\r　。；;")]


def clean(text: str, language: str = "zh") -> str:
    """Bring punctuation and digits to one form and drop quotes and numbering (and blanks)."""
    text = re.sub(r"[“”\"《》〈〉「」『』【】]+", "", text).translate(_FORMS)
    blank = r"['\s]+" if language == "zh" else r"\s+(?=\s|$|[，：；！？。])|^\s+|(?<=[，：；！？。])\s+"
    return pattern("numbering", language).sub("", re.sub(blank, "", text))


@dataclass
class Reader:
    """Read sentences about one cast in one layout; what is not understood goes to ``unread``.

    ``lost``: somebody moves, and moves are not read.
    """

    cast: Cast
    layout: Layout
    reading: Reading
    unread: list[tuple[str, str]] = field(default_factory=list)
    doubts: set[str] = field(default_factory=set)
    lost: bool = False

    def found(self, name: str, text: str) -> re.Match[str] | None:
        """Look for a pattern of the table of sentences."""
        return pattern(name, self.cast.language).search(text)

    def clues(self, sentence: str) -> list[Clue]:
        """Return the clues of a sentence; unreadable parts go to ``unread`` with the reason."""
        language = self.cast.language
        data = table("sentences", language)
        text = self.cast.veil(clean(sentence, language)).strip("。. ")
        for old, new in ((data["lead"], ""), *data["loosen"], (data["lead"], "")):
            text = re.sub(old, new, text)
        stated = self.found("sequence", text)
        try:
            return self._sequence(stated) if stated and not self._connected(text, "") else self._all(text)
        except (Unread, Meaningless) as error:
            self.unread.append((self.cast.unveil(text[:80]), str(error)))
            return []

    def statement(self, text: str) -> Term:
        """Return the meaning of one statement (an option, a question with an answer put in).

        Raise ``Unread`` when any part of it cannot be read.
        """
        return all_of([c.meaning for c in self.all_clues(text)])

    def all_clues(self, text: str) -> list[Clue]:
        """Return the clues of a text; raise ``Unread`` when any part cannot be read."""
        inner = replace(self, unread=[])
        found = inner.clues(text)
        if inner.unread or not found:
            part, why = inner.unread[0] if inner.unread else (text, "nothing is said")
            raise Unread(why, part)
        return found

    def _sequence(self, stated: re.Match[str]) -> list[Clue]:
        """Read an order stated at once: from a side, round the ring, or on a side of somebody."""
        names = [entity(ord(c) - FIRST_SIGN) for c in re.findall(NAME, stated["names"])]
        if stated["base"]:
            base, side = entity(ord(stated["base"]) - FIRST_SIGN), stated["side"].removesuffix("时针")
            order = all_of([meets(one, self.layout.relation("step", side, n) @ base)
                            for n, one in enumerate(names, 1)])
        else:
            order = self.order(stated["round"] or stated["from"], names)
        return [Clue(self.cast.unveil(stated[0]), order)]

    def order(self, direction: str, names: Sequence[Term]) -> Term:
        """Return that ``names`` follow each other, stated from a side or (``顺``, ``逆``) round the ring.

        All of a group fill a row from its end; raise ``Unread`` where the direction says nothing.
        """
        layout = self.layout
        if direction not in layout.frame and not layout.round:  # a row stated from the top begins in front
            direction = {"上": "前", "下": "后"}.get(direction, direction)
        try:
            if not layout.round and len(names) in {len(g) for g in self.cast.groups}:
                return all_of([meets(one, at_slots(layout.place("nth", direction, n)))
                               for n, one in enumerate(names, 1)])
            way = layout.relation("step", direction) if layout.round else layout.relation(
                "side", CONVERSE[direction])
        except (KeyError, Meaningless):
            raise Unread("means nothing in this layout", direction) from None
        return all_of([meets(b, way @ a) for a, b in pairwise(names)])

    def _all(self, text: str, subject: str = "", *, strict: bool = False) -> list[Clue]:
        """Read clauses joined by commas; ``strict`` raises ``Unread`` at the first unreadable one."""
        whole = self._connected(text, subject)
        if whole is not None:
            return [Clue(self.cast.unveil(text), whole)]
        parts = [p for p in re.split("[，；。](?:[并而]?且)?", text) if p]
        if len(parts) > MAX_PARTS:
            raise Unread("the sentence is too long")
        found: list[Clue] = []
        index = 0
        while index < len(parts):
            parts[index] = self._pair(self._without_heading(parts[index]), parts[:index])
            size, meaning, why = self._longest(parts, index, subject)
            piece = "，".join(parts[index : index + size])
            if meaning is not None and meaning.scope:
                found.append(Clue(self.cast.unveil(piece), meaning))
            elif meaning is None and strict:
                raise why or Unread("nothing is said")
            elif meaning is None and (self.matters(piece) or (
                    found and (self.alarming(piece) or re.search(NAME, piece))
                    and not self.found("filler", piece))):
                self.unread.append((self.cast.unveil(piece), str(why)))
            subject = _subject(piece) or subject
            index += size
        return found

    def _longest(
        self, parts: Sequence[str], index: int, subject: str
    ) -> tuple[int, Term | None, Unread | None]:
        """Read the part at ``index``, if need be with its successor or with the last subject."""
        part, why = parts[index], None
        tries = [(1, t) for t in self._with_subject(part, subject, parts[index - 1] if index else "")]
        if index + 1 < len(parts) and (self.matters(part) or self.found("opens", part)):
            tries += [(2, part + joint + parts[index + 1]) for joint in (" ", "，")]
        for size, text in tries:
            if len(parts) > 1 or text != part:
                connected = self._connected(text, subject)
                if connected is not None:
                    return size, connected, None
            try:
                return size, read_clause(text.replace("，", " "), self.cast, self.layout, self.reading,
                                         self.doubts), None
            except Unread as error:
                why = why or error
        return 1, None, why

    def _connected(self, text: str, subject: str) -> Term | None:
        """Return the meaning of a compound sentence, ``None`` when it is none or unreadable."""
        if len(text) > MAX_COMPOUND:
            return None
        for rule in table("sentences", self.cast.language)["connective"]:
            match = re.match(rule["pattern"], text)
            if not match:
                continue
            stated = match.groupdict()
            before = stated.get("head") or subject
            try:
                parts = [self._part(stated["a"], before if rule.get("carry", True) else "")]
                if stated.get("b"):
                    parts.append(self._part(stated["b"], before or _subject(stated["a"])))
            except Unread:
                continue
            return _COMBINED[rule["means"]](*parts)
        return None

    def _part(self, text: str, subject: str) -> Term:
        parts = [c.meaning for c in self._all(text.strip("， "), subject, strict=True)]
        if not parts:
            raise Unread("nothing is said")
        return all_of(parts)

    def matters(self, text: str) -> bool:
        """Say whether an unread (veiled) part may be a clue or changes the scene."""
        found = {ord(c) - FIRST_SIGN for c in re.findall(NAME, text)}
        if self.found("frame", text):
            return True
        if self.found("filler", text) and not 0 < len(found) < min(3, len(self.cast.groups[0])):
            return False
        bare = re.sub(f"{NAME}(?:[、和与及]|以及| and )?", "", text)
        if self.cast.language == "zh" and re.search("[A-Za-z]{2}", text):
            return bool(found)
        restricts = bool(self.found("restrict", bare))
        if any(set(g) <= found for g in self.cast.groups if len(g) > 2):
            return bool(self.found("restrict", pattern("contest", self.cast.language).sub("", bare)))
        if not found and self.found("layout", bare):
            return restricts
        alarm = self.alarming(bare)
        return restricts and alarm if not found else (
            len(found) > 1 or alarm or bool(self.found("placed", bare)))

    def alarming(self, text: str) -> bool:
        """Say whether a clause speaks of space, so that skipping it would be wrong."""
        return any(word in text for word in table("words", self.cast.language)["alarm"])

    def _without_heading(self, part: str) -> str:
        """Drop a heading such as 比赛结果： that names nobody."""
        head, colon, rest = part.rpartition("：")
        bare = rest if colon and rest and not re.search(NAME, head) else part
        return pattern("numbering", self.cast.language).sub("", bare).strip() or bare

    def _pair(self, part: str, before: Sequence[str]) -> str:
        """Put the two names of the last part in place of 'the two of them'."""
        match = pattern("pair", self.cast.language).match(part)
        if not match or not before or re.match(NAME, part[match.end() :]):
            return part
        names = _names(before[-1])
        joint = "之间" if match[0].endswith("之间") else ""
        return "和".join(names) + joint + part[match.end() :] if len(names) == 2 else part

    def _with_subject(self, part: str, subject: str, before: str) -> list[str]:
        """Return the clause with a subject put in where it has none, likeliest first."""
        pronoun = self.found("pronoun", part)
        if pronoun and len(_names(subject)) == 1 and (pronoun.start() == 0 or len(_names(before)) == 1):
            return [part[:pronoun.start()] + subject + part[pronoun.end():]]
        others = [n for n in _names(subject) if n not in part]
        if len(others) == 1 < len(_names(subject)):  # 甲与乙相邻，且在乙的左边 speaks of 甲
            subject = others[0]
        if not subject or re.match(NAME, part) or self.found("whole", part):
            return [part]
        if self.found("with_first", part):  # 甲与乙相邻，与丙不相邻 speaks of the first one
            return [subject[:1] + part]
        both = ["和".join(_names(before)) + part] if len(_names(before)) == 2 else []
        if self.found("mutual_first", part) and both and not re.search(NAME, part):
            return both
        if self.found("predicate_first", part):
            return [subject + part, part, *both]
        if self.found("relation_first", part):
            return [subject + "的" + part, subject + part, part]
        return [part, subject + part, *both]


def _names(text: str) -> list[str]:
    return list(dict.fromkeys(re.findall(NAME, text)))


def _subject(text: str) -> str:
    """Return the subject a clause begins with: a name, or names joined."""
    match = re.match(f"{NAME}(?:(?:、|和|与|以及| and ){NAME})*", text)
    return match[0] if match else ""
