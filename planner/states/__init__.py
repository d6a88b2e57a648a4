"""States of a PDDL task as a library: what can be done, what follows, how far the goal is."""
