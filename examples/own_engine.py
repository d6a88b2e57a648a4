"""An engine of your own: any command that reads domain and problem and writes a plan."""

import sys
import warnings
from pathlib import Path

warnings.filterwarnings("ignore", message="pkg_resources is deprecated")

import planner  # noqa: E402
from planner.engines.outcome import Status  # noqa: E402
from planner.engines.registry import ENGINES, EngineSpec  # noqa: E402


def command(domain: str, problem: str, plan: str) -> list[str]:
    search = f"{sys.executable} -m pyperplan -s bfs {domain} {problem}"
    return ["sh", "-c", f"{search} && mv {problem}.soln {plan}"]


ENGINES["breadth-first"] = EngineSpec(
    "breadth-first", "pyperplan's breadth-first search", "pyperplan", command, frozenset(),
    lambda run: Status.UNSOLVABLE_INCOMPLETELY)  # where it ends without a plan
SAMPLES = Path(__file__).parents[1] / "domains/pddl/samples"
print(planner.solve(SAMPLES / "gripper.pddl", engine="breadth-first",
                    domain=SAMPLES / "gripper-domain.pddl"))
