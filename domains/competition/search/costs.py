"""What the physical actions cost, as in ``domain.pddl`` (a test compares them)."""

from __future__ import annotations

from typing import Final

LEG: Final = 4
"""A Move."""
HANDLE: Final = 2
"""PickUp, PutDown, ToPlate, FromPlate, PutIn, TakeOut."""
DOOR: Final = 2
"""Open, Close."""
PAIR: Final = 2 * HANDLE
"""What a thing costs more that does not go straight from hand to hand: onto the plate and off
again, or put aside and fetched again."""
