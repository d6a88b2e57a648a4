"""Object states and the rules by which the world changes them itself."""

from typing import Any

import numpy as np
import pytest
from kitchen import act, done, find, kitchen, name, refusal, tell

from domains.household.thor import Engine
from domains.household.thor.bodies.body import Body
from domains.household.thor.bodies.sight import GeometryBuilder, View, visible
from domains.household.thor.geometry import Box


def force(engine: Engine, action: str, kind: str, number: int = 0, **more: Any) -> dict[str, Any]:
    return act(engine, action, objectId=name(engine, kind, number), forceAction=True, **more)


REFUSALS = """
OpenObject Apple ! is not an Openable object | OpenObject Fridge openness=2 ! must be in [0:1]
ToggleObjectOn Apple ! object is not toggleable. | UseUpObject Apple ! CanBeUsedUp
BreakObject Apple ! does not have the CanBreak property!!
ToggleObjectOn StoveBurner ! controlled by another sim object
ToggleObjectOn LightSwitch ! can't toggle object on if it's already on!
ToggleObjectOff Faucet ! can't toggle object off if it's already off!
SliceObject Mug ! Does not have the CanBeSliced property! | CleanObject Plate ! is already Clean!
CleanObject Apple ! does not have dirtyable property! | DirtyObject Mug ! is already dirty!
CookObject Apple ! target object is not cookable | EmptyLiquidFromObject Mug ! object already empty
FillObjectWithLiquid Apple fillLiquid=water ! does not have CanBeFilled property!
FillObjectWithLiquid Mug fillLiquid=oil ! is not a valid Liquid Type
"""
STORIES = {
    "refusals have the engine's texts": REFUSALS,
    "opening twice is no error and openness is kept": """
        OpenObject Fridge | OpenObject Fridge openness=0.3 | Fridge.openness = 0.3
        CloseObject Fridge | not Fridge.isOpen""",
    "a microwave cooks closed and stays closed while it is on": """
        OpenObject Microwave | PickupObject Potato | PutObject Microwave
        ToggleObjectOn Microwave ! must be closed | CloseObject Microwave
        ToggleObjectOn Microwave | Potato.isCooked | Potato.temperature = Hot
        OpenObject Microwave ! must be OFF to open""",
    "a knob lights its burner, which heats what stands on it": """
        PickupObject Potato | PutObject Pan | ToggleObjectOn StoveKnob | StoveBurner.isToggled
        not StoveBurner/1.isToggled | Potato.isCooked | Pan.temperature = Hot""",
    "running water cleans and fills what is there and what comes": """
        Bowl.isDirty | ToggleObjectOn Faucet | not Bowl.isDirty | Bowl.isFilledWithLiquid
        Bowl.fillLiquid = water | PickupObject Bowl | PutObject CounterTop
        PickupObject Mug | PutObject SinkBasin | not Mug.isDirty | Mug.fillLiquid = water""",
    "a coffee machine fills a mug and makes it hot": """
        PickupObject Mug | PutObject CoffeeMachine | ToggleObjectOn CoffeeMachine
        Mug.fillLiquid = coffee | Mug.temperature = Hot | EmptyLiquidFromObject Mug""",
    "a slice is taken and put like anything": """
        SliceObject Bread | PickupObject BreadSliced | PutObject Toaster | ToggleObjectOn Toaster
        BreadSliced.isCooked | not BreadSliced/1.isCooked""",
    "held things are not sliced, and eggs crack": """
        PickupObject Egg | SliceObject Egg ! in the agent's hand | BreakObject Egg
        holding nothing | EggCracked.objectId = Egg|+01.40|+00.96|+01.60|EggCracked_0""",
    "cooked things give cooked pieces": """
        CookObject Potato | CookObject Potato ! is already Toasted! | SliceObject Potato
        PotatoSliced.isCooked""",
    "a broken television stays off": """
        Reset sceneName=SmallLivingRoom | ToggleObjectOn Television | BreakObject Television
        not Television.isToggled
        ToggleObjectOn Television ! Target is broken and cannot be Toggled On!""",
}


@pytest.mark.parametrize("story", STORIES)
def test_states_change_as(engine: Engine, story: str) -> None:
    tell(engine, STORIES[story])


def test_a_drawer_slides_out_with_its_contents_and_back(engine: Engine) -> None:
    drawer, fork = find(engine, "Drawer"), find(engine, "Fork")
    assert force(engine, "OpenObject", "Drawer")["lastActionSuccess"]
    for before, after in ((drawer, find(engine, "Drawer")), (fork, find(engine, "Fork"))):
        assert after["position"]["z"] == pytest.approx(before["position"]["z"] - 0.375)
    assert force(engine, "CloseObject", "Drawer")["lastActionSuccess"]
    assert find(engine, "Fork")["position"] == pytest.approx(fork["position"])


def test_slicing_makes_pieces_and_twice_is_no_error(engine: Engine) -> None:
    count = len(engine.metadata()[0]["objects"])
    apple = find(engine, "Apple")
    assert force(engine, "SliceObject", "Apple")["lastActionSuccess"]
    objects = engine.metadata()[0]["objects"]
    pieces = [o for o in objects if o["objectType"] == "AppleSliced"]
    assert len(objects) == count + len(pieces)
    assert [p["objectId"] for p in pieces] == [
        f"{apple['objectId']}|AppleSliced_{k}" for k in range(len(pieces))]
    assert all(p["parentReceptacles"] == apple["parentReceptacles"] for p in pieces)
    assert find(engine, "Apple")["isSliced"]
    assert not find(engine, "Apple")["visible"]
    assert force(engine, "SliceObject", "Apple")["lastActionSuccess"]
    assert len(engine.metadata()[0]["objects"]) == len(objects)


@pytest.mark.parametrize("ajar", [False, True])
def test_a_shower_door_is_glass_until_it_is_open(ajar: bool) -> None:
    record = {**kitchen(1).metadata()[0]["objects"][0], "parentReceptacles": None,
              "openable": True, "receptacle": False}
    door, soap = (
        Body({**record, "objectId": kind, "objectType": kind, "isOpen": ajar and "Door" in kind},
             Box(np.array([0.0, 1.0, z]), np.eye(3), np.array([half, half, 0.02])))
        for kind, z, half in (("ShowerDoor", 0.5, 0.5), ("SoapBar", 1.0, 0.05)))
    geometry = GeometryBuilder().build([door, soap], [], 0)
    seen, touched = visible(geometry, View((0.0, 1.0, 0.0), 0.0, 0.0, 90.0), 1.5)
    assert seen[1]
    assert touched[1] == ajar


def test_through_glass_a_thing_is_seen_but_out_of_reach(engine: Engine) -> None:
    apple = name(engine, "Apple")
    assert done(engine, "PlaceObjectAtPoint", objectId=apple,
                position={"x": 2.3, "y": 1.5, "z": -0.5})
    world = engine.world
    assert world is not None
    world.move(world.index[apple], (2.3, 1.5, -0.5))  # outside, before the window
    assert done(engine, "Teleport", position={"x": 1.5, "y": 0.9, "z": -0.5}, rotation=90)
    record = find(engine, "Apple")
    assert (record["visible"], record["isInteractable"]) == (True, False)
    assert "obstructed by some clear object like glass" in refusal(engine, "PickupObject",
                                                                   objectId=apple)
