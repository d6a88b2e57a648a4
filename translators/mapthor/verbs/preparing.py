"""States that have to be brought about first: "a hot potato" is heated, a slice is cut."""

from __future__ import annotations

from dataclasses import replace

from domains.household.goal import STATE_WORDS, HasState, Held, Placed, Selection, Subgoal
from translators.mapthor.places import WASHED, into, station
from translators.mapthor.references import Steps, Told, limited, specific, whole_of
from translators.mapthor.tree import Phrase, Things
from translators.mapthor.verbs.changing import washed
from translators.mapthor.verbs.kitchen import MICROWAVE, SLICE, at_station, cooked, toasted
from translators.mapthor.verbs.putting import Read, away_from, put, word_of

__all__ = ["brought_about", "prepared"]

_MADE = (WASHED, ("temperature", "Hot"), ("temperature", "Cold"), ("isSliced", True),
         ("isCooked", True))
"""States nothing is in when robots begin: to ask for such a thing is to ask for making it so."""


def prepared(stages: Steps, node: Phrase, told: Told) -> Read:
    """Bring about first what nothing is when robots begin: "a hot potato" is heated before."""
    first, told = _cut_first(stages, told)
    stages, told = _in_toaster(stages, node, told)
    rest: Steps = []
    for stage in stages:
        kept: list[Subgoal] = []
        for subgoal in stage:
            if _laden(subgoal, node):
                filled, subgoal, told = _filled(subgoal, node, told)
                first += [s for s in filled if s not in first and not _wished(s, told)]
            missing = _to_be_made(subgoal, told)
            plain = replace(subgoal.what, states=tuple(
                s for s in subgoal.what.states if s not in missing)) if missing else subgoal.what
            for state in missing:
                plain, made, told = brought_about(plain, state, node, told)
                first += [m for m in made if m not in first and not _wished(m, told)]
            if first:
                told = told.noting(*(
                    f"'{subgoal.what.words}' is to be {STATE_WORDS.get(s, 'washed')}: that is done "
                    "first" for s in missing))
            kept.append(replace(subgoal, what=plain))
        rest.append(kept)
    return [*first, *rest], told


def _in_toaster(stages: Steps, node: Phrase, told: Told) -> Read:
    """Toast slices that are put into a toaster together: it takes one at a time."""
    for number, stage in enumerate(stages):
        for subgoal in stage:
            if isinstance(subgoal, Placed) and subgoal.what.types == SLICE.types and (
                    subgoal.what.count > 1 and len(stage) == 1
                    and away_from(subgoal.target) == ("Toaster",)):
                made, told = toasted([subgoal.what], node, told)
                return [*stages[:number], *made, *stages[number + 1:]], told
    return stages, told


def _laden(subgoal: Subgoal, node: Phrase) -> bool:
    """Whether a thing is to be carried with what is in it: "a mug with a spoon in it".

    "The mug that holds the spoon" is told by it.
    """
    if not isinstance(subgoal, (Placed, Held)) or subgoal.what.holding is None:
        return False
    told = subgoal.what.quantifier == "some" or _with(node)
    return subgoal.what.quantifier != "all" and told and bool(
        limited(subgoal.what, "pickupable").types)


def _with(node: Phrase | Things) -> bool:
    """Whether a clause names a thing "with" another."""
    if isinstance(node, Things):
        return any(r.says("WITH", "CONTAINING") for m in node.members for r in m.relatives)
    return any(_with(n) for n in node.phrases if isinstance(n, (Phrase, Things)))


def _filled(subgoal: Subgoal, node: Phrase, told: Told) -> tuple[Steps, Subgoal, Told]:
    """Put into a thing first what should be in it, wherever that is now."""
    inside, plain = subgoal.what.holding, replace(subgoal.what, holding=None)
    assert inside is not None
    steps, told = prepared([[Placed(inside, into(plain))]], node, told)
    told = told.noting(f"'{inside.words}' is put into '{plain.words}' first, if it is not there")
    return steps, replace(subgoal, what=plain), told.naming([plain])


def _cut_first(stages: Steps, told: Told) -> Read:
    """Slice first what pieces are spoken of and nobody was told to slice."""
    wished = [w for _, steps in told.clauses for stage in steps for w in stage]
    cut = {t for stage in [wished, *stages] for w in stage if isinstance(w, HasState)
           and w.state == "isSliced" and w.value for t in w.what.types}
    first: list[Subgoal] = []
    for what in dict.fromkeys(w.what for stage in stages for w in stage):
        wholes = tuple(dict.fromkeys(whole_of(t) for t in what.types))
        if what.types and specific(what) and not set(wholes) & (cut | set(what.types)):
            told = told.noting(f"'{what.words}': that is cut first")
            first.append(HasState(Selection(wholes, "some", words=what.words, when=what.when),
                                  "isSliced", True))
            cut |= set(wholes)
    return [first] if first else [], told


def _to_be_made(subgoal: Subgoal, told: Told) -> list[tuple[str, bool | str]]:
    states = subgoal.what.states
    if isinstance(subgoal, HasState) or subgoal.what.quantifier == "all":
        return [s for s in states if s == WASHED]
    clean = not limited(subgoal.what, "dirtyable").types
    chosen = any(w.what == subgoal.what and not (isinstance(w, HasState) and w.state == "found")
                 for _, steps in told.clauses for s in steps for w in s)
    wanted = clean or (  # "a clean plate": any, washed if need be
        subgoal.what.quantifier == "some" and not chosen)
    return [s for s in states if s in _MADE or (wanted and s == ("isDirty", False))]


def _wished(stage: list[Subgoal], told: Told) -> bool:
    """Whether earlier clauses ask for a stage already."""
    return all(any(w in s for _, steps in told.clauses for s in steps) for w in stage)


def brought_about(
    what: Selection, state: tuple[str, bool | str], node: Phrase, told: Told
) -> tuple[Selection, Steps, Told]:
    """Return what a thing is called then, how its state is reached, and what is told."""
    key, value = state
    if key == "isSliced":
        return what, [[HasState(what, key, True)]], told
    if key in ("washed", "isDirty"):
        stage, told = washed(what, node, told)
        return what, [stage], told
    if key == "isCooked" and what.types == SLICE.types:
        return what, [at_station([what], "Toaster", "Toaster", words="toaster")], told
    if value == "Cold":
        return what, [put([what], station("Fridge", words="fridge"))], told
    if "Bread" in what.types and key == "isCooked":
        told.fail("toasted bread has to be made first", word_of(node, what),
                  "'toast the bread and put it on the plate'")
    if key == "isCooked":
        verb = next((str(t).lower().split()[-1] for t in node.words if t.type == "COOKED"), "")
        steps, told = cooked(verb, what, told)
        named = told.antecedents
        return named[0] if len(named) == 1 else what, steps, told
    return what, [at_station([what], *MICROWAVE)], told
