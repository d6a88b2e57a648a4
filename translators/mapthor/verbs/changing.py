"""Verbs that change a state: open, close, slice, break, wash, switch, make dark."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from lark import Token

from domains.household.goal import BASINS, HasState, Location, Placed, Selection, Subgoal
from translators.mapthor.ontology import ontology
from translators.mapthor.places import carries, location, station
from translators.mapthor.references import Steps, Told, limited, whole_of
from translators.mapthor.things import things
from translators.mapthor.tree import Phrase
from translators.mapthor.verbs.examining import LAMPS
from translators.mapthor.verbs.kitchen import ON_STOVE, STOVE, at_station, cooked
from translators.mapthor.verbs.limits import limit, limited_to
from translators.mapthor.verbs.putting import Read, elided, put, things_of, types_of, word_of
from translators.mapthor.whereabouts import done_in

__all__ = ["CHANGING", "acted_on", "at_the_sink", "lit", "rinsed", "switching", "washed"]

_STATES: dict[str, tuple[str, str, str, bool]] = {
    "opening": ("openable", "opened", "isOpen", True),
    "closing": ("openable", "closed", "isOpen", False),
    "slicing": ("sliceable", "sliced", "isSliced", True),
    "slicing_into": ("sliceable", "sliced", "isSliced", True),
    "breaking": ("breakable", "broken", "isBroken", True),
    "soiling": ("dirtyable", "made dirty", "isDirty", True),
    "using_up": ("usable", "used up", "isUsedUp", True),
}
"""Verb class → the property its things need, the verb's participle, the state wished for."""
_PLACING = ("put", "leave", "set", "keep")
"""Verbs that switch ("put on the light") and place ("… and put on the table")."""
_SURFACE = Location("on", Selection(("CounterTop", "DiningTable", "CoffeeTable", "SideTable",
                                     "Desk", "Dresser"), "some", words="table or counter"))
_PUT_ON = {*_PLACING, "pop", "stick", "bung"}
_COOKED = {"Potato", "PotatoSliced", "Egg", "EggCracked"}
"""What is cooked when it is put on."""
_CLEANERS = ("DishSponge", "Cloth", "ScrubBrush", "SoapBottle", "SoapBar", "SprayBottle",
             "HandTowel", "PaperTowelRoll")


def _any_of(able: str) -> str:
    return "one of " + ", ".join(sorted(ontology().properties[able]))


def acted_on(node: Phrase, needs: str, verb: str, told: Told) -> tuple[list[Selection], Told]:
    """Read the things a verb acts on; keep the types that have the property it needs."""
    found, told = things_of(node, needs, told)
    if needs == "sliceable":  # "cut a slice of bread"
        found = [replace(s, types=tuple(dict.fromkeys(map(whole_of, s.types))), quantifier="the")
                 if s.types and all(whole_of(t) != t for t in s.types) else s for s in found]
    kept = [limited(s, needs) for s in found]
    for selection, rest in zip(found, kept, strict=True):
        if selection.types and not rest.types:
            told.fail(f"'{selection.words}' cannot be {verb}", word_of(node, selection),
                      _any_of(needs))
    return kept, told.naming(s if s.types == r.types else r
                             for s, r in zip(found, kept, strict=True))


