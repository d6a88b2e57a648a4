"""VirtualHome of the Embodied Agent Interface as a domain: tasks, answers, judging."""

from dataclasses import dataclass
from pathlib import Path

from planner import Domain, PolicySpec, option
from planner.domain import FileHead

__all__ = ["DOMAIN", "Chore"]

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Chore:
    """One of the 342 tasks of ``eai-eval``."""

    task: str = option("11_1", help="Identifier, e.g. 11_1.", positional=True)
    view: str = option("room", help="What the character perceives.", choices=("room", "house"))
    max_steps: int = option(60, help="Steps.", minimum=1)

    @property
    def label(self) -> str:
        """Name the case."""
        return self.task


def is_task(head: FileHead) -> bool:
    """Say whether a TOML file names a task: ``kind = "virtualhome"``, ``task = "11_1"``."""
    return head.table.get("kind") == "virtualhome"


DOMAIN: Domain[Chore] = Domain(
    name="virtualhome",
    summary="Household tasks of the Embodied Agent Interface (eai-eval).",
    case_type=Chore,
    recognise=is_task,
    load="lmfree_eai.cases:load",
    compile="lmfree_eai.cases:compile_case",
    environment="lmfree_eai.world:House",
    bridge="lmfree_eai.acting:Household",
    policies={"planned": PolicySpec("lmfree_eai.acting:planned",
                                    "plans from PDDL, acted out by the common loop")},
    shared_policies=False,
    suites=HERE,
    pddl=HERE / "domain.pddl",
    sample=HERE / "sample.toml",
    capabilities={"eai": "Embodied Agent Interface: write answers, judge them, compare laws.|"
                         "lmfree_eai.commands:app"},
)
