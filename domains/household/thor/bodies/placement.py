"""Free spots in and on receptacles, what lies under a point, and what stands in the way.

Surfaces are the level outline of a receptacle's box at the heights of ``receptacles.toml``.
A CounterTop's box may span the floor of an L-shaped kitchen, so spots where an agent can stand
do not count as surface.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from domains.household.thor.bodies.body import Agent, Body
from domains.household.thor.bodies.sight import Bools, footprint_distance
from domains.household.thor.bodies.world import World
from domains.household.thor.geometry import Box, Floats, Vector, hulls
from domains.household.thor.scene import GRID
from planner.files import read_toml

RULES = read_toml(Path(__file__).with_name("receptacles.toml"))
_TOUCH = 0.015  # metres by which neighbours may overlap
_STEPS = 9  # spots along each side of a surface
_NEAR_SURFACE = 0.12  # metres between a thing and the surface it is said to rest on
_STAYS = 0.001  # metres
_UPRIGHT = 0.9  # cosine of the tilt up to which a receptacle has a surface of its own
_EDGE = 0.06  # metres from a surface's edge to the outermost point where things are to be put
_SAME_HEIGHT = 0.03  # metres: gaps that differ by less say nothing
SEPARATION = 0.45
"""Least distance of two agents in metres; neighbours on the 0.25 m grid collide."""
_BODY = 0.2
_SLACK = 0.06  # boxes are larger than meshes: depth in metres by which they may overlap


def clear_spots(
    world: World, agent: Agent, item: int, receptacle: int, *, seen: bool = False
) -> Iterator[Vector]:
    """Yield where ``item``'s pivot may go, the nearest first; ``seen``: in reach and in view."""
    holder, box = world.bodies[receptacle], world.bodies[item].box
    up, axes = np.array([0.0, float(box.extent()[1]), 0.0]), _frame(holder.box)
    outline = _outline(box, axes)
    lift = np.array(world.bodies[item].position) - (box.centre - up)
    obstacles = _obstacles(world, item, receptacle)
    for spot in _spots(world, agent, holder, outline, up if seen else None):
        if not overlaps(axes.T @ (spot + up), outline, *obstacles).any():
            x, y, z = (spot + lift).tolist()
            yield x, y, z


def surface_points(
    world: World, agent: Agent, receptacle: int, *, anywhere: bool
) -> list[list[float]]:
    """Return the points of a receptacle's surfaces on which nothing lies, the nearest first."""
    holder = world.bodies[receptacle]
    axes, nothing, edge = _frame(holder.box), np.zeros(3), np.array([_EDGE, 0.0, _EDGE])
    centres, extents = _obstacles(world, receptacle, receptacle)
    return [spot.tolist()
            for spot in _spots(world, agent, holder, edge, None if anywhere else nothing)
            if not overlaps(axes.T @ (spot + [0.0, 2 * _TOUCH, 0.0]), nothing, centres,
                            extents + _TOUCH).any()]


def join_or_fall(world: World, item: int) -> float:
    """Let a body join what it rests in, or fall to what lies below; return how far (m) it fell."""
    receptacle, fall = receptacle_at(world, item), 0.0
    if receptacle is None:
        height, receptacle = support_below(world, item)
        fall = max(0.0, world.bodies[item].box.bottom - height)
        x, y, z = world.bodies[item].position
        world.move(item, (x, y - fall, z))
    if receptacle is not None:
        world.attach(item, receptacle)
    return fall


