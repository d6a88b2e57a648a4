"""How reliable the robots' own motions are, learnt from what became of them.

A walk is made of single motions and ends at the first that fails, so where motions fail a far way
takes several walks, and what fails without a reason says little about the thing that was acted on.
"""

from __future__ import annotations

from dataclasses import dataclass

from domains.household.belief.camera import GRID_M

__all__ = ["Actuators"]

TRUSTED = 10
"""Motions that are taken to have gone well before any is made."""
STRANGE = 0.02
"""Chance below which failures in a row are no accident of the motions."""


@dataclass
class Actuators:
    """Counts motions of the whole team and how many failed."""

    made: float = 0.0
    failed: float = 0.0

    def update(self, verb: str, reason: str, moved_m: float, *, success: bool) -> None:
        """Take in an action: a walk is as many motions as it got on by cells, and a turn."""
        if verb in ("", "Done", "Idle", "SendMessage"):
            return
        cells = round(moved_m / GRID_M) if verb == "NavigateTo" else 0
        if success or reason == "failed":
            self.made += max(1, cells + (verb == "NavigateTo" and success))
        if reason == "failed":
            self.failed += 1

    @property
    def odds(self) -> float:
        """Failures for every motion that goes well."""
        return self.failed / (self.made + TRUSTED - self.failed)

    def telling(self, row: int) -> bool:
        """Whether ``row`` failures in a row, without a reason, say something of the thing.

        That is so where motions, apart from these, fail too seldom to explain them.
        """
        share = max(0.0, self.failed - row) / (self.made + TRUSTED - row)
        return share ** row < STRANGE

    def steps(self, motions: float) -> float:
        """Return the steps that the ``motions`` of one walk take: one more for each that fails."""
        return 1.0 + self.odds * max(0.0, motions)
