"""Make arrangement puzzles with one solution, checked by trying all arrangements.

Every clue is a text together with a Python predicate over ``{name: place}``; the predicate knows
nothing of the program's grammar, so the brute force is an independent judge.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

At = dict[str, int]
Clue = tuple[str, Callable[[At], bool]]

PEOPLE = [
    list("甲乙丙丁戊己庚"),
    ["小王", "小李", "小张", "小赵", "小陈", "小周", "小吴"],
    ["张三", "李四", "王五", "赵六", "孙七", "周八", "吴九"],
    ["陈晨", "林涛", "高洁", "马跃", "许晴", "何苗", "罗兰"],
    list("ABCDEFG"),
]
NUMERALS = "零一二三四五六七八九十"


@dataclass(frozen=True)
class Made:
    kind: str
    text: str
    question: str
    answer: str


def join(names: Sequence[str]) -> str:
    return "、".join(names)


def solutions(names: Sequence[str], size: int, clues: Sequence[Clue]) -> Iterator[At]:
    for slots in itertools.permutations(range(size), len(names)):
        at = dict(zip(names, slots, strict=True))
        if all(test(at) for _, test in clues):
            yield at


def pick(rng: random.Random, *texts: str) -> str:
    return rng.choice(texts)


def make_unique(
    rng: random.Random, names: Sequence[str], size: int,
    offer: Callable[[random.Random, str, str, str], Clue],
    same: Callable[[At], object] = lambda at: tuple(sorted(at.items())),
) -> tuple[list[Clue], At]:
    """Draw true clues of a hidden arrangement until it is the only one, then drop needless ones."""
    while True:
        hidden = dict(zip(names, rng.sample(range(size), len(names)), strict=True))
        clues: list[Clue] = []
        left = list(solutions(names, size, []))
        for _ in range(300):
            a, b, c = rng.sample(list(names), 3)
            text, test = offer(rng, a, b, c)
            if not test(hidden) or any(text == t for t, _ in clues):
                continue
            kept = [at for at in left if test(at)]
            if len(kept) < len(left):
                clues.append((text, test))
                left = kept
            if len({same(at) for at in left}) == 1:
                break
        else:
            continue
        for clue in list(clues):
            fewer = [c for c in clues if c is not clue]
            if len({same(at) for at in solutions(names, size, fewer)}) == 1:
                clues = fewer
        return clues, hidden


def tell(rng: random.Random, clues: Sequence[Clue]) -> str:
    texts = [t for t, _ in clues]
    rng.shuffle(texts)
    return pick(rng, "。", "，", "；").join(texts) + "。"
