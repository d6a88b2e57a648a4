"""Questions: what is asked, and what every possible answer would state.

A question becomes a list of candidate answers with one statement each and a mode: the statement
``must`` hold, ``can`` hold, ``cannot`` hold, or ``need not`` hold. Counting, listing and locating
are the other kinds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from domains.space.geometry import CONVERSE, Meaningless
from domains.space.statements import Statement, all_of, at_slots, entity, meets, related
from translators.space.arrangements.files import Question
from translators.space.arrangements.grammar import Unread
from translators.space.arrangements.names import FIRST_SIGN, NAME, number_of
from translators.space.arrangements.sentences import Reader, clean
from translators.space.arrangements.words import alarming, table

__all__ = ["Asked", "Candidate", "read_question"]

BLANK = "¶"


@dataclass(frozen=True)
class Candidate:
    """A possible answer: its key (letter or text), what it says, its meaning; none if special."""

    key: str
    text: str
    meaning: Statement | None
    special: str = ""


@dataclass(frozen=True)
class Asked:
    """A question understood.

    ``kind``: ``choose`` among candidates by ``mode``, ``truth`` of one statement, ``count`` of
    arrangements, ``list`` the whole arrangement, ``locate`` one entity. ``assumption`` is what the
    question supposes beyond the clues; ``several``: two or more answers are expected (``None``:
    not said).
    """

    kind: str
    mode: str = "must"
    candidates: tuple[Candidate, ...] = ()
    assumption: tuple[Statement, ...] = ()
    entity: int = -1
    order: str = ""
    several: bool | None = None


def _words() -> Mapping[str, Any]:
    return table("questions")


def read_question(question: Question, reader: Reader) -> Asked:
    """Understand a question; raise ``Unread`` when it cannot be read."""
    stem = re.sub(r"[（(]\s*[）)]|＿+|_{2,}|[（(][?？][）)]", BLANK, question.stem)
    stem = re.sub(_words()["opening"], "", clean(stem).strip("。：？"))
    stem = re.sub(f"(谁|什么[^，。？]*|哪[^，。？]*?)[？]?{BLANK}$", r"\1", stem)
    named = re.search(NAME, reader.cast.veil(stem))  # else the options are whole statements
    stem = re.sub("^[下以][列下面][^，]{0,4}中，" if named else "(?<=[项法述断论]中)，", "", stem)
    stem, assumption = _assumption(stem, reader)
    mode = next((m for m, p in _words()["mode"].items() if re.search(p, stem)), "must")
    if re.search(_words()["count"], stem):
        told = _counted_condition(stem, reader)
        return Asked("count", mode, _numbers(question), (*assumption, *told))
    order = re.search(_words()["order"], stem)
    if question.options:
        if order and _all_orders(question, reader):
            candidates = _options(question, lambda t: _order(t, stem, reader))
        elif re.search(_words()["which_statement"], stem):
            candidates = _options(question, reader.statement)
        else:
            bare = re.sub(_words()["mode_words"], "", stem)
            candidates = _options(question, lambda t: _fill(bare, clean(t), reader))
        return Asked("choose", mode, candidates, assumption, several=question.several)
    if order and not re.search(_words()["who"], re.sub(_words()["order"], "", stem)):
        return Asked("list", mode, (), assumption, order=_direction(stem))
    return _open(re.sub(_words()["mode_words"], "", stem), mode, assumption, reader)


def _assumption(stem: str, reader: Reader) -> tuple[str, tuple[Statement, ...]]:
    """Cut off what the question supposes (如果…，) or tells before it asks."""
    supposed: tuple[Statement, ...] = ()
    match = re.match(_words()["suppose"], stem)
    if match:
        stem, supposed = match["rest"], (reader.statement(match["if"]),)
    parts = stem.split("，")
    asks = next((i for i, p in enumerate(parts) if BLANK in p or re.search(_words()["asks"], p)), 0)
    head = reader.cast.veil(parts[asks].split(BLANK)[0])
    if asks and (re.search(NAME, head) or not head):
        try:
            told = _told("，".join(parts[:asks]), reader)
        except Unread:
            return stem, supposed
        return "，".join(parts[asks:]), (*supposed, *told)
    return stem, supposed


def _told(text: str, reader: Reader) -> tuple[Statement, ...]:
    """Return what clauses inside a question tell; raise ``Unread`` when one cannot be read."""
    inner = Reader(reader.cast, reader.layout, reader.reading, [], reader.doubts)
    clues = inner.clues(text)
    if inner.unread or not clues:
        raise Unread(*(inner.unread[0][::-1] if inner.unread else ("nothing is told", text)))
    return tuple(c.meaning for c in clues)


def _counted_condition(stem: str, reader: Reader) -> tuple[Statement, ...]:
    """Return what a counting question asks for beyond the clues (使得…, …的排法有几种)."""
    rest = re.sub(_words()["count"], "", stem).replace(BLANK, "")
    rest = re.sub(_words()["count_rest"], "", rest).strip("，、的")
    veiled = reader.cast.veil(rest)
    if re.search(NAME, veiled):
        return _told(rest, reader)
    if alarming(veiled):
        raise Unread("a condition of the count", rest)
    return ()


def _numbers(question: Question) -> tuple[Candidate, ...]:
    found = []
    for key, text in question.options.items():
        match = re.search("[0-9]+|[一二两三四五六七八九十]+", text)
        special = f"number:{number_of(match[0])}" if match else "none"
        found.append(Candidate(key, text, None, special))
    return tuple(found)


def _options(question: Question, meaning: Any) -> tuple[Candidate, ...]:
    found = []
    for key, text in question.options.items():
        special = next((k for k, p in _words()["special"].items() if re.search(p, clean(text))), "")
        try:
            found.append(Candidate(key, text, None if special else meaning(text), special))
        except Unread as error:
            found.append(Candidate(key, text, None, f"unread: {error}"))
    return tuple(found)


def _fill(stem: str, text: str, reader: Reader) -> Statement:
    """Put an answer into the blank or in place of the question word."""
    text = text.strip("。；")
    failure = Unread("no blank or question word", stem)
    for candidate in _variants(stem, text):
        try:
            return reader.statement(candidate)
        except Unread as error:
            failure = error
    if len(re.findall(NAME, reader.cast.veil(text))) > 1:
        return reader.statement(text)
    raise failure


def _variants(stem: str, text: str) -> list[str]:
    found = []
    if BLANK in stem:
        head, tail = stem.split(BLANK, 1)
        found += [head + text + tail.replace(BLANK, ""), head + text]
        if text[:1] in ("在", "是") and head[-1:] in ("在", "是", "于"):
            found.append(head[:-1] + text + tail)
    for pattern in _words()["question_words"]:
        match = re.search(pattern, stem)
        if match:
            head, tail = stem[: match.start()], stem[match.end():]
            found.append(head + text + tail)
            if re.search("是|在|为", text[:1]):
                found.append(head.rstrip("是在") + text + tail)
    return found


def _open(stem: str, mode: str, assumption: tuple[Statement, ...], reader: Reader) -> Asked:
    """Understand a question without options."""
    who = re.search(_words()["who"], stem)
    if who:
        return Asked("choose", mode, _who(stem, who, reader), assumption, several=None)
    where = re.search(_words()["where"], stem)
    if where:
        names = re.findall(NAME, reader.cast.veil(stem[: where.start()] + stem[where.end():]))
        if len(names) == 1:
            return Asked("locate", mode, (), assumption, entity=ord(names[0]) - FIRST_SIGN)
        if len(names) == 2 and reader.layout.kind == "plane":
            return Asked("choose", mode, _bearings(names, reader), assumption)
        raise Unread("whose place is asked", stem)
    number = re.search(_words()["how_many"], stem)
    if number:
        texts = [stem[: number.start()] + str(n) + stem[number.end():]
                 for n in range(reader.layout.size)]
        found = tuple(Candidate(str(n), t, reader.statement(t)) for n, t in enumerate(texts))
        return Asked("choose", mode, found, assumption)
    truth = re.sub(_words()["truth_words"], "", stem)
    return Asked("truth", mode, (Candidate("是", truth, reader.statement(truth)),), assumption)


def _who(stem: str, who: re.Match[str], reader: Reader) -> tuple[Candidate, ...]:
    word, found = who["word"], []
    asks_people = word[0] == "谁" or any(c in word for c in "位人名")
    for index, name in enumerate(reader.cast.names):
        if asks_people and reader.cast.group_of(index) != reader.cast.people:
            continue
        try:
            meaning = reader.statement(stem[: who.start()] + name + stem[who.end():])
        except Unread:
            continue
        found.append(Candidate(name, name, meaning))
    if not found:
        reader.statement(stem[: who.start()] + reader.cast.names[0] + stem[who.end():])
    return tuple(found)


def _bearings(names: list[str], reader: Reader) -> tuple[Candidate, ...]:
    first, second = (entity(ord(n) - FIRST_SIGN) for n in names)
    return tuple(
        Candidate(d, d, meets(first, related(second, reader.layout.relation("side", d))))
        for d in ("东", "南", "西", "北", "东北", "东南", "西北", "西南"))


def _direction(stem: str) -> str:
    match = re.search("(?:从|由|自|按)?(左|右|前|后|上|下|东|西|南|北|高|低|矮|大|小|先|早|快|重|轻)"
                      "(?:边|面)?(?:到|往|至|向)", stem)
    turned = {"高": "上", "低": "下", "矮": "后", "大": "前", "小": "后", "先": "前", "早": "前",
              "快": "前", "重": "前", "轻": "后"}
    if not match:
        return "顺" if "顺时针" in stem else "逆" if "逆时针" in stem else ""
    return turned.get(match[1], match[1])


def _named(text: str, reader: Reader) -> list[int]:
    return [ord(c) - FIRST_SIGN for c in re.findall(NAME, reader.cast.veil(clean(text)))]


def _all_orders(question: Question, reader: Reader) -> bool:
    special = _words()["special"].values()
    real = [t for t in question.options.values() if not any(re.search(p, t) for p in special)]
    return all(len(_named(t, reader)) >= 3 for t in real)


def _order(text: str, stem: str, reader: Reader) -> Statement:
    """Return that the names of ``text`` follow each other in the direction the stem tells."""
    layout, direction, names = reader.layout, _direction(stem), _named(text, reader)
    if direction not in layout.frame:
        direction = {"上": "前", "下": "后"}.get(direction, direction)
    try:
        if layout.round:
            way = layout.relation("step", direction or "顺")
        elif len(names) < len(reader.cast.groups[0]):
            way = layout.relation("side", CONVERSE[direction])
        else:
            return all_of([meets(entity(e), at_slots(layout.place("nth", direction, i + 1)))
                           for i, e in enumerate(names)])
    except (KeyError, Meaningless):
        raise Unread("the direction of the order", stem) from None
    return all_of([meets(entity(b), related(entity(a), way)) for a, b in pairwise(names)])
