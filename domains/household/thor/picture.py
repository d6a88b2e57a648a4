"""Draw a floor plan from above: walkable cells, furniture, objects, agents, view cones."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from domains.household.thor.bodies.body import Agent, Body
from domains.household.thor.bodies.cameras import Camera
from domains.household.thor.bodies.sight import footprint
from domains.household.thor.bodies.world import World
from domains.household.thor.geometry import Box, Floats
from domains.household.thor.scene import GRID
from planner.errors import MissingError, PlannerError

__all__ = ["Story", "draw"]

_FURNITURE, _BIG, _SMALL = "#c9b79c", "#8d99ae", "#2a9d8f"
_AGENTS = ("#d1495b", "#3066be", "#edae49", "#6a4c93", "#00798c")
_MOVED = "#b3400b"
_UNLABELLED = frozenset({"StoveBurner", "StoveKnob", "LightSwitch", "SinkBasin", "Floor"})


@dataclass(frozen=True)
class Story:
    """What is told in a picture besides the scene: a caption, the agents' names, what was moved.

    ``moved`` maps objectId → where it was at first (x, z).
    """

    caption: str = ""
    names: Sequence[str] = ()
    moved: Mapping[str, tuple[float, float]] = field(default_factory=dict)


NOTHING_TOLD = Story()


def _figure(wide: float, high: float, dpi: int) -> Any:
    """Make a figure of a size in inches; raises :class:`MissingError` without matplotlib."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingError(f"{error}; pip install 'lmfree-planner[plots]'") from None
    figure = Figure(figsize=(wide, high), dpi=dpi)
    FigureCanvasAgg(figure)
    return figure


def frame(world: World, camera: Camera, width: int, height: int) -> npt.NDArray[np.uint8]:
    """Draw the scene from above as one camera's frame: (height, width, 3), RGB.

    An orthographic camera that looks down shows exactly its part of the floor, any other the
    whole scene: there are no meshes to render.
    """
    figure = _figure(width / 100, height / 100, 100)
    axes = figure.add_axes((0, 0, 1, 1))
    _scene(axes, world)
    low, high = _extent(world)
    if camera.orthographic:
        centre = np.array([camera.position[0], camera.position[2]])
        half = np.array([camera.size * width / height, camera.size])
        low, high = centre - half, centre + half
    axes.set_xlim(low[0], high[0])
    axes.set_ylim(low[1], high[1])
    axes.set_axis_off()
    figure.canvas.draw()
    pixels: npt.NDArray[np.uint8] = np.asarray(figure.canvas.buffer_rgba())[..., :3].copy()
    return pixels


def _scene(axes: Any, world: World, story: Story = NOTHING_TOLD) -> None:
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


def draw(world: World, path: Path, story: Story = NOTHING_TOLD) -> None:
    """Write the picture; the suffix of ``path`` chooses the format (png, svg, pdf)."""
    low, high = _extent(world)
    wide, deep = (high - low).tolist()
    scale = 11.0 / max(wide, deep, 1.0)
    figure = _figure(max(5.0, wide * scale + 1), max(5.0, deep * scale + 1.2), 110)
    axes = figure.add_subplot()
    _scene(axes, world, story)
    axes.set_xlim(low[0], high[0])
    axes.set_ylim(low[1], high[1])
    axes.set_aspect("equal")
    axes.set_xlabel("x in metres")
    axes.set_ylabel("z in metres (up: yaw 0)")
    axes.set_title(
        story.caption or f"{world.scene.name}: {len(world.bodies)} objects, "
        f"{len(world.cells)} walkable points ({world.scene.source})",
        fontsize=10, loc="left" if story.caption else "center")
    try:  # the same size for each step of a film
        figure.savefig(path, bbox_inches=None if story.caption else "tight")
    except (OSError, ValueError) as error:
        raise PlannerError(f"{path}: cannot be written ({error})") from None


