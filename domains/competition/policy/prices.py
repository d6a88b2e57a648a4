"""What a question or a look around is worth now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domains.competition.policy.asking import ASK_COST, SENSE_COST, Finder
from domains.competition.policy.course import Course
from domains.competition.policy.reliance import Loss, Relied
from domains.competition.world.model import ON_PLATE, Place, thing_name
from planner.execution.belief import Categorical

SURE = 0.995
"""What is believed like this is a fact, no assumption."""


class Prices:
    """Prices of not knowing; ``reason`` says in words why the last question or look pays."""

    def __init__(self, course: Course) -> None:
        self.course, self.belief, self.options = course, course.belief, course.options
        self.reason = ""
        self._prices: dict[int, tuple[float, float]] = {}

    def relied(self, steps: Sequence[str], places: Mapping[int, Place]) -> Relied:
        """Return what the rest of a plan relies on."""
        wanted = self.course.wanted
        relied = Relied(steps, self.belief, self.course.rewards, places)
        for thing in wanted.distrusted:
            relied.trusted.setdefault(thing, wanted.literals[thing])
        return relied

    def inquiry(self, steps: Sequence[str], relied: Relied) -> str:
        """Return a question or look that saves more than its price before ``steps``, or ""."""
        finders = {n: self._finder(relied, n) for n in relied.things
                   if not self.belief.carried(n) and self.belief.place(n).confidence < SURE}
        checks = {n: (self._finder(relied, n), self.course.wanted.loss(n, literals))
                  for n, literals in relied.trusted.items()}
        if self._look_pays(steps, finders, checks):
            return "Sense"
        self._price(finders, checks)
        gains = {n: now - ask for n, (now, ask) in self._prices.items()}
        best = max(gains, key=gains.__getitem__, default=0)
        if not best or gains[best] <= self.options.ask_margin:
            return ""
        self.reason = (f"{thing_name(self.belief.words, best)}: {shown(self.belief.place(best))}; "
                       f"{self._priced(best)}")
        return f"AskLoc {best}"

    def why(self, action: str, relied: Relied) -> str:
        """Say in words what a step of the plan counts on."""
        name, *words = action.split()
        thing = int(words[0]) if name in ("PickUp", "TakeOut") else 0
        if name == "Move":
            sought = relied.visits.get(int(words[0]), set()) & set(relied.things)
            thing = min(sought, key=lambda n: self.belief.place(n).confidence, default=0)
        if thing not in relied.things:
            return "plan"
        chance = self.belief.place(thing)[relied.things[thing]]
        where = "there" if name == "Move" else "here"
        said = f"{thing_name(self.belief.words, thing)} believed {where} with {chance:.2f}"
        known = chance >= 0.99 or thing not in self._prices
        return said if known else f"{said}; {self._priced(thing)}"

    def _price(
        self, finders: Mapping[int, Finder], checks: Mapping[int, tuple[Finder, Loss]]
    ) -> None:
        """Price not knowing, and asking first; of two reasons to ask the better one counts."""
        found = [(thing, finder.go(finder.chances), finder.ask(finder.chances))
                 for thing, finder in finders.items()]
        for thing, (finder, loss) in checks.items():
            now = loss(finder.chances)
            after = now if now < ASK_COST else finder.after_answer(finder.chances, loss)
            found.append((thing, now, ASK_COST + after))
        self._prices.clear()
        for thing, now, asked in found:
            ask = asked + self.course.asked[thing] * self.options.again
            before, asking = self._prices.setdefault(thing, (now, ask))
            if now - ask > before - asking:
                self._prices[thing] = now, ask

    def _finder(self, relied: Relied, thing: int) -> Finder:
        in_vain = self.options.stake if thing in relied.met else self.options.in_vain
        return Finder(self.belief, self.belief.place(thing),
                      self._visit(relied, thing, in_vain), self.options.bits)

    def _look_pays(
        self, steps: Sequence[str], finders: Mapping[int, Finder],
        checks: Mapping[int, tuple[Finder, Loss]],
    ) -> bool:
        here = self.belief.robot
        if here is None or not (finders or checks) or self.course.looked:
            return False
        if steps and steps[0].startswith("Open "):
            return False  # more is seen after it

        def seen(place: Place) -> float:
            if place in (("at", here), ON_PLATE):
                return 1.0
            if place[0] == "inside" and self.belief.local(place[1]):
                return self.belief.door(place[1])["opened"]
            return 0.0

        gain = sum(finder.gain_of_sense(seen, finder.cost_of) for finder in finders.values())
        gain += sum(finder.gain_of_sense(seen, loss) for finder, loss in checks.values())
        self.reason = f"a look around here saves {gain:.1f} points"
        return gain > SENSE_COST + self.options.look_margin

    def _visit(
        self, relied: Relied, thing: int, here_in_vain: float
    ) -> Callable[[Place], float]:
        """Price a visit in vain: cheap where the plan goes for other reasons, too.

        ``here_in_vain`` is the price of trusting that the thing is here.
        """
        only = {thing}
        here = self.belief.robot

        def price(place: Place) -> float:
            how, where = place
            if place == ON_PLATE:
                return self.options.left
            location = where if how == "at" else self.belief.home.get(where, -1)
            if location == here:
                taken = thing in relied.met or relied.things.get(thing) == place
                cost = here_in_vain if taken else self.options.left
            else:
                passing = relied.visits.get(location, only) != only
                cost = self.options.passing if passing else self.options.trip
            if how == "inside" and relied.doors.get(where, only) == only:
                cost += 2.0 * self.belief.door(where)["closed"]
            return cost

        return price

    def _priced(self, thing: int) -> str:
        go, ask = self._prices[thing]
        return f"not knowing costs {go:.1f} points, asking first {ask:.1f}"


def shown(fact: Categorical[Place]) -> str:
    """Return the likeliest places, for a trace."""
    return ", ".join(f"{how} {where} {p:.2f}" for (how, where), p in fact.ranked()[:3] if p > 0.005)
