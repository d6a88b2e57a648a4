"""What can be asked of a household team: a sentence, a floor plan, a team, and how it is judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner.cases import build, option
from planner.domain import FileHead
from planner.files import read_toml


@dataclass(frozen=True)
class HouseholdCase:
    """One household episode.

    ``task`` is a MAP-THOR folder, which brings a preparation and checkers where the reference
    data are at hand; ``judged_by`` is ``acts`` where those judge, else ``state``. ``team`` says
    what each robot can do.
    """

    instruction: str = option(help="The instruction, in English.", positional=True)
    floor_plan: str = option(help="Scene, e.g. FloorPlan1 (see planner scenes list).",
                             known="domains.household.thor.scenes.store:scene_names")
    agents: int | str = option(2, help="1 to 5, or a TOML or JSON file of named robots.",
                               minimum=1, maximum=5)
    task: str = option("", help="MAP-THOR task folder: its preparation and checkers.")
    seed: int = option(0, help="Seed of the actions that fail.")
    max_steps: int = option(30, help="Joint steps.", minimum=1)
    thor: str = option("headless", help="headless, process (own process), or unity.",
                       choices=("headless", "process", "unity"))
    scene_store: str = option("", help="Directory of recorded scenes.")
    clairvoyant: bool = option(False, help="Show the team everything at the start.")
    force_placement: bool = option(
        False, help="Put things wherever asked, as SMART-LLM's runner does (forceAction).")
    reading: str = option("", help="Which reading of the checkers counts.", hidden=True)
    failure_rate: float = option(0.0, help="Share of primitives that fail.", minimum=0.0,
                                 maximum=1.0, hidden=True)
    judged_by: str = option("", help="acts or state.", choices=("", "acts", "state"), hidden=True)
    team: Mapping[str, Any] | None = option(None, help="What each robot can do.", hidden=True)

    @property
    def label(self) -> str:
        """Name the case for people."""
        return f"{self.floor_plan}: {self.task or self.instruction}"


def is_household(head: FileHead) -> bool:
    """Say whether a file is a household task."""
    return bool({"instruction", "floor_plan"} & head.table.keys())


def load_case(path: Path) -> HouseholdCase:
    """Read a task file; ``name`` and ``format`` may stand in it, too."""
    table = {k: v for k, v in read_toml(path).items() if k not in ("name", "format")}
    return build(HouseholdCase, table, path)
