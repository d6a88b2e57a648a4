"""Noun phrases → selections: lists, choices, exceptions, pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lark import Token

from domains.household.goal import Quantifier, Selection
from translators.mapthor.naming.anaphora import (
    counted,
    named_before,
    nth,
    other,
    other_one,
    pronoun,
)
from translators.mapthor.naming.lists import (
    NEEDS,
    named_apart,
    place_only,
    regrouped,
    share,
    specified,
    split,
)
from translators.mapthor.ontology import Noun, ontology
from translators.mapthor.places import WASHED, at, contained, described, look_up
from translators.mapthor.references import (
    Group,
    Told,
    any_one,
    but_some,
    every_one,
    limited,
    pieces_of,
    quantity,
    specific,
    union,
    whole_of,
)
from translators.mapthor.tree import Phrase, Thing, Things

__all__ = ["NEEDS", "each_of", "located", "things", "without"]

_OF_BREAD = {"slice", "slices", "round", "rounds"}
"""Pieces that are of bread where nothing else was named."""

# -- lists ------------------------------------------------------------------------------------


def things(node: Things, told: Told) -> tuple[list[Selection], Told]:
    """Read a list or a choice, with exceptions."""
    inherited: tuple[Quantifier, int] | None = ("all", 1) if told.every else None
    members = regrouped(node.members, told)
    reads: list[Group] = []
    for member in members:
        one = reads and member.noun is not None and member.noun.type == "ONES"
        read, told = _thing(member, told.naming(reads[-1]) if one else told, inherited)
        if member.rule == "thing" and member.quantifier:
            inherited = (read[0].quantifier, read[0].count)
        reads.append(read)
    members, reads, told = specified(node, members, reads, told)
    reads, told = share(members, reads, told)
    chosen = [s for read in reads for s in read]
    if "OR" in node.joints:
        choice = next(t for t in node.words if t.type == "OR")
        if node.joints & {"AND", "PLUS"}:
            told.fail("'and' and 'or' in one list have no single meaning", choice,
                      "either 'and' or 'or'")
        chosen = _choice(chosen, choice, told)
    elif "EITHER" in node.joints:
        chosen = [replace(s, quantifier="some") for s in chosen]
    for exception in node.exceptions:
        chosen, told = without(chosen, exception, told)
    return chosen, told.naming(chosen)


def each_of(node: Things, told: Told) -> tuple[list[Selection], Told]:
    """Read the things of "no …": every one of them."""
    found, told = things(node, replace(told, every=True))
    return found, replace(told, every=False)


def located(node: Phrase, told: Told) -> tuple[list[Selection], Told]:
    """Read things with places that say where they are now ("the lamp on the desk")."""
    found, told = things(node.parts[0], told)  # type: ignore[arg-type]
    further: list[Selection] = []
    joints: frozenset[str] = frozenset()
    if [str(t).lower() for t in node.parts[0].words] == ["those"] and node.all(  # type: ignore
            "located_at", "near", "from_place"):  # "those on the table": the ones there
        found = [replace(s, located=None) for s in found]
    for part in node.phrases[1:]:
        if isinstance(part, Things):
            if any("NOT" in e.joints for e in node.parts[0].exceptions):  # type: ignore[union-attr]
                told.fail("'not …, but …' has no single meaning here", part.words[0],
                          "only what is meant")
            found, told = without(found, part, told)
            continue
        where, rest = split(part, told)
        found, told = at(found, where, told)
        joints = joints.union(*(p.joints for p in part.all("places")))
        for thing in rest:
            more, told = _thing(thing, told)
            further += more
    if further:
        found, told = named_apart(found, further, joints, told)
    return found, told.naming(found)


def without(
    chosen: Iterable[Selection], node: Things, told: Told
) -> tuple[list[Selection], Told]:
    """Take an exception out: types, or those in a state ("except the dirty ones")."""
    kept = list(chosen)
    gone: list[Selection] = []
    said: list[Group] = []
    told = replace(told, listed=tuple(kept))
    for member in node.members:
        read, told = _thing(member, told)
        if read in said and read[0].quantifier == "some":
            continue  # "except for one, any one"
        said.append(read)
        gone += [s for s in read if specific(s) and s.quantifier != "some"]
        for spared in read:
            if WASHED in spared.states:
                told.fail("an exception of this kind is not supported", node.words[1],
                          "a kind of thing, e.g. 'except the cup', 'except the dirty plates'")
            if member.rule == "thing" and place_only(
                    member, told) and not limited(spared, "pickupable").types and any(
                    len(s.types) > 20 and s.located is None for s in kept):
                told.fail(f"what lies on '{spared.words}' cannot be left out", node.words[1],
                          "the things that should stay, or the place that should be cleared")
            before = kept
            if spared.located or spared.holding or len(
                    spared.states) > 1 or spared.quantifier == "some":
                kept = _left_over(kept, spared, node, told)
            else:
                kept = _spared(kept, spared, node, told)
            if kept == before:
                told = told.noting(f"'{spared.words}' is no exception to what was named")
            kept = [s for s in kept if s.types]
    if not kept:
        told.fail("the exception leaves nothing", node.words[0], "a smaller exception")
    return kept, replace(told, listed=(), spared=tuple(gone))


def _spared(
    chosen: Sequence[Selection], spared: Selection, node: Things, told: Told
) -> list[Selection]:
    """Split selections into the other types, and the spared ones in the opposite state."""
    kept = [replace(s, types=tuple(t for t in s.types if t not in spared.types)) for s in chosen]
    for key, value in spared.states:
        if not isinstance(value, bool):
            told.fail("an exception by temperature is not supported", node.words[1])
        for selection in chosen:
            types = tuple(t for t in selection.types if t in spared.types)
            if types:
                states = dict.fromkeys((*selection.states, (key, not value)))
                kept.append(replace(selection, types=types, states=tuple(states)))
    return kept


def _left_over(
    chosen: Sequence[Selection], spared: Selection, node: Things, told: Told
) -> list[Selection]:
    """Leave out what is told by its place, or so many, no matter which ("all but one")."""
    alike = [s for s in chosen if set(s.types) & set(spared.types)]
    some = spared.quantifier == "some"
    if (some and len(alike) > 1) or any(s.quantifier == "some" for s in alike):
        told.fail("what is left over has no single meaning", node.words[0],
                  "one kind of thing, e.g. 'all the mugs but one'")
    left = spared if some else replace(spared, quantifier="all")
    return [replace(s, quantifier="all" if some else s.quantifier, but=(*s.but, left))
            if s in alike else s for s in chosen]


def _choice(chosen: list[Selection], word: Token, told: Told) -> list[Selection]:
    """Merge "the apple or the tomato": any one of them; "any pens or pencils": all."""
    if all(s.quantifier == "all" for s in chosen):
        return chosen
    first = chosen[0]
    if any((s.states, s.located, s.count) != (first.states, first.located, first.count)
           for s in chosen):
        told.fail("a choice between things of different conditions is not supported", word,
                  "'and', or things alike: 'the apple or the tomato'")
    return [replace(first, types=union(chosen), quantifier="some", substitutes={},
                    words=" or ".join(s.words for s in chosen))]


# -- one thing --------------------------------------------------------------------------------


def _thing(
    thing: Thing, told: Told, inherited: tuple[Quantifier, int] | None = None
) -> tuple[Group, Told]:
    """Read one noun phrase; a pronoun may stand for several selections."""
    match thing.rule:
        case "pronoun":
            return pronoun(thing, told)
        case "contents":
            selection, told = contained(thing, told)
        case "other" if isinstance(thing.of, Thing):  # "the rest of the mugs"
            (whole, *_), told = _thing(thing.of, told)
            selection = other(whole, Token("OTHER", "other", start_pos=thing.words[0].start_pos),
                              told, plural=True)
        case "other":
            selection = other_one(thing, told)
        case "counted":
            selection = counted(thing, told)
        case "nth":
            selection = nth(thing, told)
        case "pieces":
            selection, told = _pieces(thing, told)
        case "part" if isinstance(thing.of, Thing):  # "the door of the fridge"
            return _thing(thing.of, told, inherited)
        case "everything":
            types = tuple(sorted(told.needed)) or ontology().properties["pickupable"]
            selection = Selection(types, "all", words="everything")
            if any(t.type == "ELSE" for t in thing.words):
                selection = other(selection, thing.words[0], told)
            selection, told = described(selection, thing, Noun(selection.types, True), told)
        case _:
            selection, told = _named(thing, told, inherited)
    return (selection,), told


def _named(
    thing: Thing, told: Told, inherited: tuple[Quantifier, int] | None
) -> tuple[Selection, Told]:
    """Read a noun with its quantifier, adjectives and relative clauses."""
    token = thing.noun
    assert token is not None
    noun = _its_door(token, told)
    if noun is None:
        noun, told = _stood_in(token, *look_up(token, told))
    before = named_before(thing, noun, told)
    if before is not None:
        return before, told
    (quantifier, count), told = quantity(thing, noun, told, inherited)
    if quantifier == "all" and not noun.plural:
        noun, told = every_one(token, noun, told)
    known = ontology().substitutes
    selection = Selection(noun.types, quantifier, count, words=str(token),
                          substitutes={k: known[k] for k in noun.types if k in known})
    pointed = [str(t).lower() for t in thing.quantifier] in (["that"], ["this"])
    selection = _loosely(selection, noun)
    back = token.type == "ONES" and (quantifier == "some" or pointed)
    if back and len(told.antecedents) == 1 and not (
            told.listed or any(r.rule == "relative" for r in thing.relatives)):
        (meant,) = told.antecedents  # "take two mugs from the shelf, put one …"
        selection = meant if pointed else replace(
            selection, states=meant.states, located=meant.located)
    if noun.types and all(whole_of(t) != t for t in noun.types) and quantifier != "some":
        selection = _as_pieces(selection, noun)
    selection, told = described(selection, thing, noun, told)
    if any(t.type == "MORE" for t in thing.quantifier):
        selection = replace(selection, words=f"more {selection.words}")
    return but_some(selection, thing), told


def _loosely(selection: Selection, noun: Noun) -> Selection:
    """Take any one where a name says more than robots can tell: "the wooden spoon"."""
    head = ontology().find(selection.words.split()[-1]) if noun.loose else None
    named = head is not None and head.types == noun.types and " " in selection.words
    return any_one(selection) if named else selection


def _its_door(token: Token, told: Told) -> Noun | None:
    """Read "put it in the fridge, close the door": the door of what was named."""
    if str(token).lower() != "door":
        return None
    return next((Noun(s.types, False) for s in told.named
                 if specific(s) and told.needed & set(s.types)), None)


def _stood_in(token: Token, noun: Noun, told: Told) -> tuple[Noun, Told]:
    """Read "close the curtains" as the blinds: curtains do not move here."""
    known = ontology().stand_ins
    types = tuple(dict.fromkeys(k for t in noun.types for k in (
        known[t] if told.needed & {*known.get(t, ())} else (t,))))
    if types == noun.types:
        return noun, told
    kinds = " or ".join(t for t in types if t not in noun.types)
    return replace(noun, types=types), told.noting(
        f"'{token}' is read as {kinds}: nothing else at a window can be opened or closed here")


def _as_pieces(selection: Selection, noun: Noun) -> Selection:
    """Read "the bread slices" as all of the bread, sliced; "the slice" is any one.

    There are no slices yet when robots begin, so none could be selected.
    """
    if not noun.plural:
        return replace(selection, quantifier="some")
    return replace(selection, types=tuple(whole_of(t) for t in selection.types), quantifier="the",
                   states=(("isSliced", True),))


def _pieces(thing: Thing, told: Told) -> tuple[Selection, Told]:
    """Read "a slice" (of what is to be sliced): so many pieces, or all of the sliced thing."""
    token = next(t for t in thing.words if t.type == "PIECE")
    groups: Iterable[Group] = reversed(told.mentioned)
    if isinstance(thing.of, Thing):
        named, told = _thing(thing.of, told)
        groups = [named]
    sliceable = set(ontology().properties["sliceable"])
    able = ([s for s in g if s.types and set(s.types) <= sliceable] for g in groups)
    found = next((group for group in able if group), [])
    if len(found) > 1:
        told.fail(f"'{token}' of which?", token, "'a slice of bread'")
    if not found and isinstance(thing.of, Thing) and thing.of.rule == "thing" and thing.quantifier:
        return _named(replace(thing.of, quantifier=thing.quantifier), told, None)
    if not found and not isinstance(thing.of, Thing) and str(token).lower() in _OF_BREAD:
        found = [Selection(("Bread",), words="bread")]
        told = told.noting(f"'{token}' is read as of bread")
    if not found:
        told.fail(f"'{token}' of what? nothing that can be sliced was named", token,
                  "'a slice of bread'")
    whole = found[0]
    (quantifier, count), told = quantity(
        thing, Noun((), str(token).lower().endswith("s")), told)
    if quantifier != "some":
        return replace(whole, states=(*whole.states, ("isSliced", True))), told
    pieces = tuple(piece for kind in whole.types for piece in pieces_of(kind))
    states = tuple(s for s in whole.states if s != ("isSliced", True))  # "a slice of cold bread"
    return Selection(pieces, quantifier, count, states, words=f"{token} of {whole.words}"), told
