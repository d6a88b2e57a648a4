"""Questions: what is asked, and what every possible answer would state.

A question becomes a list of candidate answers with one statement each and a mode: the statement
``must`` hold, ``can`` hold, ``cannot`` hold, or ``need_not`` hold. Counting and listing are the
other kinds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from domains.space.statements import Term, at_slots, entity, meets, negation
from translators.space.arrangements.files import Question
from translators.space.arrangements.names import FIRST_SIGN, NAME, number_of
from translators.space.arrangements.sentences import Reader, clean
from translators.space.arrangements.words import Unread, say, table

BLANK = "¶"


@dataclass(frozen=True)
class Candidate:
    """A possible answer: its key (letter or text), what it says, its meaning; none if special."""

    key: str
    text: str
    meaning: Term | None
    special: str = ""


@dataclass(frozen=True)
class Asked:
    """A question understood.

    ``kind``: ``choose`` among candidates by ``mode``, ``count`` arrangements, ``list`` the whole
    arrangement. ``assumption`` is what the question supposes beyond the clues; ``several``: two or
    more answers are expected (``None``: not said).
    """

    kind: str
    mode: str = "must"
    candidates: tuple[Candidate, ...] = ()
    assumption: tuple[Term, ...] = ()
    order: str = ""
    several: bool | None = None


def read_question(question: Question, reader: Reader) -> Asked:
    """Understand a question; raise ``Unread`` when it cannot be read."""
    return _Question(reader).asked(question)


class _Question:
    def __init__(self, reader: Reader) -> None:
        self.reader, self.language = reader, reader.cast.language
        self.words = table("questions", self.language)

    def _has(self, name: str, text: str) -> re.Match[str] | None:
        return re.search(self.words[name], text)

    def _without(self, name: str, text: str) -> str:
        return re.sub(self.words[name], "", text)

    def _clean(self, text: str) -> str:
        return clean(text, self.language)

    def asked(self, question: Question) -> Asked:
        """Tell the kinds of questions apart."""
        stem = re.sub(r"[（(]\s*[）)]|＿+|_{2,}|[（(][?？][）)]", BLANK, question.stem)
        stem = self._without("opening", self._clean(stem).strip("。：？. "))
        stem = re.sub(self.words["blank_after"] + f"[？]?{BLANK}$", r"\1", stem)
        for old, new in self.words["rewrites"]:
            stem = re.sub(old, new, stem)
        named = re.search(NAME, self.reader.cast.veil(stem))  # else the options are whole statements
        stem = self._without("among" if named else "heading", stem)
        stem, assumption = self._assumption(stem)
        mode = next((m for m, p in self.words["mode"].items() if re.search(p, stem)), "must")
        bare, options = self._without("mode_words", stem), question.options
        if self._has("count", stem):
            stated = self._counted_condition(stem)
            return Asked("count", mode, tuple(self._numbers(question)), (*assumption, *stated))
        order = self._has("order", stem)
        if options:
            meaning: Callable[[str], Term] = partial(self._fill, bare)
            if order and self._all_orders(question):
                meaning = partial(self._order, self._direction(stem) or "顺")
            elif self._has("which_statement", stem):
                meaning = self.reader.statement
            found = tuple(self._option(k, t, meaning) for k, t in options.items())
            return Asked("choose", mode, found, assumption, several=question.several)
        if order and not self._has("who", self._without("order", stem)):
            return Asked("list", mode, (), assumption, order=self._direction(stem))
        return self._open(bare, mode, assumption)

    def _assumption(self, stem: str) -> tuple[str, tuple[Term, ...]]:
        """Cut off what the question supposes (如果…，) or tells before it asks."""
        supposed: tuple[Term, ...] = ()
        match = self._has("suppose", stem)
        if match:
            stem, supposed = match["rest"], (self.reader.statement(match["if"]),)
        parts = stem.split("，")
        asks = next((i for i, p in enumerate(parts) if BLANK in p or self._has("asks", p)), 0)
        head = self.reader.cast.veil(parts[asks].split(BLANK)[0])
        if asks and (re.search(NAME, head) or not head):
            try:
                stated = [c.meaning for c in self.reader.all_clues("，".join(parts[:asks]))]
            except Unread:
                return stem, supposed
            return "，".join(parts[asks:]), (*supposed, *stated)
        return stem, supposed

    def _counted_condition(self, stem: str) -> list[Term]:
        """Return what a counting question asks for beyond the clues (使得…, …的排法有几种)."""
        rest = self._without("count_rest", self._without("count", stem).replace(BLANK, "")).strip("，、的")
        veiled = self.reader.cast.veil(rest)
        if re.search(NAME, veiled):
            return [c.meaning for c in self.reader.all_clues(rest)]
        if self.reader.alarming(veiled):
            raise Unread("a condition of the count", rest)
        return []

    def _numbers(self, question: Question) -> Iterator[Candidate]:
        for key, text in question.options.items():
            match = re.search("[0-9]+|[一二两三四五六七八九十]+", text)
            yield Candidate(key, text, None, f"number:{number_of(match[0])}" if match else "none")

    def _option(self, key: str, text: str, meaning: Callable[[str], Term]) -> Candidate:
        stated = self._without("option", self._clean(text).strip("。；. "))
        special = next((k for k, p in self.words["special"].items() if re.search(p, stated)), "")
        try:
            return Candidate(key, text, None if special else meaning(stated), special)
        except Unread as error:
            return Candidate(key, text, None, f"unread: {error}")

    def _fill(self, stem: str, text: str) -> Term:
        """Put an answer into the blank or in place of the question word."""
        failure = Unread("no blank or question word", stem)
        for candidate in self._variants(stem, text):
            try:
                return self.reader.statement(candidate)
            except Unread as error:
                failure = error
        if len(re.findall(NAME, self.reader.cast.veil(text))) > 1:
            return self.reader.statement(text)
        raise failure

    def _variants(self, stem: str, text: str) -> Iterator[str]:
        head, blank, tail = stem.partition(BLANK)
        if blank:
            yield head + text + tail.replace(BLANK, "")
            if not (self.reader.alarming(tail) or re.search(NAME, self.reader.cast.veil(tail))):
                yield head + text
            if text[:1] in ("在", "是") and head[-1:] in ("在", "是", "于"):
                yield head[:-1] + text + tail
        for form in self.words["question_words"]:
            match = re.search(form, stem)
            if match:
                head, tail = stem[: match.start()], stem[match.end():]
                yield head + text + tail
                if re.search("是|在|为", text[:1]):
                    yield head.rstrip("是在") + text + tail

    def _open(self, stem: str, mode: str, assumption: tuple[Term, ...]) -> Asked:
        """Understand a question without options."""
        who, where, number = (self._has(n, stem) for n in ("who", "where", "how_many"))
        if who:
            return Asked("choose", mode, tuple(self._who(stem, who)), assumption)
        if where:
            names = re.findall(NAME, self.reader.cast.veil(stem[: where.start()] + stem[where.end():]))
            if len(names) == 1:
                layout, one = self.reader.layout, entity(ord(names[0]) - FIRST_SIGN)
                slots = [Candidate(s.name, s.name, meets(one, at_slots(1 << n)))
                         for n, s in enumerate(layout.slots) if layout.anchored and s.name]
                return Asked("choose" if slots else "list", mode, tuple(slots), assumption)
            if len(names) == 2 and self.reader.layout.kind == "plane":
                return Asked("choose", mode, tuple(self._bearings(names)), assumption)
            raise Unread("whose place is asked", stem)
        if number:
            texts = [stem[: number.start()] + str(n) + stem[number.end():]
                     for n in range(self.reader.layout.size)]
            counted = tuple(Candidate(str(n), t, self.reader.statement(t)) for n, t in enumerate(texts))
            return Asked("choose", mode, counted, assumption)
        truth = self._without("truth_words", stem)
        yes, no, said = say(self.language, "yes"), say(self.language, "no"), self.reader.statement(truth)
        other = Candidate(no, no, negation(said)) if mode == "must" else Candidate(no, no, None, "none")
        return Asked("choose", mode, (Candidate(yes, yes, said), other), assumption)

    def _who(self, stem: str, who: re.Match[str]) -> Iterator[Candidate]:
        cast, failure = self.reader.cast, Unread("who is asked", stem)
        people = bool(re.match(self.words["asks_people"], who["word"]))
        found = False
        for index, name in enumerate(cast.names):
            if not people or cast.group_of(index) == cast.people:
                try:
                    meaning = self.reader.statement(stem[: who.start()] + name + stem[who.end():])
                except Unread as error:
                    failure = error
                else:
                    found = True
                    yield Candidate(name, name, meaning)
        if not found:
            raise failure

    def _bearings(self, names: list[str]) -> Iterator[Candidate]:
        first, second = (entity(ord(n) - FIRST_SIGN) for n in names)
        for wind in ("东", "南", "西", "北", "东北", "东南", "西北", "西南"):
            side = self.reader.layout.relation("side", wind)
            yield Candidate(wind, wind, meets(first, side @ second))

    def _direction(self, stem: str) -> str:
        match = self._has("from", stem)
        if not match:
            return next((d for d in "顺逆" if f"{d}时针" in stem), "")
        found: str = self.words["toward"].get(match[1], match[1])
        return found

    def _all_orders(self, question: Question) -> bool:
        special = self.words["special"].values()
        veiled = [self.reader.cast.veil(self._clean(t)) for t in question.options.values()
                  if not any(re.search(p, t) for p in special)]
        return all(re.fullmatch(rf"(?:{NAME}[、，；→>和与及\s.-]*){{3,}}。?", t) for t in veiled)

    def _order(self, direction: str, text: str) -> Term:
        """Return that the names of ``text`` follow each other in a direction."""
        names = re.findall(NAME, self.reader.cast.veil(self._clean(text)))
        return self.reader.order(direction, [entity(ord(c) - FIRST_SIGN) for c in names])
