"""What the relaxation can say, and whether its solver is there."""

from __future__ import annotations

from importlib.util import find_spec

from domains.competition.search.layout import HAND, PLATE, UNSAID, Layout


def available() -> bool:
    """Tell whether CP-SAT is installed (it comes with the extra ``engines``)."""
    return find_spec("ortools") is not None


def fits(layout: Layout) -> bool:
    """Tell whether everything is at one place at most, and hand and plate are known."""
    state = layout.initial()
    if layout.world.last_places or UNSAID in (state >> 8 & 255, state >> 16 & 255):
        return False
    if any(mask.bit_count() != 1 for mask in layout.container_places):
        return False
    for i in range(len(layout.objects)):
        at, inside, carried = layout.statuses[state >> layout.offsets[i] & 255]
        several = at.bit_count() + inside.bit_count() + (carried > 0) > 1
        if several or carried == HAND | PLATE:
            return False
    return True
