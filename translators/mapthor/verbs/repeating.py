"""Clauses that repeat others: "and the tomato too", "do the same with …", "another one"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from domains.household.goal import Placed, Subgoal
from translators.mapthor.ontology import ontology
from translators.mapthor.order import at_odds, merge
from translators.mapthor.references import Steps, Told
from translators.mapthor.tree import Phrase, Things
from translators.mapthor.verbs.putting import Read

__all__ = ["again", "back_again", "both_orders", "one_more"]

Clause = tuple[bool, Steps]
Reader = Callable[[Phrase, Told], Read]


def again(
    node: Phrase, before: list[Phrase], latest: Phrase | None, told: Told, step: Reader, *,
    ordered: bool,
) -> Told:
    """Repeat a clause; after "do the same" also those before it that "it" goes back to."""
    chain = before[-1:]
    while node.says("SAME") and len(chain) < len(before) and any(
            t.type == "PRONOUN" for t in chain[0].words):
        chain = before[-len(chain) - 1:]
    first = _repeated(node, chain[0] if chain else latest, told)
    for clause in (first, *chain[1:]):
        steps, told = step(clause, told)
        told = replace(told, clauses=(*told.clauses, (ordered, steps)))
        ordered = False
    return told


def _repeated(node: Phrase, latest: Phrase | None, told: Told) -> Phrase:
    """Build the clause "and the tomato too" stands for: the latest one with other things."""
    named = node.first("things")
    if latest is not None:
        if latest.rule == "placing":
            groups = latest.all("group", "group_to", "fetched", "elided", "unsaid")
            latest = replace(latest, parts=groups[-1:] or latest.parts)
        repeated = _with_things(latest, named)
        if repeated is not None:
            return repeated
    told.fail("there is no clause that could be repeated for this", named.words[0],
              "a whole clause with a verb")


def _with_things(node: Phrase, named: Things) -> Phrase | None:
    """Copy a clause with its first ``things`` replaced, if it has any."""
    for number, part in enumerate(node.parts):
        changed: Any = None
        if isinstance(part, Things) and part.rule == "things":
            changed = named
        elif isinstance(part, Phrase):
            changed = _with_things(part, named)
        if changed is not None:
            return replace(node, parts=(*node.parts[:number], changed, *node.parts[number + 1:]))
    return None


def one_more(clauses: tuple[Clause, ...]) -> list[Clause]:
    """Add "another apple" for the same place to the apples wished there before."""
    subgoals = [w for _, steps in clauses for stage in steps for w in stage
                if isinstance(w, Placed)]
    grown: dict[Subgoal, Subgoal] = {}
    dropped: list[Subgoal] = []
    for number, subgoal in enumerate(subgoals):
        if not subgoal.what.words.startswith(("another ", "other ")):
            continue
        before = next((b for b in subgoals[:number] if b not in dropped and (
            b.what.quantifier, b.what.types, b.target) == (
                "some", subgoal.what.types, subgoal.target)), None)
        if before is not None:
            what = grown.get(before, before).what
            more = what.count + subgoal.what.count
            grown[before] = replace(before, what=replace(what, count=more))
            dropped.append(subgoal)
    return [(ordered, [[grown.get(w, w) for w in stage if w not in dropped] for stage in steps])
            for ordered, steps in clauses]


def back_again(node: Phrase, told: Told, read: Reader) -> Read:
    """Read "close it again" where it was opened before; nothing is done twice."""
    steps, after = read(node.phrases[0], told)
    if not any(set(a.what.types) & set(b.what.types) and at_odds(a, b)
               for _, clause in told.clauses for earlier in clause for a in earlier
               for stage in steps for b in stage):
        token = node.words[-1]
        told.fail(f"'{token}' is not understood: {ontology().refused['again']}", token,
                  "the sentence without it")
    return steps, after


def both_orders(node: Phrase, told: Told, read: Reader) -> Read:
    """Read "besides washing the mug, fill the kettle" as two orders."""
    one, told = read(node.phrases[0], told)
    two, told = read(node.phrases[1], told)
    return merge([(False, one), (False, two)]), told
