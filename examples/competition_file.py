"""Solve a competition problem, then play it under uncertainty."""

import planner

problem = "domains/competition/problems/plate.xml"
best = planner.solve(problem, optimal=True)
print(best, best.more["rewards"]["base_score"], "points")
episode = planner.run(problem, policy="belief")
print(episode, episode.extra["base"], "points")
