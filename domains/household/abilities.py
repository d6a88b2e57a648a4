"""What a robot is made for, as a team file says it; what is not said is not limited.

``verbs`` it has an action for, ``lifts`` types it may carry, ``mass`` it can lift (kg), ``reach``:
lowest and highest point (m) it acts on. Things that are too heavy for one are lifted by several
that stand at them and pick them up in the same joint step; then one of them carries on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from domains.household.actions import OBJECT_VERBS
from domains.household.belief.belief import Item

__all__ = ["Skills", "crew", "gets_at", "grasps", "lifts", "may", "strength", "together"]

Skills = Mapping[str, Any]


def may(skills: Skills, verb: str) -> bool:
    """Whether a robot has an action; all robots walk, look and wait."""
    return (skills.get("verbs") is None or verb in skills["verbs"]
            or verb not in OBJECT_VERBS or verb == "NavigateTo")


def lifts(skills: Skills, kind: str) -> bool:
    """Whether a robot may carry things of a type, however heavy."""
    return skills.get("lifts") is None or kind in skills["lifts"]


def strength(skills: Skills) -> float:
    """Return the greatest mass (kg) that a robot lifts alone."""
    return float(skills.get("mass", math.inf))


def gets_at(skills: Skills, centre: float, size: float) -> bool:
    """Whether a robot gets at a part of a thing of some height (m) around a centre."""
    low, high = skills.get("reach", (-math.inf, math.inf))
    return bool(centre - size / 2 <= high and centre + size / 2 >= low)


def grasps(skills: Skills, item: Item) -> bool:
    """Whether a robot is made to pick up a thing where it is, alone or with others."""
    return may(skills, "PickupObject") and lifts(skills, item.kind) and gets_at(
        skills, item.centre[1], item.size[1])


def together(strengths: Mapping[str, float], mass: float) -> tuple[str, ...]:
    """Return the fewest robots, strongest first, that lift a mass (kg) together; none if none do.

    >>> together({"Alice": 2.0, "Bob": 5.0, "Emma": 1.0}, 6.5)
    ('Bob', 'Alice')
    >>> together({"Alice": 2.0}, 6.5)
    ()
    """
    team: list[str] = []
    for name in sorted(strengths, key=lambda n: (-strengths[n], n)):
        team.append(name)
        if sum(strengths[n] for n in team) >= mass:
            return tuple(team)
    return ()


def crew(team: Mapping[str, Skills], robot: str, load: Item) -> tuple[str, ...]:
    """Name those who lift a thing for a robot to carry, that robot first; none: they cannot.

    Of several the first in the order of the team carries: those behind it can help.
    """
    own, names = strength(team[robot]), [*team]
    if own >= load.mass:
        return (robot,)
    behind = {n: strength(team[n]) for n in names[names.index(robot) + 1:] if grasps(team[n], load)}
    more = together(behind, load.mass - own)
    return (robot, *more) if more else ()
