"""Parse tree of a noun phrase → :class:`Selection`: quantifiers, adjectives, lists, pronouns."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from lark import Token, Tree

from domains.household.goal import Location, Quantifier, Selection
from translators.mapthor.ontology import Noun, ontology
from translators.mapthor.places import Places, carries, said, terminals, trees, union

__all__ = ["STATES", "Phrases", "said", "terminals", "trees"]

STATES: dict[str, tuple[str, bool | str]] = {
    "OPEN": ("isOpen", True), "CLOSED": ("isOpen", False), "CLOSE": ("isOpen", False),
    "ON": ("isToggled", True), "OFF": ("isToggled", False), "DIRTY": ("isDirty", True),
    "CLEAN": ("isDirty", False), "SLICED": ("isSliced", True), "COOKED": ("isCooked", True),
    "HOT": ("temperature", "Hot"), "COLD": ("temperature", "Cold"),
    "EMPTY": ("isFilledWithLiquid", False), "FULL": ("isFilledWithLiquid", True),
    "BROKEN": ("isBroken", True), "DARK": ("isToggled", False),
}
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
            "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}
_PAIR = ("pair", "couple", "few", "several")
_PROPERTIES = {"sliceable": "sliceable", "openable": "openable", "pickupable": "pickupable",
               "portable": "pickupable", "movable": "pickupable", "breakable": "breakable",
               "toggleable": "toggleable", "fillable": "fillable", "cookable": "cookable",
               "burnable": "burnable", "washable": "dirtyable"}
_CAN_BE = {"slic": "sliceable", "cut": "sliceable", "chop": "sliceable", "open": "openable",
           "clos": "openable", "wash": "dirtyable", "clean": "dirtyable", "fill": "fillable",
           "cook": "cookable", "br": "breakable", "carr": "pickupable", "mov": "pickupable",
           "pick": "pickupable", "eat": "food", "read": "readable", "switch": "toggleable",
           "turn": "toggleable", "li": "burnable"}


@dataclass
class Phrases(Places):
    """Read noun phrases in order; remembers what ``it`` and ``there`` refer to.

    ``needed`` are the types the current verb can be done to: "open the fridge, take out the
    apple and close it" closes the fridge, "turn off everything" means what can be switched.
    ``every``: a noun without a quantifier means all ("no …"). ``listed`` is what "the ones" of an
    exception are among.
    """

    needed: frozenset[str] = frozenset()
    every: bool = False
    listed: list[Selection] = field(default_factory=list)

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

    # -- lists -----------------------------------------------------------------------------

    def things(self, node: Tree[Any]) -> list[Selection]:
        """Read ``things``: a list or a choice, with exceptions."""
        chosen: list[Selection] = []
        inherited: tuple[Quantifier, int] | None = ("all", 1) if self.every else None
        for child in node.children:
            if isinstance(child, Token) or child.data in ("list_joint", "exception"):
                continue
            read = self._thing(child, inherited)
            if child.data == "thing" and trees(child, "quantifier"):
                inherited = (read[0].quantifier, read[0].count)
            chosen += read
        joints = {t.type for j in trees(node, "list_joint") for t in terminals(j)}
        if "OR" in joints:
            if joints & {"AND", "PLUS"}:
                self.fail("'and' and 'or' in one list have no single meaning",
                          next(t for t in terminals(node) if t.type == "OR"),
                          "either 'and' or 'or'")
            chosen = self._choice(chosen, node)
        elif said(node, "EITHER"):
            chosen = [replace(s, quantifier="some") for s in chosen]
        for exception in trees(node, "exception"):
            chosen = self.without(chosen, exception)
        self.antecedents = chosen
        return chosen

    def located_things(self, node: Tree[Any]) -> list[Selection]:
        """Read things with places that say where they are now ("the lamp on the desk")."""
        selections = self.things(trees(node, "things")[0])
        further: list[Selection] = []
        for child in node.children[1:]:
            if child.data == "exception":
                selections = self.without(selections, child)
            else:
                child, rest = self._split(child)
                selections = self.at(selections, child)
                further += [s for thing in rest for s in self._thing(thing, None)]
        self.antecedents = [*selections, *further]
        return [*selections, *further]

    def _split(self, node: Tree[Any]) -> tuple[Tree[Any], list[Tree[Any]]]:
        """Tell places from things: "the lamp on the desk and the television" has one place.

        What the verb can be done to, and what nothing can be put on, is a thing of its own.
        """
        lists = trees(node, "places")
        nouns = trees(lists[0], "place_noun") if lists else []
        for number, noun in enumerate(nouns[1:], 1):
            token = terminals(trees(noun, "noun")[0])[0]
            types = self.types_of(token)
            if not ontology().places(types) or self.needed & set(types):
                kept = Tree("places", list(nouns[:number]))
                words = [c for c in node.children if isinstance(c, Token)]
                return (Tree(node.data, [*words, kept]),
                        [Tree("thing", list(n.children)) for n in nouns[number:]])
        return node, []

    def at(self, selections: list[Selection], node: Tree[Any]) -> list[Selection]:
        """Narrow selections by where the things are now."""
        if node.data == "in_room":
            self.room(node)
            return selections
        where = self.location(node, target=False)
        placed: list[Selection] = []
        for selection in selections:
            before = selection.located
            if before is not None and before.place is not None and carries(before):
                inner = replace(before, place=replace(before.place, located=where))
                placed.append(replace(selection, located=inner))  # "in the bowl on the table"
            elif before is not None and before != where:
                self.fail("two places for where one thing is now", terminals(node)[0], "one place")
            else:
                placed.append(replace(selection, located=where))
        return placed

    def _choice(self, chosen: list[Selection], node: Tree[Any]) -> list[Selection]:
        """Merge "the apple or the tomato": any one of them; "any pens or pencils": all."""
        if all(s.quantifier == "all" for s in chosen):
            return chosen
        first = chosen[0]
        if any((s.states, s.located, s.count) != (first.states, first.located, first.count)
               for s in chosen):
            token = next(t for t in terminals(node) if t.type == "OR")
            self.fail("a choice between things of different conditions is not supported", token,
                      "'and', or things alike: 'the apple or the tomato'")
        return [replace(first, types=union(chosen), quantifier="some", substitutes={},
                        words=" or ".join(s.words for s in chosen))]

    def without(self, chosen: list[Selection], node: Tree[Any]) -> list[Selection]:
        """Take an exception out: types, or those in a state ("except the dirty ones")."""
        words = terminals(node)
        self.listed = chosen
        for child in node.children:
            if isinstance(child, Token) or child.data == "list_joint":
                continue
            for spared in self._thing(child, None):
                if spared.located is not None or len(spared.states) > 1 or (
                        child.data == "thing" and spared.quantifier == "some"):
                    self.fail("an exception of this kind is not supported", words[1],
                              "a kind of thing, e.g. 'except the cup', 'except the dirty plates'")
                kept = [replace(s, types=tuple(t for t in s.types if t not in spared.types))
                        for s in chosen]
                for key, value in spared.states:
                    if not isinstance(value, bool):
                        self.fail("an exception by temperature is not supported", words[1])
                    kept += [replace(s, types=shared, states=(*s.states, (key, not value)))
                             for s in chosen
                             if (shared := tuple(t for t in s.types if t in spared.types))]
                if [s.types for s in kept] == [s.types for s in chosen]:
                    self.remarks.append(f"'{spared.words}' is no exception to what was named")
                chosen = [s for s in kept if s.types]
        self.listed = []
        if not chosen:
            self.fail("the exception leaves nothing", words[0], "a smaller exception")
        return chosen

    # -- one thing -------------------------------------------------------------------------

    def _thing(self, node: Tree[Any], inherited: tuple[Quantifier, int] | None) -> list[Selection]:
        if node.data == "pronoun":
            return self._pronoun(node)
        if node.data == "contents":
            return [self._contents(node)]
        if node.data == "everything":
            base = Selection(self._general(), "all", words="everything")
            if any(t.type == "ELSE" for t in terminals(node)):
                base = self._other(base, terminals(node)[0])
            return [self.described(base, node, Noun(base.types, True))]
        token = terminals(trees(node, "noun")[0])[0]
        noun = self.noun(token)
        quantifier, count = self.quantifier(node, noun, inherited)
        if quantifier == "all" and not noun.plural:
            noun = ontology().plural(str(token)) or noun
        selection = Selection(noun.types, quantifier, count, words=str(token),
                              substitutes=self._substitutes(noun))
        return [self.described(selection, node, noun)]

    def _general(self) -> tuple[str, ...]:
        """Return the types "everything" stands for: what the verb can be done to."""
        return tuple(sorted(self.needed)) or ontology().properties["pickupable"]

    def _contents(self, node: Tree[Any]) -> Selection:
        places = trees(node, "place")
        where = (Location("in", self.place(places[0])) if places
                 else self._there(Tree("there", [*terminals(node)]), near=False))
        return Selection(ontology().properties["pickupable"], "all", words="everything",
                         located=where)

    def _other(self, selection: Selection, token: Token) -> Selection:
        """Leave out what was named before ("everything else", "the other dishes")."""
        named = {t for group in self.mentioned for s in group for t in s.types if len(s.types) < 20}
        types = tuple(t for t in selection.types if t not in named)
        if not named or not types:
            self.fail(f"'{token}' than what? nothing of another kind was named before", token,
                      "the things themselves")
        return replace(selection, types=types)

    def noun(self, token: Token) -> Noun:
        """Look a noun up; "objects" stands for everything the verb can be done to."""
        if token.type == "ITEM":
            return Noun(self._general(), str(token).lower().endswith(("s", "stuff")))
        if token.type == "ONES":
            meant = self.listed or self.antecedents
            if not meant:
                self.fail(f"'{token}' refers to nothing named before", token, "the thing's name")
            return Noun(union(meant), str(token).lower() == "ones")
        found = ontology().find(str(token))
        if found is None:
            self.fail(f"'{token}' is no thing here", token, "a thing, e.g. 'apple'")
        if str(token).lower() == "door" and self.needed:  # "put it in the fridge, close the door"
            behind = [s for g in reversed(self.mentioned) for s in g
                      if len(s.types) < 20 and self.needed & set(s.types)]
            if behind:
                return Noun(behind[0].types, False)
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
        found = list(self.antecedents)
        token = terminals(node)[-1]
        if not found:
            self.fail(f"'{token}' refers to nothing named before", token, "a thing, e.g. 'apple'")
        if str(token).lower() == "it" and self.needed and len(found[0].types) >= 20:
            found = next((g for g in reversed(self.mentioned) if any(
                len(s.types) < 20 and self.needed & set(s.types) for s in g)), found)
        plural = Noun((), True)
        quantifier, count = self.quantifier(node, plural, None)
        if quantifier == "some" and trees(node, "quantifier"):
            return [replace(found[0], types=union(found), quantifier="some", count=count,
                            substitutes={})]
        return found

    def quantifier(
        self, node: Tree[Any], noun: Noun, inherited: tuple[Quantifier, int] | None
    ) -> tuple[Quantifier, int]:
        """Read how many are meant; without a word of its own a noun shares its list's."""
        tokens = [t for q in trees(node, "quantifier") for t in terminals(q)]
        kinds = {t.type for t in tokens}
        number = next((_number(t) for t in tokens if t.type == "NUMBER"), 0)
        for token in tokens:
            if token.type == "NUMBER" and not number:
                self.fail("none at all is nothing to do", token, "1 or more")
        if number:
            return ("some", number)
        if kinds & {"ALL", "EVERY"} or ("ANY" in kinds and noun.plural and "OF" not in kinds):
            return ("all", 1)
        if "BOTH" in kinds:
            return ("all", 1) if noun.plural else ("the", 1)
        if "SOME" in kinds:
            pair = any(str(t).lower().endswith(_PAIR) for t in tokens)
            if not pair and noun.plural and not noun.mass:
                self.remarks.append("'some' is read as at least one")
            return ("some", 2 if pair else 1)
        one = [t for n in trees(node, "noun") for t in terminals(n) if t.type == "ONES"]
        if kinds & {"A", "ANY", "EITHER"} or (not tokens and one and not noun.plural):
            return ("some", 1)
        if not tokens and inherited is not None:
            return inherited
        return ("all" if noun.plural else "the", 1)

    # -- adjectives and relative clauses ---------------------------------------------------

    def described(
        self, selection: Selection, node: Tree[Any], noun: Noun, *, place: bool = False
    ) -> Selection:
        """Narrow a selection by adjectives and relative clauses."""
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
            elif token.type == "OTHER":
                selection = self._other(selection, token)
            elif token.type == "NEAREST" and not place:
                selection = replace(selection, quantifier="some", count=1)
                self.remarks.append(f"'{token} {selection.words}' is read as any one; robots "
                                    "take what is close to them")
        for relative in trees(node, "relative", "belonging", "able", "being"):
            selection = self._related(selection, relative)
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
        if node.data == "belonging":
            return self._belonging(selection, node)
        if node.data == "able":
            word = str(terminals(node)[-1]).lower()
            kind = next(v for k, v in _CAN_BE.items() if word.startswith(k))
            return self._narrow(selection, kind)
        for child in node.children:
            if isinstance(child, Token):
                if child.type == "PROPERTY":
                    selection = self._narrow(selection, str(child).lower())
            elif child.data == "state":
                selection = replace(selection, states=(*selection.states, self.state(child)))
            else:
                (selection,) = self.at([selection], child)
        return selection

    def _belonging(self, selection: Selection, node: Tree[Any]) -> Selection:
        """Read "everything that belongs in the fridge": the types whose home it is."""
        where = next(c for c in node.children if isinstance(c, Tree))
        place = self.location(where, target=False).place
        kinds = set(place.types) if place else set()
        return replace(selection, types=tuple(
            t for t in selection.types if kinds & set(ontology().homes.get(t, ())[:1])))

    def state(self, node: Tree[Any], *, negated: bool = False) -> tuple[str, bool | str]:
        """Read a state word with an optional ``not``."""
        tokens = terminals(node)
        key, value = STATES[tokens[-1].type]
        if (tokens[0].type == "NOT") == negated:
            return key, value
        if not isinstance(value, bool):
            self.fail(f"'not {tokens[-1]}' is not understood", tokens[-1], "'hot' or 'cold'")
        return key, not value


def _number(token: Token) -> int:
    text = str(token).lower()
    return _NUMBERS.get(text) or int(text)
