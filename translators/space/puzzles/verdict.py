"""What the arrangements say to a question that was understood."""

from __future__ import annotations

from dataclasses import dataclass

from translators.space.puzzles.cast import Cast
from translators.space.puzzles.logic import And, At, Entity, Formula, Not, Spot, conjunction
from translators.space.puzzles.questions import Asked, Candidate
from translators.space.puzzles.scene import Scene
from translators.space.puzzles.solver import Arrangement
from translators.space.puzzles.worlds import Worlds

__all__ = ["Verdict", "judge", "picture"]

MAX_ARRANGEMENTS = 100_000


@dataclass(frozen=True)
class Verdict:
    """``monotone``: the answer stays right if further clues are added. ``proof``: what follows."""

    status: str
    answer: tuple[str, ...] = ()
    reason: tuple[str, ...] = ()
    arrangement: str = ""
    monotone: bool = False
    proof: Formula | None = None


def judge(
    asked: Asked, worlds: Worlds, scene: Scene, cast: Cast
) -> Verdict:
    """Answer; raise ``LimitError`` when there are too many arrangements to list."""
    if asked.assumption:
        worlds = _Supposing(worlds, conjunction(list(asked.assumption)))
    example = worlds.some()
    if example is None:
        return Verdict("contradiction")
    shown = picture(example, scene, cast)
    if asked.kind == "count":
        return _count(asked, worlds, scene, cast)
    if asked.kind == "list":
        return _list(asked, worlds, scene, cast, example)
    if asked.kind == "locate":
        return _locate(asked, worlds, scene, cast, example)
    if asked.kind == "truth":
        return _truth(asked, worlds, scene, cast, shown)
    return _choose(asked, worlds, scene, cast, shown)


@dataclass(frozen=True)
class _Supposing:
    """Worlds in which what the question supposes is true."""

    worlds: Worlds
    supposed: Formula

    def some(self, statement: Formula | None = None) -> Arrangement | None:
        both = self.supposed if statement is None else And((self.supposed, statement))
        return self.worlds.some(both)

    def certain(self, statement: Formula) -> bool:
        return self.some(Not(statement)) is None

    def all(self, limit: int) -> list[Arrangement]:
        every = self.worlds.all(limit)
        kept = [at for at in every if self._has(at)]
        return kept

    def _has(self, at: Arrangement) -> bool:
        here = tuple(At(Entity(e), Spot("slot", "", s)) for e, s in enumerate(at))
        return self.worlds.some(And((self.supposed, *here))) is not None


def _choose(asked: Asked, worlds: Worlds, scene: Scene, cast: Cast, shown: str) -> Verdict:
    real = [c for c in asked.candidates if c.meanings]
    fits = {c.key: _fits(c, asked.mode, worlds) for c in real}
    chosen = [c for c in real if fits[c.key]]
    if len(chosen) == len(real) > 1 and any(c.special == "all" for c in asked.candidates):
        chosen = [c for c in asked.candidates if c.special == "all"]
    if not chosen:
        other = [c for c in asked.candidates if c.special in ("none", "unknown")]
        if not other and asked.mode == "must":
            return _only_possible(asked, real, worlds, scene, cast, shown)
        if not other:
            return Verdict("undetermined", (), ("没有一个选项符合",))
        chosen = [_special_choice(other, real, worlds)]
        reason = tuple(_against(c, worlds, scene, cast) for c in real)
        return Verdict("solved", (chosen[0].key,), reason, shown)
    proof = And(tuple(c.meanings[0] for c in chosen)) if asked.mode == "must" else None
    if asked.mode == "cannot":
        proof = And(tuple(Not(c.meanings[0]) for c in chosen))
    reason = tuple(_for(c, asked.mode, worlds, scene, cast) for c in chosen) + tuple(
        _against(c, worlds, scene, cast) for c in real
        if c not in chosen and asked.mode == "must" and len(real) <= 8
    )
    keys = tuple(c.key for c in chosen)
    return Verdict("solved", keys, reason, shown, asked.mode == "must", proof)


def _fits(candidate: Candidate, mode: str, worlds: Worlds) -> bool:
    """Say whether a candidate answers the question; its meanings must agree."""
    results = set()
    for meaning in candidate.meanings:
        match mode:
            case "must":
                results.add(worlds.certain(meaning))
            case "can":
                results.add(worlds.some(meaning) is not None)
            case "cannot":
                results.add(worlds.some(meaning) is None)
            case _:
                results.add(not worlds.certain(meaning) and worlds.some(meaning) is not None)
    return results == {True}


def _special_choice(
    other: list[Candidate], real: list[Candidate], worlds: Worlds
) -> Candidate:
    """Tell 'none of these' from 'cannot be determined': open if some option stays possible."""
    open_ = any(worlds.some(c.meanings[0]) is not None for c in real)
    wanted = "unknown" if open_ else "none"
    return next((c for c in other if c.special == wanted), other[0])


def _only_possible(
    asked: Asked, real: list[Candidate], worlds: Worlds, scene: Scene, cast: Cast, shown: str
) -> Verdict:
    """No option must hold; if exactly one can, it is what is asked for."""
    possible = [c for c in real if worlds.some(c.meanings[0]) is not None]
    if len(possible) == 1 and len(real) > 1:
        reason = (f"没有必然成立的，但只有「{possible[0].text}」可能成立",)
        return Verdict("solved", (possible[0].key,), reason, shown)
    names = "、".join(c.text for c in possible) or "无"
    return Verdict("undetermined", (), (f"条件不足：仍有可能的是 {names}", f"例如 {shown}"))


