"""Expected gain over unknown positions."""

import pytest

from planner.execution.exploration import Look, PositionBelief, best_looks


def test_a_vain_look_moves_belief_elsewhere() -> None:
    belief = PositionBelief.uniform((0.5, 0.5), 0b1111)
    assert belief.share((0b0001, 0b0011)) == pytest.approx(0.375)
    left = belief.without((0b0001, 0b0011))
    assert left.mass == pytest.approx(0.625)
    assert left.share((0b1110, 0b1100)) == pytest.approx(left.mass)
    assert left.without((0b1111, 0b1111)).mass == 0.0


def test_robots_divide_the_cells() -> None:
    belief = PositionBelief.uniform((1.0,), 0b111111)
    left, right = Look("left", ((1.0, (0b000111,)),)), Look("right", ((1.0, (0b111000,)),))
    chosen = best_looks([belief], {"a": [left, right], "b": [left, right]})
    assert {t.look.key for t in chosen} == {"left", "right"}
    assert sum(t.gain for t in chosen) == pytest.approx(1.0)


def test_a_look_counts_with_the_best_one_after_it() -> None:
    belief = PositionBelief.uniform((1.0,), 0b111111)
    far = Look("far", ((1.0, (0b000011,)),), ((9, 9),))
    near = Look("near", ((1.0, (0b000111,)),), ((0, 0),))
    after = {(9, 9): [Look("next", ((1.0, (0b111100,)),))], (0, 0): [near]}
    assert best_looks([belief], {"a": [far, near]})[0].look is near
    (target,) = best_looks([belief], {"a": [far, near]}, after.__getitem__)
    assert target.look is far
    assert target.gain == pytest.approx(2 / 6)


def test_news_are_what_was_still_possible() -> None:
    belief = PositionBelief.uniform((0.5, 0.5), 0b1111).without((0b0011, 0b0001))
    assert belief.news((0b0011, 0b0001)) == 0.0
    assert belief.news((0b0111, 0b0001)) == pytest.approx(2 / 5)
    assert belief.news((0b1111, 0b1111)) == pytest.approx(1.0)
    assert belief.without((0b1111, 0b1111)).news((0b1111, 0b1111)) == 0.0
