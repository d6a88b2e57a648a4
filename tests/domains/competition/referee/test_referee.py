"""The referee: every worked example of the specification (§14) and the laws around them."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import cases

from domains.competition.referee.environment import Referee
from domains.competition.world.actions import ARITY, COST, PHYSICAL, Action, read_action
from domains.competition.world.model import World
from domains.competition.world.state import apply, derive, places
from translators.competition.problem_file import parse_told, read_task

CASES = cases(__file__)
A, RULES_2013 = CASES["worlds"].values()
B = A.replace("(plate 0)", "(plate 4)").replace("(at 4 2)", "")
C = A + "(sort 7 cup) (size 7 small) (color 7 white) (at 7 1)"
D = A.replace("(closed 3)", "")
WORLDS = {"A": A, "B": B, "C": C, "D": D, "RULES_2013": RULES_2013}
ATTRIBUTES = {"red": "color", "blue": "color", "green": "color", "container": "type"}


def item(text: str) -> str:
    """Write out an instruction: ``cons_not task puton X Y: X can blue, Y table``."""
    kind, _, rest = text.partition(" ")
    if kind.startswith("cons"):
        return f"(:{kind} {item(rest)})"
    goal, _, things = rest.partition(": ")
    words = [(thing.split()[0], word) for thing in things.split(", ") for word in thing.split()[1:]]
    cond = " ".join(f"({ATTRIBUTES.get(word, 'sort')} {thing} {word})" for thing, word in words)
    return f"(:{kind} ({goal}) (:cond {cond}))"


@dataclass
class Example:
    world: str
    items: list[str]
    actions: str
    score: str

    @classmethod
    def read(cls, text: str) -> "tuple[str, Example]":
        first, *lines, score = text.splitlines()
        actions = "; ".join(line[4:] for line in lines if line.startswith("  >"))
        items = [item(line.strip()) for line in lines if not line.startswith("  >")]
        name, world = first.split()
        return name, cls(WORLDS[world], items, actions, score.strip())


EXAMPLES = dict(map(Example.read, Path(__file__).with_name("examples.txt").read_text(
    encoding="utf-8").strip().split("\n\n")[1:]))
E3 = EXAMPLES["E3"].items
OPEN = "(:task (open X) (:cond (sort X cupboard) (type X container)))"


def referee(world: str, items: list[str], **options: object) -> Referee:
    told = parse_told(f"(:domain {world})")
    return Referee(told, read_task(f"(:ins {' '.join(items)})"), **options)  # type: ignore[arg-type]


def perform(run: Referee, played: str) -> Referee:
    for step in filter(None, map(str.strip, played.split(";"))):
        action, _, reply = step.partition("=")
        assert run.act(action) == reply, action
    return run


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_example(name: str) -> None:
    example = EXAMPLES[name]
    score = perform(referee(example.world, example.items), example.actions).score()
    done = " ".join(str(sum(tasks)) for tasks in zip(
        *((t.all_true, t.any_true) for t in score.tasks), strict=True))
    kept = sum(c.kept for c in score.constraints)
    assert example.score == (f"cost {score.cost}, tasks {done}, kept {kept}, "
                             f"base {score.base_lo} {score.base_hi}")


def test_time_bonus_and_void_problems() -> None:
    run = referee(A, E3)
    assert run.score(1.0).bonus == 80
    assert run.score(1.0).total_lo == run.score().base_lo + 80
    for seconds in (-0.1, 5.001, float("nan")):
        late = run.score(seconds)
        assert (late.total_lo, late.total_hi, bool(late.void)) == (0, 0, True)
    unfit = referee(A, EXAMPLES["E8"].items)
    assert (unfit.score(0.0).total_hi, unfit.score(0.0).bonus) == (0, 0)
    assert "no object fits" in unfit.score(0.0).void


def test_bonus_is_given_without_any_goal() -> None:
    assert referee(A, [OPEN]).score(0.0).total_lo == 100


@pytest.mark.parametrize("line", ["", "fly 3", "Move", "Move 3 4", "Move x", "move 3", "Stop",
                                  "Sense 1", "Move -1", "Move " + "9" * 10_000])
def test_unreadable_lines_are_free(line: str) -> None:
    run = referee(A, E3)
    assert run.act(line) == "?"
    assert run.cost == 0
    assert run.log == []


@pytest.mark.parametrize(("lacks", "more", "played", "cost"), CASES["replies"])
def test_replies(lacks: str, more: str, played: str, cost: int) -> None:
    assert perform(referee(A.replace(lacks, "") + more, E3), played).cost == cost


def test_answers_lie_with_the_stated_frequencies() -> None:
    run = referee(A, E3, lies=True, seed=3)
    replies = [run.act("AskLoc 4") for _ in range(20_000)]
    # M: at facts of 0 1 2 3 4 6 (places 1 1 2 3 2 2) and container 3: 7 entries, three are 2
    expected = {
        "at(4,2)": 0.6 + 0.3 * 3 / 7, "not_known": 0.1, "at(4,1)": 0.3 * 2 / 7,
        "at(4,3)": 0.3 / 7, "inside(4,3)": 0.3 / 7,
    }
    assert set(replies) == set(expected)
    for reply, share in expected.items():
        assert abs(replies.count(reply) / len(replies) - share) < 0.015
    assert run.act("AskLoc 77") == ""
    assert run.cost == 2 * 20_001


def test_answers_repeat_for_a_seed() -> None:
    one, two = (referee(A, E3, lies=True, seed=5) for _ in range(2))
    assert [one.act("AskLoc 5") for _ in range(50)] == [two.act("AskLoc 5") for _ in range(50)]


# ---- properties -----------------------------------------------------------------------------

number = st.integers(0, 8)
actions = st.sampled_from(sorted(ARITY)).flatmap(
    lambda name: st.tuples(*[number] * ARITY[name]).map(lambda args: Action(name, args))
)
worlds = st.sampled_from([A, B, C, D, RULES_2013]).map(lambda t: parse_told(f"(:domain {t})"))


@settings(max_examples=150, deadline=None)
@given(worlds, st.lists(actions, max_size=40))
def test_laws_hold_along_any_run(world: World, steps: list[Action]) -> None:
    start = world
    things = {n for n, words in world.words.items() if "small" in words}
    for step in steps:
        if step.name not in PHYSICAL:
            continue
        after = apply(world, step)
        if after is None:
            continue
        world = after
        assert derive(world) == world
        assert not world.doors_opened & world.doors_closed
        here = places(world, 0)
        assert len(here) == 1
        for thing in things:
            within = sum(t == thing for t, _ in world.inside)
            assert len(places(world, thing)) + within == 1
        assert all(places(world, n) == here for n in (world.hand, world.plate) if n)
        assert world.hand == 0 or world.hand != world.plate
        big = set(world.words) - things
        assert all(places(world, n) == places(start, n) for n in big)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from([*EXAMPLES.values()]), st.lists(actions, max_size=30))
def test_score_is_bounded_and_constraints_only_fall(example: Example, steps: list[Action]) -> None:
    run = referee(example.world, example.items)
    kept = len(run.score().constraints)
    cost = 0
    for step in steps:
        before = run.world
        reply = run.act(str(step))
        cost += COST[step.name]
        if reply == "0" or step.name not in PHYSICAL:
            assert run.world == before
        score = run.score()
        assert sum(c.kept for c in score.constraints) <= kept
        kept = sum(c.kept for c in score.constraints)
        assert score.base_lo <= score.base_hi
        if not score.void:
            assert score.base_lo >= -cost
            assert score.base_hi <= 40 * len(score.tasks) + 20 * len(score.constraints) - cost


@given(actions)
def test_actions_read_back(action: Action) -> None:
    assert read_action(str(action)) == action


@given(st.text(max_size=40))
def test_any_line_is_an_action_or_none(line: str) -> None:
    action = read_action(line)
    assert action is None or read_action(str(action)) == action
