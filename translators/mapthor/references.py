"""Words that refer back: it, them, the contents, another, the other, a slice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lark import Token, Tree

from domains.household.goal import Location, Selection
from translators.mapthor.describing import Describing
from translators.mapthor.ontology import Noun, ontology
from translators.mapthor.places import terminals, trees, union

__all__ = ["References", "inner_things", "numeral", "pieces_of", "whole_of"]


_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
            "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "a dozen": 12}


@dataclass
class References(Describing):
    """Finds what was named before.

    ``needed`` are the types the current verb can be done to: "open the fridge, take out the
    apple and close it" closes the fridge, "turn off everything" means what can be switched.
    """

    needed: frozenset[str] = frozenset()

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

    def _contents(self, node: Tree[Any]) -> Selection:
        places = trees(node, "place")
        where = (Location("in", self.place(places[0])) if places
                 else self._there(Tree("there", [*terminals(node)]), near=False))
        return Selection(ontology().properties["pickupable"], "all", words="everything",
                         located=where)

    def named_before(self, node: Tree[Any], noun: Noun) -> Selection | None:
        """Return what "the eggs" refers to after "take two eggs"; nothing where it is new."""
        words = [t.type for q in trees(node, "quantifier") for t in terminals(q)]
        if words != ["THE"] or any(trees(node, "adjective", "relative", "relative_not")):
            return None
        for selection in (s for group in reversed(self.mentioned) for s in group):
            if selection.types == noun.types and not any(selection is p for p in self.as_places):
                several = selection.count > 1
                return selection if selection.quantifier == "some" and (
                    several == noun.plural) else None
        return None

    # -- others ----------------------------------------------------------------------------

    def other(self, selection: Selection, token: Token, *, plural: bool = False) -> Selection:
        """Leave out what was named before ("the other dishes"), or take one more ("another")."""
        named = {t for group in self.mentioned for s in group for t in s.types if len(s.types) < 20}
        word = str(token).lower()
        if word == "another":
            if not named & set(selection.types):
                self.fail(f"'{token}' than what? nothing of this kind was named before", token,
                          "'a' or a number")
            return replace(selection, quantifier="some", count=1, words=f"{word} {selection.words}")
        types = tuple(t for t in selection.types if t not in named)
        if types and named & set(selection.types):
            return replace(selection, types=types)
        if named & set(selection.types) and not plural and word == "other":
            return self._second(selection, token)
        self.fail(f"'{token}' than what? nothing of another kind was named before", token,
                  "the things themselves")

    def _other_one(self, node: Tree[Any]) -> Selection:
        """Read "the other" after "one of the pens"; "the rest" and "the others" are refused."""
        token = next(t for t in terminals(node) if t.type == "OTHER")
        if not self.antecedents or str(token).lower() not in ("other", "another"):
            self.fail(f"'{token}' does not say which things", token, "the things themselves")
        chosen = replace(self.antecedents[0], types=union(self.antecedents), substitutes={})
        if str(token).lower() == "another":
            return self.other(chosen, token)
        return self._second(chosen, token)

    def _second(self, selection: Selection, token: Token) -> Selection:
        """Read "the other mug" where one mug was spoken of: any mug but that."""
        before = [s for group in self.mentioned for s in group
                  if len(s.types) < 20 and set(s.types) & set(selection.types)]
        if not before or (before[-1].quantifier, before[-1].count) != ("some", 1):
            self.fail(f"'{token}' than which? no single one was named before", token,
                      "'one mug in the sink and the other in the drawer'")
        return replace(selection, quantifier="some", count=1, words=f"other {selection.words}",
                       located=selection.located or before[-1].located)

    def _counted(self, node: Tree[Any]) -> Selection:
        """Read "two" alone: so many of what was named before."""
        (token,) = terminals(node)
        if not self.antecedents:
            self.fail(f"'{token}' of what? nothing was named before", token, "the thing's name")
        count = numeral(token)
        if not count:
            self.fail("none at all is nothing to do", token, "1 or more")
        return replace(self.antecedents[0], types=union(self.antecedents), quantifier="some",
                       count=count, substitutes={}, words=f"{token} ones")

    # -- pieces ----------------------------------------------------------------------------

    def _pieces(self, node: Tree[Any]) -> Selection:
        """Read "a slice" (of what is to be sliced): so many pieces, or all of the sliced thing."""
        token = next(t for t in terminals(node) if t.type == "PIECE")
        whole = self._sliced_thing(node, token)
        quantifier, count = self.quantifier(
            node, Noun((), str(token).lower().endswith("s")), None)
        if quantifier != "some":
            return replace(whole, states=(*whole.states, ("isSliced", True)))
        pieces = tuple(piece for kind in whole.types for piece in pieces_of(kind))
        return Selection(pieces, quantifier, count, words=f"{token} of {whole.words}")

    def _sliced_thing(self, node: Tree[Any], token: Token) -> Selection:
        """Find what a slice is of: what is named, or the last thing that can be sliced."""
        sliceable = set(ontology().properties["sliceable"])
        named = [s for child in inner_things(node) for s in self._thing(child, None)]
        for group in [named] if named else reversed(self.mentioned):
            found = [s for s in group if set(s.types) <= sliceable and s.types]
            if len(found) == 1:
                return found[0]
            if len(found) > 1:
                self.fail(f"'{token}' of which?", token, "'a slice of bread'")
        self.fail(f"'{token}' of what? nothing that can be sliced was named", token,
                  "'a slice of bread'")

    def _thing(self, node: Tree[Any], inherited: Any) -> list[Selection]:
        """Read one thing."""
        raise NotImplementedError


def inner_things(node: Tree[Any]) -> list[Tree[Any]]:
    """List the things inside "the door of …", "a slice of …"."""
    return [c for c in node.children if isinstance(c, Tree) and c.data != "quantifier"]


def numeral(token: Token) -> int:
    """Read a number word or figure."""
    text = " ".join(str(token).lower().split())
    return _NUMBERS.get(text) or int(text)


def whole_of(kind: str) -> str:
    """Return what a piece was cut from; anything else is its own whole.

    >>> whole_of("BreadSliced"), whole_of("Mug")
    ('Bread', 'Mug')
    """
    return kind.removesuffix("Sliced").removesuffix("Cracked")


def pieces_of(kind: str) -> tuple[str, ...]:
    """Return the types a thing turns into when it is sliced or cracked.

    >>> pieces_of("Egg")
    ('EggCracked',)
    """
    pieces = (f"{kind}Sliced", f"{kind}Cracked")
    return tuple(t for t in ontology().properties["food"] if t in pieces)
