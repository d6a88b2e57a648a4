"""What a model is given about each world, and which actions it has."""

from tables import cases

from domains.rescue.world.environment import RescueEnvironment
from domains.rescue.world.scene_file import shipped_scene
from planner.environment import Briefing
from planner.execution.wording import view

TEAM = Briefing("Put the apple in the fridge", ("Alice",), 30)


def test_rescue_actions_name_what_is_visible() -> None:
    environment = RescueEnvironment(shipped_scene("1"), 2)
    observations, _ = environment.reset(seed=0)
    shown = view(observations["Alice"], environment.briefing())
    assert "NavigateTo(CaldorFire_Region_1)" in shown.actions
    assert "GetSupply(ReservoirUtah)" in shown.actions
    assert "Explore()" in shown.actions
    assert not any("LostPersonTimmy" in action for action in shown.actions)
    assert "I am at (9, 7, 0)" in shown.state


def test_household_actions_fit_the_abilities_seen() -> None:
    shown = view(cases(__file__)["observation"], TEAM)
    assert "SliceObject(Apple_1)" in shown.actions
    assert "PickupObject(Fridge_1)" not in shown.actions
    assert "OpenObject(Fridge_1)" in shown.actions
    assert shown.feedback == "I tried OpenObject(Fridge_1) and failed: too far away."
    assert shown.failures == ("OpenObject(Fridge_1)",)


def test_unknown_worlds_are_shown_as_they_are() -> None:
    assert view({"x": 1}, TEAM).seen == '{"x": 1}'
    assert view({"x": 1}, TEAM).actions == ("Idle", "Done")
