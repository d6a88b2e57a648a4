"""What a plan rests on beyond what is known to be true.

Where a file withholds facts or tells wrong ones, the world that is planned in is completed by
assumptions. They are listed: if all of them hold in the true world, a plan scores there what is
said of it. Objects and their words are taken as told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from domains.competition.world.model import UNSAID, Instruction, World
from translators.competition.problem_file import ProblemFile

_SAID = {"at": "{name} is at {where}", "inside": "{name} is inside {where}",
         "nowhere": "{name} is at no place that matters", "container": "{name} is a container",
         "location": "there is a location {thing}", "plate": "{name} is on the plate"}


@dataclass(frozen=True, slots=True)
class Assumption:
    """One statement about the true world.

    ``relation`` is ``at`` or ``inside`` (``where`` says which location or container),
    ``nowhere``, ``opened``, ``closed``, ``container``, ``location`` (``thing`` is one), or
    ``hand`` and ``plate`` (``thing`` is there, 0: nothing, ``UNSAID``: they cannot be used).
    """

    relation: str
    thing: int
    where: int = 0
    words: str = ""

    def __str__(self) -> str:
        """Say it in words, e.g. ``5 (can red) is at 13``."""
        if self.relation in ("hand", "plate") and self.thing <= 0:
            return f"the {self.relation} {'cannot be used' if self.thing else 'is empty'}"
        name = f"{self.thing} ({self.words})" if self.words else str(self.thing)
        said = _SAID.get(self.relation, f"{{name}} is {self.relation}")
        return said.format(name=name, where=self.where, thing=self.thing)


@dataclass(frozen=True, slots=True)
class Known:
    """A completed world, and what is certain in it.

    ``asked`` are things whose whereabouts are known by a reliable answer, ``presumed`` those that
    are put where they are likeliest, ``doors`` containers whose doors are known; ``plate`` says
    that what is on the plate is presumed.
    """

    world: World
    asked: tuple[int, ...] = ()
    presumed: frozenset[int] = frozenset()
    doors: frozenset[int] = frozenset()
    plate: bool = False

    @property
    def questions(self) -> tuple[str, ...]:
        """The actions that asked."""
        return tuple(f"AskLoc {thing}" for thing in self.asked)


def withheld(problem: ProblemFile) -> bool:
    """Tell whether there is anything in a file that is not told, or told wrongly."""
    names = ["extra", *["mis"] * problem.flags.mis, *["r", "w"] * problem.flags.err]
    return any(problem.section(name).text.strip() for name in names)


def assumptions(
    problem: ProblemFile, known: Known, actions: Sequence[str]
) -> tuple[Assumption, ...]:
    """Return what a plan for the completed world rests on; nothing if the file tells all."""
    if not withheld(problem):
        return ()
    world, told, unsure = known.world, problem.told_world(), problem.flags.err
    things = _spoken_of(world, problem.instructions)
    moves = [line.split() for line in actions]
    things |= {int(n) for name, *rest in moves if name not in ("Move", "AskLoc") for n in rest}
    found = [
        Assumption(name, n, words=_name(world, n))
        for name, n in (("hand", world.hand), ("plate", world.plate))
        if n == UNSAID or (name == "plate" and known.plate)
    ]
    for n in sorted(things - {0}):
        found += _of_whereabouts(known, n, unsure)
    for c in world.things("container"):
        if c not in known.doors:
            relation = "opened" if c in world.doors_opened else "closed"
            found.append(Assumption(relation, c, words=_name(world, c)))
        if "container" not in told.words.get(c, ()):
            found.append(Assumption("container", c, words=_name(world, c)))
    if unsure:
        sure = {a.where for a in found if a.relation == "at"}
        visited = {int(n) for name, *rest in moves if name == "Move" for n in rest}
        found += [Assumption("location", place) for place in sorted(visited - sure)]
    return tuple(found)


def _of_whereabouts(known: Known, thing: int, unsure: bool) -> Iterator[Assumption]:
    world = known.world
    if thing in known.asked or thing in (world.hand, world.plate):
        return
    words = _name(world, thing)
    if not (spots := world.whereabouts(thing)):
        yield Assumption("nowhere", thing, words=words)
    elif unsure or thing in known.presumed:
        for relation, where in spots:
            yield Assumption(relation, thing, where, words)


def _spoken_of(world: World, items: Iterable[Instruction]) -> set[int]:
    """Return the objects of tasks and constraints, and all containers: something may be hidden."""
    scored = [item for item in items if item.kind != "info"]
    found = {n for item in scored for binding in world.bindings(item) for n in binding}
    if any(item.predicate == "give" for item in scored):
        found.update(world.things("human"))
    return found.union(world.things("container"))


def _name(world: World, thing: int) -> str:
    return " ".join(sorted(world.words.get(thing, frozenset()) - {"small", "big", "container"}))
