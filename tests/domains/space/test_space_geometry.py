"""Relations are derived from coordinates; the solver agrees with trying everything."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.space.geometry import Layout, Meaningless, bits, mask
from domains.space.layouts import grid, line, ring, rows, square
from domains.space.solver import Worlds, arrangements
from domains.space.statements import Term, all_of, any_of, entity, meets, negation

LAYOUTS = [
    ring(6), ring(6, outward=True), ring(6, axis="东"), ring(6, axis="南"), square(),
    rows(2, facing=True, compass="北"), rows(2, facing=True, compass="东"),
    rows(3, facing=False), grid("shelf", 3, 2, "左右上下", from_bottom=True, compass="东"),
    line("row", 5, "右", "12345"), line("storeys", 5, "上", "12345")]
KINDS = ["beside", "opposite", "diagonal", "gap", "row", "column", "facing", "levels"]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", KINDS)
def test_mutual_relations_hold_both_ways_and_never_to_oneself(layout: Layout, kind: str) -> None:
    try:
        table = layout.relation(kind)
    except Meaningless:
        return
    for slot, there in enumerate(table):
        assert not there >> slot & 1
        assert all(table[other] >> slot & 1 for other in bits(there))


def test_at_a_table_everybody_is_beside_opposite_or_diagonal() -> None:
    table = rows(2, facing=True)
    found = [sum(table.relation(k)[s].bit_count() for k in ("beside", "opposite")) for s in range(4)]
    assert found == [2, 2, 2, 2]
    assert [table.relation("diagonal", near=True)[s].bit_count() for s in range(4)] == [1, 1, 1, 1]


def test_compass_words_follow_the_sides_of_the_table() -> None:
    table = rows(2, facing=True, compass="北")
    north = table.place("half", "北")
    assert north == mask([0, 1]) == table.place("looks", "南")
    assert table.relation("side", "正东")[1] == 1  # the left one of the north side sits in the east
    assert table.relation("side", "东南")[1] == 1 << 2


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_solver_finds_what_trying_everything_finds(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from([x for x in LAYOUTS if x.size <= 6]))
    size = data.draw(st.integers(2, min(5, layout.size)))
    statements = [_statement(data, layout, size) for _ in range(data.draw(st.integers(0, 4)))]
    every = [at for at in permutations(range(layout.size), size)
             if (layout.anchored or at[0] == 0) and all(s.holds(at) for s in statements)]
    assert sorted(arrangements(layout, [range(size)], statements)) == sorted(every)
    asked = _statement(data, layout, size)
    worlds = Worlds(layout, [range(size)], statements)
    assert worlds.certain(asked) == all(asked.holds(at) for at in every)
    if every and worlds.certain(asked):
        needed = [statements[i] for i in worlds.needed(asked)]
        assert Worlds(layout, [range(size)], needed).certain(asked)


def _statement(data: st.DataObject, layout: Layout, size: int) -> Term:
    a, b, c = (data.draw(st.integers(0, size - 1)) for _ in range(3))
    kind = data.draw(st.sampled_from(["beside", "gap", "self"]))
    first = meets(entity(a), layout.relation(kind) @ entity(b))
    match data.draw(st.integers(0, 3)):
        case 0:
            return first
        case 1:
            return negation(first)
        case 2:
            return any_of([first, meets(entity(c), layout.relation("beside") @ entity(a))])
    return all_of([first, negation(meets(entity(b), layout.relation("gap") @ entity(c)))])
