"""Reading PDDL with positions, printing it, and executing its plans; names what is beyond it.

One level: the parts of one language, from words to plans in time, each a page long.
"""

from planner.pddl.features import Feature, features
from planner.pddl.model import Domain, PDDLTask, Problem, joined
from planner.pddl.reader import read_domain, read_problem, read_task, read_texts

__all__ = ["Domain", "Feature", "PDDLTask", "Problem", "features", "joined", "read_domain",
           "read_problem", "read_task", "read_texts"]
