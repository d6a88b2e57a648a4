"""Answers to ``AskLoc``: how they read, and how likely each is (specification §5.2)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from domains.competition.belief.opening import priors
from domains.competition.world.model import Place, World
from planner.execution.belief import Categorical

_PLACE = re.compile(r"(at|inside)\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)")


class AnswerModel:
    """Chances of answers in an unreliable problem; wrong ones are drawn from a multiset.

    The multiset holds the ``at`` facts of the initial world and every declared container; it is
    estimated from what was told. ``places`` are the beliefs about all objects not carried, whose
    ``at`` facts are in it, too. A place not in it may still be named, with a small chance.
    """

    def __init__(
        self, told: World, containers: Iterable[int], robot: int | None,
        places: Iterable[Categorical[Place]],
    ) -> None:
        count: Counter[Place] = Counter()
        if robot is not None:
            count["at", robot] += 1
        for c in told.declared_containers or containers:
            count["inside", c] += 1
        expected: dict[Place, float] = dict(count)
        for fact in places:
            for place, p in fact.items():
                if place[0] == "at":
                    expected[place] = expected.get(place, 0.0) + p
        total = sum(expected.values()) or 1.0
        self._lies = {p: w / total for p, w in expected.items()}
        self._rare_lie = 0.3 / total

    def likelihood(self, answer: Place, place: Place) -> float:
        """P(answer | the thing is at ``place``)."""
        truth, (lie,) = self.odds([answer])
        return lie + (truth if answer == place else 0.0)

    def odds(self, places: Sequence[Place]) -> tuple[float, list[float]]:
        """Return P(told the truth on purpose), and P(named by a lie) for each of ``places``."""
        odds = priors()["answer"]
        lies = [odds["wrong"] * self._lies.get(place, self._rare_lie) for place in places]
        return float(odds["truth"]), lies


def parse_answer(reply: str, thing: int) -> Place | None:
    """Read ``at(n,l)`` or ``inside(n,c)``; None for anything else or another object."""
    found = _PLACE.fullmatch(reply.strip())
    return (found[1], int(found[3])) if found and int(found[2]) == thing else None
