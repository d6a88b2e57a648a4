"""Parse tree of a noun phrase → :class:`Selection`: quantifiers, adjectives, lists, pronouns."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from lark import Token, Tree

from domains.household.goal import Quantifier, Selection
from translators.mapthor.describing import STATES, WASHED
from translators.mapthor.lists import regrouped, shared
from translators.mapthor.ontology import Noun, ontology
from translators.mapthor.places import said, terminals, trees, union
from translators.mapthor.references import References, inner_things, numeral, whole_of

__all__ = ["STATES", "Phrases", "numeral", "said", "terminals", "trees"]

_PAIR = ("pair", "couple", "few", "several")


@dataclass
class Phrases(References):
    """Read noun phrases in order; remembers what ``it`` and ``there`` refer to.

    ``every``: a noun without a quantifier means all ("no …"). ``listed`` is what "the ones" of an
    exception are among.
    """

    every: bool = False
    listed: list[Selection] = field(default_factory=list)

    # -- lists -----------------------------------------------------------------------------

    def things(self, node: Tree[Any]) -> list[Selection]:
        """Read ``things``: a list or a choice, with exceptions."""
        inherited: tuple[Quantifier, int] | None = ("all", 1) if self.every else None
        nodes = regrouped(node, self.needed, self.types_of)
        reads: list[list[Selection]] = []
        for child in nodes:
            read = self._thing(child, inherited)
            if child.data == "thing" and trees(child, "quantifier"):
                inherited = (read[0].quantifier, read[0].count)
            reads.append(read)
        chosen = [s for read in shared(nodes, reads, self.remarks) for s in read]
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
        if [str(t).lower() for t in terminals(node.children[0])] == ["those"] and trees(
                node, "located_at", "near", "from_place"):  # "those on the table": the ones there
            selections = [replace(s, located=None) for s in selections]
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
                if spared.located is not None or len(spared.states) > 1 or WASHED in (
                        spared.states) or (
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
        if node.data == "other":
            return [self._other_one(node)]
        if node.data == "part":  # "the door of the fridge"
            return self._thing(inner_things(node)[0], inherited)
        if node.data == "counted":
            return [self._counted(node)]
        if node.data == "pieces":
            return [self._pieces(node)]
        if node.data == "everything":
            base = Selection(self._general(), "all", words="everything")
            if any(t.type == "ELSE" for t in terminals(node)):
                base = self.other(base, terminals(node)[0])
            return [self.described(base, node, Noun(base.types, True))]
        token = terminals(trees(node, "noun")[0])[0]
        noun = self._its_door(token) or self.noun(token)
        before = self.named_before(node, noun)
        if before is not None:
            return [before]
        quantifier, count = self.quantifier(node, noun, inherited)
        if quantifier == "all" and not noun.plural:
            noun = ontology().plural(str(token)) or noun
        selection = Selection(noun.types, quantifier, count, words=str(token),
                              substitutes=self._substitutes(noun))
        if token.type == "ONES" and quantifier == "some" and len(self.antecedents) == 1 and not (
                self.listed or trees(node, "relative")):
            before = self.antecedents[0]  # "take two mugs from the shelf, put one …"
            selection = replace(selection, states=before.states, located=before.located)
        if noun.types and all(whole_of(t) != t for t in noun.types) and quantifier != "some":
            selection = _as_pieces(selection, noun)
        return [self.described(selection, node, noun)]

    def _general(self) -> tuple[str, ...]:
        """Return the types "everything" stands for: what the verb can be done to."""
        return tuple(sorted(self.needed)) or ontology().properties["pickupable"]

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
        if found.landmark:
            self.remarks.append(f"'{token}': no robot can perceive this in iTHOR rooms")
        return found

    def _its_door(self, token: Token) -> Noun | None:
        """Read "put it in the fridge, close the door": the door of what was named."""
        if str(token).lower() != "door" or not self.needed:
            return None
        behind = [s for g in reversed(self.mentioned) for s in g
                  if len(s.types) < 20 and self.needed & set(s.types)]
        return Noun(behind[0].types, False) if behind else None

    def types_of(self, token: Token) -> tuple[str, ...]:
        """Return the object types a noun names, none if it names nothing."""
        found = ontology().find(str(token))
        return found.types if found else ()

    def _substitutes(self, noun: Noun) -> dict[str, tuple[str, ...]]:
        known = ontology().substitutes
        return {kind: known[kind] for kind in noun.types if kind in known}

    def quantifier(
        self, node: Tree[Any], noun: Noun, inherited: tuple[Quantifier, int] | None
    ) -> tuple[Quantifier, int]:
        """Read how many are meant; without a word of its own a noun shares its list's."""
        tokens = [t for q in trees(node, "quantifier") for t in terminals(q)]
        chosen_of = any(t.type == "OF" for t in tokens)
        if chosen_of and tokens[0].type in ("A", "ANY", "EITHER", "NUMBER", "SOME"):
            tokens = list(takewhile(lambda t: t.type != "OF", tokens))  # "one of the two plates"
        kinds = {t.type for t in tokens}
        count = next((numeral(t) for t in tokens if t.type == "NUMBER"), 0)
        for token in tokens:
            if token.type == "NUMBER" and not count:
                self.fail("none at all is nothing to do", token, "1 or more")
        if count:
            return ("some", count)
        if kinds & {"ALL", "EVERY"} or ("ANY" in kinds and noun.plural and not chosen_of):
            return ("all", 1)
        if "BOTH" in kinds:
            return ("all", 1) if noun.plural else ("the", 1)
        if "SOME" in kinds:
            pair = any(str(t).lower().endswith(_PAIR) for t in tokens)
            if pair or (noun.plural and not noun.mass):
                self.remarks.append(f"'{tokens[0]}' is read as at least {'two' if pair else 'one'}")
            return ("some", 2 if pair else 1)
        one = [t for n in trees(node, "noun") for t in terminals(n) if t.type == "ONES"]
        if kinds & {"A", "ANY", "EITHER"} or (not tokens and one and not noun.plural):
            return ("some", 1)
        if not tokens and inherited is not None:
            return inherited
        return ("all" if noun.plural else "the", 1)


def _as_pieces(selection: Selection, noun: Noun) -> Selection:
    """Read "the bread slices" as all of the bread, sliced; "the slice" is any one.

    There are no slices yet when robots begin, so none could be selected.
    """
    if not noun.plural:
        return replace(selection, quantifier="some")
    return replace(selection, types=tuple(whole_of(t) for t in selection.types), quantifier="the",
                   states=(("isSliced", True),))
