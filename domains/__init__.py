"""One folder per domain: PDDL, world, problems with known plans."""
