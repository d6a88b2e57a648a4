"""An episode as one animated SVG, made from the frames of its trace: no script, no other file."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import shorten
from typing import Any, TypeVar

from planner.console import display_width
from planner.files import filled

STEP_S = 0.8
MAX_STEPS = 200
AGENTS = ("#2563eb", "#d9480f", "#2b8a3e", "#9c36b5", "#0b7285", "#c2255c", "#846358", "#495057")
KINDS = {"person": "#9c36b5", "reservoir": "#0b7285", "deposit": "#2b8a3e", "goal": "#c2255c"}
FIRE = {1: "#ffd43b", 2: "#ff922b", 3: "#e03131"}
Frame = Mapping[str, Any]
Part = TypeVar("Part", bound=Hashable)
Edges = tuple[float, float, float]
"""Left and right edge of the picture, upper edge of the scene."""


def animation(shown: Mapping[str, Any], title: str) -> str:
    """Draw a replay (:func:`benchmarks.report.replays.replay_from_trace`).

    Robots glide from step to step; cells and things stand as they are in each step. Viewers
    that do not animate show the last step. Equal input gives equal text.
    """
    frames: list[Frame] = []
    for step in shown["steps"][:MAX_STEPS]:
        frames.append({**(frames[-1] if frames else {}), **step["frame"]})
    first = frames[0] if frames else {}
    left, top, width, height = extent(first)
    unit = float(first.get("unit") or max(width, height) / 30)
    edges, cards = (left - 3 * unit, left + width + 3 * unit, top), first.get("plan") == "cards"
    names = dict.fromkeys(str(a["name"]) for f in frames for a in f.get("agents") or ())
    return filled(
        Path(__file__).with_name("animation.html"), title=title, left=left, top=top, width=width,
        height=height, unit=unit, cards=cards, colours=AGENTS, seconds=len(frames) * STEP_S,
        heading=shorten(title, max(9, int(1.8 * width / unit)), placeholder=" …") + left_out(shown),
        times=[f"{k / len(frames):.4f}" for k in range(len(frames))],
        cells=_standing([_cells(f, float(first.get("grid", 1))) for f in frames]),
        things=_standing([_things(f, unit, cards, edges) for f in frames]),
        robots=[_robot(name, frames, unit, cards, edges) for name in names],
        captions=_standing([[f"step {k}" + (f": {f['caption']}" if f.get("caption") else "")]
                            for k, f in enumerate(frames)]))


def left_out(shown: Mapping[str, Any]) -> str:
    """Return what an animation says of a replay that is too long for it, else nothing."""
    steps = len(shown["steps"]) - 1
    return f" (the first {MAX_STEPS - 1} of {steps} steps)" if steps >= MAX_STEPS else ""


def extent(frame: Frame) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a scene; its cells have their places in the middle."""
    half = float(frame.get("grid", 1) or 0) / 2
    left, top = (float(frame.get(k) or 0) - half for k in ("left", "top"))
    width, height = (float(frame.get(k) or 10) for k in ("width", "height"))
    return left, top, width, height


def _standing(drawn: Sequence[Iterable[Part]]) -> list[tuple[Part, list[str]]]:
    """Return what stands in some frame, and in which it is visible; nothing said: in all."""
    when: dict[Part, set[int]] = {}
    for number, parts in enumerate(drawn):
        for part in parts:
            when.setdefault(part, set()).add(number)
    return [(part, [] if len(steps) == len(drawn) else [
        "visible" if k in steps else "hidden" for k in range(len(drawn))])
        for part, steps in when.items()]


def _cells(frame: Frame, grid: float) -> Iterator[tuple[float, float, float, float, str]]:
    """Yield left, top, width, height and colour of each cell."""
    for cell in frame.get("cells") or ():
        kind, level = str(cell.get("kind")), int(cell.get("level") or 0)
        colour = FIRE.get(level, "#eadfc8") if kind == "fire" else {
            "wall": "#6b7280", "free": "#ffffff"}.get(kind, "#d7dbe3")
        wide, high = (float(cell.get(k, grid)) for k in ("width", "height"))
        yield cell["x"] - wide / 2, cell["y"] - high / 2, wide, high, colour


def _label(name: str, x: float, unit: float, edges: Edges) -> tuple[str, float, float]:
    """Return a name as far as there is room for it, where its middle lies, and half its width."""
    most = int((edges[1] - edges[0]) / (0.44 * unit))
    shown = name if display_width(name) <= most else f"{name[:most - 1]}…"
    half = 0.22 * unit * display_width(shown)
    return shown, max(edges[0] + half, min(x, edges[1] - half)), half


def _things(frame: Frame, unit: float, cards: bool, edges: Edges) -> Iterator[tuple[object, ...]]:
    """Yield name, place and colour of things, and their labels with places (none: not drawn).

    A name that would lie on another one stands below its thing, or nowhere.
    """
    taken = list[tuple[float, float, float]]()
    for thing in frame.get("objects") or ():
        if thing.get("x") is None or thing.get("kind") == "fire":
            continue
        x, y, name = thing["x"], thing["y"], str(thing.get("name", ""))
        name += f" ({thing['state']})" if cards and thing.get("state") else ""
        label, middle, half = _label(name, x, unit, edges)
        above = (y - 0.6 * unit,) if y - 1.3 * unit > edges[2] else ()  # the step's line is there
        place = next((p for p in (*above, y + 1.1 * unit) if not cards and all(
            abs(p - other) > 0.7 * unit or abs(middle - at) > half + wide
            for at, other, wide in taken)), None)
        if place is not None:
            taken.append((middle, place, half))
        colour = thing.get("colour") or KINDS.get(str(thing.get("kind")), "#495057")
        yield name, x, y, str(colour), label, middle, place


def _robot(name: str, frames: Sequence[Frame], unit: float, cards: bool, edges: Edges
           ) -> dict[str, Any]:
    """Return where a robot and its name are in each frame, as texts."""
    places: list[tuple[float, float]] = []
    for frame in frames:
        found = [(a["x"], a["y"]) for a in frame.get("agents") or () if a["name"] == name]
        places.append((*found, *places[-1:], (0.0, 0.0))[0])
    return {
        "x": [f"{x:g}" for x, _ in places], "y": [f"{y:g}" for _, y in places],
        "label": name if cards else _label(name, 0, unit, edges)[0],
        "label_x": [f"{x + 0.8 * unit if cards else _label(name, x, unit, edges)[1]:g}"
                    for x, _ in places],
        "label_y": [f"{y + (0.28 if cards else 1.4) * unit:g}" for _, y in places]}
