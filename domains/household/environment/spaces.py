"""The two gymnasium spaces of the household environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gymnasium import Space

__all__ = ["ActionSpace", "ObservationSpace"]


class ActionSpace(Space[str]):
    """Action strings; samples come from what is offered at the moment."""

    def __init__(self, offered: Callable[[], list[str]]) -> None:
        super().__init__()
        self._offered = offered

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Draw one of the offered actions."""
        offered = self._offered()
        return offered[int(self.np_random.integers(len(offered)))]

    def contains(self, x: Any) -> bool:
        """Accept any string: wrong ones are failed actions."""
        return isinstance(x, str)


class ObservationSpace(Space[dict[str, Any]]):
    """Observation dictionaries."""

    def sample(self, mask: Any = None, probability: Any = None) -> dict[str, Any]:
        """Return an empty-handed observation of nothing."""
        return {"agent": "", "objects": [], "seen": {}, "held": "nothing"}

    def contains(self, x: Any) -> bool:
        """Accept what has the fields of an observation."""
        return isinstance(x, dict) and {"agent", "objects", "seen", "held"} <= set(x)
