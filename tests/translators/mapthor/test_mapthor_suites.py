"""The MAP-THOR suites hold what their descriptions say, measured against the task folders."""

import json
from pathlib import Path

from benchmarks.suite import find_suite, load_suite

WITHOUT_INSTRUCTION = {"3_put_all_shakers_tomato/3_put_all_groceries_fridge",
                       "3_transport_groceries"}


def test_mapthor_all_holds_every_folder_and_floor_plan_that_can_be_judged(shared: Path) -> None:
    folders = json.loads((shared / "llamar/mapthor_tasks.json").read_text(encoding="utf-8"))
    usable = {(name, plan) for name, folder in folders.items()
              if folder["checker"] and name not in WITHOUT_INSTRUCTION
              for plan, entry in folder["floorplans"].items() if entry["calls_ok"]}
    cases = load_suite(find_suite("mapthor-all")).cases
    assert {(c["task"], c["floor_plan"]) for c in cases} == usable
    assert len(cases) == len(usable)


def test_mapthor_1_is_the_first_category_as_its_configuration_runs_it(shared: Path) -> None:
    folders = json.loads((shared / "llamar/mapthor_tasks.json").read_text(encoding="utf-8"))
    first = {(name, plan) for name, folder in folders.items() if name.startswith("1_")
             for plan in folder["floorplans"]}
    cases = {(c["task"], c["floor_plan"]) for c in load_suite(find_suite("mapthor-1")).cases}
    # the configuration leaves one floor plan of the box task out (specification, section 12)
    assert first - cases == {("1_put_remotecontrol_keys_watch_box", "FloorPlan203")}
    assert not cases - first
