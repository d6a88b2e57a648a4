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


def row_clue(rng: random.Random, a: str, b: str, c: str, n: int) -> Clue:
    k = rng.randint(1, n)
    w = NUMERALS[k]
    m = rng.randint(2, 3)
    return rng.choice([
        (pick(rng, f"{a}在{b}的左边", f"{a}站在{b}左侧", f"{b}在{a}的右边"), lambda at: at[a] < at[b]),
        (pick(rng, f"{a}和{b}相邻", f"{a}与{b}紧挨着", f"{a}紧挨着{b}", f"{a}站在{b}旁边"),
         lambda at: abs(at[a] - at[b]) == 1),
        (pick(rng, f"{a}和{b}不相邻", f"{a}不与{b}相邻", f"{a}没有挨着{b}"),
         lambda at: abs(at[a] - at[b]) != 1),
        (pick(rng, f"{a}不在两端", f"{a}没有站在两端"), lambda at: at[a] not in (0, n - 1)),
        (pick(rng, f"{a}在{b}和{c}之间", f"{a}站在{b}与{c}中间"),
         lambda at: at[b] < at[a] < at[c] or at[c] < at[a] < at[b]),
        (pick(rng, f"{a}站在左边第{w}个位置", f"从左往右数，{a}排第{w}", f"{a}是左起第{w}个", f"左边第{w}个是{a}"),
         lambda at: at[a] == k - 1),
        (pick(rng, f"{a}和{b}之间隔着一个人", f"{a}与{b}中间隔一个人", f"{a}和{b}之间有1个人"),
         lambda at: abs(at[a] - at[b]) == 2),
        (pick(rng, f"{a}紧挨着站在{b}的右边", f"{a}是{b}的右邻", f"{b}的右边第一个人是{a}"),
         lambda at: at[a] == at[b] + 1),
        (pick(rng, f"{a}在{b}左边第{NUMERALS[m]}个位置", f"{b}左边第{NUMERALS[m]}个人是{a}"),
         lambda at: at[a] == at[b] - m),
        (pick(rng, f"{a}既不在最左边，也不在最右边"), lambda at: at[a] not in (0, n - 1)),
        (pick(rng, f"{a}要么在最左边，要么在最右边", f"{a}站在两端之一"), lambda at: at[a] in (0, n - 1)),
        (pick(rng, f"如果{a}在最左边，那么{b}在最右边"), lambda at: at[a] != 0 or at[b] == n - 1),
        (pick(rng, f"{a}的左边有{m}个人"), lambda at: at[a] == m),
        (pick(rng, f"{a}右边没有人", f"最右边的人是{a}", f"{a}站在最右端"), lambda at: at[a] == n - 1),
    ])


def row(rng: random.Random) -> Made:
    names = rng.choice(PEOPLE)[:5]
    n = len(names)
    clues, at = make_unique(rng, names, n, lambda r, a, b, c: row_clue(r, a, b, c, n))
    scene = pick(
        rng, f"{join(names)}{NUMERALS[n]}个人从左到右站成一排。",
        f"{join(names[:-1])}和{names[-1]}{NUMERALS[n]}位同学站成一排照相。",
        f"有{NUMERALS[n]}个人并排站着，他们是{join(names)}。")
    who = rng.choice(names)
    k = at[who] + 1
    question = pick(rng, f"谁站在左边第{NUMERALS[k]}个？", f"从左数第{NUMERALS[k]}个是谁？",
                    f"站在左起第{NUMERALS[k]}个位置的人是谁？")
    return Made("row", scene + tell(rng, clues), question, who)


