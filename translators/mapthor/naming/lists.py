"""What the members of a list share, and which of them are places or say which is meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lark import Token

from domains.household.goal import Selection
from translators.mapthor.ontology import ontology
from translators.mapthor.references import STATES, Group, Told
from translators.mapthor.tree import Phrase, Thing, Things

__all__ = ["NEEDS", "named_apart", "place_only", "regrouped", "share", "specified", "split"]

NEEDS = {"isOpen": "openable", "isToggled": "toggleable", "isDirty": "dirtyable",
          "isSliced": "sliceable", "isCooked": "cookable", "isFilledWithLiquid": "fillable",
          "isBroken": "breakable", "temperature": "pickupable"}
"""What a thing has to be for an adjective before a list to go with it too."""


def specified(
    node: Things, members: list[Thing], reads: list[Group], told: Told
) -> tuple[list[Thing], list[Group], Told]:
    """Read "the cutlery, a fork and a spoon, …" as those: they say which of the kind is meant."""
    if len(members) < 2 or not node.joints & {"COMMA", "ASIDE", "NAMELY"} or "OR" in node.joints:
        return members, reads, told
    noun = members[-1].noun
    if noun is not None and str(noun).lower() in ("thing", "object", "item") and len(reads) == 2:
        where = reads[1][0].located  # "the cup, the thing on the bed, …"
        return members[:1], [tuple(replace(s, located=where or s.located) for s in reads[0])], told
    kind, *single = ({t for s in read for t in s.types} for read in reads)
    if "ASIDE" in node.joints and any(s.words in ("one", "ones") for r in reads[1:] for s in r):
        told.fail("where the others of them should go is not clear", node.words[0],
                  "one order each")
    if any(m.rule != "thing" for m in members[1:]) or not all(
            s and s < kind and len(s) < 20 for s in single):
        return members, reads, told
    kept = [read if m.quantifier else tuple(replace(
        s, quantifier="the" if s.quantifier == "some" else s.quantifier, count=1) for s in read)
            for m, read in zip(members[1:], reads[1:], strict=True)]
    if reads[0][0].located:
        kept = [tuple(replace(s, located=s.located or reads[0][0].located) for s in read)
                for read in kept]
    words = " and ".join(s.words for read in kept for s in read)
    return members[1:], kept, told.noting(f"'{reads[0][0].words}' is read as {words}")


def named_apart(
    found: Sequence[Selection], further: Sequence[Selection], joints: frozenset[str], told: Told
) -> tuple[list[Selection], Told]:
    """Read "two things from the desk, the pen and the cup, …" as those two, which lie there."""
    kind = found[0]
    alike = len(found) == 1 and "COMMA" in joints and kind.located and all(
        set(s.types) < set(kind.types) and len(s.types) < 20 and not s.located for s in further)
    if not alike or (kind.quantifier == "some" and kind.count != len(further)):
        return [*found, *further], told
    words = " and ".join(s.words for s in further)
    return [replace(s, located=kind.located) for s in further], told.noting(
        f"'{kind.words}' is read as {words}")


def place_only(thing: Thing, told: Told) -> bool:
    """Whether things can be put on what a noun names, and the verb cannot be done to it."""
    found = ontology().find(str(thing.noun)) if thing.noun and thing.noun.type == "NOUN" else None
    types = found.types if found else ()
    return bool(ontology().places(types)) and not told.needed & set(types)


def regrouped(members: Iterable[Thing], told: Told) -> list[Thing]:
    """Put places of a list that go on a relative clause there.

    "The cups that are on the table and the counter": nothing can be done to a counter here.
    """
    kept: list[Thing] = []
    for member in members:
        longer = _with_place(kept[-1], member) if kept and told.needed and place_only(
            member, told) else None
        if longer:
            kept[-1] = longer
        else:
            kept.append(member)
    return kept


def _with_place(thing: Thing, more: Thing) -> Thing | None:
    """Add a place to those at the end of a thing's relative clause, if it has any."""
    for clause in [r for r in thing.relatives if r.rule == "relative"][-1:]:
        for where in clause.all("located_at")[-1:]:
            for named in where.all("places")[:1]:
                longer = replace(named, members=(*named.members, replace(more, rule="place_noun")))
                inner = Phrase(where.rule, tuple(longer if p is named else p for p in where.parts))
                outer = Phrase(clause.rule, tuple(inner if p is where else p for p in clause.parts))
                return replace(thing, relatives=tuple(outer if r is clause else r
                                                      for r in thing.relatives))
    return None


