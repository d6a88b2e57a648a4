"""Clauses → stages: what may be worked on in any order, and what has to wait."""

from __future__ import annotations

from domains.household.goal import HasState, Held, Placed, Wish
from translators.mapthor.moving import Steps

__all__ = ["merge"]


def merge(clauses: list[tuple[bool, Steps]]) -> Steps:
    """Join clauses into as few stages as order words and repeated wishes allow."""
    stages: Steps = [[]]
    for ordered, clause in clauses:
        start = len(stages) if ordered and stages[-1] else 0
        if not start:
            start = 1 + max((i for i, stage in enumerate(stages)
                             if any(_conflict(a, b) for a in stage for b in clause[0])),
                            default=-1)
        for offset, wishes in enumerate(clause):
            while len(stages) <= start + offset:
                stages.append([])
            stages[start + offset] += [w for w in wishes if w not in stages[start + offset]]
    return [_drop_fetching(stage, stages[i + 1:]) for i, stage in enumerate(stages)
            if stage and _drop_fetching(stage, stages[i + 1:])] or [[]]


def _conflict(earlier: Wish, later: Wish) -> bool:
    """Whether both wish the same kind of thing to be in two places or states in turn."""
    shared = set(earlier.what.types) & set(later.what.types)
    if not shared or earlier.what.located != later.what.located:
        return False
    if isinstance(earlier, HasState) and isinstance(later, HasState):
        return earlier.state == later.state and earlier.value != later.value
    placing = (Placed, Held)
    return isinstance(earlier, placing) and isinstance(later, placing)


def _drop_fetching(stage: list[Wish], later: Steps) -> list[Wish]:
    """Leave out "bring me X" and "take X away" when X is put somewhere afterwards."""
    placed = {w.what for s in later for w in s
              if isinstance(w, Placed) and w.target.relation != "home"}
    return [w for w in stage if w.what not in placed or not (
        isinstance(w, Held) or (isinstance(w, Placed) and w.target.relation == "home"))]
