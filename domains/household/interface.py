"""What a household agent sees and may do (``planner.interface``, ``docs/observations.md``)."""

from __future__ import annotations

import tomllib
from pathlib import Path

from planner.interface import Interface

__all__ = ["INTERFACE"]

INTERFACE = Interface(**tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")))
