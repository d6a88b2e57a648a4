"""Contingent PDDL: what is not known at first, what observing tells, hidden worlds to play in."""