def place(world: World, item: int, position: Vector, yaw: float | None = None) -> None:
    """Carry a body to a point, turned to a heading if one is given, and let it settle there.

    As in the real engine it comes to rest on what is below the point, even where its pivot lies
    above its bottom; what is said to be where it is already stays.
    """
    body, start = world.bodies[item], world.scene.objects
    turn = 0.0 if yaw is None else (yaw - float(body.record["rotation"]["y"]) + 180.0) % 360.0 - 180
    rests = world.parents(item) or (item < len(start) and not start[item]["parentReceptacles"])
    if (rests and world.holder(item) is None and math.dist(body.position, position) < _STAYS
            and abs(turn) < 1.0):
        return
    world.detach(item)
    world.move(item, position, turn % 360.0)
    (x, y, z), bottom = position, world.bodies[item].box.bottom
    raised = (x, y + max(0.0, y - bottom), z)
    for there, near in ((position, _SAME_HEIGHT), (raised, _SAME_HEIGHT),
                        (position, _NEAR_SURFACE), (raised, 0.0)):
        world.move(item, there)
        if receptacle_at(world, item, near) is not None:
            break
    join_or_fall(world, item)


def attachment(world: World, item: int, receptacle: int) -> Vector:
    """Where ``item``'s pivot goes on a stove burner, in a toaster and the like: it snaps there."""
    body, box = world.bodies[receptacle], world.bodies[item].box
    bottom = box.centre - [0.0, float(box.extent()[1]), 0.0]
    place = np.array([body.box.centre[0], _surfaces(body)[0], body.box.centre[2]])
    x, y, z = (place + np.array(world.bodies[item].position) - bottom).tolist()
    return x, y, z


def _frame(box: Box) -> Floats:
    """Columns: the directions along which the room on a receptacle is measured, its own ones.

    Those of the world where it lies on its side.
    """
    return box.axes if box.axes[1, 1] >= _UPRIGHT else np.eye(3)


def _outline(box: Box, axes: Floats) -> Floats:
    """Half sizes (m) of the hull of a box along some axes."""
    sizes: Floats = np.abs(axes.T @ box.axes) @ box.half
    return sizes


def _spots(
    world: World, agent: Agent, holder: Body, outline: Floats, seen: Floats | None
) -> list[Floats]:
    """Candidate resting points (bottom centre of the item) on a receptacle, the nearest first.

    ``outline``: the item's half sizes (m) along the receptacle's axes; ``seen``: how far above the
    point the agent has to have it in reach and in view, None where it need not.
    """
    view, reach = world.view(agent), world.settings.visibility_distance

    def far(spot: Floats) -> float:
        return float(np.hypot(spot[0] - agent.x, spot[2] - agent.z))

    found = _floor_spots(world, agent, holder.box.top, outline) if (
        holder.type == "Floor") else _level_spots(world, holder, outline)
    return sorted(
        (s for s in found if seen is None or (far(s) <= reach and view.inside(s + seen))),
        key=lambda s: (round(far(s), 3), abs(s[1] - agent.hand()[1]), float(s[0]), float(s[2])))


def _level_spots(world: World, holder: Body, outline: Floats) -> Iterator[Floats]:
    box, kind, axes = holder.box, holder.type, _frame(holder.box)
    half, small = _outline(box, axes), kind in RULES["small"]
    if small and min(outline[0], outline[2]) > 1.5 * max(half[0], half[2]) + 0.02:
        return
    room_x, _, room_z = half * 0.5 if small else half - outline
    over = RULES["overhang"].get(kind, 0.02)
    if room_x < -over or room_z < -over:
        return
    for y in _surfaces(holder):
        for across in _line(room_x, small):
            for along in _line(room_z, small):
                spot = box.centre + axes @ np.array([across, 0.0, along])
                spot[1] = y
                if small or not _walkable(world, spot):
                    yield spot


def _line(room: float, small: bool) -> list[float]:
    if room <= 0.01:
        return [0.0]
    if small:
        return [0.0, -room, room]
    count = min(_STEPS, max(2, int(room * 2 / 0.08) + 1))
    spread: list[float] = np.linspace(-room, room, count).tolist()
    return spread + ([0.0] if count % 2 == 0 else [])


def _floor_spots(world: World, agent: Agent, top: float, extent: Floats) -> Iterator[Floats]:
    reach = 0.25 + float(max(extent[0], extent[2]))
    start = world.scene.start.y
    floor = min(top, start - 0.88) if abs(top - start + 0.9) > 0.3 else top
    for x, z in sorted(world.cells):
        gap = float(np.hypot(x * GRID - agent.x, z * GRID - agent.z))
        if reach <= gap <= 2.0:
            yield np.array([x * GRID, floor, z * GRID])


