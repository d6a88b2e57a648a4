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
Door = str
"""``opened`` or ``closed``."""
_NOWHERE = Categorical[Place].certain(("nowhere", 0))


class WorldBelief:
    """Belief over one problem's world; changes by :meth:`observe` only.

    ``robot`` is the robot's location (None while unknown), ``hand`` and ``plate`` are what it
    carries (0: nothing); ``on_plate`` is what may be there where no fact speaks of the plate.
    ``home`` gives the likeliest location of every big object, ``unreliable``
    the probability that this is a stage-2 problem; ``given`` are the places that hold if it is not
    one: by facts, by infos, by certain answers, or because the robot has put a thing there.
    ``unseen`` are things that did not show at a container: if one is inside, the door is closed.
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
        self._layout = Layout(
            (n for n, w in told.words.items() if "small" not in w
             and (n in at or w & {"big", "human", "container"})), at, told.locations)
        self.bigs = list(self._layout.start)
        self.unreliable = 1.0
        self._loose = dict(self._layout.start)
        self._stand: dict[int, Categorical[Place]] = {}
        self._mixed: dict[int, Categorical[Place]] = {}
        self._home: dict[int, int] = {}
        loose = [n for n in self.smalls if n not in carried]
        self.given = {n: places[0] for n in (*loose, *self._layout.given)
                      if (places := told.whereabouts(n))}
        self.on_plate = plate_belief(loose if self.plate == UNSAID else (), self.given)
        self.doors = door_beliefs(told, instructions, self.containers)
        self.unseen: dict[int, set[int]] = {c: set() for c in self.containers}
        self.locations = set(told.locations) | set(self.home.values())
        self._start_places(instructions, loose)
        self.answers = AnswerModel(
            told, self.containers, self.robot, map(self.place, self._loose))

    # ---- queries -------------------------------------------------------------------------

    @property
    def home(self) -> Mapping[int, int]:
        """The likeliest location of every big object that has one."""
        if not self._home:
            self._home = {n: self.place(n).mode[1] for n in self.bigs}
        return self._home

    def place(self, thing: int) -> Categorical[Place]:
        """Believed place of an object that is not carried."""
        cached = self._mixed.get(thing)
        if cached is None:
            cached = self._mixed[thing] = self._mix(thing)
        return cached

    def door(self, container: int) -> Categorical[Door]:
        """Believed state of a door."""
        door, told = self.doors[container], self.told.door(container)
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

    def if_unreliable(self, thing: int) -> Categorical[Place]:
        """Return where a thing is that is not carried if this problem is unreliable."""
        if thing not in self.bigs:
            return self._loose.get(thing, _NOWHERE)
        if not self._stand:
            self._stand = self._layout.marginals({n: self._loose[n] for n in self.bigs})
        return self._stand[thing]

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

    def trust(self) -> None:
        """Take what facts say of places for certain."""
        for thing, place in self.given.items():
            self._know(thing, place)

    def answered_truly(self, thing: int, reply: str) -> None:
        """Take in an answer that is certain; an empty one says that there is no place."""
        place = parse_answer(reply, thing) or ("nowhere", 0)
        if place[0] == "at":
            self.locations.add(place[1])
        if thing in self.bigs and place[0] != "at":
            self._stands_nowhere(thing)
        elif thing in self.smalls and place == ("at", self.robot) and self.on_plate[thing] > 0.0:
            self._is_on_plate(thing)
        else:
            self._know(thing, place)

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
        if self.carried(thing):
            return ""
        if not reply and thing in self.bigs:
            self._stands_nowhere(thing)
        answer = parse_answer(reply, thing)
        if reply == "not_known" and thing in self._loose:
            self.unreliable = 1.0
            self._changed()
        if answer is None or thing not in self._loose:
            return ""
        if answer[0] == "at" and answer[1] not in self.locations:  # no fact mentioned it
            self.locations.add(answer[1])
            for other, place in self._loose.items():
                if len(place) > 1:
                    self._loose[other] = place.mixed(
                        Categorical.certain(answer), priors()["place"]["at_unheard_location"])
            self._changed(*self.bigs)
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
        hidden = {c: math.prod(1.0 - place["inside", c] for n, place in believed.items()
                               if n not in seen) for c in local}
        for thing, before in believed.items():
            chance = self._visible(thing in seen, here, doors)
            expected = before.probability(lambda p, c=chance: c(p) > 0.0)  # type: ignore[misc]
            self._learn(thing, chance)
            if expected < 0.2:
                surprises.append(_surprise(thing, thing in seen, expected))
        for c in local:
            self._doubt_door(c, "closed", hidden[c])
            self.unseen[c] |= believed.keys() - seen
        for thing in sorted(seen & set(believed)):
            place = self.place(thing)
            if not self.carried(thing) and len(place) == 1 and place.mode[0] == "inside":
                self._settle_door(place.mode[1], "opened")
        return ", ".join(surprises)

    def _sensed_big(self, seen: set[int], here: int) -> list[str]:
        """Take in which big objects stand here: those that do first, then that others do not."""
        believed = {thing: self.place(thing)["at", here] for thing in self.bigs}
        for thing in seen & believed.keys():
            self._stands(thing, here)
        for thing in believed.keys() - seen:
            if self.if_unreliable(thing)["at", here] > 0.0:
                self._learn(thing, lambda place: float(place[1] != here))
        return [_surprise(thing, thing in seen, before) for thing, before in believed.items()
                if (before if thing in seen else 1.0 - before) < 0.2]

    def _stands(self, thing: int, here: int) -> None:
        """Take in that a big object stands here for certain."""
        if thing not in self._loose:
            self.bigs.append(thing)
            self._know(thing, ("at", here))
        elif self.place(thing)["at", here] < 1.0:
            self._learn(thing, lambda p: float(p == ("at", here)))

    def _stands_nowhere(self, thing: int) -> None:
        """Take in that the platform knows no place of a big object."""
        self.bigs.remove(thing)
        del self._loose[thing]
        self.given.pop(thing, None)
        self._changed(*self.bigs)

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
            self._put_at(thing, ("at", self.robot or 0))
        elif name == "PutIn":
            self._put_at(thing, ("inside", container))
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
        closed = 0.0
        if name == "TakeOut":
            here = self._here(numbers[1])
            closed = 1.0 - self.door(numbers[1])["opened"] * here
            self._doubt_door(numbers[1], "closed", 1.0 - known * here)
            self.unseen[numbers[1]].add(thing)
        self._learn(thing, lambda p: closed if p == place else 1.0)
        return f"{thing} is not {place[0]} {place[1]} (believed {known:.2f})"

    def _no_location(self, location: int) -> None:
        """Take in that there is no such location (or that the robot is there already)."""
        if location != self.robot:
            self.locations.discard(location)
            for thing, place in self._loose.items():
                if thing not in self._put and len(place) > 1:
                    self._loose[thing] = place.without([("at", location)])
            self._changed(*self.bigs)

    def _here(self, container: int) -> float:
        """P(the container stands where the robot is)."""
        return self.place(container)["at", self.robot or 0]

    def _stuck(self, container: int, state: Door, how: str) -> str:
        """Take in that a door is in the way, or that its container does not stand here."""
        here, chance = self._here(container), self.door(container)[state]
        if here <= 0.0:
            return f"{container} is not here"
        if here >= 1.0:
            self._settle_door(container, state)
            return f"{container} was {state} {how}"
        self._doubt_door(container, state, 1.0 - here)
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
        self.doors[container] = Categorical.certain(state)
        for thing in sorted(self.unseen[container]) if state == "opened" else ():
            self._learn(thing, lambda place: float(place != ("inside", container)))
        self.unseen[container].clear()
        self._changed()

    def _doubt_door(self, container: int, state: Door, otherwise: float) -> None:
        """Apply Bayes' rule for a door found in ``state``, or something else of that chance."""
        if len(self.doors[container]) > 1:
            self.doors[container] = self.doors[container].updated(
                lambda s: 1.0 if s == state else otherwise)
            self._changed()

    def _mix(self, thing: int) -> Categorical[Place]:
        place, given = self.if_unreliable(thing), self.given.get(thing)
        if given is not None and self.unreliable < 1.0:
            place = place.mixed(Categorical.certain(given), 1.0 - self.unreliable)
        if chance := self.on_plate[thing]:
            place = place.mixed(Categorical.certain(ON_PLATE), chance)
        return place

    def _learn(
        self, thing: int, unreliable: Likelihood, reliable: Likelihood | None = None
    ) -> None:
        """Bayes' rule for one object and for the stage; likelihoods are per stage, or one."""
        if thing not in self._loose:
            return
        place, given = self.if_unreliable(thing), self.given.get(thing)
        elsewhere = math.fsum(p * unreliable(v) for v, p in place.items())
        plated, here = self.on_plate[thing], unreliable(ON_PLATE)
        chance_u = (1.0 - plated) * elsewhere + plated * here
        if plated and chance_u > 0.0:
            self.on_plate = self.on_plate.updated(lambda n: here if n == thing else elsewhere)
        elif plated:
            self._not_on_plate(thing)
        if elsewhere > 0.0:
            self._loose[thing] = self._loose[thing].updated(unreliable)
        elif self.on_plate[thing] < 1.0:
            self._restart(thing, unreliable)
        else:
            self._is_on_plate(thing)
            return
        self._weigh(chance_u, chance_u if given is None else (reliable or unreliable)(given))
        self._changed(thing)

    def _weigh(self, unreliable: float, reliable: float) -> None:
        """Bayes' rule for the stage: how likely evidence is in either."""
        odds_u, odds_r = self.unreliable * unreliable, (1.0 - self.unreliable) * reliable
        if odds_u + odds_r > 0.0:
            self.unreliable = odds_u / (odds_u + odds_r)

    def _restart(self, thing: int, chance: Callable[[Place], float]) -> None:
        """Believe anything the evidence allows; what was certain turned out to be wrong."""
        self.given.pop(thing, None)
        base = self._anywhere(() if thing in self.bigs else self.containers)
        try:
            self._loose[thing] = base.updated(chance)
        except ContradictionError:
            self._loose[thing] = base

    def _anywhere(self, containers: Sequence[int]) -> Categorical[Place]:
        """Return where a thing may be of which nothing is known, at numbers left out as well."""
        unsaid = range(1, max(self.told.locations, default=0))
        return anywhere(containers, self.locations.union(unsaid))

    def _forget(self, thing: int) -> None:
        self._not_on_plate(thing)
        self._put.discard(thing)
        for things in self.unseen.values():
            things.discard(thing)
        self._changed(thing)

    def _put_at(self, thing: int, place: Place) -> None:
        self._put.add(thing)  # stays there, even if a second fact shows it elsewhere (§4)
        self._know(thing, place)

    def _know(self, thing: int, place: Place) -> None:
        """Take a place for certain, in either stage."""
        self.given[thing] = place
        self._loose[thing] = Categorical.certain(place)
        self._changed(thing)

    def _changed(self, *things: int) -> None:
        """Drop what was mixed of beliefs that have changed, those of ``things`` among them."""
        self._mixed.clear()
        self._home = {}
        if not set(self.bigs).isdisjoint(things):
            self._stand = {}

    # ---- the start -------------------------------------------------------------------------

    def _start_places(self, instructions: Sequence[Instruction], loose: Sequence[int]) -> None:
        told, known = dict(self.given), info_places(
            self.told, instructions, loose, self._layout.given)
        withheld = any(n not in told for n in self.bigs) or self.plate == UNSAID
        odds_u, odds_r = stage_odds(sum(n not in told and n not in known for n in loose))
        if withheld:
            odds_r *= priors()["stage"]["big_or_plate_missing_if_reliable"]
        right = [told[n] == p for n, p in known.items() if n in told]
        if not all(right):
            odds_r = 0.0
        stated = sum(n in told for n in loose)
        share = share_right(stated, right.count(False), right.count(True))
        somewhere = self._anywhere(self.containers)
        evidence = hints(self.told, instructions, self.smalls, self.home)
        self.given |= known
        for n in loose:
            prior, given = somewhere, self.given.get(n)
            if n in known:
                prior = Categorical.certain(known[n])
            elif given is not None:
                others = somewhere.without([given]) if len(somewhere) > 1 else somewhere
                prior = others.mixed(Categorical.certain(given), share)
            for hint in evidence.get(n, ()):
                expected = math.fsum(p * hint(place) for place, p in prior.items())
                odds_u, odds_r = odds_u * expected, odds_r * (hint(given) if given else expected)
                prior = prior.updated(hint)
            self._loose[n] = prior
        self.unreliable = odds_u / (odds_u + odds_r)
        self._changed()


def _surprise(thing: int, here: bool, believed: float) -> str:
    return f"{thing} is{' not' * (not here)} here (believed {believed:.2f})"
