"""Belief over a flat: hand-checked evidence from answers, looks and failed actions."""

import random

import pytest
from protocol_doubles import hear

from domains.competition.belief.answers import parse_answer
from domains.competition.belief.beliefs import WorldBelief
from domains.competition.belief.opening import share_right
from domains.competition.referee.environment import Referee
from translators.competition.problem_file import parse_told, read_task

FLAT = """(:domain (hold 0) (plate 0) (at 0 1) (sort 1 human) (size 1 big) (at 1 1)
(sort 2 table) (size 2 big) (at 2 2)
(sort 3 cupboard) (size 3 big) (at 3 3) (type 3 container) (closed 3)
(sort 4 cup) (size 4 small) (color 4 red) {cup}
(sort 5 can) (size 5 small) (color 5 blue) {can}
(sort 6 book) (size 6 small) (color 6 green) (at 6 2))"""
GOAL = "(:ins (:task (goto X) (:cond (sort X table))))"


def belief(cup: str = "(at 4 2)", can: str = "", ins: str = GOAL, lacks: str = "") -> WorldBelief:
    told = FLAT.format(cup=cup, can=can).replace(lacks, "")
    return WorldBelief(parse_told(told), read_task(ins))


def test_everything_told_means_probably_reliable() -> None:
    full, holes = belief(can="(inside 5 3)"), belief(cup="", can="")
    assert full.unreliable < 0.15
    assert full.place(4)["at", 2] > 0.9
    assert holes.unreliable > 0.95
    assert holes.place(5).confidence < 0.6


def test_one_wrong_fact_reveals_the_stage() -> None:
    told = belief(can="(inside 5 3)")
    assert told.observe("Move 2", "1") == ""
    assert "6 is not here" in told.observe("Sense", "2 4")
    assert told.unreliable == 1.0
    assert told.place(6)["at", 2] == 0.0
    assert told.place(5)["inside", 3] < 0.95


def test_answers_have_the_exact_likelihood() -> None:
    unsure = belief(cup="", can="")
    lies = {p: unsure.answers.likelihood(p, ("at", 1)) for p in unsure.place(4)}
    assert sum(lies.values()) == pytest.approx(0.9, abs=0.03)  # else "not_known"
    before = unsure.place(4)
    unsure.observe("AskLoc 4", "inside(4,3)")
    expected = {p: q * unsure.answers.likelihood(("inside", 3), p) for p, q in before.items()}
    norm = sum(expected.values())
    assert unsure.place(4)["inside", 3] == pytest.approx(expected["inside", 3] / norm)
    first = unsure.place(4)["inside", 3]
    unsure.observe("AskLoc 4", "inside(4,3)")
    assert unsure.place(4)["inside", 3] > first


def test_looking_and_failing_are_certain() -> None:
    unsure = belief(cup="", can="")
    hear(unsure, "Move 2=1; Sense=2 4 6")
    assert unsure.place(4)["at", 2] == 1.0
    assert unsure.place(5)["at", 2] == 0.0
    hear(unsure, "Move 3=1; Open 3=0")
    assert unsure.door(3)["opened"] > 0.9
    unsure.observe("TakeOut 5 3", "0")
    assert unsure.place(5)["inside", 3] < 0.1  # but for the container not being there
    hear(unsure, "Sense=3; Open 3=0")
    assert set(unsure.place(5)) == {("at", 1)}


def test_thing_seen_at_an_open_container_is_in_or_beside() -> None:
    unsure = belief(cup="", can="")
    hear(unsure, "Move 3=1; Open 3=1; Sense=3 5")
    place = unsure.place(5)
    assert set(place) == {("inside", 3), ("at", 3)}
    assert place["inside", 3] > 0.7
    unsure.observe("TakeOut 5 3", "0")
    assert unsure.place(5)["at", 3] == 1.0


def test_own_actions_are_certain() -> None:
    moved = belief(can="(inside 5 3)")
    hear(moved, "Move 2=1; PickUp 4=1; Move 3=1")
    assert moved.carried(4)
    moved.observe("PutDown 4", "1")
    assert moved.place(4)["at", 3] == 1.0
    assert moved.world(moved.most_likely()).at >= {(4, 3), (0, 3)}


def test_infos_beat_told_facts() -> None:
    ins = """(:ins (:info (inside X Y) (:cond (sort X cup) (sort Y cupboard)))
        (:info (inside X X) (:cond (sort X can))) (:info (opened X) (:cond (sort X cupboard))))"""
    told = belief(cup="(at 4 2)", ins=ins)
    assert told.place(4)["inside", 3] == 1.0
    assert told.place(5)["inside", 5] == 0.0  # nothing is inside itself
    assert told.door(3)["opened"] == told.unreliable == 1.0


def test_constraints_are_weak_evidence() -> None:
    ins = """(:ins (:cons_notnot (:info (on X Y) (:cond (sort X cup) (sort Y table)))))"""
    assert belief(cup="", ins=ins).place(4)["at", 2] > 0.85
    assert belief(cup="").place(4)["at", 2] < 0.6


def test_unheard_location_in_an_answer() -> None:
    unsure = belief(cup="", can="")
    hear(unsure, "AskLoc 4=at(4,77); AskLoc 4=at(4,77)")
    assert unsure.place(4).mode == ("at", 77)


