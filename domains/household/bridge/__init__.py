"""The household as the planner sees it: beliefs as PDDL facts, ground actions as the world's."""