def _changed(node: Phrase, told: Told) -> Read:
    """Subgoal for a state; "crack the egg into the pan" asks for the pieces there as well."""
    if node.rule == "slicing":
        told = _tool(node, ("Knife", "ButterKnife"), told)
    needs, verb, state, value = _STATES[node.rule]
    if node.rule in ("opening", "closing"):
        if str(node.words[0]).lower() == "lock":
            told = told.noting("'lock' is read as closing: nothing has a lock here")
        switched = _switched(node, value, told)
        if switched:
            return switched
        if not value and any(t.type == "PRONOUN" for t in node.words):
            told = _left_open(told)
    what, told = acted_on(node, needs, verb, told)
    for number, one in enumerate(what):
        if not value and one.quantifier == "some" and one.count == 1 and one in told.as_places:
            told = told.noting(f"which {one.words} it will be is not known: all that were seen "
                               f"have to be {verb}")
            what = [*what[:number], replace(one, quantifier="the"), *what[number + 1:]]
    cracked = [s.located for s in what if s.types == ("Egg",) and s.located and carries(s.located)]
    if cracked and node.rule in ("slicing", "breaking"):
        told = told.noting(f"'{cracked[0].describe()}' is read as where the egg should go")
        what = [replace(s, located=None) if s.located in cracked else s for s in what]
        told = told.naming(what)
    subgoals: list[Subgoal] = [HasState(s, state, value) for s in what]
    subgoals += [w for where in cracked[:1] for w in put(what, where)]
    if node.rule == "slicing_into":
        where, told = location(node.first("pp", "there"), told)
        subgoals += put(what, where)
    return [subgoals], told


def _left_open(told: Told) -> Told:
    """Have "it" in "open a drawer, put the book in it and close it" mean the drawer."""
    done = [w for _, steps in told.clauses for stage in steps for w in stage]
    opened = [w.what for w in done
              if isinstance(w, HasState) and (w.state, w.value) == ("isOpen", True)]
    places = [w.target.place for w in done[-1:] if isinstance(w, Placed) and w.target.place]
    used = [p for p in places for what in opened if set(p.types) <= set(what.types)]
    return told.naming((used or opened)[-1:]) if opened else told


def _switched(node: Phrase, value: bool, told: Told) -> Read | None:
    """Read "open the tap", "close the light" as switching what cannot be opened."""
    named = node.first("located_things")
    nouns = [m.noun for t in named.all("things") for m in t.members if m.rule == "thing"]
    kinds = [set(types_of(noun)) for noun in nouns if noun]
    able = ontology().properties
    if not kinds or not all(k & set(able["toggleable"]) and not k & set(able["openable"])
                            for k in kinds):
        return None
    mode = Token("ON" if value else "OFF", str(node.words[0]), start_pos=node.words[0].start_pos)
    said = " and ".join(str(n) for n in nouns)
    return switching(Phrase("switching", (Phrase("onoff", (mode,)), named)), told.noting(
        f"'{said}' cannot be {_STATES[node.rule][1]}: read as switching it {mode.type.lower()}"))


# -- washing ----------------------------------------------------------------------------------


def _washing(node: Phrase, told: Told) -> Read:
    told = _tool(node, _CLEANERS, told)
    node, _ = done_in(node, ("Sink", "SinkBasin", "Bathtub", "BathtubBasin"))
    named = node.first("located_things")
    for away in (c for c in named.all("from_place") if c.words[0].type == "OFF"):
        told.fail("'clean … off' does not say whether to wash or to take away", away.words[0],
                  "'clear … off', or 'wash … on'")
    anaphor = any(m.rule == "pronoun" for t in named.all("things") for m in t.members)
    latest = told.mentioned[-1] if told.mentioned else ()
    carry = anaphor and any(limited(s, "pickupable").types for s in latest)
    found, told = things_of(node, "pickupable" if carry else "dirtyable", told)
    found, told = at_the_sink(node, found, told)
    subgoals: list[Subgoal] = []
    for selection in found:
        stage, told = washed(selection, node, told)
        subgoals += stage
    return [subgoals], told


def washed(what: Selection, node: Phrase, told: Told) -> tuple[list[Subgoal], Told]:
    """Subgoal for a thing without dirt; where it never has any, for a rinse."""
    dirty, portable = limited(what, "dirtyable"), limited(what, "pickupable")
    if dirty.types:
        return [HasState(dirty, "isDirty", False)], told
    if not portable.types:
        told.fail(f"'{what.words}' cannot be washed", word_of(node, what), _any_of("dirtyable"))
    return rinsed([portable]), told.noting(
        f"'{what.words}' has no dirt to remove in AI2-THOR: washing is read as "
        "putting it into the sink under the running faucet")


