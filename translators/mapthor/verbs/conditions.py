"""Clauses with a condition: "if …", "unless …", "otherwise", "if so", "when it is hot", "until …".

A condition on the thing that is acted on narrows what is meant; any other one is told with the
subgoals (:class:`~domains.household.goal.Condition`). Where it is not met there is nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from lark import Token

from domains.household.goal import (
    STATIONS,
    Condition,
    HasState,
    Held,
    Placed,
    Selection,
    Subgoal,
    opposite,
)
from translators.mapthor.ontology import ontology
from translators.mapthor.places import WASHED, at, everything, into, location, place, state_of
from translators.mapthor.references import Guard, Steps, Told, limited
from translators.mapthor.things import NEEDS, located, things
from translators.mapthor.tree import Phrase, Thing, Things
from translators.mapthor.verbs.limits import asked_limit, limit
from translators.mapthor.verbs.putting import Read, away_from

__all__ = ["asked", "ended", "follows", "guarded", "otherwise", "under", "whether"]

_STATIONS = {"Hot": {"Microwave", "StoveBurner", "Toaster", "Pan", "Pot"}, "Cold": {"Fridge"}}
"""Where things are put that should become hot or cold."""
_ENDS = {"heating": ("HOT", "COOKED", "HEATED"), "boiling": ("HOT", "COOKED", "HEATED"),
         "chilling": ("COLD", "CHILLED"), "slicing": ("SLICED", "SLICED_UP", "SLICE")}
"""What is done when a thing is so."""
_WORKS = {*STATIONS, *(place for places in STATIONS.values() for place in places), "Fridge"}
"""What works on what is in it or under it."""
_WHERE = ("located_at", "near", "from_place", "in_room", "there")
_LATER = {"when", "once", "as soon as"}
_EACH = {"ALL", "BOTH", "EVERY"}


def _kinds(selections: Iterable[Selection]) -> set[str]:
    return {t for s in selections for t in s.types}


def guarded(node: Phrase, told: Told, step: Callable[[Phrase, Told], Read]) -> Read:
    """Read a clause that depends on a condition; ``step`` reads the clause itself."""
    condition = node.first("condition", "joined")
    action = next(p for p in node.phrases if p is not condition)
    if follows(node, told):
        return step(action, told)
    if node.rule not in ("guarded_first", "unless_first"):
        if len(told.clauses) > told.begun:
            words = " ".join(str(t) for t in condition.words)
            told = told.noting(f"'… {words}' is read of the last clause only")
        steps, told = step(action, told)
        guard, told = _guard(condition, node.rule.startswith("unless"), told)
        return under(guard, steps, replace(told, guard=guard))
    guard, told = _guard(condition, node.rule.startswith("unless"), told)
    if guard.subject and condition is not node.first("joined"):
        # "if any lamp is on, turn it off": every one that is
        told = told.naming(guard.subject if guard.narrows or guard.limited else [
            replace(s, located=None, states=()) for s in guard.subject])
    told = replace(told, guard=guard, bound=True)
    steps, told = step(action, told)
    return under(guard, steps, told)


def asked(node: Phrase, told: Told, _step: Callable[[Phrase, Told], Read]) -> Read:
    """Read "see whether the lamp is on": what "if so" and "if not" are about."""
    guard, told = _guard(node.first("condition", "joined"), False, told)
    return [[]], replace(told.naming(guard.subject), guard=guard, bound=False)


def otherwise(node: Phrase, told: Told, step: Callable[[Phrase, Told], Read]) -> Read:
    """Read "otherwise …", "if so, …" after a condition."""
    word, guard = node.words[0], told.guard
    if guard is None:
        told.fail(f"'{word}' refers to no condition before", word, "'if …, …; otherwise …'")
    if word.type == "OTHERWISE":
        asks = opposite(guard.asks)
        if asks is None:
            told.fail(f"'{word}' after several conditions has no single meaning", word,
                      "one condition, or 'if …' once more")
        if len(guard.asks) == 1:
            told = replace(told, clauses=tuple((ordered, [[
                _only_if(w, guard.asks[0]) for w in stage] for stage in steps])
                for ordered, steps in told.clauses))
        guard = replace(guard, narrows=False, asks=asks)
    steps, told = step(next(iter(node.phrases)), told)
    return under(guard, steps, replace(told, guard=guard, bound=True))


def ended(node: Phrase, told: Told, step: Callable[[Phrase, Told], Read]) -> Read:
    """Read "fill it until it is full": it ends when it is done.

    "Run the tap until the pot is full" is to fill the pot.
    """
    until = next(p for p in node.parts if isinstance(p, Token) and p.type.startswith("UNTIL"))
    action, *claims = node.phrases
    said = told.text[until.start_pos or 0:node.words[-1].end_pos or 0]
    steps, told = step(action, told)
    if not claims:
        return steps, told.noting(f"'{said}' changes nothing: robots have one way of doing it")
    (claim,) = claims
    if claim.rule == "so_far":  # "until hot", "until they're clean"
        it = Token("PRONOUN", "them", start_pos=claim.words[0].start_pos)
        them = Things("things", (it,), (Thing("pronoun", (it,)),))
        claim = Phrase("claim", (Phrase("located_things", (them,)), *claim.phrases))
    if any(t.type in _ENDS.get(action.rule, ()) for t in claim.words):
        return steps, told.noting(f"'{said}' is when that is done")
    order = Token("ENSURE", str(until), start_pos=until.start_pos)
    wanted, after = step(Phrase("ensuring", (order, claim)), told)
    done, asks = ([w for stage in s for w in stage] for s in (steps, wanted))
    if all(any(_alike(a, w) for w in done) for a in asks):
        counted = any(a.what.count > 1 for a in asks)
        return wanted if counted else steps, told.noting(f"'{said}' is when that is done")
    if any(t.type == "UNDER_TAP" for t in action.words) or all(map(_works, done)):
        told_so = told.text[action.words[0].start_pos or 0:node.words[-1].end_pos or 0]
        return wanted, after.noting(f"'{told_so}' is read as bringing that about")
    told.fail("nothing can be waited for, and what is done does not bring that about", until,
              "the sentence without it, or 'then'")


def _alike(one: Subgoal, other: Subgoal) -> bool:
    """Whether two subgoals ask for the same of a thing, however many of it are meant."""
    if isinstance(one, Placed) and isinstance(other, Placed):
        places = [s.target.place.types if s.target.place else () for s in (one, other)]
        same = bool(set(places[0]) & set(places[1]))
    else:
        same = replace(one, what=other.what) == other
    return same and bool(set(one.what.types) & set(other.what.types))


def _works(subgoal: Subgoal) -> bool:
    """Whether a subgoal switches on what works on things, or brings a thing there."""
    if isinstance(subgoal, HasState):
        return subgoal.state == "isToggled" and subgoal.value is True and (
            set(subgoal.what.types) <= _WORKS)
    place = subgoal.target.place if isinstance(subgoal, Placed) else None
    return place is not None and set(place.types) <= _WORKS


def _only_if(subgoal: Subgoal, condition: Condition) -> Subgoal:
    """Let what a condition has narrowed depend on it: there is an "otherwise"."""
    what, asked = subgoal.what, condition.what
    if what.when or not set(what.types) & set(asked.types) or what.located != asked.located or (
            not set(asked.states) <= set(what.states)):
        return subgoal
    return replace(subgoal, what=replace(what, when=(condition,)))


def under(guard: Guard, steps: Steps, told: Told) -> Read:
    """Let subgoals depend on a condition."""
    kinds = _kinds(guard.subject)
    kept: Steps = []
    for stage in steps:
        kept.append([])
        for subgoal in stage:
            if not guard.narrows or (kinds and not kinds & set(subgoal.what.types)):
                if not guard.asks:
                    told.fail("this condition has no single meaning", guard.condition.words[0],
                              "one thing in the condition")
                what, when = subgoal.what, tuple(dict.fromkeys((*subgoal.what.when, *guard.asks)))
                if kinds & set(what.types) and not guard.negated and any(
                        s.count > 1 for s in guard.subject):  # "if two mugs are dirty, wash them"
                    what, told = _narrowed(what, guard, told)
                kept[-1].append(replace(subgoal, what=replace(what, when=when)))
                continue
            what, told = _narrowed(subgoal.what, guard, told)
            if isinstance(subgoal, Held) and len(guard.asks) == 1 and any(
                    s.words == what.words and s.quantifier == "all" for s in guard.single):
                what = replace(what, quantifier="some", when=guard.asks)
            vacuous = what.quantifier == "the" and not (
                isinstance(subgoal, HasState) and not what.located)  # "the" would have to be found
            kept[-1].append(replace(
                subgoal, what=replace(what, quantifier="all") if vacuous else what))
    return kept, told


# -- reading a condition ----------------------------------------------------------------------


def _guard(condition: Phrase, unless: bool, told: Told) -> tuple[Guard, Told]:
    """Read what a condition is about and what it asks for."""
    if condition.rule == "joined":
        return _joined(condition, unless, told)
    subject, told = _subject(condition, told)
    negated = unless != any(t.type in ("NOT_BE", "IS_NOT", "NO", "NOT_SEEN", "NEITHER")
                            for t in condition.words)
    asks, told = _asks(condition, negated, subject, told)
    if limit(condition.words, told):  # "if more than two are on, turn them off"
        what, told = _as_asked(subject[0], condition, told)
        return Guard(condition, negated, (replace(what, quantifier="all", count=1),), tuple(asks),
                     False, limited=True), told
    single = [(s.quantifier, s.count) == ("some", 1) for s in subject]
    subject = [replace(s, quantifier="all") if one else s
               for s, one in zip(subject, single, strict=True)]
    missing = condition.says("NOTHING") or (
        negated and not (condition.first("state") and condition.first("subject")))
    about = condition.first("subject")  # "if all the lamps are on, …": not "those that are on"
    whole = about is not None and condition.first("state") and any(
        t.type in _EACH for t in about.words)
    narrows = not (missing or whole or any(
        s.count > 1 or _emptied(s, condition.first("state")) for s in subject))
    return Guard(condition, negated, tuple(subject), tuple(asks), narrows,
                 tuple(s for s, one in zip(subject, single, strict=True) if one)), told


def _joined(node: Phrase, unless: bool, told: Told) -> tuple[Guard, Told]:
    """Read conditions joined by "and" or by "or"; after "unless" what is not so."""
    guards: list[Guard] = []
    for condition in node.all("condition"):
        guard, told = _guard(condition, False, told)
        told = told.naming(replace(s, located=None, states=()) for s in guard.subject)
        guards.append(guard)
    asks = tuple(c for g in guards for c in g.asks)
    if node.says("OR"):
        if node.says("AND") or any(len(g.asks) != 1 for g in guards):
            told.fail("these conditions have no single meaning together", node.words[0],
                      "conditions joined by 'and', or by 'or'")
        asks = (replace(asks[0], others=tuple(a for c in asks[1:] for a in c.alone) + (
            asks[0].others)),)
    meant = opposite(asks) if unless else asks
    if meant is None or not all(g.asks for g in guards):
        told.fail("these conditions have no single meaning together", node.words[0],
                  "one condition")
    return Guard(node, unless, tuple(s for g in guards for s in g.subject), meant, False), told


def _asks(
    condition: Phrase, negated: bool, subject: list[Selection], told: Told
) -> tuple[list[Condition], Told]:
    """Return what has to be so in the room as it is first seen."""
    word, state, about = condition.words[0], condition.first("state"), condition.first("subject")
    each = about is not None and not any(t.type == "ANY" for t in about.words) and (
        any(t.type in _EACH for t in about.words) or all(s.quantifier == "all" for s in subject))
    found: list[Condition] = []
    allowed = limit(condition.words, told)
    if allowed and len(subject) == 1:
        what, told = _as_asked(subject[0], condition, told)
        plain = replace(what, quantifier="some", count=1)
        return list(asked_limit(plain, allowed, negated=negated)), told
    for one in subject:
        if _emptied(one, state):
            there = state is not None and state.says("NOT") != negated
            where = replace(one, types=ontology().places(one.types))
            found.append(Condition(everything(into(where)), exists=there))
            continue
        count = one.count if one.quantifier == "some" else 1
        what, told = _as_asked(one, condition, told)
        if each and state and state.words[-1].type != "EMPTY":
            key, value = state_of(state, told)
            if not isinstance(value, bool):
                told.fail("a condition on all of several is not supported here", word, "'any'")
            opposite = replace(one, states=(*one.states, (key, not value)))
            if negated:
                found.append(Condition(opposite))
                continue
            found += [Condition(what), Condition(opposite, exists=False)]
        else:
            found.append(Condition(what, count, negated == condition.says("NOTHING")))
    unclear = negated and len(found) > 1 and not condition.says("NEITHER")
    return ([] if unclear else found), told  # neither, or not both?


def _emptied(one: Selection, state: Phrase | None) -> bool:
    """Whether "it is empty" is said of a place: nothing is in it."""
    return state is not None and state.words[-1].type == "EMPTY" and bool(
        ontology().places(one.types)) and not set(one.types) & set(
            ontology().properties["fillable"])


def _as_asked(one: Selection, condition: Phrase, told: Told) -> tuple[Selection, Told]:
    """Narrow a thing by what the condition says of it."""
    state = condition.first("state")
    where = condition.first(*_WHERE)
    if state and not condition.first("located_things"):
        key, value = state_of(state, told)
        fillable = ontology().properties["fillable"]
        places = ontology().places(one.types)
        if key == "isFilledWithLiquid" and places and not set(one.types) & set(fillable):
            told.fail("whether a place is empty is not a state", state.words[-1],
                      "'if nothing is in …'")
        one = replace(one, states=(*one.states, (key, value)))
    elif where and not condition.first("located_things"):
        (one,), told = at([one], where, told)
    if one.quantifier == "some" and (one.states or one.located):
        one = replace(one, quantifier="all", count=1)  # any that is so has to be found
    return one, told


def _narrowed(what: Selection, guard: Guard, told: Told) -> tuple[Selection, Told]:
    """Restrict a selection to the things the condition holds of."""
    condition = guard.condition
    if condition.first("located_things") or condition.says("HOLDS"):
        meant = next(s for s in guard.subject if set(s.types) & set(what.types))
        return replace(what, located=meant.located, states=meant.states), told
    state = condition.first("state")
    if state:
        return replace(what, states=(*what.states, state_of(
            state, told, negated=guard.negated))), told
    (what,), told = at([what], condition.first(*_WHERE), told)
    return what, told


def _subject(condition: Phrase, told: Told) -> tuple[list[Selection], Told]:
    """Read what a condition is about."""
    latest, there = told.antecedents, condition.first("located_things")
    if condition.says("NOTHING"):
        (found,), told = at([everything()], condition.first(*_WHERE), told)
        return [found], told
    if condition.says("HOLDS"):
        where, told = place(condition.first("place"), told)
        found_in, told = things(condition.first("things"), told)
        return [replace(s, located=into(where)) for s in found_in], told
    if there:
        subject, told = located(there, told)
        states = tuple(state_of(s, told) for s in condition.all("state"))
        subject = [replace(s, states=(*s.states, *states)) for s in subject]
        if any(WASHED in s.states for s in subject):
            told.fail("whether something was washed is not remembered", condition.words[-1],
                      "'clean' or 'dirty'")
        return subject, told
    node: Any = condition.first("subject")
    named = node.first("things") if node else condition.first("things")
    state = condition.first("state")
    needs = NEEDS[state_of(state, told)[0]] if state else "pickupable"
    told_of = replace(told, needed=frozenset(ontology().properties[needs]))
    if not named:  # "it": what can be in such a state, or can be carried
        return [s for s in told_of.antecedents if limited(s, needs).types], told
    subject, told = things(named, told_of if needs == "openable" else told)
    told = replace(told, needed=frozenset())
    return subject, told.naming(latest) if latest else told


def whether(node: Phrase, told: Told, step: Callable[[Phrase, Told], Read]) -> Read:
    """Read "whether or not it is on, …": done in any case."""
    condition = node.first("condition")
    subject, told = _subject(condition, told)
    words = " ".join(str(t) for t in condition.words)
    return step(next(p for p in node.phrases if p is not condition), told.naming(subject).noting(
        f"'{words}' changes nothing"))


def follows(node: Phrase, told: Told) -> bool:
    """Whether "when it is hot" only says that the clause comes after the heating.

    So does "when it is on the desk", where it has just been put there.
    """
    condition = node.first("condition")
    state, where = (condition and condition.first(*rules) for rules in (("state",), _WHERE))
    if not _LATER & {str(p).lower() for p in node.parts if isinstance(p, str)}:
        return False
    if condition is None or (state is None and where is None):
        return False
    subject, after = _subject(condition, told)
    kinds = _kinds(subject or after.antecedents)
    before = [w for _, steps in told.clauses for stage in steps for w in stage
              if kinds & set(w.what.types)]
    if state is not None:
        key, value = state_of(state, told)
        done = {"done", "ready"} & {str(t).lower() for t in state.words}
        if done and told.clauses and not kinds & set(ontology().properties["cookable"]):
            return True  # "when it's done": the machine
        return any(_brings(w, key, value) for w in before)
    spot = location(condition.first(*_WHERE), told, target=False)[0].place
    return spot is not None and any(
        isinstance(w, Placed) and w.target.place is not None
        and set(w.target.place.types) == set(spot.types) for w in before)


def _brings(subgoal: Subgoal, key: str, value: bool | str) -> bool:
    if isinstance(subgoal, HasState):
        return subgoal.state == key and subgoal.value == value
    hot = "Hot" if key == "isCooked" else str(value)
    return isinstance(subgoal, Placed) and bool(
        _STATIONS.get(hot, set()) & set(away_from(subgoal.target)))
