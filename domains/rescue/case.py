"""What can be asked of search and rescue: a scene, a team, a seed, and changes of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner.cases import build, option
from planner.domain import FileHead
from planner.files import read_toml

SCENE_SETS = ("", "released", "paper")
SCENE_KEYS = frozenset({"grid", "team", "reservoir", "deposit", "fire", "person"})


@dataclass(frozen=True)
class RescueCase:
    """One episode of search and rescue.

    ``scene_set`` says whether scenes 3 and 5 are as released or as the paper describes them and
    follows ``paper`` unless given; ``generate`` holds the parameters of a random scene instead.
    """

    scene: int | str = option("1", help="Number, name or file.")
    agents: int = option(0, help="Robots (0: the scene's, else 2).", minimum=0, maximum=500)
    seed: int = option(0, help="Seed of fires, Explore's draws and failures.")
    max_steps: int = option(0, help="Joint steps (0: the scene's).", minimum=0)
    clairvoyant: bool = option(False, help="People known from the start.")
    paper: bool = option(False, help="The paper's reading of the rules.")
    rules: Mapping[str, Any] = option(
        {}, help="Change a rule, e.g. unnoticed=6; may be repeated.", flag="--rule")
    doubled_fires: bool = option(False, help="A second fire for each.")
    scene_set: str = option("", help="released or paper.", choices=SCENE_SETS, hidden=True)
    generate: Mapping[str, Any] | None = option(
        None, help="Parameters of a random scene.", hidden=True)

    @property
    def label(self) -> str:
        """Name the case for people."""
        return "generated" if self.generate else Path(str(self.scene)).stem


def is_rescue(head: FileHead) -> bool:
    """Say whether a file is a scene (``docs/rescue-scene.md``) or a case of this domain."""
    keys = head.table.keys()
    return bool(SCENE_KEYS & keys) or head.table.get("kind") == "rescue" or "scene" in keys


def load_case(path: Path) -> RescueCase:
    """Read a scene file, or a file with the keys of a case."""
    table = read_toml(path)
    if "scene" not in table or isinstance(table["scene"], dict):
        return RescueCase(scene=str(path))
    known = {k: v for k, v in table.items() if k not in ("format", "kind")}
    return build(RescueCase, known, path)
