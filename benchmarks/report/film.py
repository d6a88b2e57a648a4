"""An episode as an animated GIF, made from the frames of its trace."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from benchmarks.report.animation import AGENTS, KINDS
from planner.errors import MissingError, UsageError

__all__ = ["film"]

MAX_STEPS = 200
STEP_MS = 900
FEW = 40
"""Things of a frame up to which all are named; of more, only those that were moved."""
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
        raise MissingError(f"{error}; pip install 'lmfree-planner[plots]'") from None
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
        told = "   ".join(f"{a}: {done['text']}" for a, done in step.get("actions", {}).items())
        axes.set_title("\n".join([*wrap(str(shown.get("instruction") or ""), 90)[:2],
                                  f"step {number}", *wrap(told, 100)[:4]]), fontsize=9, loc="left")
        stream = io.BytesIO()
        figure.savefig(stream, format="png")
        pictures.append(Image.open(stream).convert("P", palette=Image.Palette.ADAPTIVE, colors=64))
    start, *rest = pictures
    try:
        start.save(out, "GIF", save_all=True, append_images=rest, duration=STEP_MS, loop=0)
    except OSError as error:
        raise UsageError(f"{out} can't be written: {error}") from None


def _draw(axes: Any, frame: Frame, first: Mapping[str, tuple[float, float]]) -> None:
    cells = [cell for cell in frame.get("cells") or () if "width" not in cell]
    axes.scatter([c["x"] for c in cells], [c["y"] for c in cells], marker="s", s=20,
                 color="#dfe8da")
    things: Sequence[Frame] = frame.get("objects") or ()
    for thing in things:
        name, place = str(thing.get("name")), (thing["x"], thing["y"])
        moved = place != first[name]
        colour = thing.get("colour") or KINDS.get(str(thing.get("kind")), "#868e96")
        axes.plot(*place, "o", markersize=4, color=colour)
        if moved or len(things) <= FEW:
            axes.annotate(name, place, fontsize=7, fontweight="bold" if moved else "normal",
                          xytext=(3, 3), textcoords="offset points")
    for number, agent in enumerate(frame.get("agents") or ()):
        colour, holds = AGENTS[number % len(AGENTS)], agent.get("holding")
        axes.plot(agent["x"], agent["y"], "o", markersize=12, color=colour)
        axes.annotate(f"{agent['name']} ({holds})" if holds else agent["name"],
                      (agent["x"], agent["y"]), color=colour, fontsize=8, fontweight="bold",
                      xytext=(0, -16), textcoords="offset points", ha="center")
    axes.set_aspect("equal")
    axes.invert_yaxis()
    axes.set_axis_off()
