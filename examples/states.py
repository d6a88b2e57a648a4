"""Ask about states of a planning task instead of guessing."""

import planner

now = planner.state("domains/pddl/samples/gripper.pddl",
                    domain="domains/pddl/samples/gripper-domain.pddl")
print(len(now.applicable()), "actions, at least", now.distance("max"), "steps")
plan = now.plan() or ()
for action, why in now.justify(plan):
    now = now.successor(action)
    print(action, why, "·", now.distance("ff"), "to go,", len(now.landmarks()), "landmarks left")
