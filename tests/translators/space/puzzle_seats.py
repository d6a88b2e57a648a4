"""Puzzles of seats: a row, a ring, two rows, storeys, a stack, a grid."""

from __future__ import annotations

import random

from puzzle_clues import NUMERALS, PEOPLE, At, Clue, Made, join, make_unique, pick, tell


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
