"""Parse tree of a noun phrase or place → :class:`Selection` or :class:`Location`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from lark import Token, Tree

from domains.household.goal import Location, Quantifier, Selection
from planner.errors import SourceError, Span
from translators.mapthor.ontology import Noun, ontology

__all__ = ["STATES", "Phrases", "terminals"]

Node = Tree[Any] | Token

STATES: dict[str, tuple[str, bool | str]] = {
    "OPEN": ("isOpen", True), "CLOSED": ("isOpen", False), "CLOSE": ("isOpen", False),
    "ON": ("isToggled", True), "OFF": ("isToggled", False), "DIRTY": ("isDirty", True),
    "CLEAN": ("isDirty", False), "SLICED": ("isSliced", True), "COOKED": ("isCooked", True),
    "HOT": ("temperature", "Hot"), "COLD": ("temperature", "Cold"),
    "EMPTY": ("isFilledWithLiquid", False), "FULL": ("isFilledWithLiquid", True),
    "BROKEN": ("isBroken", True), "DARK": ("isToggled", False),
}
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
            "nine": 9, "ten": 10}
_PROPERTIES = {"sliceable": "sliceable", "openable": "openable", "pickupable": "pickupable",
               "portable": "pickupable", "movable": "pickupable", "breakable": "breakable",
               "toggleable": "toggleable", "fillable": "fillable", "cookable": "cookable",
               "burnable": "burnable", "washable": "dirtyable"}


def terminals(node: Node) -> list[Token]:
    """List the tokens below a node, left to right."""
    if isinstance(node, Token):
        return [node]
    return [token for child in node.children for token in terminals(child)]


def trees(node: Tree[Any], name: str) -> list[Tree[Any]]:
    """List the direct children with the given rule name."""
    return [c for c in node.children if isinstance(c, Tree) and c.data == name]


@dataclass
class Phrases:
    """Read noun phrases in order; remembers what ``it`` and ``there`` refer to.

    ``needed`` are the types the current verb can be done to: "open the fridge, take out the
    apple and close it" closes the fridge.
    """

    text: str
    source: str
    mentioned: list[list[Selection]] = field(default_factory=list)
    needed: frozenset[str] = frozenset()
    last_place: Location | None = None
    remarks: list[str] = field(default_factory=list)

    @property
    def antecedents(self) -> list[Selection]:
        """What "them" refers to: the latest things mentioned, or those the verb can be done to."""
        for group in reversed(self.mentioned):
            if not self.needed or any(self.needed & set(s.types) for s in group):
                return group
        return self.mentioned[-1] if self.mentioned else []

    @antecedents.setter
    def antecedents(self, group: list[Selection]) -> None:
        self.mentioned.append(group)

    # -- things ----------------------------------------------------------------------------

    def things(self, node: Tree[Any]) -> list[Selection]:
        """Read ``things``: a list with an optional exception."""
        chosen: list[Selection] = []
        excluded: set[str] = set()
        inherited: tuple[Quantifier, int] | None = None
        after_except = False
        for child in node.children:
            if isinstance(child, Token):
                after_except = after_except or child.type == "EXCEPT"
                continue
            if child.data == "list_joint":
                continue
            if after_except:
                excluded.update(self._thing(child, inherited)[0].types)
                continue
            read = self._thing(child, inherited)
            if child.data == "thing" and trees(child, "quantifier"):
                inherited = (read[0].quantifier, read[0].count)
            chosen += read
        if excluded:
            chosen = [replace(s, types=tuple(t for t in s.types if t not in excluded))
                      for s in chosen]
        self.antecedents = chosen
        return chosen

    def located_things(self, node: Tree[Any]) -> list[Selection]:
        """Read things with places that say where they are now ("the lamp on the desk")."""
        selections = self.things(trees(node, "things")[0])
        for pp in node.children[1:]:
            where = self.location(pp)
            selections = [replace(s, located=where) for s in selections]
        self.antecedents = selections
        return selections

    def _thing(self, node: Tree[Any], inherited: tuple[Quantifier, int] | None) -> list[Selection]:
        if node.data == "pronoun":
            return self._pronoun(node)
        if node.data == "everything":
            base = Selection(ontology().properties["pickupable"], "all", words="everything")
            return [self._related(base, node)]
        token = terminals(trees(node, "noun")[0])[0]
        noun = self._noun(token)
        quantifier, count = self._quantifier(node, noun, inherited)
        selection = Selection(noun.types, quantifier, count, words=str(token),
                              substitutes=self._substitutes(noun))
        return [self._related(self._adjectives(selection, node, noun), node)]

    def _noun(self, token: Token) -> Noun:
        if token.type == "ITEM":
            return Noun(ontology().properties["pickupable"], str(token).lower().endswith("s"))
        found = ontology().find(str(token))
        if found is None:
            self.fail(f"'{token}' is no thing here", token, "a thing, e.g. 'apple'")
        if found.landmark:
            self.remarks.append(f"'{token}': no robot can perceive this in iTHOR rooms")
        return found

    def types_of(self, token: Token) -> tuple[str, ...]:
        """Return the object types a noun names, none if it names nothing."""
        found = ontology().find(str(token))
        return found.types if found else ()

    def _substitutes(self, noun: Noun) -> dict[str, tuple[str, ...]]:
        known = ontology().substitutes
        return {kind: known[kind] for kind in noun.types if kind in known}

    def _pronoun(self, node: Tree[Any]) -> list[Selection]:
        if not self.antecedents:
            token = terminals(node)[-1]
            self.fail(f"'{token}' refers to nothing named before", token, "a thing, e.g. 'apple'")
        return list(self.antecedents)

    def _quantifier(
        self, node: Tree[Any], noun: Noun, inherited: tuple[Quantifier, int] | None
    ) -> tuple[Quantifier, int]:
        tokens = [t for q in trees(node, "quantifier") for t in terminals(q)]
        number = next((_number(t) for t in tokens if t.type == "NUMBER"), 0)
        kinds = {t.type for t in tokens}
        if number:
            return ("some", number)
        if kinds & {"ALL", "EVERY", "BOTH"} or ("ANY" in kinds and noun.plural):
            return ("all", 1)
        if kinds & {"A", "ANY", "SOME"}:
            return ("some", 1)
        if not tokens and inherited is not None:
            return inherited
        return ("all" if noun.plural else "the", 1)

    def _adjectives(self, selection: Selection, node: Tree[Any], noun: Noun) -> Selection:
        for token in (t for a in trees(node, "adjective") for t in terminals(a)):
            if token.type in STATES:
                selection = replace(selection, states=(*selection.states, STATES[token.type]))
            elif token.type == "CENTRAL":
                selection = replace(selection, central=True)
            elif token.type == "PROPERTY":
                selection = self._narrow(selection, str(token).lower())
            elif token.type == "APPROPRIATE":
                kept = tuple(t for t in selection.types if t in ontology().homes)
                selection = replace(selection, types=kept)
            elif token.type == "ROOM":
                self.remarks.append(f"'{token}' says which room; there is only one")
        return selection

    def _narrow(self, selection: Selection, word: str) -> Selection:
        if word in _PROPERTIES:
            kinds = ontology().properties[_PROPERTIES[word]]
        else:
            noun = ontology().find({"edible": "food"}.get(word, word))
            kinds = noun.types if noun else ()
        general = set(selection.types) == set(ontology().properties["pickupable"])
        return replace(selection, types=tuple(
            t for t in (kinds if general else selection.types) if t in kinds))

    def _related(self, selection: Selection, node: Tree[Any]) -> Selection:
        for relative in trees(node, "relative"):
            for child in relative.children:
                if isinstance(child, Token):
                    if child.type == "PROPERTY":
                        selection = self._narrow(selection, str(child).lower())
                elif child.data == "state":
                    selection = replace(
                        selection, states=(*selection.states, self.state(child)))
                else:
                    selection = replace(selection, located=self.location(child))
        return selection

    # -- places ----------------------------------------------------------------------------

    def location(self, node: Tree[Any]) -> Location:
        """Read a prepositional phrase."""
        if node.data == "at_home":
            return self.home()
        if node.data == "there":
            if self.last_place is None:
                return self._pronoun_place(node)
            return self.last_place
        near = node.data == "near"
        first = terminals(node)[0]
        relation = "near" if near else "in" if first.type == "IN" else "on"
        place = self.place(trees(node, "place")[0], holds=not near)
        nearest = any(t.type == "NEAREST" for t in terminals(node))
        where = Location(relation, place, nearest)  # type: ignore[arg-type]
        if node.data != "from_place":
            self.last_place = where
        self.mentioned.insert(max(0, len(self.mentioned) - 1), [place])
        return where

    def _pronoun_place(self, node: Tree[Any]) -> Location:
        token = terminals(node)[-1]
        for selection in reversed(self.antecedents):
            types = ontology().places(selection.types)
            if types:
                return Location("in", replace(selection, types=types, quantifier="some"))
        self.fail(f"'{token}' names no place mentioned before", token, "a place, e.g. 'the fridge'")

    def home(self, avoid: tuple[str, ...] = ()) -> Location:
        """Return "where things belong", except in the types to ``avoid``."""
        homes = {kind: tuple(h for place in places for h in ontology().places([place])
                             if h not in avoid)
                 for kind, places in ontology().homes.items()}
        return Location("home", homes=homes, avoid=avoid)

    def place(self, node: Tree[Any], *, holds: bool = True) -> Selection:
        """Read a place; with ``holds`` only what things can be put in or on is accepted."""
        nouns = trees(node, "place_noun")
        selections = [self._place_noun(n, holds) for n in nouns]
        types = tuple(dict.fromkeys(t for s in selections for t in s.types))
        return replace(selections[0], types=types)

    def _place_noun(self, node: Tree[Any], holds: bool) -> Selection:
        token = terminals(trees(node, "noun")[0])[0]
        noun = self._noun(token)
        types = ontology().places(noun.types) if holds else noun.types
        if token.type == "ITEM":
            self.fail(f"'{token}' is no place", token, "a place, e.g. 'the fridge'")
        if not types and not noun.landmark:
            self.fail(f"nothing can be put in or on '{token}'", token,
                      "a place, e.g. 'the fridge', 'the table', 'a drawer', 'the bowl'")
        quantifier, count = self._quantifier(node, replace(noun, plural=False), None)
        chosen = Selection(types, quantifier, count, words=str(token))
        return self._related(self._adjectives(chosen, node, noun), node)

    # -- states ----------------------------------------------------------------------------

    def state(self, node: Tree[Any]) -> tuple[str, bool | str]:
        """Read a state word with an optional ``not``."""
        tokens = terminals(node)
        key, value = STATES[tokens[-1].type]
        if tokens[0].type != "NOT":
            return key, value
        if not isinstance(value, bool):
            self.fail(f"'not {tokens[-1]}' is not understood", tokens[-1], "'hot' or 'cold'")
        return key, not value

    def fail(self, message: str, token: Token, expected: str = "") -> NoReturn:
        """Raise a :class:`SourceError` at a token."""
        start = token.start_pos or 0
        line = self.text.count("\n", 0, start) + 1
        column = start - (self.text.rfind("\n", 0, start) + 1) + 1
        raise SourceError.in_text(message, self.source, self.text,
                                  Span(line, column, len(token)), expected=expected)


def _number(token: Token) -> int:
    text = str(token).lower()
    return _NUMBERS.get(text) or max(1, int(text)) if text in _NUMBERS or text.isdigit() else 1
