"""Joint plans in time: actions that take whole numbers of a unit, the shortest makespan proven."""
