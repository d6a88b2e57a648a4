"""Clauses → stages: what may be worked on in any order, and what has to wait."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from domains.household.goal import HasState, Held, Placed, Selection, Subgoal, exclude
from translators.mapthor.ontology import ontology, pieces_of
from translators.mapthor.sense import NAMED, Steps, spot_of

_ONLY_SHUT = {"Microwave"}
"""What can be switched on only while it is shut, and opened only while it is off."""
_NOT_CUT_IN = {"GarbageCan", "Microwave", "Toaster"}
"""Where nothing is sliced: it is lost there, or a device that has to be shut runs."""


def _change(subgoal: Subgoal) -> tuple[str, bool | str]:
    """Return the state that is asked for, if one is."""
    return (subgoal.state, subgoal.value) if isinstance(subgoal, HasState) else ("", "")


def merge(clauses: Sequence[tuple[bool, Steps]]) -> Steps:
    """Join clauses into as few stages as order words and repeated subgoals allow."""
    stages: Steps = [[]]
    done: list[tuple[int, Steps]] = []
    floor = 0  # "…, then wash it and close the drawer": neither before what "then" waits for
    later = [stage for _, steps in clauses for stage in steps]
    for ordered, steps in clauses:
        clause = [_needed(later.pop(0), later) for _ in steps]
        floor = len(stages) if ordered and stages[-1] else floor
        start = max((_after(begin, earlier, stage) - n for begin, earlier in done
                     for n, stage in enumerate(clause)), default=0)
        start = max(floor, 0 if ordered else start, _behind_devices(clause, done))
        done.append((start, clause))
        stages += [[] for _ in range(start + len(clause) - len(stages))]
        for stage, subgoals in zip(stages[start:], clause, strict=False):
            stage += [w for w in subgoals if w not in stage]
    made = [w for stage in stages for w in stage if isinstance(w, HasState)]
    stages = [[_untold(w, made) for w in stage] for stage in stages]
    _switch_off(stages)
    _slice_in_place(stages)
    kept = [[w for w in s if not any(_elsewhere(w, o) for o in s)] for s in stages if s]
    return kept or [[]]


def _needed(stage: list[Subgoal], later: Steps) -> list[Subgoal]:
    """Keep what is not gone to, taken in hand or away for what is put or cut later."""
    shut = (n for n, s in enumerate(later, 1) if any(_change(w) == ("isOpen", False) for w in s))
    placed = [s for stage in later[:next(shut, None)] for w in stage  # "take it out, close it, …"
              if isinstance(w, Placed) for s in (w.what, w.target.place) if s]
    there = {t for s in placed if len(s.types) <= NAMED for t in s.types}
    used = [*placed, *(w.what for s in (stage, *later) for w in s if _change(w)[0] == "isSliced")]
    return [w for w in stage if not (
        there.issuperset(w.what.types) if _change(w)[0] == "reached" else
        (isinstance(w, Held) or (isinstance(w, Placed) and w.target.relation == "home"))
        and any(_same(w.what, s) for s in used))]


def _behind_devices(clause: Steps, done: list[tuple[int, Steps]]) -> int:
    """Return the first stage in which things may leave what was switched when they were in it."""
    moves = [w for stage in clause for w in stage if isinstance(w, Placed | Held)]
    moved = {t for w in moves for t in w.what.types}
    devices = {d for _, steps in done for stage in steps for w in stage
               if moved & set(w.what.types) for d in _devices(w)}
    devices -= {d for w in moves for d in _devices(w)}
    return max((begin + len(steps) for begin, steps in done if any(
        _change(w)[0] == "isToggled" and devices & set(w.what.types)
        for stage in steps for w in stage)), default=0)


def _devices(subgoal: Subgoal) -> set[str]:
    """Return what things are put in, and what switches it."""
    switches = ontology().stand_ins["toggleable"]
    return {k for t in spot_of(subgoal) for k in (t, *switches.get(t.removesuffix("Basin"), ()))}


def _switch_off(stages: Steps) -> None:
    """Let what runs only while it is shut be off again when something is taken out of it."""
    for number, stage in enumerate(stages):
        for running in [w for w in stage if _change(w) == ("isToggled", True)
                        and w.what.quantifier == "some" and set(w.what.types) <= _ONLY_SHUT]:
            heated = {t for w in stage if spot_of(w) == running.what.types for t in w.what.types}
            later = next((s for s in stages[number + 1:] for w in s if isinstance(
                w, Placed | Held) and heated & set(w.what.types)), [running])
            off = HasState(running.what, "isToggled", False)
            if running not in later and off not in later:
                later.append(off)


def _slice_in_place(stages: Steps) -> None:
    """Let what is sliced and then put somewhere be sliced there: so all pieces come to lie there.

    It is the same in the end, and pieces are taken one by one otherwise.
    """
    for number, stage in enumerate(stages, 1):
        for cut in [w for w in stage if _change(w)[0] == "isSliced"]:
            pieces = {p for t in cut.what.types for p in pieces_of(t)}
            used = (n for n, s in enumerate(stages[number:], number)
                    if any(pieces & set(w.what.types) for w in s))
            for last in [s for s in stages[number:next(used, None)]
                         if any(_lands(w, cut.what) for w in s)][-1:]:
                stage.remove(cut)
                last.insert(0, cut)


def _untold(subgoal: Subgoal, made: list[HasState]) -> Subgoal:
    """Let what is brought about not tell what is meant: "wash the plate, put the clean plate …"."""
    what = subgoal.what
    gone = {(m.state, m.value) for m in made if set(what.types) & set(m.what.types)
            and (isinstance(subgoal, Placed | Held) or (
                m is subgoal and m.state in ("isDirty", "isSliced") and what.quantifier != "all"))
            and not m.what.when and (what.quantifier, m.what.quantifier) != ("all", "some")
            and m.what.states in ((), ((m.state, m.value),))}
    states = tuple(s for s in what.states if s not in gone or what.when)
    return replace(subgoal, what=replace(what, states=states))


def _lands(subgoal: Subgoal, what: Selection) -> bool:
    """Whether things are put where they can be sliced."""
    spot, put = spot_of(subgoal), subgoal.what
    return bool(spot) and not _NOT_CUT_IN & set(spot) and set(put.types) == set(what.types) and (
        put.quantifier, put.count) in (("the", 1), (what.quantifier, what.count))


def set_apart(earlier: Iterable[tuple[bool, Steps]], later: Steps) -> list[tuple[bool, Steps]]:
    """Read "everything …, but the bread …": the bread is no longer part of everything."""
    said = [w for stage in later for w in stage]

    def without(subgoal: Subgoal) -> Selection:
        what = subgoal.what
        odd = {t for other in said if at_odds(subgoal, other) for t in other.what.types}
        left = tuple(t for t in what.types if t not in odd) if what.quantifier == "all" else ()
        return replace(what, types=left or what.types)

    return [(ordered, [[replace(w, what=without(w)) for w in stage] for stage in steps])
            for ordered, steps in earlier]


def at_odds(subgoal: Subgoal, other: Subgoal) -> bool:
    """Whether one thing cannot be as both subgoals want it at once."""
    if exclude(subgoal.what, other.what):
        return False
    if isinstance(subgoal, HasState) and isinstance(other, HasState):
        return subgoal.opposes(other)
    return (isinstance(subgoal, Placed) and isinstance(other, Placed)
            and subgoal.target != other.target)


def _after(begin: int, earlier: Steps, later: list[Subgoal]) -> int:
    """Return the first stage a clause can start in because of one before it.

    Where what it asks for is at odds with one stage of that clause, it waits for the whole clause:
    "fill the kettle and put it on the stove".
    """
    pairs = [(a, b) for stage in earlier for a in stage for b in later]
    if any(_conflict(a, b) for a, b in pairs):
        return begin + len(earlier)
    if any(_onto(a, b) for a, b in pairs):
        return begin + len(earlier) - 1
    same = any(a.what == b.what for a, b in pairs)
    return begin if same else 0  # "take it out, wash it and slice it": not sliced before


def _onto(earlier: Subgoal, later: Subgoal) -> bool:
    """Whether something goes in or on what has been put somewhere, or its place is shut."""
    if isinstance(later, Held):  # "put one on the bed and hold the other"
        return isinstance(earlier, Placed) and later.what.apart
    if isinstance(later, HasState):
        return later.state == "isOpen" and spot_of(earlier) == later.what.types
    return isinstance(earlier, Placed) and (  # "put the apple on the plate and the plate in …"
        spot_of(earlier) == later.what.types or spot_of(later) == earlier.what.types)


def _conflict(earlier: Subgoal, later: Subgoal) -> bool:
    """Whether both want the same kind of thing to be in two places or states in turn."""
    if earlier == later or exclude(earlier.what, later.what):
        return False
    if _change(earlier)[0] == "isSliced" and {
            p for t in earlier.what.types for p in pieces_of(t)} & set(later.what.types):
        return True
    shared = set(earlier.what.types) & set(later.what.types)
    if not shared or (earlier.what.located != later.what.located and not _refers(later.what)):
        return False
    if isinstance(later, Placed) and isinstance(earlier, HasState):
        return spot_of(later) == ("GarbageCan",)  # before that, whatever the order of the words
    if isinstance(earlier, HasState) and isinstance(later, HasState):
        if {earlier.state, later.state} == {"isOpen", "isToggled"}:
            return shared <= _ONLY_SHUT and ("isToggled", False) not in (
                _change(earlier), _change(later))
        return at_odds(earlier, later)
    return isinstance(earlier, Placed | Held) and isinstance(later, Placed | Held)


def _elsewhere(subgoal: Subgoal, other: Subgoal) -> bool:
    """Whether what may not stay where it is, is put somewhere: "it can't stay on the stove …"."""
    return isinstance(subgoal, Placed) and subgoal.target.relation == "home" and bool(
        subgoal.target.avoid and spot_of(other) and subgoal.what.types == other.what.types
        and subgoal.what.quantifier == other.what.quantifier)


def _same(taken: Selection, put: Selection) -> bool:
    """Whether what is put somewhere was taken before: "take two mugs, put one on the table"."""
    fewer = taken.located is not None and (taken.quantifier, taken.located) == (
        "all", put.located) and set(put.types) < set(taken.types)  # "…, but not the mug"
    return replace(taken, words=put.words) == put or (fewer and put.quantifier == "all") or (
        _refers(put) and set(put.types) == set(taken.types)
        and not {(k, not v) for k, v in taken.states} & set(put.states))


def _refers(what: Selection) -> bool:
    """Whether a thing is named only by what was named before ("one", "the other one")."""
    return what.words.split()[-1:] in (["one"], ["ones"])
