"""All arrangements that satisfy statements: enumeration with propagation.

Entities of one group exclude each other; entities of different groups (people, colours, pets) may
share a slot. Statements about one or two entities become sets of allowed slots and prune ahead;
others are checked as soon as all their entities are placed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from domains.space.geometry import Layout, bits
from domains.space.statements import Statement, negation
from planner.errors import LimitError

__all__ = ["MAX_STEPS", "Arrangement", "Worlds", "arrangements"]

MAX_STEPS = 400_000
KEPT = 1_500
Arrangement = tuple[int, ...]


def arrangements(
    layout: Layout, groups: Sequence[Sequence[int]], statements: Sequence[Statement],
    *, steps: int = MAX_STEPS,
) -> Iterator[Arrangement]:
    """Yield every arrangement (the slot of each entity) in which all statements hold.

    Of an unanchored ring only those with entity 0 in slot 0. Raise ``LimitError`` after ``steps``
    placements.
    """
    count = sum(map(len, groups))
    search = _Search(layout, groups, [s for s in statements if s.scope], count, steps)
    if all(s.holds([0] * count) for s in statements if not s.scope):
        yield from search.run()


class _Search:
    def __init__(self, layout: Layout, groups: Sequence[Sequence[int]],
                 statements: Sequence[Statement], count: int, steps: int) -> None:
        self.count, self.steps = count, steps
        self.at = [0] * count
        self.domains = [layout.every] * count
        if not layout.anchored:
            self.domains[groups[0][0]] = 1
        self.rivals = [0] * count
        for group in groups:
            for one in group:
                self.rivals[one] = sum(1 << other for other in group if other != one)
        self.links: list[list[tuple[int, list[int]]]] = [[] for _ in range(count)]
        self.checks: list[list[Statement]] = [[] for _ in range(count)]
        for statement in statements:
            self._post(statement)

    def _post(self, statement: Statement) -> None:
        scope = sorted(statement.scope)
        if len(scope) == 1:
            one = scope[0]
            self.domains[one] = sum(1 << s for s in bits(self.domains[one])
                                    if self._true(statement, one, s))
        elif len(scope) == 2:
            a, b = scope
            size = max(d.bit_length() for d in self.domains)
            there, back = [0] * size, [0] * size
            for x in bits(self.domains[a]):
                self.at[a] = x
                for y in bits(self.domains[b]):
                    if self._true(statement, b, y):
                        there[x] |= 1 << y
                        back[y] |= 1 << x
            self.links[a].append((b, there))
            self.links[b].append((a, back))
        else:
            for one in scope:
                self.checks[one].append(statement)

    def _true(self, statement: Statement, one: int, slot: int) -> bool:
        self.at[one] = slot
        return statement.holds(self.at)

    def run(self) -> Iterator[Arrangement]:
        domains = self._arc_consistent(list(self.domains))
        if domains is not None:
            yield from self._place(domains, (1 << self.count) - 1)

    def _arc_consistent(self, domains: list[int]) -> list[int] | None:
        waiting = list(range(self.count))
        while waiting:
            one = waiting.pop()
            for other, allowed in self.links[one]:
                possible = 0
                for slot in bits(domains[one]):
                    possible |= allowed[slot]
                if domains[other] & ~possible:
                    domains[other] &= possible
                    waiting.append(other)
        return domains if all(domains) else None

    def _place(self, domains: list[int], left: int) -> Iterator[Arrangement]:
        if not left:
            yield tuple(self.at)
            return
        one = min(bits(left), key=lambda i: (domains[i].bit_count(), -len(self.links[i])))
        rest = left & ~(1 << one)
        for slot in bits(domains[one]):
            self.steps -= 1
            if self.steps < 0:
                raise LimitError("the arrangement puzzle needs more steps than allowed")
            self.at[one] = slot
            narrowed = self._narrow(domains, one, slot, rest)
            if narrowed is not None and all(
                    s.holds(self.at) for s in self.checks[one]
                    if not any(rest >> e & 1 for e in s.scope)):
                yield from self._place(narrowed, rest)
                self.at[one] = slot

    def _narrow(self, domains: list[int], one: int, slot: int, rest: int) -> list[int] | None:
        after = list(domains)
        after[one] = 1 << slot
        for other in bits(self.rivals[one] & rest):
            after[other] &= ~(1 << slot)
            if not after[other]:
                return None
        for other, allowed in self.links[one]:
            after[other] &= allowed[slot]
            if not after[other]:
                return None
        return after


@dataclass
class Worlds:
    """The arrangements in which all statements hold, for questions of "must" and "can".

    They are listed once if they are few (``KEPT``), else each question is a search.
    """

    layout: Layout
    groups: Sequence[Sequence[int]]
    statements: Sequence[Statement]
    listed: list[Arrangement] | None = None
    _tried: bool = field(default=False, repr=False)

    def few(self) -> list[Arrangement] | None:
        """Return all arrangements if there are at most ``KEPT``."""
        if self.listed is None and not self._tried:
            self._tried = True
            found = list(islice(arrangements(self.layout, self.groups, self.statements), KEPT + 1))
            self.listed = found if len(found) <= KEPT else None
        return self.listed

    def some(self, statement: Statement | None = None) -> Arrangement | None:
        """Return an arrangement (in which ``statement`` holds), ``None`` if there is none."""
        few = self.few()
        extra = [] if statement is None else [statement]
        if few is None:
            return next(arrangements(self.layout, self.groups, [*self.statements, *extra]), None)
        return next((at for at in few if all(s.holds(at) for s in extra)), None)

    def certain(self, statement: Statement) -> bool:
        """Say whether ``statement`` holds in every arrangement."""
        return self.some(negation(statement)) is None

    def all(self, limit: int) -> list[Arrangement]:
        """Return all arrangements; raise ``LimitError`` beyond ``limit``."""
        found = self.few()
        if found is None:
            every = arrangements(self.layout, self.groups, self.statements, steps=20 * limit)
            found = list(islice(every, limit + 1))
        if len(found) > limit:
            raise LimitError(f"more than {limit} arrangements")
        return found

    def needed(self, statement: Statement) -> list[int]:
        """Return the numbers of statements from which ``statement`` follows, none of them idle."""
        kept = list(range(len(self.statements)))
        for one in list(kept):
            fewer = [self.statements[i] for i in kept if i != one]
            against = arrangements(self.layout, self.groups, [*fewer, negation(statement)])
            if next(against, None) is None:
                kept.remove(one)
        return kept
