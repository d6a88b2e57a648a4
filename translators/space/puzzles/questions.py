"""Questions: what is asked, of which statements, and what the arrangements say to it.

A question becomes a list of candidate answers with one statement each and a mode: the statement
``must`` hold, ``can`` hold, ``cannot`` hold, or ``need not`` hold. Counting, listing and locating
are the other kinds.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from translators.space.puzzles.cast import FIRST_SIGN, NAME, number_of
from translators.space.puzzles.derivations import Unread
from translators.space.puzzles.logic import And, At, Entity, Formula, Relative, Spot
from translators.space.puzzles.reader import Question
from translators.space.puzzles.statements import StatementReader, clean
from translators.space.puzzles.wording import alarming

__all__ = ["Asked", "Candidate", "read_question"]

BLANK = "¶"


@dataclass(frozen=True)
class Candidate:
    """A possible answer: its key (letter or text), what it says, its meanings; none if special."""

    key: str
    text: str
    meanings: tuple[Formula, ...]
    special: str = ""


@dataclass(frozen=True)
class Asked:
    """A question understood.

    ``kind``: ``choose`` among candidates by ``mode``, ``truth`` of one statement, ``count`` of
    arrangements, ``list`` the whole arrangement, ``locate`` one entity. ``assumption`` is what the
    question supposes beyond the clues.
    """

    kind: str
    mode: str = "must"
    candidates: tuple[Candidate, ...] = ()
    assumption: tuple[Formula, ...] = ()
    entity: int = -1
    order: str = ""
    several: bool = False


@cache
def _words() -> dict[str, Any]:
    path = Path(__file__).parent / "questions.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def read_question(question: Question, reader: StatementReader) -> Asked:
    """Understand a question; raise ``Unread`` when it cannot be read."""
    stem = re.sub(r"[（(]\s*[）)]|＿+|_{2,}|[（(][?？][）)]", BLANK, question.stem)
    stem = clean(stem).strip("。：？")
    stem = re.sub(_words()["opening"], "", stem)
    stem, assumption = _assumption(stem, reader)
    stem, told = _split_told(stem, reader)
    assumption = (*assumption, *told)
    mode = _mode(stem, question)
    if re.search(_words()["count"], stem):
        told = _counted_condition(stem, reader)
        return Asked("count", mode, _numbers(question), (*assumption, *told))
    order = re.search(_words()["order"], stem)
    if question.options:
        if order and _all_orders(question, reader):
            candidates = _orders(question, stem, reader)
        elif re.search(_words()["which_statement"], stem):
            candidates = _statements(question, reader)
        else:
            candidates = _filled(question, stem, reader)
        return Asked("choose", mode, candidates, assumption, several=question.several)
    if order and not re.search(_words()["who"], re.sub(_words()["order"], "", stem)):
        return Asked("list", mode, (), assumption, order=_direction(stem))
    return _open(stem, mode, assumption, reader)


def _assumption(stem: str, reader: StatementReader) -> tuple[str, tuple[Formula, ...]]:
    match = re.match(_words()["suppose"], stem)
    if not match:
        return stem, ()
    return match["rest"], reader.statement(match["if"])[:1]


def _counted_condition(stem: str, reader: StatementReader) -> tuple[Formula, ...]:
    """Return what a counting question asks for beyond the clues (使得…, …的排法有几种)."""
    rest = re.sub(_words()["count"], "", stem).replace(BLANK, "")
    rest = re.sub(_words()["count_rest"], "", rest).strip("，、的")
    veiled = reader.cast.veil(rest)
    if not re.search(NAME, veiled):
        if alarming(veiled):
            raise Unread("a condition of the count", rest)
        return ()
    return _told(rest, reader)


def _told(text: str, reader: StatementReader) -> tuple[Formula, ...]:
    """Return what clauses inside a question tell; raise ``Unread`` when one cannot be read."""
    inner = StatementReader(reader.cast, reader.scene)
    clues = inner.clues(text)
    if inner.unread:
        raise Unread(inner.unread[0][1], inner.unread[0][0])
    return tuple(c.meanings[0] for c in clues)


def _split_told(stem: str, reader: StatementReader) -> tuple[str, tuple[Formula, ...]]:
    """Cut clauses that only tell something off the front of a question."""
    parts = stem.split("，")
    asks = next((i for i, p in enumerate(parts) if BLANK in p or re.search(_words()["asks"], p)), 0)
    if not asks:
        return stem, ()
    try:
        return "，".join(parts[asks:]), _told("，".join(parts[:asks]), reader)
    except Unread:
        return stem, ()


def _mode(stem: str, question: Question) -> str:
    for mode, pattern in _words()["mode"].items():
        if re.search(pattern, stem):
            return str(mode)
    return "must"


def _strip_mode(text: str) -> str:
    return re.sub(_words()["mode_words"], "", text)


def _numbers(question: Question) -> tuple[Candidate, ...]:
    found = []
    for key, text in question.options.items():
        match = re.search(r"[0-9]+|[一二两三四五六七八九十]+", text)
        special = str(number_of(match[0])) if match else "none"
        found.append(Candidate(key, text, (), f"number:{special}" if match else "none"))
    return tuple(found)


def _statements(question: Question, reader: StatementReader) -> tuple[Candidate, ...]:
    return tuple(
        _special(key, text) or Candidate(key, text, reader.statement(text))
        for key, text in question.options.items()
    )


def _special(key: str, text: str) -> Candidate | None:
    for kind, pattern in _words()["special"].items():
        if re.search(pattern, text):
            return Candidate(key, text, (), str(kind))
    return None


def _filled(question: Question, stem: str, reader: StatementReader) -> tuple[Candidate, ...]:
    stem = _strip_mode(stem)
    found = []
    for key, text in question.options.items():
        special = _special(key, text)
        found.append(special or Candidate(key, text, _fill(stem, clean(text), reader)))
    return tuple(found)


def _fill(stem: str, text: str, reader: StatementReader) -> tuple[Formula, ...]:
    """Put an answer into the blank or in place of the question word."""
    text = text.strip("。；")
    failure = Unread("no blank or question word", stem)
    bare = re.sub(_words()["drop_if_long"], "", text)
    for candidate in _variants(stem, text):
        try:
            return reader.statement(candidate)
        except Unread as error:
            failure = error
    if reader.cast.veil(text) != text and bare:
        try:
            return reader.statement(text)
        except Unread:
            pass
    raise failure


def _variants(stem: str, text: str) -> list[str]:
    found = []
    if BLANK in stem:
        head, tail = stem.split(BLANK, 1)
        found.append(head + text + tail.replace(BLANK, ""))
        if tail:
            found.append(head + text)
    for pattern in _words()["question_words"]:
        match = re.search(pattern, stem)
        if match:
            head, tail = stem[: match.start()], stem[match.end():]
            found.append(head + text + tail)
            if re.search(r"(?:是|在|为)$", text[:1]):
                found.append(head.rstrip("是在") + text + tail)
    return found


def _open(
    stem: str, mode: str, assumption: tuple[Formula, ...], reader: StatementReader
) -> Asked:
    """Understand a question without options."""
    stem = _strip_mode(stem)
    who = re.search(_words()["who"], stem)
    if who:
        found = []
        for index, name in enumerate(reader.cast.names):
            if _wrong_kind(index, reader, who["word"]):
                continue
            try:
                meanings = reader.statement(stem[: who.start()] + name + stem[who.end():])
            except Unread:
                continue
            found.append(Candidate(name, name, meanings))
        if not found:
            reader.statement(stem[: who.start()] + reader.cast.names[0] + stem[who.end():])
        return Asked("choose", mode, tuple(found), assumption, several=True)
    where = re.search(_words()["where"], stem)
    if where:
        names = re.findall(NAME, reader.cast.veil(stem[: where.start()] + stem[where.end():]))
        if len(names) == 1:
            return Asked("locate", mode, (), assumption, entity=ord(names[0]) - FIRST_SIGN)
        if len(names) == 2 and reader.layout_kind == "plane":
            return Asked("choose", mode, _bearings(names, reader), assumption)
        raise Unread("whose place is asked", stem)
    number = re.search(_words()["how_many"], stem)
    if number:
        candidates = []
        for count in range(reader.scene.layout.size):
            text = stem[: number.start()] + str(count) + stem[number.end():]
            candidates.append(Candidate(str(count), text, reader.statement(text)))
        return Asked("choose", mode, tuple(candidates), assumption)
    truth = re.sub(_words()["truth_words"], "", stem)
    if truth != stem or mode != "must":
        return Asked("truth", mode, (Candidate("是", truth, reader.statement(truth)),), assumption)
    return Asked("truth", mode, (Candidate("是", stem, reader.statement(stem)),), assumption)


def _wrong_kind(index: int, reader: StatementReader, word: str) -> bool:
    """Say whether a name cannot be meant by 'who': with several groups only people can."""
    asks_people = word[0] == "谁" or "位" in word or "人" in word or "名" in word
    return asks_people and reader.cast.group_of(index) != reader.cast.people


def _bearings(names: list[str], reader: StatementReader) -> tuple[Candidate, ...]:
    first, second = (Entity(ord(n) - FIRST_SIGN) for n in names)
    return tuple(
        Candidate(d, d, (At(first, Relative("beyond", second, d)),))
        for d in ("东", "南", "西", "北", "东北", "东南", "西北", "西南")
    )


def _direction(stem: str) -> str:
    match = re.search(r"(?:从|由|自|按)?(左|右|前|后|上|下|东|西|南|北|高|低|矮|大|小|先|早|快|重|轻)"
                      r"(?:边|面)?(?:到|往|至|向)", stem)
    turned = {"高": "上", "低": "下", "矮": "后", "大": "前", "小": "后", "先": "前", "早": "前",
              "快": "前", "重": "前", "轻": "后"}
    if not match:
        return "顺" if "顺时针" in stem else "逆" if "逆时针" in stem else ""
    return turned.get(match[1], match[1])


def _all_orders(question: Question, reader: StatementReader) -> bool:
    real = [t for k, t in question.options.items() if _special(k, t) is None]
    return all(len(_names(t, reader)) >= 3 for t in real)


def _names(text: str, reader: StatementReader) -> list[int]:
    return [ord(c) - FIRST_SIGN for c in re.findall(NAME, reader.cast.veil(clean(text)))]


def _orders(question: Question, stem: str, reader: StatementReader) -> tuple[Candidate, ...]:
    layout = reader.scene.layout
    direction = _direction(stem)
    if direction == "上" and "上" not in layout.orders:
        direction = "前"
    if direction == "下" and "下" not in layout.orders:
        direction = "后"
    found = []
    for key, text in question.options.items():
        special = _special(key, text)
        if special:
            found.append(special)
            continue
        names = _names(text, reader)
        if direction in ("顺", "逆") or (layout.kind == "ring" and not direction):
            parts: list[Formula] = [
                At(Entity(b), Relative("step", Entity(a), direction or "顺", 1))
                for a, b in pairwise(names)]
        elif direction not in layout.orders:
            raise Unread("the direction of the order", stem)
        elif len(names) < len(reader.cast.groups[0]):
            forward = _forward(direction, reader)
            parts = [At(Entity(b), Relative("beyond", Entity(a), forward))
                     for a, b in pairwise(names)]
        else:
            parts = [At(Entity(e), Spot("ordinal", direction, i + 1))
                     for i, e in enumerate(names)]
        found.append(Candidate(key, text, (And(tuple(parts)),)))
    return tuple(found)


def _forward(direction: str, reader: StatementReader) -> str:
    """Return the direction of travel when counting starts at ``direction``."""
    order = reader.scene.layout.orders[direction]
    for name, steps in reader.scene.layout.steps.items():
        if steps[order[0]] == order[1]:
            return name
    raise Unread("the direction of the order")
