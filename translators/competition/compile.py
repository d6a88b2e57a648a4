"""From a world and its instructions to a planning task over ``domain.pddl``.

Careful reading: a task with several bindings counts only if all of them hold. Objects and places
that cannot matter are left out (``domains/competition/search/relevance.py``). Facts the domain
cannot say (a thing at two places, in two containers, or both in and beside one; an unknown hand)
are refused: only the reward search knows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import domains.competition
from domains.competition.search.layout import Layout, build_layout
from domains.competition.search.literals import Test, sort_literal
from domains.competition.search.relaxed.fragment import fits
from domains.competition.world.grounding import Reward, ground_rewards
from domains.competition.world.model import Instruction, World
from domains.competition.world.scoring import CONSTRAINT_POINTS, TASK_POINTS
from planner.errors import UsageError
from planner.pddl.up_environment import up_environment
from planner.problem import PlanningTask, Provenance, RewardedInvariant, SoftGoal

if TYPE_CHECKING:
    from unified_planning.model import FNode, Problem

__all__ = ["DOMAIN", "compile_world"]

DOMAIN = Path(domains.competition.__file__).with_name("domain.pddl")

def compile_world(world: World, instructions: Sequence[Instruction]) -> PlanningTask:
    """Compile a world and its instructions.

    Raises ``UsageError`` where the world cannot be said in ``domain.pddl`` or a task has no
    binding (the problem scores 0 whatever is done).
    """
    found = ground_rewards(world, instructions)
    if not found.valid:
        raise UsageError("a task matches no object: the problem scores 0 whatever is done")
    layout = build_layout(world, found)
    _check(layout)
    problem = _read(layout)
    formulas = _Formulas(layout, problem)
    return PlanningTask(
        problem,
        tuple(
            SoftGoal(formulas.all_of(reward), TASK_POINTS, _source(instructions[reward.item]))
            for reward in found.tasks
        ),
        tuple(
            RewardedInvariant(
                formulas.any_of(reward), CONSTRAINT_POINTS, _source(instructions[reward.item])
            )
            for reward in found.constraints
        ),
        _names(layout),
    )


def _check(layout: Layout) -> None:
    if layout.stuck or not fits(layout):
        raise UsageError("these facts cannot be said in domain.pddl; use --engine reward-search")


def _read(layout: Layout) -> Problem:
    """Read ``domain.pddl`` with the objects and facts of a layout."""
    from unified_planning.io import PDDLReader

    reader: Any = PDDLReader(up_environment())
    return reader.parse_problem_string(DOMAIN.read_text(encoding="utf-8"), _problem_text(layout))


def _problem_text(layout: Layout) -> str:
    world = layout.world
    places = " ".join(f"l{p}" for p in layout.places)
    smalls = " ".join(f"t{o}" for o in layout.objects)
    boxes = " ".join(f"t{c}" for c in layout.containers)
    objects = f"{places} - place"
    objects += f" {smalls} - small" if smalls else ""
    objects += f" {boxes} - container" if boxes else ""
    facts = [f"(robot-at l{layout.start})", "(= (total-cost) 0)"]
    facts += [f"(at t{n} l{p})" for n, p in sorted(world.at) if _said(layout, n, p)]
    inside = [(n, c) for n, c in sorted(world.inside) if n in layout.objects]
    facts += [f"(inside t{n} t{c})" for n, c in inside]
    facts += [f"(opened t{c})" for c in layout.containers if c in world.doors_opened]
    for thing, how in ((world.hand, "holding"), (world.plate, "plated")):
        if thing:
            facts += [f"({how} t{thing})", f"(carried t{thing})"]
    facts += [] if world.hand else ["(hand-empty)"]
    facts += [] if world.plate else ["(plate-empty)"]
    listed = "\n    ".join(facts)
    return (
        f"(define (problem flat) (:domain service-robot)\n  (:objects {objects})\n"
        f"  (:init\n    {listed})\n  (:goal (and))\n  (:metric minimize (total-cost)))\n"
    )


def _said(layout: Layout, thing: int, place: int) -> bool:
    carried = thing in (layout.world.hand, layout.world.plate)
    return (
        (thing in layout.objects or thing in layout.containers)
        and place in layout.places
        and not carried
    )


class _Formulas:
    """Literals of the grounding as formulas over the problem's fluents."""

    def __init__(self, layout: Layout, problem: Problem) -> None:
        self.layout = layout
        self.problem = problem
        self.manager: Any = problem.environment.expression_manager

    def all_of(self, reward: Reward) -> FNode:
        """Return the conjunction of a task's literals."""
        return self.manager.And([self._test(t) for t in self._tests(reward)])

    def any_of(self, reward: Reward) -> FNode:
        """Return the disjunction of a constraint's bad literals."""
        return self.manager.Or([self._test(t) for t in self._tests(reward)])

    def _tests(self, reward: Reward) -> list[Test]:
        return [sort_literal(self.layout, literal) for literal in reward.literals]

    def _atom(self, name: str, *arguments: str) -> FNode:
        objects = [self.problem.object(argument) for argument in arguments]
        return self.manager.FluentExp(self.problem.fluent(name), tuple(objects))

    def _test(self, test: Test) -> FNode:
        manager, layout = self.manager, self.layout
        if test.kind == "constant":
            return manager.TRUE() if test.value else manager.FALSE()
        if test.kind == "robot":
            return manager.Or([self._atom("robot-at", p) for p in self._places(test.mask)])
        if test.kind == "door":
            opened = self._atom("opened", f"t{layout.containers[test.first]}")
            return opened if test.value else manager.Not(opened)
        thing = f"t{layout.objects[test.first]}"
        if test.kind == "meeting":
            return self._together(thing, [self._atom("robot-at", p) for p in self._places(-1)])
        if test.kind == "pair":
            other = f"t{layout.objects[test.second]}"
            met = self._together(thing, [self._located(other, p) for p in self._places(-1)])
            return self._shaped(test.form, thing, met)
        return self._unary(test, thing)

    def _unary(self, test: Test, thing: str) -> FNode:
        manager = self.manager
        if test.form in ("same", "apart", "beside"):
            met = manager.Or([self._located(thing, p) for p in self._places(test.mask)])
            return self._shaped(test.form, thing, met)
        if test.form in ("in", "notin"):
            inside = [
                self._atom("inside", thing, f"t{number}")
                for c, number in enumerate(self.layout.containers)
                if test.mask >> c & 1
            ]
            positive = manager.Or(inside)
            return positive if test.form == "in" else manager.Not(positive)
        fluent = {"hold": "holding", "nothold": "holding", "plate": "plated", "notplate": "plated"}
        atom = self._atom(fluent.get(test.form, "carried"), thing)
        return manager.Not(atom) if test.form in ("out", "nothold", "notplate") else atom

    def _shaped(self, form: str, thing: str, met: FNode) -> FNode:
        if form == "apart":
            return self.manager.Not(met)
        if form == "beside":
            return self.manager.And(met, self.manager.Not(self._atom("carried", thing)))
        return met

    def _together(self, thing: str, there: list[FNode]) -> FNode:
        return self.manager.Or(
            [
                self.manager.And(self._located(thing, place), other)
                for place, other in zip(self._places(-1), there, strict=True)
            ]
        )

    def _located(self, thing: str, place: str) -> FNode:
        carried = self.manager.And(self._atom("carried", thing), self._atom("robot-at", place))
        return self.manager.Or(self._atom("at", thing, place), carried)

    def _places(self, mask: int) -> list[str]:
        return [f"l{number}" for p, number in enumerate(self.layout.places) if mask >> p & 1]


def _source(item: Instruction) -> Provenance:
    return Provenance(item.text, item.span.line if item.span else None)


def _names(layout: Layout) -> dict[str, str]:
    words = layout.world.words
    names = {f"l{place}": f"location {place}" for place in layout.places}
    for number in (*layout.objects, *layout.containers):
        names[f"t{number}"] = f"object {number} ({' '.join(sorted(words.get(number, ())))})"
    return names
