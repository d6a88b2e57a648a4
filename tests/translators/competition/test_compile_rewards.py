"""From problem files to PDDL: provenance, costs, certificate, and agreement of the routes."""

import json
import tomllib
from pathlib import Path

import pytest
from commands import python

import domains.competition
from domains.competition.belief.beliefs import WorldBelief
from domains.competition.search import costs, plan
from domains.competition.world.actions import COST, platform_line
from domains.competition.world.model import Instruction, World
from planner.compilation import compile_rewards
from planner.engines import Limits, solve_task
from planner.errors import UsageError
from planner.pddl import read_task
from planner.pddl.features import added_costs
from planner.plan import Plan
from planner.solving import SolveOptions, write_translation
from translators.competition.compile import compile_world, translated
from translators.competition.known import complete
from translators.competition.problem_file import ProblemFile, parse_problem, read_problem
from translators.competition.solving import solve_problem

PROBLEMS = Path(domains.competition.__file__).with_name("problems")
KNOWN = tomllib.loads((PROBLEMS / "known.toml").read_text(encoding="utf-8"))
LIGHT = sorted(name for name in KNOWN if not name.startswith("heavy"))


@pytest.mark.parametrize("name", LIGHT)
def test_known_best_scores(name: str) -> None:
    """Solved to the known bound; the referee confirms (inside ``solve_problem``)."""
    report = solve_problem(read_problem(PROBLEMS / f"{name}.xml"), SolveOptions(optimal=True))
    assert (report.more["rewards"]["base_score"], report.bound) == (
        KNOWN[name]["best"], KNOWN[name]["bound"])


def test_every_problem_is_listed() -> None:
    assert {p.stem for p in PROBLEMS.rglob("*.xml")} == set(KNOWN)


def test_heavy_problem_gets_a_plan_and_a_gap() -> None:
    report = solve_problem(
        read_problem(PROBLEMS / "heavy/heavy-6.xml"), SolveOptions(time_limit=0.5))
    assert report.plan
    assert 0 < report.more["rewards"]["base_score"] < report.more["rewards"]["upper_bound"]


def test_domain_costs_are_the_platforms() -> None:
    problem = read_problem(PROBLEMS / "plate.xml")
    task = compile_world(*_planned(problem))
    for action in task.problem.domain.actions.values():
        arguments = ["t1"] * len(action.parameters)
        word = platform_line(action.name, arguments).split()[0]
        assert list(added_costs(action.effect)) == [("number", COST[word])], action.name
    assert [COST[word] for word in ("Move", "PickUp", "ToPlate", "PutIn", "Open", "Close")] == [
        costs.LEG, *[costs.HANDLE] * 3, *[costs.DOOR] * 2]


def test_provenance_leads_back_to_the_line() -> None:
    file = PROBLEMS / "shared-container.xml"
    task = compile_world(*_planned(read_problem(file)))
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(task.goals) == 3
    assert len(task.invariants) == 2
    for part in (*task.goals, *task.invariants):
        assert part.source.line is not None
        assert part.source.text.replace(" ", "") in lines[part.source.line - 1].replace(" ", "")


@pytest.mark.parametrize("name", ["dear-constraint", "first-action", "together", "two-gotos"])
def test_routes_agree_and_the_certificate_holds(name: str, tmp_path: Path) -> None:
    """Fast Downward on the written PDDL: rewards - cost is the reward search's base score."""
    problem = read_problem(PROBLEMS / f"{name}.xml")
    world, instructions = _planned(problem)
    mapping = write_translation(translated(world, instructions), tmp_path, problem.name)
    task = read_task(tmp_path / "domain.pddl", tmp_path / "problem.pddl")
    outcome = solve_task(task, engine="fast-downward-blind", limits=Limits(60, 2000))
    assert outcome.cost is not None
    assert mapping["total_reward"] - outcome.cost == KNOWN[name]["best"]
    written = json.loads((tmp_path / "map.json").read_text(encoding="utf-8"))
    assert isinstance(outcome.plan, Plan)
    lines = [written["actions"][s.name] for s in outcome.plan.steps if s.name in written["actions"]]
    assert lines
    assert task.objects


def test_general_path_refuses_what_the_domain_cannot_say() -> None:
    problem = _text("(hold 0) (plate 0) (at 0 1) (sort 1 human) (size 1 big) (at 1 1) "
                    "(sort 2 cup) (size 2 small) (color 2 red) (at 2 1) (at 2 3)",
                    "(:task (goto X) (:cond (sort X cup)))")
    with pytest.raises(UsageError, match="reward-search"):
        compile_world(problem.told_world(), problem.instructions)


def test_compiled_actions_have_their_originals() -> None:
    compiled = compile_rewards(compile_world(*_planned(read_problem(PROBLEMS / "plate.xml"))))
    assert compiled.decode(["first-move-l8-l6", "pick-up-t9-l6", "forgo-0", "finish"]) == [
        ("move", ("l8", "l6")),
        ("pick-up", ("t9", "l6")),
    ]


def test_infos_complete_the_told_world_and_a_missing_place_is_asked_for() -> None:
    problem = read_problem(PROBLEMS / "infos.xml")
    known = complete(problem)
    assert (9, 3) in known.world.inside
    assert (3 in known.world.doors_closed, 4 in known.world.doors_opened) == (True, True)
    assert (10, 8) in known.world.at
    assert known.asked == (11,)
    assert (solve_problem(problem, SolveOptions()).plan or ("",))[0] == "AskLoc 11"
    assert complete(problem, true_world=True).asked == ()


def test_an_info_wins_over_an_unreliable_fact() -> None:
    problem = _text("(hold 0) (plate 0) (at 0 1) (sort 1 human) (size 1 big) (at 1 1) "
                    "(sort 2 cup) (size 2 small) (at 2 1) (sort 3 bed) (size 3 big) (at 3 3)",
                    "(:info (near X Y) (:cond (sort X cup) (sort Y bed)))")
    belief = WorldBelief(problem.told_world(), problem.instructions)
    assert belief.world(belief.most_likely()).at & {(2, 1), (2, 3)} == {(2, 3)}


def test_a_translation_does_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    for seed in ("0", "1"):
        python("-m", "planner", "translate", PROBLEMS / "dear-constraint.xml", "--out",
               tmp_path / seed, PYTHONHASHSEED=seed)
    for name in ("domain.pddl", "problem.pddl", "map.json"):
        first, second = (tmp_path / seed / name for seed in ("0", "1"))
        assert first.read_bytes() == second.read_bytes() != b""


def test_development_set(shared: Path) -> None:
    """Proven optima of the unambiguous problems sum to 7,898; all files to 9,426."""
    total = unambiguous = proven = files = 0
    for file in sorted((shared / "competition/problems1/IT/stage1").glob("*.xml")):
        if file.name == "02.xml":
            continue
        problem = read_problem(file)
        found = plan(problem.true_world(), problem.instructions, optimal=True)
        files += 1
        proven += found.proven
        total += found.base_score
        if not _ambiguous(problem):
            unambiguous += found.base_score
    assert (files, proven, unambiguous, total) == (49, 49, 7898, 9426)


def _ambiguous(problem: ProblemFile) -> bool:
    world = problem.true_world()
    return any(len(world.bindings(i)) > 1 for i in problem.instructions if i.kind == "task")


def _planned(problem: ProblemFile) -> tuple[World, tuple[Instruction, ...]]:
    return complete(problem).world, problem.instructions


def _text(facts: str, items: str) -> ProblemFile:
    text = f"<test><env><info>{facts}</info></env><instr>(:ins {items})</instr></test>"
    return parse_problem(text.encode(), "small.xml")
