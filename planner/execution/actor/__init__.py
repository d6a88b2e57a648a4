"""The loop over PDDL: believe, assume, plan jointly, act, observe, plan anew when it is not so."""

from planner.execution.actor.contract import (
    Assumption,
    Atom,
    Believed,
    Bridge,
    GroundAction,
    JointSteps,
    Preference,
    Skill,
    Unknown,
)

__all__ = ["Assumption", "Atom", "Believed", "Bridge", "GroundAction", "JointSteps", "Preference",
           "Skill", "Unknown"]
