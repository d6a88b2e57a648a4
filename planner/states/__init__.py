"""States of a PDDL task as a library: what can be done, what follows, how far the goal is."""

from planner.states.state import HEURISTICS, State, Task

__all__ = ["HEURISTICS", "State", "Task"]