def ring(rng: random.Random, outward: bool) -> Made:
    n = rng.choice([6, 5])
    names = rng.choice(PEOPLE)[:n]
    left = -1 if outward else 1  # places are numbered clockwise, seen from above

    def offer(rng: random.Random, a: str, b: str, c: str) -> Clue:
        m = rng.randint(1, 2)
        w = NUMERALS[m]
        options: list[Clue] = [
            (pick(rng, f"{a}坐在{b}的左边", f"{b}的左边是{a}", f"{a}是{b}的左邻", f"坐在{b}左手边的是{a}"),
             lambda at: (at[b] + left) % n == at[a]),
            (pick(rng, f"{a}的右手边是{b}", f"{b}坐在{a}的右侧", f"{a}右边的人是{b}"),
             lambda at: (at[a] - left) % n == at[b]),
            (pick(rng, f"{a}坐在{b}左边第{w}个位置", f"{b}的左边第{w}个人是{a}", f"{a}在{b}左边数起第{w}个位置"),
             lambda at: (at[b] + m * left) % n == at[a]),
            (pick(rng, f"{a}在{b}顺时针方向第{w}个位置", f"从{b}开始顺时针数第{w}个人是{a}")
             if False else f"{a}在{b}顺时针方向第{w}个位置",
             lambda at: (at[b] + m) % n == at[a]),
            (pick(rng, f"{a}与{b}相邻", f"{a}和{b}挨着坐", f"{a}坐在{b}旁边"),
             lambda at: (at[a] - at[b]) % n in (1, n - 1)),
            (pick(rng, f"{a}与{b}不相邻", f"{a}没有坐在{b}旁边"),
             lambda at: (at[a] - at[b]) % n not in (1, n - 1)),
            (pick(rng, f"{a}坐在{b}和{c}之间", f"{a}的两边分别是{b}和{c}"),
             lambda at: (at[a] - at[b]) % n in (1, n - 1) and (at[a] - at[c]) % n in (1, n - 1)),
        ]
        if n % 2 == 0:
            options += [
                (pick(rng, f"{a}坐在{b}的正对面", f"{a}和{b}面对面", f"{a}与{b}相对而坐", f"{a}的对面坐着{b}"),
                 lambda at: (at[a] - at[b]) % n == n // 2),
                (pick(rng, f"{a}不在{b}的对面", f"{a}的对面不是{b}"),
                 lambda at: (at[a] - at[b]) % n != n // 2),
                (pick(rng, f"{a}的左邻在{b}的对面", f"坐在{a}左边的人和{b}面对面"),
                 lambda at: (at[a] + left - at[b]) % n == n // 2),
            ]
        return rng.choice(options)

    def turned(at: At) -> tuple[int, ...]:
        return tuple((at[x] - at[names[0]]) % n for x in names)

    clues, at = make_unique(rng, names, n, offer, turned)
    facing = pick(rng, "背对桌子，面朝外", "面朝外面", "背向圆心") if outward else pick(
        rng, "面朝中心", "面向桌子", "面对圆心")
    scene = pick(
        rng, f"{join(names)}{NUMERALS[n]}个人围坐在一张圆桌旁，每人坐一个位置，{facing}。",
        f"{join(names[:-1])}和{names[-1]}{NUMERALS[n]}个好朋友围成一圈坐着，{facing}。")
    who, base = rng.sample(list(names), 2)
    d = (at[who] - at[base]) * left % n
    if d == 1:
        question = f"谁坐在{base}的左边？"
    elif d == n - 1:
        question = f"{base}的右边是谁？"
    elif n % 2 == 0 and d == n // 2:
        question = f"坐在{base}对面的是谁？"
    else:
        question = f"{base}左边第{NUMERALS[d]}个人是谁？"
    return Made("ring outward" if outward else "ring inward", scene + tell(rng, clues), question, who)


def two_rows(rng: random.Random) -> Made:
    names = rng.choice(PEOPLE)[:6]
    # places 0-2: first row from its own left to right; 3-5 sit opposite 0-2
    def left_of(p: int) -> int | None:
        q = p - 1 if p < 3 else p + 1
        return q if q // 3 == p // 3 and 0 <= q < 6 else None

    def near(p: int, q: int) -> bool:
        return p // 3 == q // 3 and abs(p - q) == 1

    def offer(rng: random.Random, a: str, b: str, c: str) -> Clue:
        return rng.choice([
            (pick(rng, f"{a}坐在{b}的正对面", f"{a}和{b}面对面坐着", f"{a}的对面是{b}"),
             lambda at: (at[a] - at[b]) % 6 == 3),
            (pick(rng, f"{a}和{b}相邻", f"{a}坐在{b}旁边"), lambda at: near(at[a], at[b])),
            (f"{a}与{b}不相邻", lambda at: not near(at[a], at[b])),
            (pick(rng, f"{a}在{b}左边第一个位置", f"{a}是{b}的左邻", f"{a}紧挨着坐在{b}的左边"),
             lambda at: left_of(at[b]) == at[a]),
            (pick(rng, f"{a}坐在{b}和{c}之间", f"{a}坐在{b}和{c}中间"),
             lambda at: near(at[a], at[b]) and near(at[a], at[c]) and at[b] != at[c]),
            (f"{a}不在{b}的对面", lambda at: (at[a] - at[b]) % 6 != 3),
            (pick(rng, f"{a}和{b}在同一排", f"{a}与{b}坐在同一排"), lambda at: at[a] // 3 == at[b] // 3),
        ])

    def turned(at: At) -> tuple[int, ...]:
        way = tuple(at[x] for x in names)
        return min(way, tuple(5 - p for p in way))

    clues, at = make_unique(rng, names, 6, offer, turned)
    scene = pick(
        rng, f"{join(names)}六个人面对面坐成两排，每排三人。",
        f"一张长桌的两侧各坐三人，{join(names[:-1])}和{names[-1]}六人相对而坐。")
    base = rng.choice(names)
    who = next(x for x in names if (at[x] - at[base]) % 6 == 3)
    return Made("two rows", scene + tell(rng, clues), pick(
        rng, f"谁坐在{base}的正对面？", f"{base}对面的人是谁？"), who)


def storeys(rng: random.Random) -> Made:
    names = rng.choice(PEOPLE[:4])[:5]
    n = len(names)

    def offer(rng: random.Random, a: str, b: str, c: str) -> Clue:
        k, m = rng.randint(1, n), rng.randint(2, 3)
        return rng.choice([
            (pick(rng, f"{a}住在{b}楼上", f"{a}住得比{b}高", f"{a}住的楼层比{b}高", f"{a}比{b}住得高"),
             lambda at: at[a] > at[b]),
            (pick(rng, f"{a}住在{b}的楼下", f"{a}住得比{b}低"), lambda at: at[a] < at[b]),
            (pick(rng, f"{a}住在{b}的楼上一层", f"{a}住{b}的正上方", f"{b}的楼上邻居是{a}", f"{a}比{b}高一层"),
             lambda at: at[a] == at[b] + 1),
            (pick(rng, f"{a}比{b}高{NUMERALS[m]}层", f"{a}住在{b}楼上第{NUMERALS[m]}层"),
             lambda at: at[a] == at[b] + m),
            (pick(rng, f"{a}不住在{NUMERALS[k]}楼", f"{a}没住{k}楼", f"{a}不住第{NUMERALS[k]}层"),
             lambda at: at[a] != k - 1),
            (pick(rng, f"{a}住{NUMERALS[k]}楼", f"{a}家在{k}层", f"住在{NUMERALS[k]}楼的是{a}"),
             lambda at: at[a] == k - 1),
            (pick(rng, f"{a}住在顶层", f"{a}住最高层"), lambda at: at[a] == n - 1),
            (pick(rng, f"{a}不住底层", f"{a}没有住在最底层"), lambda at: at[a] != 0),
            (pick(rng, f"{a}和{b}住的楼层相邻", f"{a}与{b}是上下楼邻居") if False else f"{a}和{b}住相邻的楼层"
             if False else f"{a}与{b}相邻", lambda at: abs(at[a] - at[b]) == 1),
            (pick(rng, f"{a}住在{b}和{c}之间", f"{a}住在{b}和{c}的中间"),
             lambda at: at[b] < at[a] < at[c] or at[c] < at[a] < at[b]),
            (pick(rng, f"{a}和{b}之间隔着{NUMERALS[m - 1]}层", f"{a}与{b}之间隔了{NUMERALS[m - 1]}层楼"),
             lambda at: abs(at[a] - at[b]) == m),
            (f"{a}住偶数层", lambda at: at[a] % 2 == 1),
        ])

    clues, at = make_unique(rng, names, n, offer)
    scene = pick(
        rng, f"一栋{NUMERALS[n]}层的小楼里住着{join(names)}{NUMERALS[n]}家，每层住一家。",
        f"{join(names[:-1])}和{names[-1]}住在同一栋楼的一到{NUMERALS[n]}层，每人住一层。")
    who = rng.choice(names)
    k = at[who] + 1
    return Made("storeys", scene + tell(rng, clues), pick(
        rng, f"谁住在{NUMERALS[k]}楼？", f"住在第{NUMERALS[k]}层的是谁？"), who)


def stack(rng: random.Random) -> Made:
    names = rng.choice([["语文书", "数学书", "英语书", "历史书", "地理书"],
                        ["红盒子", "黄盒子", "蓝盒子", "绿盒子", "白盒子"],
                        ["毛巾", "肥皂", "牙刷", "梳子", "镜子"]])
    n = 5

    def offer(rng: random.Random, a: str, b: str, c: str) -> Clue:
        k, m = rng.randint(1, n), 2
        return rng.choice([
            (pick(rng, f"{a}在{b}的上面", f"{a}放在{b}上方", f"{b}在{a}下面"), lambda at: at[a] < at[b]),
            (pick(rng, f"{a}紧挨着{b}", f"{a}和{b}相邻"), lambda at: abs(at[a] - at[b]) == 1),
            (pick(rng, f"{a}不在最上面", f"{a}没有放在最上层"), lambda at: at[a] != 0),
            (pick(rng, f"{a}在最下面", f"{a}放在最底层", f"最下面的是{a}"), lambda at: at[a] == n - 1),
            (pick(rng, f"{a}在从上往下数第{NUMERALS[k]}层", f"从上往下数，{a}在第{NUMERALS[k]}层"), lambda at: at[a] == k - 1),
            (pick(rng, f"{a}在{b}和{c}之间", f"{a}放在{b}和{c}中间"),
             lambda at: at[b] < at[a] < at[c] or at[c] < at[a] < at[b]),
            (f"{a}和{b}之间隔着一层", lambda at: abs(at[a] - at[b]) == m),
            (pick(rng, f"{a}在{b}的正下方", f"{a}在{b}下面一层"), lambda at: at[a] == at[b] + 1),
        ])

    clues, at = make_unique(rng, names, n, offer)
    scene = f"架子从上到下一共五层，{join(names)}各放在一层上。"
    who = rng.choice(names)
    k = at[who] + 1
    return Made("stack", scene + tell(rng, clues), f"从上往下数第{NUMERALS[k]}层放的是什么？"
                if False else f"{who}放在从上数第几层？", f"从上数第{k}层")


def race(rng: random.Random) -> Made:
    names = rng.choice(PEOPLE)[:5]
    n = len(names)

    def offer(rng: random.Random, a: str, b: str, c: str) -> Clue:
        k = rng.randint(1, n)
        return rng.choice([
            (pick(rng, f"{a}比{b}快", f"{a}比{b}先到达终点", f"{a}在{b}之前到达终点", f"{a}先于{b}冲过终点", f"{a}的名次比{b}靠前"),
             lambda at: at[a] < at[b]),
            (pick(rng, f"{a}比{b}慢", f"{a}在{b}后面", f"{a}落后于{b}" if False else f"{a}晚于{b}到达"), lambda at: at[a] > at[b]),
            (pick(rng, f"{a}是第{NUMERALS[k]}名", f"{a}得了第{NUMERALS[k]}名", f"{a}第{NUMERALS[k]}个到达终点"),
             lambda at: at[a] == k - 1),
            (pick(rng, f"{a}不是第{NUMERALS[k]}名", f"{a}没有得第{NUMERALS[k]}名"), lambda at: at[a] != k - 1),
            (pick(rng, f"{a}不是冠军", f"{a}没有得第一名"), lambda at: at[a] != 0),
            (pick(rng, f"{a}是最后一名", f"{a}最后到达终点", f"{a}跑得最慢"), lambda at: at[a] == n - 1),
            (pick(rng, f"{a}紧跟在{b}后面", f"{a}紧接在{b}之后到达"), lambda at: at[a] == at[b] + 1),
            (pick(rng, f"{a}既不是第一名，也不是最后一名", f"{a}不是第一名也不是最后一名"), lambda at: at[a] not in (0, n - 1)),
            (pick(rng, f"{a}比{b}快，但比{c}慢", f"{a}在{c}之后、{b}之前到达" if False else f"{a}比{b}快但比{c}慢"),
             lambda at: at[c] < at[a] < at[b]),
            (f"{a}和{b}的名次相邻" if False else f"{a}前面有{NUMERALS[k - 1]}个人" if k > 1 else f"{a}前面没有人",
             lambda at: at[a] == k - 1),
        ])

    clues, at = make_unique(rng, names, n, offer)
    scene = pick(rng, f"{join(names)}{NUMERALS[n]}人参加赛跑，没有并列名次。",
                 f"{join(names[:-1])}和{names[-1]}进行了一场跑步比赛，名次各不相同。")
    who = rng.choice(names)
    k = at[who] + 1
    return Made("race", scene + tell(rng, clues), pick(
        rng, f"谁是第{NUMERALS[k]}名？", f"第{NUMERALS[k]}名是谁？", f"得第{NUMERALS[k]}名的是谁？"), who)


def height(rng: random.Random) -> Made:
    names = rng.choice(PEOPLE)[:5]
    more, less, noun = rng.choice([("高", "矮", "身高"), ("重", "轻", "体重"), ("大", "小", "年龄")])

    def offer(rng: random.Random, a: str, b: str, c: str) -> Clue:
        k = rng.randint(2, 4)
        return rng.choice([
            (pick(rng, f"{a}比{b}{more}", f"{b}比{a}{less}", f"{b}没有{a}{more}" if False else f"{a}的{noun}比{b}{more}"
                  if noun == "年龄" else f"{a}比{b}更{more}"), lambda at: at[a] < at[b]),
            (f"{a}不是最{more}的", lambda at: at[a] != 0),
            (pick(rng, f"{a}最{less}", f"最{less}的是{a}"), lambda at: at[a] == 4),
            (f"{a}第{NUMERALS[k]}{more}", lambda at: at[a] == k - 1),
            (f"{a}比{b}{more}，比{c}{less}", lambda at: at[c] < at[a] < at[b]),
            (f"比{a}{more}的有{k - 1}个人", lambda at: at[a] == k - 1),
        ])

    clues, at = make_unique(rng, names, 5, offer)
    scene = f"{join(names)}五个人{noun}各不相同。"
    who = next(x for x in names if at[x] in (0, 4) or x == names[-1])
    k = at[who] + 1
    question = {1: f"谁最{more}？", 5: f"最{less}的是谁？"}.get(k, f"谁第{NUMERALS[k]}{more}？")
    return Made("order", scene + tell(rng, clues), question, who)


def days(rng: random.Random) -> Made:
    names = rng.choice(PEOPLE[:4])[:5]

    def offer(rng: random.Random, a: str, b: str, c: str) -> Clue:
        k = rng.randint(1, 5)
        w = NUMERALS[k]
        return rng.choice([
            (pick(rng, f"{a}在周{w}值班", f"{a}星期{w}值班", f"周{w}值班的是{a}"), lambda at: at[a] == k - 1),
            (pick(rng, f"{a}不在周{w}值班", f"周{w}不是{a}值班"), lambda at: at[a] != k - 1),
            (pick(rng, f"{a}在{b}之前值班", f"{a}比{b}早值班", f"{a}值班比{b}早"), lambda at: at[a] < at[b]),
            (pick(rng, f"{a}在{b}的后一天值班", f"{a}紧接在{b}之后值班"), lambda at: at[a] == at[b] + 1),
            (f"{a}和{b}值班的日子相邻" if False else f"{a}和{b}之间隔一天", lambda at: abs(at[a] - at[b]) == 2),
            (f"{a}比{b}晚两天值班", lambda at: at[a] == at[b] + 2),
            (f"如果{a}在周一值班，那么{b}在周五值班", lambda at: at[a] != 0 or at[b] == 4),
        ])

    clues, at = make_unique(rng, names, 5, offer)
    scene = f"{join(names)}五人从周一到周五轮流值班，每人值一天。"
    who = rng.choice(names)
    w = NUMERALS[at[who] + 1]
    return Made("days", scene + tell(rng, clues), pick(rng, f"谁在周{w}值班？", f"周{w}值班的是谁？"), who)


def houses(rng: random.Random) -> Made:
    people = rng.choice(PEOPLE[:4])[:3]
    colours, pets = list("红黄蓝"), rng.sample(["猫", "狗", "兔子", "金鱼", "鹦鹉"], 3)
    orders = list(itertools.permutations(range(3)))

    def offer(rng: random.Random, p: str, q: str, c: str, d: str, x: str, y: str) -> Clue:
        k = rng.randint(1, 3)
        return rng.choice([
            (pick(rng, f"{p}住在{c}房子里", f"{p}住{c}色的房子"), lambda at: at[p] == at[c]),
            (pick(rng, f"{p}养{x}", f"养{x}的人是{p}"), lambda at: at[p] == at[x]),
            (pick(rng, f"{p}不养{x}"), lambda at: at[p] != at[x]),
            (pick(rng, f"{c}房子的主人养{x}", f"住在{c}房子里的人养{x}"), lambda at: at[c] == at[x]),
            (pick(rng, f"{c}房子在{d}房子的左边"), lambda at: at[c] < at[d]),
            (pick(rng, f"{p}住在养{x}的人隔壁", f"{p}与养{x}的人相邻"), lambda at: abs(at[p] - at[x]) == 1),
            (pick(rng, f"{p}住在最左边的房子里", f"最左边的房子里住着{p}"), lambda at: at[p] == 0),
            (pick(rng, f"{c}房子是左边第{NUMERALS[k]}座", f"左起第{NUMERALS[k]}座房子是{c}色的"), lambda at: at[c] == k - 1),
            (f"{p}不住{c}房子", lambda at: at[p] != at[c]),
            (f"养{x}的人住在养{y}的人右边", lambda at: at[x] > at[y]),
        ])

    while True:
        hidden = {}
        for group in (people, colours, pets):
            hidden.update(zip(group, rng.sample(range(3), 3), strict=True))
        clues: list[Clue] = []
        left = [
            {**dict(zip(people, i, strict=True)), **dict(zip(colours, j, strict=True)),
             **dict(zip(pets, k, strict=True))}
            for i in orders for j in orders for k in orders]
        for _ in range(300):
            text, test = offer(rng, *rng.sample(people, 2), *rng.sample(colours, 2), *rng.sample(pets, 2))
            if test(hidden) and not any(t == text for t, _ in clues):
                kept = [at for at in left if test(at)]
                if len(kept) < len(left):
                    clues.append((text, test))
                    left = kept
            if len(left) == 1:
                break
        else:
            continue
        break
    scene = (f"三座房子从左到右排成一排，颜色分别是{join(colours)}。"
             f"房子里住着{join(people[:-1])}和{people[-1]}，他们分别养{join(pets)}。")
    pet = rng.choice(pets)
    who = next(p for p in people if hidden[p] == hidden[pet])
    return Made("houses", scene + tell(rng, clues), pick(rng, f"谁养{pet}？", f"养{pet}的是谁？"), who)


def grid(rng: random.Random) -> Made:
    names = rng.choice(PEOPLE)[:6]
    r, c3 = 2, 3

    def rc(p: int) -> tuple[int, int]:
        return divmod(p, c3)

    def offer(rng: random.Random, a: str, b: str, c: str) -> Clue:
        i, j = rng.randint(1, r), rng.randint(1, c3)
        return rng.choice([
            (f"{a}在第{NUMERALS[i]}行第{NUMERALS[j]}列", lambda at: rc(at[a]) == (i - 1, j - 1)),
            (f"{a}在第{NUMERALS[i]}行", lambda at: rc(at[a])[0] == i - 1),
            (f"{a}不在第{NUMERALS[j]}列", lambda at: rc(at[a])[1] != j - 1),
            (pick(rng, f"{a}和{b}在同一行", f"{a}与{b}同一行"), lambda at: rc(at[a])[0] == rc(at[b])[0]),
            (pick(rng, f"{a}和{b}在同一列"), lambda at: rc(at[a])[1] == rc(at[b])[1]),
            (f"{a}在{b}的正下方", lambda at: at[a] == at[b] + c3),
            (pick(rng, f"{a}是{b}的右邻", f"{a}紧挨在{b}的右边"), lambda at: rc(at[a]) == (rc(at[b])[0], rc(at[b])[1] + 1)),
            (f"{a}和{b}相邻", lambda at: sum(abs(x - y) for x, y in zip(rc(at[a]), rc(at[b]), strict=True)) == 1),
        ])

    clues, at = make_unique(rng, names, 6, offer)
    scene = f"{join(names)}六个人的座位排成两行三列，每人一个座位。"
    who = rng.choice(names)
    i, j = rc(at[who])
    return Made("grid", scene + tell(rng, clues), f"谁坐在第{NUMERALS[i + 1]}行第{NUMERALS[j + 1]}列？", who)


WINDS = {(0, 1): "东", (0, -1): "西", (1, 0): "北", (-1, 0): "南", (1, 1): "东北", (1, -1): "西北",
         (-1, 1): "东南", (-1, -1): "西南"}


def compass(rng: random.Random) -> Made:
    names = rng.sample(["学校", "医院", "超市", "公园", "邮局", "银行", "车站"], 4)
    spots = rng.sample(range(9), 4)
    at = dict(zip(names, spots, strict=True))

    def wind(a: str, b: str) -> str:
        y, x = at[a] // 3 - at[b] // 3, at[a] % 3 - at[b] % 3
        return WINDS[((y > 0) - (y < 0), (x > 0) - (x < 0))]

    # a chain in one quadrant composes: the direction of the ends follows
    chain = None
    for a, b, c in itertools.permutations(names, 3):
        both = {wind(a, b), wind(b, c)}
        if len(both) == 1 or (len(both) == 2 and all(len(w) == 1 for w in both)
                              and not any({*p} == both for p in ("东西", "南北"))):
            chain = (a, b, c)
            break
    if chain is None:
        return compass(rng)
    a, b, c = chain
    d = next(n for n in names if n not in chain)
    clues = [f"{a}在{b}的{wind(a, b)}边" if len(wind(a, b)) == 1 else f"{a}位于{b}的{wind(a, b)}方向",
             f"{b}在{c}的{wind(b, c)}面" if len(wind(b, c)) == 1 else f"{b}位于{c}的{wind(b, c)}方向",
             f"{d}在{a}的{wind(d, a)}方向"]
    rng.shuffle(clues)
    answer = wind(a, b) if wind(a, b) == wind(b, c) else wind(a, c)
    text = f"地图上有{join(names)}四个地方。" + "，".join(clues) + "。"
    return Made("compass", text, f"{a}在{c}的什么方向？", answer)


def moving(rng: random.Random) -> Made:
    names = rng.choice(PEOPLE)[:5]
    clues, at = make_unique(rng, names, 5, lambda r, a, b, c: row_clue(r, a, b, c, 5))
    order = sorted(names, key=lambda x: at[x])
    steps = []
    for _ in range(rng.randint(1, 2)):
        a, b = rng.sample(names, 2)
        kind = rng.randint(0, 2)
        if kind == 0:
            steps.append(pick(rng, f"{a}和{b}交换位置", f"{a}与{b}互换了位置", f"{a}和{b}对调座位"))
            i, j = order.index(a), order.index(b)
            order[i], order[j] = b, a
        elif kind == 1:
            steps.append(pick(rng, f"{a}走到最右边", f"{a}移到最右边"))
            order.remove(a)
            order.append(a)
        else:
            steps.append(pick(rng, f"{a}走到{b}的左边并紧挨着{b}" if False else f"{a}插到{b}的左边"))
            order.remove(a)
            order.insert(order.index(b), a)
    k = rng.randint(0, 4)
    text = (f"{join(names)}五个人从左到右站成一排。" + tell(rng, clues)
            + "后来，" + "，然后".join(steps) + "。")
    return Made("moving", text, f"现在从左数第{NUMERALS[k + 1]}个是谁？", order[k])


KINDS: dict[str, Callable[[random.Random], Made]] = {
    "row": row, "ring inward": lambda r: ring(r, False), "ring outward": lambda r: ring(r, True),
    "two rows": two_rows, "storeys": storeys, "stack": stack, "race": race, "order": height,
    "days": days, "houses": houses, "grid": grid, "compass": compass, "moving": moving,
}


def make(kind: str, seed: int) -> Made:
    return KINDS[kind](random.Random(f"{kind}-{seed}"))
