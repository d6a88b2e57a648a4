"""Anybody's PDDL: a problem and its domain, solved and judged offline."""
