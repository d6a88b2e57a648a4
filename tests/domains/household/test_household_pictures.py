"""Pictures of an episode: names, instruction, actions and what was moved; and a GIF."""

import math
from pathlib import Path
from types import SimpleNamespace

import pytest
from household_episodes import build_environment
from PIL import Image

from domains.household.pictures import Film
from domains.household.thor.bodies.world import World
from domains.household.thor.engine import Engine


def test_a_film_tells_who_did_what_and_what_was_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from domains.household.thor import picture

    told: list[picture.Story] = []
    plain = picture.draw

    def draw(world: World, path: Path, story: picture.Story) -> None:
        told.append(story)
        plain(world, path, story)

    monkeypatch.setattr(picture, "draw", draw)
    environment = build_environment({"instruction": "Put the apple in the fridge",
                                     "floor_plan": "SmallKitchen", "agents": 1})
    environment.reset()
    film = Film(tmp_path / "film", environment, None)
    film.shoot(0, {})
    for step, action in enumerate((
            "Explore", "NavigateTo(Apple_1)", "PickupObject(Apple_1)", "NavigateTo(Fridge_1)",
            "OpenObject(Fridge_1)", "PutObject(Fridge_1)"), start=1):
        environment.step({"Alice": action})
        film.shoot(step, {"Alice": action})
    made = film.finish()
    assert made is not None
    with Image.open(made) as animation:
        assert getattr(animation, "n_frames", 0) == 7
    assert told[0].names == ["Alice"]
    assert told[0].caption.splitlines()[1] == "before the first step"
    assert told[3].caption.splitlines() == [
        "Put the apple in the fridge", "step 3", "Alice: PickupObject(Apple_1)"]
    assert [[n.split("|")[0] for n in s.moved] for s in told] == [[]] * 6 + [["Apple"]]
    assert [sorted(s.called.values()) for s in told] == [
        [], [], ["Apple_1"], ["Apple_1"], ["Fridge_1"], ["Fridge_1 (open)"],
        ["Apple_1", "Fridge_1 (open)"]]


def test_things_of_a_type_in_one_heap_share_a_label() -> None:
    from domains.household.thor.picture import Story, _names

    engine = Engine()
    engine.reset("SmallKitchen", agentCount=1)
    assert engine.world is not None
    world = engine.world
    first = next(b for b in world.bodies if b.type in {"Drawer", "Cabinet"})
    labels = [text for text, _ in _names(world, Story())]
    several = [b for b in world.bodies if b.type == first.type and math.dist(
        b.box.centre[[0, 2]], first.box.centre[[0, 2]]) < 0.35]
    assert (f"{first.type} ×{len(several)}" if len(several) > 1 else first.type) in labels
    named = [text for text, _ in _names(world, Story(called={first.id: "Mine_1"}))]
    assert named[0] == "Mine_1"


def test_what_cannot_be_drawn_makes_no_film(tmp_path: Path) -> None:
    film = Film(tmp_path / "film", SimpleNamespace(controller=None), None)
    film.shoot(1, {})
    assert film.finish() is None
