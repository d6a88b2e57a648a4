"""Where to look for people: one look for each robot that searches, chosen together."""

from __future__ import annotations

from collections.abc import Mapping

from domains.rescue.belief.knowledge import Knowledge, RobotView
from domains.rescue.world.actions import parse
from domains.rescue.world.scene import Cell
from planner.execution.exploration import Look, Target, best_looks
from planner.execution.joint_looks import Aims, joint_looks

__all__ = ["CROWD", "choose_looks"]

CROWD = 10
"""Robots up to which looks are chosen together and the second next look counts, too."""
ALIKE = 4
"""Missing people up to whom each counts; of more, those believed the same count as one."""
FOLLOW = 0.2
"""How much the next look counts when one is chosen."""
FRESH = 0.03
"""How much a look at ground that nobody has seen counts, in people found."""
EVEN = 0.3
"""How much it counts, in people found, that all robots end with equally much useful work."""
SAMPLES = 16
"""Draws of a random look by which the looks of the others are judged."""


def choose_looks(know: Knowledge, actions: Mapping[str, str], planned: Mapping[str, int]
                 ) -> list[Target[str]]:
    """Return the best looks of the robots that have no action yet and hold nobody.

    Where the others go by their ``actions`` counts as seen. ``planned`` are the steps of work
    that robots have left, looks apart.
    """
    missing = know.missing()
    choices = {r.name: _choices(know, r) for r in know.robots.values()
               if missing and not r.holding and not actions.get(r.name)}
    if not choices:
        return []
    beliefs = [know.beliefs[m] for m in missing]
    if len(beliefs) > ALIKE:
        beliefs = list(dict.fromkeys(beliefs))
    if len(choices) > CROWD:
        return best_looks(beliefs, choices)
    seen = know.sight.view(_destinations(know, actions))
    aims = Aims(FRESH, EVEN, {r: know.worked[r] + planned.get(r, 0) for r in know.agents}, FOLLOW)
    return joint_looks([b.without(seen) for b in beliefs], choices, aims, SAMPLES)


def _destinations(know: Knowledge, actions: Mapping[str, str]) -> list[Cell]:
    """Return the cells that robots go to by their next actions."""
    places = dict(_places(know))
    places |= {name: cell for b in know.blazes.values() for cell, name in b.anchors.items()}
    going = [parse(action) for action in actions.values() if action]
    return [places[a[0]] for verb, a in going if verb == "NavigateTo" and a[0] in places]


def _places(know: Knowledge) -> list[tuple[str, Cell]]:
    """Return the things that are always there to go to."""
    places = [know.deposit, *know.sources.values()]
    return places + [(b.name, b.position) for b in know.blazes.values()]


def _choices(know: Knowledge, robot: RobotView) -> list[Look[str]]:
    """Return the looks of one step: Explore goes far even where ways are long."""
    looks = [know.sight.explore(robot.cell)]
    return looks + [know.sight.go(name, cell) for name, cell in _places(know)
                    if name and know.way(robot.cell, cell) == 1]
