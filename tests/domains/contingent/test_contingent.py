"""Contingent problems: read as they are written, solved in every hidden world, never unsafe."""

import random
from collections import Counter
from pathlib import Path

import pytest
from contingent_optimum import Optimum

from domains.contingent.belief import Belief
from domains.contingent.domain import DOMAIN as CONTINGENT
from domains.contingent.domain import ContingentCase
from domains.contingent.environment import open_case, several, tools
from domains.contingent.model import Act, Model, States
from domains.contingent.search import Searcher
from planner.domain import FileHead
from planner.errors import InputError, SourceError, UsageError
from planner.execution.actor.policy import planned
from planner.execution.episode import run
from planner.plan import Step

SUITE = Path(__file__).resolve().parents[3] / "domains/contingent/suites/contingent"
FILES = sorted({*SUITE.glob("*/p*.pddl")} - {  # these are played below, or take 14 s
    SUITE / "dials/p2.pddl", SUITE / "parcels/p3.pddl"})
DOMAIN = """(define (domain d) (:predicates (a) (b) (c) (g))
  (:action look :parameters () :precondition () :observe (and (a) (b)))
  (:action win :parameters () :precondition (and (a) (not (b))) :effect (g))
  (:action lose :parameters () :precondition (b) :effect (and (not (b)) (when (c) (g)))))"""


def model(folder: Path, init: str, domain: str = DOMAIN, goal: str = "(g)") -> ContingentCase:
    (folder / "domain.pddl").write_text(domain)
    (folder / "p.pddl").write_text(
        f"(define (problem p) (:domain other) (:init {init}) (:goal {goal}))")
    return ContingentCase(folder / "p.pddl")


def allows(belief: Belief, act: Act) -> bool:
    return all(map(act.fits, belief.states)) and belief.sure((act,), ends=False)


def played(known: Model, searcher: Searcher, hidden: int) -> int:
    """Play by the search alone; every action is known to be possible and is."""
    belief, state, steps = Belief(known), hidden, 0
    while not belief.reached:
        course = searcher.course(belief.worlds)
        assert course is not None
        for act in course.acts:
            assert allows(belief, act)
            assert act.fits(state)
            seen, steps = act.seen(state), steps + 1
            state = act.after(state)
            belief.follow(act, seen)
    assert known.reached(state)
    return steps


