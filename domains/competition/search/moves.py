"""Successors of a packed state: the nine physical actions, restricted to what matters."""

from __future__ import annotations

from typing import Final

from domains.competition.search.costs import DOOR, HANDLE, LEG
from domains.competition.search.layout import DOORS_AT, HAND, PLATE, UNSAID, Layout
from domains.competition.search.truths import Rules

Move = tuple[str, int, int]
"""Name of the platform's action, then object or location numbers (-1: none)."""

Successor = tuple[Move, int, int]
"""Action, next state, cost."""

_KEEP_HAND: Final = ~(255 << 8)
_KEEP_PLATE: Final = ~(255 << 16)


class Successors:
    """Generate successors; tables of statuses are filled as they are met.

    Costs are those of ``domain.pddl`` (a test compares them); failed actions are never generated.
    """

    def __init__(self, layout: Layout, rules: Rules) -> None:
        self.layout = layout
        self.rules = rules
        self._offsets = layout.offsets
        self._here = [[c for c, mask in enumerate(layout.container_places) if mask >> p & 1]
                      for p in range(len(layout.places))]
        self._lost_at, self._statuses_at = layout.lost_at, layout.statuses_at
        self._open = (1 << len(layout.containers)) - 1

    def after(self, state: int, moved: bool) -> list[Successor]:
        """Return the successors; ``moved`` says that the last action was a Move.

        Two Moves in a row are one Move, so none is generated after one (except at the start,
        where going and coming back may settle an unknown door).
        """
        found: list[Successor] = []
        hand, plate, place = state >> 8 & 255, state >> 16 & 255, state & 255
        if hand == UNSAID:
            pass
        elif hand:
            self._with_full_hand(found, state, hand - 1, plate, place)
        else:
            self._with_empty_hand(found, state, plate, place)
        if not moved:
            self._moves(found, state, hand, plate, place)
        return found

    def first(self, state: int) -> list[Successor]:
        """Return the successors of the initial state: every constraint is checked afresh.

        Of a container with several places all count for the first action.
        """
        layout, place = self.layout, state & 255
        found = []
        later, live = self._here[place], (1 << len(layout.found.constraints)) - 1 << layout.lost_at
        said = {c for c, where in layout.world.at if where == layout.start}
        self._here[place] = [c for c, number in enumerate(layout.containers) if number in said]
        children = self.after(state, False)
        self._here[place] = later
        for move, several, cost in children:
            after = several
            for i, number in enumerate(layout.objects):
                code = after >> self._offsets[i] & 255
                after ^= (code ^ layout.settled(number, code)) << self._offsets[i]
            broken = self.rules.of_state(after) << layout.lost_at
            found.append((move, after & ~live | state & live | broken, cost))
        return found

    def _with_empty_hand(self, found: list[Successor], state: int, plate: int, place: int) -> None:
        layout = self.layout
        statuses = layout.statuses
        doors = state >> DOORS_AT & self._open
        here = self._here[place]
        codes = (state >> self._statuses_at).to_bytes(len(self._offsets), "little")
        for i, code in enumerate(codes):
            at, inside, carried = statuses[code]
            if not carried and at >> place & 1:
                after = self._change(state, i, code, 0, inside, carried | HAND) | (i + 1) << 8
                self._handled(found, ("PickUp", layout.objects[i], -1), after, i, place)
            if inside:
                for c in here:
                    if inside >> c & 1 and doors >> c & 1:
                        after = self._change(state, i, code, 0, inside & ~(1 << c), carried | HAND)
                        move = ("TakeOut", layout.objects[i], layout.containers[c])
                        self._handled(found, move, after | (i + 1) << 8, i, place)
        if plate and plate != UNSAID:
            i = plate - 1
            code = state >> self._offsets[i] & 255
            after = self._change(state, i, code, 0, statuses[code][1], HAND) & _KEEP_PLATE
            move = ("FromPlate", layout.objects[i], -1)
            self._handled(found, move, after | plate << 8, i, place)
        for c in here:
            opened = doors >> c & 1
            after = state ^ 1 << (DOORS_AT + c)
            after |= self.rules.by_door[c][not opened] << self._lost_at
            name = "Close" if opened else "Open"
            found.append(((name, layout.containers[c], -1), after, DOOR))

    def _with_full_hand(
        self, found: list[Successor], state: int, i: int, plate: int, place: int
    ) -> None:
        layout = self.layout
        number = layout.objects[i]
        code = state >> self._offsets[i] & 255
        _, inside, carried = layout.statuses[code]
        emptied = state & _KEEP_HAND
        both = carried & PLATE
        at = 0 if both else 1 << place
        after = self._change(emptied, i, code, at, inside, both)
        self._handled(found, ("PutDown", number, -1), after, i, place)
        if not plate:
            after = self._change(emptied, i, code, 0, inside, PLATE) | (i + 1) << 16
            self._handled(found, ("ToPlate", number, -1), after, i, place)
        doors = state >> DOORS_AT & self._open
        for c in self._here[place]:
            if doors >> c & 1:
                after = self._change(emptied, i, code, 0, inside | 1 << c, both)
                self._handled(found, ("PutIn", number, layout.containers[c]), after, i, place)

    def _moves(self, found: list[Successor], state: int, hand: int, plate: int, place: int) -> None:
        layout, rules = self.layout, self.rules
        for p, number in enumerate(layout.places):
            if p == place:
                continue
            after = state ^ place ^ p
            broken = rules.at_place[p] | rules.of_meetings(after)
            for carried in (hand, plate):
                if carried and carried != UNSAID:
                    i = carried - 1
                    code = state >> self._offsets[i] & 255
                    broken |= rules.of_thing(i, code, p) | rules.of_pairs(i, after)
            found.append((("Move", number, -1), after | broken << self._lost_at, LEG))

    def _handled(
        self, found: list[Successor], move: Move, after: int, i: int, place: int
    ) -> None:
        broken = self.rules.of_thing(i, after >> self._offsets[i] & 255, place)
        broken |= self.rules.of_pairs(i, after)
        found.append((move, after | broken << self._lost_at, HANDLE))

    def _change(self, state: int, i: int, code: int, at: int, inside: int, carried: int) -> int:
        new = self.layout.code((at, inside, carried))
        return state ^ (code ^ new) << self._offsets[i]


def line(move: Move) -> str:
    """Return the platform's line of a move, e.g. ``Move 4``."""
    name, first, second = move
    return f"{name} {first}" if second < 0 else f"{name} {first} {second}"
