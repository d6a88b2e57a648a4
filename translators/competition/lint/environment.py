"""Rules about facts: order, fields, and what mis, err and extra may hold (R3-R11, R20, R21)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from domains.competition.world.model import Fact
from planner.errors import Span
from translators.competition.lint.draft import Draft
from translators.competition.problem_file import FACT_SECTIONS

__all__ = ["check_environment"]

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


def check_environment(draft: Draft) -> None:
    """Check every rule about facts."""
    objects = _Objects(draft)
    _check_numbers(draft, objects)
    for number in objects.numbers:
        _check_fields(draft, objects, number)
    for name in ("mis", "r", "w", "extra"):
        _check_section(draft, objects, name)
    _check_counterparts(draft)
    _check_places(draft, objects)
    _check_twins(draft, objects)


class _Objects:
    """Facts grouped by the object they describe; ``hold`` and ``plate`` belong to the robot."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self.info: dict[int, list[Fact]] = defaultdict(list)
        self.moved: dict[int, list[Fact]] = defaultdict(list)
        for fact in draft.facts("info"):
            self.info[_owner(fact)].append(fact)
        for name in ("mis", "r", "extra"):
            for fact in draft.facts(name):
                self.moved[_owner(fact)].append(fact)
        self.numbers = sorted({*self.info, *self.moved, 0})
        self.carried = {
            int(f.arguments[0])
            for f in (*self.info[0], *self.moved[0])
            if f.predicate in ("hold", "plate")
        }

    def words(self, number: int) -> dict[str, str]:
        """Attribute words of an object."""
        facts = (*self.info[number], *self.moved[number])
        pairs = (f for f in facts if len(f.arguments) == 2 and isinstance(f.arguments[1], str))
        return {f.predicate: str(f.arguments[1]) for f in pairs}

    def kind(self, number: int) -> str:
        """Say which fields an object has: robot, small, big or container."""
        if number == 0:
            return "robot"
        words = self._draft.words
        sort, size = self.words(number).get("sort", ""), self.words(number).get("size", "")
        if sort in words.small or (size == "small" and sort not in words.sorts):
            return "small"
        facts = (*self.info[number], *self.moved[number])
        doors = any(f.predicate in (*_DOOR, "type") for f in facts)
        return "container" if doors or sort in words.containers else "big"

    def span(self, number: int) -> Span:
        """Place of the first fact about an object."""
        facts = self.info[number] or self.moved[number]
        first = next((f.span for f in facts if f.span is not None), None)
        element = self._draft.frame.first("test", "env", "info")
        return first or (element.span if element is not None else Span(1, 1))


def _owner(fact: Fact) -> int:
    return 0 if fact.predicate in ("hold", "plate") else int(fact.arguments[0])


def _place(fact: Fact) -> Span:
    return fact.span or Span(1, 1)


def _check_numbers(draft: Draft, objects: _Objects) -> None:
    """R3: order of numbers, no gaps, one human with number 1."""
    highest = -1
    for fact in draft.facts("info"):
        if _owner(fact) < highest:
            message = f"object {_owner(fact)} after object {highest}"
            draft.add("R3", message, _place(fact))
        highest = max(highest, _owner(fact))
    for before, number in zip(objects.numbers, objects.numbers[1:], strict=False):
        if number != before + 1:
            draft.add("R3", f"no object {before + 1} before {number}", objects.span(number))
    humans = [n for n in objects.numbers if objects.words(n).get("sort") == "human"]
    if humans != [1]:
        said = f"the human is {humans[0]}" if len(humans) == 1 else f"{len(humans)} humans"
        draft.add("R3", f"{said}, not object 1", objects.span(humans[-1] if humans else 1))


def _check_fields(draft: Draft, objects: _Objects, number: int) -> None:
    """R4-R8: the fields of one object in info and in the sections they were moved to."""
    kind = objects.kind(number)
    order = _FIELDS[kind]
    rank = {name: i for i, names in enumerate(order) for name in names}
    name = "the robot" if number == 0 else f"object {number}"
    moved = {rank[f.predicate] for f in objects.moved[number] if f.predicate in rank}
    seen: list[int] = []
    for fact in objects.info[number]:
        if fact.predicate not in rank:
            if fact.predicate == "inside" and kind != "robot":
                continue  # R20 says what is wrong
            draft.add("R8", f"{name} ({kind}) has no field {fact.predicate}", _place(fact))
            continue
        field = rank[fact.predicate]
        if field in seen:
            if fact.predicate not in (*_PLACE, *_DOOR):
                draft.add("R8", f"{name} has {fact.predicate} twice", _place(fact))
        elif seen and field < max(seen):
            rule = "R4" if kind == "robot" else "R8"
            message = f"{fact.predicate} of {name} is not in the order of fields"
            draft.add(rule, message, _place(fact))
        if field in moved and fact.predicate not in (*_PLACE, *_DOOR):
            message = f"{fact.predicate} of {name} stands in info and elsewhere"
            draft.add("R8", message, _place(fact))
        seen.append(field)
    _check_missing(draft, objects, number, set(seen) | moved)
    words = objects.words(number)
    size = "small" if kind == "small" else "big"
    if number and words.get("size", size) != size and words.get("sort") in draft.words.sorts:
        message = f"{name} is a {words['sort']}, so its size is {size}"
        draft.add(_RULE[kind], message, objects.span(number))


