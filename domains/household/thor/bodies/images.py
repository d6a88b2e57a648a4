"""Stand-ins for rendered images, so that the client's own frames, masks and detections work.

There is nothing to see: RGB frames are black. In an instance segmentation image each object in the
picture is a filled rectangle in its colour, far ones first; whoever would be covered altogether
keeps one pixel. Images are bytes with the bottom row first, as the client expects them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

__all__ = ["Rectangle", "black", "colour", "painted"]

Rectangle = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels, all inclusive."""


@lru_cache(maxsize=4)
def black(width: int, height: int) -> bytes:
    """Return a black RGB image."""
    return bytes(3 * width * height)


def colour(index: int) -> list[int]:
    """Colour of the body with this index."""
    number = index + 1
    return [number & 255, (number >> 8) & 255, 64]


def painted(
    found: Mapping[str, Rectangle], index: Mapping[str, int], width: int, height: int
) -> bytes:
    """Paint rectangles into an RGBA image in their order; ``index`` gives the colours."""
    picture = np.zeros((height, width), dtype=np.int32)
    for name, (x0, y0, x1, y1) in found.items():
        picture[y0 : y1 + 1, x0 : x1 + 1] = index[name] + 1
    left = np.bincount(picture.ravel(), minlength=len(index) + 2)
    for name, (x0, y0, x1, y1) in found.items():
        if not left[index[name] + 1]:
            part = picture[y0 : y1 + 1, x0 : x1 + 1]
            spare = np.argwhere(left[part] > 1)  # never the last pixel of another
            if len(spare):
                row, column = spare[len(spare) // 2]
                left[part[row, column]] -= 1
                part[row, column] = index[name] + 1
                left[index[name] + 1] = 1
    blue = (picture > 0).astype("<u4") << 22  # of the colours, their red and green are the number
    return bytes((picture.astype("<u4") | blue | 0xFF000000)[::-1].tobytes())