def _cells(axes: Any, world: World) -> None:
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    squares = [
        Rectangle((x * GRID - GRID / 2, z * GRID - GRID / 2), GRID, GRID)
        for x, z in sorted(world.cells)
    ]
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
    from matplotlib.patches import Polygon

    small = body.record["pickupable"]
    colour = _SMALL if small else _FURNITURE if body.record["receptacle"] else _BIG
    for box in parts:
        directions, half = footprint(box)
        corners = [
            box.centre[[0, 2]] + directions @ (half * np.array(s))
            for s in ((1, 1), (1, -1), (-1, -1), (-1, 1))
        ]
        axes.add_patch(Polygon(
            corners, closed=True, facecolor=colour,
            edgecolor="#333333" if len(parts) == 1 else colour, linewidth=0.6,
            alpha=0.9 if small else 0.45, zorder=3 if small else 1))


def _moved(axes: Any, body: Body, start: tuple[float, float]) -> None:
    """Mark a thing that is no longer where it was, with an arrow from there."""
    from matplotlib.patches import Circle

    end = (float(body.box.centre[0]), float(body.box.centre[2]))
    axes.add_patch(Circle(end, 0.11, fill=False, edgecolor=_MOVED, linewidth=1.8, zorder=4))
    axes.annotate("", end, start, zorder=4, arrowprops={
        "arrowstyle": "->", "color": _MOVED, "linewidth": 1.1, "linestyle": ":"})


def _labels(axes: Any, world: World, story: Story) -> None:
    """Name things where there is room, moved ones first; what would cover a name is moved up."""
    from matplotlib.patheffects import withStroke

    halo = [withStroke(linewidth=1.6, foreground="white")]
    taken: list[tuple[float, float, int]] = []
    low, high = _extent(world)
    letter, line = (float(max(high - low)) * share for share in (0.0075, 0.0165))
    taken += [(a.x, a.z, 4) for a in world.agents]
    order = sorted(world.bodies, key=lambda b: (
        b.id not in story.moved, bool(b.record["pickupable"]), -b.top_area(), b.id))
    for body in order:
        if not body.active or body.type in _UNLABELLED:
            continue
        x, z = float(body.box.centre[0]), float(body.box.centre[2])
        for _ in range(6):
            if all(abs(x - a) > letter * (len(body.type) + wide + 1) / 2 or abs(z - b) > line
                   for a, b, wide in taken):
                break
            z += 1.05 * line
        else:
            continue
        taken.append((x, z, len(body.type)))
        small, moved = body.record["pickupable"], body.id in story.moved
        axes.text(x, z, body.type, ha="center", va="center", zorder=5, fontsize=7.5,
                  fontweight="bold" if moved else "normal",
                  color=_MOVED if moved else "#0b5345" if small else "#222222",
                  path_effects=halo)


def _agent(axes: Any, agent: Agent, world: World, story: Story) -> None:
    from matplotlib.patches import Circle, Wedge

    colour = _AGENTS[agent.index % len(_AGENTS)]
    heading, fov = 90.0 - agent.yaw, world.settings.field_of_view
    reach = world.settings.visibility_distance
    axes.add_patch(Wedge((agent.x, agent.z), reach, heading - fov / 2, heading + fov / 2,
                         facecolor=colour, alpha=0.18, zorder=2))
    axes.add_patch(Circle((agent.x, agent.z), 0.18, facecolor=colour, edgecolor="white",
                          zorder=6))
    tip: Sequence[float] = (
        agent.x + 0.3 * math.sin(math.radians(agent.yaw)),
        agent.z + 0.3 * math.cos(math.radians(agent.yaw)),
    )
    axes.plot([agent.x, tip[0]], [agent.z, tip[1]], color=colour, linewidth=2, zorder=6)
    name = story.names[agent.index] if agent.index < len(story.names) else ""
    axes.text(agent.x, agent.z, name[:1] or str(agent.index), color="white", ha="center",
              va="center", fontsize=8, zorder=7)
    if name:
        holds = world.bodies[agent.held].type if agent.held is not None else ""
        axes.text(agent.x, agent.z - 0.27, f"{name} ({holds})" if holds else name, ha="center",
                  va="center", fontsize=8, fontweight="bold", color=colour, zorder=8,
                  bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none",
                        "alpha": 0.75})
