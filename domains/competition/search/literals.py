"""Sort the literals of a problem by what decides them.

=========  ==================================================  ============================
kind       decided by                                          fields of :class:`Test`
=========  ==================================================  ============================
constant   nothing                                             ``value``
robot      the robot's place                                   ``mask`` of places
door       one door                                            ``first`` container, ``value`` open
unary      one movable object                                  ``first``, ``form``, ``mask``
meeting    one movable object and the robot's place            ``first``
pair       two movable objects                                 ``first``, ``second``, ``form``
=========  ==================================================  ============================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from domains.competition.search.layout import HAND, PLATE, Layout
from domains.competition.world.grounding import Literal

EVERYWHERE: Final = -1
"""Mask of a thing's own places: what it needs is to be at a place at all."""

_NOWHERE: frozenset[int] = frozenset()
_POSITIVE: Final = {"apart": "same", "out": "carried", "nothold": "hold", "notplate": "plate",
                    "notin": "in"}


@dataclass(frozen=True, slots=True)
class Test:
    """A literal by what decides it; ``first`` and ``second`` are indices of the layout.

    In a unary test ``mask`` is the mask of places or containers the form speaks of.
    """

    kind: str
    form: str = ""
    first: int = -1
    second: int = -1
    mask: int = 0
    value: bool = False


def sort_literal(layout: Layout, literal: Literal) -> Test:
    """Sort one literal."""
    form, a, b = literal
    if form in ("never", "always"):
        return Test("constant", value=form == "always")
    if form in ("same", "apart", "beside"):
        return _place_test(layout, form, a, b)
    if form in ("opened", "closed"):
        return _door_test(layout, form, a)
    index = layout.object_index.get(a)
    if index is None:
        return Test("constant", value=_untouched(layout, form, a, b))
    if form not in ("in", "notin"):
        return Test("unary", form, index)
    if b not in layout.container_index:  # it cannot be reached, so what is inside stays there
        return Test("constant", value=_untouched(layout, form, a, b))
    return Test("unary", form, index, mask=1 << layout.container_index[b])


def _place_test(layout: Layout, form: str, a: int, b: int) -> Test:
    index = layout.object_index
    if a not in index:
        form = "same" if form == "beside" else form
        a, b = (b, a) if b in index else (a, b)
    if a in index:
        if a == b:
            return Test("unary", form, index[a], mask=EVERYWHERE)
        if b == 0:
            return Test("meeting", form, index[a])
        if b in index:
            return Test("pair", form, index[a], index[b])
        return Test("unary", form, index[a], mask=layout.fixed.get(b, 0))
    if b == 0:
        return Test("robot", form, mask=layout.fixed.get(a, 0))
    together = not layout.locations.get(a, _NOWHERE).isdisjoint(layout.locations.get(b, _NOWHERE))
    return Test("constant", value=together == (form == "same"))


def _door_test(layout: Layout, form: str, container: int) -> Test:
    opened = form == "opened"
    index = layout.container_index.get(container)
    if index is None:
        return Test("constant", value=(container in layout.world.doors_opened) == opened)
    return Test("door", form, index, value=opened)


def _untouched(layout: Layout, form: str, thing: int, container: int) -> bool:
    """Evaluate a unary form on a small object that is never touched."""
    if form in ("in", "notin"):
        return ((thing, container) in layout.world.inside) == (form == "in")
    return form in ("out", "nothold", "notplate")


def joint_truth(layout: Layout, test: Test, state: int) -> bool:
    """Evaluate a test of two positions, a meeting or a pair, in a state."""
    robot = 1 << (state & 255)
    at, _, carried = layout.statuses[state >> layout.offsets[test.first] & 255]
    here, there = robot if carried else at, robot
    if test.kind == "pair":
        at, _, with_robot = layout.statuses[state >> layout.offsets[test.second] & 255]
        there = robot if with_robot else at
    if test.form == "apart":
        return not here & there
    return bool(here & there) and not (carried and test.form == "beside")


def unary_truth(form: str, mask: int, at: int, inside: int, carried: int) -> bool:
    """Evaluate a unary form; ``at`` includes the robot's place if the object is carried."""
    match form:
        case "same":
            return bool(at & mask)
        case "beside":
            return not carried and bool(at & mask)
        case "carried":
            return bool(carried)
        case "hold":
            return bool(carried & HAND)
        case "plate":
            return bool(carried & PLATE)
        case "in":
            return bool(inside & mask)
        case _:
            return not unary_truth(_POSITIVE[form], mask, at, inside, carried)
