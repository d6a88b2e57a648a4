"""All arrangements that satisfy statements: enumeration with propagation.

Entities of one group exclude each other; entities of different groups (people, colours, pets) may
share a slot. Statements about one or two entities become sets of allowed slots and prune ahead;
others are checked as soon as all their entities are placed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from domains.space.geometry import Layout, bits, mask
from domains.space.statements import Term, negation
from planner.errors import LimitError

MAX_STEPS = 400_000
KEPT = 1_500
Arrangement = tuple[int, ...]


def arrangements(
    layout: Layout, groups: Sequence[Sequence[int]], statements: Sequence[Term],
    *, steps: int = MAX_STEPS,
) -> Iterator[Arrangement]:
    """Yield every arrangement (the slot of each entity) in which all statements hold.

    Of an unanchored ring only those with entity 0 in slot 0. Raise ``LimitError`` after ``steps``
    placements.
    """
    search = _Search(layout, groups, statements, steps)
    if all(s.holds(search.at) for s in statements if not s.scope):
        yield from search.place(search.domains, (1 << len(search.at)) - 1)


class _Search:
    def __init__(self, layout: Layout, groups: Sequence[Sequence[int]], statements: Sequence[Term],
                 steps: int) -> None:
        count = sum(map(len, groups))
        self.at, self.steps, self.size = [0] * count, steps, layout.size
        self.domains = [layout.every] * count
        if not layout.anchored:
            self.domains[groups[0][0]] = 1
        self.rivals = {one: mask(g) & ~(1 << one) for g in groups for one in g}
        self.links: list[list[tuple[int, list[int]]]] = [[] for _ in range(count)]
        self.checks: list[list[Term]] = [[] for _ in range(count)]
        for statement in sorted(statements, key=lambda s: len(s.scope)):
            self._post(statement, sorted(statement.scope))

    def _post(self, statement: Term, scope: Sequence[int]) -> None:
        if len(scope) == 1:
            self.domains[scope[0]] = self._allowed(statement, scope[0])
        elif len(scope) == 2:
            for one, other in (scope, scope[::-1]):
                allowed = [0] * self.size
                for slot in bits(self.domains[one]):
                    self.at[one] = slot
                    allowed[slot] = self._allowed(statement, other)
                self.links[one].append((other, allowed))
        else:
            for one in scope:
                self.checks[one].append(statement)

    def _allowed(self, statement: Term, one: int) -> int:
        found = 0
        for slot in bits(self.domains[one]):
            self.at[one] = slot
            found |= statement.holds(self.at) << slot
        return found

    def place(self, domains: list[int], left: int) -> Iterator[Arrangement]:
        """Place the entities of the set ``left``, the one with the fewest slots first."""
        if not left:
            yield tuple(self.at)
            return
        one = min(bits(left), key=lambda i: (domains[i].bit_count(), -len(self.links[i])))
        rest = left & ~(1 << one)
        for slot in bits(domains[one]):
            self.steps -= 1
            if self.steps < 0:
                raise LimitError("the arrangement puzzle needs more steps than allowed")
            narrowed = list(domains)
            for other in bits(self.rivals[one] & rest):
                narrowed[other] &= ~(1 << slot)
            for other, allowed in self.links[one]:
                narrowed[other] &= allowed[slot]
            self.at[one] = slot
            if all(narrowed[i] for i in bits(rest)) and narrowed[one] and all(
                    s.holds(self.at) for s in self.checks[one]
                    if not any(rest >> e & 1 for e in s.scope)):
                yield from self.place(narrowed, rest)
                self.at[one] = slot


@dataclass(frozen=True)
class Worlds:
    """The arrangements in which all statements hold, for questions of "must" and "can".

    They are listed once if they are few (``KEPT``), else each question is a search.
    """

    layout: Layout
    groups: Sequence[Sequence[int]]
    statements: Sequence[Term]

    @cached_property
    def few(self) -> list[Arrangement] | None:
        """All arrangements if there are at most ``KEPT``."""
        found = list(islice(arrangements(self.layout, self.groups, self.statements), KEPT + 1))
        return found if len(found) <= KEPT else None

    def some(self, *more: Term) -> Arrangement | None:
        """Return an arrangement (in which ``more`` holds, too), ``None`` if there is none."""
        if self.few is None:
            return next(arrangements(self.layout, self.groups, [*self.statements, *more]), None)
        return next((at for at in self.few if all(s.holds(at) for s in more)), None)

    def certain(self, statement: Term) -> bool:
        """Say whether ``statement`` holds in every arrangement."""
        return self.some(negation(statement)) is None

    def all(self, limit: int) -> list[Arrangement]:
        """Return all arrangements; raise ``LimitError`` beyond ``limit``."""
        found = self.few
        if found is None:
            every = arrangements(self.layout, self.groups, self.statements, steps=20 * limit)
            found = list(islice(every, limit + 1))
        if len(found) > limit:
            raise LimitError(f"more than {limit} arrangements")
        return found

    def needed(self, statement: Term) -> list[int]:
        """Return the numbers of statements from which ``statement`` follows, none of them idle."""
        kept = list(range(len(self.statements)))
        for one in list(kept):
            fewer = [self.statements[i] for i in kept if i != one]
            against = arrangements(self.layout, self.groups, [*fewer, negation(statement)])
            if next(against, None) is None:
                kept.remove(one)
        return kept
