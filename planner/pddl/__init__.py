"""Reading PDDL with positions: STRIPS, ADL and action costs; names other features precisely."""

from planner.pddl.features import Feature, features
from planner.pddl.model import Domain, PDDLTask, Problem
from planner.pddl.reader import read_domain, read_problem, read_task

__all__ = [
    "Domain",
    "Feature",
    "PDDLTask",
    "Problem",
    "features",
    "read_domain",
    "read_problem",
    "read_task",
]
