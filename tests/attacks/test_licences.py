"""What is under the GPL runs as a program of its own: no process of ours imports it."""

from commands import python

PROGRAM = """
import sys
from pathlib import Path
import planner
from planner.api import validate
samples = Path(sys.argv[1])
files = samples / "gripper-domain.pddl", samples / "gripper.pddl"
for engine in ("auto", "pyperplan"):
    assert planner.solve(files[1], domain=files[0], engine=engine).solved, engine
assert str(validate(files[1], samples / "gripper.plan", domain=files[0]).status) == "valid"
assert planner.translate(sys.argv[2]).domain
assert planner.run(planner.case("rescue", scene=5, agents=2), policy="planned").steps
print(*sorted(n for n in sys.modules if n.split(".")[0] in sys.argv[3:]))
"""
GPL = ("fast_downward", "pyperplan", "up_fast_downward", "up_pyperplan", "up_symk")


def test_nothing_under_the_gpl_is_imported() -> None:
    """Solving, judging, compiling and the closed loop with the joint engine, in one process."""
    import domains.competition
    import domains.pddl

    (pddl,), (competition,) = domains.pddl.__path__, domains.competition.__path__
    ran = python("-c", PROGRAM, f"{pddl}/samples", f"{competition}/problems/plate.xml", *GPL)
    assert (ran.returncode, ran.stdout.strip()) == (0, ""), ran.stderr
