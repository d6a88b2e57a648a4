"""Room on a place for a thing: where it could stand beside what is known to be there.

The simulator's public rule: a thing is put where its middle is in the picture and near, except
into what is looked at from above. Only boxes that were seen count, so hidden things and what
boxes do not tell (a basin's rounded floor) stay unknown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import product

from domains.household.belief.belief import CONTAINERS, Item
from domains.household.belief.camera import REACH_M, Pose, in_picture

Point = tuple[float, float, float]
HOLLOW = CONTAINERS | {"Shelf", "SinkBasin", "BathtubBasin"}
"""Types on whose bottom things stand; on others on top."""
SEATS = ("Sofa", "ArmChair", "Bed")
"""Types with a seat at about half their height."""
SMALL = ("SinkBasin", "Chair", "Stool")
"""Types over whose rim things may stick out: their middle lies well inside."""
_EDGE_M = 0.15
"""How far (m) things may stick out over each edge of a shelf."""
_RIM_M = 0.03
"""The same of others, on each side."""
_SPOTS = 7
"""Spots that are looked at along each side of a place."""
_TOUCH_M = 0.05
"""How much (m) boxes that were seen may overlap: they are larger than the things. (Of 417
placements 19 went otherwise than foreseen with this, 20 with 3 cm, 30 with 1.5.)"""


def free_spots(place: Item, item: Item, there: Iterable[Item]) -> Iterator[Point]:
    """Yield where the middle of a thing could be on or in a place, beside what is ``there``.

    It is turned along the place or across. Nothing is free where it is too long both ways.
    """
    bottom = place.centre[1] - place.size[1] / 2
    share = 0.05 if place.kind in HOLLOW else 0.45 if place.kind in SEATS else 1.0
    height = bottom + share * place.size[1] + item.size[1] / 2
    beside = [i for i in there if i is not item]
    for wide, deep in {(item.size[0], item.size[2]), (item.size[2], item.size[0])}:
        xs, zs = (_along(place, axis, size) for axis, size in ((0, wide), (2, deep)))
        yield from ((x, height, z) for x, z in product(xs, zs) if not any(
            abs(x - o.centre[0]) < (wide + o.size[0]) / 2 - _TOUCH_M
            and abs(z - o.centre[2]) < (deep + o.size[2]) / 2 - _TOUCH_M for o in beside))


def _along(place: Item, axis: int, size: float) -> list[float]:
    """Spread the middle of a thing of some size (m) along one side of a place."""
    room = place.size[axis] / 4 if place.kind in SMALL else (place.size[axis] - size) / 2
    if room < -(_EDGE_M if place.kind == "Shelf" else _RIM_M):
        return []
    return [place.centre[axis] + max(0.0, room) * (2 * k / (_SPOTS - 1) - 1)
            for k in range(_SPOTS)]


def in_reach(pose: Pose, spots: Iterable[Point]) -> list[Point]:
    """Keep the spots that are in reach from where a robot stands, however it looks."""
    return [s for s in spots if math.dist((pose.x, pose.z), (s[0], s[2])) <= REACH_M]


def in_view(pose: Pose, spots: Iterable[Point]) -> bool:
    """Whether a robot has some spot in reach and in its picture."""
    return any(in_picture(pose, s, 1.0) for s in in_reach(pose, spots))
