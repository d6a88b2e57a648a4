"""PDDL files as a plug-in (``planner.domain``): no environment, the plan is the result."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from planner.cases import option
from planner.domain import Domain, FileHead


@dataclass(frozen=True)
class PddlCase:
    """One PDDL problem, or a folder of a factored one (MA-PDDL).

    Without ``domain`` the one beside the problem is taken.
    """

    problem: Path = option(help="PDDL problem.", positional=True)
    domain: Path | None = option(None, help="PDDL domain (the one beside the problem).")
    strict: bool = option(False, help="Refuse what other planners tolerate.")

    @property
    def label(self) -> str:
        """Name the case for people."""
        return f"{self.problem.parent.name}/{self.problem.stem}"


def is_pddl(head: FileHead) -> bool:
    """Say whether a file is PDDL in which all is known, or a folder one in parts (MA-PDDL)."""
    if head.path.is_dir():
        return any(head.path.glob("domain-*.pddl")) and any(head.path.glob("problem-*.pddl"))
    from planner.pddl.reader import is_contingent  # commands without PDDL start without it

    return not is_contingent(head.text) and (
        head.suffix == ".pddl" or head.text.startswith(("(", ";")))


DOMAIN: Domain[PddlCase] = Domain(
    name="pddl",
    summary="PDDL problems of your own.",
    case_type=PddlCase,
    recognise=is_pddl,
    load=PddlCase,
    compile="domains.pddl.solving:compiled",
    solver="domains.pddl.solving:solve",
    judge="domains.pddl.solving:judged",
    suites=Path(__file__).parent / "suites",
    sample=Path(__file__).parent / "samples" / "gripper.pddl",
)
