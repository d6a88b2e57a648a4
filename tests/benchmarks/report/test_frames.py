"""Frames of the shipped environments have the shape that the replay draws."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageSequence

from benchmarks.report.animation import animation
from benchmarks.report.film import LINE, Film, _draw, film, readable
from domains.competition.episode import CompetitionEnvironment
from domains.competition.problem import read_problem
from domains.rescue.world.environment import RescueEnvironment
from domains.rescue.world.scene_file import shipped_scene
from planner.console import display_width
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


def test_viewers_that_do_not_animate_show_the_last_step() -> None:
    steps = [{"frame": {"agents": [{"name": "robot", "x": x, "y": 0}]}} for x in (1, 2)]
    drawn = animation({"steps": steps}, "two steps")
    assert ">two (the first 199 of 299 steps)</text>" in animation({"steps": steps * 150}, "two")
    assert "and …<" in animation({"steps": [{"frame": {"width": 1, "height": 99}}]}, "two and so")
    first, last = (drawn.rindex('visibility="', 0, drawn.index(f">step {k}<")) for k in (0, 1))
    assert drawn[first:].startswith('visibility="hidden"')
    assert drawn[last:].startswith('visibility="visible"')
    assert '<circle cx="2"' in drawn
    assert set(re.findall('dur="([^"]*)"', drawn)) == {"1.6s"}  # all are in the same step


@pytest.mark.parametrize("name", ["Bo", "Reservoir" * 4, "Reservoir" * 20, "北京" * 9])
def test_names_lie_within_the_animation_and_not_on_the_step(name: str) -> None:
    corners = [{"name": name, "x": x, "y": y} for x in (0, 30) for y in (0.5, 29)]
    frame = {"width": 30, "height": 30, "objects": corners[::3], "agents": corners[2:3]}
    drawn = animation({"steps": [{"frame": frame}]}, "names")
    start = name[:10].strip()
    found = re.findall(rf'x="([-\d.]+)" y="([-\d.]+)"[^>]*"middle">({start}[^<]*)', drawn)
    assert len(found) == 3
    for x, y, shown in found:
        half = 0.2 * display_width(shown)
        assert -3.6 <= float(x) - half <= float(x) + half <= 32.6
        assert float(y) > 0.5


def test_competition_frame_shows_what_stands_where_and_what_was_done(tmp_path: Path) -> None:
    (problem,) = generate(1, 7, stage=2)
    (path := tmp_path / "01.xml").write_text(problem.text, encoding="utf-8")
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
    assert [*dict.fromkeys(c["kind"] for c in first["cells"])] == ["furniture", "free"]
    assert [a["name"] for a in first["agents"]] == ["Alice", "Bob"]
    world.step({"Alice": "Rotate(Left)", "Bob": "Idle"})
    second = world.frame()
    assert set(second) == {"objects", "agents"}
    assert second["agents"][0]["heading"] != first["agents"][0]["heading"]


def test_a_film_of_many_steps_is_short_and_no_name_lies_on_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from matplotlib.figure import Figure

    things = [{"name": f"Thing_{n}", "x": 1 + n / 50, "y": 1.0} for n in range(8)]
    scene: dict[str, Any] = {"width": 4, "height": 4, "left": 0, "top": 0, "objects": things,
                             "agents": [], "cells": []}
    monkeypatch.setattr("benchmarks.report.film.WHOLE_MS", 4_000)
    film({"steps": [{"frame": scene, "actions": {}}] * 12}, tmp_path / "film.gif")
    with Image.open(tmp_path / "film.gif") as shown:
        assert sum(frame.info["duration"] for frame in ImageSequence.Iterator(shown)) <= 5_000
    axes: Any = Figure().add_subplot()
    _draw(axes, scene, {str(t["name"]): t for t in things}, {})
    heights = sorted(float(text.xy[1]) for text in axes.texts)
    assert len(heights) == 4  # the others have no room
    assert min(b - a for a, b in pairwise(heights)) >= 0.95 * LINE * 4


def test_a_film_of_a_household_tells_who_did_what_and_what_was_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from household_episodes import build_environment

    environment = build_environment({"instruction": "Put the apple in the fridge",
                                     "floor_plan": "SmallKitchen", "agents": 1})
    environment.reset()
    shown = Film(tmp_path / "film", environment)
    assert shown.finish() is None
    titles: list[str] = []
    drawn = shown.reel.figure

    def figure(frame: dict[str, Any], title: str) -> Any:
        titles.append(title)
        return drawn(frame, title)

    monkeypatch.setattr(shown.reel, "figure", figure)
    shown.shoot(0, {})
    for step, action in enumerate((
            "Explore", "NavigateTo(Apple_1)", "PickupObject(Apple_1)", "NavigateTo(Fridge_1)",
            "OpenObject(Fridge_1)", "PutObject(Fridge_1)"), start=1):
        environment.step({"Alice": action})
        shown.shoot(step, {"Alice": action})
    assert shown.finish() == tmp_path / "film" / "episode.gif"
    with Image.open(tmp_path / "film" / "episode.gif") as animation:
        assert getattr(animation, "n_frames", 0) == 7
    assert titles[0].splitlines() == ["Put the apple in the fridge", "before the first step"]
    assert titles[3].splitlines()[1:] == ["step 3", "Alice: PickupObject(Apple_1)"]
    (axes,) = (picture := drawn(shown.reel.frame, "Above\n" * 5 + "it")).axes
    picture.draw_without_rendering()
    assert axes._left_title.get_window_extent().y1 <= picture.bbox.y1
    texts = {text.get_text(): text.get_fontweight() for text in axes.texts}
    assert [t for t, weight in texts.items() if weight == "bold"] == ["Apple_1", "Alice"]
    assert "Fridge_1 (open)" in texts
    assert [readable(name, 2) for name in ("Zoë", "机器人")] == ["Zoë", "robot 2"]
