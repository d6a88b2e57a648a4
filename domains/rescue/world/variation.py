"""Harder and larger scenes made from numbers: random worlds, doubled fires."""

from __future__ import annotations

import random
from dataclasses import replace

from domains.rescue.world.scene import MAX_SIDE, Cell, FireSpec, PersonSpec, Place, Scene
from planner.errors import InputError

TRIES = 2000
ROOM = 8
"""Cells per side that a room has at least, so that a fire of six fits in."""


HARDEST = 10
"""The last step of the difficulty scale."""


def graded(difficulty: int) -> dict[str, int | float]:
    """Return the numbers of a random world of a difficulty from 1 to ``HARDEST``.

    Each step adds ten columns and rows, two fires and a person; every third one a light per fire
    and a row and a column of rooms. People are hidden better and better (from .35 to .26).

    >>> graded(1)["fires"], graded(10)["fires"], graded(10)["lights"]
    (2, 20, 4)
    """
    if isinstance(difficulty, bool) or not isinstance(difficulty, int) or not (
            1 <= difficulty <= HARDEST):
        raise InputError(f"difficulty is a whole number from 1 to {HARDEST}, not {difficulty!r}")
    side = 20 + 10 * difficulty
    return {"width": side, "height": side, "fires": 2 * difficulty, "people": difficulty,
            "lights": 1 + difficulty // 3, "rooms": difficulty // 3,
            "find_probability": round(0.36 - 0.01 * difficulty, 2)}


class _Ground:
    """Free cells of a scene under construction."""

    def __init__(self, width: int, height: int, rng: random.Random) -> None:
        self.width, self.height, self.rng = width, height, rng
        self.taken: set[Cell] = set()
        self.boxes: list[tuple[int, int, int, int]] = []

    def cell(self, what: str) -> Cell:
        for _ in range(TRIES):
            cell = (self.rng.randrange(self.width), self.rng.randrange(self.height))
            if cell not in self.taken and not any(_inside(cell, b) for b in self.boxes):
                self.taken.add(cell)
                return cell
        raise InputError(f"no room left for {what} on {self.width} x {self.height} cells")

    def box(self, width: int, height: int, what: str) -> Cell | None:
        """Return the top-left cell of a free box, or None if none was found."""
        for _ in range(TRIES):
            left = self.rng.randint(0, self.width - width)
            top = self.rng.randint(0, self.height - height)
            box = (left, top, left + width - 1, top + height - 1)
            if any(_inside(c, box) for c in self.taken):
                continue
            if any(_overlap(box, other) for other in self.boxes):
                continue
            self.boxes.append(box)
            return left, top
        return None


def _inside(cell: Cell, box: tuple[int, int, int, int]) -> bool:
    return box[0] <= cell[0] <= box[2] and box[1] <= cell[1] <= box[3]


def _overlap(one: tuple[int, int, int, int], two: tuple[int, int, int, int]) -> bool:
    return one[0] <= two[2] and two[0] <= one[2] and one[1] <= two[3] and two[1] <= one[3]


def random_scene(
    *, seed: int = 0, width: int = 30, height: int = 30, fires: int = 2, people: int = 1,
    lights: int = 1, size: int = 6, walls: int = 0, rooms: int = 0,
    find_probability: float = 0.3, max_steps: int = 0,
) -> Scene:
    """Make a scene with random places, the same for the same numbers.

    ``lights`` is the greatest number of lights per fire (1 up to it), ``walls`` the number of
    blocked cells. ``rooms`` makes so many rows and columns of rooms with a door in every wall
    between two of them, as in maps of RoboCup Rescue (with the rule ``walls_block`` ways lead
    through the doors). One reservoir of each type, one deposit. ``max_steps`` 0 means a fair
    horizon: 35 on the published size, more in proportion to the work. Agents start on random cells.
    Raises :class:`InputError` when not everything finds room.
    """
    fits = 3 <= size <= min(width, height, 60)
    if not (fits and 10 <= width <= MAX_SIDE and 10 <= height <= MAX_SIDE):
        raise InputError(f"a random scene has 10 to {MAX_SIDE} columns and rows, "
                         "and smaller fires")
    if max(fires, people, lights, walls // 100) > 500 or fires * size * size > 60_000:
        raise InputError("a random scene has at most 500 of each thing and 60000 burning cells")
    if fires < 0 or people < 0 or fires + people == 0 or lights < 1 or walls < 0:
        raise InputError("a random scene needs fires or people")
    if not 0 <= rooms <= min(width, height) // ROOM:
        raise InputError(f"rooms have at least {ROOM} cells per side")
    rng = random.Random(f"scene/{seed}")
    ground = _Ground(width, height, rng)
    inner = _rooms(width, height, rooms, rng)
    ground.taken |= inner
    made = []
    for index in range(fires):
        at = ground.box(size, size, f"fire {index + 1}")
        if at is None:
            raise InputError(f"no room left for fire {index + 1} on {width} x {height} cells")
        made.append(FireSpec(f"Fire{index + 1}", "AB"[index % 2], rng.randint(1, lights),
                             (size, size), at))
    reservoirs = (Place("ReservoirSand", ground.cell("a reservoir"), "A"),
                  Place("ReservoirWater", ground.cell("a reservoir"), "B"))
    deposits = (Place("DepositFacility", ground.cell("a deposit")),)
    persons = tuple(PersonSpec(f"LostPerson{i + 1}", ground.cell("a person"), find_probability)
                    for i in range(people))
    blocked = inner | {ground.cell("a wall") for _ in range(walls)}
    return Scene(
        name=f"random_{seed}", width=width, height=height, reservoirs=reservoirs,
        deposits=deposits, fires=tuple(made), persons=persons, starts=(),
        walls=frozenset(blocked),
        max_steps=max_steps or max(35, 4 * (fires * lights + 2 * people)),
    )


def _rooms(width: int, height: int, rooms: int, rng: random.Random) -> set[Cell]:
    """Return the walls of a square of rooms; a door of two cells in each wall of each room."""
    walls: set[Cell] = set()
    for i in range(1, rooms):
        x, y = i * width // rooms, i * height // rooms
        walls |= {(x, row) for row in range(height)} | {(column, y) for column in range(width)}
    for i in range(1, rooms):
        x, y = i * width // rooms, i * height // rooms
        for j in range(rooms):
            row = rng.randint(j * height // rooms + 1, (j + 1) * height // rooms - 3)
            column = rng.randint(j * width // rooms + 1, (j + 1) * width // rooms - 3)
            walls -= {(x, row), (x, row + 1), (column, y), (column + 1, y)}
    return walls


def doubled_fires(scene: Scene) -> Scene:
    """Add a twin to every fire: same type, lights and size, elsewhere, the same every time.

    Fires that find no room apart from the others keep no twin.
    """
    ground = _Ground(scene.width, scene.height, random.Random(f"twins/{scene.name}"))
    ground.taken = set(scene.walls) | set(scene.starts)
    ground.taken |= {p.at for p in (*scene.reservoirs, *scene.deposits)}
    ground.taken |= {p.at for p in scene.persons}
    ground.boxes = [(f.at[0], f.at[1], f.at[0] + f.size[0] - 1, f.at[1] + f.size[1] - 1)
                    for f in scene.fires]
    twins = []
    for fire in scene.fires:
        at = ground.box(*fire.size, f"a twin of {fire.name}")
        if at is not None:
            twins.append(replace(fire, name=f"Second{fire.name}", at=at))
    return replace(scene, name=f"{scene.name}_doubled", fires=scene.fires + tuple(twins))
