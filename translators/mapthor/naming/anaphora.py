"""Words that refer back: it, them, another, the other, the first, the rest."""

from __future__ import annotations

from dataclasses import replace

from lark import Token

from domains.household.goal import HasState, Placed, Selection
from translators.mapthor.ontology import Noun, ontology
from translators.mapthor.references import (
    Group,
    Told,
    but_some,
    numeral,
    quantity,
    specific,
    union,
)
from translators.mapthor.tree import Thing

__all__ = ["counted", "named_before", "nth", "other", "other_one", "pronoun"]


def pronoun(thing: Thing, told: Told) -> tuple[Group, Told]:
    """Read "it", "them", "two of them"."""
    found, token = told.antecedents, thing.words[-1]
    if not found:
        told.fail(f"'{token}' refers to nothing named before", token, "a thing, e.g. 'apple'")
    if str(token).lower() == "it" and told.needed and not specific(found[0]):
        found = next((g for g in reversed(told.mentioned) if any(
            specific(s) and told.needed & set(s.types) for s in g)), found)
    if str(token).lower() == "that" and not told.spared:
        found = _filled(found, told)
    found = _several(found, str(token).lower(), told)
    if told.spared and str(token).lower() in ("it", "that", "this") and all(
            s.quantifier == "all" for s in found):
        found = told.spared  # "everything but the egg …, that goes on the counter"
    (quantifier, count), told = quantity(thing, Noun((), True), told)
    found = tuple(but_some(s, thing) for s in found)
    if quantifier == "some" and thing.quantifier:
        found = (replace(found[0], types=union(found), quantifier="some", count=count,
                         substitutes={}),)
    return found, told


def _filled(found: Group, told: Told) -> Group:
    """Let "that" be what a thing was just put in: "put the pen in the mug, then put that away"."""
    latest = [w for stage in (told.clauses[-1][1] if told.clauses else ()) for w in stage][-1:]
    for subgoal in latest:
        vessel = subgoal.target.place if isinstance(subgoal, Placed) else None
        if vessel is not None and subgoal.what in found and len(found) == 1 and set(
                vessel.types) <= set(ontology().properties["pickupable"]):
            return (vessel,)
    return found


def _several(found: Group, word: str, told: Told) -> Group:
    """Let "them" be all single things named in turn: "take the pen, take the cup, put them …"."""
    pair = word.rsplit(maxsplit=1)[-1] in ("both", "two")
    if word not in ("them", "they", "these", "those") and not pair and not word.startswith(
            ("all ", "both ", "the pair", "the lot", "the three")):
        return found
    done = [w.what for _, steps in told.clauses for stage in steps for w in stage
            if isinstance(w, Placed) and not any(isinstance(s, HasState) for s in stage)]
    run: list[Selection] = []
    for selection in (s for group in reversed(told.mentioned) for s in reversed(group)):
        one = selection.quantifier != "all" and selection.count == 1 and specific(selection) and (
            pair or not selection.words.endswith("s"))
        if not one or selection in done or (pair and len(run) == 2):
            break
        if not told.needed or told.needed & set(selection.types):
            run += [selection] if all(r.types != selection.types for r in run) else []
    return tuple(run)[::-1] if len(run) > len(found) == 1 else found


def named_before(thing: Thing, noun: Noun, told: Told) -> Selection | None:
    """Return what "the eggs" refers to after "take two eggs"; nothing where it is new."""
    if [t.type for t in thing.quantifier] != ["THE"] or thing.adjectives or any(
            r.rule in ("relative", "relative_not") for r in thing.relatives):
        return None
    for selection in told.named:
        if selection.types == noun.types and not any(selection is p for p in told.as_places):
            alike = selection.quantifier == "some" and (selection.count > 1) == noun.plural
            return selection if alike else None
    return None


def counted(thing: Thing, told: Told) -> Selection:
    """Read "two" alone: so many of what was named before."""
    (token,) = thing.words
    if not told.antecedents:
        told.fail(f"'{token}' of what? nothing was named before", token, "the thing's name")
    if not numeral(token):
        told.fail("none at all is nothing to do", token, "1 or more")
    return replace(told.antecedents[0], types=union(told.antecedents), quantifier="some",
                   count=numeral(token), substitutes={}, words=f"{token} ones")


def other(selection: Selection, token: Token, told: Told, *, plural: bool = False) -> Selection:
    """Leave out what was named before ("the other dishes"), or take one more ("another")."""
    named = {t for s in told.named if specific(s) for t in s.types}
    known, word = named & set(selection.types), str(token).lower()
    if word == "another":
        if not known:
            return replace(selection, quantifier="some", count=1, words=f"more {selection.words}")
        return replace(selection, quantifier="some", count=1, words=f"{word} {selection.words}")
    types = tuple(t for t in selection.types if t not in named)
    if types and known:
        return replace(selection, types=types)
    if known and word in ("other", "remaining"):
        return _second(selection, token, told,
                       several=plural or selection.quantifier == "all")
    if not known and word in ("other", "remaining") and specific(selection):
        if selection.quantifier == "all":
            return selection
        return replace(selection, quantifier="some", count=1, words=f"more {selection.words}")
    told.fail(f"'{token}' than what? nothing of another kind was named before", token,
              "the things themselves")


