"""From a problem file to a planning task over ``domain.pddl``, and on to plain PDDL for any engine.

Careful reading: a task with several bindings counts only if all of them hold. Objects and places
that cannot matter are left out (``domains/competition/search/relevance.py``). Facts the domain
cannot say (a thing at two places, in two containers, or both in and beside one; an unknown hand)
are refused: only the reward search knows them. Results are confirmed by the referee and by the
certificate (base score = total reward - plan cost) in :mod:`.solving`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import domains.competition
from domains.competition.bridge.facts import facts_of
from domains.competition.case import CompetitionCase
from domains.competition.search.layout import Layout
from domains.competition.search.literals import Test, sort_literal
from domains.competition.search.planning import fits
from domains.competition.world.actions import COST, platform_line
from domains.competition.world.grounding import Literal, Reward, ground_rewards
from domains.competition.world.model import Instruction, World
from domains.competition.world.scoring import CONSTRAINT_POINTS, TASK_POINTS
from planner.compilation import compile_rewards
from planner.domain import Translation
from planner.errors import UsageError
from planner.pddl import read_texts
from planner.pddl.model import Formula
from planner.pddl.printer import print_domain, print_problem
from planner.problem import PlanningTask, Provenance, RewardedInvariant, SoftGoal
from translators.competition.known import complete
from translators.competition.problem_file import read_problem

DOMAIN = Path(domains.competition.__file__).with_name("domain.pddl")


def translation(case: CompetitionCase) -> Translation:
    """Compile a problem file: for every plan, base score = total_reward - plan cost.

    Where places had to be asked for, the questions' price is taken off the total reward.
    """
    problem = read_problem(case.problem)
    known = complete(problem, true_world=case.true_world)
    return translated(known.world, problem.instructions, known.questions)


def translated(
    world: World, instructions: Sequence[Instruction], questions: Sequence[str] = ()
) -> Translation:
    """Compile a known world and instructions; ``questions`` are the actions that asked."""
    task = compile_world(world, instructions)
    compiled = compile_rewards(task)
    plain = compiled.task
    return Translation(print_domain(plain.domain), print_problem(plain), dict(task.names), {
        "total_reward": compiled.total_reward - COST["AskLoc"] * len(questions),
        "asked": list(questions),
        "certificate": "base score = total_reward - plan cost",
        "actions": {name: platform_line(*original)
                    for name, original in compiled.originals.items()},
        "goals": [{"text": goal.source.text, "line": goal.source.line, "reward": goal.reward,
                   "collected_by": f"collect-{i}-*", "forgone_by": f"forgo-{i}"}
                  for i, goal in enumerate(task.goals)],
        "invariants": [{"text": rule.source.text, "line": rule.source.line, "reward": rule.reward,
                        "given_up_by": f"give-up-{k}"}
                       for k, rule in enumerate(task.invariants)],
    })


def compile_world(world: World, instructions: Sequence[Instruction]) -> PlanningTask:
    """Compile a world and its instructions.

    Raises ``UsageError`` where the world cannot be said in ``domain.pddl`` or a task has no
    binding (the problem scores 0 whatever is done).
    """
    found = ground_rewards(world, instructions)
    if not found.valid:
        raise UsageError("a task matches no object: the problem scores 0 whatever is done")
    layout = Layout(world, found)
    if layout.stuck or not fits(layout):
        raise UsageError("these facts cannot be said in domain.pddl; use --engine reward-search")

    def formulas(reward: Reward) -> list[Formula]:
        return [_formula(layout, literal) for literal in reward.literals]

    def source(reward: Reward) -> Provenance:
        item = instructions[reward.item]
        return Provenance(item.text, item.span.line if item.span else None)

    return PlanningTask(
        read_texts(DOMAIN.read_text(encoding="utf-8"), _problem_text(layout)),
        tuple(SoftGoal(_all(formulas(reward)), TASK_POINTS, source(reward))
              for reward in found.tasks),
        tuple(RewardedInvariant(_any(formulas(reward)), CONSTRAINT_POINTS, source(reward))
              for reward in found.constraints),
        _names(layout),
    )


def _problem_text(layout: Layout) -> str:
    groups = {"place": [f"l{p}" for p in layout.places],
              "small": [f"t{o}" for o in layout.objects],
              "container": [f"t{c}" for c in layout.containers]}
    objects = " ".join(f"{' '.join(names)} - {kind}" for kind, names in groups.items() if names)
    known = {name for names in groups.values() for name in names}
    facts = [f"({' '.join((name, *arguments))})"
             for name, arguments in sorted(facts_of(layout.world)) if known.issuperset(arguments)]
    listed = "\n    ".join([*facts, "(= (total-cost) 0)"])
    return (f"(define (problem flat) (:domain service-robot)\n  (:objects {objects})\n"
            f"  (:init\n    {listed})\n  (:goal (and))\n  (:metric minimize (total-cost)))\n")


def _formula(layout: Layout, literal: Literal) -> Formula:
    """Return a literal of the grounding as a formula over the task's atoms."""
    test = sort_literal(layout, literal)
    if test.kind == "constant":
        return _all([]) if test.value else _any([])
    if test.kind == "robot":
        return _any(_atom("robot-at", p) for p in _places(layout, test.mask))
    if test.kind == "door":
        opened = _atom("opened", f"t{layout.containers[test.first]}")
        return opened if test.value else ("not", opened)
    thing = f"t{layout.objects[test.first]}"
    if test.kind in ("meeting", "pair"):
        other = f"t{layout.objects[test.second]}"
        return _shaped(test.form, thing, _any(
            _all([_located(thing, place), _atom("robot-at", place)
                  if test.kind == "meeting" else _located(other, place)])
            for place in _places(layout, -1)))
    return _unary(layout, test, thing)


def _unary(layout: Layout, test: Test, thing: str) -> Formula:
    if test.form in ("same", "apart", "beside"):
        met = _any(_located(thing, p) for p in _places(layout, test.mask))
        return _shaped(test.form, thing, met)
    if test.form in ("in", "notin"):
        inside = _any(_atom("inside", thing, f"t{number}")
                      for c, number in enumerate(layout.containers) if test.mask >> c & 1)
        return inside if test.form == "in" else ("not", inside)
    words = {"hold": "holding", "nothold": "holding", "plate": "plated", "notplate": "plated"}
    atom = _atom(words.get(test.form, "carried"), thing)
    return ("not", atom) if test.form in ("out", "nothold", "notplate") else atom


def _places(layout: Layout, mask: int) -> list[str]:
    return [f"l{number}" for p, number in enumerate(layout.places) if mask >> p & 1]


def _atom(name: str, *arguments: str) -> Formula:
    return ("atom", name, arguments)


def _all(parts: Iterable[Formula]) -> Formula:
    return ("and", *parts)


def _any(parts: Iterable[Formula]) -> Formula:
    return ("or", *parts)


def _located(thing: str, place: str) -> Formula:
    carried = _all([_atom("carried", thing), _atom("robot-at", place)])
    return _any([_atom("at", thing, place), carried])


def _shaped(form: str, thing: str, met: Formula) -> Formula:
    if form == "apart":
        return ("not", met)
    return _all([met, ("not", _atom("carried", thing))]) if form == "beside" else met


def _names(layout: Layout) -> dict[str, str]:
    words = layout.world.words
    names = {f"l{place}": f"location {place}" for place in layout.places}
    for number in (*layout.objects, *layout.containers):
        names[f"t{number}"] = f"object {number} ({' '.join(sorted(words.get(number, ())))})"
    return names
