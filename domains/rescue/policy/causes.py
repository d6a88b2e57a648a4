"""Why actions fail in search and rescue, for the monitor."""

from __future__ import annotations

from planner.execution.monitor import Cause

__all__ = ["CAUSES"]

CAUSES = (
    Cause("the robot malfunctioned", lambda _, o: o["failure"] == "malfunction"),
    Cause("still on the way", lambda _, o: o["failure"] == "under_way"),
    Cause("out of reach", lambda _, o: o["failure"] == "not_interactable", "other approach"),
    Cause("no longer there", lambda _, o: o["failure"] == "not_visible", "other approach"),
    Cause("holding a person", lambda _, o: o["failure"] == "restricted_action", "other approach"),
    Cause("no free cell", lambda a, _: a.startswith(("NavigateTo", "Move"))),
)
