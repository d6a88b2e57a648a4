"""Make up instructions for a flat: infos for what is never told, tasks, constraints."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domains.competition.world.model import Attribute, Instruction, Kind, World
from domains.competition.world.scoring import Ground, breaks, holds
from domains.competition.world.state import derive
from translators.competition.generate.flats import Flat, weighted
from translators.competition.instructions import worth
from translators.competition.lint.xml import LEAST_MARK
from translators.competition.vocabulary import vocabulary

_TRIES = 300
_DOOR_TASKS = ("open", "close")
_DOORS = ("opened", "closed")
_INTO = ("putin", "takeout", "inside")


class ItemMaker:
    """Draw instructions about one flat; objects are named by sort and colour, uniquely."""

    def __init__(self, rng: random.Random, flat: Flat, settings: Mapping[str, Any]) -> None:
        self._rng = rng
        self._flat = flat
        self._settings = settings
        self.world: World = flat.world()
        self._now = derive(self.world)
        enclosed = {n for n, _ in self.world.inside} | {self.world.hand, self.world.plate}
        self._enclosed = enclosed if settings["rules"] else set()
        """Small things that later rules do not let one go to."""
        words = vocabulary()
        self._colors = set(words.colors)
        self._small, self._big = self.world.things("small"), self.world.things("big")
        self._boxes = self.world.things("big", "container")
        (self._human,) = self.world.things("human")
        self._sorts = set(words.sorts)
        self._wanted: list[int] = []

    def all_items(self) -> list[Instruction]:
        """Infos first, then tasks and constraints mixed, as in most real files."""
        infos = [self._info(f.predicate, f.arguments) for f in self._flat.sections["extra"]]
        tasks = self._draw(int(weighted(self._rng, self._settings["tasks"])), self._task)
        constraints = self._draw(int(weighted(self._rng, self._settings["constraints"])),
                                 self._constraint)
        while worth([*tasks, *constraints]).nominal < LEAST_MARK:
            tasks += self._draw(1, self._task, tasks)
        rest = [*tasks, *constraints]
        self._rng.shuffle(rest)
        return [*infos, *rest]

    def _draw(
        self, count: int, make: Callable[[], Instruction | None], known: Sequence[Instruction] = ()
    ) -> list[Instruction]:
        """Draw ``count`` different items, fewer if the flat has no more to offer."""
        found: list[Instruction] = []
        left = _TRIES
        while left and len(found) < count:
            left -= 1
            item = make()
            if item is not None and item not in (*found, *known):
                found.append(item)
        return found

    def _info(self, predicate: str, arguments: tuple[int | str, ...]) -> Instruction:
        numbers = [int(a) for a in arguments]
        if predicate == "at":
            here = [n for n in self._big if (n, numbers[1]) in self.world.at]
            predicate, numbers = self._rng.choice(["on", "near"]), [numbers[0], here[0]]
        return self._item("info", predicate, numbers)

    def _task(self) -> Instruction | None:
        kind = weighted(self._rng, self._settings["task_kinds"])
        numbers = self._numbers(kind)
        item = self._item("task", kind, numbers)
        true = holds(self._now, item, self.world.bindings(item)[0])
        if true and self._rng.random() < 0.85:
            return None  # a few tasks are true from the start, as in real files
        self._wanted += numbers
        return item

    def _constraint(self) -> Instruction | None:
        wrapper, predicate = weighted(self._rng, self._settings["constraint_kinds"]).split()
        numbers = self._numbers(
            predicate, self._settings["two_small"], self._settings["by_human"])
        about_tasks = any(n in self._wanted for n in numbers)
        if not about_tasks and self._rng.random() < self._settings["extra_conditions"]:
            return None
        item = self._item("cons_not" if wrapper == "not" else "cons_notnot", predicate, numbers)
        broken = breaks(self._now, Ground(item, self.world.bindings(item)))
        return None if broken else item

    def _numbers(
        self, predicate: str, two_small: float = 0.0, by_human: float = 0.0
    ) -> list[int]:
        """Draw objects a predicate can be about."""
        pick = self._rng.choice
        if predicate in (*_DOOR_TASKS, *_DOORS):
            shut = predicate in ("open", "closed")
            likely = self._now.doors_closed if shut else self._now.doors_opened
            fitting = [n for n in self._boxes if n in likely]
            return [pick(fitting if fitting and self._rng.random() < 0.8 else self._boxes)]
        if predicate == "goto":
            free = [n for n in self._small if n not in self._enclosed]
            return [pick(free if free and self._rng.random() < 0.1 else self._big)]
        thing = pick(self._small)
        if predicate == "takeout" and self._now.inside and self._rng.random() < 0.8:
            thing = pick(sorted(n for n, _ in self._now.inside))
        if predicate in _INTO:
            inside = [c for n, c in self._now.inside if n == thing]
            keep = predicate in ("takeout", "inside") and inside and self._rng.random() < 0.8
            return [thing, inside[0] if keep else pick(self._boxes)]
        if predicate in ("on", "near", "puton"):
            others = self._small if self._rng.random() < two_small else self._big
            if by_human and others is self._big and self._rng.random() < by_human:
                return [thing, self._human]
            others = tuple(n for n in others if n not in (thing, self._human))
            places = {place for n, place in self._now.at if n == thing}
            together = [n for n in others if any((n, p) in self._now.at for p in places)]
            keep = predicate != "puton" and together and self._rng.random() < 0.4
            return [thing, pick(together if keep else others)]
        about_carried = {"putdown": 0.9, "plate": 0.4, "pickup": 0.1}.get(predicate, 0.0)
        if self._rng.random() < about_carried:
            carried = [n for n in (self._now.hand, self._now.plate) if n > 0]
            thing = pick(carried) if carried else thing
        return [thing]

    def _item(self, kind: Kind, predicate: str, numbers: Sequence[int]) -> Instruction:
        variables = ("X", "Y")[: len(numbers)]
        cond = []
        for variable, number in zip(variables, numbers, strict=True):
            words = self.world.words[number]
            cond.append(Attribute("sort", variable, min(words & self._sorts)))
            cond += [Attribute("color", variable, c) for c in words & self._colors]
        if predicate in (*_DOOR_TASKS, "putin", "takeout"):
            cond.append(Attribute("type", variables[-1], "container"))
        return Instruction(kind, predicate, variables, tuple(cond))
