"""The online player: sees strings only, survives anything, ends in a state worth keeping."""

import inspect
import random
from pathlib import Path

import pytest
from protocol_doubles import Talk

from domains.competition.belief import beliefs
from domains.competition.policy import asking, course, player, prices, reliance
from domains.competition.policy.options import PlayOptions
from domains.competition.policy.player import CompetitionPolicy
from domains.competition.referee.environment import Referee
from domains.competition.referee.game import STOP, Game, Sent
from planner.execution.loop import run_episode
from translators.competition.problem_file import parse_told, read_task

FLAT = Path(__file__).with_name("flat.txt").read_text(encoding="utf-8").strip()
TASKS = Path(__file__).with_name("tasks.txt").read_text(encoding="utf-8").strip()
TOLD = FLAT.format(cup="(at 4 2)", can="(at 5 2)", book="")
TRUE = FLAT.format(cup="(at 4 8)", can="(inside 5 3)", book="(at 6 2)")


def play(true: str, told: str = TOLD, tasks: str = TASKS, seed: int = 0,
         **options: object) -> tuple[Referee, list[tuple[str, str]]]:
    referee = Referee(parse_told(true), read_task(tasks), lies=True, seed=seed)
    game = Game(Sent("x", told, tasks), referee.act)
    policy = CompetitionPolicy(PlayOptions(**options))  # type: ignore[arg-type]
    run_episode(game, policy, domain="competition", case="x", seed=seed)
    return referee, game.played


def test_finds_what_was_told_wrongly() -> None:
    scores = [play(TRUE, seed=seed)[0].score() for seed in range(8)]
    done = [sum(t.all_true for t in score.tasks) for score in scores]
    assert sum(done) >= 23  # of 24: an answer may lie so well that checking does not pay
    assert all(score.constraints[0].kept for score in scores)


def test_reliable_world_is_played_without_questions() -> None:
    told = FLAT.format(cup="(at 4 8)", can="(inside 5 3)", book="(at 6 2)")
    referee, actions = play(told, told=told)
    assert not [a for a, _ in actions if a.startswith(("AskLoc", "Sense"))]
    assert sum(t.all_true for t in referee.score().tasks) == 3


@pytest.mark.parametrize("also", ["", "(:task (puton X Y) (:cond (sort X cup) (sort Y couch)))"])
def test_it_believes_its_tasks_done_where_they_are(also: str) -> None:
    tasks = f"(:ins (:task (puton X Y) (:cond (sort X cup) (sort Y desk))) {also})"
    game = Game(Sent("x", TOLD, tasks), Referee(parse_told(TOLD), read_task(tasks)).act)
    record = run_episode(game, CompetitionPolicy(), domain="competition", case="x", seed=0)
    assert record.believed_success is not bool(also)


def test_the_player_is_handed_strings_only() -> None:
    """Same texts and same replies give the same actions, whatever the true world is.

    The replies of one game are replayed to a second player; no referee exists then.
    """
    _, actions = play(TRUE, seed=2)
    talk = Talk(CompetitionPolicy(), TOLD, TASKS)
    assert talk.first() == actions[0][0]
    following = [action for action, _ in actions[1:]] + [STOP]
    for (_, reply), expected in zip(actions, following, strict=True):
        assert type(reply) is str
        assert talk.next(reply) == expected
    for module in (asking, beliefs, course, player, prices, reliance):
        source = inspect.getsource(module)
        assert "Referee" not in source
        assert "true_world" not in source


@pytest.mark.parametrize("seed", range(5))
def test_any_replies_end_in_a_stop(seed: int) -> None:
    rng = random.Random(seed)
    talk = Talk(CompetitionPolicy(PlayOptions(max_actions=60)), TOLD, TASKS)
    action = talk.first()
    for _ in range(100):
        if action == STOP:
            break
        name = action.split()[0]
        action = talk.next(
            rng.choice(["", "4", "2 3 4 5 6", "noise"]) if name == "Sense"
            else rng.choice(["at(4,2)", "inside(5,3)", "", "not_known", "at(1,1)"])
            if name == "AskLoc" else rng.choice(["0", "1", "?"]))
    assert action == STOP


def test_the_limit_is_kept() -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 0.4
        return now[0]

    talk = Talk(CompetitionPolicy(clock=clock), TOLD, TASKS)
    action, steps = talk.first(), 0
    while action != STOP:
        action = talk.next("1")
        steps += 1
    assert steps < 12


@pytest.mark.parametrize(("env", "task"), [
    ("", ""), ("(:domain", "(:ins)"), ("(:domain   )", ""), (TOLD, "(:ins (:task (fly X)))"),
    (TOLD, "(:ins (:task (goto X) (:cond (sort X ghost))))"), ("x" * 10000, TASKS),
    ("(:domain (at 0 1))", TASKS), (TOLD, "(:ins)"),
])
def test_unreadable_texts_stop_at_once(env: str, task: str) -> None:
    assert Talk(CompetitionPolicy(), env, task, "instructions").first() == STOP


def test_a_question_that_changes_nothing_is_not_asked_for_ever() -> None:
    """A thing that is nowhere, said every time to be where it was not found."""
    told = FLAT.format(cup="", can="(at 5 2)", book="(at 6 2)")
    tasks = "(:ins (:task (puton X Y) (:cond (sort X cup) (sort Y desk))))"
    asked = {}
    for price in (0.0, 0.1):
        talk = Talk(CompetitionPolicy(PlayOptions(again=price, max_actions=60)), told, tasks)
        action, actions = talk.first(), []
        while action != STOP:
            actions.append(action)
            name = action.split()[0]
            action = talk.next({"Sense": "", "AskLoc": "at(4,8)", "PickUp": "0",
                                "TakeOut": "0"}.get(name, "1"))
        asked[price] = actions.count("AskLoc 4")
    assert asked[0.0] > 50
    assert 1 < asked[0.1] < 30


def test_what_may_well_not_be_where_it_is_wanted_is_gone_for() -> None:
    """Told to be there already by a world where about half of what is stated is wrong."""
    tasks = "(:ins (:task (give human X) (:cond (sort X cup) (color X red))))"
    told = FLAT.format(cup="(at 4 1)", can="", book="")
    true = FLAT.format(cup="(inside 4 9)", can="(at 5 2)", book="(at 6 7)")
    games = [play(true, told, tasks, seed)[0].score() for seed in range(8)]
    assert all(score.tasks[0].all_true for score in games)


DOORS = TOLD.replace("(closed 3)", "").replace("(opened 9)", "")
OPEN = "(:ins (:task (open X) (:cond (sort X cupboard) (type X container))))"


@pytest.mark.parametrize("state", ["opened", "closed"])
def test_a_door_nothing_is_known_of_is_seen_to(state: str) -> None:
    referee, _ = play(DOORS[:-1] + f"({state} 3)(closed 9))", DOORS, OPEN)
    assert [t.all_true for t in referee.score().tasks] == [True]


@pytest.mark.parametrize("more", ["", "(:task (close X) (:cond (sort X cupboard)))"])
def test_a_thing_that_did_not_show_is_sought_behind_its_closed_door(more: str) -> None:
    """Also where the door is wanted closed, so that it is otherwise taken to be open."""
    true = FLAT.format(cup="(inside 4 3)", can="(at 5 1)", book="(at 6 1)")
    told = true.replace("(closed 3)", "")
    task = f"(:ins (:task (pickup X) (:cond (sort X cup) (color X red))){more})"
    referee, actions = play(true, told, task)
    assert referee.score().tasks[0].all_true
    assert sum(action.startswith("TakeOut") for action, _ in actions) <= 2
