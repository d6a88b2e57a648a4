"""What belongs to a fire, inferred from its regions, is never less than what can burn."""

from hypothesis import given, settings
from hypothesis import strategies as st

from domains.rescue.belief.shape import shape
from domains.rescue.world.fire import generate
from domains.rescue.world.scene import FireSpec


@settings(max_examples=60, deadline=None)
@given(size=st.tuples(st.integers(4, 14), st.integers(4, 14)), lights=st.integers(1, 3),
       seed=st.integers(0, 10**6))
def test_all_regions_show_all_that_can_burn(size: tuple[int, int], lights: int, seed: int) -> None:
    fire = generate(FireSpec("F", "A", lights, size, (20, 20)), seed)
    found = shape(frozenset(r.cell for r in fire.regions), fire.position)
    assert found is not None
    cells, radius = found
    assert cells >= set(fire.cells)
    assert radius >= fire.radius


def test_little_is_left_beside_a_fire_of_six_by_six() -> None:
    fire = generate(FireSpec("F", "A", 2, (6, 6), (20, 20)), 3)
    regions = frozenset(r.cell for r in fire.regions)
    beside = {(x + dx, y + dy) for x, y in regions for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    found = shape(regions, fire.position)
    assert found is not None
    assert len(fire.cells) == 27 <= len(found[0]) <= 35 < len(beside)


def test_what_is_known_not_to_burn_is_left_out() -> None:
    fire = generate(FireSpec("F", "A", 1, (5, 5), (20, 20)), 7)
    regions = frozenset(r.cell for r in fire.regions)
    beside = {(x + dx, y + dy) for x, y in regions for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    found = shape(regions, fire.position, frozenset(beside - set(fire.cells)))
    assert found is not None
    assert found[0] == set(fire.cells)


def test_regions_far_apart_make_no_circle() -> None:
    assert shape(frozenset({(20, 20), (24, 20)}), (20, 20)) is None
