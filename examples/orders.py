"""Give a running team another goal, and forbid for a while what it would do."""

import io
import json

import planner

case = planner.case("rescue", scene=1, agents=2)
team = planner.policy(case)
team.forbid("(go-to-reservoir bob * *)", step=2)
team.allow("(go-to-reservoir bob * *)", step=4)
team.add_goal("(at alice reservoiryork)", step=6)
trace = io.StringIO()
print(planner.run(case, policy=team, trace=trace))
for step in map(json.loads, trace.getvalue().splitlines()):
    if step["kind"] == "step":
        print(step["step"], *step["actions"].values(), "|", step["replan"])
