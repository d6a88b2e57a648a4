"""Verbs that put things somewhere, fetch, hold, find; what a verb is done to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from lark import Token

from domains.household.goal import HasState, Held, Location, Placed, Selection, Subgoal
from translators.mapthor.ontology import ontology
from translators.mapthor.places import at, carries, home, in_rooms, location, place
from translators.mapthor.references import Steps, Told, limited, specific
from translators.mapthor.things import located, things, without
from translators.mapthor.tree import Phrase, Thing, Things
from translators.mapthor.verbs.sharing import dealt_out, kept_together, one_more, share_out
from translators.mapthor.whereabouts import (
    fitting,
    poured,
    stands,
    where_now,
    where_they_belong,
)

__all__ = ["PUTTING", "TARGETS", "Read", "away_from", "carried", "elided", "group",
           "noun_phrase", "put", "specified", "things_of", "types_of", "word_of"]

Read = tuple[Steps, Told]
TARGETS = ("pp", "near", "at_home", "there", "where_is")

# -- what a verb is done to -------------------------------------------------------------------


def things_of(node: Phrase, needs: str, told: Told) -> tuple[list[Selection], Told]:
    """Read the things of a clause; pronouns mean things that have the property."""
    known = ontology()
    also = known.switches if needs == "toggleable" else ()  # "turn it on" may mean the stove
    told = replace(told, needed=frozenset((*known.properties[needs], *also)))
    named = node.first("located_things")
    found, told = located(named, told) if named else things(node.first("things"), told)
    if node.rule not in ("group", "group_to", "fetched", "clearing_things"):
        for where in node.all("from_place", "located_at"):
            found, told = at(found, where, told)
    return found, replace(told, needed=frozenset())


def types_of(noun: Token) -> tuple[str, ...]:
    """Return the types a noun of the ontology stands for."""
    found = ontology().find(str(noun))
    return found.types if found else ()


def noun_phrase(node: Phrase, noun: Token) -> Things:
    """Read a phrase with a quantifier and adjectives of its own as things."""
    thing = Thing("thing", node.words, noun,
                  tuple(t for q in node.all("quantifier") for t in q.words),
                  tuple(t for a in node.all("adjective") for t in a.words))
    return Things("things", node.words, (thing,))


def word_of(node: Phrase, selection: Selection) -> Token:
    """Find the words of a selection in its clause, for an error message."""
    return next((t for t in node.words if str(t) == selection.words), node.words[-1])


def carried(node: Phrase, told: Told) -> tuple[list[Selection], Told]:
    """Read the things of a clause that carries them."""
    found, told = things_of(node, "pickupable", told)
    chosen: list[Selection] = []
    for selection in found:
        kept = limited(selection, "pickupable")
        if not kept.types and selection.types:
            if not limited(selection, "moveable").types:
                told.fail(f"'{selection.words}' cannot be carried", word_of(node, selection),
                          "something that can be picked up, e.g. 'the apple'")
            told = told.noting(
                f"no robot can carry '{selection.words}' ({', '.join(selection.types)})")
        chosen.append(kept if kept.types else selection)
    return chosen, told.naming(chosen)


def put(what: Iterable[Selection], where: Location) -> list[Subgoal]:
    """Subgoal for things to be at a place."""
    return [Placed(one_more(s, where), where) for s in what]


# -- putting ----------------------------------------------------------------------------------


def _placing(node: Phrase, told: Told) -> Read:
    every: list[Selection] = []
    subgoals: list[Subgoal] = []
    groups = node.all("group", "group_to", "fetched", "elided", "unsaid")
    for part in (p for g in groups for p in _contrasted(g)):
        before = len(told.remarks)
        (stage,), told = (elided if part.rule == "elided" else group)(part, told)
        subgoals += stage
        if part.rule == "unsaid":
            specified(part.first("things"), told)
            told = told.noting("there is no verb: read as putting it there")
        if every and any("can carry" in r for r in told.remarks[before:]):
            told.fail("this cannot be carried", part.words[0],
                      "things; 'from the table and from the desk' for places")
        every += told.antecedents
    return [subgoals], told.naming(every)


def specified(named: Phrase, told: Told) -> Phrase:
    """Refuse "whatever" alone: "whatever is on the desk, …" orders nothing by itself."""
    if [t.type for t in named.words] == ["EVERYTHING"] and named.words[0].lower() in (
            "whatever", "anything"):
        told.fail("a verb is missing", named.words[0], "a verb, e.g. 'put everything that is …'")
    return named


def _contrasted(node: Phrase) -> tuple[Phrase, ...]:
    """Split "the cups in the cabinet but the mugs on the shelf": the mugs are no exception."""
    rules = [p.rule for p in node.phrases]
    if rules[0] != "things" or "exception" not in rules[2:-1]:
        return (node,)
    at, parts = rules.index("exception"), node.phrases
    named, spared = ({t for m in parts[i].members if m.noun for t in types_of(m.noun)}
                     for i in (0, at))
    if not named or not spared or named & spared or "but" not in [
            str(t).lower() for t in parts[at].words[:2]]:
        return (node,)
    rest = Things("things", parts[at].words[1:], parts[at].members)
    return (Phrase(node.rule, parts[:at]), Phrase(node.rule, (rest, *parts[at + 1:])))


def elided(node: Phrase, told: Told) -> Read:
    """Read "slice the lettuce and put in the fridge": what was named last is put there."""
    where = node.words[0]
    if not told.antecedents:
        told.fail("what should go there is not said", where, "a thing, e.g. 'the apple'")
    it = Token("PRONOUN", "it", start_pos=where.start_pos)
    named = Things("things", (it,), (Thing("pronoun", (it,)),))
    (stage,), told = group(Phrase("group", (named, *node.parts)), told)
    meant = ", ".join(dict.fromkeys(w.what.words for w in stage))
    return [stage], told.noting(f"what goes '{' '.join(node.words)}' is not said: read as {meant}")


def _fetch_and_place(node: Phrase, told: Told) -> Read:
    _, told = carried(node, told)
    placed = node.first("group")
    if not any(t.type in ("PRONOUN", "ONES", "NUMBER", "PIECE", "OTHER") for t in placed.words):
        told.fail("where it should go is not said", node.first("things").words[-1],
                  "'in', 'on', 'to' or 'next to' a place")
    return group(placed, told)


def group(node: Phrase, told: Told) -> Read:
    """Read things with where they are and where they should go."""
    named = told.antecedents
    node, further = _each_from(node, told)
    what, told = carried(node, told)
    places = [p for p in node.phrases if p.rule not in ("things", "dealing")]
    wheres = node.all(*TARGETS)
    last, source = (wheres or places)[-1], None
    if further:
        what, told = _from_each(what, node, further, told)
    else:
        if len(places) == 1:
            what, told = _what_was_named(what, named, told)
        for exception in node.all("exception"):
            if "NOT" not in exception.joints and not any(s.quantifier == "all" for s in what):
                told.fail("there is nothing that this could be left out of",
                          exception.members[0].words[0], "'and …' with a place of its own")
            what, told = without(what, exception, told)
        told = in_rooms(node.all("in_room"), told)
        for part in node.all("from_place", "located_at"):
            where, told = location(part, told, target=False)
            source = source or where
    what, targets, told = _targets(what, wheres, last, node.first("dealing"), told)
    if len(targets) > 1 and node.first("exception"):
        told = told.noting(f"'{' '.join(targets[0][0].words)}' is read as where the things are "
                           f"now, '{' '.join(last.words)}' as where they should go")
    if source:
        what = [replace(s, located=source) for s in what]
        told = told.naming(what)
    if targets:
        return _placed(*(where_they_belong(node, what, targets, told) if not source
                         else (what, targets, told)))
    if not further and not source:
        _no_place(last, told)
    return fetched(what, told)


def _targets(
    what: list[Selection], wheres: Sequence[Phrase], last: Phrase, dealing: Phrase | None,
    told: Told,
) -> tuple[list[Selection], list[tuple[Phrase, Location]], Told]:
    """Read the places of a clause."""
    targets: list[tuple[Phrase, Location]] = []
    for part in wheres[:1] if wheres and wheres[0].rule == "where_is" else wheres:
        if part.rule == "there":  # "put whatever is on the bed in it": not in the bed
            now = [s.located.place for s in what if s.located] + [w.place for _, w in targets]
            target, _ = location(part, told.apart_from(now), target=part is last)
        else:
            target, told = location(part, told, target=part is last)
        targets.append((part, target))
    if dealing is not None and targets[-1][1].place is not None:
        what, targets[-1], told = dealt_out(what, dealing, targets[-1][1], told)
    return what, targets, told


def _from_each(
    what: list[Selection], node: Phrase, further: Iterable[Phrase], told: Told
) -> tuple[list[Selection], Told]:
    """Read things from several places that are brought to one."""
    what, told = at(what, node.first("from_place"), told)
    for more in further:
        found, told = carried(Phrase("from_each", (more,)), told)
        what = [*what, *found]
    return what, told.naming(what)


def _each_from(node: Phrase, told: Told) -> tuple[Phrase, list[Phrase]]:
    """Split "the mug from the table and the plate from the desk": groups with their places.

    The grammar may have read the plate as a second place the mug is at. Returns the clause with
    its first source, and the further things, each with the place they are taken from.
    """
    sources = list(node.all("from_place"))
    things_read: list[Phrase | Things] = [node.first("things")]
    for number, source in enumerate(sources[1:]):
        before = sources[number]
        named = before.first("places")
        if named is None or len(named.members) < 2:
            told.fail("two places for where one thing is now", source.words[0],
                      "one place for each thing")
        *kept, last = named.members
        cut = replace(named, members=tuple(kept), words=tuple(t for m in kept for t in m.words))
        sources[number] = Phrase("from_place", tuple(
            cut if p is named else p for p in before.parts))
        things_read.append(Things("things", last.words, (replace(last, rule="thing"),)))
    if len(sources) < 2:
        return node, []
    rest: list[Any] = [p for p in node.parts if not isinstance(p, Phrase)
                       or p.rule != "from_place"]
    first = next((i for i, p in enumerate(rest) if isinstance(p, Phrase)), len(rest))
    return (Phrase(node.rule, (*rest[:first], sources[0], *rest[first:])),
            [Phrase("located_things", pair)
             for pair in zip(things_read[1:], sources[1:], strict=True)])


def _what_was_named(
    what: list[Selection], named: Sequence[Selection], told: Told
) -> tuple[list[Selection], Told]:
    """Read "everything" after several things were named as these, not the whole room."""
    portable = set(ontology().properties["pickupable"])
    alone = len(what) == 1 and what[0].words == "everything" and not (
        what[0].states or what[0].located or len(what[0].types) < len(portable))
    if not alone or len(named) < 2 or not all(
            set(s.types) <= portable and specific(s) for s in named):
        return what, told
    return list(named), told.naming(named).noting(
        "'everything' is read as what was named before: " + ", ".join(s.words for s in named))


def _placed(
    what: list[Selection], targets: list[tuple[Phrase, Location]], told: Told
) -> Read:
    """Bring things to the last place; one named before it says where they are, or which."""
    *before, (node, target) = targets
    if len(before) > 1:
        told.fail("too many places in one clause", node.words[0],
                  "where the things are and where they should go")
    for first_node, first in before:
        word = first_node.words[0]
        beside = first.place and target.relation == "near" and first.relation != "near"
        if first.place and (beside or (target.relation != "home" and carries(first)) or (
                stands(first) and node.words[0].type == "ON")):
            if beside:
                told = told.noting(
                    f"'{first.place.words}' is read as the one {target.describe()}")
            target = replace(first, place=replace(first.place, located=target))
        elif word.type in ("IN", "ON", "AT", "NEAR") and first.place:
            if any(s.located for s in what):
                told.fail("two places for where one thing is now", word)
            what = [replace(s, located=first) for s in what]
        else:
            told.fail("two places to put one thing", node.words[0],
                      "one place, e.g. 'into the fridge'")
    what, target, told = share_out(what, target, node, told)
    if target.place is not None and poured(what, target.place):
        told = told.naming([target.place]).noting("putting wine in it is read as pouring some")
        return [[HasState(target.place, "fillLiquid", "wine")]], told
    what = [one_more(s, target) for s in what]
    told = told.naming(what)
    if target.place is not None and carries(target) and any(
            t.type == "PRONOUN" and str(t).lower() == "it" for t in node.words):
        told = told.naming([target.place])  # "put the bread on it and carry it …"
    pairs = kept_together(what, target, node, told)
    told = replace(told, there=target, put_there=tuple(what))
    return [[Placed(s, fitting(s, where)) for s, where in pairs]], told


def fetched(what: list[Selection], told: Told, *, handed: bool = False) -> Read:
    """Take things from somewhere: one, or what is ``handed`` over, stays in the hand.

    More than that go to where they belong.
    """
    several = sum(s.count for s in what) > 2 and all(s.located for s in what)
    if handed:
        return [[Held(s) for s in what]], told.naming(what)
    if any(s.located and (several or s.quantifier == "all") for s in what):
        told = told.noting("more than two things are not kept in hand: they go where they belong")
    return [[Placed(s, home(away_from(s.located)))
             if s.located and (several or s.quantifier == "all") else Held(s)
             for s in what]], told.naming(what)


def away_from(where: Location | None) -> tuple[str, ...]:
    """Return the kinds of place things are taken from: they do not belong back there."""
    return where.place.types if where is not None and where.place else ()


def _swapping(node: Phrase, told: Told) -> Read:
    """Read "swap the pen and the book": each goes where the other is."""
    what: list[Selection] = []
    for named in node.all("things"):
        found, told = carried(Phrase("swapping", (named,)), told)
        what += found
    if len(what) != 2 or any(s.quantifier == "all" for s in what):
        told.fail("two things can swap their places", node.words[0], "'swap the pen and the book'")
    one, other = what
    return [[Placed(one, where_now(other)), Placed(other, where_now(one))]], told.naming(what)


def _moving_off(node: Phrase, told: Told) -> Read:
    away = next(t for t in node.words if t.type == "AWAY")
    told.fail("'away from' does not say where it should go", away,
              "a place: 'on the table', 'next to the sofa'; or 'remove it from …'")


def _into_room(node: Phrase, told: Told) -> Read:
    _no_place(node.first("room_name"), told)


def _no_place(room: Phrase, told: Told) -> NoReturn:
    told.fail("a room is no place to put things in", room.words[-1],
              "a place, e.g. 'the table', 'a drawer'")


# -- holding, finding, going ------------------------------------------------------------------


def _holding(node: Phrase, told: Told) -> Read:
    named = node.first("located_things")
    where = named.all("located_at") if named else ()
    if str(node.words[0]).lower() == "get" and where and all(
            m.rule == "pronoun" for m in named.parts[0].members):  # "get it on the table"
        spot = Phrase("pp", (where[0].words[0], replace(where[0].phrases[0], rule="place")))
        return group(Phrase("group", (named.parts[0], spot)), told)
    what, told = carried(node, told)
    if node.says("WANT", "HAVE_ME"):
        told = told.noting("wanting a thing is read as bringing it")
    if str(node.words[0]).lower() == "get" and where:
        told = told.noting(f"'{' '.join(where[0].words)}' is read as where it is now")
    fetch = str(node.words[0]).lower().startswith("fetch")
    return fetched(what, told, handed=fetch or node.says("ME", "WANT", "HAVE_ME"))


def _entering(node: Phrase, told: Told) -> Read:
    """Go to a room: robots are in it."""
    return [[]], in_rooms(node.all("room_name"), told)


def _finding(node: Phrase, told: Told) -> Read:
    found, told = located(node.first("located_things"), told)
    return [[HasState(s, "found", True) for s in found]], told


def _going(node: Phrase, told: Told) -> Read:
    where, told = place(node.first("place"), told, holds=False)
    return [[HasState(where, "reached", True)]], told.naming([where])


PUTTING: dict[str, Callable[[Phrase, Told], Read]] = {
    "placing": _placing, "fetch_and_place": _fetch_and_place, "moving_off": _moving_off,
    "into_room": _into_room, "swapping": _swapping, "holding": _holding,
    "entering": _entering, "finding": _finding, "going": _going,
}
"""Verb class of the grammar → what it asks for."""
