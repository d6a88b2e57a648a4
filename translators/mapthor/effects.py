"""What a clause asks for: subgoals about the final state, in stages.

Where AI2-THOR has no such action, the subgoal is composed of others by the simulator's contextual
rules: heating is being in the microwave, switched on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from domains.household.goal import BASINS, HasState, Held, Location, Placed, Selection
from translators.mapthor.given import guarded
from translators.mapthor.ontology import able_of, able_types, ontology
from translators.mapthor.order import merge, set_apart
from translators.mapthor.said import Clause, Note, State, Thing, Things, Where, pronoun
from translators.mapthor.sense import CAN, Sense, Senseless, Steps, inside, where_is
from translators.mapthor.vocabulary import Verb, vocabulary
from translators.mapthor.whereabouts import fitting, home

__all__ = ["Effects", "station"]

_IT = Things((Thing("pron", "it", 0, 0),))
_MADE = ("temperature", "isCooked", "cooked", "washed")
"""States that nothing has when robots begin, or that nobody remembers."""
_BY_RULE = frozenset(["trash", "heat", "boil", "fry", "toast", "chill", "filled"])
"""What verbs do that is composed of other acts."""
_VERBS: dict[State, str] = {
    ("temperature", "Hot"): "heat", ("temperature", "Cold"): "chill", ("isDirty", False): "wash",
    ("washed", True): "wash", ("isCooked", True): "cook"}
_LIGHTS = {"DeskLamp", "FloorLamp", "LightSwitch", "Candle"}
_MADE_FIRST = {"isSliced": 0, "isDirty": 1, "washed": 1}
_USUAL = {"trash": {"GarbageCan"}, "isFilledWithLiquid-": {"Sink", "SinkBasin"},
          "wash": {"Sink", "SinkBasin"}, "chill": {"Fridge"}, "heat": {"Microwave"},
          "toast": {"Toaster"}, "filled": {"Sink", "SinkBasin"}}
"""Where something is done anyway: said with the verb, that place is no further one."""


def station(what: Sequence[Selection], place: str, switch: str) -> list[Any]:
    """Return that things are in a device that is on."""
    spot = Selection(("SinkBasin", "Sink") if place == "Sink" else (place,), "some", words=place)
    if place == "StoveBurner":
        spot = replace(spot, states=(("isToggled", True),))
    where = Location(inside(spot.types), spot)
    return [*(Placed(s, where) for s in what),
            HasState(Selection((switch,), "some", words=switch), "isToggled", True)]


def _holding(tray: Selection, what: Selection) -> Selection:
    """Return the plate, or whatever it is, that something has been put on."""
    return replace(tray, quantifier="some", located=None, holding=what, by_then=True)


def some(kind: str, words: str = "") -> Selection:
    """Return any one thing of a type."""
    return Selection((kind,), "some", words=words or kind.lower())


class Effects:
    """Tells what clauses ask for, given what is known behind those before."""

    def __init__(self, sense: Sense, recipe: Callable[[str, Sense], None]) -> None:
        self.sense, self.recipe = sense, recipe

    def apply(self, clause: Clause) -> Sense:
        """Return what is known behind a clause; raises :class:`Senseless`."""
        if clause.when:
            stages = guarded(self.sense, clause, self.stages)
        else:
            stages = self.stages(clause)
        stages = self.prepared(stages)
        sense = self.sense
        if clause.drops and sense.steps and self._dropped(sense.steps[-1][1], stages):
            ordered, _ = sense.steps.pop()
            clause = replace(clause, ordered=clause.ordered or ordered)
        if any(stages):
            if clause.apart:
                sense.steps = set_apart(sense.steps, stages)
            if clause.joined and sense.steps and len(stages) == 1 and not clause.ordered:
                ordered, last = sense.steps[-1]
                sense.steps[-1] = (ordered, [[*last[0], *stages[0]], *last[1:]])
            elif clause.swap and sense.steps:
                ordered, last = sense.steps[-1]
                sense.steps[-1:] = [(ordered, stages), (True, last)]
            else:
                sense.steps.append((clause.ordered and bool(sense.steps), stages))
        return sense

    @staticmethod
    def _dropped(last: Steps, stages: Steps) -> bool:
        """Whether things were only taken for what is done with them now."""
        taken = {t for stage in last for w in stage for t in w.what.types}
        used = {t for stage in stages for w in stage for s in (
            w.what, w.target.place if isinstance(w, Placed) else None) if s for t in s.types}
        return bool(taken & used) and all(isinstance(w, Held) for stage in last for w in stage)

    def stages(self, clause: Clause) -> Steps:
        """Return the subgoals of a clause in stages."""
        found: Steps = getattr(self, f"_{clause.act}")(clause)
        return found

    def _do(self, clause: Clause) -> Steps:
        """Read a verb, and how things should be then: "put the phone, switched off, in …"."""
        stages = self._verb(clause)
        for _, (key, value) in clause.preds:
            assert clause.what is not None
            more = self._in_state(clause.what, key, value)
            stages = [*more, *stages] if key in _MADE else [[*stages[0], *more[0]], *stages[1:]]
        return stages

    # -- verbs -------------------------------------------------------------------------------------

    def _verb(self, clause: Clause) -> Steps:
        verb = clause.verb
        assert verb is not None
        self.sense.now = []
        what = clause.what or self._unsaid(clause)
        wheres = self._perceived(verb, [w for w in clause.wheres if w.kind != "with"])
        for tool in clause.wheres if verb.does != "heat" else ():
            if tool.kind == "with":
                self.sense.note("manner", tool.start, tool.end)
        first = what.members[0]
        if verb.name == "leave" and first.kind == "name" and first.limit in ("exact", "just"):
            what = Things((replace(first, quant="allbut", plural=True, limit=""),))
            wheres = [replace(w, kind="from") for w in wheres]
            verb = vocabulary().kinds["remove"]
        if verb.does == "clear":
            return self._clear(what, wheres)
        if verb.does == "home" and all(self._furniture(t) for t in what.members):
            return self._clear(what, wheres, sorting=True)
        verb = self._meant(verb, what)
        what = what if verb.does in ("at", "hold", "found") else _every(what)
        able = set(able_of(verb.needs))
        if verb.does == "wash" and what.members[0].kind in ("pron", "ones"):
            able = set(able_of("pickupable")) | set(able_of("dirtyable"))
        found = self._undone(verb, what) or self.sense.things(what, able)
        if verb.does == "wash":
            return self._wash(found, what, wheres)
        chosen = self.sense.needing(found, verb.needs, what.members[0], f"{_word(verb)}")
        spots = [s.located.place for s in chosen if s.located and s.located.place]
        if verb.name == "cook" and any("Microwave" in p.types for p in (
                *spots, *self._put_in(chosen))):
            clause = replace(clause, verb=vocabulary().kinds["heat"])
        chosen = self._not_from_there(chosen, verb.does)
        self.sense.now = chosen
        if verb.does in ("at", "hold", "away", "home"):
            return self._move(verb, chosen, wheres, what)
        self.sense.name(chosen)
        return self._changed(verb, clause, found, chosen, wheres)

    def _perceived(self, verb: Verb, wheres: list[Where]) -> list[Where]:
        """Leave out landmarks no robot can perceive: "in the bin by the door"."""
        seen = [w for w in wheres if w.spots is None or w.spots.members[0].kind != "name" or (
            w.spots.members[0].types)]
        if len(seen) < len(wheres) and (seen or "d" not in verb.slots):
            for gone in [w for w in wheres if w not in seen]:
                self.sense.note("any one", gone.start, gone.end, "no robot can perceive this")
            return seen
        return wheres

    def _unsaid(self, clause: Clause) -> Things:
        """Return what a verb with no things is about: what was named last."""
        if not self.sense.groups:
            raise Senseless("what? nothing is named", clause.end, clause.end)
        return Things((Thing("pron", "it", clause.start, clause.end),))

    def _undone(self, verb: Verb, what: Things) -> list[Selection]:
        """Let "close it" be what was opened before, "turn it off" what was turned on."""
        (first, *more) = what.members
        state, on = verb.does[:-1], verb.does.endswith("+")
        if first.kind != "pron" or first.words != "it" or more or state not in (
                "isOpen", "isToggled"):
            return []
        done = [w.what for w in self.sense.asked
                if isinstance(w, HasState) and w.state == state and w.value is not on]
        last = self.sense.last
        spot = last.target.place if isinstance(last, Placed) else None
        shut = ontology().inside & set(able_of("openable"))
        if spot and state == "isOpen" and not (done or on) and set(spot.types) <= shut:
            done = [spot]  # "put the book in the box and close it"
        return [replace(s, states=(), when=()) for s in done[-1:]]

    def _meant(self, verb: Verb, what: Things) -> Verb:
        """Read "close the TV" and "open the tap" as off and on: they cannot be opened."""
        known = ontology().properties
        if verb.needs == "openable" and all(
                t.kind == "name" and not able_types(t.types, "openable") and set(t.types) & set(
                    known["toggleable"]) for t in what.members):
            self.sense.cost += 0.1
            return vocabulary().kinds["on" if verb.name == "open" else "off"]
        return verb

    def _changed(self, verb: Verb, clause: Clause, found: list[Selection], chosen: list[Selection],
                 wheres: list[Where]) -> Steps:
        """Return what a verb that moves nothing brings about."""
        if verb.does in _BY_RULE:
            fixed = [s for s in chosen if s.types and not set(s.types) & {
                *able_of("pickupable"), *able_of(verb.needs)}]
            if fixed:
                raise Senseless(f"'{fixed[0].words}' cannot be {_word(verb)}", clause.start,
                                clause.end)
            stages: Steps = getattr(self, f"_{verb.does}")(clause, chosen, wheres)
            return stages
        if verb.does in ("found", "reached"):
            return self._found(verb.does, chosen, wheres)
        key, value = verb.does[:-1], verb.does.endswith("+")
        eggs = all(s.types == ("Egg",) for s in chosen)
        if key == "isBroken" and eggs and any(w.kind == "in" for w in wheres):
            key = "isSliced"
        if (key, value) == ("isToggled", True):
            chosen = [self._any_switch(s, f) for s, f in zip(chosen, found, strict=True)]
            self.sense.groups[-1] = tuple(chosen)
        return self._then([[HasState(s, key, value) for s in chosen]], chosen, wheres,
                          at_once=key == "isSliced", keep=f"{key}{verb.does[-1]}")

    @staticmethod
    def _any_switch(chosen: Selection, named: Selection) -> Selection:
        """Let any switch do for what is switched by another thing: one knob of the stove."""
        basin = tuple(t for t in ontology().places(named.types) if t in BASINS)
        if basin and set(chosen.types) == {"Faucet"} and set(named.types) & set(BASINS):
            some_basin = replace(named, types=basin, quantifier="some", words=named.words)
            return replace(chosen, quantifier="some", located=Location("at", some_basin))
        other = bool(chosen.types) and not set(chosen.types) & set(named.types)
        return replace(chosen,
            quantifier="some") if other and chosen.quantifier == "the" else chosen

    def _found(self, does: str, chosen: list[Selection], wheres: list[Where]) -> Steps:
        for where in wheres:
            spot = self.sense.where(where, target=False)
            chosen = [replace(s, located=s.located or spot) for s in chosen]
        self.sense.groups[-1] = tuple(chosen)
        if does == "reached" and ontology().places(chosen[-1].types):
            place = replace(chosen[-1], types=ontology().places(chosen[-1].types))
            self.sense.there = Location(inside(place.types), place)
        return [[HasState(s, does, True) for s in chosen]]

    def _not_from_there(self, chosen: list[Selection], does: str) -> list[Selection]:
        """Take "chill it in the fridge" as where that is done, not as where it is."""
        usual = _USUAL.get(does, set())
        keep = does not in ("chill", "heat", "toast")
        return [replace(s, located=None) if s.located and s.located.place and not (
                    keep and s.quantifier == "all") and set(
                    s.located.place.types) & usual else s for s in chosen]

    def _then(self, stages: Steps, chosen: list[Selection], wheres: list[Where], *,
              at_once: bool = False, keep: str = "") -> Steps:
        """Put things somewhere when they have been changed: "slice it onto the plate"."""
        usual = _USUAL.get(keep, set())
        for where in wheres:
            spot = self.sense.where(where, target=where.kind != "from")
            cracked = at_once and all(s.types == ("Egg",) for s in chosen)
            if spot.place and set(spot.place.types) & usual:  # "the dishes in the sink" are there
                self.sense.cost += 0.3 * any(s.quantifier == "all" for s in chosen)
                continue
            self.sense.cost += (0.05 if cracked else 0.2) + 0.4 * (spot.relation == "home")
            if where.kind == "from" or keep.startswith(("isOpen", "isToggled", "isBroken")):
                self.sense.cost += 0.3
                stages = [[replace(w, what=replace(w.what, located=spot)) for w in stage]
                          for stage in stages]
                continue
            more: list[Any] = [Placed(s, spot) for s in chosen]
            stages = [[*stages[0], *more]] if at_once else [*stages, more]
        return stages

    def _wash(self, found: list[Selection], said: Things, wheres: list[Where]) -> Steps:
        """Wash what can be dirty; other things are held under the tap."""
        stage: list[Any] = []
        for one in found:
            dirty = able_types(one.types, "dirtyable")
            portable = able_types(one.types, "pickupable")
            if dirty:
                stage.append(HasState(replace(one, types=dirty), "isDirty", False))
            elif portable and set(portable) & set(able_of("pickupable")):
                stage += station([replace(one, types=portable)], "Sink", "Faucet")
                self.sense.note("does", said.members[0].start, said.members[0].end,
                                "washing is read as putting it under the running tap")
            else:
                thing = said.members[0]
                raise Senseless(f"'{one.words}' cannot be washed", thing.start, thing.end)
        self.sense.name(found)
        self.sense.now = found
        return self._then([stage], found, wheres, keep="wash")

    def _trash(self, clause: Clause, chosen: list[Selection], wheres: list[Where]) -> Steps:
        bin_ = Location("in", some("GarbageCan", "bin"))
        for where in wheres:
            spot = self.sense.where(where, target=where.kind != "from")
            if where.kind == "from":
                chosen = [replace(s, located=spot) for s in chosen]
            elif spot.place and "GarbageCan" in spot.place.types:
                bin_ = spot
            else:
                raise Senseless("that is no bin", where.start, where.end)
        return [[Placed(s, bin_) for s in chosen]]

    # -- cooking -----------------------------------------------------------------------------------

    def _heat(self, clause: Clause, chosen: list[Selection], wheres: list[Where]) -> Steps:
        spots = [self.sense.where(w, target=True) for w in [*wheres, *(
            w for w in clause.wheres if w.kind == "with" and w.spots)] if w.kind in (
            "in", "on", "with", "at")]
        kinds = {t for s in spots for t in (s.place.types if s.place else ())}
        if kinds & {"Pan", "Pot"}:
            pan = next(s.place for s in spots if s.place and set(s.place.types) & {"Pan", "Pot"})
            return self._in_pan(chosen, pan, "fry")
        if "Toaster" in kinds:
            return self._toast(clause, chosen, [])
        vessel = self._vessel_of(chosen)
        if "StoveBurner" in kinds and not vessel:
            return [station(chosen, "StoveBurner", "StoveKnob")]
        if clause.verb and clause.verb.name == "cook" and "Microwave" not in kinds and (
                vessel or all(set(s.types) <= {"Egg"} for s in chosen)):
            return self._in_pan(chosen, vessel, "fry")
        if clause.what is not None:
            thing = clause.what.members[0]
            self.sense.note("does", thing.start, thing.end,
                            "heating is read as in the microwave, switched on")
        return self._then([station(chosen, "Microwave", "Microwave")], chosen, wheres, keep="heat")

    def _boil(self, clause: Clause, chosen: list[Selection], wheres: list[Where]) -> Steps:
        if any(set(s.types) & {"Kettle", "Pot"} for s in chosen):
            return [[HasState(s, "fillLiquid", "water") for s in chosen],
                    station(chosen, "StoveBurner", "StoveKnob")]
        if all(s.types and set(s.types) <= set(able_of("fillable")) for s in chosen):
            return [[HasState(s, "fillLiquid", "water") for s in chosen],
                    station(chosen, "Microwave", "Microwave")]
        return self._in_pan(chosen, self._vessel(wheres) or self._vessel_of(chosen), "boil")

    def _fry(self, clause: Clause, chosen: list[Selection], wheres: list[Where]) -> Steps:
        return self._in_pan(chosen, self._vessel(wheres) or self._vessel_of(chosen), "fry")

    def _put_in(self, chosen: list[Selection]) -> list[Selection]:
        """Return the places that things have been put in before."""
        return [w.target.place for w in self.sense.asked
                if isinstance(w, Placed) and w.what in chosen and w.target.place]

    def _vessel_of(self, chosen: list[Selection]) -> Selection | None:
        """Return the pot that things have been put in before."""
        return next((p for p in self._put_in(chosen) if set(p.types) <= {"Pan", "Pot"}), None)

    def _vessel(self, wheres: list[Where]) -> Selection | None:
        return next((self.sense.where(w, target=True).place for w in wheres
                     if w.kind == "in"), None)

    def _in_pan(self, chosen: list[Selection], pan: Selection | None, how: str) -> Steps:
        pan = replace(pan, states=()) if pan else some("Pot" if how == "boil" else "Pan", "pot"
            if how == "boil" else "pan")
        first: list[Any] = [HasState(pan, "fillLiquid", "water")] if how == "boil" else []
        later: list[Any] = []
        for one in chosen:
            if "Egg" in one.types and how != "boil":
                first.append(HasState(one, "isSliced", True))
                one = _cracked(one)
            later.append(Placed(one, Location("in", pan)))
        self.sense.name(w.what for w in later)
        stages = [first, [*later, *station([pan], "StoveBurner", "StoveKnob")]]
        return [s for s in stages if s]

    def _toast(self, clause: Clause, chosen: list[Selection], wheres: list[Where]) -> Steps:
        whole = [s for s in chosen if set(s.types) & {"Bread"}]
        (thing, *_) = (clause.what or _IT).members
        if not whole and not any("BreadSliced" in s.types for s in chosen):
            raise Senseless(f"'{chosen[0].words}' cannot be toasted", thing.start, thing.end)
        if any(s.count > 1 for s in chosen if s.quantifier == "some"):
            raise Senseless("one slice at a time is toasted here", thing.start, thing.end)
        piece = some("BreadSliced", "slice of bread")
        self.sense.name([piece])
        cut: list[Any] = [HasState(replace(s, types=("Bread",), count=1), "isSliced", True)
                          for s in whole]
        stages: Steps = [cut] if cut else []
        return self._then([*stages, station([piece], "Toaster", "Toaster")], [piece], wheres,
                          keep="toast")

    def _chill(self, clause: Clause, chosen: list[Selection], wheres: list[Where]) -> Steps:
        fridge = Location("in", some("Fridge", "fridge"))
        return self._then([[Placed(s, fridge) for s in chosen]], chosen, wheres, keep="chill")

    # -- vessels -----------------------------------------------------------------------------------

    def _filled(self, clause: Clause, chosen: list[Selection], wheres: list[Where]) -> Steps:
        brewed = clause.extra == "coffee" or any(
            "CoffeeMachine" in t.types for w in wheres if w.spots for t in w.spots.members)
        if brewed and all(s.types == ("Mug",) for s in chosen):
            return [station(chosen, "CoffeeMachine", "CoffeeMachine")]
        liquid = clause.extra or "water"
        kept = [w for w in wheres if w.kind != "from"]
        for source in wheres:
            if source.kind == "from":
                self.sense.note("does", source.start, source.end,
                                "where a liquid comes from changes nothing")
        return self._then([[HasState(s, "fillLiquid", liquid) for s in chosen]], chosen, kept,
                          keep="filled")

    def _fill(self, clause: Clause) -> Steps:
        """Read "put some water in the kettle"."""
        assert clause.what is not None
        chosen = self.sense.chosen(clause.what, "fillable", "filled")
        self.sense.name(chosen)
        source = [Where("from", t.start, t.end) for t in (clause.other or Things(())).members]
        return self._filled(clause, chosen, source)

    def _drain(self, clause: Clause) -> Steps:
        assert clause.what is not None
        chosen = self.sense.chosen(clause.what, "fillable", "emptied")
        self.sense.name(chosen)
        return [[HasState(s, "isFilledWithLiquid", False) for s in chosen]]

    # -- places ------------------------------------------------------------------------------------

    def _furniture(self, thing: Thing) -> bool:
        known = ontology().properties
        return thing.kind == "name" and bool(thing.types) and not set(thing.types) & (
            {*known["pickupable"], *known["dirtyable"]})

    def _clear(self, what: Things, wheres: list[Where], *, sorting: bool = False) -> Steps:
        """Read "clear the table": all that lies there goes where it belongs.

        What belongs in a fridge stays when that is sorted.
        """
        portable = set(able_of("pickupable"))
        if any(set(t.types) <= set(able_of("fillable")) for t in what.members if t.types):
            raise Senseless("a vessel is no place to clear", 0, 0)  # but to be poured out
        if any(w.moving for w in wheres) and all(
                t.kind == "name" and set(t.types) <= portable - {"Box"} for t in what.members):
            return self._put(Clause("put", 0, 0, what=what, wheres=tuple(wheres)))
        spots: list[Selection] = []
        for thing in what.members:
            if thing.kind in ("every", "ones"):
                raise Senseless(f"'{thing.words}' is not a place to clear", thing.start, thing.end)
            if thing.kind == "pron":
                spot = self.sense.where(Where("in", thing.start, thing.end, Things((thing,))),
                                        target=False).place
                assert spot is not None
            else:
                spot = self.sense.select(replace(thing, but=()), place=True)[0]
            held = set(spot.types) <= portable and spot.types != ("Box",)
            if held or "GarbageCan" in spot.types or set(spot.types) <= set(able_of("fillable")):
                raise Senseless(f"'{spot.words}' is not a place to clear", thing.start, thing.end)
            spots.append(spot)
        if len(spots) > 1 and what.joint == "and" and not any(t.but for t in what.members):
            return [[w for thing in what.members for w in self._clear(Things((thing,)), wheres)[0]]]
        types = tuple(dict.fromkeys(t for s in spots for t in s.types))
        where = replace(spots[0], types=types)
        first = what.members[0]
        every = Thing("every", "everything", first.start, first.end, plural=True, quant="all",
                      but=tuple(b for t in what.members for b in t.but))
        self.sense.name([where])
        self.sense.places.append(where)
        located = Location(inside(types), where)
        chosen = [replace(s, located=located) for s in self.sense.select(every)]
        kept = sorting and set(types) <= ontology().inside & set(able_of("openable"))
        target = home() if kept else home(avoid=types)
        for place in wheres:
            meant = self.sense.where(place, target=True)
            target = meant if meant.relation != "home" else target
        self.sense.name(chosen)
        return [[Placed(s, target) for s in chosen]]

    def _move(self, verb: Verb, chosen: list[Selection], wheres: list[Where],
            said: Things) -> Steps:
        """Read verbs that take things somewhere, or take them in hand."""
        me = any(w.kind == "me" for w in wheres)
        target, source = self._ways([w for w in wheres if w.kind != "me"])
        if verb.usual and target is None and not me:
            quantifier: Any = "the" if len(verb.usual) == 1 else "some"
            spot = Selection(verb.usual, quantifier, words=verb.usual[0].lower())
            target = Location(inside(verb.usual[:1]), spot)
        if me and verb.name in ("bring", "carry", "hold") and target and source is None and not any(
                w.kind == "to" or w.moving for w in wheres):
            target, source = None, target  # "bring me the box on the shelf"
        if source is not None:
            self.sense.cost += 0.6 * any(s.located is not None for s in chosen)
            chosen = [replace(s, located=source, hearsay=s.quantifier != "all") for s in chosen]
        self.sense.name(chosen)
        portable = set(able_of("pickupable"))
        self.sense.cost += 0.3 * sum(bool(s.types) and not set(s.types) & portable for s in chosen)
        first = said.members[0]
        if target is not None and target.place and target.place.types == ("Toaster",) and any(
                "Bread" in s.types for s in chosen):
            if first.plural:
                raise Senseless("one slice at a time is toasted here", first.start, first.end)
            chosen = [some("BreadSliced", "slice of bread")]
        if target is not None:
            laden = self._laden(verb, chosen, first)
            placed = self._moved_to(verb, laden, target, source, wheres, first)
            return placed if laden is chosen else [[], *placed]
        return self._taken(verb, chosen, source, first, me=me)

    def _laden(self, verb: Verb, chosen: list[Selection], it: Thing) -> list[Selection]:
        """Read "put the egg on a plate and bring it to the table" as bringing the plate with it."""
        last = self.sense.last
        said = it.kind == "pron" and it.end > it.start
        if said and verb.does == "at" and verb.name != "throw" and isinstance(last, Placed) and [
                last.what] == chosen:
            tray = last.target.place
            if tray is not None and last.target.relation != "near" and ontology().portable(
                    tray.types):
                self.sense.note("read as", it.start, it.end, f"the {tray.words} with what it holds")
                return [_holding(tray, last.what)]
        return chosen

    def _at_home(self, chosen: list[Selection], spot: Selection | None) -> bool:
        """Whether a place is one where some of the things belong, or that is shut behind them."""
        homes, shut = ontology().homes, set(able_of("openable")) - {"Toilet"}
        return spot is not None and (set(spot.types) <= shut or (
            all(len(s.types) < 20 for s in chosen) and any(set(homes.get(t, ())) & set(spot.types)
                                                       for s in chosen for t in s.types[:1])))

    def _moved_to(self, verb: Verb, chosen: list[Selection], target: Location,
                  source: Location | None, wheres: list[Where], first: Thing) -> Steps:
        if verb.does == "away" and not source:
            raise Senseless("from where?", first.start, first.end)
        self.sense.cost += 0.15 * (verb.does == "hold")
        static = any(w.kind in ("in", "on") and not w.moving for w in wheres)
        if verb.does == "home" and source is None and static and not self._at_home(
                chosen, target.place):
            self.sense.cost += 0.3
        self._not_into_itself(chosen, target, first)
        still = ontology().surfaces - set(able_of("pickupable"))
        if wheres and wheres[-1].kind == "to" and all(
                set(s.types) <= {"Chair", "ArmChair", "Stool"} for s in chosen):
            target = replace(target, relation="near")  # "bring a chair to the desk"
        lifted = target.relation == "in" or (target.relation != "near" and any(
            w.kind in ("on", "to") for w in wheres))
        if lifted and any(s.types and set(s.types) <= still for s in chosen):
            raise Senseless(f"'{first.words}' cannot be lifted into anything", first.start,
                            first.end)
        spot, last = target.place, self.sense.last
        if isinstance(last, Placed) and target.relation == "near" and first.kind == "pron" and (
                [last.what] == chosen and last.target.relation == "on"):
            assert last.target.place is not None  # "… to the table and place it next to the bowl"
            target = replace(last.target, place=replace(last.target.place, located=target))
        if spot is not None and spot.quantifier == "some" and self.sense.load(spot):
            bare = replace(target, place=replace(spot, holding=None))
            by_then = replace(target, place=replace(spot, by_then=True))
            return [[*(Placed(held, bare) for held in self.sense.load(spot)),
                     *(Placed(s, by_then) for s in chosen)]]  # "on a plate with a fork"
        if spot is not None and spot.by_then and spot.holding is None:
            first_one, *others = chosen
            if not others:  # "the two cups on the same shelf"
                others = [replace(first_one, count=first_one.count - 1, apart=True)]
                first_one = replace(first_one, count=1)
            plain = replace(spot, by_then=False)
            shared = replace(spot, holding=first_one)
            return [[Placed(first_one, replace(target, place=plain)),
                     *(Placed(s, replace(target, place=shared)) for s in others)]]
        onto = spot.located if spot is not None else None
        if spot is None or onto is None or onto.relation not in ("in", "on") or not (
                spot.quantifier == "some" and ontology().portable(spot.types)):
            return [[Placed(self._further(s, target), fitting(s, target)) for s in chosen]]
        bare = replace(target, place=replace(spot, located=None))
        return [[Placed(self._further(s, bare), fitting(s, bare)) for s in chosen],
                [Placed(_holding(spot, chosen[-1]), onto)]]

    def _taken(self, verb: Verb, chosen: list[Selection], source: Location | None, first: Thing,
               *, me: bool) -> Steps:
        """Put things away, take them off, or hold them: no place to go to is said."""
        if verb.does == "home":
            where = next((s.located.place for s in chosen if s.located
                          and s.quantifier != "all"), None)
            self.sense.cost += 0.3 * self._at_home(chosen, where)
            return [[Placed(s, home(self._lain(s))) for s in chosen]]
        if verb.does == "away" or (verb.does == "at" and source is not None and not me):
            self.sense.cost += 0.3 * (verb.does == "at")
            return self._off(chosen, first)
        if verb.does == "hold" or me:
            return self._in_hand(chosen, me=me)
        went = getattr(self.sense.last, "state", "") == "reached"
        if verb.name == "put" and went and self.sense.there:
            return self._moved_to(verb, chosen, self.sense.there, source, [], first)
        if verb.name != "leave" and any(
                isinstance(w, Placed) and w.what in chosen for w in self.sense.asked):
            return [[]]  # "bring it to the table and put it down"
        raise Senseless("where to?", first.end, first.end)

    def _further(self, one: Selection, target: Location) -> Selection:
        """Read "another mug" as one that is not there yet, where none was named before."""
        if not one.apart or any(set(s.types) & set(one.types) and s != one
                                for g in self.sense.groups[:-1] for s in g) or target.place is None:
            return one
        if one.quantifier == "all":
            return replace(one, apart=False)
        there = Selection(one.types, "all", located=target, words=one.words)
        return replace(one, apart=False, quantifier="some", but=(*one.but, there))

    @staticmethod
    def _lain(one: Selection) -> tuple[str, ...]:
        return one.located.place.types if one.located and one.located.place else ()

    def _ways(self, wheres: list[Where]) -> tuple[Location | None, Location | None]:
        """Tell where to from where from: of two places the first is where things are now."""
        target: Location | None = None
        source: Location | None = None
        wheres = self._wholes(wheres)
        for number, where in enumerate(wheres):
            last = number == len(wheres) - 1
            spot = self.sense.where(where, target=last and where.kind != "from")
            if where.kind == "from":
                source = spot
            elif target is None or target.relation == "home":
                target = spot
            elif spot.relation == "home" and where.kind == "home" and source is None and (
                    target.relation in ("in", "on")):
                continue
            elif target.place and spot.relation != "home" and (
                    spot.relation == "near" or (ontology().portable(target.place.types) and not (
                    spot.place and "GarbageCan" in spot.place.types)) or (
                    target.relation == "near" and not where.moving)):
                if target.place.quantifier == "all":
                    raise Senseless("how many each place should get is not said",
                                    where.start, where.end)
                self.sense.cost += 0.05 if target.relation == "near" else 0.1
                target = replace(target, place=replace(target.place, located=spot))
            elif spot.relation == "home":
                source = target if source is None else source
                target = spot
            elif wheres[number - 1].kind == "to" and spot.place and ontology().portable(
                    spot.place.types):  # "to the table on a plate"
                target = replace(spot, place=replace(spot.place, located=target))
            else:
                source, target = target, spot
                self.sense.cost += 0.15
        return target, source

    def _wholes(self, wheres: list[Where]) -> list[Where]:
        """Leave out the shelf in "on a shelf in the fridge", "in it on the middle shelf"."""
        kept = []
        for number, where in enumerate(wheres):
            first = where.spots.members[0] if where.spots else None
            told = first is not None and first.quant in ("that", "same")
            beside = wheres[number - 1:number] if told else wheres[number + 1:number + 2]
            if first is not None and first.types == ("Shelf",) and any(
                    w.kind == "in" and w.spots and (told or not w.moving)
                    and set(w.spots.members[0].types) <= ontology().inside for w in beside):
                self.sense.note("left out", where.start, where.end)
            else:
                kept.append(where)
        return kept

    def _not_into_itself(self, chosen: list[Selection], target: Location, said: Thing) -> None:
        spot = target.place
        beside = spot.located.place if spot is not None and spot.located else None
        if spot is not None and beside is not None and beside.types == spot.types:
            raise Senseless("a place is not next to itself", said.start, said.end)
        if spot is not None and not (spot.apart and target.relation == "near") and any(
                set(spot.types) == set(s.types) and not spot.holding and (
                s.quantifier != "some" or spot.quantifier == "the") for s in chosen):
            raise Senseless(f"'{said.words}' cannot be put in or on itself", said.start, said.end)

    def _off(self, chosen: list[Selection], first: Thing) -> Steps:
        if not any(s.located is not None for s in chosen):
            raise Senseless("from where?", first.start, first.end)
        return [[Placed(s, home(self._lain(s))) for s in chosen]]

    def _in_hand(self, chosen: list[Selection], *, me: bool) -> Steps:
        """Hold things; many from one place are no handful, they go where they belong."""
        heap = sum(s.count for s in chosen) > 2 and all(s.located for s in chosen)
        every = any(s.located and s.quantifier == "all" for s in chosen)
        if any(len(s.types) > 20 and not s.located for s in chosen):
            raise Senseless("from where?", 0, 0)
        for one in chosen:
            if one.types and not set(one.types) & set(able_of("pickupable")):
                raise Senseless(f"'{one.words}' cannot be lifted", 0, 0)
        if not me and (heap or every):
            return [[Placed(s, home(self._lain(s))) for s in chosen]]
        return [[Held(s) for s in chosen]]

    def _put(self, clause: Clause) -> Steps:
        return self._verb(replace(clause, act="do", verb=vocabulary().kinds["put"]))

    def _away(self, clause: Clause) -> Steps:
        """Read "rid the table of crumbs": those things that lie there go where they belong."""
        assert clause.what is not None
        where = replace(clause.wheres[0], kind="on")
        what = Things(tuple(replace(t, quant="all" if t.quant in ("any", "no") else t.quant)
                            for t in clause.what.members), clause.what.joint)
        return self._not_at(what, where)

    def _hold(self, clause: Clause) -> Steps:
        verb = vocabulary().kinds["hold"]
        me = Where("me", clause.start, clause.start)
        source = (replace(w, kind="from") for w in clause.wheres)
        return self._verb(replace(clause, act="do", verb=verb, wheres=(me, *source)))

    def _act(self, clause: Clause) -> Steps:
        verb = vocabulary().kinds[clause.extra]
        return self._verb(replace(clause, act="do", extra="", verb=verb))

    def _near(self, clause: Clause) -> Steps:
        """Read "examine the book with the lamp" as holding it near the lamp, which is on."""
        assert clause.what is not None
        what = self.sense.chosen(clause.what, "pickupable", "examined")
        lamp = Selection(("DeskLamp", "FloorLamp"), "some", words="lamp")
        if clause.other is not None:
            said = self.sense.things(clause.other, able_of("toggleable"))[0]
            if not set(said.types) <= _LIGHTS:
                raise Senseless("things are looked at by a lamp", clause.start, clause.end)
            lamp = replace(said, states=())
            if lamp.types == ("LightSwitch",):  # where there is no lamp, the light will do
                lamp = replace(lamp, types=("DeskLamp", "FloorLamp"),
                               substitutes={"DeskLamp": lamp.types})
        self.sense.name(what)
        return [[*(Held(s, lamp) for s in what), HasState(lamp, "isToggled", True)]]

    def _swap(self, clause: Clause) -> Steps:
        """Put each of two things where the other is."""
        members = [*(clause.what.members if clause.what else ()),
                   *(clause.other.members if clause.other else ())]
        if len(members) != 2:
            raise Senseless("two things can be swapped", clause.start, clause.end)
        one, two = self.sense.chosen(Things(tuple(members)), "pickupable", "moved")
        if one.types == two.types and not (one.located and two.located):
            raise Senseless("which is which cannot be told", clause.start, clause.end)
        self.sense.name([one, two])
        return [[Placed(one, Location("on", where_is(two))),
                 Placed(two, Location("on", where_is(one)))]]

    def _together(self, clause: Clause) -> Steps:
        """Put things next to the first of them."""
        assert clause.what is not None
        (first, *others) = self.sense.chosen(clause.what, "pickupable", "moved")
        if not others or any(s.types == first.types for s in others):
            raise Senseless("next to what?", clause.start, clause.end)
        self.sense.name([first, *others])
        return [[Placed(s, Location("near", first)) for s in others]]

    def _table(self, clause: Clause) -> Steps:
        """Set the table: a plate, fork, knife and cup for each."""
        noun = ontology().find("table")
        assert noun is not None
        table = Location("on", Selection(noun.types, words="table"))
        count = int(clause.extra or 1)
        return [[Placed(Selection(t, "some", count, words=t[0].lower()), table) for t in (
            ("Plate",), ("Fork",), ("Knife", "ButterKnife"), ("Cup", "Mug"))]]

    # -- claims ------------------------------------------------------------------------------------

    def _claim(self, clause: Clause) -> Steps:
        """Read what should be so; "nothing should be" is its opposite."""
        assert clause.what is not None
        if any(t.quant == "no" for t in clause.what.members):
            (first, *_) = clause.what.members
            only = first.words == "only" and all(kind == "state" for kind, _ in clause.preds)
            if only and all(set(t.types) <= _LIGHTS for t in first.but):  # "only the lamp on"
                others = Things((replace(first, types=tuple(sorted(_LIGHTS)), quant="all"),))
                return [[*self._claim(replace(clause, what=Things(first.but)))[0],
                         *self._not(replace(clause, what=others))[0]]]
            if only:
                raise Senseless("how all the others should be is not said", first.start, first.end)
            return self._not(replace(clause, what=_all(clause.what)))
        stages: Steps = [[]]
        what = clause.what
        limit = what.members[0].limit
        if limit not in ("", "over", "just"):
            raise Senseless("how many is not counted here", clause.start, clause.end)
        what = _every(what)
        places = [v for k, v in clause.preds if k == "at"]
        if len(places) > 1 and len(places) == len(clause.preds) and (
                places[0].kind == "from" or places[1].kind == "near"):
            verb = vocabulary().kinds["put"]
            return self._verb(replace(clause, act="do", verb=verb, what=what, wheres=tuple(places)))
        for kind, value in clause.preds:
            made = self._be(what, kind, value, clause)
            done = [w for s in stages for w in s]
            made = [s for stage in made if (s := [w for w in stage if w not in done])]
            ordered = kind == "do" and value.ordered
            same = not ordered and len(made) == 1 == len(stages)
            stages = [[*stages[0], *made[0]], *stages[1:]] if same and made else [
                *[s for s in stages if s], *made]
            if what.members[0].kind != "pron" and self.sense.groups and (
                    kind != "at" or len(clause.preds) > 1):
                what = pronoun(what, clause.start)
        return stages

    def _be(self, what: Things, kind: str, value: Any, clause: Clause) -> Steps:
        if kind == "do":
            return self._verb(replace(value, what=what))
        if kind == "at":
            if value.kind == "from":
                if clause.joined:
                    raise Senseless("from where?", value.start, value.end)
                return self._not_at(what, value)
            return self._put(replace(clause, what=what, wheres=(value,), preds=()))
        return self._in_state(what, *value)

    def _in_state(self, what: Things, key: str, value: bool | str) -> Steps:
        first = what.members[0]
        name = str(value) if key == "cooked" else _VERBS.get((key, value))
        if name is not None:
            return self._verb(Clause("do", first.start, first.end, vocabulary().kinds[name], what))
        if key not in CAN:
            raise Senseless("that cannot be brought about", first.start, first.end)
        if key == "isFilledWithLiquid" and not value and all(
                t.kind == "name" and not set(t.types) & set(able_of("fillable"))
                    for t in what.members):
            return self._clear(what, [])
        needs, word = CAN[key]
        found = self.sense.things(what, able_of(needs))
        chosen = self.sense.needing(found, needs, first, word)
        if (key, value) == ("isToggled", True):
            chosen = [self._any_switch(s, f) for s, f in zip(chosen, found, strict=True)]
        self.sense.name(chosen)
        return [[HasState(s, key, value) for s in chosen]]

    def _not(self, clause: Clause) -> Steps:
        """Read what should not be so: the opposite of a state, another place."""
        assert clause.what is not None
        if any(t.limit not in ("", "just") for t in clause.what.members):
            raise Senseless("how many is not counted here", clause.start, clause.end)
        what = _all(clause.what)
        stages: Steps = [[]]
        for kind, value in clause.preds:
            if kind == "at":
                stages[0] += self._not_at(what, value)[0]
            elif kind == "state" and value == ("isFilledWithLiquid", False):
                stages[0] += self._in_state(what, "fillLiquid", "water")[0]
            elif kind == "state" and isinstance(value[1], bool):
                stages[0] += self._in_state(what, value[0], not value[1])[0]
            elif kind == "do" and value.verb and value.verb.does[-1:] in "+-" and (
                    value.verb.does.startswith("is")):
                does = value.verb.does
                stages[0] += self._in_state(what, does[:-1], does.endswith("-"))[0]
            else:
                raise Senseless("what should not be done is not supported, only what should be the "
                                "case", clause.start, clause.end)
        return stages

    def _not_at(self, what: Things, where: Where) -> Steps:
        chosen = self.sense.chosen(what, "pickupable", "moved")
        self.sense.now = chosen
        spot = self.sense.where(where, target=False)
        if spot.place is None or spot.relation not in ("in", "on"):
            raise Senseless("that is no place to leave", where.start, where.end)
        chosen = [replace(s, located=spot) for s in chosen]
        self.sense.name(replace(s, located=None) for s in chosen)
        return [[Placed(s, home(spot.place.types)) for s in chosen]]

    def _notthere(self, clause: Clause) -> Steps:
        assert clause.what is not None
        return self._there(replace(clause, what=Things(tuple(
            replace(t, quant="no") if t.quant in ("a", "any", "some", "", "no") else t
            for t in clause.what.members), clause.what.joint)), no=True)

    def _there(self, clause: Clause, *, no: bool = False) -> Steps:
        """Read "there should be a mug on the desk"."""
        assert clause.what is not None
        members = clause.what.members
        wheres = clause.wheres or tuple(t.at for t in members[-1:] if t.at)
        if not wheres:
            if members[0].kind != "every" and any(
                    t.quant == "no" or t.words.startswith("light") for t in members):
                return self._in_state(_all(clause.what), "isToggled", not any(
                    t.quant == "no" for t in members))
            raise Senseless("where?", clause.end, clause.end)
        what = Things(tuple(replace(t, at=None) if t.at in wheres else t for t in members),
                      clause.what.joint)
        act = "not" if no or any(t.quant == "no" for t in members) else "claim"
        return self.stages(replace(clause, act=act, what=_all(what) if act == "not" else what,
                                   wheres=(), preds=tuple(("at", w) for w in wheres)))

    # -- clauses of clauses ------------------------------------------------------------------------

    def _both(self, clause: Clause) -> Steps:
        """Read "wash and slice the tomato": two verbs, one thing."""
        first, later = clause.inner
        stages = self._verb(first)
        assert first.what is not None
        more = self._verb(replace(later, what=pronoun(first.what, later.start)))
        self.sense.steps += [(part.ordered, done) for part, done in (
            (clause, stages), (later, more)) if any(done)]  # "leave it there" asks for nothing
        return []

    def _order(self, clause: Clause) -> Steps:
        """Read "use a knife to slice the bread" as slicing it."""
        (inner,) = clause.inner
        if inner.verb is not None and "w" not in inner.verb.slots:
            raise Senseless("only washing, slicing and heating can be done with something",
                            clause.start, clause.end)
        self.sense.note("manner", clause.start, inner.start)
        return self.stages(inner)

    def _fact(self, clause: Clause) -> Steps:
        """Remember what a text tells: it names things, and asks for nothing."""
        assert clause.what is not None
        if any(t.quant == "no" for t in clause.what.members):
            raise Senseless("there is nothing to be done here", clause.start, clause.end)
        chosen = self.sense.things(clause.what)
        for where in clause.wheres:
            self.sense.where(where, target=True)
        self.sense.name(replace(s, quantifier="all", count=1) if s.quantifier == "some" and t.plural
                        and not t.count else s
                        for s, t in zip(chosen, clause.what.members, strict=False))
        return []

    def _seen(self, clause: Clause) -> Steps:
        """Remember where a text tells that things are."""
        assert clause.what is not None
        (where,) = clause.wheres
        if where.kind not in ("in", "on", "near") or not where.spots:
            raise Senseless("where?", where.start, where.end)
        return self._fact(replace(clause, what=Things(tuple(
            replace(t, at=where) for t in clause.what.members), clause.what.joint)))

    def _forbid(self, clause: Clause) -> Steps:
        self.sense.note("spared", clause.start, clause.end)
        if clause.inner:
            named = self.sense.fork()
            try:
                stages = Effects(named, self.recipe).stages(clause.inner[0])
            except Senseless:
                return []
            self.sense.groups, self.sense.places = named.groups, named.places
            self.sense.there = named.there
            note = Note("forbidden", clause.start, clause.end)
            self.sense.barred += tuple((note, w) for stage in stages for w in stage)
        return []

    def _spare(self, clause: Clause) -> Steps:
        """Leave things out of the clause before, where that is about several."""
        assert clause.what is not None
        if any(t.quant == "no" for t in clause.what.members):
            raise Senseless("what may stay there is not said", clause.start, clause.end)
        note = Note("forbidden", clause.start, clause.end)
        self.sense.barred += tuple(
            (note, Selection(t.types)) for t in clause.what.members
            if t.kind == "name" and not (t.states or t.at or t.other or t.plural))
        if not self.sense.steps:
            self.sense.note("spared", clause.start, clause.end)
            self.sense.name(self.sense.things(clause.what))
            return []
        ordered, stages = self.sense.steps[-1]
        kept: Steps = []
        for stage in stages:
            kept.append([])
            for subgoal in stage:
                left = [subgoal.what]
                if subgoal.what.quantifier == "all":
                    for thing in clause.what.members:
                        for gone in self.sense.select(thing):
                            if gone.apart:
                                continue
                            left = self.sense._but(left, gone)
                kept[-1] += [replace(subgoal, what=s) for s in left]
        if kept == stages:
            self.sense.note("spared", clause.start, clause.end)
        kept = [stage for stage in kept if stage]
        self.sense.steps[-1:] = [(ordered, kept)] if kept else []  # all of it may be spared
        return []

    def _recipe(self, clause: Clause) -> Steps:
        """Read what a request means, in its place; "it" there is what the request names."""
        if clause.what is not None:
            self.sense.name(self.sense.things(clause.what))
        before = len(self.sense.steps)
        self.recipe(clause.extra, self.sense)
        self.sense.note("recipe", clause.start, clause.end, clause.extra)
        made, self.sense.steps = self.sense.steps[before:], self.sense.steps[:before]
        return merge(made)

    # -- what has to be brought about first --------------------------------------------------------

    def prepared(self, stages: Steps) -> Steps:
        """Bring about first what nothing is when robots begin: "a hot potato" is heated before."""
        first: Steps = []
        cut = {t for stage in stages for w in stage if isinstance(w, HasState)
               and w.state == "isSliced" for t in w.what.types}
        rest = [[replace(w, what=self._plain(w.what, first, cut)) if isinstance(w, Placed | Held)
                 or w.state == "found" or any(s[0] in _MADE for s in w.what.states) else w
                 for w in stage] for stage in stages]
        return [*first, *rest]

    def _plain(self, what: Selection, first: Steps, cut_now: set[str]) -> Selection:
        what = self._cut_first(what, first, cut_now)
        if ("fillLiquid", "coffee") in what.states:  # coffee is hot anyway
            what = replace(what, states=tuple(s for s in what.states if s[0] != "temperature"))
        made = [s for s in sorted(what.states, key=lambda s: _MADE_FIRST.get(s[0], 2))
                if self._made(what, s) is not None]
        what = replace(what, states=tuple(s for s in what.states if s not in made))
        for state in made:
            if not self.sense.has(state, what.types):
                first += [m for m in self._made(what, state) or [] if m not in first]
            if state[0] in ("cooked", "isCooked") and state != ("cooked", "boil"):
                what = _cracked(what)
        load = self.sense.load(what)
        if what.holding is not None and not what.by_then and what.quantifier != "all" and (
                what.quantifier == "some" or load):
            inner = [self._plain(held, first, cut_now) for held in load or [what.holding]]
            what = replace(what, holding=None)
            first.append([Placed(held, Location(inside(what.types), what)) for held in inner])
        return what

    def _cut_first(self, what: Selection, first: Steps, cut_now: set[str]) -> Selection:
        """Slice first what pieces are spoken of and nobody was told to slice."""
        cut = [t for t in what.types if t.endswith("Sliced")]
        if what.quantifier != "all" and cut and len(cut) == len(what.types):
            wholes = tuple(t.removesuffix("Sliced") for t in cut)
            if not self.sense.has(("isSliced", True), wholes) and not set(wholes) & cut_now:
                cut_now |= set(wholes)
                first.append([HasState(Selection(wholes, "some", words=what.words), "isSliced",
                    True)])
            what = replace(what, quantifier="some")
        return what

    def _made(self, what: Selection, state: State) -> Steps | None:
        """Return the stages that bring about a state; None if it tells which thing is meant."""
        key, value = state
        if what.quantifier == "all" and key not in _MADE:
            return None
        if state == ("fillLiquid", "coffee"):
            return [station([what], "CoffeeMachine", "CoffeeMachine")]
        if key in ("cooked", "isCooked", "temperature") and value:
            verb = vocabulary().kinds[_VERBS.get(state, str(value))]
            self.sense.now = []
            return self._changed(verb, Clause("do", 0, 0, verb), [what], [what], [])
        if key == "fillLiquid" or state == ("isSliced", True):
            return [[HasState(what, key, value)]]
        dirty = able_types(what.types, "dirtyable")
        if key == "washed" or (state == ("isDirty", False) and (
                not dirty or what.quantifier == "some")):
            return [[HasState(what, "isDirty", False)] if dirty else station(
                [what], "Sink", "Faucet")]
        return None


def _cracked(one: Selection) -> Selection:
    """Return what an egg is when it has been fried."""
    return replace(one, types=("EggCracked",), located=None, quantifier="all" if (
        one.quantifier == "all") else "some") if one.types == ("Egg",) else one


def _all(what: Things) -> Things:
    """Read "no mugs", "any mug" in what should not be so as all of them."""
    return Things(tuple(replace(t, quant="all" if t.quant in ("no", "any") else t.quant)
                        for t in what.members), what.joint)


def _every(what: Things) -> Things:
    """Read "close any open drawer" as all that are open."""
    return Things(tuple(replace(t, quant="all") if t.quant == "any" and t.states else t
                        for t in what.members), what.joint)


def _word(verb: Verb) -> str:
    return {"at": "moved", "hold": "carried", "home": "carried", "away": "moved",
            "trash": "thrown away"}.get(verb.does, CAN.get(verb.does.rstrip("+-"), ("", ""))[1]
                                        or f"treated so ({verb.name})")
