"""One game as plain text: what the robot believed of the flat when it acted, place by place."""

from __future__ import annotations

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.belief.opening import Place
from domains.competition.pictures.picture import thing_name

__all__ = ["watch_frame"]

_SHOWN = 0.1
"""Chances below this are not worth a line."""


def watch_frame(
    belief: WorldBelief, number: int, said: str, reason: str = "", width: int = 0
) -> str:
    """Return the flat as believed, then what was ``said``: an action with its reply.

    Things at several possible places stand at each of them, the likeliest first. A chance stands
    behind a thing unless it is certain; things inside something are in brackets; what is believed
    nowhere in particular is named at the end. A place is one line, cut at ``width`` columns.
    """
    hand, plate = (name_of(belief, n) if n > 0 else "-" for n in (belief.hand, belief.plate))
    lines = [f"     hand: {hand}   plate: {plate}"]
    for place in sorted(belief.locations):
        mark = ">" if place == belief.robot else " "
        line = f"  {mark} {place:>3}  {', '.join(_things_at(belief, place))}".rstrip()
        lines.append(line if not width or len(line) <= width else f"{line[: width - 1]}…")
    lost = [n for n in sorted(belief.containers) if n not in belief.home]
    lines += [f"    nowhere  {', '.join(_fixed(belief, n) for n in lost)}"] * bool(lost)
    unknown = [name_of(belief, n) for n in belief.smalls if not belief.carried(n)
               and all(belief.place(n)[place] < _SHOWN for place in belief.place(n))]
    lines += [f"  anywhere  {', '.join(unknown)}"] * bool(unknown)
    lines.append(f"{number:>3}  {said}   {reason}".rstrip())
    return "\n".join(lines) + "\n"


def _things_at(belief: WorldBelief, place: int) -> list[str]:
    homes = sorted(n for n, home in belief.home.items() if home == place)
    return [*(_fixed(belief, thing) for thing in homes), *_possible(belief, ("at", place))]


def _fixed(belief: WorldBelief, thing: int) -> str:
    """Name a fixed thing with its door and what may be inside."""
    inside = _possible(belief, ("inside", thing))
    door = f" {belief.door(thing).mode}" if thing in belief.containers else ""
    return name_of(belief, thing) + door + (f" [{', '.join(inside)}]" if inside else "")


def _possible(belief: WorldBelief, place: Place) -> list[str]:
    chances = {thing: belief.place(thing)[place] for thing in belief.smalls
               if not belief.carried(thing)}
    likely = sorted((n for n in chances if chances[n] >= _SHOWN), key=lambda n: -chances[n])
    return [f"{name_of(belief, n)}{'' if chances[n] > 0.995 else f' {chances[n]:.0%}'}"
            for n in likely]


def name_of(belief: WorldBelief, thing: int) -> str:
    """Return the words and the number of an object."""
    return thing_name(belief.words.get(thing, frozenset()), thing)
