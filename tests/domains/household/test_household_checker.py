"""The referee by acts: released defects kept, the repaired reading mended."""

import gzip
import json
import re
from pathlib import Path

import pytest

from domains.household.referee.checker import Checker, TaskLists, repair
from domains.household.referee.tasks import load_task, task_names
from planner.errors import UsageError

VERBS = ("NavigateTo", "PickupObject", "PutObject", "OpenObject", "CloseObject", "SliceObject",
         "ToggleObjectOn", "ToggleObjectOff", "CleanObject")
SOFA = TaskLists(
    independent=("NavigateTo(Book)", "PickObject(Book)"),
    conditional=("NavigateTo(Sofa, Book)", "PutObject(Sofa, Book)"),
    coverage=("Book", "Sofa"), objects=("Book",), receptacles=("Sofa",))


def deliver(checker: Checker) -> None:
    checker.see("Alice", "NavigateTo(Book_1)", True, "nothing")
    checker.see("Alice", "PickupObject(Book_1)", True, "Book_1")
    checker.see("Alice", "PutObject(Sofa_1)", True, "Book_1")


def test_a_misspelt_verb_is_never_credited_and_the_repair_mends_it() -> None:
    released = Checker(SOFA, "X", ["Book", "Sofa"], repaired=False)
    repaired = Checker(repair(SOFA, "t", "X"), "X", ["Book", "Sofa"], repaired=True)
    deliver(released)
    deliver(repaired)
    assert not released.verdict()["success"]
    assert released.verdict()["transport_rate"] == 0.75
    assert repaired.verdict()["success"]
    assert repaired.useful["Alice"] == 3


def test_a_put_implies_its_navigation_and_attempts_count_as_coverage() -> None:
    checker = Checker(SOFA, "X", ["Book", "Sofa"], repaired=False)
    checker.see("Bob", "PutObject(Sofa_1)", True, "Book_1")
    assert "NavigateTo(Sofa, Book)" in checker.credited
    checker.see("Bob", "PickupObject(Book_1)", False, "nothing")
    assert set(checker.covered) == {"Book_1", "Sofa_1"}


def test_every_instance_counts_and_absent_types_are_dropped() -> None:
    lists = TaskLists(("NavigateTo(Vase)", "PickupObject(Knife)"), (), ("Vase",), ("Vase",), ())
    released = Checker(lists, "X", ["Vase", "Vase", "ButterKnife"], repaired=False)
    assert released.subtasks == ("NavigateTo(Vase_1)", "NavigateTo(Vase_2)")
    kept = Checker(TaskLists(("PickupObject(ButterKnife)",), (), (), (), ()), "X", ["Knife"],
                   repaired=False)
    assert kept.subtasks == ("PickupObject(ButterKnife_1)",)  # Knife is a substring
    gone = Checker(TaskLists(("PickupObject(ButterKnife)",), (), (), (), ()), "X", ["Knife"],
                   repaired=True)
    assert gone.subtasks == ()


def test_table_stands_for_three_types_when_repaired() -> None:
    lists = TaskLists((), ("PutObject(Table, Vase)",), (), ("Vase",), ("Table",))
    scene = ["Vase", "SideTable"]
    assert Checker(lists, "X", scene, repaired=False).subtasks == ()
    checker = Checker(repair(lists, "t", "X"), "X", scene, repaired=True)
    checker.see("Alice", "PutObject(SideTable_1)", True, "Vase_1")
    assert checker.verdict()["success"]


def test_released_checker_agrees_with_the_exhaustive_traces(shared: Path) -> None:
    """Every verb on every named type, with every other one in hand: same credits, same length."""
    data = json.loads((shared / "llamar" / "mapthor_tasks.json").read_text(encoding="utf-8"))
    compared = 0
    for name in task_names():
        trace = data[name].get("all_actions_trace")
        if not trace or not data[name]["checker"]["base_checker"] or name in SPECIAL:
            continue
        lists = load_task(name, next(iter(data[name]["floorplans"]))).lists
        named = _named(lists)
        play = Checker(lists, trace["scene_assumed"], [n for n in named if n in _types(shared)],
                       repaired=False)
        for kind in named:
            if kind not in _types(shared):
                continue
            for held in ("nothing", *(f"{n}_1" for n in named if n != kind)):
                for verb in VERBS:
                    play.see("Alice", f"{verb}({kind}_1)", True, held)
        found = (len(play.credited), len(play.subtasks))
        assert found == (trace["n_credited"], trace["n_subtasks"]), name
        compared += 1
    assert compared >= 20


SPECIAL = ("3_clear_table_to_sofa", "3_put_all_food_countertop")
"""Folders whose trace assumes other types than the lists name, or other floor plans."""


def _named(lists: TaskLists) -> list[str]:
    entries = (*lists.independent, *lists.conditional, *lists.coverage, *lists.objects,
               *lists.receptacles)
    words = {w for e in entries for w in re.findall(r"[A-Z]\w+", e.split("(")[-1])}
    return sorted({re.sub(r"_\d+$", "", w) for w in words})


_known: dict[str, frozenset[str]] = {}


def _types(shared: Path) -> frozenset[str]:
    if not _known:
        kinds: set[str] = set()
        for path in (shared / "thor" / "metadata").glob("*.gz"):
            with gzip.open(path) as stream:
                kinds |= {o["objectType"] for o in json.load(stream)[0]["objects"]}
        _known["all"] = frozenset(kinds)
    return _known["all"]


def test_preparations_come_with_the_package_and_cabinets_start_closed() -> None:
    task = load_task("2_open_all_cabinets", "FloorPlan6")
    assert task.changed
    assert {c["action"] for c in task.preparation} == {"CloseObject"}
    assert {c["action"] for c in load_task("2_open_all_cabinets", "FloorPlan6",
                                           repaired=False).preparation} == {"OpenObject"}
    with pytest.raises(UsageError, match="it has FloorPlan1,"):
        load_task("2_open_all_cabinets", "FloorPlan999")
    with pytest.raises(UsageError, match="9_dance"):
        load_task("9_dance", "FloorPlan1")


def test_task_facts_are_those_of_the_source(shared: Path) -> None:
    """Each call of each folder that can be prepared, positions to half a millimetre."""
    data = json.loads((shared / "llamar" / "mapthor_tasks.json").read_text(encoding="utf-8"))
    for name in task_names():
        for plan, found in data[name]["floorplans"].items():
            if found["preinit_signature"] != ["self", "event", "controller"]:
                continue
            ours = load_task(name, plan, repaired=False).preparation
            for call, theirs in zip(ours, found["preinit"], strict=True):
                point = theirs.pop("position", {})
                assert call == {**theirs, **({"position": pytest.approx(point, abs=6e-4)}
                                             if point else {})}
