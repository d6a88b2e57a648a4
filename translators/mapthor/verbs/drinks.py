"""Verbs about what is in vessels: fill, water, pour, boil water, empty, make coffee and toast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from domains.household.goal import HasState, Held, Location, Selection, Subgoal
from translators.mapthor.ontology import ontology
from translators.mapthor.places import into, location, place
from translators.mapthor.references import Steps, Told, limited, numeral
from translators.mapthor.things import located, things
from translators.mapthor.tree import Phrase, Thing, Things
from translators.mapthor.verbs.changing import acted_on, at_the_sink, rinsed
from translators.mapthor.verbs.kitchen import (
    MICROWAVE,
    ON_STOVE,
    STOVE,
    at_station,
    cooked,
    toasted,
)
from translators.mapthor.verbs.preparing import brought_about
from translators.mapthor.verbs.putting import (
    TARGETS,
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

__all__ = ["DRINKS"]

_SINKS = {"Sink", "SinkBasin", "Faucet"}
_DRAINS = {"Sink", "SinkBasin", "Bathtub", "Toilet"}

def _filled(what: list[Selection], liquid: str) -> Steps:
    """Ask for vessels to be full; a mug gets its coffee from the machine, the rest needs no tap."""
    if liquid == "coffee" and all(s.types == ("Mug",) and s.count == 1 and s.quantifier != "all"
                                  for s in what):
        return [at_station(what, "CoffeeMachine", "CoffeeMachine", words="coffee machine")]
    return [[HasState(s, "fillLiquid", liquid) for s in what]]


def _liquid(node: Phrase, told: Told) -> str:
    """Return what something is filled with; water where nothing is said."""
    said = [t for c in node.all("liquid") for t in c.words
            if t.type in ("WATER", "COFFEE", "NOUN")]
    if not said or said[-1].type != "NOUN":
        return str(said[-1].type).lower() if said else "water"
    types = set(types_of(said[-1]))
    if "WineBottle" in types:
        return "wine"
    if types and types <= set(ontology().properties["fillable"]):
        return "water"  # "pour the kettle into the mug"
    told.fail(f"'{said[-1]}' is no liquid a robot can pour", said[-1],
              "'water', 'coffee' or 'wine'")


def _filling(node: Phrase, told: Told) -> Read:
    stuffed = _stuffed(node, told)
    if stuffed:
        return stuffed
    what, told = acted_on(node, "fillable", "filled", told)
    verb = node.words[0]
    if node.parts[0] is verb and verb.type == "WATER" and any(
            "HousePlant" not in s.types for s in what):
        told.fail("only plants are watered", verb, "'fill … with water'")
    for tool in node.all("tool"):  # "with the watering can"
        told = told.noting(f"'{' '.join(tool.words)}': robots need no tool for this")
    for source in node.all("supply"):  # "with water from the tap"
        told = told.noting(f"'{' '.join(source.words)}': where water is taken is planned")
    liquid = _liquid(node, told)
    at_sink = [s for s in what if _SINKS & set(away_from(s.located))]
    what = [replace(s, located=None) if s in at_sink else s for s in what]
    told = told.naming(what)  # "fill the pot at the sink" says how
    first = [rinsed(what)] if at_sink and liquid == "water" else []
    hot = any(t.type == "HOT" for c in node.all("liquid") for t in c.words)
    heated: list[Subgoal] = []
    for selection in what if hot and liquid == "water" else ():
        heated += at_station([selection], *(STOVE if set(selection.types) <= ON_STOVE
                                            else MICROWAVE))
    return [*first, *_filled(what, liquid), *([heated] if heated else [])], told


def _pouring(node: Phrase, told: Told) -> Read:
    """Pour something from one vessel into another, or away."""
    source, told = _poured_from(node, told)
    empty: list[Subgoal] = [HasState(s, "isFilledWithLiquid", False) for s in source]
    into_what = node.first("things")
    kinds = {t for m in into_what.members if m.noun for t in types_of(m.noun)} if (
        into_what) else _DRAINS
    if not kinds & _DRAINS:
        parts = tuple(p for p in node.parts
                      if not isinstance(p, Phrase) or p.rule != "from_place")
        (*stages, last), told = _filling(Phrase("filling", parts), told)
        return [*stages, [*last, *empty]], told
    if not empty:  # "pour the coffee into the sink": whatever holds some
        liquid = _liquid(node, told)
        vessels = tuple(k for k in ontology().properties["fillable"] if k in _fillable())
        empty = [HasState(Selection(vessels, "all", words=liquid, states=(
            ("fillLiquid", liquid),)), "isFilledWithLiquid", False)]
    return [empty], told


def _poured_from(node: Phrase, told: Told) -> tuple[list[Selection], Told]:
    """Read what is poured from: "out of the kettle", or the vessel itself."""
    fillable = set(ontology().properties["fillable"])
    source = node.first("from_place")
    if source and source.first("places"):
        where, told = place(source.first("places"), told, holds=False)
        return ([where] if set(where.types) <= fillable else []), told
    if source:  # "out of it"
        return [s for s in told.antecedents if set(s.types) <= fillable], told
    noun = next((t for c in node.all("liquid") for t in c.words if t.type == "NOUN"), None)
    if noun is None or "WineBottle" in types_of(noun) or not set(types_of(noun)) <= fillable:
        return [], told
    return things(noun_phrase(node.first("liquid"), noun), told)


def _stuffed(node: Phrase, told: Told) -> Read | None:
    """Read "fill the box with the books" as putting them in; nothing for liquids."""
    liquid, vessels = node.first("liquid"), node.first("located_things")
    noun = next((t for t in liquid.words if t.type == "NOUN"), None) if liquid else None
    if noun is None or vessels is None or not limited(
            Selection(types_of(noun)), "pickupable").types:
        return None
    (vessel, *_), after = located(vessels, told)
    if "WineBottle" in types_of(noun) and set(vessel.types) <= _fillable():
        return None
    inside = ontology().places(vessel.types)
    if not inside:
        return None
    what, told = carried(Phrase("filling", (noun_phrase(liquid, noun),)), after)
    return [put(what, Location("in", replace(vessel, types=inside)))], told


def _boiling(node: Phrase, told: Told) -> Read:
    """Boil some water in the kettle: filled at the tap, then heated."""
    of = next((t for t in node.first("boiled").words if t.type == "CUP_OF"), None)
    named = ontology().find(str(of).split()[0]) if of else None
    if node.first("place"):
        vessel, told = place(node.first("place"), told, holds=False)
    elif named is not None:  # "a pot of water"
        vessel = Selection(named.types, "some", words=str(of).split()[0])
    else:
        vessel = Selection(("Kettle", "Pot"), "some", words="kettle or pot")
        told = told.noting("boiling water is read as in a kettle or pot")
    if not set(vessel.types) <= _fillable():
        told.fail(f"'{vessel.words}' cannot be filled with water", node.words[-1],
                  "'the kettle', 'the pot'")
    on_stove = set(vessel.types) <= ON_STOVE
    heated = at_station([vessel], *(STOVE if on_stove else MICROWAVE))
    return [*_filled([vessel], "water"), heated], told.naming([vessel])


def _fillable() -> set[str]:
    """Return the types that can be filled and carried."""
    return set(ontology().properties["fillable"]) & set(ontology().properties["pickupable"])


def _emptying(node: Phrase, told: Told) -> Read:
    found, told = things_of(node, "fillable", told)
    found, told = at_the_sink(node, found, told)
    drained = str(node.words[0]).lower() == "drain"
    subgoals: list[Subgoal] = []
    for selection in found:
        liquid = limited(selection, "fillable")
        if liquid.types and ontology().places(selection.types):
            told = told.noting(f"emptying '{selection.words}' is read as pouring its liquid out")
        stage, told = _emptied(selection, node, told, liquid=liquid, clears=not drained)
        subgoals += stage
    return [subgoals], told


def _emptying_into(node: Phrase, told: Told) -> Read:
    """Empty the box onto the table; a mug into the sink loses its liquid."""
    what, told = things(node.first("things"), told)
    where, told = place(node.first("place"), told)
    subgoals: list[Subgoal] = []
    for selection in what:
        drains = set(where.types) & _DRAINS and selection.types == limited(
            selection, "fillable").types
        stage, told = _emptied(selection, node, told, liquid=selection if drains else None,
                               target=into(where))
        subgoals += stage
    return [subgoals], told


def _emptied(
    selection: Selection, node: Phrase, told: Told, *, liquid: Selection | None,
    clears: bool = True, target: Location | None = None
) -> tuple[list[Subgoal], Told]:
    """Pour a liquid out, or else take out what is in a box, to a target if there is one."""
    held = ontology().places(selection.types)
    if liquid and liquid.types:
        return [HasState(liquid, "isFilledWithLiquid", False)], told
    if not (held and clears):
        told.fail(f"'{selection.words}' cannot be emptied", word_of(node, selection),
                  "a mug, a pot, a drawer, …")
    return cleared(replace(selection, types=held), told, target)


# -- drinks and toast -------------------------------------------------------------------------


def _making(node: Phrase, told: Told) -> Read:
    """Make drinks, toast and dishes, each where it is wanted, if that is said."""
    stages: Steps = []
    kept = node.says("PUT", "HOLD", "TAKE", "WANT", "HAVE_ME", "POUR", "GIVE")
    wanted = [*node.all("served", "things")]
    for one in wanted:
        if one.rule == "things":
            made, told = _plain_dish(node, one, told)
            where = node.first(*TARGETS)
            if where is not None:
                target, told = location(where, told)
                made = [*made, put(told.antecedents, target)]
        else:
            made, told = _served(one, kept, told)
        stages = [[*(stages[n] if n < len(stages) else []), *(made[n] if n < len(made) else [])]
                  for n in range(max(len(stages), len(made)))]
    return [s for s in stages if s] or [[]], told


def _served(node: Phrase, kept: bool, told: Told) -> Read:
    """Put a glass of water on the table; "make coffee in the mug" says what it is made in."""
    drink, food = node.first("drink"), node.first("things")
    where, helping = node.first(*TARGETS), node.first("helping")
    if where is not None and where.rule == "there" and where.words[-1].type == "PRONOUN" and (
            drink is not None and any(t.type == "NOUN" for t in drink.words)):
        where = None  # "a mug with coffee in it"
    if helping is not None:  # "a plate of sliced tomato"
        (vessel,), told = things(noun_phrase(helping, helping.first("noun").words[0]), told)
        target = into(vessel)
        if not ontology().places(vessel.types) or not limited(vessel, "pickupable").types:
            told.fail(f"nothing is served in '{vessel.words}'", helping.words[0], "'a plate of …'")
        found, told = things(helping.first("things"), told)
        return [put(found, target)], told
    if food is not None:
        found, told = things(food, told)
        if where is not None:
            target, told = location(where, told)
            return [put(found, target)], told
        made, told = _dishes(node, found, told)
        brought: list[Subgoal] = [Held(s) for s in told.antecedents if kept and s.types]
        return [*made, brought] if brought else made, told
    for named in [] if where is None or any(
            t.type in ("CUP_OF", "NOUN") for t in drink.words) else where.all("place"):
        types = types_of(named.members[0].noun)
        if len(named.members) == 1 and types and set(types) <= _fillable():
            members = tuple(replace(m, rule="thing") for m in named.members)
            (vessel,), told = things(replace(named, rule="things", members=members), told)
            made, _, told = _dish(drink, told, vessel)
            return made, told
    if where is not None and where.rule == "there" and where.words[-1].type == "PRONOUN":
        it = where.words[-1:]  # "there is a kettle, so water in that"
        found, after = things(Things("things", it, (Thing("pronoun", it),)),
                              replace(told, needed=frozenset(_fillable())))
        if len(found) == 1 and set(found[0].types) <= _fillable():
            made, _, told = _dish(drink, replace(after, needed=frozenset()), found[0])
            return made, told
    if where is None:
        made, dishes, told = _dish(drink, told)
        return [*made, [Held(s) for s in dishes]] if kept else made, told
    target, told = location(where, told)
    made, dishes, told = _dish(drink, told)
    return [*made, [*put(dishes, target)]], replace(told, there=target)


def _dishes(node: Phrase, found: list[Selection], told: Told) -> Read:
    """Make "a fried egg", "a warm potato", "sliced tomato"."""
    stages: Steps = []
    named: list[Selection] = []
    for what in found:
        plain = replace(what, states=())
        for state in what.states:
            plain, made, told = brought_about(plain, state, node, told)
            stages += made
        named.append(plain)
    return stages, told.naming(named)


def _plain_dish(node: Phrase, named: Things, told: Told) -> Read:
    """Read "make me an egg", "do me a potato" as cooking it."""
    found, told = things(named, told)
    stages: Steps = []
    for what in found:
        if not limited(what, "cookable").types and "Egg" not in what.types:
            told.fail("what should be done with it is not said", node.words[-1],
                      "a verb, e.g. 'slice', 'heat', 'wash'")
        made, told = cooked("cook", what, told)
        stages += made
    return stages, told


def _brewing(node: Phrase, told: Told) -> Read:
    """Read "get a coffee going", "put the tea on" as making it."""
    return _making(Phrase("making", tuple(
        Phrase("served", (d,)) for d in node.all("drink"))), told)


def _dish(
    drink: Phrase, told: Told, vessel: Selection | None = None
) -> tuple[Steps, list[Selection], Told]:
    """Return how a drink or toast is made, and what it ends up as."""
    liquid = next((t.type for t in drink.words if t.type in ("COFFEE", "WINE", "WATER", "TEA")), "")
    numbers = [t for q in (drink, *drink.all("quantifier")) for t in q.words if t.type == "NUMBER"]
    count = numeral(numbers[-1]) if numbers else 1
    if not liquid:
        if vessel is not None:
            told.fail("toast is not made in this", drink.words[-1], "'make toast'")
        bread = Selection(("Bread",), "the", count, words="bread")
        made, told = toasted([bread], drink, told)
        return made, list(told.mentioned[-1]), told
    told = told.noting(*(f"'{t}' is left out" for t in drink.words if t.type == "TASTE"))
    if vessel is None:
        vessel, told = _vessel(drink, count, told)
    told = told.naming([vessel])
    if liquid != "TEA" and not (liquid == "WATER" and any(t.type == "HOT" for t in drink.words)):
        return _filled([vessel], liquid.lower()), [vessel], told
    if liquid == "TEA":
        told = told.noting("tea is read as hot water: there is none here")
    return [*_filled([vessel], "water"), at_station([vessel], *MICROWAVE)], [vessel], told


def _vessel(drink: Phrase, count: int, told: Told) -> tuple[Selection, Told]:
    """Read what a drink comes in: "a glass of water", "the red mug filled with coffee"."""
    named = next((t for t in drink.words if t.type == "NOUN"), None)
    if named is not None:
        (vessel,), told = things(noun_phrase(drink, named), told)
        if not limited(limited(vessel, "fillable"), "pickupable").types:
            told.fail(f"'{named}' cannot be filled", named, "'a mug', 'a glass'")
        return limited(vessel, "fillable"), told
    coffee = any(t.type in ("COFFEE", "TEA") for t in drink.words)
    said = next((str(t).lower() for t in drink.words if t.type == "CUP_OF"), "")
    word = said.split()[0] if said else "mug" if coffee else "glass"
    if coffee and word in ("cup", "cups"):
        word = "mug"  # the machine takes mugs
    noun = ontology().find(word)
    types = noun.types if noun else ("Mug",)
    if count > 1 and set(types) <= {"Mug", "Cup"}:
        types = ("Mug", "Cup")  # kitchens have one of each
    return Selection(types, "some", count, words=word), told


DRINKS: dict[str, Callable[[Phrase, Told], Read]] = {
    "filling": _filling, "pouring": _pouring, "boiling": _boiling, "emptying": _emptying,
    "emptying_into": _emptying_into, "making": _making, "ordering": _making, "brewing": _brewing,
}
"""Verb class of the grammar → what it asks for."""
