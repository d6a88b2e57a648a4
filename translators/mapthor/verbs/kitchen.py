"""Verbs composed by the simulator's contextual rules: heat, toast, chill, fill, empty, make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from domains.household.goal import HasState, Held, Location, Placed, Selection, Subgoal
from translators.mapthor.ontology import ontology
from translators.mapthor.places import into, location, place, station
from translators.mapthor.references import Steps, Told, limited
from translators.mapthor.things import located, things
from translators.mapthor.tree import Phrase
from translators.mapthor.verbs.changing import acted_on, at_the_sink, rinsed
from translators.mapthor.verbs.putting import (
    Read,
    away_from,
    carried,
    noun_phrase,
    put,
    things_of,
    types_of,
    word_of,
)
from translators.mapthor.verbs.tidying import cleared

__all__ = ["KITCHEN", "MICROWAVE", "at_station"]

MICROWAVE = ("Microwave", "Microwave")
_STOVE = ("StoveBurner", "StoveKnob")
_TOASTER = ("Toaster", "Toaster")
_STATIONS = {"Microwave": MICROWAVE, "StoveBurner": _STOVE, "Toaster": _TOASTER}
"""Where things get hot → the place and what is switched on there."""
_ON_STOVE = {"Pot", "Pan", "Kettle"}
_SINKS = {"Sink", "SinkBasin", "Faucet"}
_DRAINS = {"Sink", "SinkBasin", "Bathtub", "Toilet"}
_PAN = Location("in", Selection(("Pan",), "some", words="pan"))
_SLICE = Selection(("BreadSliced",), "some", words="slice of bread")


def at_station(what: list[Selection], place_type: str, switch: str, words: str = ""
                ) -> list[Subgoal]:
    """Ask for things to be in or on a station that is switched on."""
    device = Selection((switch,), "some", words=words or switch)
    return [*put(what, station(place_type, words=words or place_type)),
            HasState(device, "isToggled", True)]


# -- heat and cold ----------------------------------------------------------------------------


def _heating(node: Phrase, told: Told) -> Read:
    what, told = things_of(node, "pickupable", told)
    named: tuple[str, str] | None = MICROWAVE
    if not node.says("MICROWAVE"):
        what, told = _by_means_of(node, what, told)
        pan = _PAN if str(node.words[0]).lower().startswith("fr") else _lying_in(what, told)
        if pan and not any(s.located for s in what):
            what = [replace(s, located=pan) for s in what]
            told = told.noting("this is read as cooking it in a pan or pot on a stove burner")
        what, named = _station(what)
        told = told.naming(what)
    if node.says("TOAST") or named == _TOASTER:
        return _toasted(what, node, told)
    if any(_pan(s) for s in what):
        return _in_pan(what, told)
    for selection in what:
        if not limited(selection, "pickupable").types:
            told.fail(f"'{selection.words}' cannot be heated", word_of(node, selection),
                      "food, a mug, a plate")
    what = [limited(s, "pickupable") for s in what]
    if named is None and not all(set(s.types) <= _ON_STOVE for s in what):
        told = told.noting("heating is read as in the microwave, switched on; say "
                           "'on the stove' for the other way")
    subgoals: list[Subgoal] = []
    for selection in what:
        usual = _STOVE if set(selection.types) <= _ON_STOVE else MICROWAVE
        subgoals += [w for w in at_station([selection], *(named or usual)) if w not in subgoals]
    return [subgoals], told


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


def _lying_in(what: list[Selection], told: Told) -> Location | None:
    """Return the pan or pot something was put into before: "put it in the pot and boil it"."""
    return next((w.target for _, steps in told.clauses for stage in steps for w in stage
                 if isinstance(w, Placed) and w.what in what
                 and set(away_from(w.target)) & _ON_STOVE), None)


def _station(what: list[Selection]) -> tuple[list[Selection], tuple[str, str] | None]:
    """Read "in the microwave" after a verb of heating as the means, not as a filter."""
    found: tuple[str, str] | None = None
    kept: list[Selection] = []
    for selection in what:
        first = next(iter(away_from(selection.located)), "")
        if first in _STATIONS:
            found = _STATIONS[first]
            selection = replace(selection, located=None)
        kept.append(selection)
    return kept, found


def _pan(what: Selection) -> Selection | None:
    """Return the pan or pot things are said to be cooked in."""
    spot = what.located.place if what.located else None
    if spot is None or not spot.types or not set(spot.types) <= _ON_STOVE:
        return None
    return replace(spot, located=None) if away_from(spot.located) == ("StoveBurner",) else spot


def _in_pan(what: list[Selection], told: Told) -> Read:
    """Fry the egg in the pan: it lies in the pan, which stands on a burner that is on."""
    subgoals: list[Subgoal] = []
    for selection in what:
        pan = _pan(selection)
        if pan is None:
            subgoals += at_station([selection], *_STOVE)
            continue
        subgoals += [Placed(replace(selection, located=None), Location("in", pan)),
                   *(w for w in at_station([pan], *_STOVE) if w not in subgoals)]
    return [subgoals], told.naming(replace(s, located=None) for s in what)


def _toasted(what: list[Selection], node: Phrase, told: Told) -> Read:
    for selection in what:
        if not {"Bread", "BreadSliced"} & set(selection.types):
            told.fail(f"'{selection.words}' cannot be toasted", word_of(node, selection),
                      "'the bread', 'a slice of bread'")
        if selection.count > 1:
            told.fail("a toaster takes one slice at a time", node.words[-1], "'a slice of bread'")
    cut: list[Subgoal] = [HasState(replace(s, types=("Bread",)), "isSliced", True)
                       for s in what if "Bread" in s.types]
    toasting = at_station([_SLICE], *_TOASTER, words="toaster")
    return [stage for stage in (cut, toasting) if stage], told.naming([_SLICE])


def _chilling(node: Phrase, told: Told) -> Read:
    what, told = carried(node, told)
    if all(away_from(s.located) == ("Fridge",) for s in what):  # "chill the wine in the fridge"
        what = [replace(s, located=None) for s in what]
        told = told.naming(what)
    return [put(what, station("Fridge", words="fridge"))], told


# -- liquids ----------------------------------------------------------------------------------


def _watered(what: list[Selection]) -> Steps:
    return [rinsed(what), [HasState(s, "isFilledWithLiquid", True) for s in what]]


def _coffee(what: list[Selection]) -> list[Subgoal]:
    return at_station(what, "CoffeeMachine", "CoffeeMachine", words="coffee machine")


def _filling(node: Phrase, told: Told) -> Read:
    stuffed = _stuffed(node, told)
    if stuffed:
        return stuffed
    what, told = acted_on(node, "fillable", "filled", told)
    verb = node.words[0]
    if node.parts[0] is verb and verb.type == "WATER" and any(
            "HousePlant" not in s.types for s in what):
        told.fail("only plants are watered", verb, "'fill … with water'")
    liquids = [t for c in node.all("liquid") for t in c.words
               if t.type in ("WATER", "COFFEE", "NOUN")]
    if liquids and liquids[-1].type == "NOUN":
        told.fail(f"'{liquids[-1]}' is no liquid a robot can pour", liquids[-1],
                  "'water' or 'coffee'")
    for selection in what:
        if not limited(selection, "pickupable").types:
            told.fail(f"'{selection.words}' cannot be carried to the tap, and no robot can pour",
                      word_of(node, selection), "'the mug', 'the kettle', …")
    what = [replace(s, located=None) if _SINKS & set(away_from(s.located)) else s
            for s in what]  # "fill the pot at the sink" says how
    told = told.naming(what)
    if liquids and liquids[-1].type == "COFFEE":
        return [_coffee(what)], told
    return _watered(what), told


def _stuffed(node: Phrase, told: Told) -> Read | None:
    """Read "fill the box with the books" as putting them in; nothing for liquids."""
    liquid, vessels = node.first("liquid"), node.first("located_things")
    noun = next((t for t in liquid.words if t.type == "NOUN"), None) if liquid else None
    if noun is None or vessels is None or not limited(
            Selection(types_of(noun)), "pickupable").types:
        return None
    (vessel, *_), after = located(vessels, told)
    inside = ontology().places(vessel.types)
    if not inside:
        return None
    what, told = carried(Phrase("filling", (noun_phrase(liquid, noun),)), after)
    return [put(what, Location("in", replace(vessel, types=inside)))], told


def _boiling(node: Phrase, told: Told) -> Read:
    """Boil some water in the kettle: filled at the tap, then heated."""
    if node.first("place"):
        vessel, told = place(node.first("place"), told, holds=False)
    else:
        vessel = Selection(("Kettle", "Pot"), "some", words="kettle or pot")
        told = told.noting("boiling water is read as in a kettle or pot")
    if not set(vessel.types) <= _fillable():
        told.fail(f"'{vessel.words}' cannot be filled with water", node.words[-1],
                  "'the kettle', 'the pot'")
    on_stove = set(vessel.types) <= _ON_STOVE
    heated = at_station([vessel], *(_STOVE if on_stove else MICROWAVE))
    return [*_watered([vessel]), heated], told.naming([vessel])


def _fillable() -> set[str]:
    """Return the types that can be filled and carried."""
    return set(ontology().properties["fillable"]) & set(ontology().properties["pickupable"])


def _emptying(node: Phrase, told: Told) -> Read:
    found, told = things_of(node, "fillable", told)
    found, told = at_the_sink(node, found, told)
    subgoals: list[Subgoal] = []
    for selection in found:
        liquid, places = limited(selection, "fillable"), ontology().places(selection.types)
        if liquid.types:
            if places:
                told = told.noting(
                    f"emptying '{selection.words}' is read as pouring its liquid out")
            stage: list[Subgoal] = [HasState(liquid, "isFilledWithLiquid", False)]
        elif places and str(node.words[0]).lower() != "drain":
            stage, told = cleared(replace(selection, types=places), told)
        else:
            told.fail(f"'{selection.words}' cannot be emptied", word_of(node, selection),
                      "a mug, a pot, a drawer, …")
        subgoals += stage
    return [subgoals], told


def _emptying_into(node: Phrase, told: Told) -> Read:
    """Empty the box onto the table; a mug into the sink loses its liquid."""
    what, told = things(node.first("things"), told)
    where, told = place(node.first("place"), told)
    fillable = set(ontology().properties["fillable"])
    subgoals: list[Subgoal] = []
    for selection in what:
        held = ontology().places(selection.types)
        if set(selection.types) <= fillable and set(where.types) & _DRAINS:
            stage: list[Subgoal] = [HasState(selection, "isFilledWithLiquid", False)]
        elif held:
            stage, told = cleared(replace(selection, types=held), told, into(where))
        else:
            told.fail(f"'{selection.words}' cannot be emptied", word_of(node, selection),
                      "a box, a drawer, …")
        subgoals += stage
    return [subgoals], told


# -- drinks and toast -------------------------------------------------------------------------


def _making(node: Phrase, told: Told) -> Read:
    stages: Steps = [[], [], []]
    for drink in node.all("drink"):
        made, dish, told = _dish(drink, told)
        stages = [[*stage, *more] for stage, more in zip(stages, [*made, [], []], strict=False)]
        if node.says("PUT", "HOLD", "TAKE", "WANT", "HAVE_ME", "POUR"):
            stages[2].append(Held(dish))
    return [s for s in stages if s] or [[]], told


def _serving(node: Phrase, told: Told) -> Read:
    """Put a glass of water on the table; "make coffee in the mug" says what it is made in."""
    drink = node.first("drink")
    where = [p for p in node.phrases if p is not drink][-1]
    for named in [] if any(t.type in ("CUP_OF", "NOUN") for t in drink.words) else where.all(
            "place"):
        types = types_of(named.members[0].noun)
        if len(named.members) == 1 and types and set(types) <= _fillable():
            members = tuple(replace(m, rule="thing") for m in named.members)
            (vessel,), told = things(replace(named, rule="things", members=members), told)
            made, _, told = _dish(drink, told, vessel)
            return made, told
    target, told = location(where, told)
    made, dish, told = _dish(drink, told)
    return [*made, [Placed(dish, target)]], replace(told, there=target)


def _dish(
    drink: Phrase, told: Told, vessel: Selection | None = None
) -> tuple[Steps, Selection, Told]:
    """Return how a drink or toast is made, and what it ends up as."""
    kinds = {t.type for t in drink.words}
    if not kinds & {"COFFEE", "WATER"}:
        if vessel is not None:
            told.fail("toast is not made in this", drink.words[-1], "'make toast'")
        said = [t for q in drink.all("quantifier") for t in q.words if t.type == "NUMBER"]
        for number in said[:1]:
            told.fail("toast is made one slice at a time", number, "'a slice of toast'")
        made, told = _toasted([Selection(("Bread",), "the", words="bread")], drink, told)
        return made, _SLICE, told
    if vessel is None:
        vessel, told = _vessel(drink, told)
    made = [_coffee([vessel])] if "COFFEE" in kinds else _watered([vessel])
    return made, vessel, told.naming([vessel])


def _vessel(drink: Phrase, told: Told) -> tuple[Selection, Told]:
    """Read what a drink comes in: "a glass of water", "the red mug filled with coffee"."""
    named = next((t for t in drink.words if t.type == "NOUN"), None)
    if named is not None:
        (vessel,), told = things(noun_phrase(drink, named), told)
        if not limited(limited(vessel, "fillable"), "pickupable").types:
            told.fail(f"'{named}' cannot be filled", named, "'a mug', 'a glass'")
        return limited(vessel, "fillable"), told
    coffee = any(t.type == "COFFEE" for t in drink.words)
    said = next((str(t).lower() for t in drink.words if t.type == "CUP_OF"), "")
    word = said.split()[0] if said else "mug" if coffee else "glass"
    if coffee and word in ("cup", "cups"):
        word = "mug"  # the machine takes mugs
    for count in [t for q in drink.all("quantifier") for t in q.words if t.type == "NUMBER"][:1]:
        told.fail("drinks are made one at a time", count, "'a cup of …'")
    noun = ontology().find(word)
    return Selection(noun.types if noun else ("Mug",), "some", words=word), told


KITCHEN: dict[str, Callable[[Phrase, Told], Read]] = {
    "heating": _heating, "chilling": _chilling, "filling": _filling, "boiling": _boiling,
    "emptying": _emptying, "emptying_into": _emptying_into, "making": _making,
    "serving": _serving,
}
"""Verb class of the grammar → what it asks for."""