@pytest.mark.parametrize("file", FILES, ids=lambda f: f"{f.parent.name}-{f.stem}")
def test_problems_of_the_suite_are_solved_in_every_hidden_world(file: Path) -> None:
    known, searcher = tools(ContingentCase(file))
    worlds = list(known.worlds())
    some = worlds if len(worlds) <= 8 else worlds[:: len(worlds) // 3]
    steps = [played(known, searcher, world) for world in some]
    if len(worlds) <= 8:
        least = Optimum(known).expected()
        assert least - 1e-6 <= sum(steps) / len(worlds) <= 1.05 * least + 1e-6


def test_what_helps_in_one_world_and_harms_in_another_is_not_done_on_the_way() -> None:
    """Dials are turned one after the other: three of them took 25 steps where all were turned."""
    known, searcher = tools(ContingentCase(SUITE / "dials/p2.pddl"))
    assert played(known, searcher, known.drawn(0)) <= 18


def test_where_nothing_can_be_observed_a_plan_serves_every_world(tmp_path: Path) -> None:
    """A robot that does not know its cell goes into a corner first."""
    grid = [(x, y) for x in range(7) for y in range(7)]
    cells, moves = [f"c{x}{y}" for x, y in grid], ""
    for name, dx, dy in (("east", 1, 0), ("west", -1, 0), ("north", 0, 1), ("south", 0, -1)):
        parts = [f"(when (at c{x}{y}) (and (not (at c{x}{y})) (at c{x + dx}{y + dy})))"
                 for x, y in grid if (x + dx, y + dy) in grid]
        moves += f"(:action {name} :parameters () :effect (and {' '.join(parts)}))"
    domain = (f"(define (domain d) (:types cell) (:constants {' '.join(cells)} - cell)"
              f"(:predicates (at ?c - cell)) {moves})")
    case = model(tmp_path, f"(oneof {' '.join(f'(at {c})' for c in cells)})", domain, "(at c33)")
    known, searcher = tools(case)
    assert played(known, searcher, known.drawn(0)) == 6 + 6 + 3 + 3


def test_worlds_are_what_the_clauses_allow(tmp_path: Path) -> None:
    known, _ = tools(model(tmp_path, "(and (oneof (a) (b)) (or (not (a)) (c)) (unknown (c)))"))
    assert {frozenset(n for n, _ in known.true(w)) for w in known.worlds()} == {
        frozenset("ac"), frozenset("b"), frozenset("bc")}
    drawn = {known.drawn(seed) for seed in range(40)}
    assert drawn == set(known.worlds())
    known, _ = tools(model(tmp_path, "(a) (unknown (a)) (unknown (b))"))  # what is true stays true
    assert {frozenset(n for n, _ in known.true(w)) for w in known.worlds()} == {
        frozenset("a"), frozenset("ab")}


def test_alternatives_may_be_long_conjunctions(tmp_path: Path) -> None:
    atoms = [f"(x{k})" for k in range(40)]
    domain = DOMAIN.replace("(g))", "(g) " + " ".join(atoms) + ")", 1)
    worlds = [" ".join(a if j % 12 == k else f"(not {a})" for j, a in enumerate(atoms))
              for k in range(12)]
    known, _ = tools(model(tmp_path, f"(a) (oneof (and {') (and '.join(worlds)}))", domain))
    assert known.count == 12
    assert all(map(known.allowed, known.worlds()))
    assert {known.drawn(seed) for seed in range(9)} <= set(known.worlds())
    assert set(Belief(known, listed=0).states) == set(known.worlds())


@pytest.mark.parametrize(("init", "words"), [
    ("(oneof)", "'oneof' of nothing"), ("(oneof (z))", "z"),
    ("(or (imply (a) (b)))", "'or' takes literals"),
    ("(oneof (a) (b)) (or (not (a))) (or (not (b)))", "p.pddl:1:75: .* contradicts itself"),
    ("(a) (or (b)) (oneof (a) (b))", "p.pddl:1:57: .* contradicts itself")])
def test_what_cannot_be_is_named(tmp_path: Path, init: str, words: str) -> None:
    with pytest.raises(Exception, match=words):
        tools(model(tmp_path, init))[0].values  # noqa: B018 the count is what fails


def test_an_action_that_observes_and_changes_is_refused(tmp_path: Path) -> None:
    both = DOMAIN.replace(":observe (and (a) (b))", ":effect (a) :observe (b)")
    with pytest.raises(SourceError, match="observes or has an effect"):
        tools(model(tmp_path, "(unknown (a))", both))


def test_whoever_cannot_be_sure_gives_up(tmp_path: Path) -> None:
    blind = DOMAIN.replace("(:action look", "(:action peek").replace("(and (a) (b))", "(c)")
    record = run(model(tmp_path, "(oneof (a) (b))", blind))
    assert not record.success
    assert not record.believed_success


def test_an_unsafe_action_fails_and_changes_nothing(tmp_path: Path) -> None:
    world = open_case(model(tmp_path, "(a) (b) (unknown (c))"))
    before = world.state
    *_, infos = world.step({"agent": "(win)"})
    assert infos["agent"] == {"success": False, "failure": "precondition"}
    assert world.state == before
    *_, infos = world.step({"agent": "(fly)"})
    assert infos["agent"]["failure"] == "unknown action"


def test_listed_worlds_are_played_and_checked(tmp_path: Path) -> None:
    case = model(tmp_path, "(oneof (a) (b)) (unknown (c))")
    listed = tmp_path / "hidden.pddl"
    listed.write_text("(define (problem p) (:hidden (a)) (:hidden (b) (c)))")
    cases = several(ContingentCase(case.problem, hidden=listed))
    assert [c.world for c in cases] == [0, 1]
    assert run(cases[0]).success
    assert not run(cases[1]).believed_success  # nothing tells whether (c) holds
    assert len(several(ContingentCase(case.problem, worlds=100))) == 4
    for text, words in (("(:hidden (a) (b))", "number 0 is not one that"), ("", "1:1: no hidden")):
        listed.write_text(f"(define (problem p) {text})")
        with pytest.raises(InputError, match=words):
            several(ContingentCase(case.problem, hidden=listed))


def test_observations_that_exclude_every_world_end_it_with_the_reason(tmp_path: Path) -> None:
    case = model(tmp_path, "(oneof (a) (b)) (unknown (c))")
    policy, world = planned(CONTINGENT, case), open_case(case)
    both = {"observed": {"(a)": True, "(b)": True}}
    world.see = lambda agent: both  # type: ignore[method-assign]
    seen, _ = world.reset(seed=0)
    policy.reset(world.briefing(), seen)
    decisions = [policy.decide(seen)]
    while not decisions[-1].done:
        decisions.append(policy.decide(world.step(dict(decisions[-1].actions))[0]))
    assert decisions[-1].gave_up
    assert "excludes every world" in decisions[-1].replan


@pytest.mark.parametrize("seed", range(6))
def test_formula_and_list_of_worlds_know_the_same(seed: int) -> None:
    """Random walks through samples: what is known by the formula is what all worlds agree in."""
    rng = random.Random(seed)
    known, _ = tools(ContingentCase(FILES[seed * len(FILES) // 6]))
    listed, formula = Belief(known), Belief(known, listed=0)
    state = known.drawn(seed)
    for _ in range(12):
        acts = [a for a in known.acts if allows(listed, a)]
        act = rng.choice([a for a in acts if a.tells] or acts)
        act = rng.choice([act, rng.choice(acts)])
        for belief in (listed, formula):
            belief.follow(act, act.seen(state))
        state = act.after(state)
        assert state in listed.states
        assert formula.states.keys() <= listed.states.keys()
        assert [a for a in known.acts if allows(formula, a)] == [
            a for a in known.acts if allows(listed, a)]


def test_a_course_is_sure_only_if_no_world_beyond_the_sample_speaks_against_it(tmp_path: Path
                                                                               ) -> None:
    known, _ = tools(model(tmp_path, "(oneof (a) (b)) (c)"))
    look, lose, win = (known.by_step[Step(name)][0] for name in ("look", "lose", "win"))
    belief = Belief(known, listed=0)
    (sampled,) = {s for s in belief.states if lose.fits(s)}
    belief.states = Counter({sampled: 1})
    assert belief.sure((look,), ends=False)
    assert not belief.sure((look, lose), ends=True)
    assert len(belief.states) == 2
    belief.follow(look, look.seen(sampled))
    assert belief.sure((lose,), ends=True)
    assert not belief.sure((lose, win), ends=True)


def test_files_are_told_apart() -> None:
    from domains.pddl.domain import DOMAIN as PLAIN

    gripper = SUITE.parents[2] / "pddl/samples/gripper.pddl"
    for path, mine in ((SUITE / "gates/p1.pddl", CONTINGENT), (gripper, PLAIN)):
        claims = [d.name for d in (CONTINGENT, PLAIN) if d.recognise(FileHead.of(path))]
        assert claims == [mine.name]


def test_unified_planning_gets_the_same_problem(tmp_path: Path) -> None:
    pytest.importorskip("unified_planning")
    from domains.contingent.outside import from_up, to_up

    case = ContingentCase(SUITE / "pits/p3.pddl")
    back = from_up(to_up(case), tmp_path)
    ours, theirs = tools(case)[0], tools(back)[0]
    assert {ours.true(w) for w in ours.worlds()} == {theirs.true(w) for w in theirs.worlds()}
    assert {a.step for a in ours.acts} == {a.step for a in theirs.acts}
    assert run(back).success
    both = to_up(case)
    (smell,) = (action for action in both.actions if action.name == "sniff")
    smell.add_effect(both.fluent("rich"), True)
    with pytest.raises(UsageError, match="sniff observes and has an effect"):
        from_up(both, tmp_path)


@pytest.mark.parametrize(("more", "alone"), [
    ("", True), (":precondition () :observe (g)", False),
    (":precondition (not (g)) :effect (h)", False), (":effect (and (g) (h))", False),
    (":effect (and (h) (not (g)))", False)])
def test_what_is_as_good_now_as_later_is_done_now(tmp_path: Path, more: str, alone: bool) -> None:
    domain = f"""(define (domain d) (:predicates (a) (g) (h)) (:action gain :effect (g))
      (:action reach :precondition (a) :effect (h)) (:action more :parameters () {more}))"""
    known, _ = tools(model(tmp_path, "(a) (unknown (h))", domain, "(and (g) (h))"))
    telling, acting = known.fitting(States.of([known.drawn(0)]))
    assert ([act.step.name for act in telling + acting] == ["gain"]) == alone
