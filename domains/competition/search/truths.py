"""What holds in a state, from tables per object, place and door."""

from __future__ import annotations

from collections.abc import Sequence

from domains.competition.search.layout import DOORS_AT, Layout
from domains.competition.search.literals import Test, joint_truth, sort_literal, unary_truth


class Truths:
    """Masks of tests that hold, each test with the bit it sets.

    ``always`` is set by any action; ``at_place[p]`` by the robot being at p; ``by_door[c]`` by the
    door of c being (closed, open); ``unary[i]`` by what object i is; ``meetings`` and ``pairs[i]``
    take two positions: the robot's, or those of i and another object.
    """

    def __init__(self, layout: Layout, tests: Sequence[tuple[Test, int]]) -> None:
        self.layout = layout
        self.always = 0
        self.at_place = [0] * len(layout.places)
        self.by_door = [[0, 0] for _ in layout.containers]
        self.unary: list[list[tuple[Test, int]]] = [[] for _ in layout.objects]
        self.pairs: list[list[tuple[Test, int]]] = [[] for _ in layout.objects]
        self.meetings: list[tuple[Test, int]] = []
        self._joint: list[tuple[Test, int]] = []
        for test, bit in tests:
            self._add(test, bit)
        self._tested = [i for i, own in enumerate(self.unary) if own]
        self._known: list[dict[int, int]] = [{} for _ in layout.objects]
        self._open, self._statuses_at = (1 << len(layout.containers)) - 1, layout.statuses_at

    def _add(self, test: Test, bit: int) -> None:
        match test.kind:
            case "constant":
                self.always |= bit if test.value else 0
            case "robot":
                for p in range(len(self.at_place)):
                    self.at_place[p] |= bit if test.mask >> p & 1 else 0
            case "door":
                self.by_door[test.first][test.value] |= bit
            case "unary":
                self.unary[test.first].append((test, bit))
            case _:
                self._joint.append((test, bit))
                if test.kind == "meeting":
                    self.meetings.append((test, bit))
                else:
                    self.pairs[test.first].append((test, bit))
                    self.pairs[test.second].append((test, bit))

    def by(self, thing: int, at: int, inside: int, carried: int) -> int:
        """Return what an object's whereabouts set; what is carried meets the robot."""
        found = 0
        for test, bit in self.unary[thing]:
            if not found & bit and unary_truth(test.form, test.mask, at, inside, carried):
                found |= bit
        for test, bit in self.meetings if carried else ():
            found |= bit if test.first == thing else 0
        return found

    def of_thing(self, thing: int, code: int, place: int) -> int:
        """Return what an object of status ``code`` sets, the robot being at ``place``."""
        at, inside, carried = self.layout.statuses[code]
        key = code | place << 8 if carried else code
        table = self._known[thing]
        found = table.get(key)
        if found is None:
            at = 1 << place if carried else at
            found = table[key] = self.by(thing, at, inside, carried)
        return found

    def of_pairs(self, thing: int, state: int) -> int:
        """Return what an object sets together with other movable objects."""
        return self._of_joint(self.pairs[thing], state)

    def of_meetings(self, state: int) -> int:
        """Return what the robot sets by standing where an object is."""
        return self._of_joint(self.meetings, state)

    def of_state(self, state: int) -> int:
        """Return everything that a state sets."""
        place = state & 255
        found = self.always | self.at_place[place]
        doors = state >> DOORS_AT & self._open
        for c, masks in enumerate(self.by_door):
            found |= masks[doors >> c & 1]
        codes = (state >> self._statuses_at).to_bytes(len(self.unary), "little")
        for i in self._tested:
            found |= self.of_thing(i, codes[i], place)
        return found | self._of_joint(self._joint, state)

    def _of_joint(self, tests: list[tuple[Test, int]], state: int) -> int:
        found = 0
        for test, bit in tests:
            if not found & bit and joint_truth(self.layout, test, state):
                found |= bit
        return found


class Rules(Truths):
    """Which constraints a state breaks: bit = index in ``layout.found.constraints``."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, [(sort_literal(layout, literal), 1 << j)
                                  for j, rule in enumerate(layout.found.constraints)
                                  for literal in rule.literals])
