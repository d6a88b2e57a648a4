"""The movable things of the relaxation: how each ends, and how it gets there.

A thing that is taken along leaves its place and reaches its end in one of three modes:

* *straight*: in the hand, by the one leg between the two places. (While the hand is full nothing
  else can be done, and two Moves in a row are one; so a thing carried over several legs is put
  somewhere on the way, which costs a pair of actions more.)
* *plated*: it is on the plate for a while, and pays ToPlate and FromPlate;
* *relayed*: it is put aside and fetched again without the plate, and pays for both.

Things that begin or end on the plate need no mode.
"""

from __future__ import annotations

from collections.abc import Iterator

from domains.competition.search.costs import HANDLE, PAIR
from domains.competition.search.layout import HAND
from domains.competition.search.relaxed.skeleton import Skeleton, Term

End = tuple[str, int]
"""``("at", place)``, ``("in", container)``, ``("hand", 0)``, ``("plate", 0)``, or
``("lost", 0)``: the thing is nowhere and cannot be moved."""


class Movable:
    """Variables of one movable thing; ``source`` is how and ``place`` where it begins."""

    def __init__(self, skeleton: Skeleton, index: int) -> None:
        self.index = index
        self.skeleton = skeleton
        self.source, self.place = self._begin()
        name, new = str(index), skeleton.bool
        kinds: list[End] = [("at", p) for p in skeleton.places]
        kinds += [("in", c) for c in range(len(skeleton.doors))]
        kinds += [("hand", 0), ("plate", 0)] + [("lost", 0)] * (self.source[0] == "lost")
        self.ends: dict[End, Term] = {end: new(f"end{name}{end}") for end in kinds}
        self.handled, self.away = new(f"handled{name}"), new(f"away{name}")
        self.plated, self.relayed = new(f"plated{name}"), new(f"relayed{name}")
        self.carried = new(f"carried{name}")
        self.straight: dict[int, Term] = {}
        self.last: dict[int, Term] = {}
        self.by_hand_out: Term = 0
        self.by_hand_in: dict[End, Term] = {}
        self.stands = [self._stands(p) for p in skeleton.places]
        self._link()
        self._pay()
        if self.source[0] not in ("plate", "lost"):
            self._go()

    def static(self) -> dict[End, Term]:
        """Return the ends apart from the robot."""
        return {end: literal for end, literal in self.ends.items() if end[0] in ("at", "in")}

    def place_of(self, end: End) -> int:
        """Return the place of a static end."""
        return end[1] if end[0] == "at" else self.skeleton.container_at[end[1]]

    def put_at(self, place: int) -> list[Term]:
        """Return the literals of being brought to a place and left there, not from there."""
        if place == self.place:
            return []
        return [v for end, v in self.static().items() if self.place_of(end) == place]

    def in_hand(self) -> Iterator[tuple[int, Term]]:
        """Yield where it is in the hand before it is put there or after it is taken from there."""
        for end, literal in self.static().items():
            place = self.place_of(end)
            if end != self.source and (self.source[0], place) != ("hand", self.skeleton.start):
                yield place, literal
        if self.source[0] in ("at", "in"):
            yield self.place, self.handled

    @property
    def begins_carried(self) -> bool:
        """Whether the robot holds it at the start."""
        return self.source[0] in ("hand", "plate")

    def _begin(self) -> tuple[End, int]:
        skeleton = self.skeleton
        code = skeleton.state >> skeleton.layout.offsets[self.index] & 255
        at, inside, carried = skeleton.layout.statuses[code]
        if at:
            return ("at", at.bit_length() - 1), at.bit_length() - 1
        if inside:
            container = inside.bit_length() - 1
            return ("in", container), skeleton.container_at[container]
        if carried:
            return ("hand" if carried == HAND else "plate", 0), skeleton.start
        return ("lost", 0), -1

    def _stands(self, place: int) -> Term:
        """Return whether the thing ends at a place, loose or carried."""
        skeleton, end = self.skeleton, self.skeleton.legs.ends[place]
        with_robot = skeleton.bool(f"with{self.index}at{place}")
        skeleton.model.add_implication(with_robot, self.carried)
        skeleton.model.add_implication(with_robot, end)
        skeleton.model.add_bool_or([~self.carried, ~end, with_robot])
        stands = skeleton.bool(f"stands{self.index}at{place}")
        skeleton.model.add(stands == self.ends["at", place] + with_robot)
        return stands

    def _link(self) -> None:
        model, ends, legs = self.skeleton.model, self.ends, self.skeleton.legs
        model.add_exactly_one(ends.values())
        model.add(self.carried == ends["hand", 0] + ends["plate", 0])
        model.add_implication(~self.handled, ends[self.source])
        if self.source[0] == "lost":
            model.add(self.handled == 0)
        model.add_implication(self.away, self.handled)
        model.add_implication(self.plated, self.away)
        model.add_implication(self.relayed, self.away)
        model.add_bool_or([~self.plated, ~self.relayed])
        for end, literal in ends.items():
            if end != self.source:
                model.add_implication(literal, self.handled)
                if end in self.static():
                    model.add_implication(literal, legs.visited[self.place_of(end)])
            if end in self.static() and self.place_of(end) != self.place:
                model.add_implication(literal, self.away)
        if self.place >= 0:
            if not self.begins_carried:
                model.add_implication(self.handled, legs.visited[self.place])
            model.add_bool_or([~self.carried, legs.ends[self.place], self.away])

    def _pay(self) -> None:
        model, cost = self.skeleton.model, self.skeleton.cost
        put = sum(self.static().values())
        on_plate, in_hand = self.ends["plate", 0], self.ends["hand", 0]
        match self.source[0]:
            case "hand":
                cost.append(HANDLE * (put + on_plate))
            case "plate":
                cost.append(2 * HANDLE * put + HANDLE * in_hand)
            case "at" | "in":
                down = self.skeleton.bool(f"down{self.index}")
                model.add(down >= self.handled + put - 1)
                cost.append(HANDLE * (self.handled + down + on_plate))
        cost.append(PAIR * (self.plated + self.relayed))

    def _go(self) -> None:
        """Choose a mode for the way from the source to an end in another place, or in the hand."""
        skeleton, model, legs = self.skeleton, self.skeleton.model, self.skeleton.legs
        in_hand = self.ends["hand", 0]
        for q in skeleton.places:
            if q == self.place:
                continue
            straight = self.straight[q] = skeleton.bool(f"straight{self.index}to{q}")
            last = self.last[q] = skeleton.bool(f"last{self.index}to{q}")
            model.add_implication(last, in_hand)
            model.add_implication(last, legs.ends[q])
            put = sum(self.put_at(q))
            model.add(straight <= put + last)
            model.add(straight >= put - self.plated - self.relayed)
            if self.source[0] == "hand":
                legs_made = sum(legs.travelled.values())
                model.add(legs_made <= 1).only_enforce_if([straight, last])
        total: Term = sum(self.straight.values())
        modes = total + self.plated + self.relayed
        model.add(modes <= self.away)
        model.add(modes >= in_hand - legs.ends[self.place])
        self.by_hand_out = skeleton.bool(f"out{self.index}")
        model.add(self.by_hand_out == total + self.relayed)
        for end, literal in self.static().items():
            if self.place_of(end) != self.place:
                arrives = self.by_hand_in[end] = skeleton.bool(f"in{self.index}{end}")
                model.add(arrives >= literal - self.plated)


