"""A floor plan from above after every joint step (headless engine in this process only)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["Film"]


class Film:
    """Write ``step-NN.png`` into a folder; a simulator in another process is not drawn."""

    def __init__(self, folder: Path, environment: Any, policy: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.environment = folder, environment

    def shoot(self, step: int, actions: Mapping[str, str]) -> None:
        """Draw the floor plan after a joint step."""
        engine = getattr(self.environment.controller, "engine", None)
        if engine is None or engine.world is None:
            return
        from domains.household.thor.picture import draw

        draw(engine.world, self.folder / f"step-{step:02d}.png")

    def finish(self) -> None:
        """Leave the pictures as they are."""
