"""Solve PDDL of your own and judge the plan."""

import warnings
from pathlib import Path

warnings.filterwarnings("ignore", message="pkg_resources is deprecated")

import planner  # noqa: E402

SAMPLES = Path(__file__).parents[1] / "domains/pddl/samples"
domain, problem = SAMPLES / "gripper-domain.pddl", SAMPLES / "gripper.pddl"
report = planner.solve(problem, domain=domain, time_limit=20)
print(report)
verdict = planner.validate(problem, report.plan_text or "", domain=domain)
print(verdict)