def _truth(asked: Asked, worlds: Worlds, scene: Scene, cast: Cast, shown: str) -> Verdict:
    statement = asked.candidates[0]
    if asked.mode == "can":
        yes = all(worlds.some(m) is not None for m in statement.meanings)
        return Verdict("solved", ("是" if yes else "否",), (
            "有这样的排列" if yes else "没有这样的排列",), shown, monotone=not yes)
    if asked.mode == "cannot":
        yes = all(worlds.some(m) is None for m in statement.meanings)
        return Verdict("solved", ("是" if yes else "否",), (), shown, monotone=yes)
    if all(worlds.certain(m) for m in statement.meanings):
        return Verdict("solved", ("是",), ("在所有排列中都成立",), shown, True,
                       statement.meanings[0])
    if all(worlds.some(m) is None for m in statement.meanings):
        return Verdict("solved", ("否",), ("在所有排列中都不成立",), shown, True,
                       Not(statement.meanings[0]))
    return Verdict("undetermined", (), ("有的排列中成立，有的不成立",), shown)


def _count(asked: Asked, worlds: Worlds, scene: Scene, cast: Cast) -> Verdict:
    found = worlds.all(MAX_ARRANGEMENTS)
    number = str(len(found))
    notes = ["旋转后相同的算一种"] if not scene.layout.anchored else []
    shown = picture(found[0], scene, cast) if found else ""
    reason = (f"满足条件的排列共有 {number} 种", *notes)
    if not asked.candidates:
        return Verdict("solved", (number,), reason, shown)
    keys = tuple(c.key for c in asked.candidates if c.special == f"number:{number}")
    if not keys:
        keys = tuple(c.key for c in asked.candidates if c.special == "none")
    if not keys:
        return Verdict("undetermined", (), (*reason, "选项中没有这个数"))
    return Verdict("solved", keys, reason, shown)


def _list(
    asked: Asked, worlds: Worlds, scene: Scene, cast: Cast, example: Arrangement
) -> Verdict:
    found = worlds.all(MAX_ARRANGEMENTS)
    if len(found) == 1:
        text = picture(example, scene, cast, asked.order)
        return Verdict("solved", (text,), ("这是唯一的排列",), text)
    shown = "；".join(picture(at, scene, cast, asked.order) for at in found[:3])
    return Verdict("undetermined", (), (f"共有 {len(found)} 种排列，例如 {shown}",))


def _locate(
    asked: Asked, worlds: Worlds, scene: Scene, cast: Cast, example: Arrangement
) -> Verdict:
    from translators.space.puzzles.logic import At, Entity, Spot

    slot = example[asked.entity]
    here = At(Entity(asked.entity), Spot("slot", "", slot))
    if scene.layout.anchored and worlds.certain(here):
        return Verdict("solved", (scene.layout.names[slot],), (), picture(example, scene, cast),
                       True, here)
    found = worlds.all(MAX_ARRANGEMENTS)
    if len(found) == 1:
        text = picture(example, scene, cast)
        return Verdict("solved", (text,), ("座位没有编号，只有相对位置",), text)
    places = sorted({at[asked.entity] for at in found})
    text = "、".join(scene.layout.names[s] for s in places)
    return Verdict("undetermined", (), (f"可能在：{text}",))


def _for(
    candidate: Candidate, mode: str, worlds: Worlds, scene: Scene, cast: Cast
) -> str:
    text = _named(candidate)
    if mode == "must":
        return f"{text}：在所有符合条件的排列中都成立"
    if mode == "can":
        example = worlds.some(candidate.meanings[0])
        return f"{text}：可以，例如 {picture(example, scene, cast)}" if example else text
    if mode == "cannot":
        return f"{text}：没有任何符合条件的排列使它成立"
    return f"{text}：有的排列成立，有的不成立"


def _against(candidate: Candidate, worlds: Worlds, scene: Scene, cast: Cast) -> str:
    example = worlds.some(Not(candidate.meanings[0]))
    possible = worlds.some(candidate.meanings[0]) is not None
    how = "不一定" if possible else "不可能"
    shown = f"，反例 {picture(example, scene, cast)}" if example and possible else ""
    return f"{_named(candidate)}：{how}{shown}"


def _named(candidate: Candidate) -> str:
    if candidate.key == candidate.text:
        return candidate.text
    return f"{candidate.key}（{candidate.text}）"


def picture(at: Arrangement, scene: Scene, cast: Cast, order: str = "") -> str:
    """Return an arrangement in words, slot by slot."""
    layout = scene.layout
    if layout.kind == "plane":
        return "，".join(f"{cast.names[i]}({layout.columns[s]},{-layout.rows[s]})"
                        for i, s in enumerate(at))
    people: dict[int, list[str]] = {}
    for index, slot in enumerate(at):
        people.setdefault(slot, []).append(cast.names[index])
    slots = layout.orders.get(order, layout.orders[""])
    cells = []
    for slot in slots:
        names = "/".join(people.get(slot, ["空"]))
        cells.append(names if layout.kind in ("ring", "matching") else f"{layout.names[slot]}:{names}")
    text = " ".join(cells)
    return f"顺时针 {text}" if layout.kind == "ring" else text

