"""The player against the exact optimum of tiny partially observed problems (a slice)."""

import pytest
from competition_partial import hypotheses, judge, tiny
from partial_optimum import Hypothesis, TooLarge, optimum

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.search import plan
from translators.competition.problem_file import parse_instructions, parse_told

FLAT = """(:domain (hold 0) (plate 0) (at 0 1) (sort 1 human) (size 1 big) (at 1 1)
(sort 2 table) (size 2 big) (at 2 2) (sort 3 bed) (size 3 big) (at 3 3)
(sort 5 cup) (size 5 small) (at 5 {}))"""
FETCH = parse_instructions("(:ins (:task (give human X) (:cond (sort X cup))))")


def test_known_worlds_are_worth_what_the_plan_brings() -> None:
    for seed in range(5):
        env, task = tiny(seed)
        items = parse_instructions(task)
        world = hypotheses(WorldBelief(parse_told(env), items))[0].world
        best = plan(world, items, optimal=True).base_score
        assert optimum([Hypothesis(world, 1.0)], items).value == best


def test_two_places_alike_with_liars() -> None:
    """Worked out by hand: 12 where the cup is known to be; in vain a Move and a failed PickUp more.

    Going to one place at once is worth 40 - 12 - (4 + 2) / 2. A question costs 2, and leaves a
    doubt of 0.08 if it names one of the two places (0.78), else one half: less is left of it.
    """
    worlds = [Hypothesis(parse_told(FLAT.format(place)), 0.5) for place in (2, 3)]
    found = optimum(worlds, FETCH)
    assert found.value == pytest.approx(25.0)
    assert found.first.startswith("Move")


def test_too_large_is_said() -> None:
    worlds = [Hypothesis(parse_told(FLAT.format(place)), 0.5) for place in (2, 3)]
    with pytest.raises(TooLarge):
        optimum(worlds, FETCH, limit=3)


@pytest.mark.parametrize(("group", "seeds"), [
    ("big", (1, 2, 4, 6)),
    ("things", (2, 4, 5, 7, 9, 10)),
])
def test_the_player_is_near_the_optimum(group: str, seeds: tuple[int, ...]) -> None:
    found = [judge(group, seed, 0) for seed in seeds]
    assert [v for v in found if v.wrong] == []
    total = {name: sum(v.counts.get(name, 0) for v in found)
             for name in ("compared", "optimum", "player")}
    assert total["compared"] >= len(seeds) - 2
    assert total["player"] >= 0.96 * total["optimum"]