@pytest.mark.parametrize("reply", ["", "?", "not_known", "at(4)", "at(5,2)", "at(4,x)", "at 4 2",
                                   "inside(4,3", "under(4,2)", "at(4,2,3)", "1", "at(-4,2)"])
def test_odd_answers_say_nothing(reply: str) -> None:
    assert parse_answer(reply, 4) is None
    unsure = belief(cup="", can="")
    unsure.observe("AskLoc 4", reply)
    assert len(unsure.place(4)) > 2


def test_any_replies_keep_the_belief_sound() -> None:
    """Replies that contradict everything must not break the belief."""
    rng = random.Random(3)
    actions = ["Move 2", "Move 3", "Sense", "AskLoc 4", "AskLoc 5", "PickUp 4", "PickUp 6",
               "TakeOut 5 3", "Open 3", "Close 3", "PutDown 4", "PutIn 4 3", "ToPlate 4",
               "FromPlate 4"]
    replies = {"Sense": ["", "4", "2 4 5 6", "99 x"],
               "AskLoc": ["at(4,2)", "inside(5,3)", "at(5,9)"]}
    for _ in range(60):
        unsure = belief(cup="", can="")
        for _ in range(30):
            action = rng.choice(actions)
            unsure.observe(action, rng.choice(replies.get(action.split()[0], ["0", "1"])))
            for thing in unsure.smalls:
                if not unsure.carried(thing):
                    assert sum(p for _, p in unsure.place(thing).items()) == pytest.approx(1.0)


def test_belief_agrees_with_the_referee() -> None:
    """What is believed with certainty after true replies is true (random walks)."""
    true = parse_told(FLAT.format(cup="(at 4 2)", can="(inside 5 3)"))
    rng = random.Random(9)
    for seed in range(20):
        referee = Referee(true, read_task(GOAL), seed=seed)
        unsure = belief(cup="", can="(at 5 2)")
        for _ in range(25):
            action = rng.choice(["Move 1", "Move 2", "Move 3", "Open 3", "Close 3", "Sense",
                                 "PickUp 4", "TakeOut 5 3", "PutDown 4", "PutIn 4 3"])
            unsure.observe(action, referee.act(action))
            for thing in unsure.smalls:
                if unsure.carried(thing) or unsure.place(thing).confidence < 1.0:
                    continue
                how, where = unsure.place(thing).mode
                world = referee.world
                assert (thing, where) in (world.at if how == "at" else world.inside)


def test_what_does_not_show_at_a_door_speaks_for_its_being_closed() -> None:
    unsure = belief(cup="", lacks="(closed 3)")
    before = unsure.door(3)["closed"]
    hear(unsure, "Move 3=1; Sense=3")
    looked = unsure.door(3)["closed"]
    for _ in range(3):
        unsure.observe("AskLoc 4", "inside(4,3)")
    assert unsure.place(4)["inside", 3] > 0.9
    unsure.observe("TakeOut 4 3", "0")
    assert unsure.door(3)["closed"] > looked > before
    can = unsure.place(5)["inside", 3]
    unsure.observe("Open 3", "0")  # it was open: nothing that did not show is inside
    assert unsure.place(4)["inside", 3] == unsure.place(5)["inside", 3] == 0.0 < can


def test_what_is_carried_yet_to_be_taken_out_is_inside_too_until_it_is_tried() -> None:
    told = parse_told(FLAT.format(cup="", can="(at 5 2)").replace("(plate 0)", "(plate 4)"))
    items = read_task(
        "(:ins (:task (takeout X Y) (:cond (sort X cup) (sort Y cupboard))))")
    taken, missed = WorldBelief(told, items), WorldBelief(told, items)
    assert (4, 3) in taken.world(taken.most_likely()).inside
    for mind, reply in ((taken, "1"), (missed, "0")):
        assert mind.observe("Move 3", "1") == mind.observe("Open 3", "1") == ""
        mind.observe("TakeOut 4 3", reply)
        assert (4, 3) not in mind.world(mind.most_likely()).inside
    assert (taken.hand, taken.plate, missed.hand, missed.plate) == (4, 4, 0, 4)


def test_only_a_task_to_take_out_says_that_something_carried_is_inside() -> None:
    told = parse_told(FLAT.format(cup="", can="(at 5 2)").replace("(plate 0)", "(plate 4)"))
    for item in ("(:task (putin X Y) (:cond (sort X cup) (sort Y cupboard)))",
                 "(:task (takeout X Y) (:cond (sort X can) (sort Y cupboard)))"):
        belief = WorldBelief(told, read_task(f"(:ins {item})"))
        assert not belief.world(belief.most_likely()).inside


def test_what_was_put_somewhere_stays_there_though_a_second_fact_shows_it_elsewhere() -> None:
    """A thing both at a place and inside a container keeps the second fact (specification §4)."""
    true = parse_told(FLAT.format(cup="(at 4 2) (inside 4 3)", can="(at 5 1)"))
    referee = Referee(true, ())
    mind = belief(can="(at 5 1)")
    for action in ("Move 2", "PickUp 4", "Move 1", "PutDown 4", "Move 3", "Open 3", "Sense"):
        reply = referee.act(action)
        mind.observe(action, reply)
    assert reply == "3 4"
    assert mind.place(4)["at", 1] == 1.0


def test_what_proved_wrong_and_right_tells_of_the_other_stated_places() -> None:
    assert share_right(6, 3, 0) < share_right(6, 0, 3) < share_right(6, 0, 0)
