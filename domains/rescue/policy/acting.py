"""The next action of a robot for what it was assigned; decided anew from knowledge each step."""

from __future__ import annotations

import math

from domains.rescue.belief.blaze import Stand
from domains.rescue.belief.knowledge import Knowledge, RobotView
from domains.rescue.policy.assignment import Assignment, Part, in_place
from domains.rescue.world.actions import parse
from domains.rescue.world.rules import CAPACITY, INTERACT
from domains.rescue.world.scene import Cell

BLOCK = 9
"""Cells that one splash reaches."""
LANDED = 8
"""Single moves, at most, from where NavigateTo leads if its cell is taken to a stand."""


def next_action(know: Knowledge, robot: RobotView, assignment: Assignment) -> tuple[str, str]:
    """Return an action and its reason; an empty action says that the assignment is over."""
    if assignment.kind == "fight":
        return _fight(know, robot, assignment)
    if assignment.kind == "rescue":
        return _rescue(know, robot, assignment.target)
    if assignment.kind == "prepare":
        return _prepare(know, robot, assignment)
    if assignment.kind == "errand":
        return _errand(know, robot, assignment.target)
    return "", ""


def _fight(know: Knowledge, robot: RobotView, assignment: Assignment) -> tuple[str, str]:
    left = [s for s in assignment.stands if _burning(know, s)]
    if not left:
        return "", ""
    if assignment.part is not None:
        return _besiege(know, robot, assignment.part, left[0], assignment.since)
    fetch = _fetching(know, robot, assignment, left)
    if fetch is not None:
        return fetch
    here = next((s for s in left if in_place(robot.cell, s)), None)
    if here is not None and know.blazes[here.fire].in_range(robot.cell):
        return (f"UseSupply({here.fire}, {_supply(know, here)})",
                f"{_units(know, here)} more to end this")
    stand = here or left[0]
    return _approach(know, robot, stand), f"to splash {stand.fire} from {stand.cell}"


def _besiege(know: Knowledge, robot: RobotView, part: Part, stand: Stand, since: int
             ) -> tuple[str, str]:
    """Return what a robot does who puts out a fire together with others."""
    supply = _supply(know, stand)
    if robot.held[supply] < (part.units if part.fetched else 1):
        return _fetch(know, robot, supply, part.units)
    if robot.cell != part.cell and not in_place(robot.cell, stand):
        return _approach(know, robot, stand), f"to besiege {stand.fire} from {part.cell}"
    if know.step < since + part.start:
        return "Idle", f"wait for the others who besiege {stand.fire}"
    return f"UseSupply({stand.fire}, {supply})", f"{_units(know, stand)} more to end this"


def _fetching(know: Knowledge, robot: RobotView, assignment: Assignment, left: list[Stand]
              ) -> tuple[str, str] | None:
    """Return what gets a robot the units it lacks for the stands left, or None.

    Units may also be fetched from a stand that lies within reach of the reservoir.
    """
    supply = assignment.supply
    source, cell = know.sources[supply]
    held, near = robot.held[supply], robot.near(cell)
    needed = min(assignment.most, _needed(know, robot, left, held))
    credited = f"NavigateTo({source})" in know.done
    if 0 < held < needed and near:
        return _get(robot, supply, source, needed)
    beside = [s for s in left if math.dist(s.cell, cell) <= INTERACT]
    if not held and beside and credited and not near and (
        not any(in_place(robot.cell, s) for s in beside)
    ):
        return _approach(know, robot, beside[0]), f"to fetch {supply} and splash from there"
    if not held or (held < needed and not credited):
        return _fetch(know, robot, supply, needed)
    if not any(in_place(robot.cell, s) for s in left):
        first = min(assignment.most, _needed(know, robot, left[:1], held))
        if held < first - 1:  # what is left would be more than Low and spread again
            return _fetch(know, robot, supply, needed)
    return None


def _supply(know: Knowledge, stand: Stand) -> str:
    return know.blazes[stand.fire].supply


def carries(know: Knowledge, robot: str) -> bool:
    """Say whether a robot carries supplies that a fire needs."""
    held = know.robots[robot].held
    return any(held[b.supply] for b in know.blazes.values() if not b.out)


def _burning(know: Knowledge, stand: Stand) -> bool:
    return any(c in know.blazes[stand.fire].level for c in stand.cells)


def _units(know: Knowledge, stand: Stand) -> int:
    level = know.blazes[stand.fire].level
    return max((level[c] - 1 for c in stand.cells if c in level), default=0)


