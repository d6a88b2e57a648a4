"""Verbs that put things away, throw them away, clear places and lay tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lark import Token

from domains.household.goal import Location, Placed, Selection, Subgoal
from translators.mapthor.ontology import ontology
from translators.mapthor.places import everything, home, into, location, place, station
from translators.mapthor.recipes import recipes
from translators.mapthor.references import Told, limited, numeral
from translators.mapthor.things import without
from translators.mapthor.tree import Phrase, Things
from translators.mapthor.verbs.changing import washed
from translators.mapthor.verbs.putting import (
    TARGETS,
    Read,
    away_from,
    carried,
    group,
    put,
    things_of,
    word_of,
)

__all__ = ["TIDYING", "cleared", "clearing", "clearing_things"]

Reader = Callable[[Phrase, Told], Read]


def _awaying(node: Phrase, told: Told) -> Read:
    node, spared = _with_exception(node)
    found, told = things_of(node, "pickupable", told)
    found, told = _everything_there(found, told)
    subgoals: list[Subgoal] = []
    for selection in found:
        places = ontology().places(selection.types)
        kept = limited(selection, "pickupable")
        if str(node.words[0]).lower().startswith("clean") and _dish(selection.types):
            stage, told = washed(selection, node, told)  # "clean up the mug"
        elif kept.types:
            stage, told = _put_away(kept, spared, told)
        elif places and node.says("TIDY", "CLEAR", "A_TIDY"):  # "tidy up the table"
            stage, told = cleared(replace(selection, types=places), told, spared=spared)
        else:
            told.fail(f"'{selection.words}' cannot be put away", word_of(node, selection),
                      "something that can be carried")
        subgoals += stage
    return [subgoals], told


def _everything_there(
    found: list[Selection], told: Told
) -> tuple[list[Selection], Told]:
    """Read "clear the desk, everything but the lamp" as everything on the desk."""
    if len(found) != 2 or found[1].words != "everything" or found[1].located:
        return found, told
    places = ontology().places(found[0].types)
    if not places or limited(found[0], "pickupable").types:
        return found, told
    where = into(replace(found[0], types=places))
    told = told.noting(f"'everything' is read as everything {where.relation} the {found[0].words}")
    return [replace(found[1], located=where)], told


def _put_away(what: Selection, spared: Things | None, told: Told) -> tuple[list[Subgoal], Told]:
    """Put things where they belong; "put away the cups in the cabinet" says where."""
    kept = [what]
    if spared:
        kept, told = without(kept, spared, told)
    where = what.located
    if where is not None and where.place is not None and where.relation != "near" and all(
            set(where.place.types) & set(ontology().homes.get(t, ())) for t in what.types):
        told = told.noting(f"'{where.describe()}' is read as where to put it")
        return put([replace(s, located=None) for s in kept], where), told
    return put(kept, home(away_from(where))), told


def cleared(
    where: Selection, told: Told, target: Location | None = None, spared: Things | None = None
) -> tuple[list[Subgoal], Told]:
    """Subgoal that nothing (but what is spared) lies on a place any more."""
    rubbish = recipes()["empty the bin"]
    if target is None and where.types == ("GarbageCan",):
        token = Token("NOUN", where.words, start_pos=max(0, told.text.find(where.words)))
        told.fail(f"'{token}' cannot be emptied: {rubbish.cannot}", token, rubbish.instead)
    what = [everything(into(where))]
    if spared is not None:
        what, told = without(what, spared, told)
    return put(what, target or home(avoid=where.types)), told.naming(what)


def _with_exception(node: Phrase) -> tuple[Phrase, Things | None]:
    """Take the exception out of a clause: "tidy the desk except the laptop" spares the laptop."""
    parts: list[Any] = []
    spared: Things | None = None
    for part in node.parts:
        if isinstance(part, Things) and part.rule == "exception":
            spared = part
            continue
        if isinstance(part, Things) and part.exceptions:
            spared = part.exceptions[-1]
            part = replace(part, exceptions=(), words=part.words[:-len(spared.words)])
        elif isinstance(part, Phrase) and part.rule == "located_things":
            part, inner = _with_exception(part)
            spared = inner or spared
        parts.append(part)
    return Phrase(node.rule, tuple(parts)), spared


def _trashing(node: Phrase, told: Told) -> Read:
    bin_ = station("GarbageCan", words="garbage can")
    what, told = carried(node, told)
    if node.first("located_things").all("located_at") and all(
            away_from(s.located) == ("GarbageCan",) for s in what):
        what = [replace(s, located=None) for s in what]  # "dispose of the egg in the bin"
        told = told.naming(what)
    return [put(what, bin_)], told


def clearing(node: Phrase, told: Told, by: Reader) -> Read:
    """Clear places; ``by`` reads the clause that says how."""
    named = node.first("places")
    targets = node.all(*TARGETS)
    found = [ontology().find(str(m.noun)) for m in named.members]
    if targets and not any(n and ontology().places(n.types) for n in found):
        members = tuple(replace(m, rule="thing") for m in named.members)
        return group(Phrase("group", (Things("things", named.words, members), *targets)), told)
    dishes = all(noun and _dish(noun.types) for noun in found)
    if not targets and dishes and node.says("TIDY", "UP", "CLEAN"):
        members = tuple(replace(m, rule="thing") for m in named.members)  # "clear up the dishes"
        return _awaying(Phrase("awaying", (node.words[0], Phrase("located_things", (
            Things("things", named.words, members),)))), told)
    where, told = place(named, told)
    target, told = _cleared_to(node, told, by)
    subgoals, told = cleared(where, told, target, node.first("exception"))
    return [subgoals], told


def _dish(types: tuple[str, ...]) -> bool:
    able = ontology().properties
    return set(types) <= set(able["dirtyable"]) & set(able["pickupable"])


def _ridding(node: Phrase, told: Told) -> Read:
    """Clear the counter of dishes."""
    where, told = place(node.first("places"), told)
    found, told = carried(node, told)
    what = [replace(s, located=into(where)) for s in found]
    return [put(what, home(avoid=where.types))], told.naming(what)


def clearing_things(node: Phrase, told: Told, by: Reader) -> Read:
    """Clear things off a place; ``by`` reads the clause that says how."""
    what, told = carried(node, told)
    where, told = location(node.first("from_place"), told, target=False)
    what = [replace(s, located=where) for s in what]
    for exception in node.all("exception"):
        what, told = without(what, exception, told)
    told = told.naming(what)
    target, told = _cleared_to(node, told, by)
    return [put(what, target or home(avoid=away_from(where)))], told


def _cleared_to(node: Phrase, told: Told, by: Reader) -> tuple[Location | None, Told]:
    """Return where the things of a cleared place go, if the words say so."""
    target: Location | None = None
    for part in node.phrases:
        if part.rule in TARGETS:
            target, told = location(part, told)
        elif part.rule not in ("places", "things", "from_place", "exception"):
            stages, told = by(part, told)
            target = next((w.target for stage in stages for w in stage if isinstance(w, Placed)),
                          target)
    return None if target is not None and target.relation == "home" else target, told


def _setting(node: Phrase, told: Told) -> Read:
    """Set the table with what is named."""
    where, told = place(node.first("place"), told)
    if not set(where.types) & set(ontology().settings):
        told.fail("the sentence stops too early: where should it go?", node.words[-1],
                  "'in', 'on' or 'next to' a place")
    guests = next((p for p in node.parts if isinstance(p, Token) and p.type == "NUMBER"), None)
    what, told = carried(node, told)
    if guests:  # "with plates and forks for three": three of each
        what = [replace(s, quantifier="some", count=numeral(guests)) for s in what]
        told = told.naming(what)
    return [put(what, Location("on", where))], told


TIDYING: dict[str, Reader] = {
    "awaying": _awaying, "trashing": _trashing, "ridding": _ridding,
    "setting": _setting,
}
"""Verb class of the grammar → what it asks for."""
