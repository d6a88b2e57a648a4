"""Further costs that fall due only if several objects take their best options.

If all of them do, the cost has to be paid; if one does not, it loses at least its *slack*, the
difference to its next best option. So the smaller of the two may be charged, and the slack of
everyone involved is used up by as much. Involved are also those who might bring something to one
of the places instead: their leg may serve the need.
"""

from __future__ import annotations

from domains.competition.search.costs import HANDLE, LEG
from domains.competition.search.layout import UNSAID, Layout
from domains.competition.search.options import Option, Rated


def closed_doors(
    layout: Layout, state: int, opened: int, chosen: list[Option], slack: list[int],
    lists: list[Rated],
) -> int:
    """Charge an arrival or a pair for each thing brought in the hand to a closed door.

    ``opened`` are the open doors.
    """
    here, holding = 1 << (state & 255), (state >> 8 & 255) - 1
    total = charged = 0
    objects = range(len(layout.objects))
    for i in objects:
        option = chosen[i]
        door = option.door
        if not door or not (option.into or i == holding) or slack[i] <= 0:
            continue
        c = door.bit_length() - 1
        place = layout.container_places[c]
        if opened >> c & 1 or charged & door or place & (place - 1):
            continue
        if place & here and i != holding:
            continue
        least = min(LEG, slack[i])
        others = []
        for j in objects:
            if j != i and any(p & place and d != door for p, d in lists[j].reach):
                others.append(j)
                least = 0 if chosen[j].into & place and chosen[j].door != door else least
                least = min(least, slack[j])
        if least > 0:
            for j in (i, *others):
                slack[j] -= least
            total += least
            charged |= door
    return total


def carried_last(layout: Layout, state: int, chosen: list[Option], slack: list[int]) -> int:
    """Let the robot end with two things at most, the second on the plate."""
    held = sorted((slack[i], i) for i in range(len(layout.objects)) if chosen[i].carried)
    total = 0
    while len(held) > 2:
        least, _ = held[0]
        total += least
        held = [(left - least, i) for left, i in held[1:]]
    plate = state >> 16 & 255
    if len(held) == 2 and plate != UNSAID and plate - 1 not in (held[0][1], held[1][1]):
        total += min(HANDLE, held[0][0])
    return total