class Movables:
    """All movable things, and what they share: legs, hand, plate, doors."""

    def __init__(self, skeleton: Skeleton) -> None:
        self.skeleton = skeleton
        self.all = [Movable(skeleton, i) for i in range(len(skeleton.layout.objects))]
        for kind in ("hand", "plate"):
            skeleton.model.add(sum(thing.ends[kind, 0] for thing in self.all) <= 1)
        self._share_legs()
        for container in range(len(skeleton.doors)):
            self._reach_inside(container)

    def _share_legs(self) -> None:
        """One thing in the hand per leg, two on the robot."""
        model, legs = self.skeleton.model, self.skeleton.legs
        straight: dict[tuple[int, int], list[Term]] = {}
        for thing in self.all:
            for q, literal in thing.straight.items():
                straight.setdefault((thing.place, q), []).append(literal)
        for leg, literals in straight.items():
            model.add(legs.travelled[leg] >= sum(literals))
        for p in self.skeleton.places:
            leaving = [t for t in self.all if t.place == p]
            model.add(legs.departures[p] >= sum(t.by_hand_out for t in leaving))
            model.add(2 * legs.departures[p] >= sum(t.by_hand_out + t.plated for t in leaving))
            coming = [literal for t in self.all for end, literal in t.by_hand_in.items()
                      if t.place_of(end) == p]
            last = self._full_hand(p)
            model.add(legs.arrivals[p] >= sum(coming) + last)
            brought = [literal for t in self.all for literal in t.put_at(p)]
            model.add(2 * legs.arrivals[p] >= sum(brought) + 2 * last)

    def _full_hand(self, place: int) -> Term:
        """Return whether the robot ends here with a thing in the hand since its last leg.

        The hand stays full then: whatever is to be done here is done in an earlier visit.
        """
        skeleton, model, legs = self.skeleton, self.skeleton.model, self.skeleton.legs
        last, work = skeleton.bool(f"last_leg{place}"), skeleton.bool(f"work{place}")
        for thing in self.all:
            if place in thing.last:
                model.add_implication(thing.last[place], last)
            if thing.place == place and not thing.begins_carried:
                model.add_implication(thing.handled, work)
            for literal in thing.put_at(place):
                model.add_implication(literal, work)
        for door in skeleton.doors:
            if door.place == place:
                model.add_implication(door.opening, work)
                model.add_implication(door.closing, work)
        model.add(legs.visits[place] >= work + last)
        return last

    def _reach_inside(self, container: int) -> None:
        """Doors open for what goes in or out; they are turned with an empty hand.

        Where the robot comes with a thing for a closed container it cannot open it, nor can it
        close it before it leaves with a thing from it, without putting the thing aside (a pair).
        """
        skeleton, model = self.skeleton, self.skeleton.model
        door, legs = skeleton.doors[container], skeleton.legs
        inner: End = ("in", container)
        taken = [t for t in self.all if t.source == inner]
        if not door.before:
            for thing in taken:
                model.add_implication(thing.handled, door.opening)
            for thing in self.all:
                if thing.source != inner:
                    model.add_implication(thing.ends[inner], door.opening)
            aside = skeleton.bool(f"aside{container}")
            skeleton.cost.append(PAIR * aside)
            full = [t.by_hand_in[inner] for t in self.all if inner in t.by_hand_in]
            model.add(legs.visits[door.place] + aside >= door.opening + sum(full))
        aside = skeleton.bool(f"before_closing{container}")
        skeleton.cost.append(PAIR * aside)
        full = [t.by_hand_out for t in taken]
        model.add(legs.leavings[door.place] + aside >= door.closing + sum(full))
