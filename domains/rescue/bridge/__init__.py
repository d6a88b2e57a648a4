"""Search and rescue for the loop over PDDL (``planner.execution.actor``)."""
