"""The online player: believe, plan on the likeliest world, ask or look where it pays, act.

Each decision works on the belief alone. The likeliest world, without the constraints that are
lost in it, goes to the reward search; the plan is followed as long as the likeliest world stays
what it was. Before a step, the things the plan relies on are priced by :class:`Finder`: if a
question (2 points) or a look around (1 point) lowers the expected cost of not knowing by more
than its price, it comes first. When nothing is left that pays, the player stops.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.belief.monitor import Monitor
from domains.competition.belief.opening import Place
from domains.competition.belief.plate import ON_PLATE
from domains.competition.policy.asking import ASK_COST, SENSE_COST, Finder
from domains.competition.policy.reliance import Loss, Relied, Wanted, relied_on
from domains.competition.referee.player import LIMIT_S, STOP
from domains.competition.search import plan as best_plan
from domains.competition.world.grounding import HUMANS, Rewards, ground_rewards
from domains.competition.world.model import Instruction, World
from domains.competition.world.scoring import CONSTRAINT_POINTS
from planner.errors import UsageError
from planner.execution.belief import Categorical

__all__ = ["POLICIES", "Claim", "OnlinePlayer", "PlayOptions"]

Claim = tuple[int, Place, float]
"""Something believed while it mattered: object, place, probability."""

Basis = tuple[dict[int, Place], dict[int, str]]

POLICIES = ("belief", "told")


@dataclass(frozen=True)
class PlayOptions:
    """How to play. ``policy``: ``belief``, or ``told`` (act on the told world, ask nothing).

    ``reserve_s`` is kept free of the limit for the way back. A search generates at most
    ``max_states`` states, less (but ``min_states``) when a problem has used up most of its
    ``all_states``. ``plan_s`` and a quarter of the time left bound a search on slow machines only,
    so that results do not depend on the clock elsewhere.
    """

    policy: str = "belief"
    reserve_s: float = 0.3
    plan_s: float = 1.2
    max_states: int = 12_000
    min_states: int = 2_000
    all_states: int = 60_000
    detour: float = 0.0
    ask_margin: float = 0.4
    look_margin: float = -0.2
    depth: int = 1
    stake: float = 28.0
    detour_cost: float = 6.0
    max_actions: int = 200
    trip: float = 4.5
    big_trip: float = 6.0
    passing: float = 1.5
    in_vain: float = 2.4
    left: float = 3.0
    bits: float = 1.9
    fruitless: float = 1.0
    open_door: float = 0.5
    doubt: float = 0.1

    def __post_init__(self) -> None:
        if self.policy not in POLICIES:
            raise UsageError(f"no policy {self.policy!r} here; known: {', '.join(POLICIES)}")


class OnlinePlayer:
    """Plays one problem; sees what a solver is sent and reply lines, nothing else.

    ``reason`` says why the last action was chosen, ``remarks`` what its reply changed, for the
    trace. ``seconds`` are decision times, ``claims`` what was believed, for calibration.
    """

    def __init__(
        self, told: World, instructions: Sequence[Instruction], options: PlayOptions, *,
        clock: Callable[[], float] = time.perf_counter, started: float | None = None,
    ) -> None:
        self.options = options
        self.clock = clock
        self.started = clock() if started is None else started
        self.instructions = tuple(instructions)
        self.belief = WorldBelief(told, instructions)
        self.ground: Rewards = ground_rewards(told, self.instructions)
        self.monitor = Monitor(self.belief)
        self.mentioned = {
            n for r in (*self.ground.tasks, *self.ground.constraints)
            for literal in r.literals for n in literal[1:]
        } | (set(self.belief.humans) if any(
            literal[2] == HUMANS for r in self.ground.tasks for literal in r.literals) else set())
        self.wanted_doors = {literal[:2] for r in self.ground.tasks for literal in r.literals}
        self.wanted = Wanted(self.ground, self.belief, options.stake, options.detour_cost)
        self.states_left = options.all_states
        self.steps: list[str] = []
        self.planned_for: object = None
        self.last = ""
        self.touched: set[int] = set()
        self.failures: Counter[tuple[str, int | None, int, int]] = Counter()
        self.fruitless: Counter[int] = Counter()
        self.prices: dict[int, tuple[float, float]] = {}
        self.acted = 0
        self.looked_at: set[tuple[int, frozenset[int]]] = set()
        self.reason = ""
        self.remarks: list[str] = []
        self.opening = self._opening()
        self.seconds: list[float] = []
        self.claims: list[Claim] = []
        self._claimed: dict[int, Categorical[Place]] = {}
        self.replans = 0

    def first(self) -> str:
        """Return the first action."""
        return self._timed()

    def next(self, reply: str) -> str:
        """Take in a reply and return the next action."""
        begun = self.clock()
        self.take_in(reply)
        return self._timed(begun)

    def take_in(self, reply: str) -> None:
        """Take in the reply to the last action: what is believed, what it touched, what failed."""
        self.remarks = []
        name = self.last.split()[0] if self.last else ""
        surprise = self._observe(reply)
        physical = reply == "1" and name not in ("AskLoc", "Sense")
        self.touched = {int(w) for w in self.last.split()[1:]} if physical else set()
        if physical:
            if name in ("Open", "Close"):
                self.failures.clear()
            self.monitor.note(self.last, self.belief)
        if reply != "1" and name not in ("AskLoc", "Sense"):
            self.planned_for = None
            self.failures[self._situation(self.last)] += 1
        if name == "Sense" and self.belief.robot is not None:
            self.looked_at.add(self._spot())
        if surprise:
            self.remarks.append(f"surprise: {surprise}")

    def _observe(self, reply: str) -> str:
        """Take in a reply; note questions whose answers change nothing."""
        name, *words = self.last.split() if self.last else ("",)
        asked = int(words[0]) if name == "AskLoc" else 0
        if not asked or self.belief.carried(asked):
            return self.belief.observe(self.last, reply)
        before = self.belief.place(asked).confidence
        surprise = self.belief.observe(self.last, reply)
        if reply != "not_known" and abs(self.belief.place(asked).confidence - before) < 0.005:
            self.fruitless[asked] += 1
        return surprise

    def late(self) -> bool:
        """Say whether there is no time, or nothing, to play for."""
        return self.clock() - self.started > LIMIT_S - self.options.reserve_s or (
            not self.ground.valid)

    # ---- deciding --------------------------------------------------------------------------

    def _timed(self, begun: float | None = None) -> str:
        begun = self.clock() if begun is None else begun
        self._claim()
        out_of_time = begun - self.started > LIMIT_S - self.options.reserve_s
        if out_of_time or self.acted >= self.options.max_actions or not self.ground.valid:
            self.reason = "time is up" if out_of_time else "nothing can score"
            action = STOP
        else:
            action = self._decide()
        self.last = action
        self.acted += 1
        self.seconds.append(self.clock() - begun)
        return action

    def _decide(self) -> str:
        asking = self.options.policy == "belief"
        self.wanted.begin = self._begin()
        places = self.wanted.places() if asking else self.belief.most_likely()
        if self.last.startswith("AskLoc"):
            question = self.question(self.relied(places))  # one plan for several answers
            if question is not None:
                return question
        self.plan(places)
        relied = self.relied(places)
        if asking:
            question = self.question(relied)
            if question is not None:
                return question
        if not self.steps:
            self.reason = "nothing left that pays"
            return STOP
        action = self.steps.pop(0)
        if self.failures[self._situation(action)] >= 2:
            self.reason = f"{action} keeps failing for reasons unknown"
            return STOP
        self.reason = self._why(action, relied)
        return action

    def _begin(self) -> float:
        """Return what any first action loses in the likeliest world, nothing after it."""
        if self.monitor.snapshots:
            return 0.0
        places = self.belief.most_likely()
        return CONSTRAINT_POINTS * len(self.monitor.unchecked(
            self.ground.constraints, places, self.doors(places), self.belief))

    def _situation(self, action: str) -> tuple[str, int | None, int, int]:
        return action, self.belief.robot, self.belief.hand, self.belief.plate

    def plan(self, places: dict[int, Place]) -> None:
        """Make a plan for these places unless the present one was made for them."""
        doors = self.doors(places)
        basis = self.basis(places, doors)
        if self.planned_for is not None and self.still_holds(basis):
            return
        lost = self.monitor.lost(self.ground.constraints, places, doors)
        left = LIMIT_S - self.options.reserve_s - (self.clock() - self.started)
        allowed = min(self.options.max_states, max(self.options.min_states, self.states_left // 3))
        found = best_plan(
            self.belief.world(places, doors), self.instructions, lost=lost, max_states=allowed,
            deadline_s=min(self.options.plan_s, max(0.02, left / 4)), pay_for_time=False,
        )
        self.states_left -= found.generated
        self.steps = list(found.actions)
        self.planned_for = basis
        self.replans += 1
        self.remarks.append(f"new plan: {', '.join(self.steps) or 'stop'}")

    def basis(self, places: Mapping[int, Place], doors: dict[int, str]) -> Basis:
        """Return what a plan rests on: places of what tasks speak of and of containers, doors."""
        stand = {n: ("at", home) for n, home in self.belief.home.items()
                 if n in self.mentioned or n in self.belief.containers}
        return {**stand, **{n: p for n, p in places.items() if n in self.mentioned}}, doors

    def doors(self, places: Mapping[int, Place]) -> dict[int, str]:
        """Return how the doors are if things are at ``places``, the costlier way where unsure."""
        doors = {}
        for c in self.belief.containers:
            opened = self.belief.door(c)["opened"]
            hidden = any(places.get(n) == ("inside", c) for n in self.belief.doors.unseen(c))
            doors[c] = "opened" if opened > self.options.open_door and not hidden else "closed"
            for form, wrong in (("opened", 1.0 - opened), ("closed", opened)):
                if (form, c) in self.wanted_doors and wrong > self.options.doubt:
                    doors[c] = "closed" if form == "opened" else "opened"
        return doors

    def still_holds(self, basis: Basis) -> bool:
        """Tell whether the plan was made for this world; what the robot does itself is no news."""
        assert isinstance(self.planned_for, tuple)
        places, doors = self.planned_for
        touched = self.touched
        same = all(places.get(n, p) == p for n, p in basis[0].items() if n not in touched)
        same = same and all(doors.get(c) == d for c, d in basis[1].items() if c not in touched)
        if same:
            self.planned_for = basis
        return same

    # ---- asking and looking ------------------------------------------------------------------

    def relied(self, places: dict[int, Place]) -> Relied:
        """Return what the rest of the plan relies on."""
        relied = relied_on(self.steps, self.belief, self.ground, places)
        for thing in self.wanted.distrusted:
            relied.trusted.setdefault(thing, self.wanted.literals[thing])
        return relied

    def question(self, relied: Relied) -> str | None:
        """Return a question or look that lowers the cost of not knowing by more than its price."""
        facts = {
            n: self.belief.place(n) for n in relied.things
            if not self.belief.carried(n) and self.belief.place(n).confidence < 0.995
        }
        finders = {n: self._finder(relied, n) for n in facts}
        checks = {n: (self._finder(relied, n), self.wanted.loss(n, literals))
                  for n, literals in relied.trusted.items()}
        look = self._look(finders, checks)
        if look is not None:
            return look
        best, gain = 0, self.options.ask_margin
        prices = [(thing, finder.go(), finder.ask()) for thing, finder in finders.items()]
        for thing, (finder, loss) in checks.items():
            now = loss(finder.chances)
            after = now if now < ASK_COST else finder.after_answer(loss)
            prices.append((thing, now, ASK_COST + after))
        self.prices.clear()
        for thing, now, asked in prices:
            ask = asked + self.fruitless[thing] * self.options.fruitless
            self.prices.setdefault(thing, (now, ask))
            if now - ask > gain:
                best, gain = thing, now - ask
                self.prices[thing] = now, ask
        if not best:
            return None
        self.reason = (f"{self._name(best)}: {_shown(self.belief.place(best))}; "
                       f"{self._priced(best)}")
        return f"AskLoc {best}"

    def _finder(self, relied: Relied, thing: int) -> Finder:
        in_vain = self.options.stake if thing in relied.met else self.options.in_vain
        return Finder(self.belief, self.belief.place(thing),
                      self._visit(relied, thing, in_vain), self.options.depth,
                      self.options.bits)

    def _look(
        self, finders: Mapping[int, Finder], checks: Mapping[int, tuple[Finder, Loss]]
    ) -> str | None:
        here = self.belief.robot
        if here is None or not (finders or checks) or self._spot() in self.looked_at:
            return None
        if self.steps and self.steps[0].startswith("Open "):
            return None  # more is seen after it
        local = {c for c in self.belief.containers if self.belief.home.get(c) == here}

        def shown(place: Place) -> float:
            if place in (("at", here), ON_PLATE):
                return 1.0
            if place[0] == "inside" and place[1] in local:
                return self.belief.door(place[1])["opened"]
            return 0.0

        gain = sum(finder.gain_of_sense(shown, finder.cost_of) for finder in finders.values())
        gain += sum(finder.gain_of_sense(shown, loss) for finder, loss in checks.values())
        if gain <= SENSE_COST + self.options.look_margin:
            return None
        self.reason = f"a look around here saves {gain:.1f} points"
        return "Sense"

    def _visit(
        self, relied: Relied, thing: int, here_in_vain: float
    ) -> Callable[[Place], float]:
        """Price a visit in vain: cheap where the plan goes for other reasons, too.

        ``here_in_vain`` is the price of trusting that the thing is here.
        """
        only = {thing}
        here = self.belief.robot
        big = thing in self.belief.layout

        def price(place: Place) -> float:
            how, where = place
            if place == ON_PLATE:
                return self.options.left
            location = where if how == "at" else self.belief.home.get(where, -1)
            if big and location != here:
                passing = location in relied.visits and place != relied.things.get(thing)
                return self.options.passing if passing else self.options.big_trip
            if location == here:
                taken = thing in relied.met or relied.things.get(thing) == place
                cost = here_in_vain if taken else self.options.left
            elif relied.visits.get(location, only) != only:
                cost = self.options.passing
            else:
                cost = self.options.trip + self.options.detour
            if how == "inside" and relied.doors.get(where, only) == only:
                cost += 2.0 * self.belief.door(where)["closed"]
            return cost

        return price

    def _spot(self) -> tuple[int, frozenset[int]]:
        """Name what a look from here shows: the place and its open containers."""
        here = self.belief.robot or 0
        return here, frozenset(
            c for c in self.belief.containers
            if self.belief.home.get(c) == here and self.belief.door(c)["opened"] > 0.99
        )

    # ---- telling -------------------------------------------------------------------------------

    def _claim(self) -> None:
        for thing in self.belief.uncertain():
            fact = self.belief.place(thing)
            if self._claimed.get(thing) is not fact:
                self._claimed[thing] = fact
                self.claims += [(thing, place, p) for place, p in fact.items() if p >= 0.02]

    def _name(self, thing: int) -> str:
        return f"{' '.join(sorted(self.belief.words.get(thing, {'?'}) - {'small'}))} {thing}"

    def _priced(self, thing: int) -> str:
        go, ask = self.prices[thing]
        return f"not knowing costs {go:.1f} points, asking first {ask:.1f}"

    def _why(self, action: str, relied: Relied) -> str:
        name, *words = action.split()
        thing = int(words[0]) if name in ("PickUp", "TakeOut") else 0
        if name == "Move":
            sought = relied.visits.get(int(words[0]), set()) & set(relied.things)
            thing = min(sought, key=lambda n: self.belief.place(n).confidence, default=0)
        if thing not in relied.things:
            return "plan"
        chance = self.belief.place(thing)[relied.things[thing]]
        where = "there" if name == "Move" else "here"
        said = f"{self._name(thing)} believed {where} with {chance:.2f}"
        return f"{said}; {self._priced(thing)}" if chance < 0.99 and thing in self.prices else said

    def _opening(self) -> list[str]:
        lines = [f"stage 2 with {self.belief.unreliable:.2f}"]
        lines += [f"{self._name(n)}: {_shown(self.belief.place(n))}"
                  for n in self.belief.uncertain()]
        return lines


def _shown(fact: Categorical[Place]) -> str:
    return ", ".join(f"{how} {where} {p:.2f}" for (how, where), p in fact.ranked()[:3])

