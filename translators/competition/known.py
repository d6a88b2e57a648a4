"""The world that is planned in, and what a plan rests on beyond what is known to be true.

Where a file withholds facts or tells wrong ones, the world is completed by assumptions. They are
listed: if all of them hold in the true world, a plan scores there what is said of it. Objects and
their words are taken as told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.referee.environment import Referee
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


def complete(problem: ProblemFile, *, true_world: bool = False) -> Known:
    """Return the world to plan in, the things to be asked for first, and what is certain.

    Where something is withheld, it is the likeliest world of the player's belief; what is given is
    certain where no fact may be wrong (flag err off). What tasks need is asked for where answers
    are reliable (flag ans off); a container without a known door is closed.
    """
    items = problem.instructions
    if true_world or not withheld(problem):
        return Known(problem.true_world())
    told = problem.told_world()
    belief = WorldBelief(told, items)
    belief.inside_too = {pair for pair in told.inside if belief.carried(pair[0])}
    if not problem.flags.err:
        belief.trust()
    asked: list[int] = []
    truth = Referee(problem.true_world(), items)
    while not problem.flags.ans and (new := needed(belief, items, asked)):
        for thing in new:
            belief.answered_truly(thing, truth.act(f"AskLoc {thing}"))
        asked += new
    known = {c: door.mode for c, door in belief.doors.items() if len(door) == 1}
    doors = {c: known.get(c) or told.door(c) or "closed" for c in belief.containers}
    sure = frozenset(c for c in belief.containers if c in known or (
        not problem.flags.err and told.door(c)))
    world = belief.world(belief.most_likely(), doors)
    carried = {n for n in (world.hand, world.plate) if n > 0}  # as given until an action succeeds
    world = replace(world, at=frozenset(fact for fact in world.at if fact[0] not in carried) | {
        fact for fact in told.at if fact[0] in carried})
    placed = {n for n, _ in world.at | world.inside}
    guessed = frozenset(placed - set(asked) - set(belief.given))
    return Known(world, tuple(asked), guessed, sure, told.plate == UNSAID)


def needed(
    belief: WorldBelief, instructions: Sequence[Instruction], asked: Sequence[int] = ()
) -> list[int]:
    """Return what tasks need a place of that no fact, info or answer gives, in number order.

    Things to be moved or gone to, where they are to be brought, and the containers they are in.
    """
    known = {*belief.given, belief.hand, belief.plate, *asked}
    wanted: set[int] = set()
    for item in instructions:
        if item.kind == "task" and item.predicate != "putdown":
            for binding in belief.told.bindings(item):
                wanted |= _wanted(belief, item, binding)
    return sorted(n for n in wanted - known if n in belief.smalls or n in belief.bigs)


def _wanted(belief: WorldBelief, item: Instruction, things: Sequence[int]) -> set[int]:
    """Return the objects of a task whose places it needs."""
    thing, other = things[0], things[-1]
    inside = {n: place[1] for n, place in belief.given.items() if place[0] == "inside"}
    if item.predicate == "putin" and inside.get(thing) == other:
        return set()
    if item.predicate == "takeout":
        return {thing} if thing not in inside else {other} & {inside[thing]}
    found = {*things, *(belief.humans if item.predicate == "give" else ())}
    return found | {c for n, c in inside.items() if n in found}


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
