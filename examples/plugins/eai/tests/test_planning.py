"""Plans, subgoals and proofs on a small house; answers in the evaluator's format."""

from __future__ import annotations

import json

from conftest import house
from lmfree_eai.package import CHARACTER, Graph, Task
from lmfree_eai.sequencing import lines_of, plan_task, text_of
from lmfree_eai.subgoals import decompose

LISTED = (CHARACTER, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 24)


def task(states: tuple[tuple[int, str], ...] = (), edges: tuple[tuple[int, str, int], ...] = (),
         actions: tuple[str, ...] = ()) -> Task:
    return Task("0_0", "Any", (*states, *edges), actions, "", LISTED)


def test_a_light_is_walked_to_and_switched_on(graph: Graph) -> None:
    found = plan_task(graph, task(((11, "ON"),)))
    assert found.steps == (("WALK", (11,)), ("SWITCHON", (11,)))
    assert text_of(graph, found.steps) == '{"WALK": ["light", "11"], "SWITCHON": ["light", "11"]}'
    assert lines_of(text_of(graph, found.steps)) == list(found.steps)


def test_what_is_shut_in_is_let_out_first(graph: Graph) -> None:
    lines = plan_task(graph, task(edges=((13, "ON", 19),))).steps or ()
    names = [name for name, _ in lines]
    assert names.index("OPEN") < names.index("GRAB") < names.index("PUTBACK")


def test_action_goals_are_served_in_every_order(graph: Graph) -> None:
    lines = plan_task(graph, task(actions=("TOUCH", "RINSE|WASH"))).steps or ()
    told = " ".join(name for name, _ in lines if name in ("TOUCH", "RINSE", "WASH"))
    assert told in ("TOUCH RINSE TOUCH", "RINSE TOUCH RINSE")


def test_where_nothing_is_to_be_done_one_harmless_step_is_left(graph: Graph) -> None:
    done = task(((12, "CLOSED"),))
    lines = plan_task(graph, done).steps or ()
    assert len(lines) == 1
    assert lines[0][0] != "OPEN"


def test_no_argument_is_written_with_a_blank() -> None:
    seated = Graph.read(house(states={CHARACTER: ["SITTING"]}))
    lines = plan_task(seated, task(((10, "ON"),))).steps or ()
    assert lines[0] == ("STANDUP", ())
    assert text_of(seated, lines).startswith('{"STANDUP": [ ], ')


def test_a_plug_nobody_may_put_in_is_proven_impossible(graph: Graph) -> None:
    found = plan_task(graph, task(((24, "PLUGGED_IN"),)))
    assert found == (None, "impossible (proof)")
    free = plan_task(graph, task(((24, "PLUGGED_IN"),)), forbidden=())
    assert [name for name, _ in free.steps or ()] == ["WALK", "PLUGIN"]


def test_one_thing_in_both_hands_is_proven_impossible(graph: Graph) -> None:
    both = ((CHARACTER, "HOLDS_RH", 14), (CHARACTER, "HOLDS_LH", 14))
    assert plan_task(graph, task(edges=both)).why == "impossible (proof)"
    assert plan_task(graph, task(edges=both[1:])).steps


def test_subgoals_are_written_as_entries(graph: Graph) -> None:
    assert decompose(graph, task(((11, "ON"),))).steps == ("ON(light.11)",)
    entries = decompose(graph, task(edges=((14, "ON", 18),))).steps
    assert entries == ("ONTOP(cup.14, bed.18)",)


def test_no_entry_makes_a_seated_character_stand_up() -> None:
    seated = Graph.read(house(states={CHARACTER: ["SITTING"]}))
    assert decompose(seated, task(((10, "ON"),))) == (None, "impossible (proof)")


def test_a_goal_formula_the_parser_refuses_is_the_evaluators_defect(graph: Graph) -> None:
    assert "POUR" in decompose(graph, task(actions=("POUR",))).why


def test_the_same_graph_gives_the_same_problem(graph: Graph) -> None:
    again = Graph.read(json.loads(json.dumps(house())))
    wanted = task(((10, "ON"), (11, "ON")), ((13, "ON", 19),))
    assert plan_task(graph, wanted) == plan_task(again, wanted)