def _check_missing(draft: Draft, objects: _Objects, number: int, present: set[int]) -> None:
    kind = objects.kind(number)
    missing = [
        " or ".join(names)
        for index, names in enumerate(_FIELDS[kind])
        if index not in present
        and not (names == _PLACE and number in objects.carried)
    ]
    if missing and (number == 0 or objects.info[number] or objects.moved[number]):
        who = "the robot" if number == 0 else f"{kind} object {number}"
        draft.add(_RULE[kind], f"{who} has no {', '.join(missing)}", objects.span(number))


def _check_section(draft: Draft, objects: _Objects, name: str) -> None:
    """R9-R11: what may stand outside info."""
    later = draft.edition.later and name != "extra"
    for fact in draft.facts(name):
        kind = objects.kind(_owner(fact))
        allowed = (
            (kind == "small" and fact.predicate in _PLACE)
            or (kind == "container" and fact.predicate in _DOOR)
            or (kind != "small" and fact.predicate == "inside")  # left to R20
            or (fact.predicate == "plate" and (name == "extra" or (later and name != "w"))
                and fact.arguments[0] != 0)
            or (later and kind in ("big", "container") and fact.predicate == "at")
        )
        if not allowed:
            rule, section = _SECTION_RULE[name], f"err {name}" if name in "rw" else name
            what = f"{fact.predicate} of {'the robot' if kind == 'robot' else f'a {kind} object'}"
            draft.add(rule, f"{section} may not hold {what}", _place(fact))


def _check_counterparts(draft: Draft) -> None:
    """R10: one different wrong fact of the same field for each right one."""
    right = _by_subject(draft.facts("r"))
    wrong = _by_subject(draft.facts("w"))
    for subject, facts in right.items():
        others = wrong.get(subject, [])
        if len(facts) > 1:
            draft.add("R10", f"two right facts about object {subject[0]}", _place(facts[1]))
        if len(others) != 1:
            message = f"object {subject[0]} has {len(others)} wrong facts, not one"
            draft.add("R10", message, _place(others[1] if others else facts[0]))
        elif others[0] in facts:
            draft.add("R10", "the wrong fact is the right one", _place(others[0]))
    for subject, facts in wrong.items():
        if subject not in right:
            draft.add("R10", f"no right fact about object {subject[0]}", _place(facts[0]))


def _by_subject(facts: Iterable[Fact]) -> dict[tuple[int, str], list[Fact]]:
    """Group facts by object and field; a plate counts as the place of what is on it."""
    found: dict[tuple[int, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        field = "door" if fact.predicate in _DOOR else "place"
        found[int(fact.arguments[0]), field].append(fact)
    return found


def _check_places(draft: Draft, objects: _Objects) -> None:
    """R20: one place per object, doors in one state, things only inside containers."""
    for number in objects.numbers:
        facts = (*objects.info[number], *objects.moved[number])
        for group in (_PLACE, _DOOR):
            said = [f for f in facts if f.predicate in group]
            for fact in said[1:]:
                first = said[0]
                if fact == first:
                    draft.add("R8", f"this fact about object {number} is said twice", _place(fact))
                    continue
                message = (
                    f"object {number}: {fact.predicate} {_rest(fact)}but also "
                    f"{first.predicate} {_rest(first)}".strip()
                )
                draft.add("R20", message, _place(fact))
    _check_carried(draft, objects)
    for name in FACT_SECTIONS:
        for fact in draft.facts(name):
            if fact.predicate == "inside":
                target = int(fact.arguments[1])
                if objects.kind(target) != "container":
                    draft.add("R20", f"inside object {target}, no container", _place(fact))
                elif objects.kind(int(fact.arguments[0])) != "small":
                    draft.add("R20", "only small objects can be inside", _place(fact))


def _check_carried(draft: Draft, objects: _Objects) -> None:
    """R20: what the robot carries is small, in one place, and where the robot is."""
    robot = [f for f in (*objects.info[0], *objects.moved[0]) if any(f.arguments)]
    here = {f.arguments[1] for f in robot if f.predicate == "at"}
    seen: set[int] = set()
    for carrying in (f for f in robot if f.predicate in ("hold", "plate")):
        number = int(carrying.arguments[0])
        if number in seen:
            draft.add("R20", f"object {number} is in the hand and on the plate", _place(carrying))
        elif objects.kind(number) != "small" or number not in objects.numbers:
            draft.add("R20", f"object {number} cannot be carried", _place(carrying))
        seen.add(number)
    for number in sorted(seen):
        for fact in (*objects.info[number], *objects.moved[number]):
            if fact.predicate == "inside" or (
                fact.predicate == "at" and here and fact.arguments[1] not in here
            ):
                message = f"object {number} is carried but also {fact.predicate} {_rest(fact)}"
                draft.add("R20", message.strip(), _place(fact))


def _rest(fact: Fact) -> str:
    return f"{fact.arguments[1]} " if len(fact.arguments) > 1 else ""


def _check_twins(draft: Draft, objects: _Objects) -> None:
    """R21: no equal things, no two fixed things at one place."""
    seen: dict[Sequence[str], int] = {}
    places: dict[int, int] = {}
    world = draft.true_world
    for number in objects.numbers[1:]:
        kind, words = objects.kind(number), objects.words(number)
        key = (words.get("sort", ""), words.get("color", ""))
        if key in seen and key[0] not in ("", "human"):
            message = f"objects {seen[key]} and {number} are both {' '.join(reversed(key)).strip()}"
            draft.add("R21", message, objects.span(number))
        seen.setdefault(key, number)
        if kind in ("big", "container") and key[0] != "human":
            for place in sorted(place for n, place in world.at if n == number):
                if place in places:
                    message = f"big objects {places[place]} and {number} are both at {place}"
                    draft.add("R21", message, objects.span(number))
                places.setdefault(place, number)
