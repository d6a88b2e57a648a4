"""What a clause asks for: subgoals about the final state, in stages.

Where AI2-THOR has no such action, the subgoal is composed of others by the simulator's contextual
rules: heating is being in the microwave, switched on.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from domains.household.goal import BASINS, HasState, Held, Location, Placed, Selection
from translators.mapthor.given import guarded
from translators.mapthor.ontology import able_of, able_types, inside, ontology
from translators.mapthor.order import merge, set_apart
from translators.mapthor.said import IT, Clause, Note, State, Thing, Things, Where, pronoun
from translators.mapthor.sense import CAN, MADE, Senseless, Steps, spot_of
from translators.mapthor.vocabulary import Verb, state_of, vocabulary
from translators.mapthor.whereabouts import LIGHTS, Moves

_BY_RULE = frozenset(["heat", "toast", "device", "filled", "wash"])
"""What verbs do that is composed of other acts."""
_MADE_FIRST = {"isSliced": 0, "isDirty": 1, "washed": 1, "fillLiquid": 2}


def station(what: Sequence[Selection], place: str) -> list[Any]:
    """Return that things are in a device, and that what switches it is on."""
    spot = Selection(ontology().places([place]), "some", words=place)
    if place == "StoveBurner":
        spot = replace(spot, states=(("isToggled", True),))
    return [*(Placed(s, Location(inside(spot.types), spot)) for s in what),
            *(HasState(some(t), "isToggled", True) for t in able_types([place], "toggleable"))]


def some(kind: str) -> Selection:
    """Return any one thing of a type."""
    return Selection((kind,), "some", words=kind.lower())


@dataclass
class Effects(Moves):
    """Tells what clauses ask for; ``recipe`` reads plain orders behind what is known."""

    recipe: Callable[[str, Effects], None] = field(kw_only=True)

    def apply(self, clause: Clause) -> None:
        """Learn what is known behind a clause; raises :class:`Senseless`."""
        if clause.act == "spare" and clause.when and self.steps and all(
                w.what.when or w.what.states for stage in self.steps[-1][1] for w in stage):
            self.note("spared", clause.start, clause.end)
            return  # "if it is on, …; if it is off, leave it"
        stages = self.prepared(guarded(self, clause, self.stages))
        if not any(stages):
            return
        if clause.act == "recipe" and not clause.ordered:  # "books go on the shelf. Tidy up"
            ((_, stages),) = set_apart([(False, stages)], [self.asked])
        if clause.apart:
            self.steps = set_apart(self.steps, stages)
        ordered, last = self.steps[-1] if self.steps else (False, [])
        if clause.joined and last and len(stages) == 1 and not clause.ordered:
            self.steps[-1] = (ordered, [[*last[0], *stages[0]], *last[1:]])
        elif last and (clause.swap or _told_of_placed(clause, last, stages)):
            self.steps[-1:] = [(ordered, [*last[:-1], *stages]), (True, last[-1:])]
        else:
            self.steps.append((clause.ordered and bool(last), stages))

    def stages(self, clause: Clause) -> Steps:
        """Return the subgoals of a clause in stages."""
        found: Steps = getattr(self, f"_{clause.act}")(clause)
        return found

    def _do(self, clause: Clause) -> Steps:
        """Read a verb, and how things should be then: "put the phone, switched off, in …"."""
        if spared := self._staying(clause):
            return self._spare(replace(clause, what=spared))
        (first, *_) = (clause.what or IT).members
        wheres = clause.wheres or tuple(b.at for b in first.but if b.at)
        only = clause.verb.name == "leave" and first.limit in ("exact", "just")
        if wheres and (only or first.quant == "no"):  # "leave only the vase on the table"
            return self._claim(replace(clause, preds=tuple(("at", w) for w in wheres)))
        stages = self._paired(clause) if clause.extra in (
            "each", "respectively") else self._verb(clause)
        for kind, pred in clause.preds:
            more = self._be(clause.what, kind, pred, clause)
            before = kind == "do" or pred[0] in (*MADE, "isDirty")
            stages = [*more, *stages] if before else [[*stages[0], *more[0]], *stages[1:]]
        return stages

    def _staying(self, clause: Clause) -> Things | None:
        """Return what stays where it is, as all were to be moved: "but leave the books on …"."""
        said = [w.kind for w in clause.wheres] in (["in"], ["on"]) and not clause.ordered
        if not (said and clause.what and clause.verb.name == "leave" and all(
                t.at is None and t.kind != "pron" and (t.plural or t.quant in ("a", "number"))
                for t in clause.what.members)):
            return None
        stay = Things(tuple(replace(t, at=clause.wheres[0]) for t in clause.what.members))
        moved = [w.what for stage in self.steps[-1][1] for w in stage
                 if isinstance(w, Placed | Held)] if self.steps else []
        return stay if any(self._left(w, stay, but=False) != [w] for w in moved) else None

    def _paired(self, clause: Clause) -> Steps:
        """Read "a pen each on the desk and the shelf", "… the box and the bowl, respectively"."""
        sources = [w for w in clause.wheres if w.kind == "from"]
        goals = [replace(w, spots=Things((s,))) for w in clause.wheres if w not in sources
                 and w.spots.joint == "and" for s in w.spots.members]
        members = clause.what.members
        them = self.things(clause.what, able_of("pickupable")) if all(
            t.kind == "pron" for t in members) else []
        whats = [IT] * len(them) or [Things((t,)) for t in members]
        if clause.extra == "each" and all(t.quant in ("a", "number") for t in members):
            whats = [clause.what] * len(goals)
        if len(goals) < 2 or len(goals) != len(whats):
            raise Senseless("say where each should go", clause)
        made = []
        for what, goal, one in zip_longest(whats, goals, them):
            self.name(filter(None, [one]))
            made.append(self._verb(replace(clause, what=what, extra="", wheres=(*sources, goal))))
        return [[w for s in at_once for w in s] for at_once in zip_longest(*made, fillvalue=())]

    # -- verbs -------------------------------------------------------------------------------------

    def _verb(self, clause: Clause) -> Steps:
        verb, tools = clause.verb, [w for w in clause.wheres if w.kind == "with"]
        self.now = []
        what = clause.what or self._unsaid(clause)
        wheres = self._perceived(verb, [w for w in clause.wheres if w not in tools])
        for tool in tools if verb.does != "heat" else ():
            self.note("manner", tool.start, tool.end)
        first = what.members[0]
        verb = self._meant(verb, what, wheres)
        lying = {*able_of("pickupable"), *able_of("dirtyable")}
        sorting = verb.does == "home" and all(
            t.kind == "name" and t.types and lying.isdisjoint(t.types) for t in what.members)
        if verb.does == "clear" or sorting:
            return self._clear(what, wheres, sorting=sorting)
        what = what if verb.does in ("at", "hold") else _every(what)
        able = set(able_of(verb.needs))
        if verb.does == "wash" and first.kind in ("pron", "ones"):
            able |= set(able_of("pickupable"))
        found = self._undone(verb, what) or self.things(what, able)
        chosen = found if verb.does == "wash" else self.needing(
            found, verb.needs, first, _word(verb))
        self.now = chosen
        if verb.does in ("at", "hold", "away", "home"):
            return self._move(verb, chosen, wheres, what)
        if verb.does == "isSliced+" and all(t.endswith("Sliced") for s in found for t in s.types):
            cut: Steps = []  # "cut a slice of bread"
            pieces = [self._cut_first(s, cut, set()) for s in found]
            self.name(pieces)
            return self._then(cut or [[]], pieces, clause)
        self.name(chosen)
        if verb.does == "heat":
            wheres = [*wheres, *tools]
        return self._changed(replace(clause, verb=verb, what=what, wheres=tuple(wheres)), found,
                             chosen)

    def _perceived(self, verb: Verb, wheres: list[Where]) -> list[Where]:
        """Leave out landmarks no robot can perceive: "in the bin by the door"."""
        seen = [w for w in wheres if not w.spots or w.spots.members[0].kind != "name" or (
            w.spots.members[0].types)]
        if not seen and "d" in verb.slots:
            return wheres
        for gone in [w for w in wheres if w not in seen]:
            self.note("any one", gone.start, gone.end, "no robot can perceive this")
        return seen

    def _unsaid(self, clause: Clause) -> Things:
        """Return what a verb with no things is about: what was named last."""
        if not self.groups:
            raise Senseless("what? nothing is named", replace(clause, start=clause.end))
        many = all(s.quantifier == "all" for s in self.groups[-1])
        return Things((Thing("pron", "them" if many else "it", clause.start, clause.end,
                             plural=many),))

    def _undone(self, verb: Verb, what: Things) -> list[Selection]:
        """Let "close it" be what was opened before, "turn it off" what was turned on."""
        (first, *more) = what.members
        state, on = state_of(verb.does)
        if first.words != "it" or more or state not in ("isOpen", "isToggled"):
            return []
        done = [w.what for w in self.asked
                if isinstance(w, HasState) and w.state == state and w.value is not on]
        last = self.last
        spot = last.target.place if isinstance(last, Placed) else None
        shut = ontology().inside & set(able_of("openable"))
        if spot and state == "isOpen" and not (done or on) and set(spot.types) <= shut:
            done = [spot]  # "put the book in the box and close it"
        return [replace(s, states=(), when=()) for s in done[-1:]]

    def _meant(self, verb: Verb, what: Things, wheres: list[Where]) -> Verb:
        """Read "close the TV" and "open the tap" as off and on: they cannot be opened."""
        out = any(w.kind == "from" for w in wheres)
        if verb.does == "clear" and (out or any(w.moving for w in wheres)) and all(
                t.kind == "name" and t.types != ("Box",) and ontology().portable(t.types)
                and (out or not set(t.types) <= set(able_of("fillable"))) for t in what.members):
            return vocabulary().kinds["put"]  # "clear the dishes into the sink"
        named = [t.types for t in what.members if t.kind == "name"]
        if what.members[0].words == "it" and not any(  # "The tap is running. Close it."
                able_types(s.types, "openable") for g in self.groups for s in g):
            named = [s.types for g in self.groups[-1:] for s in g]
        if verb.name == "break" and wheres and {*named} == {("Egg",)}:
            return vocabulary().kinds["slice"]  # "break an egg into the pan"
        if verb.needs == "openable" and len(named) == len(what.members) and all(
                set(k) & set(ontology().properties["toggleable"]) and not able_types(k, "openable")
                for k in named):
            return vocabulary().kinds["on" if verb.name == "open" else "off"]
        return verb

    def _changed(self, clause: Clause, found: list[Selection], chosen: list[Selection]) -> Steps:
        """Return what a verb that moves nothing brings about."""
        verb = clause.verb
        if verb.does in _BY_RULE:
            fixed = [s for s in chosen if s.types and not set(s.types) & {
                *able_of("pickupable"), *able_of(verb.needs)}]
            if fixed and verb.does != "wash":
                raise Senseless(f"'{fixed[0].words}' cannot be {_word(verb)}", clause)
            if clause.what and verb.does in ("device", "heat", "toast"):  # "chill it in the fridge"
                chosen = [replace(s, located=None) if s.located and s.located.place and set(
                    s.located.place.types) & set(verb.usual) else s for s in chosen]
            stages: Steps = getattr(self, f"_{verb.does}")(clause, chosen)
            return stages
        if verb.does in ("found", "reached"):
            for where in clause.wheres:
                spot = self.where(where, target=False)
                chosen = [replace(s, located=s.located or spot) for s in chosen]
            self.groups[-1:] = [tuple(chosen)]
            return [[HasState(s, verb.does, True) for s in chosen]]
        key, value = state_of(verb.does)
        if (key, value) == ("isToggled", False) and {s.types for s in found} == {("StoveBurner",)}:
            clause = replace(clause, wheres=())  # no knob lies under the pot: all of them are off
            chosen = [replace(s, located=None, holding=None) for s in chosen]
        if (key, value) == ("isToggled", True):
            if pans := self._on_the_burner(clause, found):
                return [station(pans, "StoveBurner")]
            chosen = [self._any_switch(s, f) for s, f in zip(chosen, found, strict=True)]
            self.groups[-1:] = [tuple(chosen)]
        return self._then([[HasState(s, key, value) for s in chosen]], chosen, clause)

    def _on_the_burner(self, clause: Clause, found: list[Selection]) -> list[Selection]:
        """Return what stands on the one burner that is meant: "the burner under the pot"."""
        (burner, *more) = found
        if burner.types != ("StoveBurner",) or burner.quantifier == "all" or more:
            return []
        over = burner.located.place if burner.located else burner.holding
        for where in clause.wheres:  # "turn the stove on under the pan"
            over = self.where(where, target=False).place
        put = [w.what for w in self.asked
               if "StoveBurner" in spot_of(w) and w.what.quantifier != "all"]
        return [over] if over and ontology().portable(over.types) else put[-1:]

    @staticmethod
    def _any_switch(chosen: Selection, named: Selection) -> Selection:
        """Let any switch do for what is switched by another thing: one knob of the stove."""
        where = named.located if named.types == ("Faucet",) else None
        spot = where.place if where and where.place and where.relation != "near" else named
        basin = tuple(t for t in ontology().places(spot.types) if t in BASINS)
        if basin and set(chosen.types) == {"Faucet"}:  # no tap lies in a bathtub
            some_basin = replace(spot, types=basin, quantifier="some")
            return replace(chosen, quantifier="some", located=Location("at", some_basin))
        other = bool(chosen.types) and not set(chosen.types) & set(named.types)
        return replace(chosen,
            quantifier="some") if other and chosen.quantifier == "the" else chosen

    def _then(self, stages: Steps, chosen: list[Selection], clause: Clause) -> Steps:
        """Put things somewhere when they have been changed: "slice it onto the plate"."""
        verb = clause.verb
        at_once = verb.does == "isSliced+"
        for where in clause.wheres:
            spot = self.where(where, target=where.kind != "from")
            cracked = at_once and all(s.types == ("Egg",) for s in chosen)
            if spot.place and set(spot.place.types) & set(verb.usual):  # "wash … in the sink"
                self.cost += 0.3 * any(s.quantifier == "all" for s in chosen)
                continue
            self.cost += (0.05 if cracked else 0.2) + 0.4 * (spot.relation == "home")
            if where.kind == "from" or verb.does.startswith(("isOpen", "isToggled", "isBroken")):
                stages = [[replace(w, what=replace(w.what, located=spot)) for w in stage]
                          for stage in stages]
                continue
            more: list[Any] = [Placed(s, spot) for s in chosen]
            stages = [[*stages[0], *more]] if at_once else [*stages, more]
        return stages

    def _wash(self, clause: Clause, chosen: list[Selection]) -> Steps:
        """Wash what can be dirty; other things are held under the tap."""
        stage: list[Any] = []
        (thing, *_) = (clause.what or IT).members
        for one in chosen:
            dirty, portable = able_types(one.types, "dirtyable"), able_types(
                one.types, "pickupable")
            if dirty:
                stage.append(HasState(replace(one, types=dirty), "isDirty", False))
            elif ontology().properties["pickupable"].intersection(portable) - {
                    *ontology().nouns["electronics"].types}:
                stage += station([replace(one, types=portable)], "Sink")
                self.note("does", thing.start, thing.end,
                          "washing is read as putting it under the running tap")
            else:
                raise Senseless(f"'{one.words}' cannot be washed", thing)
        return self._then([stage], chosen, clause)

    # -- cooking -----------------------------------------------------------------------------------

    def _device(self, clause: Clause, chosen: list[Selection]) -> Steps:
        """Put things in the device that makes them so."""
        return self._then([station(chosen, clause.verb.usual[0])], chosen, clause)

    def _heat(self, clause: Clause, chosen: list[Selection]) -> Steps:
        """Heat things where that is said, where they are or have been put, or in the microwave.

        Eggs and what is fried or boiled get a pan or pot; what can be filled is boiled itself.
        """
        how = clause.verb.name
        if how == "boil" and all(
                s.types and set(s.types) <= set(able_of("fillable")) for s in chosen):
            stove = any(set(s.types) & {"Kettle", "Pot"} for s in chosen)
            return [[HasState(s, "fillLiquid", "water") for s in chosen],
                    station(chosen, "StoveBurner" if stove else "Microwave")]
        said = [spot for w in clause.wheres if w.kind in ("in", "on", "with", "at") and w.spots
                and (spot := self.where(w, target=True).place)]
        spots = [*said, *(s.located.place for s in self.now if s.located and s.located.place),
                 *(w.target.place for w in self.asked
                   if isinstance(w, Placed) and w.what in chosen and w.target.place)]
        kinds = {t for s in said for t in s.types}
        vessel = next((s for s in spots if set(s.types) & {"Pan", "Pot"}), None)
        other = next((s for s in said if ontology().portable(s.types)), None)
        in_pan = how in ("fry", "boil") or all(set(s.types) <= {"Egg"} for s in chosen)
        if "Toaster" in kinds:
            return self._toast(replace(clause, wheres=()), chosen)
        if vessel or (in_pan and how != "heat" and not any("Microwave" in s.types for s in spots)):
            return self._in_pan(chosen, vessel or other, how)
        if "StoveBurner" in kinds:
            return [station(chosen, "StoveBurner")]
        for thing in clause.what.members[:1]:
            self.note("does", thing.start, thing.end,
                      "heating is read as in the microwave, switched on")
        wheres = tuple(w for w in clause.wheres if w.kind != "with")
        return self._device(replace(clause, verb=vocabulary().kinds["heat"], wheres=wheres), chosen)

    def _in_pan(self, chosen: list[Selection], pan: Selection | None, how: str) -> Steps:
        pan = replace(pan, states=()) if pan else some("Pot" if how == "boil" else "Pan")
        first: list[Any] = [HasState(pan, "fillLiquid", "water")] if how == "boil" else []
        if how != "boil":
            first += [HasState(s, "isSliced", True) for s in chosen if "Egg" in s.types
                      and not self.has(("isSliced", True), s.types)]
            chosen = [_cracked(s) for s in chosen]
        self.name(chosen)
        inside_it = [Placed(s, Location("in", pan)) for s in chosen]
        return [*([first] if first else []), [*inside_it, *station([pan], "StoveBurner")]]

    def _toast(self, clause: Clause, chosen: list[Selection]) -> Steps:
        (thing, *_) = (clause.what or IT).members
        for other in chosen:
            if not {"Bread", "BreadSliced"} & set(other.types):
                raise Senseless(f"'{other.words}' cannot be toasted", thing)
        if any(s.count > 1 for s in chosen if s.quantifier == "some"):
            raise Senseless("one slice at a time is toasted here", thing)
        piece = replace(some("BreadSliced"), words="slice of bread")
        self.name([piece])
        cut: list[Any] = [HasState(replace(s, types=("Bread",), count=1), "isSliced", True)
                          for s in chosen if "Bread" in s.types]
        return self._then([*([cut] if cut else []), station([piece], "Toaster")], [piece], clause)

    def _filled(self, clause: Clause, chosen: list[Selection]) -> Steps:
        """Fill vessels: with water, if it is not said with what."""
        liquid, sources = clause.extra or "water", [w for w in clause.wheres if w.kind == "from"]
        brewed = liquid == "coffee" or any(
            "CoffeeMachine" in t.types for w in clause.wheres for t in w.spots.members)
        if brewed and all(s.types == ("Mug",) for s in chosen):
            return [station(chosen, "CoffeeMachine")]
        for source in sources:
            self.note("does", source.start, source.end, "where a liquid comes from changes nothing")
        wheres = tuple(w for w in clause.wheres if w not in sources)
        return self._then([[HasState(s, "fillLiquid", liquid) for s in chosen]], chosen,
                          replace(clause, wheres=wheres))

    # -- claims ------------------------------------------------------------------------------------

    def _claim(self, clause: Clause) -> Steps:
        """Read what should be so."""
        what = clause.what
        if what.members[0].limit in ("exact", "just", "most") or any(
                t.quant == "no" for t in what.members):
            return self._counted(clause)
        what = _every(what)
        places = [v for k, v in clause.preds if k == "at"]
        if len(places) > 1 and len(places) == len(clause.preds) and (
                places[0].kind == "from" or places[1].kind == "near"):
            return self._verb(_putting(clause, what, places))
        made: list[tuple[bool, Steps]] = []
        for kind, value in clause.preds:
            ordered = value.ordered if kind == "do" else kind == "at" and value.kind == "from"
            made.append((ordered, self._be(what, kind, value, clause)))
            if what.members[0].kind != "pron" and (kind != "at" or len(clause.preds) > 1):
                what = pronoun(what, clause.start)
        return made[0][1] if len(made) == 1 else merge(made)

    def _counted(self, clause: Clause) -> Steps:
        """Read "only the lamp should be on", "at most two plates", "nothing": the others are not.

        "Exactly two plates should be on the table" moves two there and the others away.
        """
        (first, *more) = clause.what.members
        where = next((b.at for b in first.but if b.at), None)
        rest = replace(first, plural=True, quant="all", limit="")
        if first.words == "only" and any(kind == "state" for kind, _ in clause.preds):
            these, others = first.but, replace(rest, types=tuple(sorted(LIGHTS)))
        elif where and clause.preds[0][1].kind == "there":  # "no pot that isn't on it"
            return self._verb(_putting(clause, Things((replace(rest, but=()),)), [where]))
        elif first.limit and more:
            raise Senseless("how many is not counted here", clause)
        elif first.limit in ("exact", "just"):
            these, others = (replace(first, limit=""),), replace(rest, count=0, other=True)
        else:
            most = Things((replace(rest, quant="allbut"),))
            return self._not(replace(clause, what=most) if first.limit else clause)
        stage, *later = self._claim(replace(clause, what=Things(these)))
        return [[*stage, *self._not(replace(clause, what=Things((others,))))[0]], *later]

    def _be(self, what: Things, kind: str, value: Any, clause: Clause, *, so: bool = True) -> Steps:
        """Return what brings about that things are somewhere, or so; not, unless ``so``."""
        if kind == "at" and (not so or value.kind == "from"):
            if clause.joined and so:
                raise Senseless("from where?", value)
            return self._not_at(what, value)
        if kind == "state" and (so or isinstance(value[1], bool)):
            return self._in_state(what, value[0], value[1] if so else not value[1])
        if not so:
            raise Senseless("what should not be done is not supported, only what should be the "
                            "case", clause)
        if kind == "do":
            return self._verb(replace(value, what=what))
        attached = value.kind == "near" and what.members[-1].at is not None
        self.cost += 0.1 * attached  # "I want the clock on the table by the bed"
        return self._verb(_putting(clause, what, [value]))

    def _in_state(self, what: Things, key: str, value: bool | str) -> Steps:
        first = what.members[0]
        if (key, value) == ("isCooked", False):  # as all is when robots begin
            self.name(self.things(what))
            self.note("fact", first.start, first.end)
            return [[]]
        if key == "isFilledWithLiquid" and not value and all(t.kind == "name"
                and not set(t.types) & set(able_of("fillable")) for t in what.members):
            return self._clear(what, [])
        if verb := vocabulary().brings.get((key, value)):
            return self._verb(Clause("do", first.start, first.end, verb, what))
        if key not in CAN:
            raise Senseless("what is done cannot be undone", first)
        chosen = self.chosen(what, *CAN[key])
        self.name(chosen)
        return [[HasState(s, key, value) for s in chosen]]

    def _not(self, clause: Clause) -> Steps:
        """Read what should not be so: the opposite of a state, another place."""
        if any(t.limit not in ("", "just") or (t.count and t.quant == "no")  # "no two mugs"
               for t in clause.what.members):
            raise Senseless("how many is not counted here", clause)
        what = _every(clause.what, so=False)
        stages = [self._be(what, kind, value, clause, so=False) for kind, value in clause.preds]
        return [[w for stage, *_ in stages for w in stage]]

    def _shut(self, clause: Clause) -> Steps:
        """Read "lock the keys in the safe" as putting them there and closing it."""
        stages = self._verb(_putting(clause, clause.what, clause.wheres))
        spots = [w.target.place for w in stages[-1] if isinstance(w, Placed) and w.target.place]
        if not spots or not set(spots[0].types) <= ontology().inside & set(able_of("openable")):
            raise Senseless("that cannot be locked", clause)
        return [*stages, [HasState(spots[0], "isOpen", False)]]

    def _both(self, clause: Clause) -> Steps:
        """Read "wash and slice the tomato": two verbs, one thing."""
        first, later = clause.inner
        stages = self._verb(first)
        more = self._verb(replace(later, what=pronoun(first.what, later.start)))
        self.steps += [(part.ordered, done) for part, done in (
            (clause, stages), (later, more)) if any(done)]  # "leave it there" asks for nothing
        return []

    def _order(self, clause: Clause) -> Steps:
        """Read "use a knife to slice the bread" as slicing it."""
        (inner,) = clause.inner
        tools = {t for thing in clause.other.members for t in thing.types}
        held = inner.verb.does == "isToggled+" and tools != {"RemoteControl"} and (
            ontology().portable(tools))  # "take the racket and turn on the lamp"
        if held or (not clause.extra and "w" not in inner.verb.slots and not (
                tools & set(inner.verb.usual))):
            raise Senseless("only washing, slicing and heating can be done with something", clause)
        self.note(clause.extra or "manner", clause.start, inner.start)
        if clause.what:
            self.name(self.things(clause.what))
        return self.stages(inner)

    def _fact(self, clause: Clause) -> Steps:
        """Remember what a text tells, and where things are: it asks for nothing."""
        if any(t.quant == "no" for t in clause.what.members):  # "there's no roll on the hanger"
            for where in [t.at for t in clause.what.members if t.at]:
                self.where(where, target=False)
            return []
        told = [w for w in (*clause.wheres, *(v for k, v in clause.preds if k == "at"))
                if w.kind in ("in", "on", "near", "vague") and w.spots]
        chosen = self.things(Things(tuple(  # "whichever pillow is on the floor"
            replace(t, at=t.at or told[0]) if told and (t.quant == "any" or clause.wheres) else t
            for t in clause.what.members), clause.what.joint))
        for where in told:
            if where.spots.members[0].kind == "name":
                self.there = self.where(where, target=False)
        for thing in [t for t in clause.what.members if {k for k, _ in t.states} & {*MADE}]:
            self.note("fact", thing.start, thing.end)  # "there's a wet cloth"
        self.name(replace(s, quantifier="all", count=1, share=(1, 1)) if t.plural and (
            s.quantifier == "some" or "/" in t.quant) and not (t.count or t.quant == "a") else s
            for s, t in zip(map(self.as_found, chosen), clause.what.members, strict=False))
        return []

    def _forbid(self, clause: Clause) -> Steps:
        self.note("spared", clause.start, clause.end)
        named = self.fork()
        with contextlib.suppress(Senseless):
            stages = named.stages(clause.inner[0])
            self.places, self.there = named.places, named.there
            self.groups = [(*map(self.as_found, group),) for group in named.groups]  # "the hot pot"
            note = Note("forbidden", clause.start, clause.end)
            every = [w for stage in stages for w in stage]
            whole = {Placed, HasState} <= {type(w) for w in every}  # in the microwave, but not on
            self.barred += ((note, tuple(every)),) if whole else tuple(
                (note, (w,)) for w in every)
        return []

    def _spare(self, clause: Clause) -> Steps:
        """Leave things out of the clause before, where that is about several."""
        but = clause.extra == "except"
        if any(t.quant == "no" for t in clause.what.members):
            raise Senseless("what may stay there is not said", clause)
        self.barred += tuple((Note("forbidden", clause.start, clause.end), (Selection(t.types),))
            for t in clause.what.members if t.kind == "name" and not (but or t.states or t.at
            or t.other or t.plural))
        ordered, stages = self.steps[-1] if self.steps else (False, [])
        kept = [[replace(w, what=s) for w in stage
                 for s in self._left(w.what, clause.what, but=but)] for stage in stages]
        if kept == stages:
            if but and not any(w.what.quantifier == "all" for stage in stages for w in stage):
                raise Senseless("it is not among what is named", clause)
            self.note("spared", clause.start, clause.end)
        if not stages:
            self.name(self.things(clause.what))
        elif kept != stages and self.groups:
            named = self.groups[-1]  # "everything but the pillows": it is without them
            self.groups[-1] = tuple(
                s for one in named for s in self._left(one, clause.what, but=but)) or named
        kept = [stage for stage in kept if stage]
        self.steps[-1:] = [(ordered, kept)] if kept else []  # all of it may be spared
        return []

    def _left(self, what: Selection, spared: Things, *, but: bool) -> list[Selection]:
        """Return what of things is left when some are spared."""
        left, one_meant = [what], what.quantifier != "all"
        for thing in spared.members:
            told = (thing.at and not what.located) or (
                thing.types and set(thing.types) < set(what.types))
            if one_meant and not (told and thing.kind in ("name", "ones")):
                continue  # "turn on the lamp, not the floor lamp" tells which
            for one in self._ones_left(left, thing) if but and thing.kind == "ones" else (
                    self.select(thing)):
                gone = replace(one, quantifier="all", count=1) if one_meant else one
                left = left if one.apart else self._but(left, gone)
        return left

    def _recipe(self, clause: Clause) -> Steps:
        """Read what a request means, in its place; "it" there is what the request names."""
        if clause.what:
            self.name(self.things(clause.what))
        before = len(self.steps)
        self.recipe(clause.extra, self)
        self.note("recipe", clause.start, clause.end, clause.extra)
        made, self.steps = self.steps[before:], self.steps[:before]
        return merge(made)

    # -- what has to be brought about first --------------------------------------------------------

    def prepared(self, stages: Steps) -> Steps:
        """Bring about first what nothing is when robots begin: "a hot potato" is heated before."""
        first: Steps = []
        cut = {t for stage in stages for w in stage if isinstance(w, HasState)
               and w.state == "isSliced" for t in w.what.types}
        rest = [[replace(w, what=self._plain(w.what, first, cut)) if isinstance(w, Placed | Held)
                 or w.state == "found" or any(s[0] in MADE for s in w.what.states) else w
                 for w in stage] for stage in stages]
        return [*first, *rest]

    def _plain(self, what: Selection, first: Steps, cut_now: set[str]) -> Selection:
        what = self._cut_first(what, first, cut_now)
        if ("fillLiquid", "coffee") in what.states:  # coffee is hot anyway
            what = replace(what, states=tuple(s for s in what.states if s[0] != "temperature"))
        made = [s for s in sorted(what.states, key=lambda s: _MADE_FIRST.get(s[0], 3))
                if self._is_made(what, s)]
        what = replace(what, states=tuple(s for s in what.states if s not in made))
        for state in made:
            if not self.has(state, what.types):
                first += [m for m in self._made(what, state) if m not in first]
            if state[0] in ("cooked", "isCooked") and state != ("cooked", "boil"):
                what = _cracked(what)
        load = self.load(what)
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
            if not self.has(("isSliced", True), wholes) and not set(wholes) & cut_now:
                cut_now |= set(wholes)
                first.append([HasState(Selection(wholes, "some", words=what.words), "isSliced",
                    True)])
            what = replace(what, quantifier="some")
        return what

    def _is_made(self, what: Selection, state: State) -> bool:
        """Whether a state has to be brought about first: it does not tell which thing is meant."""
        if state == ("isDirty", False):
            dirty = able_types(what.types, "dirtyable")
            return what.quantifier == "some" or (what.quantifier == "the" and not dirty)
        if state[0] in MADE:
            return bool(state[1])  # nothing has to be made raw
        return what.quantifier != "all" and (
            state[0] == "fillLiquid" or state == ("isSliced", True))

    def _made(self, what: Selection, state: State) -> Steps:
        """Return the stages that bring about a state."""
        told = what.quantifier == "the" and what.located  # "the mug of coffee on the desk"
        if state[0] == "fillLiquid" and (told or any(
                isinstance(w, HasState) and w.state == "isFilledWithLiquid"
                and set(w.what.types) & set(what.types) for w in self.asked)):
            return []  # "empty the cup that has water in it and put it in the sink"
        self.now = []
        verb = vocabulary().brings.get(state, vocabulary().kinds["fill"])
        return self._changed(Clause("do", 0, 0, verb, extra=str(state[1])), [what], [what])


def _cracked(one: Selection) -> Selection:
    """Return what an egg is when it has been fried."""
    return replace(one, types=("EggCracked",), located=None, quantifier="all" if (
        one.quantifier == "all") else "some") if one.types == ("Egg",) else one


def _told_of_placed(clause: Clause, last: Steps, stages: Steps) -> bool:
    """Whether what was put somewhere is told to be washed or hot: that is done before."""
    made = clause.act == "claim" and not clause.ordered and all(
        value.verb.does in _BY_RULE if kind == "do" else kind == "state" and value[0] in MADE
        for kind, value in clause.preds)
    before, now = ([w for stage in steps for w in stage] for steps in (last, stages))
    washed = any("SinkBasin" in spot_of(w) for w in now)
    return made and (washed or all(isinstance(w, Placed | Held) for w in before)) and any(
        one.what.types == other.what.types and {*spot_of(one)}.isdisjoint(spot_of(other))
        for one in before for other in now
        if isinstance(one, Placed | Held) and isinstance(other, Placed))


def _putting(clause: Clause, what: Things, wheres: Iterable[Where]) -> Clause:
    """Read a claim about where things should be as an order."""
    return replace(clause, act="do", verb=vocabulary().kinds["put"], what=what,
                   wheres=tuple(wheres), preds=())


def _every(what: Things, *, so: bool = True) -> Things:
    """Read "close any open drawer" as all that are open, "no mug", "a mug" not to be so as all."""
    return Things(tuple(replace(t, quant="all") if (
        t.quant == "any" and (t.states or t.at) if so else t.quant in ("no", "any", "a")) else t
        for t in what.members), what.joint)


def _word(verb: Verb) -> str:
    found = CAN.get(verb.does.rstrip("+-"))
    return found[1] if found else f"treated so ({verb.name})"
