"""Make up arrangement puzzles with their answers, found by trying all arrangements."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from puzzle_english import english_world
from puzzle_held_back import in_other_words
from puzzle_phrases import Phrase, World, spoken, world

__all__ = ["Made", "made_puzzle"]

NAMES = {
    "person": [["小王", "小李", "小张", "小赵", "小孙", "小周"], ["甲", "乙", "丙", "丁", "戊", "己"],
               ["张三", "李四", "王五", "赵六", "孙七", "周八"], ["赵", "钱", "孙", "李", "周", "吴"],
               ["蓝采和", "吕洞宾", "何仙姑", "韩湘子", "曹国舅", "张果老"],
               ["明明", "红红", "丽丽", "强强", "芳芳", "军军"]],
    "person, English": [["Tom", "Jerry", "Anna", "Bob", "Lily", "Jack"], ["A", "B", "C", "D", "E", "F"],
                        ["Xiao Wang", "Xiao Li", "Xiao Zhang", "Xiao Zhao", "Xiao Sun", "Xiao Zhou"],
                        ["Zhang San", "Li Si", "Wang Wu", "Zhao Liu", "Sun Qi", "Zhou Ba"]],
    "thing, English": [["rose", "lily", "jasmine", "orchid", "chrysanthemum", "tulip"],
                       ["cactus", "aloe", "fern", "ivy", "bamboo", "peony"]],
    "thing": [["玫瑰", "百合", "茉莉", "兰花", "菊花", "月季"], ["文竹", "吊兰", "绿萝", "芦荟", "仙人掌", "君子兰"]],
}
NONE = {"zh": "以上选项都不是", "en": "None of the above"}
_INSTRUCTIONS = (("单选题", "多选题"), ("Single-choice question", "Multiple-choice question"))
Test = Callable[[Sequence[int]], bool]


@dataclass(frozen=True)
class Said:
    """A clause with what it means."""

    text: str
    test: Test


@dataclass(frozen=True)
class Made:
    """A puzzle as a JSON item with its answer; ``several`` options may be right."""

    item: dict[str, Any]
    layout: str
    several: bool


class _Author:
    def __init__(self, rng: random.Random, names: Sequence[str], here: World) -> None:
        self.rng, self.names, self.here = rng, names, here

    def phrase(self, form: str) -> Phrase:
        by_name: dict[str, list[Phrase]] = {}
        for phrase in self.here.phrases:
            if phrase.form == form:
                by_name.setdefault(phrase.name, []).append(phrase)
        return self.rng.choice(by_name[self.rng.choice(sorted(by_name))])

    def place(self, phrase: Phrase, base: int) -> str:
        return spoken(self.rng, phrase.text).replace("{b}", self.names[base])

    def _verb(self) -> str:
        verb = self.here.verb
        return self.rng.choice([f"{verb}在", "在", f"{verb}在"])

    def in_place(self, a: str, base: int, phrase: Phrase, negated: bool) -> str:
        """Say that ``a`` (a name or a gap) is in a place."""
        not_ = "不" if negated else ""
        where = self.place(phrase, base)
        texts = [f"{a}{not_}{self._verb()}{where}"]
        if "，" not in where and "且" not in where:
            texts.append(f"{where}{'不是' if negated else self.rng.choice(['是', '就是'])}{a}")
            if not negated:
                texts.append(f"{self.here.verb}在{where}的是{a}")
        if where.endswith(("紧接着",)):
            return f"{where}{'不是' if negated else self.rng.choice(['是', '就是'])}{a}"
        return self.rng.choice(texts)

    def clause(self) -> Said:
        """Draw a clause about two or three of the names."""
        kinds = ["place"] * 5 + ["pair"] * 3 + ["places"]
        if any(p.form == "spot" for p in self.here.phrases):
            kinds += ["spot", "spot and place"]
        kind, negated = self.rng.choice(kinds), self.rng.random() < 0.2
        a, b, c = self.rng.sample(range(len(self.names)), 3)
        said: Said = getattr(self, f"_{kind.replace(' ', '_')}")(a, b, c, negated)
        return said

    def _place(self, a: int, b: int, c: int, negated: bool) -> Said:
        phrase = self.phrase("place")
        if "且" in phrase.text or "二者" in phrase.text:
            negated = False  # what 不 would deny of two parts is not clear
        text = self.in_place(self.names[a], b, phrase, negated)
        if not negated and self.rng.random() < 0.1 and "紧接着" not in text and "从" not in text:
            shown = self.place(phrase, b)
            rest = shown.replace(self.names[b], "", 1).removeprefix("的")
            if "，" not in rest and "且" not in rest and "从" not in shown:
                text = f"{self.names[a]}相对于{self.names[b]}在{rest}"
                if rest.endswith("紧接着"):
                    text = self.in_place(self.names[a], b, phrase, negated)
        return Said(text, lambda at: (at[a] in phrase.seats[at[b]]) != negated)

    def _pair(self, a: int, b: int, c: int, negated: bool) -> Said:
        phrase = self.phrase("pair")
        predicate = spoken(self.rng, phrase.text)
        if negated and (predicate.startswith(("之间", "中间")) or "是" in predicate):
            negated = False
        joint = self.rng.choice("和与跟")
        not_ = self.rng.choice(["不", "并不"]) if negated else ""
        text = f"{self.names[a]}{joint}{self.names[b]}{not_}{predicate}"
        return Said(text, lambda at: (at[a] in phrase.seats[at[b]]) != negated)

    def _places(self, a: int, b: int, c: int, negated: bool) -> Said:
        """Say that a place seen from one is a place seen from another."""
        simple = [p for p in self.here.phrases if p.form == "place" and "且" not in p.text
                  and "二者" not in p.text and "紧接着" not in p.text]
        first, second = self.rng.choice(simple), self.rng.choice(simple)
        text = f"{self.place(first, a)}<是|就是>{self.place(second, b)}"
        return Said(spoken(self.rng, text), lambda at: bool(first.seats[at[a]] & second.seats[at[b]]))

    def _spot(self, a: int, b: int, c: int, negated: bool) -> Said:
        phrase = self.phrase("spot")
        text = f"{self.names[a]}{'不' if negated else ''}{spoken(self.rng, phrase.text)}"
        return Said(text, lambda at: (at[a] in phrase.seats[0]) != negated)

    def _spot_and_place(self, a: int, b: int, c: int, negated: bool) -> Said:
        spot, phrase = self.phrase("spot"), self.phrase("place")
        if "且" in phrase.text or "紧接着" in phrase.text:
            return self._spot(a, b, c, negated)
        text = (f"{self.names[a]}{spoken(self.rng, spot.text)}{self.rng.choice(['且', '，且', '并且'])}"
                f"在{self.place(phrase, b)}")
        return Said(text, lambda at: at[a] in spot.seats[0] and at[a] in phrase.seats[at[b]])


class _English(_Author):
    """The same in English."""

    def in_place(self, a: str, base: int, phrase: Phrase, negated: bool) -> str:
        where, a = self.place(phrase, base), "( )" if a == "()" else a
        verb = "" if self.here.verb == "be" else self.rng.choice(["sitting ", "seated ", ""])
        who = "flower" if self.here.verb == "be" else "person"
        if self.rng.random() < 0.3 and not negated:
            return f"The {who} {verb}{where} is {a}"
        return f"{a} is {'not ' if negated else ''}{verb}{where}"

    def _place(self, a: int, b: int, c: int, negated: bool) -> Said:
        phrase = self.phrase("place")
        return Said(self.in_place(self.names[a], b, phrase, negated),
                    lambda at: (at[a] in phrase.seats[at[b]]) != negated)

    def _pair(self, a: int, b: int, c: int, negated: bool) -> Said:
        phrase = self.phrase("pair")
        text = (f"{self.names[a]} and {self.names[b]} are {'not ' if negated else ''}"
                f"{spoken(self.rng, phrase.text)}")
        return Said(text, lambda at: (at[a] in phrase.seats[at[b]]) != negated)

    def _spot(self, a: int, b: int, c: int, negated: bool) -> Said:
        phrase = self.phrase("spot")
        text = f"{self.names[a]} is {'not ' if negated else ''}{spoken(self.rng, phrase.text)}"
        return Said(text, lambda at: (at[a] in phrase.seats[0]) != negated)

    _places = _place
    _spot_and_place = _spot


def made_puzzle(seed: int, language: str = "zh", held_back: bool = False) -> Made:
    """Make one puzzle (``zh`` or ``en``) from a seed; the same seed gives the same puzzle.

    ``held_back``: facings, sides and some places are told in words that no table holds.
    """
    rng = random.Random(f"puzzle-{seed}" + ("" if language == "zh" else language))
    while True:
        made = _attempt(rng, seed, language, held_back)
        if made is not None:
            return made


def _attempt(rng: random.Random, seed: int, language: str, held_back: bool) -> Made | None:
    layout, english = ("ring", "table", "shelf")[seed % 3], language == "en"
    here = (english_world if english else world)(rng, layout)
    if held_back:
        here = in_other_words(rng, here, language)
    kind = ("thing" if layout == "shelf" else "person") + (", English" if english else "")
    names = rng.choice(NAMES[kind])[: here.size]
    author = (_English if english else _Author)(rng, names, here)
    several = rng.random() < 0.45
    hidden = rng.sample(range(here.size), here.size)
    left = list(permutations(range(here.size)))
    few = {"ring": 6 if not _marked(here) else 1, "table": 2, "shelf": 1}[layout] * rng.choice((1, 1, 2, 4))
    said: list[Said] = []
    for _ in range(60):
        clause = author.clause()
        if not clause.test(hidden):
            continue
        kept = [at for at in left if clause.test(at)]
        if len(kept) < len(left):
            said.append(clause)
            left = kept
        if len(left) <= few or len(said) >= 7:
            break
    question = _question(author, left, several)
    if question is None:
        return None
    stem, options, answer = question
    intro = spoken(rng, here.intro).replace("{who}", _listed(rng, names, english))
    told = [s.text for s in said]
    told_text = _told_english(rng, told) if english else _told(rng, told)
    item = {"id": f"made-{seed}", "instruction": _INSTRUCTIONS[english][several],
            "text": intro + told_text, "question": stem,
            "options": options, "answer": answer}
    return Made(item, here.name, several)


def _marked(here: World) -> bool:
    return any(p.form == "spot" for p in here.phrases)


def _listed(rng: random.Random, names: Sequence[str], english: bool) -> str:
    order = list(names)
    rng.shuffle(order)
    if english:
        return ", ".join(order[:-1]) + rng.choice([", and ", " and "]) + order[-1]
    if rng.random() < 0.5:
        return "、".join(order)
    return "、".join(order[:-1]) + rng.choice("和与") + order[-1]


def _told_english(rng: random.Random, clauses: Sequence[str]) -> str:
    heading = rng.choice([" It is known that:", " Given that:", " Known conditions:"])
    marks = rng.choice(["({}) ", "{}. "])
    end = rng.choice(["\n", " "])
    return heading + end + end.join(marks.format(i) + c[0].upper() + c[1:] + rng.choice([".", ";"])
                                    for i, c in enumerate(clauses, 1))


def _told(rng: random.Random, clauses: Sequence[str]) -> str:
    style = rng.randrange(5)
    heading = rng.choice(["已知：", "已知", "已知以下条件：", ""])
    if style == 0:
        return heading + "\n" + "\n".join(f"({i}){c}；" for i, c in enumerate(clauses, 1)) + "\n"
    if style == 1:
        return heading + "".join(f"（{i}）{c}；" for i, c in enumerate(clauses, 1))[:-1] + "。"
    if style == 2:
        return heading + "\n" + "\n".join(f"{i}. {c}。" for i, c in enumerate(clauses, 1))
    if style == 3:
        return heading + "；".join(clauses) + "。"
    return heading + "。".join(clauses) + "。"


Drawn = tuple[str, dict[str, str], list[str]]


def _question(author: _Author, left: Sequence[Sequence[int]], several: bool) -> Drawn | None:
    """Draw a question with a gap and options whose truth in all arrangements fits."""
    rng = author.rng
    for _ in range(30):
        stem, choices = rng.choice([_who, _where, _how, _which])(author)
        rng.shuffle(choices)
        always = [c for c in choices if all(c[1](at) for at in left)]
        rest = [c for c in choices if c not in always]
        if several:
            if len(always) < 2 or not rest:
                continue
            shown = always[: rng.choice((2, 2, 3))]
        else:
            shown = always[:1] if rng.random() < 0.8 else []
        shown += rest[: 3 - len(shown)]
        if len(shown) < 3 or len({c[0] for c in shown}) < 3:
            continue
        rng.shuffle(shown)
        options = {k: c[0] for k, c in zip("ABC", shown, strict=True)} | {"D": NONE["en" if isinstance(author, _English) else "zh"]}
        answer = [k for k, c in zip("ABC", shown, strict=True) if c in always] or ["D"]
        if len(answer) > 1 and not several:
            continue
        return stem, options, answer
    return None


Choice = tuple[str, Test]


def _who(author: _Author) -> tuple[str, list[Choice]]:
    """Ask who is in a place: the gap stands for a name, at either end."""
    base = author.rng.randrange(len(author.names))
    phrase, negated = author.phrase("place"), author.rng.random() < 0.15
    negated = negated and "且" not in phrase.text and "二者" not in phrase.text
    stem = author.in_place("()", base, phrase, negated)
    return stem, [
        (name, lambda at, i=i: (at[i] in phrase.seats[at[base]]) != negated)  # type: ignore[misc]
        for i, name in enumerate(author.names) if i != base]


def _where(author: _Author) -> tuple[str, list[Choice]]:
    """Ask where somebody is: the options are places."""
    who = author.rng.randrange(len(author.names))
    verb = author.rng.choice(["在", f"{author.here.verb}在"])
    verb = f" is {'' if author.here.verb == 'be' else 'sitting '}" if isinstance(
        author, _English) else verb
    found: list[Choice] = []
    for _ in range(14):
        base = author.rng.choice([i for i in range(len(author.names)) if i != who])
        phrase = author.phrase("place")
        text = author.place(phrase, base)
        if not text.endswith("紧接着"):
            found.append((text, lambda at, b=base, p=phrase: at[who] in p.seats[at[b]]))  # type: ignore[misc]
    return f"{author.names[who]}{verb}()", found


def _how(author: _Author) -> tuple[str, list[Choice]]:
    """Ask how two are related: the options are predicates."""
    a, b = author.rng.sample(range(len(author.names)), 2)
    found: list[Choice] = []
    for _ in range(14):
        phrase = author.phrase("pair")
        text, negated = spoken(author.rng, phrase.text), author.rng.random() < 0.3
        negated = negated and not text.startswith(("之间", "中间")) and "是" not in text
        found.append((("不" if negated else "") + text, lambda at, p=phrase, n=negated:  # type: ignore[misc]
                      (at[a] in p.seats[at[b]]) != n))
    if isinstance(author, _English):
        return f"{author.names[a]} and {author.names[b]} are ( )", [
            (text.replace("不", "not ", 1), test) for text, test in found]
    return f"{author.names[a]}{author.rng.choice('和与')}{author.names[b]}()", found


def _which(author: _Author) -> tuple[str, list[Choice]]:
    """Ask which statement is true."""
    clauses = [author.clause() for _ in range(14)]
    found: list[Choice] = [(c.text, c.test) for c in clauses]
    if isinstance(author, _English):
        return "Which of the following statements is correct? ( )", found
    return author.rng.choice(["下列说法正确的是()", "以下说法中正确的是()"]), found
