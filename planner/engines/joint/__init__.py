"""Joint-step plans for teams from any PDDL: least steps, with a proven bound."""

from planner.engines.joint.engine import JointEngine
from planner.engines.joint.plan import JointPlan, JointResult

__all__ = ["JointEngine", "JointPlan", "JointResult"]
