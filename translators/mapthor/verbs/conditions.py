"""Clauses with a condition: "if …", "unless …", "if there is …", and "when it is hot".

A condition narrows what is meant: where it does not hold there is nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from domains.household.goal import HasState, Placed, Selection, Subgoal
from translators.mapthor.places import WASHED, at, state_of
from translators.mapthor.references import Told
from translators.mapthor.things import located, things
from translators.mapthor.tree import Phrase
from translators.mapthor.verbs.putting import Read, away_from

__all__ = ["follows", "guarded"]

_STATIONS = {"Hot": {"Microwave", "StoveBurner"}, "Cold": {"Fridge"}}
"""Where things are put that should become hot or cold."""


def _kinds(selections: Iterable[Selection]) -> set[str]:
    return {t for s in selections for t in s.types}


def guarded(node: Phrase, told: Told, step: Callable[[Phrase, Told], Read]) -> Read:
    """Read a clause that depends on a condition; ``step`` reads the clause itself."""
    condition = node.first("condition")
    action = next(p for p in node.phrases if p.rule != "condition")
    if follows(node, told):
        return step(action, told)
    subject: list[Selection] = []
    if node.rule in ("guarded_first", "unless_first"):
        subject, told = _subject(condition, told)
        subject = [replace(s, quantifier="all") if (s.quantifier, s.count) == ("some", 1) else s
                   for s in subject]
        if subject:  # "if any lamp is on, turn it off": every one that is
            told = told.naming(subject)
    steps, told = step(action, told)
    if not subject:
        subject, told = _subject(condition, told)
    negated = node.rule.startswith("unless") != any(
        t.type in ("NOT_BE", "IS_NOT") for t in condition.words)
    kinds = _kinds(subject)
    kept: list[list[Subgoal]] = []
    for stage in steps:
        for subgoal in stage:
            if subject and not kinds & set(subgoal.what.types):
                device = len(stage) > 1 and subgoal.what.quantifier == "some"
                told.fail("what takes a device as well cannot depend on a condition" if device else
                          "a condition on another thing than the one acted on is not supported",
                          condition.words[0], "'… if it is …', with one thing that is changed")
        kept.append([])
        for subgoal in stage:
            what, told = _narrowed(subgoal.what, condition, negated, subject, told)
            vacuous = what.quantifier == "the" and not (
                isinstance(subgoal, HasState) and not what.located)  # "the" would have to be found
            kept[-1].append(replace(
                subgoal, what=replace(what, quantifier="all") if vacuous else what))
    return kept, told


def _narrowed(
    what: Selection, condition: Phrase, negated: bool, subject: list[Selection], told: Told
) -> tuple[Selection, Told]:
    """Restrict a selection to the things the condition holds of."""
    if condition.first("located_things"):
        if negated or condition.says("NO"):
            told.fail("what to do where something is missing is not supported",
                      condition.words[0], "'if there is …'")
        meant = next(s for s in subject if set(s.types) & set(what.types))
        return replace(what, located=meant.located, states=meant.states), told
    state = condition.first("state")
    if state:
        return replace(what, states=(*what.states, state_of(state, told, negated=negated))), told
    where = next(p for p in condition.phrases if p.rule != "subject")
    if negated:
        told.fail("'not' with a place is not supported in a condition", where.words[0],
                  "where it is")
    (what,), told = at([what], where, told)
    return what, told


def _subject(condition: Phrase, told: Told) -> tuple[list[Selection], Told]:
    """Read what a condition is about."""
    latest, there = told.antecedents, condition.first("located_things")
    if there:
        subject, told = located(there, told)
        states = tuple(state_of(s, told) for s in condition.all("state"))
        subject = [replace(s, states=(*s.states, *states)) for s in subject]
        if any(WASHED in s.states for s in subject):
            told.fail("whether something was washed is not remembered", condition.words[-1],
                      "'clean' or 'dirty'")
        return subject, told
    node: Any = condition.first("subject")
    named = node.first("things") if node else None
    if not named:
        return [], told
    subject, told = things(named, told)
    return subject, told.naming(latest) if latest else told


def follows(node: Phrase, told: Told) -> bool:
    """Whether "when it is hot" only says that the clause comes after the heating."""
    condition = node.first("condition")
    state = condition.first("state") if condition else None
    if not state or "when" not in [str(p).lower() for p in node.parts if isinstance(p, str)]:
        return False
    subject, after = _subject(condition, told)
    kinds = _kinds(subject or after.antecedents)
    key, value = state_of(state, told)
    return any(kinds & set(w.what.types) and _brings(w, key, value)
               for _, steps in told.clauses for stage in steps for w in stage)


def _brings(subgoal: Subgoal, key: str, value: bool | str) -> bool:
    if isinstance(subgoal, HasState):
        return subgoal.state == key and subgoal.value == value
    hot = "Hot" if key == "isCooked" else str(value)
    return isinstance(subgoal, Placed) and bool(
        _STATIONS.get(hot, set()) & set(away_from(subgoal.target)))
