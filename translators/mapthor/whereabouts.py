"""Where things are brought: where from and where to, away, in hand, and what goes along."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from domains.household.goal import HasState, Held, Location, Placed, Selection
from translators.mapthor.ontology import able_of, fitting, home, inside, ontology
from translators.mapthor.phrases import VAGUE
from translators.mapthor.said import Clause, Thing, Things, Where
from translators.mapthor.sense import Sense, Senseless, Steps, kinds_of, spot_of, where_is
from translators.mapthor.vocabulary import Verb

LIGHTS = {"DeskLamp", "FloorLamp", "LightSwitch", "Candle"}


def _holding(tray: Selection, what: Selection) -> Selection:
    """Return the plate, or whatever it is, that something has been put on."""
    what = Sense.as_found(what)
    return replace(tray, quantifier="some", located=None, holding=what, by_then=True)


class Moves(Sense):
    """Tells where things are to be, given what is known behind the clauses before."""

    def _clear(self, what: Things, wheres: list[Where], *, sorting: bool = False) -> Steps:
        """Read "clear the table": all that lies there goes where it belongs.

        What belongs in a fridge stays when that is sorted.
        """
        spots = []
        for thing in what.members:
            it = Where("in", thing.start, thing.end, Things((thing,)))
            spot = self.where(it, target=False).place if thing.kind == "pron" else (
                self.select(replace(thing, but=()), at="in")[0])
            held = spot and ontology().portable(spot.types) and spot.types != ("Box",)
            last = self.last if thing.kind == "pron" else None
            full = isinstance(last, Placed) and last.target.place == spot and (
                able_of("fillable").issuperset(last.what.types))  # what was put there
            if not spot or held or full or "GarbageCan" in spot.types:
                raise Senseless(f"'{thing.words}' is not a place to clear", thing)
            spots.append(spot)
        types = tuple(dict.fromkeys(t for s in spots for t in s.types))
        where = replace(spots[0], types=types)
        first = what.members[0]
        every = Thing("every", "everything", first.start, first.end, plural=True, quant="all",
                      but=tuple(b for t in what.members for b in t.but))
        self.name([where])
        self.places.append(where)
        located = Location(inside(types), where)
        chosen = [replace(s, located=located) for s in self.select(every)]
        kept = sorting and able_of("shut").issuperset(types)
        target = home() if kept else home(avoid=types)
        for place in wheres:
            if place.kind == "from":
                raise Senseless("furniture is taken from nowhere", place)
            meant = self.where(place, target=True)
            target = meant if meant.relation != "home" else target
        self.name(replace(s, words="") for s in chosen)
        return [[Placed(s, target) for s in chosen]]

    def _move(self, verb: Verb, chosen: list[Selection], wheres: list[Where],
            said: Things) -> Steps:
        """Read verbs that take things somewhere, or take them in hand."""
        me, first = any(w.kind == "me" for w in wheres), said.members[0]
        target, source = self._ways([w for w in wheres if w.kind != "me"])
        if verb.usual and target is None and not me:
            spot = Selection(verb.usual, "some", words=verb.usual[0].lower())
            target = Location(inside(verb.usual), spot)
        if me and target and source is None and (tray := target.place) and (
                tray.quantifier == "some" and ontology().portable(tray.types)):
            # "bring it to me on a plate"
            return [[Placed(s, target) for s in chosen], [Held(_holding(tray, chosen[-1]))]]
        if me and verb.name in ("bring", "carry", "hold") and target and source is None:
            target, source = None, target  # "bring me the box on the shelf"
        if verb.name == "trash" and target and not set(verb.usual) & set(kinds_of(target)):
            raise Senseless("that is no bin", replace(said.members[-1], start=said.members[-1].end))
        if source is not None:
            chosen = [replace(s, located=source, hearsay=s.quantifier != "all") for s in chosen]
        self.name(chosen)
        self.cost += 0.3 * sum(bool(s.types) and able_of("pickupable").isdisjoint(s.types)
                               for s in chosen)
        types = kinds_of(target)
        if types == ("Toaster",) and any("Bread" in s.types for s in chosen):
            if first.plural:
                raise Senseless("one slice at a time is toasted here", first)
            chosen = [Selection(("BreadSliced",), "some", words="slice of bread")]
        same = [w.what.types for w in self.asked if spot_of(w) == types]
        if first.kind == "pron" and same and chosen[-1].types in (same[-1], types) and (
                target and target.place and not target.place.apart) and ontology().portable(types):
            self.steps = [(ordered, [[replace(w, target=target) if isinstance(
                w, Placed) and spot_of(w) == types else w for w in stage]
                for stage in done]) for ordered, done in self.steps]
            return [[]]  # "make a salad and serve it in the bowl"
        if target is None:
            return self._taken(verb, chosen, source, first, me=me)
        laden = self._laden(verb, chosen, first)
        placed = self._moved_to(verb, laden, target, source, wheres, first)
        return placed if laden is chosen else [[], *placed]

    def _laden(self, verb: Verb, chosen: list[Selection], it: Thing) -> list[Selection]:
        """Read "put the egg on a plate and bring it to the table" as bringing the plate with it."""
        last = self.last
        if it.kind == "pron" and verb.does == "at" and verb.name not in ("throw", "trash") and (
                isinstance(last, Placed)):
            tray = last.target.place
            named = {s.types for s in chosen} - {last.what.types}
            both = tray and (not named or (named == {tray.types} and len(chosen) > 1))
            if tray and both and last.target.relation != "near" and ontology().portable(tray.types):
                self.note("read as", it.start, it.start + 1, f"the {tray.words} with what it holds")
                return [_holding(tray, last.what)]
        loads = [w.what for w in self.asked if isinstance(w, Placed)
                 and [w.target.place] == chosen and w.target.relation != "near"]
        if loads and chosen[0].quantifier == "some" and ontology().portable(chosen[0].types):
            return [_holding(chosen[0], loads[-1])]  # "put an egg on a plate and the plate …"
        return chosen

    @staticmethod
    def _at_home(chosen: list[Selection], where: Location | None) -> bool:
        """Whether a place is one where some of the things belong, or that holds them."""
        kinds = set(kinds_of(where))
        return bool(kinds) and (kinds <= able_of("openable") | able_of("pickupable") or any(
            kinds & set(ontology().homes.get(t, ())) for s in chosen for t in s.types[:1]))

    def _moved_to(self, verb: Verb, chosen: list[Selection], target: Location,
                  source: Location | None, wheres: list[Where], first: Thing) -> Steps:
        static = any(w.kind in ("in", "on") and not w.moving for w in wheres)
        self.cost += 0.3 * (verb.does == "home" and source is None and static
                                  and not self._at_home(chosen, target))
        self._not_into_itself(chosen, target, first)
        still = ontology().surfaces - able_of("pickupable")
        if wheres and wheres[-1].kind == "to" and all(
                set(s.types) <= {"Chair", "ArmChair", "Stool"} for s in chosen):
            target = replace(target, relation="near")  # "bring a chair to the desk"
        lifted = target.relation == "in" or (target.relation != "near" and any(
            w.kind in ("on", "to", "over") for w in wheres))
        if lifted and any(s.types and still.issuperset(s.types) for s in chosen):
            raise Senseless(f"'{first.words}' cannot be lifted into anything", first)
        spot, last = target.place, self.last
        if isinstance(last, Placed) and target.relation == "near" and first.kind == "pron" and (
                [last.what] == chosen and last.target.relation == "on" and last.target.place):
            # "… to the table and place it next to the bowl"
            target = replace(last.target, place=replace(last.target.place, located=target))
        then: Steps = []
        if spot and spot.holding and set(spot.types) <= {"Fridge", "SinkBasin", "Sink"}:
            chosen, spot = [*chosen, spot.holding], replace(spot, holding=None)
            target = replace(target, place=spot)  # "in the fridge with the egg": both
        if spot and spot.quantifier == "some" and self.load(spot):
            return [[*self._put(self.load(spot), target, replace(spot, holding=None)),
                     *self._put(chosen, target, replace(spot, by_then=True))]]  # "with a fork"
        if spot and spot.by_then and spot.holding is None:
            first_one, *others = chosen
            return [[*self._put([first_one], target, replace(spot, by_then=False)),
                     *self._put(others, target, replace(spot, holding=first_one))]]
        if spot and spot.located and "near" not in (spot.located.relation, target.relation) and (
                (spot.quantifier, spot.count) == ("some", 1) and ontology().portable(spot.types)):
            then = [[Placed(_holding(spot, chosen[-1]), spot.located)]]
            target = replace(target, place=replace(spot, located=None))
        return [[Placed(self._further(s, target), fitting(s, target)) for s in chosen], *then]

    @staticmethod
    def _put(chosen: Iterable[Selection], target: Location, spot: Selection) -> list[Placed]:
        return [Placed(s, replace(target, place=spot)) for s in chosen]

    def _taken(self, verb: Verb, chosen: list[Selection], source: Location | None, first: Thing,
               *, me: bool) -> Steps:
        """Put things away, take them off, or hold them: no place to go to is said."""
        if verb.does == "home":
            where = next((s.located for s in chosen if s.located and s.quantifier != "all"), None)
            vague = first.at is not None and first.at.kind == "vague"
            self.cost += 0.3 * (vague or self._at_home(chosen, where))
            return self._to_homes(chosen)
        off = verb.does == "at" and source is not None and not me
        if verb.does == "away" or off:
            self.cost += 0.3 * off
            if not any(s.located for s in chosen):
                raise Senseless("from where?", first)
            return self._to_homes(chosen)
        if verb.does == "hold" or me:
            return self._in_hand(chosen, me=me)
        placed = [w.what for w in self.asked
                  if isinstance(w, Placed) and w.target.relation != "home"]
        if verb.name not in ("leave", "stand") and all(s in placed for s in chosen):
            return [[]]  # "bring it to the table and put it down"
        raise Senseless("where to?", replace(first, start=first.end))

    def _further(self, one: Selection, target: Location) -> Selection:
        """Read "another mug" as one that is not there yet, where none was named before."""
        before = [s for group in self.groups[:-1] for s in group]
        if not one.apart or target.place is None or any(
                set(s.types) & set(one.types) and s != one for s in before):
            return one
        if one.quantifier == "all":
            return replace(one, apart=False)
        there = Selection(one.types, "all", located=target, words=one.words)
        return replace(one, apart=False, quantifier="some", but=(*one.but, there))

    @staticmethod
    def _to_homes(chosen: list[Selection]) -> Steps:
        """Put things where they belong, away from where they are said to lie."""
        return [[Placed(s, home(kinds_of(s.located))) for s in chosen]]

    def _ways(self, wheres: list[Where]) -> tuple[Location | None, Location | None]:
        """Tell where to from where from: of two places the first is where things are now."""
        target: Location | None = None
        source: Location | None = None
        wheres = self._wholes(wheres)
        for number, where in enumerate(wheres):
            beside = where.kind in VAGUE and target is not None  # "in the box over the sink"
            last = not beside and all(w.kind == "near" for w in wheres[number + 1:])
            spot = self.where(replace(where, beside=beside or where.beside),
                              target=last and where.kind != "from")
            if where.kind == "from":
                source = spot
            elif target is None or target.relation == "home":
                target = spot
            elif where.kind == "home" and source is None:
                continue
            elif target.place and spot.relation != "home" and (
                    spot.relation == "near" or (target.relation == "near" and not where.moving)
                    or (ontology().portable(target.place.types)
                        and "GarbageCan" not in kinds_of(spot))):
                if target.place.quantifier == "all" or target.place.count > 1:
                    raise Senseless("how many each place should get is not said", where)
                of = target.place.located  # "in the drawer of the desk by the window"
                narrow = replace(of, place=replace(of.place, located=spot)) if (
                    of and of.place) else spot
                target = replace(target, place=replace(target.place, located=narrow))
            elif spot.relation == "home":
                source, target = source or target, spot
            elif wheres[number - 1].kind == "to" and spot.place and ontology().portable(
                    spot.place.types):  # "to the table on a plate"
                target = replace(spot, place=replace(spot.place, located=target))
            else:
                self.cost += 0.15 + 0.6 * (source is not None)  # "from the drawer by the sink to …"
                source, target = target, spot
        return target, source

    def _wholes(self, wheres: list[Where]) -> list[Where]:
        """Leave out the shelf in "on a shelf in the fridge", "in it on the middle shelf"."""
        first = [(w, w.spots.members[0]) for w in wheres if len(w.spots.members) == 1]
        inner = [w for w, spot in first if w.kind == "in" and ontology().inside >= {*spot.types}]
        gone = [w for w, spot in first for other in inner if spot.types == ("Shelf",) and (
            spot.quant in ("that", "same") or (w.start < other.start and not other.moving))]
        for where in gone:
            self.note("left out", where.start, where.end)
        again = [w for (w, one), (v, two) in pairwise(first) if one.types == two.types != () and (
            w.kind == v.kind and w.kind in ("in", "on"))]  # "on the stove on the back burner"
        back = [w for w, spot in first if w.kind == "where" and spot.kind == "pron" and any(
            other.kind != "from" for other, _ in first if other != w)]  # "where it was, on the bed"
        return [w for w in wheres if w not in (*gone, *again, *back)]

    def _not_into_itself(self, chosen: list[Selection], target: Location, said: Thing) -> None:
        spot = target.place
        if spot and spot.types and spot.types == kinds_of(spot.located):
            raise Senseless("a place is not next to itself", said)
        if spot and not (spot.apart and target.relation == "near") and any(
                set(spot.types) == set(s.types) and not spot.holding and (
                s.quantifier != "some" or spot.quantifier == "the") for s in chosen):
            raise Senseless(f"'{said.words}' cannot be put in or on itself", said)

    def _in_hand(self, chosen: list[Selection], *, me: bool) -> Steps:
        """Hold things; many from one place are no handful, they go where they belong."""
        heap = sum(s.count for s in chosen) > 2 and all(s.located for s in chosen)
        every = any(s.located and s.quantifier == "all" for s in chosen)
        if any(len(s.types) > 20 and not s.located for s in chosen):
            raise Senseless("from where?")
        for one in chosen:
            if one.types and able_of("pickupable").isdisjoint(one.types):
                raise Senseless(f"'{one.words}' cannot be lifted")
        return self._to_homes(chosen) if not me and (heap or every) else [
            [Held(s) for s in chosen]]

    def _near(self, clause: Clause) -> Steps:
        """Read "examine the book with the lamp" as holding it near the lamp, which is on."""
        what = self.chosen(clause.what, "pickupable", "examined")
        lamp = replace(self.things(clause.other, able_of("toggleable"))[0], states=())
        if not set(lamp.types) <= LIGHTS:
            raise Senseless("things are looked at by a lamp", clause)
        if lamp.types == ("LightSwitch",):  # of the lamp just named, or of any
            lamps = replace(lamp, types=("DeskLamp", "FloorLamp"),
                            substitutes={"DeskLamp": lamp.types})
            lamp = next((s for s in self.named if s.types and {*s.types} <= {*lamps.types}), lamps)
        self.name(what)
        return [[*(Held(s, lamp) for s in what), HasState(lamp, "isToggled", True)]]

    def _swap(self, clause: Clause) -> Steps:
        """Put each of two things where the other is."""
        both = Things((*clause.what.members, *clause.other.members))
        found = self.chosen(both, "pickupable", "moved")
        if len(found) != 2:
            raise Senseless("two things can be swapped", clause)
        one, two = found
        if one.types == two.types and not (one.located and two.located):
            raise Senseless("which is which cannot be told", clause)
        self.name([one, two])
        return [[Placed(one, Location("on", where_is(two))),
                 Placed(two, Location("on", where_is(one)))]]

    def _together(self, clause: Clause) -> Steps:
        """Put things next to the first of them, all of them somewhere if that is said."""
        (first, *others) = found = self.chosen(clause.what, "pickupable", "moved")
        if not others:
            raise Senseless("which of them goes next to which is not said", clause)
        self.name(found)
        near = Location("near", first)
        target, _ = self._ways([*clause.wheres])
        if target is None or target.place is None:
            return [[Placed(s, near) for s in others]]
        beside = replace(target, place=replace(target.place, located=near))
        return [[Placed(first, target), *(Placed(s, beside) for s in others)]]

    def _table(self, clause: Clause) -> Steps:
        """Set the table: a plate, fork, knife and cup for each."""
        table = Location("on", Selection(ontology().nouns["table"].types, words="table"))
        usual = (("Plate",), ("Fork",), ("Knife", "ButterKnife"), ("Cup", "Mug"))
        laid = self.chosen(clause.what, "pickupable", "moved") if clause.what else [
            Selection(types, words=types[0].lower()) for types in usual]
        count = int(clause.extra or 1)  # "for two, with a plate and a fork each"
        return [[Placed(replace(s, quantifier="some", count=count), table) for s in laid]]

    def _not_at(self, what: Things, where: Where) -> Steps:
        chosen = self.chosen(what, "pickupable", "moved")
        self.now = chosen
        spot = self.where(where, target=False)
        if spot.place is None or spot.relation not in ("in", "on"):
            raise Senseless("that is no place to leave", where)
        chosen = [replace(s, located=spot) for s in chosen]
        self.name(replace(s, located=None) for s in chosen)
        return [[Placed(s, home(spot.place.types)) for s in chosen]]
