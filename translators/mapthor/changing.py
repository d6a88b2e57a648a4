"""Verbs that change states, directly or by the simulator's contextual rules (heat, fill, toast)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, Tree

from domains.household.goal import HasState, Location, Placed, Selection, Wish
from translators.mapthor.moving import Moving, Steps
from translators.mapthor.nouns import Phrases, terminals, trees
from translators.mapthor.ontology import ontology

__all__ = ["Changing"]


class Changing(Moving):
    """One method per verb class; the grammar's rule name, after an underscore."""

    def _acted_on(self, node: Tree[Any], needs: str, verb: str) -> list[Selection]:
        """Read the things a verb acts on; keep the types that have the property it needs."""
        selections = self._things(node, needs)
        able = set(ontology().properties[needs])
        kept = [replace(s, types=tuple(t for t in s.types if t in able)) for s in selections]
        for selection, rest in zip(selections, kept, strict=True):
            if selection.types and not rest.types:
                token = next((t for t in terminals(node) if str(t) == selection.words),
                             terminals(node)[-1])
                self.phrases.fail(f"'{selection.words}' cannot be {verb}", token,
                                  "one of " + ", ".join(sorted(able)))
        self.phrases.antecedents = [s if s.types == r.types else r
                                    for s, r in zip(selections, kept, strict=True)]
        return kept

    def _washing(self, node: Tree[Any]) -> list[Wish]:
        selections = self._things(node, "dirtyable")
        able = set(ontology().properties["dirtyable"])
        portable = set(ontology().properties["pickupable"])
        wishes: list[Wish] = []
        for selection in selections:
            dirty = tuple(t for t in selection.types if t in able)
            rinsed = tuple(t for t in selection.types if t in portable)
            if dirty:
                wishes.append(HasState(replace(selection, types=dirty), "isDirty", False))
            elif rinsed:
                self.phrases.remarks.append(
                    f"'{selection.words}' has no dirt to remove in AI2-THOR: washing is read as "
                    "putting it into the sink under the running faucet")
                wishes += [Placed(replace(selection, types=rinsed), _sink()), _running()]
            else:
                self.phrases.fail(f"'{selection.words}' cannot be washed", terminals(node)[-1],
                                  "one of " + ", ".join(sorted(able)))
        return wishes

    def _slicing(self, node: Tree[Any]) -> list[Wish]:
        return [HasState(s, "isSliced", True)
                for s in self._acted_on(node, "sliceable", "sliced")]

    def _opening(self, node: Tree[Any]) -> list[Wish]:
        return [HasState(s, "isOpen", True) for s in self._acted_on(node, "openable", "opened")]

    def _closing(self, node: Tree[Any]) -> list[Wish]:
        return [HasState(s, "isOpen", False) for s in self._acted_on(node, "openable", "closed")]

    def _breaking(self, node: Tree[Any]) -> list[Wish]:
        return [HasState(s, "isBroken", True)
                for s in self._acted_on(node, "breakable", "broken")]

    def _switching(self, node: Tree[Any]) -> list[Wish]:
        kinds = {t.type for c in node.children if isinstance(c, Token) or c.data == "onoff"
                 for t in terminals(c)}
        value = bool(kinds & {"ON", "SWITCH_ON", "LIGHT"})
        return [HasState(s, "isToggled", value) for s in self._switchable(node)]

    def _switchable(self, node: Tree[Any]) -> list[Selection]:
        selections = self._things(node, "toggleable")
        able = set(ontology().properties["toggleable"])
        kept: list[Selection] = []
        for selection in selections:
            types = tuple(dict.fromkeys(
                k for t in selection.types for k in ontology().switches.get(t, (t,))
                if k in able))
            if selection.types and not types:
                token = next((t for t in terminals(node) if str(t) == selection.words),
                             terminals(node)[-1])
                self.phrases.fail(f"'{selection.words}' cannot be switched on or off", token,
                                  "one of " + ", ".join(sorted(able)))
            kept.append(replace(selection, types=types))
        self.phrases.antecedents = kept
        return kept

    def _lighting(self, node: Tree[Any]) -> list[Wish]:
        dark = any(t.type in ("DARK", "DARKEN") for t in terminals(node))
        room = trees(node, "room")
        nouns = [t for r in room for t in terminals(r) if t.type == "NOUN"]
        if nouns and not set(self.phrases.types_of(nouns[0])) & {"LightSwitch", "DeskLamp"}:
            self.phrases.fail(f"'{nouns[0]}' is no room", nouns[0], "'the room', 'the kitchen'")
        lights = Selection(("LightSwitch", "DeskLamp", "FloorLamp"), "all", words="lights")
        self.phrases.antecedents = [lights]
        return [HasState(lights, "isToggled", not dark)]

    def _ensuring(self, node: Tree[Any]) -> list[Wish]:
        claims = [*trees(node, "claim"), *trees(node, "room_claim")] or [node]
        return [wish for claim in claims for wish in self._claim(claim)]

    def _claim(self, node: Tree[Any]) -> list[Wish]:
        states = trees(node, "state")
        if node.data == "room_claim":
            return self._lighting(node)
        if not states:
            what = self._carried(node)
            where = self.phrases.location(
                next(c for c in node.children if isinstance(c, Tree) and c.data != "things"))
            return [Placed(s, where) for s in what]
        if any(t.type == "DARK" for t in terminals(states[0])):
            return self._lighting(Tree("lighting", [terminals(states[0])[-1]]))
        key, value = self.phrases.state(states[0])
        if key == "isToggled":
            return [HasState(s, key, value) for s in self._switchable(node)]
        if key == "temperature":
            what = self._carried(node)
            return self._heated(what, _microwave()) if value == "Hot" else [
                Placed(s, _fridge()) for s in what]
        needs = {"isOpen": "openable", "isDirty": "dirtyable", "isSliced": "sliceable",
                 "isCooked": "cookable", "isFilledWithLiquid": "fillable",
                 "isBroken": "breakable"}[key]
        return [HasState(s, key, value)
                for s in self._acted_on(node, needs, "brought into this state")]

    # -- contextual rules of the simulator ---------------------------------------------------

    def _heating(self, node: Tree[Any]) -> list[Wish] | Steps:
        verbs = [t.type for t in node.children if isinstance(t, Token)]
        what = self._things(node, "pickupable")
        station = _microwave()
        if "MICROWAVE" not in verbs:
            what, station = self._station(what, station)
        if "TOAST" in verbs or station[0] == "Toaster":
            return self._toasted(what)
        portable = set(ontology().properties["pickupable"])
        what = [replace(s, types=tuple(t for t in s.types if t in portable)) for s in what]
        if not all(s.types for s in what):
            self.phrases.fail("this cannot be heated", terminals(node)[-1], "food, a mug, a plate")
        return self._heated(what, station)

    def _station(
        self, what: list[Selection], station: tuple[str, str]
    ) -> tuple[list[Selection], tuple[str, str]]:
        """Read "in the microwave" after a verb of heating as the means, not as a filter."""
        stations = {"Microwave": _microwave(), "StoveBurner": ("StoveBurner", "StoveKnob"),
                    "Toaster": ("Toaster", "Toaster")}
        kept: list[Selection] = []
        for selection in what:
            place = selection.located.place if selection.located else None
            if place is not None and place.types and place.types[0] in stations:
                station = stations[place.types[0]]
                selection = replace(selection, located=None)
            kept.append(selection)
        self.phrases.antecedents = kept
        return kept, station

    def _heated(self, what: list[Selection], station: tuple[str, str]) -> list[Wish]:
        place, switch = station
        target = Location("in", Selection((place,), "some", words=place))
        device = Selection((switch,), "some", words=switch)
        return [*(Placed(s, target) for s in what), HasState(device, "isToggled", True)]

    def _toasted(self, what: list[Selection]) -> Steps:
        whole = [s for s in what if "Bread" in s.types]
        if not whole and not any("BreadSliced" in s.types for s in what):
            self.phrases.fail("only bread can be toasted", terminals_of(what, self.phrases),
                              "'the bread'")
        slice_ = Selection(("BreadSliced",), "some", words="slice of bread")
        toaster = Selection(("Toaster",), "some", words="toaster")
        cut: list[Wish] = [HasState(replace(s, types=("Bread",)), "isSliced", True) for s in whole]
        self.phrases.antecedents = [slice_]
        toasting: list[Wish] = [Placed(slice_, Location("in", toaster)),
                                HasState(toaster, "isToggled", True)]
        return [cut, toasting] if cut else [toasting]

    def _chilling(self, node: Tree[Any]) -> list[Wish]:
        selections = self._things(node, "pickupable")
        portable = set(ontology().properties["pickupable"])
        kept = [replace(s, types=tuple(t for t in s.types if t in portable)) for s in selections]
        return [Placed(s, _fridge()) for s in kept]

    def _filling(self, node: Tree[Any]) -> list[Wish] | Steps:
        what = self._acted_on(node, "fillable", "filled")
        liquids = [t for c in trees(node, "liquid") for t in terminals(c)
                   if t.type in ("WATER", "COFFEE", "NOUN")]
        liquid = "water"
        if liquids:
            liquid = {"WATER": "water", "COFFEE": "coffee"}.get(liquids[-1].type, "")
        if not liquid:
            self.phrases.fail(f"'{liquids[-1]}' is no liquid a robot can pour", liquids[-1],
                              "'water' or 'coffee'")
        if liquid == "coffee":
            return self._coffee(what)
        running: list[Wish] = [*(Placed(s, _sink()) for s in what), _running()]
        filled: list[Wish] = [HasState(s, "isFilledWithLiquid", True) for s in what]
        return [running, filled]

    def _coffee(self, what: list[Selection]) -> list[Wish]:
        machine = Selection(("CoffeeMachine",), "some", words="coffee machine")
        return [*(Placed(s, Location("in", machine)) for s in what),
                HasState(machine, "isToggled", True)]

    def _emptying(self, node: Tree[Any]) -> list[Wish]:
        what = self._things(node, "fillable")
        fillable = set(ontology().properties["fillable"])
        wishes: list[Wish] = []
        for selection in what:
            liquid = tuple(t for t in selection.types if t in fillable)
            places = ontology().places(selection.types)
            if liquid:
                wishes.append(HasState(replace(selection, types=liquid),
                                       "isFilledWithLiquid", False))
            elif places:
                wishes += self._emptied_place(replace(selection, types=places))
            else:
                self.phrases.fail(f"'{selection.words}' cannot be emptied",
                                  terminals(node)[-1], "a mug, a pot, a drawer, …")
        return wishes

    # -- dishes ----------------------------------------------------------------------------

    def _making(self, node: Tree[Any]) -> list[Wish] | Steps:
        stages: Steps = [[], []]
        for drink in trees(node, "drink"):
            if any(t.type == "COFFEE" for t in terminals(drink)):
                mug = Selection(("Mug",), "some", words="mug")
                self.phrases.antecedents = [mug]
                stages[0] += self._coffee([mug])
            else:
                bread = Selection(("Bread",), "the", words="bread")
                for stage, wishes in zip(stages, self._toasted([bread]), strict=True):
                    stage += wishes
        return [s for s in stages if s]

    def _making_by(self, node: Tree[Any]) -> Steps:
        steps = [c for c in node.children if isinstance(c, Tree) and c.data != "dish"]
        return self.step(steps[0])


def terminals_of(what: list[Selection], phrases: Phrases) -> Token:
    """Find the words of the first selection in the text, for an error message."""
    words = what[0].words if what else ""
    start = max(0, phrases.text.find(words))
    return Token("NOUN", words or phrases.text[:1], start_pos=start)


def _microwave() -> tuple[str, str]:
    return ("Microwave", "Microwave")


def _fridge() -> Location:
    return Location("in", Selection(("Fridge",), "some", words="fridge"))


def _sink() -> Location:
    return Location("in", Selection(("SinkBasin", "Sink"), "some", words="sink"))


def _running() -> HasState:
    return HasState(Selection(("Faucet",), "some", words="faucet"), "isToggled", True)



