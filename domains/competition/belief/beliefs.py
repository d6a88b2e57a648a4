"""What a solver believes about a flat whose description may be incomplete and wrong.

Every object that is not carried has a :class:`Categorical` over places: a small one over ``("at",
location)``, ``("inside", container)`` and, where no fact speaks of the plate, the plate; a big one
over locations (:class:`Layout`). Every container has one over ``"opened"`` and ``"closed"``. One
hidden variable stands above them: whether this problem is *unreliable* (stage 2: facts withheld,
some given facts wrong, answers that lie) or not (all that is given is true, answers too). Evidence
moves all of it: replies of ``AskLoc`` with their exact likelihoods (specification §5.2), ``Sense``,
failed and successful actions. What the robot has moved itself is certain.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from domains.competition.belief.answers import AnswerModel, parse_answer
from domains.competition.belief.doors import Door, Doors
from domains.competition.belief.layout import Layout
from domains.competition.belief.opening import (
    anywhere,
    carried_at_start,
    carried_yet_inside,
    door_beliefs,
    hints,
    info_places,
    plate_belief,
    priors,
    share_right,
    stage_odds,
)
from domains.competition.world.model import ON_PLATE, UNSAID, Instruction, Place, World
from planner.execution.belief import Categorical, ContradictionError

Likelihood = Callable[[Place], float]


class WorldBelief:
    """Belief over one problem's world; changes by :meth:`observe` only.

    ``robot`` is the robot's location (None while unknown), ``hand`` and ``plate`` are what it
    carries (0: nothing); ``on_plate`` is what may be there where no fact speaks of the plate.
    ``home`` gives the likeliest location of every big object, ``unreliable``
    the probability that this is a stage-2 problem.
    """

    def __init__(self, told: World, instructions: Sequence[Instruction]) -> None:
        self.told = told
        self.words = told.words
        self.hand, self.plate = carried_at_start(told, instructions)
        carried = {n for n in (self.hand, self.plate) if n > 0}
        self._put: set[int] = set()
        self.inside_too = carried_yet_inside(told, instructions, carried)
        self.smalls, self.humans = told.things("small"), told.things("human")
        self.containers = told.things("container")
        at = dict(sorted(told.at, reverse=True))
        self.robot: int | None = at.pop(0, None)
        self.layout = Layout(
            (n for n, w in told.words.items() if "small" not in w
             and (n in at or w & {"big", "human", "container"})), at, told.locations)
        self.unreliable = 1.0
        self._mixed: dict[int, Categorical[Place]] = {}
        self._home: dict[int, int] = {}
        self.known: dict[int, Place] = {}
        loose = [n for n in self.smalls if n not in carried]
        self.told_place = {n: places[0] for n in (*loose, *self.layout.given)
                           if (places := told.whereabouts(n))}
        self.on_plate = plate_belief(loose if self.plate == UNSAID else (), self.told_place)
        self.doors = Doors(door_beliefs(told, instructions, self.containers))
        self.locations = set(told.locations) | set(self.home.values())
        self.known |= info_places(told, instructions, loose, self.layout.given)
        self._start_places(instructions, loose)
        self.answers = AnswerModel(
            told, self.containers, self.robot, map(self.place, (*self.layout, *self._loose)))

    # ---- queries -------------------------------------------------------------------------

    @property
    def home(self) -> Mapping[int, int]:
        """The likeliest location of every big object that has one."""
        if not self._home:
            self._home = {n: self.place(n).mode[1] for n in self.layout}
        return self._home

    def place(self, thing: int) -> Categorical[Place]:
        """Believed place of an object that is not carried."""
        cached = self._mixed.get(thing)
        if cached is None:
            cached = self._mixed[thing] = self._mix(thing)
        return cached

    def door(self, container: int) -> Categorical[Door]:
        """Believed state of a door."""
        door = self.doors.door(container, self._inside)
        told = self.told.door(container)
        if len(door) == 1 or not told:
            return door
        return door.mixed(Categorical.certain(told), 1.0 - self.unreliable)

    def carried(self, thing: int) -> bool:
        """Whether the robot has the object in hand or on the plate."""
        return thing != 0 and thing in (self.hand, self.plate)

    def uncertain(self) -> list[int]:
        """Return the small objects whose place is not certain."""
        return [n for n in self.smalls if not self.carried(n) and len(self.place(n)) > 1]

    def local(self, container: int) -> bool:
        """Say whether a container is taken to stand where the robot is."""
        return self.robot is not None and self.home.get(container) == self.robot

    def most_likely(self) -> dict[int, Place]:
        """Return every loose small object at its likeliest place."""
        return {n: self.place(n).mode for n in self.smalls if not self.carried(n)}

    def prior(self) -> Mapping[int, Categorical[Place]]:
        """Return the places of all loose things if this problem is unreliable."""
        return {n: Categorical.certain(self.known[n]) if n in self.known else self._loose[n]
                for n in self.smalls if not self.carried(n)}

    def world(self, places: Mapping[int, Place], doors: Mapping[int, Door] | None = None) -> World:
        """Return the present world if the small objects were at ``places``.

        Doors not given are taken at their likeliest state.
        """
        at = {(n, place) for n, place in self.home.items()}
        if self.robot is not None:
            at.add((0, self.robot))
            at |= {(n, self.robot) for n in (self.hand, self.plate) if n > 0}
        at |= {(n, p) for n, (how, p) in places.items() if how == "at" and not self.carried(n)}
        plated = [n for n, place in places.items() if place == ON_PLATE]
        plate = self.plate if self.plate != UNSAID else (
            max(plated, key=self.on_plate.__getitem__) if plated else
            0 if self.on_plate[0] >= 0.5 else UNSAID)
        inside = {(n, c) for n, (how, c) in places.items()
                  if how == "inside" and not self.carried(n)} | self.inside_too
        state = {c: (doors or {}).get(c) or self.door(c).mode for c in self.containers}
        return World(
            at=frozenset(at), inside=frozenset(inside),
            doors_opened=frozenset(c for c, s in state.items() if s == "opened"),
            doors_closed=frozenset(c for c, s in state.items() if s == "closed"),
            hand=self.hand, plate=plate, words=self.words,
            locations=frozenset(self.locations | {place for _, place in at}),
            declared_containers=self.told.declared_containers,
        )

    # ---- what is certain ---------------------------------------------------------------------

    @property
    def given(self) -> Mapping[int, Place]:
        """Return the places that facts, infos and certain answers give."""
        return {**self.told_place, **self.known}

    def trust(self) -> None:
        """Take what facts say of places for certain."""
        for thing, place in self.given.items():
            if thing in self.layout:
                self.layout.settle(thing, place[1])
            elif not self.carried(thing):
                self.known[thing] = place
        self._changed()

    def answered_truly(self, thing: int, reply: str) -> None:
        """Take in an answer that is certain; an empty one says that there is no place."""
        place = parse_answer(reply, thing) or ("nowhere", 0)
        if place[0] == "at":
            self.locations.add(place[1])
        if thing in self.layout and place[0] == "at":
            self.told_place[thing] = place
            self.layout.settle(thing, place[1])
        elif thing in self.layout:
            self.layout.nowhere(thing)
        elif place == ("at", self.robot) and self.on_plate[thing] > 0.0:
            self._is_on_plate(thing)
        else:
            self.known[thing] = place
        self._changed()

    # ---- evidence ------------------------------------------------------------------------

    def observe(self, action: str, reply: str) -> str:
        """Take in the reply to an action; return what was surprising, or an empty string."""
        name, *words = action.split()
        numbers = list(map(int, words))
        if name == "AskLoc":
            return self._answered(numbers[0], reply)
        if name == "TakeOut" and (numbers[0], numbers[1]) in self.inside_too:
            return self._taken_though_carried(numbers[0], numbers[1], reply == "1")
        if name == "Sense":
            return self._sensed({int(w) for w in reply.split() if w.isdecimal()})
        return (self._succeeded if reply == "1" else self._failed)(name, numbers)

    def _answered(self, thing: int, reply: str) -> str:
        if self.carried(thing) or thing in self.known:
            return ""
        if not reply and thing in self.layout:
            self.layout.nowhere(thing)
            self._changed()
        if thing not in self.smalls and thing not in self.layout:
            return ""
        answer = parse_answer(reply, thing)
        if answer is None:
            if reply == "not_known":
                self.unreliable = 1.0
                self._changed()
            return ""
        if answer[0] == "at" and answer[1] not in self.locations:  # no fact mentioned it
            self.locations.add(answer[1])
            self.layout.heard(answer[1])
            for other, loose in self._loose.items():
                self._loose[other] = loose.mixed(
                    Categorical.certain(answer), priors()["place"]["at_unheard_location"])
            self._changed()
        carried = ("at", self.robot)
        place = self.place(thing)
        before = place[answer] + (place[ON_PLATE] if answer == carried else 0.0)
        self._learn(thing, lambda p: self.answers.likelihood(
            answer, ("at", self.robot or 0) if p == ON_PLATE else p),
            lambda p: float(p == answer))
        return f"{reply} was believed with {before:.2f}" if before < 0.2 else ""

    def _sensed(self, seen: set[int]) -> str:
        if (here := self.robot) is None:
            return ""
        surprises = self._sensed_big(seen, here)
        local = [c for c in self.containers if self.local(c)]
        believed = {n: self.place(n) for n in self.smalls
                    if not self.carried(n) and n not in self._put}
        doors = {c: self.door(c)["opened"] for c in local}
        for thing, before in believed.items():
            chance = self._visible(thing in seen, here, doors)
            expected = before.probability(lambda p, c=chance: c(p) > 0.0)  # type: ignore[misc]
            unsure = [c for c in local if thing not in seen and not self.doors.sure(c)]
            for c in unsure:
                self.doors.missed(c, thing)

            def loose(p: Place, c: Likelihood = chance, u: list[int] = unsure) -> float:
                return 1.0 if p[0] == "inside" and p[1] in u else c(p)

            self._learn(thing, chance, keep=loose)
            if expected < 0.2:
                surprises.append(_surprise(thing, thing in seen, expected))
        for thing in sorted(seen & set(believed)):
            place = self.place(thing)
            if not self.carried(thing) and len(place) == 1 and place.mode[0] == "inside":
                self._settle_door(place.mode[1], "opened")
        return ", ".join(surprises)

    def _sensed_big(self, seen: set[int], here: int) -> list[str]:
        """Take in which big objects stand here: those that do first, then that others do not."""
        believed = {thing: self.place(thing)["at", here] for thing in self.layout}
        for thing in seen & believed.keys():
            self._stands(thing, here)
        for thing in believed.keys() - seen:
            if self.layout.place(thing)["at", here] > 0.0:
                self._learn(thing, lambda place: float(place[1] != here))
        return [_surprise(thing, thing in seen, before) for thing, before in believed.items()
                if (before if thing in seen else 1.0 - before) < 0.2]

    def _stands(self, thing: int, here: int) -> None:
        """Take in that a big object stands here for certain."""
        if thing not in self.layout:
            self.layout.settle(thing, here)
            self._changed()
        elif self.home[thing] != here or len(self.place(thing)) > 1:
            self._learn(thing, lambda p: float(p == ("at", here)))

    def _visible(self, seen: bool, here: int, doors: Mapping[int, float]) -> Likelihood:
        """Return the chance of a look here (not) to show a thing, by its place."""
        def chance(place: Place) -> float:
            shown = doors.get(place[1], 0.0) if place[0] == "inside" else float(
                place[1] == here or place == ON_PLATE)
            return shown if seen else 1.0 - shown

        return chance

    def _succeeded(self, name: str, numbers: list[int]) -> str:
        if name == "Move":
            self.robot = numbers[0]
            self.locations.add(numbers[0])
            return ""
        if name in ("Open", "Close", "PutIn", "TakeOut"):
            self._stands(numbers[-1], self.robot or 0)
        if name in ("Open", "Close"):
            for state in ("closed", "opened")[:: 1 if name == "Open" else -1]:
                self._settle_door(numbers[0], state)
            return ""
        if name in ("PickUp", "TakeOut"):
            return self._grasped(name, numbers)
        self._let_go(name, *numbers)
        return ""

    def _grasped(self, name: str, numbers: list[int]) -> str:
        thing, surprise = numbers[0], ""
        place: Place = ("inside", numbers[1]) if name == "TakeOut" else ("at", self.robot or 0)
        if self.place(thing)[place] < 0.2:
            surprise = f"{thing} was {place[0]} {place[1]}"
        self._learn(thing, lambda p: float(p == place))
        if name == "TakeOut":
            self._settle_door(numbers[1], "opened")
        self._forget(thing)
        self.hand = thing
        return surprise

    def _let_go(self, name: str, thing: int, container: int = 0) -> None:
        """Take in that the hand is empty now, or holds what was on the plate."""
        self.hand = 0
        if name == "PutDown":
            self._know(thing, ("at", self.robot or 0))
        elif name == "PutIn":
            self._know(thing, ("inside", container))
            self._settle_door(container, "opened")
        elif name == "ToPlate":
            self.plate, self.on_plate = thing, Categorical.certain(0)
        elif name == "FromPlate":
            self.hand, self.plate = thing, 0

    def _taken_though_carried(self, thing: int, container: int, done: bool) -> str:
        """Take in whether a thing that is carried was inside, too."""
        self.inside_too.discard((thing, container))
        if not done:
            return f"{thing} is not inside {container}, too"
        self._settle_door(container, "opened")
        self._forget(thing)
        self.hand = thing
        return ""

    def _failed(self, name: str, numbers: list[int]) -> str:
        match name:
            case "PickUp" | "TakeOut":
                return self._not_grasped(name, numbers)
            case "Open" | "Close" if self.hand == 0:
                return self._stuck(numbers[0], "opened" if name == "Open" else "closed", "already")
            case "PutIn":
                return self._stuck(numbers[1], "closed", "shut")
            case "ToPlate" if self.plate == UNSAID:
                self._not_on_plate(0)
                self._changed()
            case "FromPlate":
                self._learn(numbers[0], lambda p: float(p != ON_PLATE))
            case "Move":
                self._no_location(numbers[0])
                return f"there is no location {numbers[0]}"
        return f"{name} failed"

    def _not_grasped(self, name: str, numbers: list[int]) -> str:
        thing = numbers[0]
        place: Place = ("inside", numbers[1]) if name == "TakeOut" else ("at", self.robot or 0)
        known = self.place(thing)[place]
        if name == "PickUp" and known > 0.999 and self.plate < 0 and self.hand == 0:
            self._is_on_plate(thing)
            return f"{thing} is here but not to be picked up: it must be on the plate"
        closed, unsure = 0.0, False
        if name == "TakeOut":
            closed = 1.0 - self.door(numbers[1])["opened"] * self._here(numbers[1])
            if unsure := not self.doors.sure(numbers[1]):
                self.doors.missed(numbers[1], thing)

        def chance(p: Place) -> float:
            return closed if p == place else 1.0

        self._learn(thing, chance, keep=(lambda p: 1.0) if unsure else chance)
        return f"{thing} is not {place[0]} {place[1]} (believed {known:.2f})"

    def _no_location(self, location: int) -> None:
        """Take in that there is no such location (or that the robot is there already)."""
        if location != self.robot:
            self.locations.discard(location)
            self.layout.missing(location)
            for thing, loose in self._loose.items():
                if thing not in self._put and len(loose) > 1:
                    self._loose[thing] = loose.without([("at", location)])
            self._changed()

    def _here(self, container: int) -> float:
        """P(the container stands where the robot is)."""
        known = container in self.layout and self.robot is not None
        return self.place(container)["at", self.robot or 0] if known else 0.0

    def _stuck(self, container: int, state: Door, how: str) -> str:
        """Take in that a door is in the way, or that its container does not stand here."""
        here, chance = self._here(container), self.door(container)[state]
        if here <= 0.0:
            return f"{container} is not here"
        if here >= 1.0:
            self._settle_door(container, state)
            return f"{container} was {state} {how}"
        self.doors.doubted(container, state, 1.0 - here)
        self._learn(container, lambda p: chance if p == ("at", self.robot) else 1.0)
        return f"{container} is not here or {state} {how}"

    def _is_on_plate(self, thing: int) -> None:
        self._forget(thing)
        self.plate, self.on_plate = thing, Categorical.certain(0)

    def _not_on_plate(self, thing: int) -> None:
        """Take in that something else than this is on the plate, or that it cannot be used."""
        rest = {n: p for n, p in self.on_plate.items() if n != thing}
        self.on_plate = Categorical(rest or {UNSAID: 1.0})

    # ---- the mixture of reliable and unreliable -------------------------------------------

    def _settle_door(self, container: int, state: Door) -> None:
        """Make a door certain: what did not show is not behind it if it is open."""
        for thing in self.doors.settle(container, state):
            self._learn(thing, lambda place: float(place != ("inside", container)))
        self._changed()

    def _inside(self, thing: int, container: int) -> float:
        """P(inside) but for what looks past doors say."""
        return 0.0 if self.carried(thing) else self._raw(thing)["inside", container]

    def _mix(self, thing: int) -> Categorical[Place]:
        place = self._raw(thing)
        if thing in self.layout:
            return place
        if chance := self.on_plate[thing]:
            place = place.mixed(Categorical.certain(ON_PLATE), chance)
        for c in self.doors.hides(thing):
            within, without = self.doors.factors(c, thing, self._inside)
            here = place["inside", c]
            if 0.0 < here < 1.0 and within + without > 0.0:
                share = here * within / (here * within + (1.0 - here) * without)
                place = place.without([("inside", c)]).mixed(
                    Categorical.certain(("inside", c)), share)
        return place

    def _raw(self, thing: int) -> Categorical[Place]:
        if thing in self.known:
            return Categorical.certain(self.known[thing])
        if thing not in self.layout and thing not in self._loose:
            return Categorical.certain(("nowhere", 0))
        loose = self.layout.place(thing) if thing in self.layout else self._loose[thing]
        told = self.told_place.get(thing)
        return (loose if told is None or self.unreliable >= 1.0
                else loose.mixed(Categorical.certain(told), 1.0 - self.unreliable))

    def _learn(
        self, thing: int, unreliable: Likelihood, reliable: Likelihood | None = None,
        keep: Likelihood | None = None,
    ) -> None:
        """Bayes' rule for one object and for the stage; the two likelihoods are per stage, or one.

        ``keep`` is what is learned of the object itself, if a door is left to account for the rest.
        """
        reliable = reliable or unreliable
        if thing in self.known:
            if reliable(self.known[thing]) <= 0.0:
                self._restart(thing, unreliable)
            return
        big = thing in self.layout
        if not big and thing not in self._loose:
            return
        loose = self.layout.place(thing) if big else self._loose[thing]
        elsewhere = math.fsum(p * unreliable(v) for v, p in loose.items())
        plated, here = self.on_plate[thing], unreliable(ON_PLATE)
        chance_u = (1.0 - plated) * elsewhere + plated * here
        if plated and chance_u > 0.0:
            self.on_plate = self.on_plate.updated(lambda n: here if n == thing else elsewhere)
        elif plated:
            self._not_on_plate(thing)
        if big:
            self.layout.learn(thing, unreliable)
        elif elsewhere > 0.0:
            self._loose[thing] = loose.updated(keep or unreliable)
        elif self.on_plate[thing] < 1.0:
            self._restart(thing, unreliable)
        else:
            self._is_on_plate(thing)
            return
        told = self.told_place.get(thing)
        self._weigh(chance_u, chance_u if told is None else reliable(told))

    def _weigh(self, unreliable: float, reliable: float) -> None:
        """Bayes' rule for the stage: how likely evidence is in either."""
        odds_u, odds_r = self.unreliable * unreliable, (1.0 - self.unreliable) * reliable
        if odds_u + odds_r > 0.0:
            self.unreliable = odds_u / (odds_u + odds_r)
        self._changed()

    def _restart(self, thing: int, chance: Callable[[Place], float]) -> None:
        """Believe anything the evidence allows; what was certain turned out to be wrong."""
        self.known.pop(thing, None)
        self._changed()
        base = self._anywhere()
        try:
            self._loose[thing] = base.updated(chance)
        except ContradictionError:
            self._loose[thing] = base

    def _anywhere(self) -> Categorical[Place]:
        """Return where a thing may be of which nothing is known, at numbers left out as well."""
        unsaid = range(1, max(self.told.locations, default=0))
        return anywhere(self.containers, self.locations.union(unsaid))

    def _forget(self, thing: int) -> None:
        self.known.pop(thing, None)
        self._not_on_plate(thing)
        self._put.discard(thing)
        self.doors.forget(thing)
        self._changed()

    def _know(self, thing: int, place: Place) -> None:
        self.known[thing] = place
        self._put.add(thing)  # stays there, even if a second fact shows it elsewhere (§4)
        self._changed()

    def _changed(self) -> None:
        """Drop what was mixed of beliefs that have changed."""
        self._mixed.clear()
        self._home = {}

    # ---- the start -------------------------------------------------------------------------

    def _start_places(self, instructions: Sequence[Instruction], loose: Sequence[int]) -> None:
        missing = [n for n in loose if n not in self.told_place and n not in self.known]
        withheld = any(n not in self.told_place for n in self.layout) or self.plate == UNSAID
        odds_u, odds_r = stage_odds(len(missing))
        if withheld:
            odds_r *= priors()["stage"]["big_or_plate_missing_if_reliable"]
        if any(self.told_place.get(n, p) != p for n, p in self.known.items()):
            odds_r = 0.0
        right = [self.told_place[n] == p for n, p in self.known.items() if n in self.told_place]
        stated = sum(n in self.told_place for n in loose)
        share = share_right(stated, right.count(False), right.count(True))
        self._loose: dict[int, Categorical[Place]] = {}
        somewhere = self._anywhere()
        evidence = hints(self.told, instructions, self.smalls, self.home)
        for n in loose:
            prior = somewhere
            told = self.told_place.get(n)
            if told is not None:
                others = somewhere.without([told]) if len(somewhere) > 1 else somewhere
                prior = others.mixed(Categorical.certain(told), share)
            for hint in evidence.get(n, ()):
                expected = math.fsum(p * hint(place) for place, p in prior.items())
                odds_u, odds_r = odds_u * expected, odds_r * (hint(told) if told else expected)
                prior = prior.updated(hint)
            self._loose[n] = prior
        self.unreliable = odds_u / (odds_u + odds_r)
        self._changed()


def _surprise(thing: int, here: bool, believed: float) -> str:
    return f"{thing} is{' not' * (not here)} here (believed {believed:.2f})"
