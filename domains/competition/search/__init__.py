"""Fast search for the competition's rewards; the general path is PDDL and an engine."""

from domains.competition.search import native

native.use(__name__, __path__)

from domains.competition.search.planning import POINTS_PER_SECOND, RewardPlan, plan  # noqa: E402

__all__ = ["POINTS_PER_SECOND", "RewardPlan", "plan"]
