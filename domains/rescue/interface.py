"""What a rescue agent sees and may do (``planner.domain``, ``docs/observations.md``)."""

from __future__ import annotations

from pathlib import Path

from planner.domain import Interface
from planner.files import read_toml

INTERFACE = Interface(**read_toml(Path(__file__).with_suffix(".toml")))
