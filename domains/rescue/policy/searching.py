"""Where to look for people: one look for each robot that searches, chosen together."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from domains.rescue.belief.knowledge import Knowledge
from domains.rescue.world.scene import Cell
from planner.execution.exploration import Look, Target, best_looks

FEW = 6
"""Robots up to whom a look counts with the best one after it."""


def choose_looks(know: Knowledge, actions: Mapping[str, str]) -> list[Target[str]]:
    """Return the best looks of the robots that have no action yet and hold nobody."""
    missing = know.missing()
    choices = {r.name: _choices(know, r.cell) for r in know.robots.values()
               if missing and not r.holding and not actions.get(r.name)}
    beliefs = [know.beliefs[m] for m in missing]
    if len(choices) > FEW:
        return best_looks(beliefs, choices)
    return best_looks(beliefs, choices, cache(lambda cell: _choices(know, cell)))


def _choices(know: Knowledge, start: Cell) -> list[Look[str]]:
    """Return the looks of one step: Explore goes far even where ways are long."""
    looks = [know.sight.explore(start)]
    return looks + [know.sight.go(name, cell) for name, cell in know.places().items()
                    if know.way(start, cell) == 1]
