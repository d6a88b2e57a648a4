"""lmfree-planner: one folder per domain: PDDL, world, problems with known plans."""
