"""Frames of the shipped environments have the shape that the replay draws."""

from domains.rescue.environment import RescueEnvironment
from domains.rescue.scene_file import shipped_scene


def test_rescue_frame_shows_fires_people_and_robots() -> None:
    environment = RescueEnvironment(shipped_scene("1"), 2)
    environment.reset(seed=0)
    shown = environment.frame()
    assert (shown["width"], shown["height"]) == (30, 30)
    assert {a["name"] for a in shown["agents"]} == {"Alice", "Bob"}
    assert sum(c["level"] > 0 for c in shown["cells"] if c["kind"] == "fire") == 3
    assert {"reservoir", "deposit", "fire", "person"} == {o["kind"] for o in shown["objects"]}
