"""Ask about states of a planning task instead of guessing."""

from pathlib import Path

import planner

SAMPLES = Path(__file__).parents[1] / "domains/pddl/samples"
now = planner.state(SAMPLES / "gripper.pddl", domain=SAMPLES / "gripper-domain.pddl")
print(len(now.applicable()), "actions, at least", now.distance("max"), "steps")
plan = now.plan() or ()
for action, why in now.justify(plan):
    now = now.successor(action)
    print(action, why, "·", now.distance("ff"), "to go,", len(now.landmarks()), "landmarks left")
