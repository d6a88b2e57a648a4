"""One game as plain text: what the robot believed of the flat when it acted, place by place."""

from __future__ import annotations

from domains.competition.belief.opening import Place
from domains.competition.pictures.picture import thing_name
from domains.competition.policy.online import OnlinePlayer

__all__ = ["watch_frame"]

_SHOWN = 0.1
"""Chances below this are not worth a line."""


def watch_frame(
    player: OnlinePlayer, number: int, action: str, reply: str, width: int = 0
) -> str:
    """Return the flat as believed, then the action with its reply.

    Things at several possible places stand at each of them, the likeliest first. A chance stands
    behind a thing unless it is certain; things inside something are in brackets; what is believed
    nowhere in particular is named at the end. A place is one line, cut at ``width`` columns.
    """
    belief = player.belief
    hand, plate = (name_of(player, n) if n > 0 else "-" for n in (belief.hand, belief.plate))
    lines = [f"     hand: {hand}   plate: {plate}"]
    for place in sorted(belief.locations):
        mark = ">" if place == belief.robot else " "
        line = f"  {mark} {place:>3}  {', '.join(_things_at(player, place))}".rstrip()
        lines.append(line if not width or len(line) <= width else f"{line[: width - 1]}…")
    lost = [n for n in sorted(belief.containers) if n not in belief.home]
    lines += [f"    nowhere  {', '.join(_fixed(player, n) for n in lost)}"] * bool(lost)
    unknown = [name_of(player, n) for n in belief.smalls if not belief.carried(n)
               and all(belief.place(n)[place] < _SHOWN for place in belief.place(n))]
    lines += [f"  anywhere  {', '.join(unknown)}"] * bool(unknown)
    lines.append(f"{number:>3}  {action} = {reply}   {player.reason}".rstrip())
    return "\n".join(lines) + "\n"


def _things_at(player: OnlinePlayer, place: int) -> list[str]:
    belief = player.belief
    homes = sorted(n for n, home in belief.home.items() if home == place)
    return [*(_fixed(player, thing) for thing in homes), *_possible(player, ("at", place))]


def _fixed(player: OnlinePlayer, thing: int) -> str:
    """Name a fixed thing with its door and what may be inside."""
    inside = _possible(player, ("inside", thing))
    door = f" {player.belief.door(thing).mode}" if thing in player.belief.containers else ""
    return name_of(player, thing) + door + (f" [{', '.join(inside)}]" if inside else "")


def _possible(player: OnlinePlayer, place: Place) -> list[str]:
    chances = {thing: player.belief.place(thing)[place] for thing in player.belief.smalls
               if not player.belief.carried(thing)}
    likely = sorted((n for n in chances if chances[n] >= _SHOWN), key=lambda n: -chances[n])
    return [f"{name_of(player, n)}{'' if chances[n] > 0.995 else f' {chances[n]:.0%}'}"
            for n in likely]


def name_of(player: OnlinePlayer, thing: int) -> str:
    """Return the words and the number of an object."""
    return thing_name(player.belief.words.get(thing, frozenset()), thing)
