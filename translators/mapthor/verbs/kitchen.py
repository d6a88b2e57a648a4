"""Verbs composed by the simulator's contextual rules: heat, fry, boil, toast, chill."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from domains.household.goal import HasState, Location, Placed, Selection, Subgoal
from translators.mapthor.ontology import ontology
from translators.mapthor.places import station
from translators.mapthor.references import Told, limited
from translators.mapthor.things import things
from translators.mapthor.tree import Phrase
from translators.mapthor.verbs.putting import (
    Read,
    away_from,
    carried,
    put,
    things_of,
    word_of,
)
from translators.mapthor.whereabouts import done_in

__all__ = ["KITCHEN", "MICROWAVE", "ON_STOVE", "SLICE", "STOVE", "at_station", "cooked", "toasted"]

MICROWAVE = ("Microwave", "Microwave")
STOVE = ("StoveBurner", "StoveKnob")
_TOASTER = ("Toaster", "Toaster")
_STATIONS = {"Microwave": MICROWAVE, "StoveBurner": STOVE, "Toaster": _TOASTER}
"""Where things get hot → the place and what is switched on there."""
ON_STOVE = {"Pot", "Pan", "Kettle"}
"""What stands on a burner."""
_PAN = Selection(("Pan",), "some", words="pan")
_POT = Selection(("Pot",), "some", words="pot")
SLICE = Selection(("BreadSliced",), "some", words="slice of bread")
"""What toast is made of."""
_DEVICE = Selection(("Toaster",), "some", words="toaster")
_ASIDE = Location("on", Selection(("Plate", "CounterTop", "DiningTable"), "some", words="counter"))


def at_station(what: list[Selection], place_type: str, switch: str, words: str = ""
                ) -> list[Subgoal]:
    """Ask for things to be in or on a station that is switched on; of burners, on the lit one."""
    device = Selection((switch,), "some", words=words or switch)
    where = station(place_type, words=words or place_type)
    if place_type == "StoveBurner" and where.place:
        where = replace(where, place=replace(where.place, states=(("isToggled", True),)))
    return [*put(what, where), HasState(device, "isToggled", True)]


# -- heat and cold ----------------------------------------------------------------------------


def _heating(node: Phrase, told: Told) -> Read:
    node, means = done_in(node, (*_STATIONS, "StoveKnob"))
    what, told = things_of(node, "pickupable", told)
    verb, named = _plain(str(node.words[0]).lower()), MICROWAVE
    if node.says("TO_THE_BOIL"):
        verb = "boil"
    for spell in (t for t in node.words if t.type == "A_SPELL"):
        told = told.noting(f"'{spell}': it is heated until it is hot")
    if node.says("MICROWAVE"):
        return _heated(what, verb, named, node, told)
    what, told = _by_means_of(node, what, told)
    inside = _lying_in(what, told)
    what, station = _station(what)
    station = _STATIONS.get(next(iter(means), ""), station)
    told = told.naming(what)
    bread = verb == "brown" and all({"Bread", "BreadSliced"} & set(s.types) for s in what)
    if node.says("TOAST") or station == _TOASTER or bread:
        return toasted(what, node, told)
    pan = _cooked_in(verb, what, station, inside)
    if pan is not None and not any(_pan(s) for s in what):
        told = told.noting("this is read as cooking it in a pan or pot on a stove burner")
    if pan is not None or any(_pan(s) for s in what):
        return _in_pan(verb, what, pan, told)
    if station is None and not all(set(s.types) <= ON_STOVE for s in what):
        told = told.noting("heating is read as in the microwave, switched on; say "
                           "'on the stove' for the other way")
    return _heated(what, verb, station, node, told)


def _plain(verb: str) -> str:
    """Call "hard-boil" boiling and "pan-fry" frying."""
    return next((known for known in ("boil", "fry") if verb.endswith(known)), verb)


def _heated(
    what: list[Selection], verb: str, station: tuple[str, str] | None, node: Phrase, told: Told
) -> Read:
    """Ask for things to be where they get hot; a kettle that is boiled has water in it."""
    for selection in what:
        if not limited(selection, "pickupable").types:
            told.fail(f"'{selection.words}' cannot be heated", word_of(node, selection),
                      "food, a mug, a plate")
    what = [limited(s, "pickupable") for s in what]
    filled: list[Subgoal] = [HasState(s, "fillLiquid", "water") for s in what
                             if verb.startswith("boil") and set(s.types) <= {"Kettle", "Pot"}]
    subgoals: list[Subgoal] = []
    for selection in what:
        usual = STOVE if set(selection.types) <= ON_STOVE else MICROWAVE
        subgoals += [w for w in at_station([selection], *(station or usual)) if w not in subgoals]
    return [stage for stage in (filled, subgoals) if stage], told


def _cooked_in(
    verb: str, what: list[Selection], station: tuple[str, str] | None, inside: Selection | None
) -> Selection | None:
    """Say what food is cooked in on the stove: what is fried, boiled, or put into a pan before.

    Eggs that are just "cooked" are fried; on a burner itself stand only pots and pans.
    """
    food = set(ontology().properties["food"])
    if inside is not None or not all(s.types and set(s.types) <= food for s in what):
        return inside
    if verb.startswith("boil"):
        return _POT
    eggs = all(set(s.types) <= {"Egg", "EggCracked"} for s in what)
    fried = verb.startswith(("fr", "scrambl")) or station == STOVE or (
        eggs and station is None and verb.startswith(("cook", "poach", "make", "do")))
    return _PAN if fried else None


def cooked(verb: str, what: Selection, told: Told) -> Read:
    """Ask for "a fried egg", "a boiled potato": in a pan or pot, or else in the microwave."""
    pan = _cooked_in(verb, [what], None, None)
    if pan is not None:
        return _in_pan(verb, [what], pan, told)
    return [at_station([what], *MICROWAVE)], told.naming([what])


def _by_means_of(
    node: Phrase, what: list[Selection], told: Told
) -> tuple[list[Selection], Told]:
    """Read "with the microwave" as "in" it."""
    for tool in node.all("tool"):
        latest = told.mentioned
        (device, *more), told = things(tool.first("things"), told)
        places = ontology().places(device.types) or tuple(t for t in device.types if t == "Toaster")
        if more or not places or not set(places) <= {*_STATIONS, "Pan", "Pot"}:
            told.fail(f"nothing is heated with '{device.words}'", tool.words[-1],
                      "'with the microwave', 'on the stove'")
        told = replace(told, mentioned=latest)
        what = [replace(s, located=Location("in", replace(device, types=places))) for s in what]
    return what, told


def _lying_in(what: list[Selection], told: Told) -> Selection | None:
    """Return the pan or pot something was put into before: "put it in the pot and boil it"."""
    return next((w.target.place for _, steps in told.clauses for stage in steps for w in stage
                 if isinstance(w, Placed) and w.what in what
                 and set(away_from(w.target)) & ON_STOVE), None)


def _station(what: list[Selection]) -> tuple[list[Selection], tuple[str, str] | None]:
    """Read "in the microwave" after a verb of heating as the means, not as a filter."""
    found: tuple[str, str] | None = None
    kept: list[Selection] = []
    for selection in what:
        where = selection.located
        first = next(iter(away_from(where)), "")
        found = _STATIONS.get(first, found)
        if first in _STATIONS or (where and where.place and not where.place.types):  # an oven
            selection = replace(selection, located=None)
        kept.append(selection)
    return kept, found


def _pan(what: Selection) -> Selection | None:
    """Return the pan or pot things are said to be cooked in."""
    spot = what.located.place if what.located else None
    if spot is None or not spot.types or not set(spot.types) <= ON_STOVE:
        return None
    return replace(spot, located=None) if away_from(spot.located) == ("StoveBurner",) else spot


def _in_pan(verb: str, what: list[Selection], usual: Selection | None, told: Told) -> Read:
    """Fry the egg in the pan: cracked, it lies in the pan, which stands on a burner that is on.

    What is boiled has water around it, and eggs stay whole.
    """
    first: list[Subgoal] = []
    subgoals: list[Subgoal] = []
    named: list[Selection] = []
    for selection in what:
        pan = _pan(selection) or usual
        if _pan(selection) is not None:
            selection = replace(selection, located=None)
        if verb.startswith("boil") and pan is not None and "Pot" in pan.types:
            first.append(HasState(pan, "fillLiquid", "water"))
        elif "Egg" in selection.types and not verb.startswith("boil"):
            whole = replace(selection, types=("Egg",))
            if not any(w.state == "isSliced" and "Egg" in w.what.types for _, steps in told.clauses
                       for stage in steps for w in stage if isinstance(w, HasState)):
                first.append(HasState(whole, "isSliced", True))
            several = selection.quantifier == "all"
            selection = replace(selection, types=("EggCracked",), located=None, states=(),
                                quantifier="all" if several else "some", words="cracked egg")
        named.append(selection)
        stove = at_station([pan or selection], *STOVE)
        inside = [Placed(selection, Location("in", pan))] if pan else []
        subgoals += [w for w in (*inside, *stove) if w not in subgoals]
    return [stage for stage in (first, subgoals) if stage], told.naming(named)


def toasted(what: list[Selection], node: Phrase, told: Told) -> Read:
    """Ask for slices to be toasted: one after the other, at most two; more in the microwave."""
    for selection in what:
        if not {"Bread", "BreadSliced"} & set(selection.types):
            told.fail(f"'{selection.words}' cannot be toasted", word_of(node, selection),
                      "'the bread', 'a slice of bread'")
    cut: list[Subgoal] = [HasState(replace(s, types=("Bread",), count=1), "isSliced", True)
                          for s in what if "Bread" in s.types]
    count = max(s.count for s in what)
    one = at_station([SLICE], *_TOASTER, words="toaster")
    if count == 1:
        return [stage for stage in (cut, one) if stage], told.naming([SLICE])
    if count > 2:
        slices = replace(SLICE, count=count)
        told = told.noting("a toaster takes one slice at a time: so many are made in the microwave")
        stages = [cut, at_station([slices], *MICROWAVE)]
        return [stage for stage in stages if stage], told.naming([slices])
    told = told.noting("a toaster takes one slice at a time: read as one after the other")
    second = replace(SLICE, apart=True)
    aside: list[Subgoal] = [*put([SLICE], _ASIDE), HasState(_DEVICE, "isToggled", False)]
    two = at_station([second], *_TOASTER, words="toaster")
    return [stage for stage in (cut, one, aside, two) if stage], told.naming([SLICE, second])


def _chilling(node: Phrase, told: Told) -> Read:
    node, _ = done_in(node, ("Fridge",))
    what, told = carried(node, told)
    if all(away_from(s.located) == ("Fridge",) for s in what):  # "chill the wine in the fridge"
        what = [replace(s, located=None) for s in what]
        told = told.naming(what)
    return [put(what, station("Fridge", words="fridge"))], told


def _firing(node: Phrase, told: Told) -> Read:
    """Read "light the gas under the pot": it stands on a burner that is on; or all are off."""
    what, told = things(node.first("things"), replace(told, needed=frozenset(ON_STOVE)))
    told = replace(told, needed=frozenset())
    if {t.type for t in node.words} & {"OFF", "OUT", "SWITCH_OFF"}:
        knobs = Selection(("StoveKnob",), "all", words="stove")
        return [[HasState(knobs, "isToggled", False)]], told
    return [at_station(what, *STOVE)], told


def _plating(node: Phrase, told: Told) -> Read:
    """Read "plate it up" as putting it on a plate."""
    what, told = carried(node, told)
    return [put(what, station("Plate", words="plate"))], told


KITCHEN: dict[str, Callable[[Phrase, Told], Read]] = {
    "heating": _heating, "chilling": _chilling, "firing": _firing, "plating": _plating}
"""Verb class of the grammar → what it asks for."""
