"""Make up flats: objects, places, doors, and which facts are withheld, wrong or never told."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from domains.competition.world.model import Fact, World
from planner.files import read_toml
from translators.competition.english.writing import OPPOSITE
from translators.competition.facts import build_world
from translators.competition.vocabulary import vocabulary

Setting = Mapping[str, Any]
FAMILIES = ("normal", "heavy", "containers", "facts", "constraints", "guide2025", "rules2026")
"""Kinds of problems: as in real files, as in 2025/26, many things in containers, many facts
withheld and wrong, many constraints, all that the guide of 2025 lets mis and err hold, the same
within the limits of 2026."""
_DOORS = ("opened", "closed")


@cache
def family_settings(family: str) -> Setting:
    """Return the figures of ``shares.toml`` for a family; what it leaves out is as usual."""
    data = read_toml(Path(__file__).with_name("shares.toml"))
    return {**data["normal"], **data[family]}


def weighted(rng: random.Random, table: Mapping[str, int]) -> str:
    """Draw a key with the given weights."""
    return rng.choices(list(table), list(table.values()))[0]


class Flat:
    """A made-up flat in which every object is unique by sort and colour: its facts by section.

    ``info`` maps object numbers to their facts in order.
    """

    def __init__(self, rng: random.Random, settings: Setting) -> None:
        self._rng, self._settings = rng, settings
        self.sections: dict[str, list[Fact]] = {"mis": [], "r": [], "w": [], "extra": []}
        counts = self._counts()
        fixed, containers = self._fixed_sorts(counts["big"], counts["containers"])
        self._places = list(range(1, len(fixed) + 2))
        if rng.random() < 0.3:  # else places have the numbers of their objects
            rng.shuffle(self._places)
        big = list(enumerate(["human", *fixed], 1))
        self._boxes = [n for n, sort in big if sort in containers]
        self.info = {number: [Fact("sort", (number, sort)), Fact("size", (number, "big")),
                              Fact("at", (number, place))]
                     for (number, sort), place in zip(big, self._places, strict=True)}
        for number in self._boxes:
            self.info[number] += [Fact("type", (number, "container")),
                                  Fact(rng.choice(_DOORS), (number,))]
        things = range(len(big) + 1, len(big) + 1 + counts["small"])
        small = vocabulary().small
        kinds = rng.sample([*product(small, vocabulary().colors)], counts["small"])
        kinds.sort(key=lambda kind: small.index(kind[0]))
        for number, (sort, color) in zip(things, kinds, strict=True):
            self.info[number] = [
                Fact("sort", (number, sort)), Fact("size", (number, "small")),
                Fact("color", (number, color)), self._somewhere(number, settings["inside"])]
        self._carry(things)
        self._hide()
        self._hide_big()

    def world(self) -> World:
        """Return the true world."""
        told = [fact for facts in self.info.values() for fact in facts]
        return build_world([*told, *(f for n in ("mis", "r", "extra") for f in self.sections[n])])

    def _counts(self) -> dict[str, int]:
        low, high = self._settings["objects"]
        while True:
            counts = {name: self._rng.randint(*self._settings[name])
                      for name in ("big", "containers", "small")}
            if low <= 1 + counts["big"] + counts["small"] <= high:
                return counts

    def _fixed_sorts(self, count: int, boxes: int) -> tuple[list[str], list[str]]:
        """Choose different fixed sorts; give a door to some of them, by sort."""
        words = vocabulary()
        closable = [*words.containers, *words.sometimes_containers]
        containers = self._rng.sample(closable, min(boxes, len(closable), count - 2))
        plain = [s for s in words.big if s != "human" and s not in containers]
        sorts = [*containers, *self._rng.sample(plain, count - len(containers))]
        self._rng.shuffle(sorts)
        return sorts, containers

    def _somewhere(self, number: int, inside: float = 0.45) -> Fact:
        if self._boxes and self._rng.random() < inside:
            return Fact("inside", (number, self._rng.choice(self._boxes)))
        return Fact("at", (number, self._rng.choice(self._places)))

    def _carry(self, things: Sequence[int]) -> None:
        """Put the robot somewhere, sometimes with a thing in hand or on the plate."""
        one, other = self._rng.sample(things, 2)
        held = one if self._rng.random() < 0.35 else 0
        plated = other if self._rng.random() < 0.4 else 0
        for number in {held, plated} - {0}:
            self.info[number].pop()
        robot = [Fact("hold", (held,)), Fact("plate", (plated,)),
                 Fact("at", (0, self._rng.choice(self._places)))]
        self.info = {0: robot, **self.info}

    def _move(self, fact: Fact, section: str) -> None:
        """Tell a fact elsewhere than in info; a right one of err has a wrong one beside it."""
        owner = 0 if fact.predicate == "plate" else int(fact.arguments[0])
        self.info[owner].remove(fact)
        self.sections[section].append(fact)
        if section == "r":
            self.sections["w"].append(self._wrong(fact))

    def _hide(self) -> None:
        """Move facts to mis, err and extra."""
        rng = self._rng
        movable = [fact for facts in self.info.values() for fact in facts
                   if fact.predicate in _DOORS
                   or (fact.predicate in ("at", "inside") and _is_small(facts))]
        rng.shuffle(movable)
        for name, section in (("extra", "extra"), ("mis", "mis"), ("err", "r")):
            wanted = int(weighted(rng, self._settings[name]))
            doors_first = name == "extra"
            movable.sort(key=lambda f: (f.predicate in _DOORS) != doors_first)
            if rng.random() < 0.2:
                rng.shuffle(movable)
            for fact in movable[:wanted]:
                self._move(fact, section)
            del movable[:wanted]
            rng.shuffle(movable)
        plate = self.info[0][1]
        if plate.arguments[0] and rng.random() < 0.15:
            self._move(plate, "extra")

    def _hide_big(self) -> None:
        """Move places of big objects, and the plate, to mis and err (guide of 2025)."""
        rng = self._rng
        fixed = [fact for number, facts in self.info.items() if number and not _is_small(facts)
                 for fact in facts if fact.predicate == "at"]
        rng.shuffle(fixed)
        for name in ("mis", "r"):
            for _ in range(min(len(fixed), int(weighted(rng, self._settings[f"big_{name}"])))):
                self._move(fixed.pop(), name)
        plate = next((fact for fact in self.info[0] if fact.predicate == "plate"), None)
        hidden = self._settings["plate_hidden"]
        if plate is not None and plate.arguments[0] and rng.random() < hidden:
            self._move(plate, rng.choice(("mis", "r")))

    def _wrong(self, fact: Fact) -> Fact:
        number = int(fact.arguments[0])
        if fact.predicate in _DOORS:
            return Fact(OPPOSITE[fact.predicate], fact.arguments)
        if not _is_small(self.info[number]):
            others = sorted({*self._places, max(self._places) + 1} - {fact.arguments[1]})
            return Fact("at", (number, self._rng.choice(others)))
        while (other := self._somewhere(number)) == fact:
            pass
        return other


def _is_small(facts: Sequence[Fact]) -> bool:
    return any(fact.predicate == "color" for fact in facts)
