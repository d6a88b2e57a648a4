"""Looking at things closely: in hand, near a lamp that is on."""

from __future__ import annotations

from dataclasses import replace

from domains.household.goal import HasState, Held, Selection
from translators.mapthor.references import Told, union
from translators.mapthor.things import things
from translators.mapthor.tree import Phrase
from translators.mapthor.verbs.putting import Read, carried, word_of

__all__ = ["LAMPS", "examining"]

LAMPS = ("LightSwitch", "DeskLamp", "FloorLamp")


def examining(node: Phrase, told: Told) -> Read:
    """Look at something: in hand; "under the lamp" or "while holding it": the lamp is on."""
    lamps, named = list(node.all("things")), node.first("located_things")
    if named is None:
        named = lamps.pop(-1 if node.says("HOLDING") else 0)
    what, told = carried(Phrase("examining", (named,)), told)
    lit: list[Selection] = []
    for lamp in lamps:
        lit, told = things(lamp, told)
    for number, selection in enumerate(what):
        spot = selection.located.place if selection.located else None
        if spot is not None and set(spot.types) <= set(LAMPS):
            lit = [*lit, spot]
            what = [*what[:number], replace(selection, located=None), *what[number + 1:]]
    off = any(t.type == "OFF" for c in node.all("onoff") for t in c.words)
    for light in lit:
        if off or not set(light.types) <= set(LAMPS):
            told.fail(f"things are not examined with '{light.words}'", word_of(node, light),
                      "'with the lamp on'")
    told = told.noting("examining a thing is read as holding it"
                       + (" near the lamp, which is switched on" if lit else ""))
    burning = [HasState(s, "isToggled", True) for s in lit]
    near = replace(lit[0], types=union(lit)) if lit else None
    return [[*(Held(s, near) for s in what), *burning]], told.naming(what)
