"""VirtualHome of the Embodied Agent Interface as a domain: tasks, answers, judging."""

from dataclasses import dataclass
from pathlib import Path

from planner import Domain, PolicySpec, case, option
from planner.files import read_toml

__all__ = ["DOMAIN", "Chore"]

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Chore:
    """One of the 342 tasks of ``eai-eval``; a file of it says ``kind = "virtualhome"``."""

    task: str = option("11_1", help="Identifier, e.g. 11_1.", positional=True)
    view: str = option("room", help="What the character perceives.", choices=("room", "house"))
    max_steps: int = option(60, help="Steps.", minimum=1)

    @property
    def label(self) -> str:
        return self.task


DOMAIN: Domain[Chore] = Domain(
    "virtualhome", "Household tasks of the Embodied Agent Interface (eai-eval).", Chore,
    lambda head: head.table.get("kind") == "virtualhome",
    lambda path: case("virtualhome", **{k: v for k, v in read_toml(path).items() if k != "kind"}),
    compile="lmfree_eai.world:compile_case", environment="lmfree_eai.world:House",
    bridge="lmfree_eai.acting:Household", shared_policies=False, suites=HERE,
    policies={"planned": PolicySpec("lmfree_eai.acting:planned",
                                    "plans from PDDL, acted out by the common loop")},
    pddl=HERE / "domain.pddl", sample=HERE / "sample.toml",
    capabilities={"eai": "Embodied Agent Interface: write answers, judge them, compare laws.|"
                         "lmfree_eai.commands:app"})
