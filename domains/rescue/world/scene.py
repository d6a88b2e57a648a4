"""Scenes: where things are before the first step."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from domains.rescue.world.rules import Rules

Cell = tuple[int, int]
"""Column (to the right) and row (downward), both from 0."""

MAX_SIDE = 400
"""Most columns and rows of a scene; larger ones are refused."""
AGENT_NAMES = ("Alice", "Bob", "Charlie", "David", "Emma", "Finn")


def agent_names(count: int) -> tuple[str, ...]:
    """Name ``count`` agents: the six published names, then Robot7, Robot8, ..."""
    more = tuple(f"Robot{i}" for i in range(7, count + 1))
    return (AGENT_NAMES + more)[:count]


@dataclass(frozen=True)
class Place:
    """A reservoir (``kind`` is its type A or B) or a deposit (``kind`` is empty)."""

    name: str
    at: Cell
    kind: str = ""


@dataclass(frozen=True)
class FireSpec:
    """A fire before generation: type, number of lights, box size and top-left cell."""

    name: str
    kind: str
    lights: int
    size: Cell
    at: Cell


@dataclass(frozen=True)
class PersonSpec:
    """A missing person; the radius is ``find_probability`` times the farthest corner distance."""

    name: str
    at: Cell
    find_probability: float
    extra_load: int = 0

    def radius(self, width: int, height: int) -> float:
        """Return the real radius in cells on a grid of the given size."""
        x, y = self.at
        corners = ((cx, cy) for cx in (0, width - 1) for cy in (0, height - 1))
        return self.find_probability * max(math.dist((x, y), c) for c in corners)


@dataclass(frozen=True)
class Scene:
    """A whole scene; ``starts`` are agent cells in the order of :func:`agent_names`.

    ``agents`` is the team size meant by the author (0: none said); ``walls`` are blocked cells.
    ``source`` says whose the scene is, for the basis of figures.
    """

    name: str
    width: int
    height: int
    reservoirs: tuple[Place, ...]
    deposits: tuple[Place, ...]
    fires: tuple[FireSpec, ...]
    persons: tuple[PersonSpec, ...]
    starts: tuple[Cell, ...]
    walls: frozenset[Cell] = frozenset()
    agents: int = 0
    max_steps: int = 35
    rules: Rules = field(default_factory=Rules)
    source: str = "own or generated"

    def basis(self) -> dict[str, str]:
        """Say what figures of this scene rest on (:data:`planner.environment.BASIS`)."""
        rules = self.rules
        judging = replace(rules, implied_navigation=False, coverage_success=False,
                          either_dropoff_order=False)
        known = replace(judging, people_known=False)
        return {
            "simulator": "search & rescue of this package, "
                         + ("released rules" if known == Rules() else "changed rules"),
            "referee": "LLaMAR's checker, "
                       + ("released reading" if judging == rules else "changed reading"),
            "preparation": "people known from the start" if rules.people_known else "none",
            "scenes": self.source}

    def task(self) -> str:
        """Say the task as the released text does: fires with their kinds, people by name."""
        words = {"A": "chemical", "B": "non-chemical"}
        parts = []
        if self.fires:
            listed = _join([f"{words[f.kind]} fire {f.name}" for f in self.fires])
            parts.append(f"Extinguish all fires with the right resources: {listed}.")
        if self.persons:
            listed = _join([p.name for p in self.persons])
            parts.append(f"Explore to find exactly the lost people {listed}; "
                         "carry them and drop them in a deposit.")
        return " ".join(parts)


def subtask_list(
    needs: Mapping[str, str], sources: Mapping[str, str], people: Iterable[str], deposit: str
) -> tuple[str, ...]:
    """List the subtasks of a task (specification §9), without duplicates, in a fixed order.

    ``needs`` are the supplies of the fires, ``sources`` the reservoirs of the supplies that there
    are; ``deposit`` is empty if there is none.
    """
    found: dict[str, None] = {}
    for fire, supply in needs.items():
        found |= dict.fromkeys((f"NavigateTo({fire})", f"UseSupply({fire}, {supply})",
                                f"EndFire({fire})"))
        if supply in sources:
            source = sources[supply]
            found |= dict.fromkeys((f"GetSupply({source})", f"NavigateTo({source})"))
    for person in people:
        found |= dict.fromkeys((f"NavigateTo({person})", f"Carry({person})"))
        if deposit:
            found |= dict.fromkeys((f"DropOff({deposit}, {person})", f"NavigateTo({deposit})"))
        found[f"Spot({person})"] = None
    return tuple(found)


def _join(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
