"""Several things each to a place of its own, and things that stay where they are."""

from __future__ import annotations

from collections.abc import Callable

from domains.household.goal import Subgoal
from translators.mapthor.references import Told
from translators.mapthor.things import things
from translators.mapthor.tree import Phrase, Things
from translators.mapthor.verbs.putting import Read, group

__all__ = ["PAIRING"]


def _each_its_own(node: Phrase, told: Told) -> Read:
    """Read "the fork and the pen in the sink and on the desk respectively"."""
    named, places = node.first("things"), node.first("paired")
    wheres = [p for p in places.phrases if isinstance(p, Phrase)]
    for listed in places.all("places"):
        to = places.words[0]
        wheres = [Phrase("pp", (to, Things("place", m.words, (m,)))) for m in listed.members]
    if len(wheres) != len(named.members):
        told.fail("there are not as many places as things", places.words[-1], "a place for each")
    subgoals: list[Subgoal] = []
    for member, where in zip(named.members, wheres, strict=True):
        (stage,), told = group(Phrase("group", (
            Things("things", member.words, (member,)), where)), told)
        subgoals += stage
    return [subgoals], told


def _keeping(node: Phrase, told: Told) -> Read:
    """Read "the mug stays where it is": nothing is done to it."""
    what, told = things(node.first("things"), told)
    words = " and ".join(s.words for s in what)
    return [[]], told.naming(what).noting(f"nothing is to be done to '{words}'")


PAIRING: dict[str, Callable[[Phrase, Told], Read]] = {
    "each_its_own": _each_its_own, "keeping": _keeping}
"""Kind of clause in the grammar → what it asks for."""