def _walkable(world: World, spot: Floats) -> bool:
    x, z = spot[0] / GRID, spot[2] / GRID
    cell = (round(x), round(z))
    return cell in world.cells and bool(np.hypot(x - cell[0], z - cell[1]) * GRID < 0.18)


def _obstacles(world: World, item: int, receptacle: int) -> tuple[Floats, Floats]:
    """Centres and half sizes of the hulls that an item must not overlap, in the receptacle's axes.

    Furniture that reaches below the surface stands beside it or under it: a corner sofa round a
    table, a chair at a desk. Where its hull and the surface overlap it is hollow.
    """
    geometry = world.geometry()
    skip = {item, receptacle, *world.carried(item), *world.parents(receptacle)}
    inside = set(world.contents(receptacle))
    counter = world.bodies[receptacle].type == "CounterTop"
    # inside a box only its contents are in the way, not the table it stands under
    enclosed = world.bodies[receptacle].type in RULES["no_view_check"]
    surface = min(_surfaces(world.bodies[receptacle])) - _SAME_HEIGHT
    rows = []
    for i, body in enumerate(world.bodies):
        if i in skip or not body.active or body.type == "Floor":
            continue
        if i not in inside and body.box.holds(world.bodies[receptacle].box.centre):
            continue  # a shelf in a cupboard: the cupboard's hull is not in the way
        loose = not enclosed and (body.record["pickupable"] or (
            body.record["moveable"] and body.box.bottom >= surface))
        if i in inside or (loose and not geometry.hidden[i]) or (
            counter and body.type in ("SinkBasin", "StoveBurner", "Microwave", "Fridge")
        ):
            rows.append(i)
    axes = _frame(world.bodies[receptacle].box)
    extent = hulls(axes.T @ geometry.axes[rows], geometry.half[rows])
    for k, i in enumerate(rows):
        if counter and world.bodies[i].type == "SinkBasin":
            extent[k, 1] += 0.3  # nothing is put down over the basin
    return geometry.centre[rows] @ axes, extent


def overlaps(centre: Floats, extent: Floats, centres: Floats, extents: Floats) -> Bools:
    """Tell which of some level boxes another one overlaps by more than neighbours may."""
    found: Bools = np.all(np.abs(centres - centre) < extents + extent - _TOUCH, axis=1)
    return found


def receptacle_at(world: World, item: int, near: float = _NEAR_SURFACE) -> int | None:
    """Return the receptacle in or on which a body rests where it is now, or None.

    ``near`` is the widest gap (m) to its surface.

    Being inside a container counts before lying on a surface; then the smallest gap to the
    surface decides (in steps of 2 cm), then the smaller outline: the box of a counter along the
    walls covers the island in the middle, whose top is as high.
    """
    box, own = world.bodies[item].box, {item, *world.carried(item)}
    found: list[tuple[int, int, float, int]] = []
    for i, body in enumerate(world.bodies):
        record, area = body.record, float(body.box.half[0] * body.box.half[2])
        if i in own or not body.active or not record["receptacle"] or record["isPickedUp"]:
            continue
        if body.type in RULES["must_be_open"]:
            if body.box.holds(box.centre):
                found.append((0, 0, area, i))
            continue
        if not _over(body.box, box.centre, 0.02):
            continue
        gap = min(abs(box.bottom - y) for y in _surfaces(body))
        if body.type == "Shelf" and body.box.holds(box.centre):
            gap = min(gap, 0.02)
        if gap <= near and not (body.type != "Floor" and _on_foot(world, body, box)):
            found.append((1, round(gap / _SAME_HEIGHT), area, i))
    return min(found)[3] if found else None


