"""Where the big objects stand.

Each has a distribution of its own over locations, moved by evidence, and all of them share the
flat: by rule a location holds one big object, and locations are numbered without gaps. So an object
said to stand where another one does, and a number below the largest that nothing stands at, speak
of each other. The marginals under both are found by message passing between objects and locations
(exact where one object is in doubt).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from domains.competition.belief.opening import priors
from domains.competition.world.model import Place
from planner.execution.belief import Categorical

_ROUNDS = 12
_CERTAIN = 1e9


class Layout:
    """Beliefs over the locations of big objects; ``given`` are told locations.

    An object may turn out to stand nowhere (:meth:`nowhere`): then it has no place.
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
        step = self._step()
        self._weights: dict[int, dict[int, float]] = {}
        for n in things:
            rest = dict(somewhere)
            if step is not None and n + step[0] in rest:
                rest[n + step[0]] *= 1.0 + odds["in_order"] * step[1]
            told = self.given.get(n)
            if told is None:
                self._weights[n] = rest
                continue
            rest.pop(told, None)
            total = sum(rest.values()) or 1.0
            wrong = float(odds["wrong"])
            self._weights[n] = {told: 1.0 - wrong,
                                **{spot: wrong * w / total for spot, w in rest.items()}}
        self._marginals: dict[int, Categorical[Place]] = {}

    def __contains__(self, thing: object) -> bool:
        return thing in self._weights

    def __iter__(self) -> Iterator[int]:
        return iter(self._weights)

    def place(self, thing: int) -> Categorical[Place]:
        """Return where the thing may stand."""
        if not self._marginals:
            self._marginals = self._passed()
        return self._marginals[thing]

    def learn(self, thing: int, likelihood: Callable[[Place], float]) -> None:
        """Apply Bayes' rule; what contradicts everything believed is taken for itself."""
        before = self._weights[thing]
        after = {spot: w * likelihood(("at", spot)) for spot, w in before.items()}
        if sum(after.values()) <= 0.0:
            known = {spot for other in self._weights.values() for spot in other}
            after = {spot: likelihood(("at", spot)) for spot in sorted(known)}
        if sum(after.values()) > 0.0:
            top = max(after.values())
            self._weights[thing] = {spot: w / top for spot, w in after.items() if w > 1e-12 * top}
            self._marginals = {}

    def settle(self, thing: int, location: int) -> None:
        """Make the thing stand there for certain."""
        self._weights[thing] = {location: 1.0}
        self._marginals = {}

    def nowhere(self, thing: int) -> None:
        """Take the thing out: the platform knows no place of it."""
        self._weights.pop(thing, None)
        self._marginals = {}

    def heard(self, location: int) -> None:
        """Take a location into account that nothing mentioned before."""
        for weights in self._weights.values():
            if len(weights) > 1:
                total = sum(weights.values())
                weights.setdefault(location, total * float(priors()["layout"]["wrong"]))
        self._marginals = {}

    def missing(self, location: int) -> None:
        """Take in that there is no such location."""
        for thing in list(self._weights):
            self.learn(thing, lambda place: float(place[1] != location))

    def _step(self) -> tuple[int, float] | None:
        """Return how locations follow from numbers of objects most often, and how often."""
        steps = Counter(location - n for n, location in self.given.items())
        if not steps:
            return None
        step, count = steps.most_common(1)[0]
        return step, count / len(self.given)

    def _passed(self) -> dict[int, Categorical[Place]]:
        """Return the marginals after passing messages between objects and locations."""
        weights = self._weights
        wanted: dict[int, list[int]] = {}
        for n, row in weights.items():
            for spot in row:
                wanted.setdefault(spot, []).append(n)
        factors = {n: dict.fromkeys(row, 1.0) for n, row in weights.items()}
        for _ in range(_ROUNDS):
            odds = {n: _odds(row, factors[n]) for n, row in weights.items()}
            change = 0.0
            for spot, things in wanted.items():
                here = {m: odds[m][spot] for m in things}
                for n, factor in self._from_location(spot, here).items():
                    before = factors[n][spot]
                    change = max(change, abs(factor - before) / (factor + before))
                    factors[n][spot] = (factor * before) ** 0.5
            if change < 1e-2:
                break
        found = {}
        for n, row in weights.items():
            passed = {("at", spot): w * factors[n][spot] for spot, w in row.items()}
            found[n] = Categorical(passed if sum(passed.values()) > 0.0 else
                                   {("at", spot): w for spot, w in row.items()})
        return found

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


def _odds(row: Mapping[int, float], factors: Mapping[int, float]) -> dict[int, float]:
    """Return the odds of each location against the others, but for what it says itself."""
    total = sum(w * factors[spot] for spot, w in row.items())
    return {spot: min(_CERTAIN, w / max(total - w * factors[spot], w / _CERTAIN))
            for spot, w in row.items()}
