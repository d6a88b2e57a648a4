"""An episode as one animated SVG, made from the frames of its trace: no script, no other file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from textwrap import shorten
from typing import Any

from planner.console import display_width

STEP_S = 0.8
MAX_STEPS = 200
AGENTS = ("#2563eb", "#d9480f", "#2b8a3e", "#9c36b5", "#0b7285", "#c2255c", "#846358", "#495057")
KINDS = {"person": "#9c36b5", "reservoir": "#0b7285", "deposit": "#2b8a3e", "goal": "#c2255c"}
FIRE = {1: "#ffd43b", 2: "#ff922b", 3: "#e03131"}
Frame = Mapping[str, Any]
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
    grid = float(first.get("grid", 1))
    left, top, width, height = extent(first)
    unit = float(first.get("unit") or max(width, height) / 30)
    cards = first.get("plan") == "cards"
    edges = left - 3 * unit, left + width + 3 * unit, top
    box = f"{edges[0]:g} {top - 2.5 * unit:g} {width + 6 * unit:g} {height + 4.1 * unit:g}"
    parts = [f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" '
             'fill="#eef1f6"/>',
             f'<text x="{left:g}" y="{top - 1.4 * unit:g}" font-size="{unit:g}">'
             f"{escape(shorten(title, max(9, int(1.8 * width / unit)), placeholder=' …'))}"
             f"{left_out(shown)}</text>"]
    parts += _changing([[_cell(x, grid) for x in f.get("cells") or ()] for f in frames])
    parts += _changing([_things(f.get("objects") or (), unit, cards, edges) for f in frames])
    parts += [_agent(name, frames, number, unit, cards, edges)
              for number, name in enumerate(_names(frames))]
    parts += _changing([[f'<text x="{left:g}" y="{top - 0.2 * unit:g}" font-size="{unit:g}">'
                         f"step {k}{_caption(f)}</text>"] for k, f in enumerate(frames)])
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="640" role="img" '
            f'font-family="sans-serif"><title>{escape(title)}</title>{"".join(parts)}</svg>\n')


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


def _changing(drawn: Sequence[Sequence[str]]) -> list[str]:
    """Return what stands in every frame once, and the rest for the frames that have it."""
    when: dict[str, list[int]] = {}
    for number, parts in enumerate(drawn):
        for part in dict.fromkeys(filter(None, parts)):
            when.setdefault(part, []).append(number)
    return [part if len(steps) == len(drawn) else _at_times(part, steps, len(drawn))
            for part, steps in when.items()]


def _at_times(part: str, steps: Sequence[int], count: int) -> str:
    shown = ["visible" if k in set(steps) else "hidden" for k in range(count)]
    return f'<g visibility="{shown[-1]}">{_animate("visibility", shown, "discrete")}{part}</g>'


def _animate(attribute: str, values: Sequence[str], mode: str) -> str:
    times = ";".join(f"{k / len(values):.4f}" for k in range(len(values)))
    if mode == "linear":
        times, values = f"{times};1", [*values, values[-1]]
    return (f'<animate attributeName="{attribute}" values="{";".join(values)}" keyTimes="{times}" '
            f'calcMode="{mode}" dur="{len(values) * STEP_S:g}s" repeatCount="indefinite"/>')


def _cell(cell: Frame, grid: float) -> str:
    kind, level = str(cell.get("kind")), int(cell.get("level") or 0)
    colour = FIRE.get(level, "#eadfc8") if kind == "fire" else {
        "wall": "#6b7280", "free": "#ffffff"}.get(kind, "#d7dbe3")
    wide, high = (float(cell.get(k, grid)) for k in ("width", "height"))
    return (f'<rect x="{cell["x"] - wide / 2:g}" y="{cell["y"] - high / 2:g}" width="{wide:g}" '
            f'height="{high:g}" fill="{colour}"/>')


def _caption(frame: Frame) -> str:
    return escape(f": {frame['caption']}") if frame.get("caption") else ""


def _label(name: str, x: float, unit: float, edges: Edges) -> tuple[str, float, float]:
    """Return a name as far as there is room for it, where its middle lies, and half its width."""
    most = int((edges[1] - edges[0]) / (0.44 * unit))
    shown = name if display_width(name) <= most else f"{name[:most - 1]}…"
    half = 0.22 * unit * display_width(shown)
    return shown, max(edges[0] + half, min(x, edges[1] - half)), half


def _things(things: Sequence[Frame], unit: float, cards: bool, edges: Edges) -> list[str]:
    """Draw things; a name that would lie on another one stands below its thing, or nowhere.

    On cards it stands beside its thing.
    """
    drawn, taken = [], list[tuple[float, float, float]]()
    for thing in things:
        if thing.get("x") is None or thing.get("kind") == "fire":
            continue
        x, y, name = thing["x"], thing["y"], str(thing.get("name", ""))
        name += f" ({thing['state']})" if cards and thing.get("state") else ""
        size = 0.75 * unit
        colour = str(thing.get("colour") or KINDS.get(str(thing.get("kind")), "#495057"))
        shown, middle, half = _label(name, x, unit, edges)
        above = (y - 0.6 * unit,) if y - 1.3 * unit > edges[2] else ()  # the step's line is there
        place = next((p for p in (*above, y + 1.1 * unit) if all(
            abs(p - other) > 0.7 * unit or abs(middle - at) > half + wide
            for at, other, wide in taken)), None)
        label = ""
        if cards:
            label = (f'<text x="{x + 0.8 * unit:g}" y="{y + 0.28 * unit:g}" '
                     f'font-size="{0.8 * unit:g}">{escape(name)}</text>')
        elif place is not None:
            taken.append((middle, place, half))
            label = (f'<text x="{middle:g}" y="{place:g}" font-size="{0.7 * unit:g}" '
                     f'text-anchor="middle">{escape(shown)}</text>')
        drawn.append(f'<g><title>{escape(name)}</title><rect x="{x - size / 2:g}" '
                     f'y="{y - size / 2:g}" width="{size:g}" height="{size:g}" '
                     f'fill="{escape(colour)}"/>'
                     f"{label}</g>")
    return drawn


def _names(frames: Sequence[Frame]) -> list[str]:
    return list(dict.fromkeys(str(a["name"]) for f in frames for a in f.get("agents") or ()))


def _agent(name: str, frames: Sequence[Frame], number: int, unit: float, cards: bool,
           edges: Edges) -> str:
    places: list[tuple[float, float]] = []
    for frame in frames:
        found = [a for a in frame.get("agents") or () if a["name"] == name]
        places.append((found[0]["x"], found[0]["y"]) if found else
                      places[-1] if places else (0.0, 0.0))
    xs, ys = [f"{x:g}" for x, _ in places], [f"{y:g}" for _, y in places]
    dot = (f'<circle cx="{xs[-1]}" cy="{ys[-1]}" r="{0.6 * unit:g}" fill="{AGENTS[number % 8]}">'
           f'{_animate("cx", xs, "linear")}{_animate("cy", ys, "linear")}</circle>')
    below = [f"{y + (0.28 if cards else 1.4) * unit:g}" for _, y in places]
    xs = [f"{x + 0.8 * unit if cards else _label(name, x, unit, edges)[1]:g}" for x, _ in places]
    shown = escape(name if cards else _label(name, 0, unit, edges)[0])
    anchor = "start" if cards else "middle"
    label = (f'<text x="{xs[-1]}" y="{below[-1]}" font-size="{0.75 * unit:g}" '
             f'text-anchor="{anchor}">{shown}{_animate("x", xs, "linear")}'
             f'{_animate("y", below, "linear")}</text>')
    return dot + label
