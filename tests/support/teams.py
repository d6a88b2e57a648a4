"""Small domains of many robots after those of the field (``teams/``), and other ``worlds/``."""

from pathlib import Path

from planner.pddl import PDDLTask, read_domain, read_problem
from planner.pddl.reader import joined_task

FOLDER = Path(__file__).with_name("teams")
TEAMS = sorted(file.stem.removesuffix("-domain") for file in FOLDER.glob("*-domain.pddl"))


def team(name: str) -> tuple[PDDLTask, set[str]]:
    """Return a task and its robots, named in the first line of the problem."""
    known = read_domain((FOLDER / f"{name}-domain.pddl").read_text(), strict=True)
    text = (FOLDER / f"{name}.pddl").read_text()
    robots = text.partition("\n")[0].removeprefix("; robots: ").split()
    return joined_task(known, read_problem(text, "p", known, strict=True)), set(robots)


def world(name: str) -> str:
    return FOLDER.with_name("worlds").joinpath(f"{name}.pddl").read_text(encoding="utf-8")
