"""An episode as an animated GIF, made from the frames of its trace."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from benchmarks.report.animation import AGENTS, KINDS
from planner.errors import MissingError, UsageError, remedy

MAX_STEPS = 200
STEP_MS, WHOLE_MS = 900, 20_000
"""How long a picture is shown, and all of them together, at most."""
FEW = 40
"""Things of a frame up to which all are named; of more, only those that were moved."""
LETTER, LINE = 0.0115, 0.019
"""Width and height of a letter in a name, as shares of the longer side of the scene."""
Frame = Mapping[str, Any]


def film(shown: Mapping[str, Any], out: Path) -> None:
    """Draw a replay (:func:`benchmarks.report.replays.replay_from_trace`) as a GIF.

    Each picture has instruction, step and actions; what is not where it was at first is named in
    bold. Raises :class:`MissingError` without matplotlib and Pillow.
    """
    try:
        from matplotlib.figure import Figure
        from PIL import Image
    except ImportError as error:
        raise MissingError(f"{error}; {remedy('plots')}") from None
    frame: dict[str, Any] = {}
    pictures = []
    first: dict[str, tuple[float, float]] = {}
    for number, step in enumerate(shown["steps"][:MAX_STEPS]):
        frame |= step["frame"]
        frame["objects"] = [t for t in frame.get("objects") or () if t.get("x") is not None]
        for thing in frame["objects"]:
            first.setdefault(str(thing.get("name")), (thing["x"], thing["y"]))
        figure = Figure(figsize=(8, 8), dpi=80, layout="constrained")
        axes = figure.add_subplot()
        _draw(axes, frame, first)
        text = "   ".join(f"{a}: {done['text']}" for a, done in step.get("actions", {}).items())
        axes.set_title("\n".join([*wrap(str(shown.get("instruction") or ""), 90)[:2],
                                  f"step {number}", *wrap(text, 100)[:4]]), fontsize=9, loc="left")
        stream = io.BytesIO()
        figure.savefig(stream, format="png")
        pictures.append(Image.open(stream).convert("P", palette=Image.Palette.ADAPTIVE, colors=64))
    start, *rest = pictures
    each = min(STEP_MS, WHOLE_MS // len(pictures))
    try:
        start.save(out, "GIF", save_all=True, append_images=rest, loop=0,
                   duration=[each] * len(rest) + [3 * each])
    except OSError as error:
        raise UsageError(f"{out} can't be written: {error}") from None


def _draw(axes: Any, frame: Frame, first: Mapping[str, tuple[float, float]]) -> None:
    cells = [cell for cell in frame.get("cells") or () if "width" not in cell]
    axes.scatter([c["x"] for c in cells], [c["y"] for c in cells], marker="s", s=20,
                 color="#dfe8da")
    things: Sequence[Frame] = frame.get("objects") or ()
    span = max(float(frame.get(k) or 10) for k in ("width", "height"))
    taken: list[tuple[float, float, int]] = []
    for thing in sorted(things, key=lambda t: (t["x"], t["y"]) == first[str(t.get("name"))]):
        name, (x, y) = str(thing.get("name")), (thing["x"], thing["y"])
        moved = (x, y) != first[name]
        colour = thing.get("colour") or KINDS.get(str(thing.get("kind")), "#868e96")
        axes.plot(x, y, "o", markersize=4, color=colour)
        free = [up for up in range(4) if all(
            abs(y - up * LINE * span - b) > 0.95 * LINE * span
            or (a - x if a > x else x - a) > LETTER * span * (len(name) if a > x else n)
            for a, b, n in taken)]
        if free and (moved or len(things) <= FEW):
            taken.append((x, y - free[0] * LINE * span, len(name)))
            axes.annotate(name, (x, taken[-1][1]), fontsize=7, xytext=(3, 3),
                          fontweight="bold" if moved else "normal", textcoords="offset points")
    for number, agent in enumerate(frame.get("agents") or ()):
        colour, holds = AGENTS[number % len(AGENTS)], agent.get("holding")
        axes.plot(agent["x"], agent["y"], "o", markersize=12, color=colour)
        axes.annotate(f"{agent['name']} ({holds})" if holds else agent["name"],
                      (agent["x"], agent["y"]), color=colour, fontsize=8, fontweight="bold",
                      xytext=(0, -16), textcoords="offset points", ha="center")
    axes.set_aspect("equal")
    axes.invert_yaxis()
    axes.set_axis_off()
