"""Frames of the shipped environments have the shape that the replay draws."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageSequence

from benchmarks.report.animation import animation
from benchmarks.report.film import LINE, _draw, film
from domains.competition.episode import CompetitionEnvironment
from domains.competition.problem import read_problem
from domains.rescue.world.environment import RescueEnvironment
from domains.rescue.world.scene_file import shipped_scene
from planner.errors import PlannerError
from translators.competition.generate.problems import generate


def test_rescue_frame_shows_fires_people_and_robots() -> None:
    environment = RescueEnvironment(shipped_scene("1"), 2)
    environment.reset(seed=0)
    shown = environment.frame()
    assert (shown["width"], shown["height"]) == (30, 30)
    assert {a["name"] for a in shown["agents"]} == {"Alice", "Bob"}
    assert sum(c["level"] > 0 for c in shown["cells"] if c["kind"] == "fire") == 3
    assert {"reservoir", "deposit", "fire", "person"} == {o["kind"] for o in shown["objects"]}


def test_competition_frame_shows_what_stands_where_and_what_was_done(tmp_path: Path) -> None:
    (problem,) = generate(1, 7, stage=2)
    path = tmp_path / "01.xml"
    path.write_text(problem.text, encoding="utf-8")
    environment = CompetitionEnvironment(read_problem(path), seed=0)
    environment.reset()
    place = max(problem.world.locations)
    for action in (f"Move {place}", "Sense"):
        environment.step({"robot": action})
    shown = environment.frame()
    assert shown["caption"].startswith("Sense = ")
    assert len(shown["cells"]) == len(problem.world.locations)
    things = {o["name"].rsplit(" ", 1)[1]: o for o in shown["objects"] if o["kind"] != "place"}
    assert things.keys() == {str(n) for n in problem.world.words}
    for number, box in problem.world.inside:
        assert things[str(number)]["in"].endswith(f" {box}")
        assert abs(things[str(number)]["y"] - things[str(box)]["y"]) < 10
    for number, where in problem.world.at:
        card = shown["cells"][sorted(problem.world.locations).index(where)]
        thing = things.get(str(number), shown["agents"][0])
        if number != 0:
            assert abs(thing["y"] - card["y"]) < card["height"] / 2
            assert abs(thing["x"] - card["x"]) < card["width"] / 2
    drawn = animation({"steps": [{"frame": shown}]}, "a flat")
    assert shown["caption"].split(" ")[0] in drawn


def test_household_frame_keeps_what_does_not_change_for_the_header() -> None:
    from household_episodes import build_environment

    try:
        world = build_environment({"instruction": "Turn off the faucet and light if either is on",
                                   "floor_plan": "FloorPlan1", "agents": 2})
        world.reset(seed=0)
    except PlannerError as error:
        pytest.skip(f"no scene to open here: {error}")
    first = world.frame()
    assert {"free"} == {c["kind"] for c in first["cells"]}
    assert [a["name"] for a in first["agents"]] == ["Alice", "Bob"]
    world.step({"Alice": "Rotate(Left)", "Bob": "Idle"})
    second = world.frame()
    assert set(second) == {"objects", "agents"}
    assert second["agents"][0]["heading"] != first["agents"][0]["heading"]


def test_a_film_of_many_steps_is_short_and_no_name_lies_on_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from matplotlib.figure import Figure
    from matplotlib.text import Annotation

    things = [{"name": f"Thing_{n}", "x": 1 + n / 50, "y": 1.0} for n in range(8)]
    scene: dict[str, Any] = {"width": 4, "height": 4, "left": 0, "top": 0, "objects": things,
                             "agents": [], "cells": []}
    steps = [{"frame": scene, "actions": {}}] * 12
    monkeypatch.setattr("benchmarks.report.film.WHOLE_MS", 4_000)
    film({"steps": steps, "instruction": "Look"}, tmp_path / "film.gif")
    with Image.open(tmp_path / "film.gif") as shown:
        assert sum(frame.info["duration"] for frame in ImageSequence.Iterator(shown)) <= 5_000
    axes = Figure().add_subplot()
    _draw(axes, scene, {str(t["name"]): (float(str(t["x"])), 1.0) for t in things})
    heights = sorted(float(text.xy[1]) for text in axes.texts if isinstance(text, Annotation))
    assert len(heights) == 4  # the others have no room
    assert min(b - a for a, b in pairwise(heights)) >= 0.95 * LINE * 4