def other_one(thing: Thing, told: Told) -> Selection:
    """Read "the other" after "one of the pens", and "the rest"."""
    token = next(t for t in thing.words if t.type == "OTHER")
    word = str(token).lower()
    several = any(t.type == "NUMBER" for t in thing.words)
    if several or word not in ("other", "another", "other one"):
        rest = _rest(token, told)
        number = next((numeral(t) for t in thing.words if t.type == "NUMBER"), 0)
        return replace(rest, quantifier="some", count=number) if number else rest
    if not told.antecedents:
        told.fail(f"'{token}' does not say which things", token, "the things themselves")
    left = _left_of_two(told)
    if left is not None and word != "another":
        return left
    chosen = replace(told.antecedents[0], types=union(told.antecedents), substitutes={})
    read = other if word == "another" else _second
    return read(chosen, token, told)


def _left_of_two(told: Told) -> Selection | None:
    """Return the second of two different things after one of them was named alone."""
    if not told.mentioned or len(told.mentioned[-1]) != 1:
        return None
    (one,) = told.mentioned[-1]
    before = [g for g in reversed(told.mentioned) if not any(
        s is p for s in g for p in told.as_places)]
    pair = next((g for g in before if len(g) > 1), ())
    if len(pair) != 2 or one not in pair or any(s.quantifier == "all" for s in pair):
        return None
    return pair[1 - pair.index(one)]


def nth(thing: Thing, told: Told) -> Selection:
    """Read "the former", "the second one": of two things named last, or of some of one kind."""
    token = next(t for t in thing.words if t.type in ("NTH", "FIRST_OF_TWO"))
    word = str(token).lower()
    groups = [tuple(s for s in g if not any(s is p for p in told.as_places))
              for g in reversed(told.mentioned)]
    named: list[Selection] = []
    for group in groups:
        if len(group) == 1 and group[0].quantifier == "some" and group[0].count == 1:
            apart = group[0].located and named and named[0].types == group[0].types
            if group[0].located and (apart or not named):  # "a mug on the desk and one in the sink"
                named = [*group, *named]
                if len(named) > 1:
                    break
            continue  # "take two mugs, put the first one …"
        if len(group) > 1 and all(s in group for s in named):
            named = list(group)
        named = [*(s for s in group if s not in named), *named]
        if len(named) > 1 or (named and named[0].quantifier != "the"):
            break
    first = word in ("former", "first") or token.type == "FIRST_OF_TWO"
    if len(named) == 2:
        return named[0 if first else 1]
    if len(named) == 1 and (named[0].quantifier == "all" or named[0].count > 1):
        one = replace(named[0], quantifier="some", count=1)
        return one if first else replace(one, apart=True, words=f"other {one.words}")
    told.fail(f"'{token}' of what? not two things were named before", token, "the thing's name")


def _rest(token: Token, told: Told) -> Selection:
    """Read "the rest", "the others": of a kind, of a larger kind, or of what lies in one place."""
    portable = ontology().properties["pickupable"]
    mine = [s for s in told.named if set(s.types) <= set(portable) and not any(
        s is p for p in told.as_places)]
    latest = told.mentioned[-1] if told.mentioned else ()
    if len(latest) == 1 and specific(latest[0]) and not set(latest[0].types) & set(portable):
        return replace(latest[0], quantifier="all", count=1, apart=True)  # "the other blinds"
    if not mine:
        told.fail(f"'{token}' of what? nothing was named before", token, "the things themselves")
    first, types = mine[0], {t for s in mine for t in s.types}
    if first.quantifier == "some" or first.partly:
        return replace(first, quantifier="all", count=1, apart=True, but=(), share=(1, 1))
    if first.quantifier == "all" and len(first.states) == 1 and isinstance(
            first.states[0][1], bool):
        ((key, value),) = first.states
        return replace(first, states=((key, not value),))
    for larger in mine[1:]:
        small = {t for s in mine for t in s.types if len(s.types) == 1} & set(larger.types)
        left = tuple(t for t in larger.types if t not in small)
        if small and left and specific(larger) and larger.quantifier != "some":
            return replace(larger, types=left, quantifier="all")
    place = next((s.located for s in mine if s.located is not None), None)
    others = tuple(t for t in portable if t not in types)
    if place is None or not others:
        told.fail(f"'{token}' does not say which things", token, "the things themselves")
    return Selection(others, "all", located=place, words="everything else")


def _second(
    selection: Selection, token: Token, told: Told, *, several: bool = False
) -> Selection:
    """Read "the other mug" where some mugs were spoken of: any mug but those."""
    before = [s for group in told.mentioned for s in group
              if specific(s) and set(s.types) & set(selection.types)]
    if not before or before[-1].quantifier != "some" or (before[-1].count > 1 and not several):
        told.fail(f"'{token}' than which? no single one was named before", token,
                  "'one mug in the sink and the other in the drawer'")
    return replace(selection, quantifier="all" if several else "some", count=1,
                   words=f"other {selection.words}", apart=True,
                   located=selection.located or before[-1].located)
