"""Instruction → :class:`~domains.household.goal.Goal`, clause by clause.

Text is parsed (``read``) into a typed tree (``tree``); a table tells for each verb how its noun
phrases and places are resolved (``things``, ``places``, ``references``) and what it asks for;
clauses become stages (``order``). Verbs are read as subgoals about the final state; where AI2-THOR
has no such action, the subgoal is composed of others by the simulator's contextual rules (heating =
in the microwave, switched on).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lark import Token

from domains.household.goal import Goal, Placed, Subgoal
from translators.mapthor.effort import Effort
from translators.mapthor.hearing.doing.doers import without_doers
from translators.mapthor.hearing.lost import lost
from translators.mapthor.hearing.understanding import understood
from translators.mapthor.order import at_odds, in_turn, merge
from translators.mapthor.places import in_rooms
from translators.mapthor.read import manner, parse
from translators.mapthor.recipes import as_written, recipe_of, said_otherwise
from translators.mapthor.references import Steps, Told, specific
from translators.mapthor.things import located, things, without
from translators.mapthor.tree import Phrase, Things, typed
from translators.mapthor.verbs.changing import switching
from translators.mapthor.verbs.claims import ACTIONS, CLAIMS
from translators.mapthor.verbs.conditions import (
    asked,
    ended,
    follows,
    guarded,
    otherwise,
    under,
    whether,
)
from translators.mapthor.verbs.needless import unneeded
from translators.mapthor.verbs.preparing import prepared
from translators.mapthor.verbs.putting import Read
from translators.mapthor.verbs.repeating import again, back_again, both_orders, one_more
from translators.mapthor.verbs.tidying import clearing, clearing_things

__all__ = ["compile_instruction"]

_EARLIER = {"first", "before that", "before anything else", "before you do anything else"}
"""Words that put a clause before the one it follows; at the start of a text they say nothing."""
_GUARDS = ("guarded", "guarded_first", "unless", "unless_first", "otherwise")
_ORDERS = ("ordered_before", "before_first", "after_last", "after_first")

Clause = tuple[bool, Steps]
Reader = Callable[[Phrase, Told], Read]


def compile_instruction(text: str, source: str = "instruction") -> Goal:
    """Translate one English instruction into a goal.

    Raises:
        SourceError: with the words that were not understood and what was expected.
        LimitError: the text is too long.

    >>> compile_instruction("Put the apple in the fridge").describe()
    'the Apple -> in the Fridge'
    """
    with Effort() as effort:
        said, left_out = without_doers(text, source)
        goal = understood(said, source, effort, _compiled)
    goal = replace(goal, text=text, remarks=(*left_out, *goal.remarks))
    return replace(goal, remarks=(*goal.remarks, *lost(goal)))


def _compiled(text: str, source: str, tree: Phrase) -> Goal:
    told = _sentence(tree.first("sentence"), Told(text, source, reads=things))
    told = in_turn(told)
    stages = merge(one_more(told.clauses))
    if not any(stages):
        told.fail("this tells how things are, not what should be done" if told.facts
                  else "there is nothing to be done here", (*told.facts, *tree.words)[0],
                  "'… should be …' or a verb, e.g. 'put', 'close'")
    for stage in stages:
        _check_sense(stage, tree, told)
    how = "changes nothing: robots have one way of doing it"
    told = told.noting(*(f"'{word}' {how}" for word in manner(text)))
    return Goal(text, tuple(tuple(s) for s in stages), tuple(dict.fromkeys(told.remarks)))


def _check_sense(stage: list[Subgoal], tree: Phrase, told: Told) -> None:
    """Refuse to have one thing in two places, or in two states, at once."""
    for number, subgoal in enumerate(stage):
        place = subgoal.target.place if isinstance(subgoal, Placed) else None
        spots = (place, subgoal.what.located.place if subgoal.what.located else None)
        if any(p is not None and p.by_then and p.holding is None for p in spots):
            told.fail("'the same' as which? nothing was put anywhere before", tree.words[-1],
                      "the place once more")
        if place and place.types and set(place.types) == set(subgoal.what.types) and (
                subgoal.what.quantifier != "some"):
            told.fail(f"'{subgoal.what.words}' cannot be put in or on itself", tree.words[-1],
                      "another place")
        for other in stage[:number]:
            if subgoal.what.quantifier != "some" and at_odds(other, subgoal) and replace(
                    subgoal.what, words="") == replace(other.what, words=""):
                said_last = [t for t in tree.words if str(t) == subgoal.what.words]
                told.fail(f"'{subgoal.what.words}' would have to be {other.describe()} and "
                          f"{subgoal.describe()} at once", (said_last or tree.words)[-1],
                          "'then' between the two, or one of them")


# -- one clause after the other ---------------------------------------------------------------


def _sentence(sentence: Phrase, told: Told) -> Told:
    """Read clause by clause; each with whether it has to wait for those before it."""
    joint, latest, firstly = Phrase("joint", ()), None, False
    before: list[Phrase] = []
    for number, part in enumerate(sentence.parts):
        assert isinstance(part, Phrase)
        if part.rule == "recipe" and (remark := said_otherwise(sentence, number, told.text)):
            told = replace(_step(part, told)[1], remarks=(*told.remarks, remark))
            continue
        if part.rule == "joint":
            joint = part
            if part.says("STOP"):
                told = replace(told, insisting=False, bound=False, begun=len(told.clauses))
        elif part.rule == "again":
            ordered = any(t.type in ("THEN", "FINALLY", "SECOND")
                          for t in (*joint.words, *part.words))
            told = again(part, before, latest, told, _step, ordered=ordered)
        elif part.rule == "sparing":
            told = _spare(part, told)
        else:
            if firstly:  # "open the box first and wash the mug"
                joint = Phrase("joint", (*joint.parts, Token("THEN", "then")))
            firstly = part.rule == "done_first" and not told.clauses
            latest = part.phrases[0] if part.rule in ("done_first", "last") else part
            before.append(latest)
            told = _clause(part, latest, joint, told)
    return told


def _clause(part: Phrase, core: Phrase, joint: Phrase, told: Told) -> Told:
    """Read one clause and put it where the words before it say."""
    told = replace(told, insisting=told.insisting and part.rule == "ensuring")
    ordered, guard = joint.says("THEN", "FINALLY"), told.guard
    bound = told.bound and part.rule not in _GUARDS
    if part.rule in _ORDERS:
        read, told = _in_order(part, ordered, told)
    else:
        waits = part.rule == "last" or ordered or (part is core and follows(part, told))
        steps, told = _step(core, told)
        read = [(waits, steps)]
    if bound and guard is not None:  # "if it is on, turn it off and close the blinds"
        told = told.noting(f"'{_words(guard.condition)}' goes for '{_words(part)}' too")
        for number, (waits, steps) in enumerate(read):
            steps, told = under(guard, steps, told)
            read[number] = (waits, steps)
    before = told.clauses
    first = part.rule == "done_first" or any(
        " ".join(str(t).lower().split()) in _EARLIER for t in joint.words)
    if first and before:  # "…, but first …"
        waited, steps = before[-1]
        before = (*before[:-1], (waited, read[0][1]))
        read = [*read[1:], (True, steps)]
    elif joint.says("BUT") and not ordered:
        before = _set_apart(before, read)
    return replace(told, clauses=(*before, *read))


def _words(node: Phrase) -> str:
    return " ".join(" ".join(map(str, node.words)).split())


def _in_order(node: Phrase, ordered: bool, told: Told) -> tuple[list[Clause], Told]:
    """Read "before …" and "after …": which clause comes first."""
    told = replace(told, insisting=True)  # "after the plate is washed" orders the washing
    one, told = _step(node.phrases[0], told)
    two, told = _step(node.phrases[1], told)
    first, second = (two, one) if node.rule in ("before_first", "after_last") else (one, two)
    return [(ordered, first), (True, second)], told


def _spare(node: Phrase, told: Told) -> Told:
    """Read "…, but leave the vase" as an exception to the clause before."""
    left = node.first("things")
    if node.says("OTHERWISE") or any(m.rule == "pronoun" for m in left.members):
        return told  # "put the mug on the table and leave it there"
    if left.exceptions:
        told.fail("an exception to an exception is not understood", left.exceptions[0].words[0],
                  "what should be left where it is, e.g. 'leave the clean mugs'")
    *before, (ordered, steps) = told.clauses or ((False, []),)
    kept, _ = things(left, told)
    kinds = {t for s in kept if specific(s) for t in s.types}
    if any(m.rule in ("other", "nth") for m in left.members) and not any(
            w.what.quantifier == "all" for _, said in told.clauses for stage in said
            for w in stage):
        return told.noting(f"nothing is to be done to '{' '.join(map(str, left.words))}'")
    alike = [w.what.located for _, said in told.clauses for stage in said for w in stage
             if kinds & set(w.what.types)]
    if kinds and not any(s.located in alike or not s.located or None in alike
                         for s in kept if alike):
        some = all(s.quantifier == "some" for s in kept)  # "leave one, and put the other …"
        return (told.naming(kept) if some else told).noting(
            f"nothing is to be done to '{left.words[-1]}'")
    steps, told = _spared(steps, Things("exception", (node.words[0], *left.words), left.members),
                          told)
    return replace(told, clauses=(*before, (ordered, steps)))


def _spared(steps: Steps, exception: Things, told: Told) -> Read:
    """Leave what an exception names out of every subgoal about all things."""
    if not any(w.what.quantifier == "all" for stage in steps for w in stage):
        told.fail("there is nothing that this could be left out of", exception.members[0].words[0],
                  "'all', 'everything' or a place to clear with it")
    kept: Steps = []
    for stage in steps:
        kept.append([])
        for subgoal in stage:
            left = [subgoal.what]
            if subgoal.what.quantifier == "all":
                left, told = without(left, exception, told)
            kept[-1] += [replace(subgoal, what=s) for s in left]
    return kept, told


def _set_apart(clauses: tuple[Clause, ...], later: list[Clause]) -> tuple[Clause, ...]:
    """Read "everything …, but the bread …": the bread is no longer part of everything."""
    subgoals = [w for _, steps in later for stage in steps for w in stage]
    return tuple((ordered, [[_apart(w, subgoals) for w in stage] for stage in steps])
                 for ordered, steps in clauses)


def _apart(subgoal: Subgoal, later: list[Subgoal]) -> Subgoal:
    """Take what a later clause says otherwise out of a subgoal about all things of a kind."""
    types = subgoal.what.types
    for other in later:
        kept = tuple(t for t in types if t not in other.what.types)
        if subgoal.what.quantifier == "all" and kept and at_odds(subgoal, other):
            types = kept
    return replace(subgoal, what=replace(subgoal.what, types=types))


# -- one clause ----------------------------------------------------------------------------------


def _step(node: Phrase, told: Told) -> Read:
    """Read one clause: its subgoals in stages, and what has been told then."""
    if node.rule in VERBS:
        stages, told = VERBS[node.rule](node, told)
    elif node.rule in COMPOUND:
        stages, told = COMPOUND[node.rule](node, told, _step)
    else:  # "clear the table by opening … before closing …"
        told.fail("an order of steps is not understood here", node.words[0], "one step")
    return prepared(stages, node, told)


def _followed(node: Phrase, told: Told) -> Read:
    """Follow a recipe: its sentences are read where the request stood."""
    said = as_written(node, told.text)
    recipe, _ = recipe_of(node.words[0].type)
    if recipe.cannot:
        told.fail(f"'{said}' cannot be done: {recipe.cannot}", node.words[0], recipe.instead)
    text = recipe.told(said)
    inner = _sentence(typed(parse(text, recipe.name)).first("sentence"),
                      replace(told, text=text, clauses=(), insisting=False))
    stages = merge(inner.clauses)
    made = [w for w in stages[-1] if isinstance(w, Placed)]
    places = [w.target.place for w in made if w.target.place]
    one = [w.what for w in made or stages[-1] if w.what not in places]  # the egg, not its pan
    several = len(one) == 1 or (not made and all(map(specific, one)))
    told = told.naming(m for m in (one if several else places[:1]) if specific(m))  # "it"
    told = told.noting(f"'{said}' is read as: {text}", *inner.remarks[len(told.remarks):])
    for exception in node.all("exception"):
        stages, told = _spared(stages, exception, told)
    return stages, told


def _inner(node: Phrase, told: Told, read: Reader) -> Read:
    """Read the clause inside: "also …", "make toast by …", "in the kitchen, …"."""
    told = in_rooms(node.all("in_room"), told)
    return read(next(p for p in node.phrases if p.rule not in ("dish", "in_room")), told)


def _leaving_out(node: Phrase, told: Told, read: Reader) -> Read:
    """Read "except for the vase, …", "…, but not the vase"."""
    stages, told = read(next(p for p in node.phrases if p.rule != "exception"), told)
    return _spared(stages, node.first("exception"), told)


def _topic(node: Phrase, told: Told, read: Reader) -> Read:
    """Read "the knife, put it in the drawer" and "put it in the drawer, the soap"."""
    late = node.rule == "late_topic"
    named, clause = reversed(node.phrases) if late else node.phrases
    again = ("PRONOUN",) if late else ("PRONOUN", "ONES", "OTHER")
    counts = node.says("OF", "OUT_OF") and any(t.type == "NUMBER" for t in clause.words)
    elided = clause.rule == "placing" and clause.first("elided")  # "the pen: put in the drawer"
    if not (counts or elided or any(t.type in again for t in clause.words)):
        told.fail("a verb is missing", named.words[0], "a verb, e.g. 'put', 'open'")
    _, told = (things if named.rule == "things" else located)(named, told)
    return read(clause, told)


def _using(node: Phrase, told: Told, read: Reader) -> Read:
    """Read "use the knife to slice the bread" as slicing it with the knife."""
    tool = node.first("tool") or Phrase("tool", node.all("things"))
    action = next(p for p in node.phrases if p.rule not in ("tool", "things"))
    if action.rule not in ("slicing", "washing", "heating"):
        told.fail("only washing, slicing and heating can be done with something", tool.words[0],
                  "the sentence without it")
    return read(replace(action, parts=(*action.parts, tool)), told)


VERBS: dict[str, Reader] = {**ACTIONS, **CLAIMS, "recipe": _followed,
                             "shutting": switching, "unneeded": unneeded}
"""Kind of clause in the grammar → what it asks for."""
COMPOUND: dict[str, Callable[[Phrase, Told, Reader], Read]] = {
    **dict.fromkeys(("also", "making_by", "in_that_room"), _inner), "back_again": back_again,
    "topic": _topic, "late_topic": _topic, "using": _using, "using_tool": _using,
    "leaving_out": _leaving_out,
    "both_orders": both_orders,
    "clearing": clearing, "clearing_things": clearing_things,
    **dict.fromkeys(_GUARDS[:4], guarded), "otherwise": otherwise, "asked": asked,
    "ended": ended,
    "whether": whether,
}
"""Kind of clause made of others → what it asks for, given how those are read."""
