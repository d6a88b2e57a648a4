"""Verbs composed by the simulator's contextual rules: heat, toast, chill, fill, empty."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, Tree

from domains.household.goal import HasState, Location, Placed, Selection, Wish
from translators.mapthor.changing import Changing, running, sink
from translators.mapthor.moving import Steps
from translators.mapthor.nouns import terminals, trees
from translators.mapthor.ontology import ontology
from translators.mapthor.places import into, limited

__all__ = ["MICROWAVE", "Stations"]

MICROWAVE = ("Microwave", "Microwave")
_STOVE = ("StoveBurner", "StoveKnob")
_ON_STOVE = {"Pot", "Pan", "Kettle"}


class Stations(Changing):
    """One method per verb class; the grammar's rule name, after an underscore."""

    # -- heat and cold ---------------------------------------------------------------------

    def _heating(self, node: Tree[Any]) -> list[Wish] | Steps:
        verbs = [t.type for t in node.children if isinstance(t, Token)]
        what = self._things(node, "pickupable")
        named: tuple[str, str] | None = MICROWAVE
        if "MICROWAVE" not in verbs:
            what, named = self._station(self._by_means_of(node, what))
        if "TOAST" in verbs or (named and named[0] == "Toaster"):
            return self._toasted(what, node)
        if any(_pan(s) for s in what):
            return self._in_pan(what)
        for selection in what:
            if not limited(selection, "pickupable").types:
                self.phrases.fail(f"'{selection.words}' cannot be heated",
                                  self._word(node, selection), "food, a mug, a plate")
        what = [limited(s, "pickupable") for s in what]
        if named is None and not all(set(s.types) <= _ON_STOVE for s in what):
            self.phrases.remarks.append("heating is read as in the microwave, switched on; say "
                                        "'on the stove' for the other way")
        wishes: list[Wish] = []
        for selection in what:
            stove = set(selection.types) <= _ON_STOVE
            wishes += [w for w in self.heated(selection, named or (_STOVE if stove else
                                                                    MICROWAVE)) if w not in wishes]
        return wishes

    def _by_means_of(self, node: Tree[Any], what: list[Selection]) -> list[Selection]:
        """Read "with the microwave" as "in" it."""
        for tool in trees(node, "tool"):
            latest = list(self.phrases.mentioned)
            (device, *more) = self.phrases.things(trees(tool, "things")[0])
            places = ontology().places(device.types) or tuple(
                t for t in device.types if t == "Toaster")
            if more or not places or not set(places) <= {"Microwave", "StoveBurner", "Toaster",
                                                         "Pan", "Pot"}:
                self.phrases.fail(f"nothing is heated with '{device.words}'", terminals(tool)[-1],
                                  "'with the microwave', 'on the stove'")
            self.phrases.mentioned = latest
            where = Location("in", replace(device, types=places))
            what = [replace(s, located=where) for s in what]
        return what

    def _station(
        self, what: list[Selection]
    ) -> tuple[list[Selection], tuple[str, str] | None]:
        """Read "in the microwave" after a verb of heating as the means, not as a filter."""
        stations = {"Microwave": MICROWAVE, "StoveBurner": _STOVE,
                    "Toaster": ("Toaster", "Toaster")}
        station: tuple[str, str] | None = None
        kept: list[Selection] = []
        for selection in what:
            place = selection.located.place if selection.located else None
            if place is not None and place.types and place.types[0] in stations:
                station = stations[place.types[0]]
                selection = replace(selection, located=None)
            kept.append(selection)
        self.phrases.antecedents = kept
        return kept, station

    def heated(self, what: Selection, station: tuple[str, str]) -> list[Wish]:
        """Wish for things to be in or on a station that is switched on."""
        place, switch = station
        target = Location("on" if place == "StoveBurner" else "in",
                          Selection((place,), "some", words=place))
        device = Selection((switch,), "some", words=switch)
        return [Placed(what, target), HasState(device, "isToggled", True)]

    def _in_pan(self, what: list[Selection]) -> list[Wish]:
        """Fry the egg in the pan: it lies in the pan, which stands on a burner that is on."""
        wishes: list[Wish] = []
        for selection in what:
            pan = _pan(selection)
            if pan is None:
                wishes += self.heated(selection, _STOVE)
                continue
            wishes += [Placed(replace(selection, located=None), Location("in", pan)),
                       *(w for w in self.heated(pan, _STOVE) if w not in wishes)]
        self.phrases.antecedents = [replace(s, located=None) for s in what]
        return wishes

    def _toasted(self, what: list[Selection], node: Tree[Any]) -> Steps:
        for selection in what:
            if not {"Bread", "BreadSliced"} & set(selection.types):
                self.phrases.fail(f"'{selection.words}' cannot be toasted",
                                  self._word(node, selection), "'the bread', 'a slice of bread'")
            if selection.count > 1:
                self.phrases.fail("a toaster takes one slice at a time", terminals(node)[-1],
                                  "'a slice of bread'")
        whole = [s for s in what if "Bread" in s.types]
        slice_ = Selection(("BreadSliced",), "some", words="slice of bread")
        toaster = Selection(("Toaster",), "some", words="toaster")
        cut: list[Wish] = [HasState(replace(s, types=("Bread",)), "isSliced", True) for s in whole]
        self.phrases.antecedents = [slice_]
        toasting: list[Wish] = [Placed(slice_, Location("in", toaster)),
                                HasState(toaster, "isToggled", True)]
        return [cut, toasting] if cut else [toasting]

    def _chilling(self, node: Tree[Any]) -> list[Wish]:
        fridge = Location("in", Selection(("Fridge",), "some", words="fridge"))
        what = self._carried(node)
        if all(s.located and s.located.place and s.located.place.types == ("Fridge",)
               for s in what):
            what = [replace(s, located=None) for s in what]  # "chill the wine in the fridge"
            self.phrases.antecedents = what
        return [Placed(s, fridge) for s in what]

    # -- liquids ---------------------------------------------------------------------------

    def _filling(self, node: Tree[Any]) -> list[Wish] | Steps:
        stuffed = self._stuffed(node)
        if stuffed:
            return stuffed
        what = self._acted_on(node, "fillable", "filled")
        if isinstance(node.children[0], Token) and node.children[0].type == "WATER" and any(
                "HousePlant" not in s.types for s in what):
            self.phrases.fail("only plants are watered", node.children[0], "'fill … with water'")
        liquids = [t for c in trees(node, "liquid") for t in terminals(c)
                   if t.type in ("WATER", "COFFEE", "NOUN")]
        liquid = "water"
        if liquids:
            liquid = {"WATER": "water", "COFFEE": "coffee"}.get(liquids[-1].type, "")
        if not liquid:
            self.phrases.fail(f"'{liquids[-1]}' is no liquid a robot can pour", liquids[-1],
                              "'water' or 'coffee'")
        for selection in what:
            if not limited(selection, "pickupable").types:
                self.phrases.fail(f"'{selection.words}' cannot be carried to the tap, and no "
                                  "robot can pour", self._word(node, selection),
                                  "'the mug', 'the kettle', …")
        what = [replace(s, located=None) if s.located and s.located.place
                and {"Sink", "SinkBasin", "Faucet"} & set(s.located.place.types) else s
                for s in what]  # "fill the pot at the sink" says how
        self.phrases.antecedents = what
        if liquid == "coffee":
            return self._coffee(what)
        return self._watered(what)

    def _stuffed(self, node: Tree[Any]) -> list[Wish]:
        """Read "fill the box with the books" as putting them in; nothing for liquids."""
        named = trees(node, "liquid")
        nouns = [t for c in named for t in terminals(c) if t.type == "NOUN"]
        portable = set(ontology().properties["pickupable"])
        if not nouns or not portable & set(self.phrases.types_of(nouns[0])) or not trees(
                node, "located_things"):
            return []
        vessel = self.phrases.located_things(trees(node, "located_things")[0])[0]
        inside = ontology().places(vessel.types)
        if not inside:
            return []
        parts = [Tree("noun", [c]) if isinstance(c, Token) else c for c in named[0].children]
        things: Tree[Any] = Tree("things", [Tree("thing", parts)])
        target = Location("in", replace(vessel, types=inside))
        return [Placed(s, target) for s in self._carried(Tree("filling", [things]))]

    def _watered(self, what: list[Selection]) -> Steps:
        under: list[Wish] = [*(Placed(s, sink()) for s in what), running()]
        filled: list[Wish] = [HasState(s, "isFilledWithLiquid", True) for s in what]
        return [under, filled]

    def _boiling(self, node: Tree[Any]) -> Steps:
        """Boil some water in the kettle: filled at the tap, then heated."""
        named = trees(node, "place")
        if named:
            place = self.phrases.place(named[0], holds=False)
        else:
            place = Selection(("Kettle", "Pot"), "some", words="kettle or pot")
            self.phrases.remarks.append("boiling water is read as in a kettle or pot")
        able = set(ontology().properties["fillable"]) & set(ontology().properties["pickupable"])
        if not set(place.types) <= able:
            self.phrases.fail(f"'{place.words}' cannot be filled with water",
                              terminals(node)[-1], "'the kettle', 'the pot'")
        self.phrases.antecedents = [place]
        stove = set(place.types) <= _ON_STOVE
        return [*self._watered([place]), self.heated(place, _STOVE if stove else MICROWAVE)]

    def _coffee(self, what: list[Selection]) -> list[Wish]:
        machine = Selection(("CoffeeMachine",), "some", words="coffee machine")
        return [*(Placed(s, Location("in", machine)) for s in what),
                HasState(machine, "isToggled", True)]

    def _emptying(self, node: Tree[Any]) -> list[Wish]:
        wishes: list[Wish] = []
        for selection in self._at_the_sink(node, self._things(node, "fillable")):
            liquid = limited(selection, "fillable")
            places = ontology().places(selection.types)
            if liquid.types:
                if places:
                    self.phrases.remarks.append(
                        f"emptying '{selection.words}' is read as pouring its liquid out")
                wishes.append(HasState(liquid, "isFilledWithLiquid", False))
            elif places:
                wishes += self.emptied_place(replace(selection, types=places))
            else:
                self.phrases.fail(f"'{selection.words}' cannot be emptied",
                                  self._word(node, selection), "a mug, a pot, a drawer, …")
        return wishes

    def _emptying_into(self, node: Tree[Any]) -> list[Wish]:
        """Empty the box onto the table; a mug into the sink loses its liquid."""
        what = self.phrases.things(trees(node, "things")[0])
        place = self.phrases.place(trees(node, "place")[0])
        fillable = set(ontology().properties["fillable"])
        wishes: list[Wish] = []
        for selection in what:
            sinks = {"Sink", "SinkBasin", "Bathtub", "Toilet"}
            if set(selection.types) <= fillable and set(place.types) & sinks:
                wishes.append(HasState(selection, "isFilledWithLiquid", False))
                continue
            held = ontology().places(selection.types)
            if not held:
                self.phrases.fail(f"'{selection.words}' cannot be emptied",
                                  self._word(node, selection), "a box, a drawer, …")
            wishes += self.emptied_place(replace(selection, types=held), into(place))
        return wishes


def _pan(what: Selection) -> Selection | None:
    """Return the pan or pot things are said to be cooked in."""
    place = what.located.place if what.located else None
    if place is None or not place.types or not set(place.types) <= _ON_STOVE:
        return None
    stove = place.located.place if place.located else None
    return replace(place, located=None) if stove and stove.types == ("StoveBurner",) else place
