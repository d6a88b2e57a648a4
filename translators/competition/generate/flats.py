"""Make up flats: objects, places, doors, and which facts are withheld, wrong or never told."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from domains.competition.world.model import Fact, World
from translators.competition.facts import build_world
from translators.competition.vocabulary import vocabulary

__all__ = ["FAMILIES", "Flat", "family_settings", "make_flat", "weighted"]

Setting = Mapping[str, Any]
FAMILIES = ("normal", "heavy", "containers", "facts", "constraints", "guide2025", "rules2026")
"""Kinds of problems: as in real files, as in 2025/26, many things in containers, many facts
withheld and wrong, many constraints, all that the guide of 2025 lets mis and err hold, the same
within the limits of 2026."""
_DOORS = ("opened", "closed")


@dataclass
class Flat:
    """The facts of a problem by section; ``info`` maps object numbers to their facts in order."""

    info: dict[int, list[Fact]] = field(default_factory=dict)
    sections: dict[str, list[Fact]] = field(
        default_factory=lambda: {"mis": [], "r": [], "w": [], "extra": []}
    )

    def world(self) -> World:
        """Return the true world."""
        told = [fact for facts in self.info.values() for fact in facts]
        return build_world([*told, *(f for n in ("mis", "r", "extra") for f in self.sections[n])])


@cache
def family_settings(family: str) -> Setting:
    """Return the figures of ``shares.toml`` for a family; what it leaves out is as usual."""
    data = tomllib.loads(Path(__file__).with_name("shares.toml").read_text(encoding="utf-8"))
    return {**data["normal"], **data[family]}


def weighted(rng: random.Random, table: Mapping[str, int]) -> str:
    """Draw a key with the given weights."""
    return rng.choices(list(table), list(table.values()))[0]


def make_flat(rng: random.Random, settings: Setting) -> Flat:
    """Make up a flat in which every object is unique by sort and colour."""
    counts = _counts(rng, settings)
    fixed, containers = _fixed_sorts(rng, counts["big"], counts["containers"])
    flat = Flat()
    places = _place_numbers(rng, len(fixed) + 1)
    for number, (sort, place) in enumerate(zip(["human", *fixed], places, strict=True), 1):
        flat.info[number] = [
            Fact("sort", (number, sort)), Fact("size", (number, "big")), Fact("at", (number, place))
        ]
        if sort in containers:
            flat.info[number] += [
                Fact("type", (number, "container")), Fact(rng.choice(_DOORS), (number,))
            ]
    boxes = [n for n, sort in enumerate(["human", *fixed], 1) if sort in containers]
    things = range(len(fixed) + 2, len(fixed) + 2 + counts["small"])
    for number, (sort, color) in zip(things, _small_kinds(rng, counts["small"]), strict=True):
        flat.info[number] = [
            Fact("sort", (number, sort)), Fact("size", (number, "small")),
            Fact("color", (number, color)),
            _somewhere(rng, number, places, boxes, settings["inside"]),
        ]
    _carry(rng, flat, things, places)
    _hide(rng, flat, settings, places, boxes)
    _hide_big(rng, flat, settings, places, boxes)
    return flat


def _counts(rng: random.Random, settings: Setting) -> dict[str, int]:
    low, high = settings["objects"]
    while True:
        counts = {name: rng.randint(*settings[name]) for name in ("big", "containers", "small")}
        if low <= 1 + counts["big"] + counts["small"] <= high:
            return counts


def _fixed_sorts(rng: random.Random, count: int, boxes: int) -> tuple[list[str], set[str]]:
    """Choose different fixed sorts; give a door to some of them, by sort."""
    words = vocabulary()
    closable = [*words.containers, *words.sometimes_containers]
    containers = rng.sample(closable, min(boxes, len(closable), count - 2))
    plain = [s for s in words.big if s != "human" and s not in containers]
    sorts = [*containers, *rng.sample(plain, count - len(containers))]
    rng.shuffle(sorts)
    return sorts, set(containers)


def _place_numbers(rng: random.Random, count: int) -> list[int]:
    """Give the places numbers: mostly as their objects, else shuffled."""
    numbers = list(range(1, count + 1))
    if rng.random() < 0.3:
        rng.shuffle(numbers)
    return numbers


def _small_kinds(rng: random.Random, count: int) -> list[tuple[str, str]]:
    words = vocabulary()
    kinds = [(sort, color) for sort in words.small for color in words.colors]
    return sorted(rng.sample(kinds, count), key=lambda kind: words.small.index(kind[0]))


def _somewhere(
    rng: random.Random, number: int, places: Sequence[int], boxes: Sequence[int],
    inside: float = 0.45,
) -> Fact:
    if boxes and rng.random() < inside:
        return Fact("inside", (number, rng.choice(boxes)))
    return Fact("at", (number, rng.choice(places)))


def _carry(
    rng: random.Random, flat: Flat, things: Sequence[int], places: Sequence[int]
) -> None:
    """Put the robot somewhere, sometimes with a thing in hand or on the plate."""
    carried = rng.sample(list(things), 2)
    held = carried[0] if rng.random() < 0.35 else 0
    plated = carried[1] if rng.random() < 0.4 else 0
    for number in (held, plated):
        if number:
            flat.info[number].pop()
    flat.info = {
        0: [Fact("hold", (held,)), Fact("plate", (plated,)), Fact("at", (0, rng.choice(places)))],
        **flat.info,
    }


def _hide(
    rng: random.Random, flat: Flat, settings: Setting, places: Sequence[int], boxes: Sequence[int]
) -> None:
    """Move facts to mis, err and extra."""
    movable = [
        fact
        for number, facts in flat.info.items()
        for fact in facts
        if fact.predicate in _DOORS or (fact.predicate in ("at", "inside") and _is_small(facts))
    ]
    rng.shuffle(movable)
    for name in ("extra", "mis", "err"):
        wanted = int(weighted(rng, settings[name]))
        doors_first = name == "extra"
        movable.sort(key=lambda f: (f.predicate in _DOORS) != doors_first)
        if rng.random() < 0.2:
            rng.shuffle(movable)
        for fact in movable[:wanted]:
            flat.info[int(fact.arguments[0])].remove(fact)
            flat.sections["r" if name == "err" else name].append(fact)
            if name == "err":
                flat.sections["w"].append(_wrong(rng, fact, places, boxes))
        del movable[:wanted]
        rng.shuffle(movable)
    plate = flat.info[0][1]
    if plate.arguments[0] and rng.random() < 0.15:
        flat.info[0].remove(plate)
        flat.sections["extra"].append(plate)


def _hide_big(
    rng: random.Random, flat: Flat, settings: Setting, places: Sequence[int], boxes: Sequence[int]
) -> None:
    """Move places of big objects, and the plate, to mis and err (guide of 2025)."""
    fixed = [fact for number, facts in flat.info.items() if number and not _is_small(facts)
             for fact in facts if fact.predicate == "at"]
    rng.shuffle(fixed)
    for name in ("mis", "r"):
        for _ in range(min(len(fixed), int(weighted(rng, settings[f"big_{name}"])))):
            fact = fixed.pop()
            flat.info[int(fact.arguments[0])].remove(fact)
            flat.sections[name].append(fact)
            if name == "r":
                others = sorted({*places, max(places) + 1} - {fact.arguments[1]})
                flat.sections["w"].append(Fact("at", (fact.arguments[0], rng.choice(others))))
    plate = next((fact for fact in flat.info[0] if fact.predicate == "plate"), None)
    if plate is not None and plate.arguments[0] and rng.random() < settings["plate_hidden"]:
        flat.info[0].remove(plate)
        name = rng.choice(("mis", "r"))
        flat.sections[name].append(plate)
        if name == "r":
            flat.sections["w"].append(_somewhere(rng, int(plate.arguments[0]), places, boxes))


def _is_small(facts: Sequence[Fact]) -> bool:
    return any(fact.predicate == "color" for fact in facts)


def _wrong(
    rng: random.Random, fact: Fact, places: Sequence[int], boxes: Sequence[int]
) -> Fact:
    if fact.predicate in _DOORS:
        return Fact("closed" if fact.predicate == "opened" else "opened", fact.arguments)
    while True:
        other = _somewhere(rng, int(fact.arguments[0]), places, boxes)
        if other != fact:
            return other
