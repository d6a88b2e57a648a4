"""Containers known from the instructions only."""

from __future__ import annotations

from domains.competition.belief.claims import with_claimed_containers
from translators.competition.problem_file import parse_instructions, parse_told

TOLD = "(:domain (hold 0) (sort 2 washmachine) (at 2 2) (sort 3 closet) (type 3 container)"
BED = " (sort 4 bed) (sort 5 cup))"


def containers(told: str, item: str) -> set[int]:
    world = parse_told(told)
    claimed = with_claimed_containers(world, parse_instructions(f"(:ins {item})"))
    assert claimed.at == world.at
    return {n for n, words in claimed.words.items() if "container" in words}


def test_a_task_makes_its_object_a_container_where_none_fits() -> None:
    into = "(:task (putin X Y) (:cond (sort X cup) (sort Y washmachine) (type Y container)))"
    assert containers(TOLD + BED, into) == {2, 3}
    assert containers(TOLD + BED, into.replace(" (type Y container)", "")) == {2, 3}
    closed = "(:info (closed X) (:cond (sort X washmachine)))"
    assert containers(TOLD + BED, closed) == {2, 3}


def test_nothing_is_claimed_where_a_container_fits_or_only_a_constraint_speaks() -> None:
    assert containers(TOLD + BED, "(:task (open X) (:cond (sort X closet)))") == {3}
    assert containers(TOLD + " (sort 6 closet)" + BED,
                      "(:task (open X) (:cond (sort X closet)))") == {3}
    ban = "(:cons_not (:info (inside X Y) (:cond (sort X cup) (sort Y bed))))"
    assert containers(TOLD + BED, ban) == {3}
    assert containers(TOLD + BED, "(:task (goto X) (:cond (sort X bed)))") == {3}
    assert containers(TOLD + BED, "(:task (open X) (:cond (type X container)))") == {3}
