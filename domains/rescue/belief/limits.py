"""What a team can never do, with the reason in words of the scene; known before anybody moves."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from domains.rescue.belief.blaze import Blaze
from domains.rescue.belief.knowledge import Knowledge
from domains.rescue.world.scene import Cell
from domains.rescue.world.ways import NO_WAY


def fires(know: Knowledge) -> list[Blaze]:
    """Return the fires that burn, as far as is known, and that the team can put out."""
    beyond = limits(know)
    return [b for b in know.blazes.values() if b.level and b.name not in beyond]


def limits(know: Knowledge) -> dict[str, str]:
    """Return the fires and people that nobody of this team can deal with, and why."""
    return dict([*_people(know), *_fires(know)])


def only_beyond(know: Knowledge) -> bool:
    """Say whether all that is open is about what this team cannot deal with."""
    names = limits(know)
    return bool(names) and all(any(n in s for n in names) for s in know.open())


def why_not(know: Knowledge, waiting: Collection[str] = ()) -> str:
    """Say what this team cannot do; for the people ``waiting`` there are not enough robots free."""
    found = list(limits(know).values())
    found += [f"every robot that could help to carry {name} holds somebody else"
              for name in waiting]
    return "cannot be done by this team: " + "; ".join(found or know.open())


def _people(know: Knowledge) -> Iterator[tuple[str, str]]:
    for name, person in know.people.items():
        if person.delivered:
            continue
        hands, team = _able(know, [person.cell, know.deposit[1]]), len(know.agents)
        if not know.deposit[0]:
            yield name, f"there is no deposit to bring {name} to"
        elif person.load > team:
            there = "is one" if team == 1 else f"are {team}"
            yield name, f"{name} takes {person.load} robots to carry, there {there}"
        elif person.load > hands:
            yield name, (f"walls are between {name}, {know.deposit[0]} and all robots" if not hands
                         else f"{name} takes {person.load} robots to carry, {hands} can get there")


def _fires(know: Knowledge) -> Iterator[tuple[str, str]]:
    for name, kind in know.fire_kinds.items():
        supply, blaze = know.supplies[kind], know.blazes.get(name)
        if supply not in know.sources:
            yield name, f"there is no reservoir of {supply} for {name}"
        elif blaze is not None and not blaze.out and not _able(
                know, [blaze.position, know.sources[supply][1]]):
            yield name, f"walls are between {name}, {know.sources[supply][0]} and all robots"


def _able(know: Knowledge, places: list[Cell | None]) -> int:
    """Return how many robots can get to all of some places, as far as those are known."""
    if not know.walls_block:
        return len(know.agents)
    known = [p for p in places if p is not None]
    return sum(all(know.way(r.cell, p) < NO_WAY for p in known) for r in know.robots.values())
