"""Fast search for the competition's rewards; the general path is PDDL and an engine."""

from domains.competition.search.planning import POINTS_PER_SECOND, RewardPlan, plan

__all__ = ["POINTS_PER_SECOND", "RewardPlan", "plan"]
