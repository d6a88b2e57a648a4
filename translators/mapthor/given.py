"""Conditions: "if the fridge is open, close it"; "unless there is a mug on the desk, …"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from domains.household.goal import Condition, Held, Location, Placed, Selection, Subgoal
from translators.mapthor.ontology import able_of, inside
from translators.mapthor.said import Clause, Given
from translators.mapthor.sense import CAN, MADE, NOT_REMEMBERED, Sense, Senseless, Steps

Narrow = tuple[str, Any] | None


def guarded(sense: Sense, clause: Clause, read: Callable[[Clause], Steps]) -> Steps:
    """Read a clause under its conditions.

    A condition on the things themselves tells which are meant ("if it is open, close it"); one on
    others is a condition on the room.
    """
    about: list[tuple[list[Selection], Narrow, Condition, Given]] = []
    for given in clause.when:
        first = given.what.members[0]  # "put a mug on the desk unless there is one"
        pronoun = first.kind == "pron" or (first.kind == "ones" and clause.what and (
            given.start > clause.what.members[0].start))
        if pronoun and any(t.kind != "pron" for t in clause.what.members):
            known = sense.fork()  # "close the fridge if it is open"
            for named in (*(w.spots for w in clause.wheres if w.spots), clause.what):
                known.name(known.things(named))
            what, narrow, condition = _condition(known, given)
            sense.there = known.there
        else:
            again = (given.start, given.what) in sense.given
            what, narrow, condition = _condition(sense, given)
            if not again:
                place = narrow is not None and narrow[0] == "located"
                bare = what if place else [replace(s, states=(), located=s.located if (
                    given.holds) else None) for s in what]  # "if there is no mug on it, put one …"
                (first, *_) = given.what.members  # "if there is anything in it"
                content = first.kind == "every" and not first.types
                bare = [replace(s, words="everything") for s in bare] if content else bare
                sense.name(replace(s, quantifier="all", count=1) if s.count > 1 or content else s
                           for s in bare)
        about.append((what, narrow, condition, given))
    steps = len(sense.steps)
    stages = read(replace(clause, when=()))
    for what, narrow, condition, given in about:
        under = partial(_under, kinds={t for s in what for t in s.types},
                        narrow=None if given.plain else narrow, condition=condition, given=given)
        stages = [[under(w) for w in stage] for stage in stages]
        sense.steps[steps:] = [(ordered, [[under(w) for w in stage] for stage in done])
                               for ordered, done in sense.steps[steps:]]
    return stages


def _condition(sense: Sense, given: Given) -> tuple[list[Selection], Narrow, Condition]:
    if any((t.quant in ("all", "both") and t.words != "anything") or t.limit in ("exact", "most")
           for t in given.what.members):
        raise Senseless("how many are so is not counted here", given)
    said: Any = given.pred or ("", None)
    kind, value = said
    key = value[0] if kind == "state" else ""
    needs = CAN.get(key, ("",))[0]
    what = sense.given.setdefault((given.start, given.what), sense.things(
        given.what, able_of(needs)))
    if not all(w.types for w in what):
        raise Senseless("no robot can perceive this", given)
    if key in MADE or any(k in MADE for w in what for k, _ in w.states):
        raise Senseless(NOT_REMEMBERED, given)
    if not given.holds and value == ("fillLiquid", "water"):
        value = ("isFilledWithLiquid", True)  # "unless it is full"
    if given.kind == "exists":
        one = what[0]
        sense.there = one.located or sense.there
        narrow: Narrow = ("located", one.located) if one.located else (
            "states", one.states[-1]) if one.states else None
        narrow = narrow if given.holds else None
        return what, narrow, _either(what, given, lambda s: s)
    if value == ("isFilledWithLiquid", False) and all(
            able_of("fillable").isdisjoint(s.types) for s in what):
        content = Selection(tuple(sorted(able_of("pickupable"))), "all", words="everything",
                            located=Location(inside(what[0].types), what[0]))
        return what, None, Condition(content, exists=not given.holds)  # "if the box is empty"
    if kind == "state":
        key, wanted = value
        what = sense.needing(what, needs, given.what.members[0], "so")
        narrow = ("states", (key, wanted == given.holds if isinstance(wanted, bool) else wanted))
        return what, narrow, _either(what, given, lambda s: replace(s, states=(*s.states, value)))
    where = sense.where(value, target=False)
    sense.there = where
    narrow = ("located", where) if given.holds else None
    return what, narrow, _either(what, given, lambda s: replace(s, located=where))


def _either(what: list[Selection], given: Given,
        told: Callable[[Selection], Selection]) -> Condition:
    """Return that one of the things, or each of them, is so."""
    every = [Condition(told(s), count=s.count if s.quantifier == "some" else 1, exists=given.holds)
             for s in what]
    either = given.what.members[0].words.startswith(("either", "any of"))
    if len(every) > 1 and given.what.joint == "and" and not either:
        raise Senseless("a condition on several things at once is not supported", given)
    return replace(every[0], others=tuple(every[1:]))


def _under(subgoal: Subgoal, kinds: set[str], narrow: Narrow, condition: Condition, given: Given
           ) -> Subgoal:
    """Let a subgoal depend on a condition, or be about what is so."""
    what = subgoal.what
    own = set(what.types)
    same = bool(own & kinds) and (own <= kinds or kinds <= own)
    counted = condition.what.quantifier == "some" and condition.count > 1
    if same and narrow is None and given.kind == "exists" and given.holds and not counted:
        return subgoal
    if narrow and narrow[0] == "states" and what.quantifier == "the" and getattr(
            subgoal, "state", narrow[1][0]) != narrow[1][0]:
        narrow = None  # "if it isn't open, … turn it on"
    if not same or narrow is None or given.also or counted:
        what = replace(what, when=(*what.when, condition))
    if same and narrow and narrow[0] == "states":
        many = (what.quantifier, what.count) == ("some", 1) or isinstance(subgoal, Placed | Held)
        what = replace(what, states=tuple(dict.fromkeys((*what.states, narrow[1]))),
                       quantifier="all" if many else what.quantifier)
    elif same and narrow:
        what = replace(what, located=narrow[1], quantifier="some" if what.words == "one" else "all")
    return replace(subgoal, what=what)
