"""The relaxation: never below what a plan earns, and proofs that agree with exhaustive search."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from competition_oracle import exhaustive, flat, item, tiny_problem
from tables import cases

from domains.competition.referee.environment import Referee
from domains.competition.search.astar import SearchResult
from domains.competition.search.layout import Layout
from domains.competition.search.planning import fits
from domains.competition.search.relaxed import decomposition
from domains.competition.search.relaxed.decomposition import Decomposition
from domains.competition.search.relaxed.model import Choice, Relaxation
from domains.competition.world.grounding import ground_rewards
from domains.competition.world.model import Instruction, World
from translators.competition.problem_file import read_problem

pytest.importorskip("ortools")
CASES = cases(__file__)


def bound_of(world: World, *texts: str) -> int:
    items = tuple(map(item, texts))
    layout = Layout(world, ground_rewards(world, items))
    choice = Relaxation(layout).best(-1000)
    assert isinstance(choice, Choice)
    return choice.bound


@pytest.mark.parametrize(("at", "texts", "bound"), CASES["bounds"])
def test_what_the_bound_sees(at: dict[str, int], texts: list[str], bound: int) -> None:
    assert bound_of(flat(at, closed=(3,)), *texts) == bound


Case = tuple[World, tuple[Instruction, ...], Layout, SearchResult, int]


def known_cases(problems: Iterable[tuple[World, tuple[Instruction, ...]]]) -> Iterator[Case]:
    """Yield what the relaxation takes, what is known at the start, and the exact optimum."""
    for world, items in problems:
        rewards = ground_rewards(world, items)
        exact = exhaustive(world, items, limit=1500)
        layout = Layout(world, rewards)
        if exact is None or not rewards.valid or layout.stuck or not fits(layout):
            continue
        ceiling = 40 * len(rewards.tasks) + 20 * len(rewards.constraints)
        idle = Referee(world, items).score().base_lo
        yield world, items, layout, SearchResult((), idle, ceiling, 0, 0), exact


def random_cases(seeds: range) -> Iterator[Case]:
    return known_cases(map(tiny_problem, seeds))


@pytest.mark.parametrize("first", [20_000, 21_000])
def test_bounds_and_proofs_on_random_problems(first: int) -> None:
    compared = 0
    for world, items, layout, nothing, exact in random_cases(range(first, first + 30)):
        compared += 1
        choice = Relaxation(layout).best(-1000)
        assert isinstance(choice, Choice)
        assert max(choice.bound, nothing.value) >= exact, (world, items)
        found = Decomposition(world, items, nothing, lambda gap, states: 1e6).run()
        assert (found.value, found.bound) == (exact, exact), (world, items)
    assert compared > 10


def test_choices_called_hard_are_proven_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decomposition, "_FIRST_STATES", 5)
    for world, items, _, nothing, exact in random_cases(range(20_000, 20_016)):
        found = Decomposition(world, items, nothing, lambda gap, states: 1e6).run()
        assert (found.value, found.bound) == (exact, exact), (world, items)


def test_without_time_the_bound_stays() -> None:
    world, items = tiny_problem(20_001)
    nothing = SearchResult((), 0, 1000, 0, 0)
    found = Decomposition(world, items, nothing, lambda gap, states: 0.0).run()
    assert found.value <= found.bound <= 1000


def test_any_action_at_all_may_be_what_a_choice_needs() -> None:
    """That a cup is beside what lies on the plate follows from an action: closing is cheapest."""
    problem = read_problem(Path(__file__).with_name("beside.xml"))
    ((world, items, _, nothing, exact),) = known_cases([
        (problem.true_world(), problem.instructions)])
    found = Decomposition(world, items, nothing, lambda gap, states: 1e6).run()
    assert (found.value, found.bound) == (exact, exact) == (138, 138)


def test_an_arrival_with_an_empty_hand_is_a_departure_too() -> None:
    """One more visit serves to open a door and to fetch a second thing from the same place.

    The optimum of this problem is 276; a bound that charged the visit twice proved 274.
    """
    problem = read_problem(Path(__file__).with_name("two_visits.xml"))
    world, items = problem.true_world(), problem.instructions
    every = Choice(frozenset(range(8)), frozenset({0}), 1000)
    known = SearchResult((), 272, 1000, 0, 0)
    outcome = Decomposition(world, items, known, lambda gap, states: 60).search(every, None)
    assert (outcome.value, outcome.bound) == (276, 276)
