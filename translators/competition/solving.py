"""Solve a competition case: the reward search, or an engine by way of PDDL; one report.

Every plan is confirmed by the referee (``domains/competition/referee/environment.py``), which
shares no code with the search: two judges that must agree.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from domains.competition.case import CompetitionCase
from domains.competition.referee.environment import Referee
from domains.competition.search import plan
from domains.competition.world.actions import COST, platform_line
from domains.competition.world.model import Instruction, World
from domains.competition.world.scoring import Score
from planner.compilation import compile_rewards
from planner.engines.outcome import Status
from planner.engines.registry import refuse
from planner.engines.solve import solve_task
from planner.errors import ComponentError
from planner.solving import SolveOptions, SolveReport
from planner.supervision import stage
from translators.competition.compile import compile_world
from translators.competition.known import assumptions, complete
from translators.competition.problem_file import ProblemFile, read_problem

REWARD_SEARCH = "reward-search"


def solve(case: CompetitionCase, options: SolveOptions) -> SolveReport:
    """Solve a problem file with the reward search, or by way of PDDL with any other engine."""
    return solve_problem(read_problem(case.problem), options, true_world=case.true_world)


def solve_problem(
    problem: ProblemFile, options: SolveOptions, *, true_world: bool = False
) -> SolveReport:
    """Solve a problem whose frame was read; raise ``SourceError`` if nothing of it can be read.

    Where something is withheld, answers are reliable (flag ans off) and a task needs a thing whose
    place was not told, the plan begins with the question, and goes on with the answer. Score and
    bound are those of the true world if all assumptions hold there; the bound stays that of acting,
    since whoever asks less may be better by a question's price.
    """
    begin = time.perf_counter()
    searching = options.engine in ("auto", REWARD_SEARCH)
    if searching:
        refuse(REWARD_SEARCH, options)
    known, items = complete(problem, true_world=true_world), problem.instructions
    read = time.perf_counter()
    found = (_searched if searching else _by_engine)(known.world, items, options)
    rests_on = () if true_world else assumptions(problem, known, found.plan or ())
    proven = found.optimal and not rests_on and not known.asked
    report = replace(
        found, input=problem.path,
        status=Status.SOLVED_SATISFICING if found.optimal and not proven else found.status,
        more={"assumptions": list(map(str, rests_on)),
              "warnings": list(map(str, problem.defects))})
    if found.plan is not None:
        fit = all(known.world.bindings(item) for item in items if item.kind == "task")
        asked = known.questions if fit else ()
        actions = (*asked, *found.plan)
        score = _replayed(known.world, items, actions)
        counted = score.base_lo if found.cost is None else found.cost
        worth = counted - COST["AskLoc"] * len(asked)
        if score.base_lo < worth or (searching and score.base_lo > worth):
            raise ComponentError(f"the judges disagree: {found.engine} counts {worth:g}, "
                                 f"the referee {score.base_lo}")
        bound = found.bound if searching else score.base_lo if proven else None
        rewards = {**verdicts(score), "base_score": score.base_lo, "upper_bound": bound}
        report = replace(
            report, plan=actions, cost=score.cost, bound=bound,
            message=found.message or score.void,
            more={**report.more, "rewards": rewards, **found.more})
    total = time.perf_counter() - begin
    return replace(
        report, seconds={"read": read - begin, **found.seconds, "total": total})


def _searched(world: World, items: Sequence[Instruction], options: SolveOptions) -> SolveReport:
    """Search for a plan; ``cost`` is what it is worth here."""
    found = plan(world, items, deadline_s=options.time_left, optimal=options.optimal)
    status = Status.SOLVED_OPTIMALLY if found.proven else Status.SOLVED_SATISFICING
    search = {"ended": found.ended, "expanded": found.expanded, "generated": found.generated}
    return SolveReport(
        "", status, found.actions, found.base_score, found.upper_bound, REWARD_SEARCH,
        {"compile": found.setup_seconds, "solve": found.seconds - found.setup_seconds},
        more={"search": search})


def _by_engine(world: World, items: Sequence[Instruction], options: SolveOptions) -> SolveReport:
    """Solve with an engine of ``planner list engines``; ``cost`` is what its plan is worth here."""
    begin = time.perf_counter()
    stage("compiling")
    compiled = compile_rewards(compile_world(world, items))
    ready = time.perf_counter()
    stage("solving")
    outcome = solve_task(compiled.task, options=options,
                         engine="auto" if options.engine == "portfolio" else options.engine)
    names = [step.name for step in outcome.plan.steps] if outcome.plan else []
    actions = tuple(platform_line(*step) for step in compiled.decode(names))
    worth = None if outcome.cost is None else compiled.value(outcome.cost)
    return SolveReport(
        "", outcome.status, None if outcome.plan is None else actions, worth,
        engine=f"{outcome.engine} {outcome.version}".strip(),
        seconds={"compile": ready - begin, "solve": outcome.seconds},
        message=outcome.message)


def _replayed(
    world: World, instructions: Sequence[Instruction], actions: Sequence[str]
) -> Score:
    """Return the referee's score of a plan; raise ``ComponentError`` where a step of it fails."""
    referee = Referee(world, instructions)
    for number, action in enumerate(actions, 1):
        if referee.act(action) != "1" and not action.startswith("AskLoc"):
            raise ComponentError(f"the judges disagree: step {number} '{action}' fails")
    return referee.score()


def verdicts(score: Score) -> dict[str, list[dict[str, Any]]]:
    """Return what became of every task and constraint, as data."""
    return {
        "tasks": [{**_source(verdict.item), "satisfied": verdict.all_true,
                   "possible": verdict.any_true, "bindings": verdict.bindings}
                  for verdict in score.tasks],
        "constraints": [{**_source(verdict.item), "kept": verdict.kept,
                         "broken_by": verdict.broken_by, "matches": verdict.matches}
                        for verdict in score.constraints],
    }


def _source(item: Instruction) -> dict[str, Any]:
    return {"text": item.text, "line": item.span.line if item.span else None}
