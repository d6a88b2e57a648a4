"""Solve PDDL of your own and judge the plan."""

import warnings

warnings.filterwarnings("ignore", message="pkg_resources is deprecated")

import planner  # noqa: E402

report = planner.solve("domains/pddl/samples/gripper.pddl",
                       domain="domains/pddl/samples/gripper-domain.pddl", time_limit=20)
print(report)
verdict = planner.validate("domains/pddl/samples/gripper.pddl", report.plan_text or "",
                           domain="domains/pddl/samples/gripper-domain.pddl")
print(verdict)