def rinsed(what: Iterable[Selection]) -> list[Subgoal]:
    """Subgoal for things to be in a sink under the running faucet."""
    return [*put(what, station("SinkBasin", "Sink", words="sink")),
            HasState(Selection(("Faucet",), "some", words="faucet"), "isToggled", True)]


def at_the_sink(
    node: Phrase, what: list[Selection], told: Told
) -> tuple[list[Selection], Told]:
    """Read "wash the cup in the sink" as where to; "the dishes in the sink" are all there."""
    if len([c for n in node.all("located_things") for c in n.all("located_at")]) != 1:
        return what, told
    kept: list[Selection] = []
    for selection in what:
        spot = selection.located.place if selection.located else None
        if spot is not None and selection.quantifier != "all" and set(
                spot.types) <= {"Sink", "SinkBasin"}:
            told = told.noting(f"'in the {spot.words}' is read as where to do it")
            selection = replace(selection, located=None)
        kept.append(selection)
    return kept, told.naming(kept)


def _tool(node: Phrase, fitting: Sequence[str], told: Told) -> Told:
    """Read "with the knife": the simulator needs no tool, so it only has to fit the verb."""
    for tool in node.all("tool"):
        latest = told.mentioned
        used, told = things(tool.first("things"), told)
        for selection in used:
            if not set(selection.types) & set(fitting):
                told.fail(f"'{selection.words}' is no tool for this", tool.words[-1],
                          "the sentence without it")
            told = told.noting(f"'with {selection.words}': robots need no tool for this")
        told = replace(told, mentioned=latest)
    return told


def _washing_room(node: Phrase, told: Told) -> Read:
    told.fail("a room cannot be washed", node.words[-1],
              "'tidy up the kitchen', 'wash all the dishes'")


# -- switching --------------------------------------------------------------------------------


def switching(node: Phrase, told: Told) -> Read:
    """Switch things; each with its own word in "the lamp on and the television off"."""
    unsaid = _goes_on(node, told)
    if unsaid:
        return elided(unsaid, told)
    taken = _no_switch(node, told)
    if taken:
        return taken
    for joint in (j for j in node.all("list_joint") if j.says("OR")):
        told.fail("'or' between orders does not say which", joint.words[0], "'and', or one of them")
    stages: list[list[Subgoal]] = []
    for pair in _pairs(node) or [node]:
        words = {*pair.kinds, *(t.type for c in pair.all("onoff") for t in c.words)}
        value = bool(words & {"ON", "SWITCH_ON", "LIGHT", "UPWARDS", "SET_FIRE"}) or (
            "GOING" in words and "OFF" not in words)
        what, told = _switchable(pair, value, told)
        stages.append([HasState(s, "isToggled", value) for s in what])
        allowed = limit(pair.words, told)
        if allowed and str(node.words[0]).lower() in ("leave", "keep"):
            stages[-1] = limited_to(stages[-1], allowed, node.words[0], told)
    return stages if node.rule == "switching_twice" else [[w for s in stages for w in s]], told


def _goes_on(node: Phrase, told: Told) -> Phrase | None:
    """Tell "wash the mug and leave on the desk" from "leave on the light": where things go."""
    mode, what = node.first("onoff"), node.first("located_things")
    if str(node.words[0]).lower() not in _PLACING or not mode or not mode.says(
            "ON") or not what or len(what.parts) > 1 or not told.antecedents:
        return None
    found = [ontology().find(str(m.noun)) for m in what.parts[0].members]
    types = {t for noun in found if noun for t in noun.types}
    if not ontology().places(types) or types & set(ontology().properties["toggleable"]):
        return None
    members = tuple(replace(m, rule="place_noun") for m in what.parts[0].members)
    place_said = replace(what.parts[0], rule="place", members=members)
    return Phrase("elided", (Phrase("pp", (mode.words[0], place_said)),))


