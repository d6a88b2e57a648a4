"""Places and descriptions: "in the closest open drawer", "dirty … that is on the table"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace

from lark import Token

from domains.household.goal import Location, Placed, Selection
from translators.mapthor.naming.anaphora import other
from translators.mapthor.ontology import Noun, ontology
from translators.mapthor.references import (
    STATES,
    WASHED,
    Told,
    in_state,
    quantity,
    specific,
    union,
)
from translators.mapthor.tree import Phrase, Thing, Things
from translators.mapthor.whereabouts import carries, held_by, home, no_surface, shared, where_now

__all__ = [
    "STATES", "WASHED", "at", "carries", "contained", "described", "everything", "home", "in_rooms",
    "into", "location", "look_up", "place", "state_of", "station",
]

_PROPERTIES = {
    "slic": "sliceable", "cut": "sliceable", "chop": "sliceable", "open": "openable",
    "clos": "openable", "wash": "dirtyable", "clean": "dirtyable", "fill": "fillable",
    "cook": "cookable", "br": "breakable", "carr": "pickupable", "mov": "pickupable",
    "port": "pickupable", "pick": "pickupable", "eat": "food", "edib": "food",
    "read": "readable", "switch": "toggleable", "turn": "toggleable", "toggle": "toggleable",
    "li": "burnable", "burn": "burnable",
}
"""How a property word begins ("washable", "can be washed"), and the property of the ontology."""
_SPREAD = {"CounterTop", "DiningTable", "CoffeeTable", "SideTable", "Desk"}
"""Of these one may stand in the middle of the room; "the middle drawer" is no such place."""
_TOWARDS = re.compile(r"(?:(?:to|in|on|onto|over|down|up|back|out|round|across|along|through|"
                      r"somewhere|straight) )+(?=(?:on|onto|in|into|to|by|at|next|beside|near|"
                      r"alongside|close|between|within|behind|against|atop|upon)\b)")  # "over by"
_STACKED = ("on top of", "to the top of", "atop")
_LOOSE = {"over": "on", "across": "on"}
"""Prepositions that are read as a plainer one, with a note."""
_BESIDE = re.compile(r"(?:right )?(?:closest|nearest|close|next|near)(?: to| by)?|"
                     r"(?:right )?beside|alongside|by|(?:by|at) the side of|adjacent to|"
                     r"not far from")
"""Prepositions that say no more than that it is near; others are read so, with a note."""
_DEALT = ("EVERY", "BOTH", "ALL", "NUMBER")
"""Words that make several places of one; what is put there is shared out."""
_ONE_PLACE = ("sharing things out over several places is not supported",
              "one place, e.g. 'the table' or 'a plate'")

# -- places as values -------------------------------------------------------------------------


def station(*types: str, words: str) -> Location:
    """Return the target "in a fridge", "on a stove burner"."""
    return into(Selection(types, "some", words=words))


def into(where: Selection) -> Location:
    """Return the target "in" a place, or "on" it where things lie on top."""
    inside = bool(where.types) and set(where.types) <= ontology().inside
    return Location("in" if inside else "on", where)


def everything(located: Location | None = None) -> Selection:
    """Return everything that can be carried, in the room or at one place."""
    return Selection(ontology().properties["pickupable"], "all", words="everything",
                     located=located)


# -- reading places ---------------------------------------------------------------------------


def location(node: Phrase, told: Told, *, target: bool = True) -> tuple[Location, Told]:
    """Read a prepositional phrase; a ``target`` must name one place to bring things to."""
    if node.rule == "at_home":
        return home(), told
    if node.rule == "where_is":
        held, told = held_by(node.first("things"), told)
        return where_now(held), told
    words, named = node.words, node.first("place", "places")
    near = words[0].type in ("NEAR", "BETWEEN") or no_surface(words[0], named)
    if node.rule == "there" or named is None:
        return _there(words, near, told, target=target)
    chosen, told = place(named, told, holds=not near)
    where, told = _placed_at(chosen, words, told, near=near)
    dealt = [t for m in named.members for t in m.quantifier if t.type in _DEALT]
    if target and (dealt or node.says("PER")):
        if near or node.words[0].type == "AT" or len(named.members) > 1:
            told.fail(f"'{words[0]}' with several places: {_ONE_PLACE[0]}", words[0], _ONE_PLACE[1])
        where = shared(where)
    if node.says("CENTRAL"):
        told = told.noting(f"'{chosen.words}': robots cannot choose where on it")
    if node.rule != "from_place":
        told = replace(told, there=where)
    last = max(0, len(told.mentioned) - 1)
    mentioned = (*told.mentioned[:last], (chosen,), *told.mentioned[last:])
    return where, replace(told, mentioned=mentioned, as_places=(*told.as_places, chosen))


def _placed_at(
    where: Selection, words: tuple[Token, ...], told: Told, *, near: bool
) -> tuple[Location, Told]:
    """Read the preposition before a place."""
    first = _TOWARDS.sub("", " ".join(str(words[0]).lower().split()))
    if first in _LOOSE:
        told = told.noting(f"'{words[0]} {where.words}' is read as {_LOOSE[first]} it")
    nearest = any(t.type == "NEAREST" for t in words)
    if near:
        if not _BESIDE.fullmatch(first):
            told = told.noting(f"'{first} {where.words}' is read as next to it: robots know only "
                               "in, on and next to")
        return Location("near", where, nearest), told
    if words[0].type == "TO" and carries(Location("on", where)):
        told = told.noting(f"'{words[0]} {where.words}' is read as in or on it")
    inside = into(where).relation == "in"
    if inside and words[0].type in ("ON", "ONTO"):
        if first in _STACKED:
            told.fail(f"nothing can be put on top of '{where.words}', only in it", words[0],
                      f"'in {where.words}'")
        told = told.noting(f"'{words[0]} {where.words}' is read as in it")
    partly = set(where.types) & ontology().inside and words[0].type in ("IN", "INTO")
    return Location("in" if inside or partly else "on", where, nearest), told


def _there(
    words: tuple[Token, ...], near: bool, told: Told, *, target: bool = False
) -> tuple[Location, Told]:
    """Read "there", "in it"."""
    word = words[-1]
    several = str(word).lower() in ("each", "both", "them", "these", "those")
    if any(t.type == "THERE" for t in words) and told.there is not None:
        return told.there, told
    current = {s.types for s in told.mentioned[-1]} if len(told.mentioned) > 1 else set()
    fixed = ontology().surfaces - set(ontology().properties["pickupable"])
    named = [s for group in reversed(told.mentioned) for s in reversed(group)]
    tops = fixed - ontology().inside
    on = any(t.type in ("ON", "ONTO") for t in words) and any(
        set(s.types) <= tops for s in named)
    for selection in named:
        if selection.types in current and not set(selection.types) <= fixed:
            continue  # a pronoun's own clause moves it
        if on and set(selection.types) <= ontology().inside & fixed:
            continue  # on the table, not on the drawer
        types = selection.types if near else ontology().places(selection.types)
        if types and specific(selection):
            moved = any(isinstance(w, Placed) and w.what == selection
                        for _, steps in told.clauses for stage in steps for w in stage)
            spot = replace(selection, types=types,
                           located=None if moved else selection.located)
            where, told = _placed_at(spot, words, told, near=near)
            return (shared(where) if target and several and not near else where), told
    taken = next((s.located for s in told.named if s.located is not None), None)
    if told.there is None and taken is not None and taken.place is not None:
        return taken, told  # "take the cup from the table, fill it and bring it back there"
    if told.there is None:
        told.fail(f"'{word}' names no place mentioned before", word,
                  "a place, e.g. 'in the fridge'")
    return told.there, told


def contained(thing: Thing, told: Told) -> tuple[Selection, Told]:
    """Read "the contents of the box"."""
    for count in (t for t in thing.quantifier if t.type in ("NUMBER", "A", "SOME", "EITHER")):
        told.fail("contents are not counted", count, "'the contents of …', 'two things in …'")
    if isinstance(thing.of, Things):
        inside, told = place(thing.of, told)
        return everything(Location("in", inside)), told
    where, told = _there(thing.words, False, told)
    return everything(where), told


def place(node: Things, told: Told, *, holds: bool = True) -> tuple[Selection, Told]:
    """Read places; with ``holds`` only what things can be put in or on is accepted."""
    chosen: list[Selection] = []
    for member in node.members:
        one, told = _one_place(member, told, holds)
        chosen.append(one)
    for one, member in zip(chosen, node.members, strict=True):
        if (one.states, one.located) != (chosen[0].states, chosen[0].located):
            told.fail("places under different conditions cannot be listed together",
                      member.words[0], "one clause for each place")
    return replace(chosen[0], types=union(chosen), words=" or ".join(s.words for s in chosen)), told


def _one_place(thing: Thing, told: Told, holds: bool) -> tuple[Selection, Told]:
    token = thing.noun
    assert token is not None
    if token.type == "ITEM":
        told.fail(f"'{token}' is no place", token, "a place, e.g. 'the fridge'")
    same = any(t.type == "SAME_ONE" for t in thing.adjectives)
    if same and token.type in ("ONES", "POSITION"):
        spots = told.there.place if told.there else None
        noun = Noun(spots.types if spots else tuple(sorted(ontology().surfaces)), False)
    else:
        noun, told = look_up(token, told)
    types = ontology().places(noun.types) if holds else noun.types
    if not types and not noun.landmark:
        told.fail(f"nothing can be put in or on '{token}'", token,
                  "a place, e.g. 'the fridge', 'the table', 'a drawer', 'the bowl'")
    told = in_rooms(thing.rooms, told)
    (quantifier, count), told = quantity(thing, replace(noun, plural=False), told)
    for single in [t for t in thing.quantifier if str(t).lower() in ("one", "a single")][:1]:
        told = told.noting(f"'{single} {token}': robots may use several")
    chosen = Selection(types, quantifier, count, words=str(token), by_then=same)
    if same and isinstance(thing.of, Things):
        held, told = held_by(thing.of, told)
        before = [w.what for _, steps in told.clauses for stage in steps for w in stage
                  if isinstance(w, Placed)]
        moved = any(set(s.types) & set(held.types) for s in (*before, *told.put_there))
        chosen = replace(chosen, holding=held, by_then=moved)
    return described(chosen, thing, noun, told)


def in_rooms(rooms: Iterable[Phrase], told: Told) -> Told:
    """Note rooms that were named: a floor plan has only one."""
    return told.noting(*(f"'{t}' says which room; there is only one" for r in rooms for t in r.words
                         if t.type in ("ROOM", "EVERYWHERE")))


def look_up(token: Token, told: Told) -> tuple[Noun, Told]:
    """Look a noun up; "objects" stands for everything the verb can be done to."""
    word = str(token).lower()
    if token.type == "ITEM":
        general = tuple(sorted(told.needed)) or ontology().properties["pickupable"]
        return Noun(general, word.endswith(("s", "stuff"))), told
    if token.type == "ONES":
        meant = told.listed or told.antecedents
        if not meant:
            told.fail(f"'{token}' refers to nothing named before", token, "the thing's name")
        return Noun(union(meant), word == "ones"), told
    found = ontology().find(word)
    if found is None:
        told.fail(f"'{token}' is no thing here", token, "a thing, e.g. 'apple'")
    if found.loose:
        told = told.noting(f"'{token}' is read as {' or '.join(found.types)}")
    if found.landmark:
        told = told.noting(f"'{token}': no robot can perceive this in iTHOR rooms")
    return found, told


# -- descriptions -----------------------------------------------------------------------------


def described(
    selection: Selection, thing: Thing, noun: Noun, told: Told
) -> tuple[Selection, Told]:
    """Narrow a selection by adjectives and relative clauses."""
    for token in thing.adjectives:
        selection, told = _adjective(selection, token, noun, told,
                                     as_place=thing.rule == "place_noun")
    for clause in thing.relatives:
        selection, told = _related(selection, clause, told)
    return selection, told


def _adjective(
    selection: Selection, token: Token, noun: Noun, told: Told, *, as_place: bool
) -> tuple[Selection, Told]:
    kind = token.type
    if kind == "WASHED" or kind in STATES:
        return in_state(selection, token, told, as_place=as_place)
    if kind == "CENTRAL":
        if ontology().find(f"{token} {selection.words}"):  # "the main light"
            return selection, told
        if not set(selection.types) & _SPREAD:
            told.fail(f"'{token}': which of several is meant cannot be told by its position",
                      token, "the sentence without it")
        return replace(selection, central=True), told
    if kind == "PROPERTY":
        return _able(selection, token, told), told
    if kind == "APPROPRIATE":
        return _only(selection, ontology().homes, token, told), told
    if kind == "ROOM":
        named = ontology().find(f"{token} {selection.words}")  # "our kitchen table"
        if named:
            types = ontology().places(named.types) if as_place else named.types
            return replace(selection, types=types, words=f"{token} {selection.words}"), told
        return selection, told.noting(f"'{token}' says which room; there is only one")
    if kind == "OTHER":
        if as_place:
            told.fail(f"'{token}': which of several places is meant cannot be told", token,
                      "'a shelf', 'the closest shelf'")
        return _others(selection, token, noun, told)
    if kind == "NEAREST" and not as_place:
        if selection.quantifier == "all":
            told.fail(f"'{token}' does not say how many", token, "'the two closest …'")
        return replace(selection, quantifier="some"), told.noting(
            f"'{token} {selection.words}' is read as any; robots take what is close to them")
    return selection, told


def _others(selection: Selection, token: Token, noun: Noun, told: Told) -> tuple[Selection, Told]:
    """Read "the other mugs"; where none was named before, those that are not so yet."""
    left = other(selection, token, told, plural=noun.plural)
    if not any(set(s.types) & set(selection.types) for s in told.named):
        which = "all of them" if left.quantifier == "all" else "one more"
        told = told.noting(f"'{token} {selection.words}' than which is not said: {which}")
    return left, told


def _able(selection: Selection, token: Token, told: Told) -> Selection:
    """Keep what a property word is true of ("edible", "can be sliced")."""
    words = str(token).lower().split()
    kinds = ontology().properties[next(v for word in (words[0], words[-1]) for k, v in
                                       _PROPERTIES.items() if word.startswith(k))]
    if set(selection.types) == set(ontology().properties["pickupable"]):
        return replace(selection, types=kinds)
    return _only(selection, kinds, token, told)


def _only(selection: Selection, kinds: Collection[str], token: Token, told: Told) -> Selection:
    """Keep some types of what was named; nothing left is refused."""
    kept = tuple(t for t in selection.types if t in kinds)
    if selection.types and not kept:
        told.fail(f"'{token}' is true of no '{selection.words}'", token,
                  f"'{selection.words}' without it")
    return replace(selection, types=kept)


def _related(selection: Selection, clause: Phrase, told: Told) -> tuple[Selection, Told]:
    """Narrow a selection by one relative clause."""
    if clause.rule == "belonging":  # "everything that belongs in the fridge"
        where, told = location(clause.phrases[0], told, target=False)
        kinds = set(where.place.types) if where.place else set()
        homes = [k for k, places in ontology().homes.items() if kinds & set(places[:1])]
        return _only(selection, homes, clause.phrases[0].words[-1], told), told
    if clause.rule == "holding":
        held, told = held_by(clause.first("things"), told)
        if not ontology().places(selection.types):
            told.fail(f"nothing can be in or on '{selection.words}'", clause.words[0], "a place")
        return replace(selection, holding=held), told
    if clause.rule == "other_kind":
        assert told.reads is not None
        others, told = told.reads(clause.first("things"), told)
        gone = union(others)
        return _only(selection, [t for t in selection.types if t not in gone],
                     clause.words[0], told), told
    if clause.rule == "able":
        return _able(selection, clause.words[-1], told), told
    for part in clause.parts:
        if isinstance(part, Token):
            selection = _able(selection, part, told) if part.type == "PROPERTY" else selection
        elif isinstance(part, Phrase) and part.rule == "state":
            state = state_of(part, told, negated=clause.rule == "relative_not")
            selection = replace(selection, states=(*selection.states, state))
        elif isinstance(part, Phrase) and clause.rule == "relative_not":
            where, told = location(part, told, target=False)
            there = replace(selection, quantifier="all", located=where)
            selection = replace(selection, but=(*selection.but, there))
        elif isinstance(part, Phrase):
            (selection,), told = at([selection], part, told)
    return selection, told


def at(things: Iterable[Selection], node: Phrase, told: Told) -> tuple[list[Selection], Told]:
    """Narrow selections by where the things are now."""
    if node.rule == "in_room":
        return list(things), in_rooms([node], told)
    where, told = location(node, told, target=False)
    narrowed: list[Selection] = []
    for thing in things:
        before = thing.located
        if before is not None and before.place is not None and carries(before):
            inner = replace(before, place=replace(before.place, located=where))
            narrowed.append(replace(thing, located=inner))  # "in the bowl on the table"
        elif before is not None and before.place and where.relation == "near":
            told = told.noting(f"'{before.place.words}' is read as the one {where.describe()}")
            inner = replace(before, place=replace(before.place, located=where))
            narrowed.append(replace(thing, located=inner))
        elif before is not None and before != where and thing.words in ("one", "ones"):
            narrowed.append(replace(thing, located=where))  # "a mug on the desk and one in …"
        elif before is not None and before != where:
            told.fail("two places for where one thing is now", node.words[0], "one place")
        else:
            narrowed.append(replace(thing, located=where))
    return narrowed, told


def state_of(node: Phrase, told: Told, *, negated: bool = False) -> tuple[str, bool | str]:
    """Read a state word with an optional ``not``."""
    *negation, word = node.words
    key, value = STATES[word.type]
    if bool(negation) == negated:
        return key, value
    if not isinstance(value, bool):
        told.fail(f"'not {word}' is not understood", word, "'hot' or 'cold'")
    return key, not value
