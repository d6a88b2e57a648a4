"""Puzzles of ranks and places: a race, heights, days, houses, the compass, people who move."""

from __future__ import annotations

import itertools
import random

from puzzle_clues import NUMERALS, PEOPLE, Clue, Made, join, make_unique, pick, tell
from puzzle_seats import row_clue


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
        hidden: dict[str, int] = {}
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
            steps.append(pick(rng, f"{a}插到{b}的左边"))
            order.remove(a)
            order.insert(order.index(b), a)
    k = rng.randint(0, 4)
    text = (f"{join(names)}五个人从左到右站成一排。" + tell(rng, clues)
            + "后来，" + "，然后".join(steps) + "。")
    return Made("moving", text, f"现在从左数第{NUMERALS[k + 1]}个是谁？", order[k])
