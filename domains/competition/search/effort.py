"""Effort of a search: work done in seconds of a quiet machine, however busy the machine is.

States and the deterministic time of CP-SAT are counted, so the same is found on any machine.
"""

from __future__ import annotations

BUSY = 24
"""How much longer than its effort a search may take before the clock ends it: a processor shared by
eight, and a search three times slower where it is not compiled."""

STATES_PER_S = 80_000
"""States that the compiled search generates in a second (80,000 to 130,000 measured)."""
RELAXED_S = 2.0
"""Seconds that one unit of CP-SAT's deterministic time takes (1.5 to 3 measured)."""
LOADING_S = 0.5
"""Seconds that loading CP-SAT takes."""


def seconds_of(states: int) -> float:
    """Return the seconds that generating a number of states takes."""
    return states / STATES_PER_S
