"""What the arrangements say to a question that was understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from domains.space.pictures import in_words
from domains.space.solver import Arrangement, Worlds
from domains.space.statements import Statement, all_of, any_of, at_slots, entity, meets, negation
from translators.space.arrangements.names import Cast
from translators.space.arrangements.questions import Asked, Candidate

__all__ = ["Verdict", "judge"]

MAX_ARRANGEMENTS = 100_000


@dataclass(frozen=True)
class Verdict:
    """``lasting``: what is chosen stays right if clues are added. ``proof``: what follows."""

    status: str
    answer: tuple[str, ...] = ()
    reason: tuple[str, ...] = ()
    example: Arrangement | None = None
    lasting: bool = False
    proof: Statement | None = None


def judge(asked: Asked, worlds: Worlds, cast: Cast) -> Verdict:
    """Answer; raise ``LimitError`` when there are too many arrangements to list."""
    if asked.assumption:
        both = all_of(asked.assumption)
        listed = None if worlds.listed is None else [a for a in worlds.listed if both.holds(a)]
        worlds = Worlds(worlds.layout, worlds.groups, [*worlds.statements, both], listed)
    example = worlds.some()
    if example is None:
        return Verdict("contradiction")
    return _Judge(asked, worlds, cast, example).verdict()


class _Judge:
    def __init__(self, asked: Asked, worlds: Worlds, cast: Cast, example: Arrangement) -> None:
        self.asked, self.worlds, self.cast, self.example = asked, worlds, cast, example

    def verdict(self) -> Verdict:
        found: Verdict = getattr(self, f"_{self.asked.kind}")()
        return found

    def _shown(self, at: Arrangement, order: str = "") -> str:
        return in_words(self.worlds.layout, at, self.cast.names, order)

    def _solved(self, answer: Sequence[str], reason: Sequence[str] = (), *, lasting: bool = False,
                proof: Statement | None = None) -> Verdict:
        return Verdict("solved", tuple(answer), tuple(reason), self.example, lasting, proof)

    def _open(self, *reason: str) -> Verdict:
        return Verdict("undetermined", (), reason, self.example)

    # choose ----------------------------------------------------------------------------------
    def _choose(self) -> Verdict:
        mode, every = self.asked.mode, self.asked.candidates
        real = [c for c in every if c.meaning]
        chosen = [c for c in real if self._fits(c)]
        if len(chosen) == len(real) > 1 and any(c.special == "all" for c in every):
            return self._solved([c.key for c in every if c.special == "all"])
        if not chosen:
            return self._none_chosen(real)
        proof = None
        if mode in ("must", "cannot"):
            proof = all_of([_stated(c, mode) for c in chosen])
        reason = [self._for(c) for c in chosen]
        if mode == "must" and len(real) <= 8:
            reason += [self._against(c) for c in real if c not in chosen]
        return self._solved([c.key for c in chosen], reason, lasting=mode in ("must", "cannot"),
                            proof=proof)

    def _fits(self, candidate: Candidate) -> bool:
        meaning = candidate.meaning
        assert meaning is not None
        match self.asked.mode:
            case "must":
                return self.worlds.certain(meaning)
            case "can":
                return self.worlds.some(meaning) is not None
            case "cannot":
                return self.worlds.some(meaning) is None
        return not self.worlds.certain(meaning) and self.worlds.some(meaning) is not None

    def _none_chosen(self, real: Sequence[Candidate]) -> Verdict:
        """Answer 'none of these' or 'cannot be determined': open if some option stays possible."""
        possible = [c for c in real if self.worlds.some(c.meaning) is not None]
        other = [c for c in self.asked.candidates if c.special in ("none", "unknown")]
        if any(c.special.startswith("unread") for c in self.asked.candidates):
            return self._open("有的选项看不懂")
        if other:
            wanted = "unknown" if possible else "none"
            chosen = next((c for c in other if c.special == wanted), other[0])
            return self._solved([chosen.key], [self._against(c) for c in real])
        if self.asked.mode != "must":
            return self._open("没有一个选项符合")
        if len(possible) == 1 and len(real) > 1 and not self.asked.several:
            return self._solved([possible[0].key],
                                [f"没有必然成立的，但只有「{possible[0].text}」可能成立"])
        names = "、".join(c.text for c in possible) or "无"
        return self._open(f"条件不足：仍有可能的是 {names}", f"例如 {self._shown(self.example)}")

    def _for(self, candidate: Candidate) -> str:
        text = _named(candidate)
        match self.asked.mode:
            case "must":
                return f"{text}：在所有符合条件的排列中都成立"
            case "can":
                example = self.worlds.some(candidate.meaning)
                return f"{text}：可以，例如 {self._shown(example)}" if example else text
            case "cannot":
                return f"{text}：没有任何符合条件的排列使它成立"
        return f"{text}：有的排列成立，有的不成立"

    def _against(self, candidate: Candidate) -> str:
        assert candidate.meaning is not None
        if self.worlds.some(candidate.meaning) is None:
            return f"{_named(candidate)}：不可能"
        example = self.worlds.some(negation(candidate.meaning))
        return f"{_named(candidate)}：不一定" + (
            f"，反例 {self._shown(example)}" if example else "")

    # the other kinds -------------------------------------------------------------------------
    def _truth(self) -> Verdict:
        meaning = self.asked.candidates[0].meaning
        assert meaning is not None
        always, never = self.worlds.certain(meaning), self.worlds.some(meaning) is None
        match self.asked.mode:
            case "can":
                return self._solved(["否" if never else "是"], ["没有这样的排列" if never else "有这样的排列"],
                                    lasting=never)
            case "cannot":
                return self._solved(["是" if never else "否"], lasting=never)
        if always:
            return self._solved(["是"], ["在所有排列中都成立"], lasting=True, proof=meaning)
        if never:
            return self._solved(["否"], ["在所有排列中都不成立"], lasting=True, proof=negation(meaning))
        return self._open("有的排列中成立，有的不成立")

    def _count(self) -> Verdict:
        number = str(len(self.worlds.all(MAX_ARRANGEMENTS)))
        notes = [] if self.worlds.layout.anchored else ["旋转后相同的算一种"]
        reason = [f"满足条件的排列共有 {number} 种", *notes]
        if not self.asked.candidates:
            return self._solved([number], reason)
        for wanted in (f"number:{number}", "none"):
            keys = [c.key for c in self.asked.candidates if c.special == wanted]
            if keys:
                return self._solved(keys, reason)
        return self._open(*reason, "选项中没有这个数")

    def _list(self) -> Verdict:
        found = self.worlds.all(MAX_ARRANGEMENTS)
        if len(found) == 1:
            return self._solved([self._shown(self.example, self.asked.order)], ["这是唯一的排列"])
        shown = "；".join(self._shown(at, self.asked.order) for at in found[:3])
        return self._open(f"共有 {len(found)} 种排列，例如 {shown}")

    def _locate(self) -> Verdict:
        layout, one = self.worlds.layout, self.asked.entity
        here = meets(entity(one), at_slots(1 << self.example[one]))
        if layout.anchored and self.worlds.certain(here):
            name = layout.slots[self.example[one]].name
            return self._solved([name], lasting=True, proof=here)
        found = self.worlds.all(MAX_ARRANGEMENTS)
        if len(found) == 1:
            return self._solved([self._shown(self.example)], ["座位没有编号，只有相对位置"])
        places = sorted({at[one] for at in found})
        return self._open("可能在：" + "、".join(layout.slots[s].name for s in places))


def _stated(candidate: Candidate, mode: str) -> Statement:
    assert candidate.meaning is not None
    return candidate.meaning if mode == "must" else negation(any_of([candidate.meaning]))


def _named(candidate: Candidate) -> str:
    if candidate.key == candidate.text:
        return candidate.text
    return f"{candidate.key}（{candidate.text}）"