def support_below(world: World, item: int) -> tuple[float, int | None]:
    """Height of the first surface under a body, and the receptacle it belongs to (or None)."""
    box = world.bodies[item].box
    floor = next((i for i, b in enumerate(world.bodies) if b.type == "Floor"), None)
    best: tuple[float, int | None] = (world.scene.start.y - 0.9, floor)
    own = {item, *world.carried(item)}
    hidden = world.geometry().hidden
    for i, body in enumerate(world.bodies):
        record = body.record
        if i in own or hidden[i] or body.type in RULES["no_support"] or record["isPickedUp"]:
            continue
        if not _over(body.box, box.centre, 0.0) or _on_foot(world, body, box):
            continue
        container = record["openable"] and body.type in RULES["must_be_open"]
        if record["receptacle"] and not container:
            heights: list[tuple[float, int | None]] = [(y, i) for y in _surfaces(body)]
        elif record["pickupable"] or record["moveable"]:
            continue
        else:
            heights = [(body.box.top, None)]
        best = max([best, *(h for h in heights if h[0] <= box.bottom + 0.03)],
                   key=lambda h: h[0])
    return best


def _surfaces(body: Body) -> list[float]:
    """Heights (m) of a body's resting surfaces."""
    low, height = body.box.bottom, body.box.top - body.box.bottom
    if height > RULES["thick"].get(body.type, math.inf):
        return [body.box.top]
    return [low + fraction * height for fraction in RULES["level"].get(body.type, [1.0])]


def _over(box: Box, point: Floats, margin: float) -> bool:
    """Tell whether a point lies within the outline of a box seen from above."""
    away = np.array([point[0] - box.centre[0], 0.0, point[2] - box.centre[2]])
    if box.axes[1, 1] < _UPRIGHT:
        return bool((np.abs(away) <= box.extent() + margin).all())
    return bool((np.abs(box.axes.T @ away)[[0, 2]] <= box.half[[0, 2]] + margin).all())


def _on_foot(world: World, body: Body, box: Box) -> bool:
    """Tell whether an agent can stand there: then it is not part of a counter or table."""
    return body.type not in RULES["small"] and _walkable(world, box.centre)


def obstacle(world: World, x: float, z: float) -> str:
    """Name of what probably keeps a point off the grid: furniture there, else the structure."""
    geometry, floor = world.geometry(), world.scene.start.y - 0.9
    middle, half = geometry.centre[:, 1], geometry.extent[:, 1]
    tall = (middle + half > floor + 0.1) & (middle - half < floor + 1.8) & ~geometry.hidden
    near = np.where(tall, footprint_distance(geometry, x, z), np.inf)
    best = int(np.argmin(near))
    if near[best] <= _BODY + 0.1 and world.bodies[best].type != "Floor":
        return str(world.bodies[best].record["name"])
    return "Structure"


def held_item(world: World, agent: Agent) -> str | None:
    """Name of the solid thing or agent that the held object would overlap at a pose, or None."""
    if agent.held is None:
        return None
    body, before = world.bodies[agent.held], world.agents[agent.index]
    box = body.box.moved(body.position, agent.hand(), (agent.yaw - before.yaw) % 360.0)
    centre, extent = box.centre, box.extent()
    for other in world.agents:
        if other.index != agent.index and abs(other.y - centre[1]) < 0.9:
            gap = np.maximum(np.abs(centre[[0, 2]] - (other.x, other.z)) - extent[[0, 2]], 0.0)
            if float(gap @ gap) < (_BODY - _SLACK) ** 2:
                return "agent" if other.index == 0 else f"agent{other.index}"
    geometry = world.geometry()
    rows = [i for i, b in enumerate(world.bodies) if b.type in RULES["solid"] and i != agent.held
            and not (b.record["openable"] and b.record["isOpen"])]
    gaps = np.abs(geometry.centre[rows] - centre) - geometry.extent[rows] - extent + _SLACK
    hit = np.flatnonzero((gaps < 0).all(axis=1))
    return str(world.bodies[rows[int(hit[0])]].record["name"]) if len(hit) else None
