"""Verbs that change a state directly: wash, slice, open, switch, break, darken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lark import Token, Tree

from domains.household.goal import BASINS, HasState, Location, Placed, Selection, Wish
from translators.mapthor.moving import Steps
from translators.mapthor.nouns import terminals, trees
from translators.mapthor.ontology import ontology
from translators.mapthor.places import into, limited
from translators.mapthor.tidying import Tidying

__all__ = ["Changing", "running", "sink"]


class Changing(Tidying):
    """One method per verb class; the grammar's rule name, after an underscore."""

    def _acted_on(self, node: Tree[Any], needs: str, verb: str) -> list[Selection]:
        """Read the things a verb acts on; keep the types that have the property it needs."""
        selections = self._things(node, needs)
        kept = [limited(s, needs) for s in selections]
        for selection, rest in zip(selections, kept, strict=True):
            if selection.types and not rest.types:
                self.phrases.fail(f"'{selection.words}' cannot be {verb}",
                                  self._word(node, selection), _any_of(needs))
        self.phrases.antecedents = [s if s.types == r.types else r
                                    for s, r in zip(selections, kept, strict=True)]
        return kept

    def _washing(self, node: Tree[Any]) -> list[Wish]:
        self._tool(node, "DishSponge", "Cloth", "ScrubBrush", "SoapBottle", "SoapBar",
                   "SprayBottle", "HandTowel", "PaperTowelRoll")
        for away in (c for things in trees(node, "located_things")
                     for c in trees(things, "from_place") if terminals(c)[0].type == "OFF"):
            self.phrases.fail("'clean … off' does not say whether to wash or to take away",
                              terminals(away)[0], "'clear … off', or 'wash … on'")
        wishes: list[Wish] = []
        named = next(iter(trees(node, "located_things")), node)
        pronoun = any(trees(t, "pronoun") for t in trees(named, "things"))
        latest = self.phrases.mentioned[-1] if self.phrases.mentioned else []
        carried = pronoun and any(limited(s, "pickupable").types for s in latest)
        for selection in self._at_the_sink(
                node, self._things(node, "pickupable" if carried else "dirtyable")):
            wishes += self._washed(selection, node)
        return wishes

    def _washed(self, what: Selection, node: Tree[Any]) -> list[Wish]:
        """Wish for a thing without dirt; where it never has any, for a rinse."""
        dirty, rinsed = limited(what, "dirtyable"), limited(what, "pickupable")
        if dirty.types:
            return [HasState(dirty, "isDirty", False)]
        if not rinsed.types:
            self.phrases.fail(f"'{what.words}' cannot be washed", self._word(node, what),
                              _any_of("dirtyable"))
        self.phrases.remarks.append(
            f"'{what.words}' has no dirt to remove in AI2-THOR: washing is read as "
            "putting it into the sink under the running faucet")
        return [Placed(rinsed, sink()), running()]

    def _at_the_sink(self, node: Tree[Any], what: list[Selection]) -> list[Selection]:
        """Read "wash the cup in the sink" as where to; "the dishes in the sink" are all there."""
        said_where = [c for things in trees(node, "located_things")
                      for c in trees(things, "located_at")]
        if len(said_where) != 1:
            return what
        kept: list[Selection] = []
        for selection in what:
            place = selection.located.place if selection.located else None
            if place is not None and selection.quantifier != "all" and set(
                    place.types) <= {"Sink", "SinkBasin"}:
                self.phrases.remarks.append(f"'in the {place.words}' is read as where to do it")
                selection = replace(selection, located=None)
            kept.append(selection)
        self.phrases.antecedents = kept
        return kept

    def _tool(self, node: Tree[Any], *fitting: str) -> None:
        """Read "with the knife": the simulator needs no tool, so it only has to fit the verb."""
        for tool in trees(node, "tool"):
            latest = list(self.phrases.mentioned)
            for used in self.phrases.things(trees(tool, "things")[0]):
                if not set(used.types) & set(fitting):
                    self.phrases.fail(f"'{used.words}' is no tool for this", terminals(tool)[-1],
                                      "the sentence without it")
                self.phrases.remarks.append(f"'with {used.words}': robots need no tool for this")
            self.phrases.mentioned = latest

    def _washing_room(self, node: Tree[Any]) -> list[Wish]:
        self.phrases.fail("a room cannot be washed", terminals(node)[-1],
                          "'tidy up the kitchen', 'wash all the dishes'")

    def _slicing(self, node: Tree[Any]) -> list[Wish]:
        self._tool(node, "Knife", "ButterKnife")
        return [HasState(s, "isSliced", True)
                for s in self._acted_on(node, "sliceable", "sliced")]

    def _slicing_into(self, node: Tree[Any]) -> list[Wish]:
        """Crack the egg into the pan: sliced, and the pieces there."""
        sliced = self._slicing(node)
        place = self.phrases.place(trees(node, "place")[0])
        return [*sliced, *(Placed(w.what, into(place)) for w in sliced)]

    def _opening(self, node: Tree[Any]) -> list[Wish]:
        return [HasState(s, "isOpen", True) for s in self._acted_on(node, "openable", "opened")]

    def _closing(self, node: Tree[Any]) -> list[Wish]:
        return [HasState(s, "isOpen", False) for s in self._acted_on(node, "openable", "closed")]

    def _breaking(self, node: Tree[Any]) -> list[Wish]:
        return [HasState(s, "isBroken", True)
                for s in self._acted_on(node, "breakable", "broken")]

    # -- switching -------------------------------------------------------------------------

    def _switching(self, node: Tree[Any]) -> list[Wish]:
        kinds = {t.type for c in node.children if isinstance(c, Token) or c.data == "onoff"
                 for t in terminals(c)}
        value = bool(kinds & {"ON", "SWITCH_ON", "LIGHT"})
        return [HasState(s, "isToggled", value) for s in self._switchable(node, value)]

    def _switching_each(self, node: Tree[Any]) -> list[Wish]:
        """Read "the lamp on and the television off": each with its own word."""
        wishes: list[Wish] = []
        pair: list[Tree[Any]] = []
        for child in [*(c for c in node.children if isinstance(c, Tree)), None]:
            if (child is None or child.data == "things") and pair:
                words = [t for p in pair if p.data == "onoff" for t in terminals(p)]
                located = [p for p in pair if p.data not in ("onoff", "list_joint")]
                wishes += self._switching(Tree("switching", [
                    Tree("onoff", list(words)), Tree("located_things", list(located))]))
                pair = []
            if child is not None:
                pair.append(child)
        return wishes

    def _switching_but(self, node: Tree[Any]) -> list[Wish]:
        """Read "turn every light on except the floor lamp"."""
        (mode,) = trees(node, "onoff")
        parts = trees(node, "things", "exception")
        return self._switching(Tree("switching", [mode, Tree("located_things", list(parts))]))

    def _switching_twice(self, node: Tree[Any]) -> Steps:
        """Read "turn the tap on and then off"."""
        (things,) = trees(node, "things")
        located: Tree[Any] = Tree("located_things", [things])
        return [self._switching(Tree("switching", [mode, located]))
                for mode in trees(node, "onoff")]

    def _switching_two(self, node: Tree[Any]) -> list[Wish]:
        """Read "turn on the lamp and off the television"."""
        wishes: list[Wish] = []
        modes = trees(node, "onoff")
        for mode, things in zip(modes, trees(node, "located_things"), strict=True):
            wishes += self._switching(Tree("switching", [mode, things]))
        return wishes

    def _switchable(self, node: Tree[Any], value: bool) -> list[Selection]:
        """Read what is switched; a stove is on when one burner is, and off when all are."""
        selections = self._things(node, "toggleable")
        able = set(ontology().properties["toggleable"])
        kept: list[Selection] = []
        for selection in selections:
            types = tuple(dict.fromkeys(
                k for t in selection.types for k in ontology().switches.get(t, (t,))
                if k in able))
            if selection.types and not types:
                self.phrases.fail(f"'{selection.words}' cannot be switched on or off",
                                  self._word(node, selection), _any_of("toggleable"))
            selection = _at_basin(selection, types)
            station = bool(types) and selection.quantifier == "the" and not set(types) & set(
                selection.types)
            kept.append(replace(selection, types=types, quantifier="some")
                        if station and value else replace(selection, types=types))
        self.phrases.antecedents = kept
        return kept

    def _lighting(self, node: Tree[Any]) -> list[Wish]:
        dark = any(t.type in ("DARK", "DARKEN") for t in terminals(node))
        return self.lit(node, not dark)

    def lit(self, node: Tree[Any], value: bool) -> list[Wish]:
        """Wish every light of the room to be on or off."""
        room = trees(node, "room")
        nouns = [t for r in room for t in terminals(r) if t.type == "NOUN"]
        if nouns and not set(self.phrases.types_of(nouns[0])) & {"LightSwitch", "DeskLamp"}:
            self.phrases.fail(f"'{nouns[0]}' is no room", nouns[0], "'the room', 'the kitchen'")
        lights = Selection(("LightSwitch", "DeskLamp", "FloorLamp"), "all", words="lights")
        self.phrases.antecedents = [lights]
        return [HasState(lights, "isToggled", value)]


def _at_basin(what: Selection, switched: Sequence[str]) -> Selection:
    """Read "run a bath", "the tap in the sink" as the tap of that basin, not just any tap."""
    if set(switched) != {"Faucet"}:
        return what
    basins = [t for t in what.types if t in BASINS]
    if basins:
        place = replace(what, types=ontology().places(basins), quantifier="some", located=None)
        return replace(what, located=Location("at", place))
    where = what.located
    if where is not None and where.place is not None and set(where.place.types) & set(BASINS):
        return replace(what, located=replace(where, relation="at"))
    return what


def _any_of(able: str) -> str:
    return "one of " + ", ".join(sorted(ontology().properties[able]))


def sink() -> Location:
    """Return the target "in a sink"."""
    return Location("in", Selection(("SinkBasin", "Sink"), "some", words="sink"))


def running() -> HasState:
    """Return the wish for a running faucet."""
    return HasState(Selection(("Faucet",), "some", words="faucet"), "isToggled", True)
