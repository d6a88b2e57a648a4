"""A plan as an animation of the flat, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domains.competition.case import CompetitionCase
from domains.competition.episode import CompetitionEnvironment
from domains.competition.problem import read_problem
from domains.competition.referee.game import ROBOT
from domains.competition.world.plan_file import read_plan
from planner.domain import load_part


def draw_plan(case: CompetitionCase, plan: str, record: Mapping[str, Any]) -> str:
    """Draw a solved case for ``planner solve --pictures``: an SVG of the plan in the true world.

    Of a plan made for a stated world that is wrong the title has both scores.
    """
    environment = CompetitionEnvironment(read_problem(case.problem), case.seed, clock=lambda: 0.0)
    frames = [environment.frame()]
    for action in read_plan(plan, str(case.problem)):
        environment.step({ROBOT: str(action)})
        frames.append(environment.frame())
    stated, true = record["rewards"]["base_score"], environment.scorecard().extra["base"]
    title = f"{case.problem.name}: base score {true}"
    if true != stated:
        title += f", as stated {stated}"
    drawn: str = load_part("benchmarks.report.animation:animation")(
        {"steps": [{"frame": frame} for frame in frames]}, title)
    return drawn
