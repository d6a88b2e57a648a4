"""Rules about facts: order, fields, and what mis, err and extra may hold (R3-R11, R20, R21)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from domains.competition.world.model import Fact
from translators.competition.facts import SHAPES
from translators.competition.lint.draft import Draft
from translators.competition.problem_file import FACT_SECTIONS
from translators.competition.vocabulary import vocabulary

K = TypeVar("K")
_PLACE = ("at", "inside")
_DOOR = ("opened", "closed")
_FIELDS = {
    "robot": (("hold",), ("plate",), ("at",)),
    "small": (("sort",), ("size",), ("color",), _PLACE),
    "big": (("sort",), ("size",), ("at",)),
    "container": (("sort",), ("size",), ("at",), ("type",), _DOOR),
}
_RULE = {"robot": "R4", "small": "R5", "big": "R6", "container": "R7"}
_SECTION_RULE = {"mis": "R9", "r": "R10", "w": "R10", "extra": "R11"}


class _Thing:
    """What is said of an object; ``hold`` and ``plate`` belong to the robot, object 0."""

    def __init__(self, number: int, info: Sequence[Fact] = (), moved: Sequence[Fact] = ()) -> None:
        self.number, self.info, self.moved = number, info, moved
        self.facts = (*info, *moved)
        self.span = next((f.span for f in self.facts), None)
        self.name = f"object {number}" if number else "the robot"
        self.words = {f.predicate: str(f.arguments[1]) for f in self.facts
                      if SHAPES[f.predicate] == "nw"}
        self.sort = self.words.get("sort", "")

    @property
    def kind(self) -> str:
        """Which fields it has: those of the robot, a small or a big object, a container."""
        if self.number == 0:
            return "robot"
        known = vocabulary()
        small = self.words.get("size") == "small" and self.sort not in known.sorts
        if self.sort in known.small or small:
            return "small"
        doors = any(f.predicate in (*_DOOR, "type") for f in self.facts)
        return "container" if doors or self.sort in known.containers else "big"


class _Things(dict[int, _Thing]):
    """All objects that facts are about, and the robot, in the order of their numbers."""

    def __missing__(self, number: int) -> _Thing:
        return _Thing(number)


def check_environment(draft: Draft) -> None:
    """Check every rule about facts."""
    info, moved = (_grouped((f for name in names for f in draft.facts(name)), _owner)
                   for names in (("info",), ("mis", "r", "extra")))
    things = _Things({n: _Thing(n, info[n], moved[n]) for n in sorted({*info, *moved, 0})})
    _check_numbers(draft, things)
    carried = {f.arguments[0] for f in things[0].facts if f.predicate in ("hold", "plate")}
    for thing in things.values():
        _check_fields(draft, thing)
        _check_missing(draft, thing, thing.number in carried)
    for name in ("mis", "r", "w", "extra"):
        _check_section(draft, things, name)
    _check_counterparts(draft)
    _check_places(draft, things)
    _check_carried(draft, things)
    _check_twins(draft, things)


def _grouped(facts: Iterable[Fact], key: Callable[[Fact], K]) -> Mapping[K, list[Fact]]:
    found = defaultdict[K, list[Fact]](list)
    for fact in facts:
        found[key(fact)].append(fact)
    return found


def _owner(fact: Fact) -> int:
    return 0 if fact.predicate in ("hold", "plate") else int(fact.arguments[0])


def _check_numbers(draft: Draft, things: _Things) -> None:
    """R3: order of numbers, no gaps, one human with number 1."""
    highest = -1
    for fact in draft.facts("info"):
        if _owner(fact) < highest:
            draft.add("R3", f"object {_owner(fact)} after object {highest}", fact.span)
        highest = max(highest, _owner(fact))
    for before, number in pairwise(things):
        if number != before + 1:
            draft.add("R3", f"no object {before + 1} before {number}", things[number].span)
    humans = [n for n, thing in things.items() if thing.sort == "human"]
    if humans != [1]:
        said = f"the human is {humans[0]}" if len(humans) == 1 else f"{len(humans)} humans"
        draft.add("R3", f"{said}, not object 1", things[[1, *humans][-1]].span)


def _check_fields(draft: Draft, thing: _Thing) -> None:
    """R4-R8: the fields of one object in info and in the sections they were moved to."""
    rank = {name: i for i, names in enumerate(_FIELDS[thing.kind]) for name in names}
    moved = {rank[f.predicate] for f in thing.moved if f.predicate in rank}
    seen: list[int] = []
    for fact in thing.info:
        name, field = fact.predicate, rank.get(fact.predicate, -1)
        movable = name in (*_PLACE, *_DOOR)
        if field < 0:
            if name != "inside" or thing.kind == "robot":  # else R20 says what is wrong
                draft.add("R8", f"{thing.name} ({thing.kind}) has no field {name}", fact.span)
            continue
        if field in seen and not movable:
            draft.add("R8", f"{thing.name} has {name} twice", fact.span)
        elif field not in seen and field < max(seen, default=0):
            draft.add("R4" if thing.kind == "robot" else "R8",
                      f"{name} of {thing.name} is not in the order of fields", fact.span)
        if field in moved and not movable:
            draft.add("R8", f"{name} of {thing.name} stands in info and elsewhere", fact.span)
        seen.append(field)


def _check_missing(draft: Draft, thing: _Thing, carried: bool) -> None:
    """R4-R7: an object has all its fields, and the size of its sort."""
    said = {f.predicate for f in thing.facts}
    missing = [" or ".join(names) for names in _FIELDS[thing.kind]
               if said.isdisjoint(names) and not (names == _PLACE and carried)]
    if missing:
        who = f"{thing.kind} {thing.name}" if thing.number else thing.name
        draft.add(_RULE[thing.kind], f"{who} has no {', '.join(missing)}", thing.span)
    size = "small" if thing.kind == "small" else "big"
    if thing.number and thing.words.get("size", size) != size and (
            thing.sort in vocabulary().sorts):
        draft.add(_RULE[thing.kind], f"{thing.name} is a {thing.sort}, so its size is {size}",
                  thing.span)


def _check_section(draft: Draft, things: _Things, name: str) -> None:
    """R9-R11: what may stand outside info."""
    later = draft.edition.later and name != "extra"
    stands = ("at", "inside") if later else ("inside",)  # what is inside wrongly is left to R20
    plate = ("plate",) * (name == "extra" or (later and name != "w"))
    allowed = {"small": _PLACE, "big": stands, "container": (*_DOOR, *stands),
               "robot": ("inside", *plate)}
    for fact in draft.facts(name):
        kind = things[_owner(fact)].kind
        if fact.predicate not in allowed[kind] or (fact.predicate, *fact.arguments) == ("plate", 0):
            rule, section = _SECTION_RULE[name], f"err {name}" if name in "rw" else name
            what = f"{fact.predicate} of {'the robot' if kind == 'robot' else f'a {kind} object'}"
            draft.add(rule, f"{section} may not hold {what}", fact.span)


def _check_counterparts(draft: Draft) -> None:
    """R10: one different wrong fact of the same field for each right one."""
    right, wrong = (_grouped(draft.facts(name), _subject) for name in ("r", "w"))
    for (number, field), facts in right.items():
        others = wrong[number, field]
        if len(facts) > 1:
            draft.add("R10", f"two right facts about object {number}", facts[1].span)
        if len(others) != 1:
            draft.add("R10", f"object {number} has {len(others)} wrong facts, not one",
                      (others[1] if others else facts[0]).span)
        elif others[0] in facts:
            draft.add("R10", "the wrong fact is the right one", others[0].span)
    for (number, field), facts in wrong.items():
        if (number, field) not in right:
            draft.add("R10", f"no right fact about object {number}", facts[0].span)


def _subject(fact: Fact) -> tuple[int, str]:
    """Return object and field; a plate counts as the place of what is on it."""
    return int(fact.arguments[0]), "door" if fact.predicate in _DOOR else "place"


def _check_places(draft: Draft, things: _Things) -> None:
    """R20: one place per object, doors in one state, things only inside containers."""
    for thing in things.values():
        for group in (_PLACE, _DOOR):
            said = [f for f in thing.facts if f.predicate in group]
            for fact in said[1:]:
                number, twice = thing.number, fact == said[0]
                draft.add(*("R8", f"this fact about object {number} is said twice") if twice else (
                    "R20", f"object {number}: {_said(fact)} but also {_said(said[0])}"), fact.span)
    for fact in (fact for name in FACT_SECTIONS for fact in draft.facts(name)):
        if fact.predicate == "inside":
            thing, box = (things[int(number)] for number in fact.arguments)
            if box.kind != "container":
                draft.add("R20", f"inside object {box.number}, no container", fact.span)
            elif thing.kind != "small":
                draft.add("R20", "only small objects can be inside", fact.span)


def _check_carried(draft: Draft, things: _Things) -> None:
    """R20: what the robot carries is small, in one place, and where the robot is."""
    robot = [f for f in things[0].facts if any(f.arguments)]
    here = {f.arguments[1] for f in robot if f.predicate == "at"}
    seen: set[int] = set()
    for carrying in (f for f in robot if f.predicate in ("hold", "plate")):
        number = int(carrying.arguments[0])
        if number in seen:
            draft.add("R20", f"object {number} is in the hand and on the plate", carrying.span)
        elif things[number].kind != "small":
            draft.add("R20", f"object {number} cannot be carried", carrying.span)
        seen.add(number)
    for fact in (fact for number in sorted(seen) for fact in things[number].facts):
        elsewhere = fact.predicate == "at" and here and fact.arguments[1] not in here
        if fact.predicate == "inside" or elsewhere:
            draft.add("R20", f"object {fact.arguments[0]} is carried but also {_said(fact)}",
                      fact.span)


def _said(fact: Fact) -> str:
    return " ".join(map(str, (fact.predicate, *fact.arguments[1:])))


def _check_twins(draft: Draft, things: _Things) -> None:
    """R21: no equal things, no two fixed things at one place."""
    seen: dict[tuple[str, str], int] = {}
    places: dict[int, int] = {}
    world = draft.true_world
    for number, thing in things.items():
        if number == 0 or thing.sort == "human":
            continue
        color = thing.words.get("color", "")
        first = seen.setdefault((thing.sort, color), number)
        if first != number and thing.sort:
            draft.add("R21", f"objects {first} and {number} are both "
                             f"{f'{color} {thing.sort}'.strip()}", thing.span)
        if thing.kind in ("big", "container"):
            for place in sorted(place for n, place in world.at if n == number):
                first = places.setdefault(place, number)
                if first != number:
                    draft.add("R21", f"big objects {first} and {number} are both at {place}",
                              thing.span)