def split(node: Phrase, told: Told) -> tuple[Phrase, tuple[Thing, ...]]:
    """Tell places from things: "the lamp on the desk and the television" has one place.

    What the verb can be done to, and what nothing can be put on, is a thing of its own.
    """
    for named in node.all("places")[:1]:
        for number, member in enumerate(named.members[1:], 1):
            found = ontology().find(str(member.noun))
            types = found.types if found else ()
            if not ontology().places(types) or told.needed & set(types):
                first = replace(named, members=named.members[:number],
                                words=tuple(t for m in named.members[:number] for t in m.words))
                return (Phrase(node.rule, (*(p for p in node.parts if p is not named), first)),
                        tuple(replace(m, rule="thing") for m in named.members[number:]))
    return node, ()


def share(
    members: Sequence[Thing], reads: Sequence[Group], told: Told
) -> tuple[list[Group], Told]:
    """Give every thing of a list the adjectives before it and the relative clause behind it.

    Only within things that share one quantifier: not "the dirty plates and the mugs".
    """
    kept = list(reads)
    every = any(_of_several(r) for m in members[-1:] for r in m.relatives)
    begins = [n for n, m in enumerate(members)
              if not n or m.rule != "thing" or (m.quantifier and not every)]
    for begin, end in zip(begins, [*begins[1:], len(members)], strict=True):
        if end - begin > 1 and members[begin].rule == "thing":
            part, told = _share_adjectives(members[begin:end], kept[begin:end], told)
            kept[begin:end], told = _share_relative(members[begin:end], part, told)
    return kept, told


def _of_several(clause: Phrase) -> bool:
    """Whether a clause is about all of a list: "…, the ones on …", "…, both on …", "that are"."""
    first, *more = [t for t in clause.words if t.type != "COMMA"][:2]
    return first.type in ("ALL", "BOTH") or "ones" in str(first).lower() or (
        [str(t).lower() for t in more] == ["are"])


def _own_states(thing: Thing) -> list[tuple[Token, tuple[str, bool | str]]]:
    return [(t, STATES[t.type]) for t in thing.adjectives if t.type in STATES]


def _share_adjectives(
    members: Sequence[Thing], reads: list[Group], told: Told
) -> tuple[list[Group], Told]:
    for word, state in _own_states(members[0]):
        able = set(ontology().properties[NEEDS[state[0]]])
        for number, read in enumerate(reads):
            if number and not members[number].adjectives and all(set(s.types) & able for s in read):
                told = told.noting(f"'{word}' is read with '{read[0].words}' too")
                reads[number] = tuple(replace(s, states=(*s.states, state)) for s in read)
    return reads, told


def _share_relative(
    members: Sequence[Thing], reads: list[Group], told: Told
) -> tuple[list[Group], Told]:
    related = [any(r.rule == "relative" for r in m.relatives) for m in members]
    if not related[-1] or any(related[:-1]):
        return reads, told
    last, own = reads[-1][0], {state for _, state in _own_states(members[-1])}
    states = tuple(s for s in last.states if s not in own)
    for number, read in enumerate(reads[:-1]):
        told = told.noting(f"what is said of '{last.words}' is read of '{read[0].words}' too")
        reads[number] = tuple(replace(s, states=tuple(dict.fromkeys((*s.states, *states))),
                                      located=last.located or s.located) for s in read)
    return reads, told
