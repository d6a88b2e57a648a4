"""What the arrangements say to a question that was understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from domains.space.pictures import in_words
from domains.space.solver import Arrangement, Worlds
from domains.space.statements import Term, all_of, negation
from translators.space.arrangements.names import Cast
from translators.space.arrangements.questions import Asked, Candidate
from translators.space.arrangements.words import say

MAX_ARRANGEMENTS = 100_000


@dataclass(frozen=True)
class Verdict:
    """``proof``: what follows, whatever clues are added; ``example``: an arrangement in words.

    ``assumed``: nothing offered follows; the answer is all that can hold, as something must be right.
    """

    status: str
    answer: tuple[str, ...] = ()
    reason: tuple[str, ...] = ()
    example: str = ""
    proof: Term | None = None
    assumed: bool = False


def judge(asked: Asked, worlds: Worlds, cast: Cast) -> Verdict:
    """Answer; raise ``LimitError`` when there are too many arrangements to list."""
    if asked.assumption:
        worlds = replace(worlds, statements=[*worlds.statements, *asked.assumption])
    example = worlds.some()
    if example is None:
        return Verdict("contradiction")
    judge = _Judge(asked, worlds, cast, example)
    found: Verdict = getattr(judge, asked.kind)()
    return found


class _Judge:
    """One method per kind of question."""

    def __init__(self, asked: Asked, worlds: Worlds, cast: Cast, example: Arrangement) -> None:
        self.asked, self.worlds, self.cast, self.example = asked, worlds, cast, example

    def _say(self, key: str, **parts: object) -> str:
        return say(self.cast.language, key, **parts)

    def _shown(self, at: Arrangement | None, order: str = "") -> str:
        return in_words(self.worlds.layout, at or self.example, self.cast.names, order,
                        (self._say("clockwise"), self._say("empty")))

    def _solved(self, answer: Sequence[str], reason: Sequence[str] = (), proof: Term | None = None) -> Verdict:
        return Verdict("solved", tuple(answer), tuple(reason), self._shown(self.example), proof)

    def _open(self, *reason: str) -> Verdict:
        return Verdict("undetermined", (), reason, self._shown(self.example))

    # choose ----------------------------------------------------------------------------------
    def choose(self) -> Verdict:
        """Choose among candidates by what must, can, cannot or need not hold."""
        mode, every = self.asked.mode, self.asked.candidates
        real = [(c, c.meaning) for c in every if c.meaning]
        chosen = [(c, m) for c, m in real if self._fits(m)]
        if len(chosen) == len(real) > 1 and any(c.special == "all" for c in every):
            return self._solved([c.key for c in every if c.special == "all"])
        if not chosen:
            return self._none_chosen(real)
        stated = {"must": [m for _, m in chosen], "cannot": [negation(m) for _, m in chosen]}.get(mode)
        reason = [self._say(f"for {mode}", option=self._named(c), example=self._shown(self.worlds.some(m)))
                  for c, m in chosen]
        if mode == "must" and len(real) <= 8:
            reason += [self._against(c, m) for c, m in real if (c, m) not in chosen]
        return self._solved([c.key for c, _ in chosen], reason, all_of(stated) if stated else None)

    def _fits(self, meaning: Term) -> bool:
        must = self.asked.mode in ("must", "need_not") and self.worlds.certain(meaning)
        if self.asked.mode == "must":
            return must
        can = self.worlds.some(meaning) is not None
        return {"can": can, "cannot": not can, "need_not": can and not must}[self.asked.mode]

    def _none_chosen(self, real: Sequence[tuple[Candidate, Term]]) -> Verdict:
        """Answer 'none of these' or 'cannot be determined': open if some option stays possible."""
        possible = [c for c, m in real if self.worlds.some(m) is not None]
        other = [c for c in self.asked.candidates if c.special in ("none", "unknown")]
        if any(c.special.startswith("unread") for c in self.asked.candidates):
            return self._open(self._say("unread option"))
        if other:
            wanted = "unknown" if possible else "none"
            chosen = next((c for c in other if c.special == wanted), other[0])
            return self._solved([chosen.key], [self._against(c, m) for c, m in real])
        if self.asked.mode != "must":
            return self._open(self._say("no option"))
        if len(possible) == 1 and len(real) > 1 and not self.asked.several:
            return Verdict("solved", (possible[0].key,), (self._say("only possible", option=possible[0].text),),
                           self._shown(self.example), assumed=True)
        return self._open(self._say("still possible", options=self._say("comma").join(c.text for c in possible)),
                          self._say("for example", example=self._shown(self.example)))

    def _against(self, candidate: Candidate, meaning: Term) -> str:
        if self.worlds.some(meaning) is None:
            return self._say("impossible", option=self._named(candidate))
        example = self.worlds.some(negation(meaning))
        return self._say("uncertain", option=self._named(candidate), example=self._shown(example))

    def _named(self, candidate: Candidate) -> str:
        whole = candidate.key == candidate.text
        return candidate.text if whole else self._say("option", letter=candidate.key, text=candidate.text)

    # the other kinds -------------------------------------------------------------------------
    def count(self) -> Verdict:
        """Count the arrangements."""
        number = str(len(self.worlds.all(MAX_ARRANGEMENTS)))
        reason = [self._say("count", number=number)]
        reason += [] if self.worlds.layout.anchored else [self._say("turning")]
        if not self.asked.candidates:
            return self._solved([number], reason)
        for wanted in (f"number:{number}", "none"):
            keys = [c.key for c in self.asked.candidates if c.special == wanted]
            if keys:
                return self._solved(keys, reason)
        return self._open(*reason, self._say("no option"))

    def list(self) -> Verdict:
        """Give the whole arrangement."""
        found = self.worlds.all(MAX_ARRANGEMENTS)
        if len(found) == 1:
            return self._solved([self._shown(self.example, self.asked.order)], [self._say("only one")])
        shown = "；".join(self._shown(at, self.asked.order) for at in found[:3])
        return self._open(self._say("several", number=len(found), example=shown))