def _needed(know: Knowledge, robot: RobotView, left: list[Stand], held: int) -> int:
    """Return the units for some stands, as the fires will burn when the robot gets there."""
    step = max(0, sum(_units(know, s) for s in left) - held)
    total, cell = 0, robot.cell
    for stand in left:
        step += 0 if in_place(robot.cell, stand) else know.way(cell, stand.cell) + stand.moves
        cell = stand.cell
        units = know.blazes[stand.fire].units(stand, step)
        step += units
        total += units
    return total


def _fetch(know: Knowledge, robot: RobotView, supply: str, units: int) -> tuple[str, str]:
    source, cell = know.sources[supply]
    if not robot.near(cell) or f"NavigateTo({source})" not in know.done:
        return f"NavigateTo({source})", f"to fetch {supply}"
    return _get(robot, supply, source, units)


def _get(robot: RobotView, supply: str, source: str, units: int) -> tuple[str, str]:
    others = sum(robot.held.values()) - robot.held[supply]
    full = others + robot.held[supply] >= CAPACITY
    if full or (others and not robot.held[supply] and others + units > CAPACITY):
        return "ClearInventory()", f"no room for {units} units of {supply}"
    return f"GetSupply({source})", f"{robot.held[supply]} of {units} units of {supply}"


def _approach(know: Knowledge, robot: RobotView, stand: Stand) -> str:
    """Walk to the stand if that is shorter or its anchor's cell was taken, else go there first."""
    ways = know.blazes[stand.fire].ways([stand.cell])
    anchor, moves = ways.get(stand.cell, (stand.anchor, stand.moves))
    way = f"NavigateTo({anchor})"
    landed = robot.last_action == way and robot.success  # beside whoever stands there
    return _walk(know, robot, stand.cell, LANDED if landed else max(1, moves)) or way


def _walk(know: Knowledge, robot: RobotView, cell: Cell, moves: int) -> str:
    """Return a single move to a cell within a number of moves, or nothing."""
    dx, dy = cell[0] - robot.cell[0], cell[1] - robot.cell[1]
    taken = {r.cell for r in know.robots.values()}
    if 0 < abs(dx) + abs(dy) <= moves:
        for step, (mx, my) in (("Right", (1, 0)), ("Left", (-1, 0)), ("Down", (0, 1)),
                               ("Up", (0, -1))):
            closer = mx * dx > 0 or my * dy > 0
            if closer and (robot.cell[0] + mx, robot.cell[1] + my) not in taken:
                return f"Move({step})"
    return ""


def _rescue(know: Knowledge, robot: RobotView, name: str) -> tuple[str, str]:
    person = know.people[name]
    deposit, home = know.deposit
    if person.delivered or person.cell is None:
        return "", ""
    if robot.holding != name:
        credited = f"NavigateTo({name})" in know.done
        last = parse(robot.last_action) == ("NavigateTo", (name,)) and robot.success
        if last or (credited and robot.near(person.cell, person.reach)):
            return f"Carry({name})", "close enough"
        return f"NavigateTo({name})", "to carry together"
    if not robot.near(home) or f"NavigateTo({deposit})" not in know.done:
        return f"NavigateTo({deposit})", f"bring {name} home"
    if len(person.holders) >= person.load and all(
        know.robots[h].near(home) for h in person.holders
    ):
        drop = f"DropOff({deposit}, {name})"
        if robot.last_action == drop and not (robot.success or robot.failure):
            return "Idle", "has dropped off, wait for the other holder"  # that counts (§6.3)
        return drop, "all holders are here"
    return "Idle", "wait for the other holder"


def _prepare(know: Knowledge, robot: RobotView, assignment: Assignment) -> tuple[str, str]:
    if robot.held[assignment.supply] >= CAPACITY:
        return "", ""
    return _fetch(know, robot, assignment.supply, CAPACITY)


def _errand(know: Knowledge, robot: RobotView, subtask: str) -> tuple[str, str]:
    if subtask in know.done:
        return "", ""
    verb, arguments = parse(subtask)
    if verb == "NavigateTo":
        return subtask, "asked for by the task"
    if verb == "GetSupply":
        supply = next(s for s, (n, _) in know.sources.items() if n == arguments[0])
        return _fetch(know, robot, supply, 1)
    fire, supply = arguments
    if not robot.held[supply]:
        return _fetch(know, robot, supply, 1)
    position = know.blazes[fire].position
    if not robot.near(position, 1):
        return f"NavigateTo({fire})", "to use supply once, as the task asks"
    return f"UseSupply({fire}, {supply})", "asked for by the task"
