"""A stand-in for the instance segmentation image, so that the client's own detections work.

Asked for with ``renderInstanceSegmentation`` as with Unity. Each detected object is a filled
rectangle in its colour, far ones first; whoever would be covered altogether keeps one pixel.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from domains.household.thor.bodies.world import World

__all__ = ["Detecting", "colour", "identity_images"]


class Detecting(Protocol):
    """What images need of an engine."""

    world: World | None

    def detections(self, agent: int) -> Mapping[str, tuple[int, int, int, int]]:
        """Return the rectangle (left, top, right, bottom) of each object in the picture."""


def colour(index: int) -> list[int]:
    """Colour of the body with this index."""
    number = index + 1
    return [number & 255, (number >> 8) & 255, 64]


def identity_images(engine: Detecting) -> list[bytes]:
    """RGBA images of all agents, bottom row first; none unless asked for at ``Initialize``."""
    world = engine.world
    if world is None or not world.agents or not world.settings.instances:
        return []
    return [_image(engine, agent.index) for agent in world.agents]


def _image(engine: Detecting, agent: int) -> bytes:
    assert engine.world is not None
    settings, index = engine.world.settings, engine.world.index
    picture = np.zeros((settings.height, settings.width, 4), dtype=np.uint8)
    picture[..., 3] = 255
    found = engine.detections(agent)
    for name, (x0, y0, x1, y1) in found.items():
        picture[y0 : y1 + 1, x0 : x1 + 1, :3] = colour(index[name])
    shown = {tuple(c) for c in np.unique(picture.reshape(-1, 4)[:, :3], axis=0).tolist()}
    for name, (x0, y0, x1, y1) in found.items():
        if tuple(colour(index[name])) not in shown:
            picture[(y0 + y1) // 2, (x0 + x1) // 2, :3] = colour(index[name])
    return picture[::-1].tobytes()
