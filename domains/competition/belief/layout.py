"""Where the big objects stand.

Each has a distribution of its own over locations, moved by evidence, and all of them share the
flat: by rule a location holds one big object, and locations are numbered without gaps. So an object
said to stand where another one does, and a number below the largest that nothing stands at, speak
of each other. The marginals under both are found by message passing between objects and locations
(exact where one object is in doubt).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from domains.competition.belief.opening import priors
from domains.competition.world.model import Place
from planner.execution.belief import Categorical

_ROUNDS = 12
_CERTAIN = 1e9


class Layout:
    """What the flat makes of beliefs about single things.

    ``given`` are told locations, ``start`` is believed of each thing before any evidence.
    """

    def __init__(
        self, things: Iterable[int], given: Mapping[int, int], locations: Collection[int]
    ) -> None:
        odds = priors()["layout"]
        things = tuple(things)
        self.given = {n: given[n] for n in things if n in given}
        missing = [n for n in things if n not in given]
        self._last = max(self.given.values(), default=0)
        top = max(locations, default=0)
        fresh = range(top + 1, top + 1 + max(1, len(missing)))  # only a wrong fact hides the last
        gaps = set(range(1, top)) - set(locations)
        somewhere = {spot: float(odds["heard"]) for spot in sorted(locations)}
        somewhere |= {spot: float(odds["gap"]) for spot in sorted(gaps)}
        somewhere |= {spot: float(odds["fresh"]) for spot in fresh}
        self._crowd = float(odds["crowd"])
        spare = len(gaps) - len(missing)
        self._empty = min(float(odds["empty_most"]), odds["empty"] * odds["empty_more"] ** spare)
        step, often = self._step()
        self.start: dict[int, Categorical[Place]] = {}
        for n in things:
            told = self.given.get(n)
            rest = {("at", spot): w for spot, w in somewhere.items() if spot != told}
            if ("at", n + step) in rest:
                rest["at", n + step] *= 1.0 + odds["in_order"] * often
            place = Categorical[Place](rest)
            self.start[n] = place if told is None else Categorical[Place].certain(
                ("at", told)).mixed(place, float(odds["wrong"]))

    def _step(self) -> tuple[int, float]:
        """Return how locations follow from numbers of objects most often, and how often."""
        steps = Counter(location - n for n, location in self.given.items())
        step, count = next(iter(steps.most_common(1)), (0, 0))
        return step, count / max(1, len(self.given))

    def marginals(
        self, places: Mapping[int, Categorical[Place]]
    ) -> dict[int, Categorical[Place]]:
        """Return where things stand, given what is believed of each by itself.

        Messages are passed between objects and locations.
        """
        wanted: dict[Place, list[int]] = {}
        for n, place in places.items():
            for spot in place:
                wanted.setdefault(spot, []).append(n)
        factors = {n: dict.fromkeys(place, 1.0) for n, place in places.items()}
        for _ in range(_ROUNDS):
            odds = {n: _odds(place, factors[n]) for n, place in places.items()}
            change = 0.0
            for spot, things in wanted.items():
                here = {m: odds[m][spot] for m in things}
                for n, factor in self._from_location(spot[1], here).items():
                    before = factors[n][spot]
                    change = max(change, abs(factor - before) / (factor + before))
                    factors[n][spot] = (factor * before) ** 0.5
            if change < 1e-2:
                break
        return {n: place.updated(factors[n].__getitem__) for n, place in places.items()}

    def _from_location(self, location: int, odds: Mapping[int, float]) -> dict[int, float]:
        """Return by how much a location speaks for each thing, given the odds of the others."""
        empty = self._empty if location < self._last else 1.0
        none = 1.0
        for q in odds.values():
            none /= 1.0 + q
        total = sum(odds.values())
        factors = {}
        for n, q in odds.items():
            free = min(1.0, none * (1.0 + q))
            one = min(1.0 - free, free * max(0.0, total - q))
            more = 1.0 - free - one
            here = free + self._crowd * (1.0 - free)
            factors[n] = here / (empty * free + one + self._crowd * more)
        return factors


def _odds(place: Categorical[Place], factors: Mapping[Place, float]) -> dict[Place, float]:
    """Return the odds of each location against the others, but for what it says itself."""
    total = sum(w * factors[spot] for spot, w in place.items())
    return {spot: min(_CERTAIN, w / max(total - w * factors[spot], w / _CERTAIN))
            for spot, w in place.items()}
