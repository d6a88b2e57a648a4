"""Compile a scene to PDDL: the offline problem that any classical planner can solve.

People are taken as known and fires as they burn at reset (they are put out before they grow;
the closed loop deals with the rest). The goal is what the checker asks for. The least cost is
the least number of robot actions, joint ones counted twice.
"""

from __future__ import annotations

import re
from typing import Any

from domains.rescue.world.fire import NONE
from domains.rescue.world.rules import CAPACITY, HOLDERS
from domains.rescue.world.scene import Scene
from domains.rescue.world.world import World
from planner.errors import InputError

__all__ = ["problem_text"]

DEFAULT_SEED = 0


def problem_text(
    scene: Scene, agents: int = 0, seed: int = DEFAULT_SEED
) -> tuple[str, dict[str, Any]]:
    """Return the PDDL problem of a scene and the map back to its names."""
    world = World(scene, agents or scene.agents or 2, seed)
    if any(p.needed != HOLDERS for p in world.persons):
        raise InputError(f"scene '{scene.name}': the PDDL form knows people carried by two")
    names = _Names()
    robots = [names(r.name) for r in world.robots]
    objects = {"robot": robots, "amount": [f"n{i}" for i in range(CAPACITY + 1)]}
    init: list[str] = _counters()
    goal: list[str] = []
    _places(world, names, objects, init, goal)
    _fires(world, names, objects, init, goal)
    for name in robots:
        init += [f"(at {name} start)", f"(free {name})", f"(load {name} n0)"]
        init += [f"(units {name} {s} n0)" for s in objects.get("supply", [])]
    init += [f"(pair {a} {b})" for i, a in enumerate(robots) for b in robots[i + 1:]]
    objects["place"] = ["start"]
    lines = [f"; {scene.task()}", "(define (problem rescue)", "  (:domain search-and-rescue)",
             "  (:objects"]
    lines += [f"    {' '.join(v)} - {k}" for k, v in objects.items() if v]
    lines += ["  )", "  (:init", "    (= (total-cost) 0)"]
    lines += [f"    {atom}" for atom in init]
    lines += ["  )", "  (:goal (and", *(f"    {atom}" for atom in goal), "  ))",
              "  (:metric minimize (total-cost))", ")"]
    return "\n".join(lines) + "\n", {"format": 1, "objects": names.back, "seed": seed}


class _Names:
    """PDDL names (lower case, unique) for names of a scene, and the way back."""

    def __init__(self) -> None:
        self.back: dict[str, str] = {"start": "where each robot starts"}

    def __call__(self, name: str) -> str:
        stem = re.sub(r"[^a-z0-9_]", "-", name.lower())
        short, count = stem, 2
        while short in self.back and self.back[short] != name:
            short, count = f"{stem}-{count}", count + 1
        self.back[short] = name
        return short


def _counters() -> list[str]:
    return ["(zero n0)", *(f"(next n{i} n{i + 1})" for i in range(CAPACITY))]


def _places(world: World, names: _Names, objects: dict[str, list[str]], init: list[str],
            goal: list[str]) -> None:
    needed = {world.rules.supply_of[f.kind] for f in world.fires}
    objects["supply"] = sorted({s.supply.lower() for s in world.reservoirs})
    for store in world.reservoirs:
        name = names(store.name)
        objects.setdefault("reservoir", []).append(name)
        init.append(f"(offers {name} {store.supply.lower()})")
    for supply in sorted(needed):
        first = next(s for s in world.reservoirs if s.supply == supply)
        goal += [f"(visited {names(first.name)})", f"(fetched {supply.lower()})"]
    objects["deposit"] = [names(s.name) for s in world.deposits]
    for person in world.persons:
        name = names(person.name)
        objects.setdefault("person", []).append(name)
        init.append(f"(waiting {name})")
        goal.append(f"(home {name})")


def _fires(world: World, names: _Names, objects: dict[str, list[str]], init: list[str],
           goal: list[str]) -> None:
    for fire in world.fires:
        name = names(fire.name)
        objects.setdefault("fire", []).append(name)
        init.append(f"(needs {name} {world.rules.supply_of[fire.kind].lower()})")
        goal += [f"(approached {name})", f"(splashed {name})"]
        for region in fire.regions:
            level = fire.level[region.index] - NONE
            if level:
                light = names(region.name)
                objects.setdefault("light", []).append(light)
                init += [f"(of {light} {name})", f"(level {light} n{level})"]
                goal.append(f"(level {light} n0)")
