"""When a team says that it cannot finish, and why, in words of the scene."""

from __future__ import annotations

from collections.abc import Collection

from domains.rescue.belief.knowledge import Knowledge
from domains.rescue.belief.limits import limits

__all__ = ["only_beyond", "why_not"]


def only_beyond(know: Knowledge) -> bool:
    """Say whether all that is open is about what this team cannot deal with."""
    names = limits(know)
    return bool(names) and all(any(n in s for n in names) for s in know.open())


def why_not(know: Knowledge, unreachable: Collection[str] = ()) -> str:
    """Say what this team cannot do; ``unreachable`` are goals that no allowed job reaches."""
    found = list(limits(know).values())
    found += [f"every robot that could help to carry {name} holds somebody else"
              for name in know.people if f"bring:{name}" in unreachable]
    if any(goal.startswith("stand:") for goal in unreachable):
        found.append("no robot can get to what still burns")
    return "cannot be done by this team: " + "; ".join(found or know.open())
