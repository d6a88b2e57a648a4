"""The search's bound in every state of random small problems, against what is still to be had."""

import heapq
from collections.abc import Sequence

import pytest
from competition_cases import FAMILIES, draw_problem

from domains.competition.search.bound import Bound
from domains.competition.search.goals import Goals
from domains.competition.search.layout import Layout
from domains.competition.search.moves import Successors
from domains.competition.search.truths import Rules
from domains.competition.world.grounding import ground_rewards
from translators.competition.problem_file import parse_problem


def worst(family: str, seed: int, limit: int) -> int | None:
    """Return by how much the bound of some state is too low (at most 0); None if too large."""
    problem = parse_problem(draw_problem(FAMILIES[family], seed), f"{family}:{seed}")
    found = ground_rewards(problem.true_world(), problem.instructions)
    layout = Layout(problem.true_world(), found)
    if layout.stuck or not found.valid:
        return None
    rules, goals = Rules(layout), Goals(layout)
    successors, bound = Successors(layout, rules), Bound(layout, rules, goals)
    fringe = [state for _, state, _ in successors.first(layout.initial())]
    before: dict[int, list[tuple[int, int]]] = {state: [] for state in fringe}
    while fringe:
        state = fringe.pop()
        for _, after, cost in successors.after(state, False):
            if after not in before:
                before[after] = []
                fringe.append(after)
            before[after].append((state, cost))
        if len(before) > limit:
            return None
    best = {state: goals.value(state) for state in before}
    queue = [(-value, state) for state, value in best.items()]
    heapq.heapify(queue)
    while queue:
        value, state = heapq.heappop(queue)
        for earlier, cost in before[state] if -value == best[state] else ():
            if best[state] - cost > best[earlier]:
                best[earlier] = best[state] - cost
                heapq.heappush(queue, (-best[earlier], earlier))
    return max((best[state] - bound(state) for state in best), default=None)


@pytest.mark.parametrize(("family", "seeds", "limit"), [
    *((family, range(700_000, 700_050), 1_500) for family in sorted(FAMILIES)),
    # once too low: legs that others spare, things in containers and in hand, losses others pay for
    ("carried", [2_000_563], 3_000), ("odd", [2_001_916, 2_002_451], 3_000),
    ("several", [7_005_552], 3_000),
])
def test_no_bound_is_below_what_may_be_had(family: str, seeds: Sequence[int], limit: int) -> None:
    seen = [worst(family, seed, limit) for seed in seeds]
    known = [value for value in seen if value is not None]
    assert len(known) > len(seeds) // 2
    assert max(known) <= 0
