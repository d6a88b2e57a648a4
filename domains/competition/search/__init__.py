"""Fast search for the competition's rewards; the general path is PDDL and an engine.

One level: most of these modules are compiled into one library, from one directory.
"""

from domains.competition.search import native

native.use(__name__, __path__)

from domains.competition.search.planning import EFFORT_S, RewardPlan, plan  # noqa: E402

__all__ = ["EFFORT_S", "RewardPlan", "plan"]
