"""Solve a competition problem, then play it under uncertainty."""

from pathlib import Path

import planner

problem = Path(__file__).parents[1] / "domains/competition/problems/plate.xml"
best = planner.solve(problem, optimal=True)
print(best, best.more["rewards"]["base_score"], "points")
episode = planner.run(problem, policy="belief")
print(episode, episode.extra["base"], "points")