def _no_switch(node: Phrase, told: Told) -> Read | None:
    """Read "the plates out" as on a table or counter, "the potatoes on" as on the stove."""
    mode, what = node.first("onoff"), node.first("located_things")
    if mode is None or what is None or len(node.all("onoff")) > 1 or len(what.parts) > 1:
        return None
    able, known = ontology().properties, ontology()
    nouns = [known.find(str(m.noun)) for m in what.parts[0].members if m.rule == "thing"]
    kinds = [set(n.types) for n in nouns if n]
    switched = {*able["toggleable"], *known.switches}
    if not kinds or len(kinds) < len(what.parts[0].members) or any(
            k & switched or not k & set(able["pickupable"]) for k in kinds):
        return None
    if mode.says("OUT") and not node.says("SWITCH_OFF"):
        found, told = things_of(node, "pickupable", told)
        return [put(found, _SURFACE)], told.noting("'out' is read as on a table or counter")
    if any(t.type == "TURN" and str(t).lower() not in _PUT_ON for t in node.words):
        return None
    if not mode.says("ON") or not all(k <= _COOKED | ON_STOVE for k in kinds):
        return None
    found, told = things_of(node, "pickupable", told)
    stages: Steps = []
    for one in found:
        on_stove = set(one.types) <= ON_STOVE
        made, told = ([at_station([one], *STOVE)], told) if on_stove else cooked("boil", one, told)
        stages += made
    said = " ".join(map(str, node.words))
    return stages, told.naming(found).noting(f"'{said}' is read as on the stove, to cook")


def _pairs(node: Phrase) -> list[Phrase]:
    """List what is switched how; "the tap on and then off" is about one thing twice."""
    modes, what = node.all("onoff"), node.all("located_things")
    groups: list[tuple[Any, ...]] = []
    for part in () if what else node.phrases:
        if part.rule == "things":
            groups.append((part,))
        elif part.rule not in ("onoff", "list_joint"):
            groups[-1] = (*groups[-1], part)
    what = what or tuple(Phrase("located_things", g) for g in groups)
    return [Phrase("switching", pair)
            for pair in zip(modes, what * (len(modes) if len(what) == 1 else 1), strict=True)]


def _switchable(node: Phrase, value: bool, told: Told) -> tuple[list[Selection], Told]:
    """Read what is switched; a stove is on when one burner is, and off when all are."""
    found, told = things_of(node, "toggleable", told)
    able = set(ontology().properties["toggleable"])
    kept: list[Selection] = []
    for selection in found:
        types = tuple(dict.fromkeys(k for t in selection.types
                                    for k in ontology().switches.get(t, (t,)) if k in able))
        if selection.types and not types:
            told.fail(f"'{selection.words}' cannot be switched on or off",
                      word_of(node, selection), _any_of("toggleable"))
        selection = _at_basin(selection, types)
        by_another = types and selection.quantifier == "the" and not set(types) & set(
            selection.types)
        kept.append(replace(selection, types=types, quantifier="some")
                    if by_another and value else replace(selection, types=types))
    return kept, told.naming(kept)


def _at_basin(what: Selection, switched: Sequence[str]) -> Selection:
    """Read "run a bath", "the tap in the sink" as the tap of that basin, not just any tap."""
    basins = [t for t in what.types if t in BASINS]
    where = what.located
    if set(switched) != {"Faucet"}:
        return what
    if basins:
        spot = replace(what, types=ontology().places(basins), quantifier="some", located=None)
        return replace(what, located=Location("at", spot))
    if where is not None and where.place is not None and set(where.place.types) & set(BASINS):
        return replace(what, located=replace(where, relation="at"))
    return what


def lit(value: bool, told: Told) -> Read:
    """Subgoal every light of the room to be on or off."""
    lights = Selection(LAMPS, "all", words="lights")
    return [[HasState(lights, "isToggled", value)]], told.naming([lights])


CHANGING: dict[str, Callable[[Phrase, Told], Read]] = {
    **dict.fromkeys(_STATES, _changed), "washing": _washing, "washing_room": _washing_room,
    **dict.fromkeys(("switching", "switching_each", "switching_but", "switching_twice",
                     "switching_two"), switching),
}
"""Verb class of the grammar → what it asks for."""
