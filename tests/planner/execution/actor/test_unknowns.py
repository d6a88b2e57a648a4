"""Values with weights: the likeliest consistent combination first, senseless input named."""

from math import inf, nan, prod
from typing import Any

import pytest
from hidden_rooms import Plan
from impossible import play
from rowworld import PDDL

from planner.engines.joint.grounding.relaxation import Relaxation
from planner.execution.actor import Assumption, Atom, Believed, Unknown
from planner.execution.actor.proof import hopeless
from planner.execution.actor.solver import JointSolver
from planner.execution.actor.unknowns import Worlds, sane
from planner.pddl import read_domain


def at(box: str, cell: int) -> frozenset[Atom]:
    return frozenset({("in", (box, f"c{cell}"))})


def believed(*unknowns: Unknown, **more: object) -> Believed:
    return Believed({}, frozenset(), frozenset(), unknowns=unknowns, **more)  # type: ignore[arg-type]


TWO = (Unknown("a", {at("a", 1): 3, at("a", 2): 1}), Unknown("b", {at("b", 1): 2, at("b", 2): 2}))


def test_combinations_come_by_their_probability() -> None:
    worlds = Worlds(believed(*TWO))
    found = [prod(a.weight for a in c) for c in worlds]
    assert found == sorted(found, reverse=True)
    assert len(found) == 4
    assert sum(found) == 1
    assert worlds.complete
    assert worlds.closed


def test_dependences_leave_out_what_does_not_fit() -> None:
    apart = Worlds(believed(*TWO, exclude=(at("a", 1) | at("b", 1), at("a", 2) | at("b", 2))))
    assert [[min(a.atoms)[1][1] for a in c] for c in apart] == [["c1", "c2"], ["c2", "c1"]]
    same = Worlds(believed(*TWO, implies=((at("a", 1), at("b", 1)), (at("a", 2), at("b", 2)))))
    assert [[min(a.atoms)[1][1] for a in c] for c in same] == [["c1", "c1"], ["c2", "c2"]]


def test_a_nogood_takes_back_whatever_contains_it() -> None:
    worlds = Worlds(believed(*TWO))
    worlds.nogoods.append(frozenset({Assumption("a", at("a", 1), 0.75)}))
    assert {c[0].atoms for c in worlds} == {at("a", 2)}


def test_any_number_of_values_holds_each_with_its_probability() -> None:
    known, remarks = sane(believed(Unknown("full", {at("a", 1): 0.75, at("b", 2): 1.0}, True)))
    assert not remarks
    found = {frozenset[Atom]().union(*(a.atoms for a in c)): prod(a.weight for a in c)
             for c in Worlds(known)}
    assert found == {at("a", 1) | at("b", 2): 0.75, at("b", 2): 0.25}
    assert "weight 2 beside" in sane(believed(Unknown("a", {at("a", 1): 2.0}, True)))[1][0]


@pytest.mark.parametrize(("values", "left", "words"), [
    ({at("a", 1): nan, at("a", 2): 1.0}, 2, "weight nan"),
    ({at("a", 1): -1.0, at("a", 2): inf}, 2, "weight -1.0, inf"),
    ({at("a", 1): "much", at("a", 2): None}, 2, "weight None, much"),
    ({at("a", 1): 0.0, at("a", 2): 0.0}, 2, "every weight is zero"),
    ({at("a", 1): 0.0, at("a", 2): 1.0}, 1, ""), ({}, 0, "no value left"),
    ({at("a", 1): 1e-320, at("a", 2): 1e308, at("a", 3): 1e308}, 3, "")])
def test_senseless_weights_are_named_and_the_rest_counts(
        values: dict[frozenset[Atom], Any], left: int, words: str) -> None:
    known, remarks = sane(believed(Unknown("a", values)))
    assert len(known.unknowns[0].values) == left
    assert words in " ".join(remarks)
    assert bool(remarks) == bool(words)
    assert Worlds(known).closed == bool(left)


def test_unknowns_that_contradict_each_other_prove_nothing() -> None:
    one = Unknown("a", {at("a", 1): 1.0})
    worlds = Worlds(believed(one, exclude=(at("a", 1),)))
    assert len(list(worlds)) == 1
    assert not worlds.closed
    assert "said of 'a' contradicts itself" in worlds.remark


def test_a_goal_is_impossible_only_if_no_value_leads_there() -> None:
    cells = {"r": "robot", "b": "box", "c0": "cell", "c1": "cell", "c2": "cell"}
    facts = frozenset({("at", ("r", "c0")), ("next", ("c0", "c1"))})
    goal = frozenset({("visited", ("b",))})
    solver = JointSolver(read_domain(PDDL), ["r"])

    def relaxation(believed: Believed) -> Relaxation:
        return Relaxation(solver.grounding(believed, 60))

    for places, proven in (((1, 2), False), ((2,), True), ((), False)):
        known = Believed(cells, facts, goal, unknowns=(
            Unknown("b", {at("b", k): 1.0 for k in places}),))
        assert (hopeless(known, relaxation) == goal) == proven
    open_ = Believed(cells, facts, goal, (Assumption("b", at("b", 2), 0.5),))
    assert not hopeless(open_, relaxation)


def test_a_key_assumed_behind_its_own_door_is_looked_for_elsewhere() -> None:
    plan = Plan(3, ((0, 1, True), (0, 2, False)), ((1, 2),), (1,), 2, ((1, 9),))
    record, steps, _ = play(plan, ((1,), frozenset()))
    assert record.success
    assert record.steps - record.trailing_done == 5  # there, take, back, unlock, through
    assert steps[0]["notes"]["assumed"][0]["atoms"] == ["(in k0 p1)"]
    assert steps[0]["notes"]["looking"] == [
        {"what": "(at r p1)", "chance": 0.1, "steps": 1, "expected": 1.0}]


def test_a_key_surely_behind_its_own_door_is_impossible() -> None:
    plan = Plan(2, ((0, 1, False),), ((1,),), (0,), 1, ((1,),))
    _, steps, _ = play(plan, ((1,), frozenset()))
    assert steps[0]["replan"] == "given up: what is left is impossible: (at r p1)"
