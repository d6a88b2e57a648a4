"""The general path: competition problem → planning task → plain PDDL → any engine.

It knows nothing of the domain beyond ``domain.pddl``; its results are confirmed by the referee
and by the certificate (base score = total reward - plan cost) in :mod:`.solve_record`.
"""

from __future__ import annotations

from collections.abc import Sequence

from domains.competition.case import CompetitionCase
from domains.competition.world.actions import COST, platform_line
from domains.competition.world.model import Instruction, World
from planner.compilation import compile_rewards
from planner.domain import Translation
from planner.pddl.printer import print_domain, print_problem
from translators.competition.compile import compile_world
from translators.competition.problem_file import read_problem
from translators.competition.solving import complete


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
