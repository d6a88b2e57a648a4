"""Draw a floor plan from above: walkable cells, furniture, objects, agents, view cones."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from domains.household.thor.bodies.body import Agent, Body
from domains.household.thor.bodies.sight import footprints
from domains.household.thor.bodies.world import World
from domains.household.thor.geometry import Box, Floats, rotate_yaw
from domains.household.thor.scene import GRID
from planner.errors import MissingError, PlannerError, remedy

try:
    from matplotlib.collections import PatchCollection
    from matplotlib.figure import Figure
    from matplotlib.font_manager import findfont, get_font
    from matplotlib.patches import Circle, Polygon, Rectangle, Wedge
    from matplotlib.patheffects import withStroke
except ImportError as error:
    raise MissingError(f"{error}; {remedy('plots')}") from None

_FURNITURE, _BIG, _SMALL = "#c9b79c", "#8d99ae", "#2a9d8f"
_AGENTS = ("#d1495b", "#3066be", "#a8650c", "#6a4c93", "#00798c")
_MOVED = "#b3400b"
_HEAP_M = 0.35
"""How near (m, from above) things of one type lie to share one label."""
_UNLABELLED = frozenset({"StoveBurner", "StoveKnob", "LightSwitch", "SinkBasin", "Floor"})


@dataclass(frozen=True)
class Story:
    """What a picture says besides the scene: a caption, the agents' names, what was moved.

    ``moved`` maps objectId → where it was at first (x, z), ``called`` objectId → what the agents
    call it, for what they moved or act on. ``lines`` keeps room for a caption of so many lines.
    """

    caption: str = ""
    names: Sequence[str] = ()
    moved: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)
    lines: int = 4


def drawable(name: str, other: str) -> str:
    """Return a name, or another where the font lacks a letter of it."""
    font = get_font(findfont("sans"))
    return name if all(font.get_char_index(ord(c)) for c in name) else other


def draw(world: World, path: Path, story: Story | None = None) -> None:
    """Write the picture; the suffix of ``path`` chooses the format (png, svg, pdf)."""
    story = story or Story()
    low, high = _extent(world)
    scale = 9.0 / max(*(high - low).tolist(), 1.0)  # inches per metre
    spare = np.maximum(0.0, np.array([5.0, 3.0]) / scale - (high - low)) / 2
    low, high = low - spare, high + spare
    wide, deep = ((high - low) * scale).tolist()
    text = story.caption or (f"{world.scene.name}: {len(world.bodies)} objects, "
                             f"{len(world.cells)} walkable points\n({world.scene.source})")
    top = 0.2 + 0.2 * max(story.lines if story.caption else 2, len(text.splitlines()))
    figure = Figure(figsize=(wide + 0.9, deep + 0.6 + top), dpi=110)
    size = np.array([wide + 0.9, deep + 0.6 + top] * 2)
    axes = figure.add_axes(tuple(np.array([0.7, 0.6, wide, deep]) / size))
    _cells(axes, world)
    for body in sorted(world.bodies, key=lambda b: b.top_area(), reverse=True):
        if body.active and body.type != "Floor":
            _body(axes, body, world.parts.get(world.index[body.id], [body.box]))
    for body in world.bodies:
        if body.active and body.id in story.moved:
            _moved(axes, body, story.moved[body.id])
    _labels(axes, world, story)
    for agent in world.agents:
        _agent(axes, agent, world, story)
    axes.set_xlim(low[0], high[0])
    axes.set_ylim(low[1], high[1])
    axes.set_xlabel("x in metres")
    axes.set_ylabel("z in metres (up: yaw 0)")
    figure.text(0.7 / size[0], 1 - 0.1 / size[1], text, fontsize=10, va="top", linespacing=1.3)
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise PlannerError(f"{path}: cannot be written ({error})") from None


def _cells(axes: Any, world: World) -> None:
    squares = [Rectangle((x * GRID - GRID / 2, z * GRID - GRID / 2), GRID, GRID)
               for x, z in sorted(world.cells)]
    axes.add_collection(PatchCollection(
        squares, facecolor="#eef5ea", edgecolor="#cfe0c8", linewidth=0.6, zorder=0))


def _extent(world: World) -> tuple[Floats, Floats]:
    """Lowest and highest (x, z) of all boxes, walkable cells and agents, with a margin."""
    points = [np.array(c) * GRID for c in world.cells]
    for body in world.bodies:
        if body.active and body.type != "Floor":
            half = body.box.extent()[[0, 2]]
            points += [body.box.centre[[0, 2]] - half, body.box.centre[[0, 2]] + half]
    return np.min(points, axis=0) - 0.4, np.max(points, axis=0) + 0.4


def _body(axes: Any, body: Body, parts: Sequence[Box]) -> None:
    small = body.record["pickupable"]
    colour = _SMALL if small else _FURNITURE if body.record["receptacle"] else _BIG
    for box in parts:
        (directions,), (half,) = footprints(box.axes[None], box.half[None])
        corners = [box.centre[[0, 2]] + directions @ (half * s)
                   for s in ((1, 1), (1, -1), (-1, -1), (-1, 1))]
        axes.add_patch(Polygon(
            corners, closed=True, facecolor=colour,
            edgecolor="#333333" if len(parts) == 1 else colour, linewidth=0.6,
            alpha=0.9 if small else 0.45, zorder=3 if small else 1))


def _moved(axes: Any, body: Body, start: tuple[float, float]) -> None:
    """Mark a thing that is no longer where it was, with an arrow from there."""
    end = (float(body.box.centre[0]), float(body.box.centre[2]))
    axes.add_patch(Circle(end, 0.11, fill=False, edgecolor=_MOVED, linewidth=1.8, zorder=4))
    axes.annotate("", end, start, zorder=4, arrowprops={
        "arrowstyle": "->", "color": _MOVED, "linewidth": 1.1, "linestyle": ":"})


def _labels(axes: Any, world: World, story: Story) -> None:
    """Name things where there is room: moved ones first, then what is acted on, then the rest.

    What would cover a name is moved up or down; things of a type in one heap share a name.
    """
    halo = [withStroke(linewidth=1.6, foreground="white")]
    low, high = _extent(world)
    letter, line = (float(max(high - low)) * share for share in (0.0085, 0.019))
    taken = [(a.x, a.z + up, max(0.4, letter * 9) if up < -0.2 else 0.4)
             for a in world.agents for up in np.arange(-0.3, 0.2, line)]
    for text, body in _names(world, story):
        x, z = float(body.box.centre[0]), float(body.box.centre[2])
        half = letter * (len(text) + 1) / 2
        x = min(max(x, float(low[0]) + half), float(high[0]) - half)
        free = [z + shift * line for shift in (0, 1, -1, 2, -2, 3, -3)
                if all(abs(x - a) > half + w / 2 or abs(z + shift * line - b) > 0.95 * line
                       for a, b, w in taken)]
        if not free:
            continue
        taken.append((x, free[0], 2 * half))
        small, moved = body.record["pickupable"], body.id in story.moved
        axes.text(x, free[0], text, ha="center", va="center", zorder=5, fontsize=7.5,
                  fontweight="bold" if body.id in story.called else "normal",
                  color=_MOVED if moved else "#0b5345" if small else "#222222",
                  path_effects=halo)


def _names(world: World, story: Story) -> list[tuple[str, Body]]:
    """List the labels in the order of their importance, each with the body it belongs to."""
    order = sorted((b for b in world.bodies if b.id in story.called
                    or (b.active and b.type not in _UNLABELLED)), key=lambda b: (
        b.id not in story.moved, b.id not in story.called, bool(b.record["pickupable"]),
        -b.top_area(), b.id))
    heaps: list[list[Body]] = []
    for body in order:
        near = [h for h in heaps if h[0].type == body.type and h[0].id not in story.called
                and math.dist(h[0].box.centre[[0, 2]], body.box.centre[[0, 2]]) < _HEAP_M]
        if near and body.id not in story.called:
            near[0].append(body)
        else:
            heaps.append([body])
    return [(story.called.get(h[0].id, h[0].type) + (f" ×{len(h)}" if len(h) > 1 else ""), h[0])
            for h in heaps]


def _agent(axes: Any, agent: Agent, world: World, story: Story) -> None:
    colour = _AGENTS[agent.index % len(_AGENTS)]
    heading, fov = 90.0 - agent.yaw, world.settings.field_of_view
    reach = world.settings.visibility_distance
    axes.add_patch(Wedge((agent.x, agent.z), reach, heading - fov / 2, heading + fov / 2,
                         facecolor=colour, alpha=0.18, zorder=2))
    axes.add_patch(Circle((agent.x, agent.z), 0.18, facecolor=colour, edgecolor="white",
                          zorder=6))
    dx, _, dz = rotate_yaw((0.0, 0.0, 0.3), agent.yaw)
    axes.plot([agent.x, agent.x + dx], [agent.z, agent.z + dz], color=colour, linewidth=2, zorder=6)
    names = [drawable(n, f"robot {k}") for k, n in enumerate(story.names, start=1)]
    name = names[agent.index] if agent.index < len(names) else ""
    alone = len({n[0] for n in names}) == len(names)
    mark = name[:1] if name and alone else str(agent.index + 1)
    axes.text(agent.x, agent.z, mark, color="white", ha="center", va="center", fontsize=8,
              zorder=7)
    if name:
        holds = world.bodies[agent.held].type if agent.held is not None else ""
        axes.text(agent.x, agent.z - 0.27, f"{name} ({holds})" if holds else name, ha="center",
                  va="center", fontsize=8, fontweight="bold", color=colour, zorder=8,
                  bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none",
                        "alpha": 0.75})
