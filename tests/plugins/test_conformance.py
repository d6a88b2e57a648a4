"""Every domain keeps the contract; so does one in a distribution of its own."""

import json
from dataclasses import replace
from pathlib import Path
from random import random
from typing import Any

import pytest
from commands import planner as command

import planner
from planner.discovery import discover, domain_named
from planner.domain import Domain
from planner.execution.actor import Believed, Bridge
from planner.execution.episode import play, request
from planner.execution.plans.check import by_pddl
from planner.solving import solve_case
from planner.testing import check_domain
from planner.validation.judges import Verdict

ROOT = Path(__file__).resolve().parents[2]
GRIPPER = ROOT / "domains" / "pddl" / "samples" / "gripper.pddl"


def case_of(name: str) -> Any:
    if name == "pddl":
        return planner.load(GRIPPER, domain=str(GRIPPER.with_name("gripper-domain.pddl")))
    if name == "household":
        return planner.case(name, instruction="Put the apple in the fridge",
                            floor_plan="SmallKitchen")
    return planner.case(name, file="x") if name == "space" else None


NAMES = ["competition", "contingent", "corridor", "household", "pddl", "rescue", "space"]


@pytest.mark.parametrize("name", NAMES)
def test_every_domain_keeps_the_contract(name: str) -> None:
    assert sorted(discover().domains) == NAMES, "one is left out"
    check_domain(domain_named(name), case_of(name))


def test_a_plan_in_the_sources_names_is_judged_by_the_pddl() -> None:
    domain = replace(domain_named("corridor"), environment="")
    assert play(request(domain, {})).success
    plan = "\n".join(solve_case(domain.case_type(), domain=domain).plan or ())
    told = domain.translate(domain.case_type())
    assert by_pddl(told, plan).status == Verdict.VALID
    assert by_pddl(told, plan.replace("Box_1", "Box_2")).status == Verdict.INVALID


def forgetful(case: Any) -> Any:
    world: Any = domain_named("corridor").open(replace(case, length=500, boxes=9))
    see = world.see
    world.see = lambda agent: {**see(agent), "noise": random()}
    return world


class Liar(Bridge):
    """Believe in what its PDDL does not know."""

    def __init__(self, case: Any) -> None:
        self.robots = {"alice": "Alice", "bob": "Bob"}

    def problem(self) -> Believed:
        return Believed({"alice": "robot"}, frozenset({("happy", ("alice",))}), frozenset())


@pytest.mark.parametrize(("change", "words"), [
    ({"bridge": Liar}, "no predicate 'happy' in the domain"),
    ({"environment": forgetful}, "another episode"),
    ({"recognise": lambda head: True}, "claims an empty file"),
    ({"describe": lambda case: {"text": 3}}, "describe: no text"),
    ({"environment": "nowhere.at:all"}, "no module nowhere.at"),
    ({"name": "Corridor 2", "compile": "x"}, "not 'module:attribute'"),
    ({"compile": lambda case: planner.Translation("(define", "")}, "domain.pddl:1"),
])
def test_what_breaks_it_is_said(change: dict[str, Any], words: str) -> None:
    domain: Domain[Any] = replace(domain_named("corridor"), **change)
    with pytest.raises((AssertionError, planner.PlannerError), match=words):
        check_domain(domain)


def planner_says(*arguments: str, code: int = 0) -> str:
    done = command(*arguments)
    assert done.returncode == code, done.stderr
    return done.stdout


def test_every_command_works_with_a_strangers_domain(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('kind = "corridor"\nlength = 9\nboxes = 3\n')
    assert "corridor" in planner_says("list", "domains")
    assert json.loads(planner_says("run", "corridor", "--length", "6", "--json", "-"))["success"]
    assert json.loads(planner_says("run", str(file), "--policy", "explore-only", "--json", "-",
                                   "--max-steps", "40", code=1))["policy"] == "explore-only"
    (solved,) = json.loads(planner_says("solve", str(file), "--json", "-"))
    assert solved["plan"][0].startswith("(move")
    planner_says("translate", str(file), "--out", str(tmp_path / "pddl"))
    plan = tmp_path / "plan"
    plan.write_text("Alice: Move(Right)\n")
    assert "missing" in planner_says("validate", str(file), str(plan), code=1)
    runs, page = tmp_path / "runs", tmp_path / "page.html"
    planner_says("bench", "corridor", "--filter", "length=6", "--jobs", "0", "--out", str(runs))
    planner_says("compare", str(runs))
    planner_says("report", str(runs), "--out", str(page))
    assert "corridor" in page.read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('kind = "corridor"\nlenght = 9\n')
    planner_says("run", str(wrong), code=3)


def test_it_is_a_small_distribution() -> None:
    folder = ROOT / "examples" / "plugins" / "corridor"
    files = [p for p in folder.rglob("*.[tpm]*") if p.suffix != ".pyc"]
    assert sum(len(p.read_text(encoding="utf-8").splitlines()) for p in files) <= 150
