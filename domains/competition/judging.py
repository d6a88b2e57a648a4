"""Judge a plan for a competition problem with the referee."""

from __future__ import annotations

import re

from domains.competition.case import CompetitionCase
from domains.competition.problem import read_problem
from domains.competition.referee.environment import Referee
from planner.execution.plans.check import PlanVerdict
from planner.validation.judges import Verdict


def judge(case: CompetitionCase, plan_text: str) -> PlanVerdict:
    """Score a plan for a competition problem with the referee; valid when every task is done."""
    problem = read_problem(case.problem)
    referee = Referee(problem.true_world(), problem.instructions, problem.lies)
    lines = [(n, " ".join(re.split(r"[\s(),]+", raw.split("#")[0])).strip())
             for n, raw in enumerate(plan_text.splitlines(), start=1)]
    steps = [(n, text) for n, text in lines if text]
    first = next(((k, n, text, reply) for k, (n, text) in enumerate(steps, start=1)
                  if (reply := referee.act(text)) in ("0", "?")), None)
    if first is None:
        return PlanVerdict(Verdict.VALID, f"every action works; {referee.score().base_lo} points",
                           steps=len(steps))
    step, line, text, reply = first
    reason = "not an action" if reply == "?" else "the platform answers false"
    return PlanVerdict(Verdict.INVALID, f"step {step} (line {line}): {text!r}: {reason}", step=step,
                   line=line, robot="robot", words=text, action=text, reason=reason,
                   steps=len(steps), failures=1)
