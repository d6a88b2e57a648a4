"""Parse tree of a place → :class:`Location`: prepositions, pronouns, rooms, "where it belongs"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from lark import Token, Tree

from domains.household.goal import Location, Quantifier, Selection
from planner.errors import SourceError, Span
from translators.mapthor.ontology import Noun, ontology

__all__ = ["Places", "carries", "into", "limited", "said", "terminals", "trees", "union"]

Node = Tree[Any] | Token
_STACKED = ("on top of", "to the top of", "atop")
_SHARING = "sharing things out over several places is not supported"
_LOOSE = {"in front of": "next to", "over": "on", "across": "on"}
"""Prepositions that are read as a plainer one, with a note."""


def terminals(node: Node) -> list[Token]:
    """List the tokens below a node, left to right."""
    if isinstance(node, Token):
        return [node]
    return [token for child in node.children for token in terminals(child)]


def said(node: Tree[Any], *kinds: str) -> bool:
    """Whether a word of one of the classes stands directly in a node."""
    return any(isinstance(c, Token) and c.type in kinds for c in node.children)


def trees(node: Tree[Any], *names: str) -> list[Tree[Any]]:
    """List the direct children with one of the given rule names."""
    return [c for c in node.children if isinstance(c, Tree) and c.data in names]


@dataclass
class Places:
    """Reads places; remembers what was mentioned, for ``it`` and ``there``."""

    text: str
    source: str
    mentioned: list[list[Selection]] = field(default_factory=list)
    last_place: Location | None = None
    as_places: list[Selection] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def location(self, node: Tree[Any], *, target: bool = True) -> Location:
        """Read a prepositional phrase; a ``target`` must name one place to bring things to."""
        if node.data == "at_home":
            return self.home()
        nouns = trees(node, "place", "places")
        near = any(t.type == "NEAR" for t in terminals(node)[:1])
        if node.data == "there" or not nouns:
            return self._there(node, near, target)
        place = self.place(nouns[0], holds=not near)
        if target:
            self._one_place(nouns[0])
        where = self._at(place, near, terminals(node))
        if said(node, "CENTRAL"):
            self.remarks.append(f"'{place.words}': robots cannot choose where on it")
        if node.data != "from_place":
            self.last_place = where
        self.mentioned.insert(max(0, len(self.mentioned) - 1), [place])
        self.as_places.append(place)
        return where

    def _at(self, place: Selection, near: bool, words: list[Token]) -> Location:
        plain = _LOOSE.get(" ".join(str(words[0]).lower().split()))
        if plain:
            self.remarks.append(f"'{words[0]} {place.words}' is read as {plain} it")
        nearest = any(t.type == "NEAREST" for t in words)
        if near:
            return Location("near", place, nearest)
        inside = bool(place.types) and set(place.types) <= ontology().inside
        if inside and words[0].type in ("ON", "ONTO"):
            if " ".join(str(words[0]).lower().split()) in _STACKED:
                self.fail(f"nothing can be put on top of '{place.words}', only in it", words[0],
                          f"'in {place.words}'")
            self.remarks.append(f"'{words[0]} {place.words}' is read as in it")
        partly = set(place.types) & ontology().inside
        return Location("in" if inside or (partly and words[0].type in ("IN", "INTO")) else "on",
                        place, nearest)

    def _one_place(self, node: Tree[Any]) -> None:
        """Refuse "on each plate" as a target: things cannot be dealt out over several places."""
        for noun in trees(node, "place_noun"):
            for token in (t for q in trees(noun, "quantifier") for t in terminals(q)):
                if token.type in ("EVERY", "BOTH", "ALL", "NUMBER"):
                    self.fail(f"'{token}' with a place to put things: {_SHARING}", token,
                              "one place, e.g. 'the table' or 'a plate'")

    def _there(self, node: Tree[Any], near: bool, target: bool = False) -> Location:
        words = terminals(node)
        if target and str(words[-1]).lower() in ("each", "both", "them", "these", "those"):
            self.fail(f"'{words[-1]}' as a place to put things: {_SHARING}", words[-1],
                      "one place, e.g. 'the table' or 'a plate'")
        if any(t.type == "THERE" for t in words) and self.last_place is not None:
            return self.last_place
        current = self.mentioned[-1] if self.mentioned else []
        for selection in (s for group in reversed(self.mentioned) for s in reversed(group)):
            if any(selection.types == s.types for s in current) and len(self.mentioned) > 1 \
                    and not set(selection.types) <= self.fixtures:
                continue
            types = selection.types if near else ontology().places(selection.types)
            if types and len(selection.types) < 20:
                return self._at(replace(selection, types=types), near, words)
        if self.last_place is not None:
            return self.last_place
        self.fail(f"'{words[-1]}' names no place mentioned before", words[-1],
                  "a place, e.g. 'in the fridge'")

    @property
    def fixtures(self) -> set[str]:
        """Places that cannot be carried: they are never what a pronoun's own clause moves."""
        return set(ontology().surfaces) - set(ontology().properties["pickupable"])

    def home(self, avoid: tuple[str, ...] = ()) -> Location:
        """Return "where things belong"; with places to ``avoid``, any other storage will do."""
        homes = {kind: tuple(h for h in ontology().places(
            (*places, *_further(kind))) if h not in avoid) if avoid else ontology().places(places)
            for kind, places in ontology().homes.items()}
        return Location("home", homes=homes, avoid=avoid)

    def place(self, node: Tree[Any], *, holds: bool = True) -> Selection:
        """Read places; with ``holds`` only what things can be put in or on is accepted."""
        nouns = trees(node, "place_noun")
        selections = [self._place_noun(n, holds) for n in nouns]
        first = selections[0]
        for other, noun in zip(selections, nouns, strict=True):
            if (other.states, other.located) != (first.states, first.located):
                self.fail("places under different conditions cannot be listed together",
                          terminals(noun)[0], "one clause for each place")
        types = tuple(dict.fromkeys(t for s in selections for t in s.types))
        return replace(first, types=types, words=" or ".join(s.words for s in selections))

    def _place_noun(self, node: Tree[Any], holds: bool) -> Selection:
        token = terminals(trees(node, "noun")[0])[0]
        if token.type == "ITEM":
            self.fail(f"'{token}' is no place", token, "a place, e.g. 'the fridge'")
        noun = self.noun(token)
        types = ontology().places(noun.types) if holds else noun.types
        if not types and not noun.landmark:
            self.fail(f"nothing can be put in or on '{token}'", token,
                      "a place, e.g. 'the fridge', 'the table', 'a drawer', 'the bowl'")
        for room in trees(node, "in_room"):
            self.room(room)
        quantifier, count = self.quantifier(node, replace(noun, plural=False), None)
        single = [t for q in trees(node, "quantifier") for t in terminals(q)
                  if str(t).lower() in ("one", "a single")]
        if single:
            self.remarks.append(f"'{single[0]} {token}': robots may use several")
        chosen = Selection(types, quantifier, count, words=str(token))
        return self.described(chosen, node, noun, place=True)

    def room(self, node: Tree[Any]) -> None:
        """Note a room that was named: a floor plan has only one."""
        for token in terminals(node):
            if token.type in ("ROOM", "EVERYWHERE"):
                self.remarks.append(f"'{token}' says which room; there is only one")

    # -- what the reader of things brings ------------------------------------------------------

    def noun(self, token: Token) -> Noun:
        """Look a noun up."""
        raise NotImplementedError

    def quantifier(
        self, node: Tree[Any], noun: Noun, inherited: tuple[Quantifier, int] | None
    ) -> tuple[Quantifier, int]:
        """Read how many are meant."""
        raise NotImplementedError

    def described(
        self, selection: Selection, node: Tree[Any], noun: Noun, *, place: bool = False
    ) -> Selection:
        """Narrow a selection by adjectives and relative clauses."""
        raise NotImplementedError

    def fail(self, message: str, token: Token, expected: str = "") -> NoReturn:
        """Raise a :class:`SourceError` at a token."""
        start = token.start_pos or 0
        line = self.text.count("\n", 0, start) + 1
        column = start - (self.text.rfind("\n", 0, start) + 1) + 1
        raise SourceError.in_text(message, self.source, self.text,
                                  Span(line, column, len(token)), expected=expected)


def _further(kind: str) -> tuple[str, ...]:
    """Return where else a thing may go that has to leave a place."""
    return (*ontology().elsewhere, *ontology().elsewhere_also.get(kind, ()))


def into(place: Selection) -> Location:
    """Return the target "in" a place, or "on" it where things lie on top."""
    inside = bool(place.types) and set(place.types) <= ontology().inside
    return Location("in" if inside else "on", place)


def limited(selection: Selection, able: str) -> Selection:
    """Keep the types of a selection that have a property of the ontology."""
    return replace(selection, types=tuple(
        t for t in selection.types if t in ontology().properties[able]))


def carries(where: Location) -> bool:
    """Whether a place can itself be carried ("the bowl on the table")."""
    portable = set(ontology().properties["pickupable"])
    return where.place is not None and bool(portable & set(where.place.types))


def union(parts: Iterable[Selection]) -> tuple[str, ...]:
    """Return the types of several selections, in order, each once."""
    return tuple(dict.fromkeys(t for s in parts for t in s.types))
