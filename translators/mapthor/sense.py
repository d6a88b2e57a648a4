"""What noun phrases and places mean: object types, pronouns, "the other one", exceptions.

A :class:`Sense` is what is known behind some clauses: what was named, where "there" is, what has
to be done, how far-fetched that is. It is copied before it changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from domains.household.goal import Held, Location, Placed, Quantifier, Selection, Subgoal
from translators.mapthor.ontology import able_of, able_types, home, inside, ontology, pieces_of
from translators.mapthor.said import IT, Clause, Given, Note, State, Thing, Things, Where

Steps = list[list[Subgoal]]
Able = frozenset[str] | set[str]
NAMED = 20
"""So many types a name has at most: "everything" does not name what "it" may be."""
_STATIONS: dict[tuple[object, ...], set[str]] = {
    ("temperature", "Hot"): {"Microwave", "StoveBurner", "Pan", "Toaster"},
    ("temperature", "Cold"): {"Fridge"}, ("washed", True): {"Sink", "SinkBasin"},
    ("isDirty", False): {"Sink", "SinkBasin"}, ("fillLiquid", "coffee"): {"CoffeeMachine"},
    ("isCooked",): {"Microwave", "StoveBurner", "Pan"}, ("cooked",): {"Pan", "Pot", "Toaster"}}
"""Where something gets into a state that it does not show."""
CAN = {"isOpen": ("openable", "opened or closed"), "isDirty": ("dirtyable", "washed"),
       "isToggled": ("toggleable", "switched on or off"), "isSliced": ("sliceable", "sliced"),
       "isFilledWithLiquid": ("fillable", "filled"), "isBroken": ("breakable", "broken"),
       "fillLiquid": ("fillable", "filled"), "at": ("pickupable", "moved"),
       "away": ("pickupable", "moved"), "hold": ("pickupable", "carried"),
       "home": ("pickupable", "carried")}
"""What a thing has to be to get into a state, and what is done to it then."""
MADE = ("temperature", "isCooked", "cooked", "washed")
"""States that nothing has when robots begin, or that nobody remembers."""
_DOORS = ("door", "doors", "lid", "drawer door")
NOT_REMEMBERED = "whether something was washed or heated is not remembered"
_NOT_SHARED = "how many each place should get is not said"


class Senseless(Exception):
    """What a clause says makes no sense: why, and at which words."""

    def __init__(self, why: str, said: Thing | Where | Given | Clause | None = None) -> None:
        super().__init__(why)
        start, end = (said.start, said.end) if said else (0, 0)
        self.note = Note("senseless", start, end, why, 1.8)


def kinds_of(where: Location | None) -> tuple[str, ...]:
    """Return the types of a place, none for where things belong."""
    return where.place.types if where and where.place else ()


def spot_of(subgoal: Subgoal) -> tuple[str, ...]:
    """Return the types of the place where something is to be, if that is asked for."""
    return kinds_of(subgoal.target) if isinstance(subgoal, Placed) else ()


def _few(group: tuple[Selection, ...]) -> bool:
    """Whether something in a group has a name."""
    return any(len(s.types) <= NAMED for s in group)


def where_is(held: Selection) -> Selection:
    """Return the place that is known by what it holds: "where the phone is"."""
    return Selection(tuple(sorted(ontology().surfaces - {"Floor", *held.types})),
                     words=f"where the {held.words} is", holding=held)


@dataclass
class Sense:
    """What is known behind some clauses."""

    groups: list[tuple[Selection, ...]] = field(default_factory=list)
    places: list[Selection] = field(default_factory=list)
    there: Location | None = None
    now: list[Selection] = field(default_factory=list)
    steps: list[tuple[bool, Steps]] = field(default_factory=list)
    cost: float = 0.0
    notes: list[Note] = field(default_factory=list)
    laden: list[list[Selection]] = field(default_factory=list)
    barred: tuple[tuple[Note, tuple[Selection | Subgoal, ...]], ...] = ()
    given: dict[tuple[int, Things], list[Selection]] = field(default_factory=dict)
    within: Location | None = None

    def fork(self) -> Self:
        """Return a copy that may change."""
        return replace(self, groups=[*self.groups], places=[*self.places], now=[],
            laden=[*self.laden], steps=[*self.steps], notes=[*self.notes], given={**self.given})

    def name(self, selections: Iterable[Selection]) -> None:
        """Remember what was named, if anything, for pronouns."""
        self.groups += filter(None, [tuple(selections)])

    @property
    def named(self) -> list[Selection]:
        """All single things and kinds named, the last first."""
        return [s for group in reversed(self.groups) for s in group if len(s.types) <= NAMED]

    @property
    def asked(self) -> list[Subgoal]:
        """All that the clauses before ask for."""
        return [w for _, steps in self.steps for stage in steps for w in stage]

    @property
    def last(self) -> Subgoal | None:
        """What the clauses before ask for last."""
        return next(reversed(self.asked), None)

    @staticmethod
    def as_found(what: Selection) -> Selection:
        """Return a thing without what nothing is when robots begin."""
        return replace(what, states=tuple(s for s in what.states if s[0] not in MADE))

    def load(self, place: Selection) -> list[Selection]:
        """Return what a place is to be given first, by what it is said to hold."""
        return next((held for held in self.laden if held[0] == place.holding), [])

    def note(self, kind: str, start: int, end: int, detail: str = "") -> None:
        """Tell of a liberty."""
        self.notes.append(Note(kind, start, end, detail))

    def recalled(self, able: Able) -> list[tuple[Selection, ...]]:
        """Return what was named and can be so treated, the last first."""
        return [g for g in reversed(self.groups) if not able or any(
            able.intersection(s.types) for s in g)]

    def antecedent(self, thing: Thing, able: Able) -> tuple[Selection, ...]:
        """Find what a pronoun stands for: the last thing named that can be so treated."""
        lifted = able == able_of("pickupable")
        if thing.quant == "slices":  # of what was cut
            able = {t for t in able or able_of("sliceable") if "Sliced" in t or pieces_of(t)}
        if thing.quant == "held":
            held = tuple(w.what for w in self.asked if isinstance(w, Held))
            fitting = [held] if held else []
        else:
            fitting = self.recalled(able) or [
                g for g in self.recalled(able_of("pickupable") | able_of("moveable"))
                if lifted and not ontology().places(g[0].types)]  # "move it": the plant
        if not fitting:
            raise Senseless(f"'{thing.words}' refers to nothing named before", thing)
        group = fitting if thing.plural else [*filter(_few, fitting)] or fitting
        every = fitting[0][0]
        if lifted and every.words == "everything" and every.located and (
                every.located.place in group[0]):
            return fitting[0]  # "take everything out of the box and put it on the desk"
        if thing.words == "it":  # no list, where one thing was named too
            group = [g for g in group if all(s == g[0] for s in g) and (
                g[0].quantifier != "all" or ((noun := ontology().find(g[0].words)) and (
                    not noun.plural)))] or group  # "take every fork and put it on the table"
        (*others, one) = found = group[0]
        if not thing.plural:
            return (one,)
        several = others or one.count > 1 or one.quantifier == "all"
        return found if several else self._one_by_one(able, found, both="both" in thing.words)

    def _one_by_one(self, able: Able, last: tuple[Selection, ...], *, both: bool
                    ) -> tuple[Selection, ...]:
        """Return the single things named one after the other: "them".

        "Both" are a thing and its place, where nothing else was named.
        """
        run: list[Selection] = []
        places: list[Selection] = []
        for group in reversed(self.groups):
            one = group[0]
            if len(group) != 1 or one.quantifier == "all" or len(one.types) > NAMED:
                break
            if one in self.places and run:
                places.append(one)
            elif (not able or able.intersection(one.types)) and not any(r.types == one.types
                    and (not (r.located and one.located) or r.located == one.located) for r in run):
                run.append(one)
        run = [*run, *places][:2] if both else run
        return tuple(run[::-1]) or last

    def select(self, thing: Thing, able: Able = frozenset(), inherit: Selection | None = None,
               *, at: str = "") -> list[Selection]:
        """Return what a noun phrase means, of types that are ``able`` to be so treated.

        ``at`` is "in" or "near" where it is that place which is named.
        """
        if thing.nearest and not at:
            self.note("read as", thing.start, thing.end, "any, near or far")
        if thing.limit in ("exact", "most", "over"):
            self.note("read as", thing.start, thing.end, "that many")
        if thing.kind == "pron":
            found = list(self.antecedent(thing, able))
            if thing.quant == "a":
                found = [replace(found[0], quantifier="some", count=1, words="one")]
            return self._without(found, thing)
        if thing.other and thing.count > 1 and (others := self._others(thing)):
            return self._without(others, thing)
        if thing.kind == "slice":
            return [self._told(s, thing) for s in self._slices(thing)]
        chosen = self._every(thing, able) if thing.kind == "every" else (
            self._ones(thing, able) if thing.kind == "ones" else self._named(thing, inherit, at))
        if self.within and thing.plural and ontology().portable(chosen.types):
            chosen = replace(chosen, located=self.within)  # "clear it: food goes …"
        return self._without([self._told(chosen, thing)], thing)

    def _every(self, thing: Thing, able: Able) -> Selection:
        types = thing.types or tuple(sorted(able or able_of("pickupable")))
        if thing.other:
            last = self.last.what if self.last else None
            if {"rest", "half"} & set(thing.words.split()) and last and len(last.types) < NAMED:
                if last.quantifier == "some" or last.partly:
                    return replace(last, quantifier="all", count=1, apart=True, share=(1, 1),
                                   but=())
                if last.quantifier == "all" and (last.states or last.located):  # "the dirty mugs"
                    return self._but([replace(last, states=(), located=None)], last)[0]
            named = {t for s in self.named for t in s.types}
            if not named or "half" in thing.words or (thing.words == "the rest" and (
                    last is None or last.quantifier == "the")):
                raise Senseless(f"'{thing.words}' than what? nothing was named before", thing)
            types = tuple(t for t in types if t not in named)
        if thing.quant in ("some", "number", "couple"):
            if not (thing.types or thing.at or thing.holding or thing.states):
                raise Senseless("things have to be named", thing)
            return Selection(types, "some", max(1, thing.count), words=thing.words)
        return Selection(types, "all", words="everything")

    def _ones(self, thing: Thing, able: Able) -> Selection:
        """Read "one", "the dirty ones", "the other one": of the kind named last."""
        fitting = [*filter(_few, self.recalled(able or able_of("pickupable")))]
        if not fitting:
            raise Senseless(f"'{thing.words}' of what? nothing was named before", thing)
        if thing.limit not in ("", "just") or thing.quant == "allbut":
            raise Senseless("how many is not counted here", thing)
        if one_of_two := self._of_two(thing, fitting):
            return one_of_two
        kind = next((g for g in fitting if g[0] not in self.places), fitting[0])[-1]
        if self.has(("isSliced", True), kind.types) and not thing.other:  # "slice it, chill one"
            kind = replace(kind, types=tuple(
                c for t in kind.types for c in pieces_of(t)) or kind.types)
        count = max(1, thing.count) if thing.quant in ("number", "couple", "both") else 1
        one = replace(kind, quantifier="some", count=count, states=(), words="one", but=(),
                      share=(1, 1), located=None if thing.states else kind.located)
        temperatures = {value for key, value in (*kind.states, *thing.states)
                        if key == "temperature"}
        if thing.other or (thing.quant == "that" and not thing.plural) or len(temperatures) > 1:
            rest, known = thing.plural, kind.quantifier == "some"
            if rest and known and all(s.quantifier == "some" for s in fitting[0]):
                one = replace(one, types=tuple(t for s in fitting[0] for t in s.types))
            return replace(one, apart=True, located=one.located if known else None,
                           quantifier="all" if rest else "some" if known else "the")
        if thing.quant in ("the", "that", "all", "") and thing.words not in ("first", "former"):
            one = replace(one, quantifier="all" if thing.plural or thing.quant == "all" else "the",
                          count=1, located=None)
        return one

    def _others(self, thing: Thing) -> list[Selection]:
        """Read "the other two" of three kinds, one of which the order before was about."""
        named: dict[tuple[str, ...], Selection] = {}
        for one in self.named:
            if one not in self.places and len(named) <= thing.count:
                named.setdefault(one.types, one)
        asked = [w.what.types for w in self.asked if thing.kind == "ones" and w.what.types in named]
        done = asked[-1] if asked else ()
        left = [s for types, s in reversed(named.items()) if types != done]
        return left if done in named and len(left) == thing.count else []

    def _of_two(self, thing: Thing, named: Sequence[tuple[Selection, ...]]) -> Selection | None:
        """Read "the one" and "the other", "the former" and "the latter" of two things."""
        pair = next((g for g in named if len(g) == 2 and g[0] != g[1]
                     and all(s.quantifier != "all" for s in g)), None)
        if pair is None or thing.plural or thing.states or thing.at:
            return None
        later = self.groups[self.groups.index(pair) + 1:]
        left = [s for s in pair if not any(s in g for g in later)]
        if thing.other:
            return left[0] if len(left) == 1 else None
        return pair[0] if pair == named[0] else None

    def _slices(self, thing: Thing) -> list[Selection]:
        """Return slices of what was named last, of all of it for "a slice of each"."""
        named = dict.fromkeys(s.types[0].removesuffix("Sliced") for s in self.named if s.types)
        cut = [kind for kind in named if kind in able_of("sliceable")] or ["Bread"]
        return [Selection(pieces_of(kind), "some", max(1, thing.count), words="slice")
                for kind in (cut if thing.words == "slice of each" else cut[:1])]

    def _named(self, thing: Thing, inherit: Selection | None, at: str) -> Selection:
        known, types = ontology(), thing.types
        if not at and (same := self._door(thing)):
            return same
        if not types:
            return Selection((), words=thing.words)
        if at == "in" and not (types := known.places(types)):
            raise Senseless(f"nothing can be put in or on '{thing.words}'",
                            replace(thing, start=thing.head))
        quantifier, count = self._how_many(thing, inherit, place=bool(at))
        if quantifier == "all" and not thing.plural and at != "in" and (
                many := known.plural(thing.words)):
            types = many.types
        if not at and (same := self._again(thing, types)):
            return same
        made = Selection(types, quantifier, count, words=thing.words, central=thing.central,
            substitutes={k: known.substitutes[k] for k in types if k in known.substitutes})
        part, _, whole = thing.quant.partition("/")
        if whole and not thing.plural:
            raise Senseless("half of one thing is nothing to be moved", thing)
        if whole:
            made = replace(made, share=(int(part), int(whole)))
        elif thing.quant == "allbut":
            made = replace(made, but=(Selection(types, "some", thing.count, words=thing.words),))
        return self._other(made, thing)

    def _door(self, thing: Thing) -> Selection | None:
        """Read "the door" as that of what was named last."""
        able = able_of("openable") - {"Book", "Blinds"}
        if "lid" not in thing.words:
            able &= ontology().inside - {"Box", "Drawer"}
        return next((s for s in self.named if able & set(s.types)), None) if (
            thing.words in _DOORS) else None

    def _again(self, thing: Thing, types: tuple[str, ...]) -> Selection | None:
        """Find what is named again: "a mug … the mug", "the butter knife … the knife"."""
        if thing.quant != "the" or thing.at or thing.other or not all(
                self.has(s, types) for s in thing.states):
            return None
        if same := next((s for s in self.named if s.types == types), None):
            some = same.quantifier == "some" and (same.count > 1) == thing.plural
            placed = same.quantifier == "the" and same.located is not None
            return same if some or (placed and not thing.plural) else None
        return next((s for s in self.named if s.words.endswith(f" {thing.words}") or (
            s.types and s.types[0].lower().endswith(thing.words) and s.types[0] not in types)
            if s.quantifier == "the" and not thing.plural), None)

    def _other(self, made: Selection, thing: Thing) -> Selection:
        if not thing.other and thing.limit != "more":
            return made
        named = {t for s in self.named for t in s.types}
        left = tuple(t for t in made.types if t not in named)
        return replace(made, types=left) if left not in ((), made.types) else replace(
            made, apart=True)

    @staticmethod
    def _how_many(thing: Thing, inherit: Selection | None, *, place: bool) -> (
            tuple[Quantifier, int]):
        """Return the quantifier of a noun phrase; without one it takes that of the one before."""
        said = thing.quant
        if not said and inherit and not (thing.plural and inherit.quantifier == "the"):
            return inherit.quantifier, inherit.count
        many = thing.plural and (not place or said in ("both", "any"))
        if said in ("all", "no", "allbut", "both") or "/" in said or (
                many and said in ("", "the", "that", "any")):
            return "all", 1
        if said in ("", "the", "same"):
            return "the", 1
        return "some", max(1, thing.count)

    def _told(self, chosen: Selection, thing: Thing) -> Selection:
        """Add how and where it is."""
        if thing.kind == "every" and any(k in MADE for k, _ in thing.states):
            raise Senseless(NOT_REMEMBERED, thing)
        if thing.states:
            cut = bool(chosen.types) and all(t.endswith("Sliced") for t in chosen.types)
            chosen = replace(chosen, states=tuple(dict.fromkeys((*chosen.states, *(
                s for s in thing.states if s != ("isSliced", True) or not cut)))))
            least = len(chosen.types) / 2 if thing.kind == "every" else 1  # "the dark things"
            if any(k in ("isOpen", "isToggled") and len(
                    able_types(chosen.types, CAN[k][0])) < least for k, _ in thing.states):
                raise Senseless(f"'{thing.words}' cannot be so", thing)
        if thing.holding:
            chosen = self._told_by_load(chosen, thing)
        if thing.at is None or thing.words in _DOORS:
            return chosen
        fixed = thing.at.kind == "vague" and not ontology().portable(chosen.types)
        where = self.where(replace(thing.at, beside=fixed or thing.at.beside), target=False)
        if where.place is not None and not where.place.types:  # "the table by the door"
            self.note("any one", thing.at.start, thing.at.end, "no robot can perceive this")
            return chosen
        if thing.at.kind == "belongs":
            kinds = set(kinds_of(where))
            types = tuple(t for t in chosen.types if kinds & set(ontology().homes.get(t, ())[:1]))
            if not types:
                raise Senseless(f"'{thing.words}' does not belong there", thing)
            return replace(chosen, types=types)
        same = where.relation != "near" and where.place and where.place.types == chosen.types
        lit = chosen.types == ("LightSwitch",) and where.relation == "on"  # "the light on the desk"
        types = ("DeskLamp", "FloorLamp") if lit else chosen.types
        return chosen if same else replace(chosen, types=types, located=where)

    def _told_by_load(self, chosen: Selection, thing: Thing) -> Selection:
        """Add what it holds: a tray is given that first, a desk has it ("the desk with a lamp").

        No furniture lies on any ("the table with the chairs"): any one will do.
        """
        held = [self.select(t)[0] for t in thing.holding]
        seen = bool(held[0].types)  # not "with holes"
        tray = seen and ontology().portable(chosen.types)
        self.laden += [held] if thing.laden and tray else []
        lying = able_of("pickupable") | {"DeskLamp", "FloorLamp", "HousePlant"}
        told = tray or (seen and lying.issuperset(held[0].types))
        for other in thing.holding[(len(held) if tray and thing.laden else 1) if told else 0:]:
            self.note("any one", other.start, other.end)
        return replace(chosen, holding=held[0]) if told else chosen

    def _without(self, chosen: list[Selection], thing: Thing) -> list[Selection]:
        """Leave out what an exception names."""
        for left in thing.but:
            (gone, *_) = self.select(left) if left.kind != "ones" else self._ones_left(chosen, left)
            chosen = self._but(chosen, gone)
        if not chosen:
            raise Senseless("nothing is left of it", thing)
        return chosen

    def _ones_left(self, chosen: list[Selection], left: Thing) -> list[Selection]:
        self.name(chosen)
        any_one = left.quant == "that" and not left.plural  # "the red one"
        quant = "a" if any_one else left.quant or "the"
        found = self.select(replace(left, quant=quant), {*chosen[-1].types})
        self.groups.pop()
        return found

    @staticmethod
    def _but(chosen: list[Selection], gone: Selection) -> list[Selection]:
        if any(k in MADE for k, _ in gone.states):
            raise Senseless(NOT_REMEMBERED)
        rest = [replace(s, types=types) for s in chosen if (
            types := tuple(t for t in s.types if t not in gone.types))]
        if gone.states and not gone.located:
            told = [("isFilledWithLiquid", False) if k == "fillLiquid" else (k, not v)
                    for k, v in gone.states]
            return [*rest, *(
                replace(s, types=types, states=tuple(dict.fromkeys((*s.states, *told))))
                for s in chosen if (types := tuple(t for t in s.types if t in gone.types)))]
        if gone.located or gone.holding or gone.quantifier == "some":
            kept = replace(gone, quantifier="some" if gone.quantifier == "some" else "all")
            return [replace(s, but=(*s.but, kept)) if set(s.types) & set(gone.types) else s
                    for s in chosen]
        return rest

    def things(self, said: Things, able: Able = frozenset()) -> list[Selection]:
        """Return what a list of noun phrases means."""
        found: list[Selection] = []
        inherit: Selection | None = None
        for thing in said.members:
            in_it = thing.at and any(t.kind == "pron" for t in thing.at.spots.members)
            last_one = [tuple(found[-1:])] if found and (thing.kind == "ones" or in_it) else []
            self.groups += last_one
            got = self.select(thing, able, inherit if thing.kind == "name" else None)
            for named in last_one:
                self.groups.remove(named)
            bare = thing.kind == "name" and not (thing.quant or thing.states or thing.at)
            if bare and thing.plural and found and found[0].states and said.members[0].quant:
                got = [replace(s, states=found[0].states) for s in got]
            if thing.quant in ("that", "any") or (thing.plural and thing.quant == "the"):
                inherit = None
            elif thing.quant in ("a", "all", "the", "some", "number", "couple"):
                inherit = replace(got[0], quantifier="the") if thing.quant == "the" else got[0]
            if found and got[0] == replace(found[-1], count=got[0].count, apart=True):
                got[0] = replace(found[-1], count=found.pop().count + got[0].count)
            found += got
        *first, last = said.members
        if last.after and last.plural and not last.quant:
            found = [replace(s, states=found[-1].states) for s in found]
        if last.at and not in_it and all(t.at is None and t.kind == "name" for t in first) and (
                not any(t.states for t in said.members[1:])):
            found = [replace(s, located=found[-1].located) for s in found]
        return [self._one_of(said, found)] if said.joint == "or" and not all(
            s.quantifier == "all" for s in found) else found

    @staticmethod
    def _one_of(said: Things, found: list[Selection]) -> Selection:
        """Read "the apple or the tomato" as one of several types."""
        if any(s.quantifier == "all" or s.count > 1 for s in found):
            raise Senseless("one or the other of several is not supported",
                            replace(said.members[0], end=said.members[-1].end))
        types = tuple(dict.fromkeys(t for s in found for t in s.types))
        return replace(found[0], types=types, quantifier="some", substitutes={}, words="or")

    # -- places ------------------------------------------------------------------------------------

    def where(self, said: Where, *, target: bool) -> Location:
        """Return the place that a place phrase means; what is far-fetched costs."""
        if said.kind in ("home", "homeback"):
            return home(kinds_of(self.within))
        if said.kind == "there":
            it = Thing("pron", "there", said.start, said.end)
            return self.there or self._at_it(replace(said, kind="in"), it, target=target)
        first = said.spots.members[0]
        if said.kind in ("vague", "over"):
            return self._under(said, first, target=target)
        if said.kind == "where":
            self.cost += 0.1
            (held, *more) = self.now if self.now and first.kind == "pron" else self.select(first)
            if more:
                raise Senseless("where several things were is no place", said)
            return Location("on", where_is(held))
        meant = self._at_it if first.kind == "pron" else self._at
        return meant(said, first, target=target)

    def _under(self, said: Where, first: Thing, *, target: bool) -> Location:
        """Read "behind the toilet" as near it, "under the tap" as in the sink."""
        spot = self.select(first, at="near")[0] if first.kind != "pron" else self._at_it(
            replace(said, kind="near"), first, target=target).place
        assert spot is not None
        if target and said.kind == "over" and inside(ontology().places(spot.types)) == "on":
            return self._at(replace(said, kind="on"), first, target=target)
        if spot.types and set(spot.types) <= {"DeskLamp", "FloorLamp", "LightSwitch"}:
            return Location("near", spot)
        if spot.types == ("Faucet",) and not said.beside:
            return Location("in", Selection(ontology().places(["Sink"]), "some", words="sink"))
        if spot.types == ("CoffeeMachine",) and not said.beside:
            self.note("read as", said.start, said.start + 1, "'in'")
            return Location("in", spot)
        self.cost += 0.3 * target
        if target and spot.types == ("Sink",) and not said.beside:
            self.note("read as", said.start, said.start + 1, "'in the cabinet next to'")
            spot = Selection(("Cabinet",), located=Location("near", spot), words="cabinet")
            return Location("in", spot)
        if target and ontology().portable(spot.types):
            raise Senseless("robots know only in, on and next to", said)
        self.note("read as", said.start, said.start + 1, "'next to'")
        return Location("near", spot)

    def _at_it(self, said: Where, thing: Thing, *, target: bool) -> Location:
        last, near = self.last, said.kind == "near"
        if near and isinstance(last, Placed) and last.target.relation == "near":
            return last.target  # "the fork left of the plate and the knife right of it"
        named = [one for group in reversed(self.groups) for one in reversed(group)]
        if said.kind == "in" and thing.words == "it":  # "empty the box on the floor; … in it"
            named.sort(key=lambda s: not ontology().inside & {*ontology().places(s.types)})
        if thing.words == "there":  # no box, where furniture was named as well
            named.sort(key=lambda s: ontology().portable(s.types))
        taken = [w.what for w in self.asked if any(w.what.types == s.types for s in self.now)]
        sources = [s.located.place for s in (*self.now, *taken) if s.located and target
                   and thing.words != "back in"]  # "get it from the box, …"
        for one in named:
            types = one.types if near else ontology().places(one.types)
            device = said.kind == "on" and able_of("toggleable").intersection(types)
            flat = (thing in IT.members and ontology().inside.isdisjoint(types)) or (
                said.kind == "in" and types == ("Floor",))
            if types and len(one.types) < NAMED and one not in (*self.now, *sources) and not (
                    device or flat):
                moved = any(isinstance(w, Placed) and w.what == one for w in self.asked)
                spot = replace(one, types=types, located=None if moved else one.located)
                acted = last.what.types if last and target and said.kind == "on" else ()
                if acted and ontology().portable(acted) and not ontology().places(acted):
                    self.note("read as", thing.start, thing.end, f"the {one.words}")
                each = thing.words.startswith(("each", "every one", "both")) and (
                    bool(self.now) and self.now[0].quantifier == "some")
                return Location(inside(types), spot, each=self.now[0].count) if each else (
                    Location("near" if near else inside(types), spot))
        raise Senseless(f"'{thing.words}' is no place named before", said)

    def _same_place(self, said: Where, spot: Selection) -> Selection:
        """Return the place where something was put before, or that what is put there will share."""
        for done in reversed(self.asked):
            place = done.target.place if isinstance(done, Placed) else None
            if place and set(place.types) & set(spot.types):
                return replace(place, holding=done.what, by_then=True)
        if [s.quantifier for s in self.now] == ["all"]:
            return replace(spot, quantifier="some")  # "put all cups in the same cabinet"
        if sum(s.count for s in self.now) < 2:
            raise Senseless("'the same' as which? nothing was put anywhere before", said)
        return replace(spot, by_then=True)

    def _at(self, said: Where, first: Thing, *, target: bool) -> Location:
        flat = first.kind == "name" and not ontology().places(first.types)
        off = flat and bool(first.types) and not target and said.kind == "from"  # "off the pillow"
        beside = said.kind == "near" or said.beside or off or (flat and said.kind in ("to", "at"))
        furniture = ontology().surfaces - able_of("pickupable")
        spots = [self.select(t, furniture if t.kind == "ones" and not (beside or t.count) else (
            frozenset()), at="near" if beside else "in")[0] for t in said.spots.members]
        spots = [replace(s, states=tuple(("isDirty", False) if x == ("washed", True) else x
                                         for x in s.states)) for s in spots]
        spot = self._one_spot(said, spots, target=target)
        if spot.apart and not beside:
            raise Senseless("which of several places is meant cannot be told", said)
        shared = first.quant == "apart" or (target and first.quant in (
            "all", "number", "both", "couple", "allnumber"))
        if shared and not (beside and first.quant == "apart"):
            return self._shared(said, first, spot, near=beside or not target)
        if first.quant == "same" and (target or not any(
                set(s.types) & set(spot.types) for s in self.places)):
            spot = self._same_place(said, spot)
        kinds = set(spot.types)
        if target and said.kind == "on" and kinds <= able_of("shut"):
            self.note("read as", said.start, first.start, "'in'")
        self.places.append(spot)
        self.name((spot,))
        lying = "in" if said.kind == "in" and kinds & ontology().inside else inside(kinds)
        location = Location("near" if beside else lying, spot, first.nearest)
        if target:
            self.there = location
        return location

    def _shared(self, said: Where, first: Thing, spot: Selection, *, near: bool) -> Location:
        """Read "a fork on each plate", "in two different drawers"."""
        counts = [s.count for s in self.now if s.quantifier == "some"]
        apart = first.quant == "apart"
        if near or said.kind == "at" or not counts or len(counts) < len(self.now) or (
                counts != [first.count or counts[0]] if apart
                else first.quant not in ("all", "both", "allnumber")):
            raise Senseless(_NOT_SHARED, said)
        several = replace(spot, quantifier="some", count=counts[0]) if apart else spot
        return Location(inside(spot.types), several, each=1 if apart else counts[0])

    @staticmethod
    def _one_spot(said: Where, spots: list[Selection], *, target: bool) -> Selection:
        """Return one of several places that are named, as a target only if joined by "or"."""
        if len(spots) == 1:
            return spots[0]
        if (target and said.spots.joint == "and") or len(
                {ontology().portable(s.types) for s in spots}) > 1:  # "from the desk and the plate"
            raise Senseless(_NOT_SHARED, said)
        types = tuple(dict.fromkeys(t for s in spots for t in s.types))
        return replace(spots[0], types=types, words="or")

    def chosen(self, said: Things, needs: str, word: str) -> list[Selection]:
        """Return what a list of noun phrases means, of what can be so treated."""
        return self.needing(self.things(said, able_of(needs)), needs, said.members[0], word)

    def needing(self, found: Sequence[Selection], needs: str, thing: Thing, word: str
                ) -> list[Selection]:
        """Keep of each selection the types that can be so treated."""
        kept = []
        for one in found:
            types = able_types(one.types, needs)
            if not types and one.types:
                raise Senseless(f"'{one.words}' cannot be {word}", replace(
                    thing, start=thing.head or thing.start))
            but = tuple(replace(b, types=able_types(b.types, needs) or b.types) for b in one.but)
            cut = needs == "sliceable" and not set(types) & set(one.types)  # "cut three slices"
            kept.append(replace(one, types=types, but=but, count=1 if cut else one.count)
                        if types != one.types else one)
        return kept

    def has(self, state: State, types: Collection[str]) -> bool:
        """Whether earlier clauses bring about a state of a type."""
        where = _STATIONS.get(state, set()) | _STATIONS.get(state[:1], set())
        return any(set(w.what.types) & set(types) and (
            getattr(w, "state", "") == state[0] or where & {*spot_of(w)}) for w in self.asked)
