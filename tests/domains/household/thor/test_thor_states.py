"""Object states and the rules by which the world changes them itself."""

from typing import Any

import numpy as np
import pytest
from kitchen import act, done, find, kitchen, name, refusal

from domains.household.thor import Engine
from domains.household.thor.bodies.body import Body
from domains.household.thor.bodies.sight import GeometryBuilder, View, visible
from domains.household.thor.geometry import Box


def force(engine: Engine, action: str, kind: str, number: int = 0, **more: Any) -> dict[str, Any]:
    return act(engine, action, objectId=name(engine, kind, number), forceAction=True, **more)


def carry(engine: Engine, kind: str, receptacle: str, number: int = 0) -> None:
    assert force(engine, "PickupObject", kind)["lastActionSuccess"]
    told = force(engine, "PutObject", receptacle, number)
    assert told["lastActionSuccess"], told["errorMessage"]


@pytest.mark.parametrize(("action", "kind", "text", "more"), [
    ("OpenObject", "Apple", "is not an Openable object", {}),
    ("OpenObject", "Fridge", "openness must be in [0:1]", {"openness": 2}),
    ("ToggleObjectOn", "Apple", "object is not toggleable.", {}),
    ("ToggleObjectOn", "StoveBurner", "controlled by another sim object", {}),
    ("ToggleObjectOn", "LightSwitch", "can't toggle object on if it's already on!", {}),
    ("ToggleObjectOff", "Faucet", "can't toggle object off if it's already off!", {}),
    ("SliceObject", "Mug", "Does not have the CanBeSliced property!", {}),
    ("BreakObject", "Apple", "does not have the CanBreak property!!", {}),
    ("CleanObject", "Apple", "does not have dirtyable property!", {}),
    ("CleanObject", "Plate", "is already Clean!", {}),
    ("DirtyObject", "Mug", "is already dirty!", {}),
    ("CookObject", "Apple", "target object is not cookable", {}),
    ("FillObjectWithLiquid", "Apple", "does not have CanBeFilled property!",
     {"fillLiquid": "water"}),
    ("FillObjectWithLiquid", "Mug", "is not a valid Liquid Type", {"fillLiquid": "oil"}),
    ("EmptyLiquidFromObject", "Mug", "object already empty", {}),
    ("UseUpObject", "Apple", "CanBeUsedUp", {}),
])
def test_refusals_have_the_engines_texts(
    engine: Engine, action: str, kind: str, text: str, more: dict[str, Any]
) -> None:
    before = engine.metadata()[0]["objects"]
    told = force(engine, action, kind, **more)
    assert not told["lastActionSuccess"]
    assert text in told["errorMessage"]
    assert engine.metadata()[0]["objects"] == before


def test_opening_twice_is_no_error_and_openness_is_kept(engine: Engine) -> None:
    assert force(engine, "OpenObject", "Fridge")["lastActionSuccess"]
    assert force(engine, "OpenObject", "Fridge", openness=0.3)["lastActionSuccess"]
    assert find(engine, "Fridge")["openness"] == 0.3
    assert force(engine, "CloseObject", "Fridge")["lastActionSuccess"]
    assert not find(engine, "Fridge")["isOpen"]


def test_a_drawer_slides_out_with_its_contents_and_back(engine: Engine) -> None:
    drawer, fork = find(engine, "Drawer"), find(engine, "Fork")
    assert force(engine, "OpenObject", "Drawer")["lastActionSuccess"]
    for before, after in ((drawer, find(engine, "Drawer")), (fork, find(engine, "Fork"))):
        assert after["position"]["z"] == pytest.approx(before["position"]["z"] - 0.375)
    assert force(engine, "CloseObject", "Drawer")["lastActionSuccess"]
    assert find(engine, "Fork")["position"] == pytest.approx(fork["position"])


def test_microwave_cooks_closed_and_stays_closed_while_on(engine: Engine) -> None:
    assert force(engine, "OpenObject", "Microwave")["lastActionSuccess"]
    carry(engine, "Potato", "Microwave")
    assert "must be closed" in force(engine, "ToggleObjectOn", "Microwave")["errorMessage"]
    force(engine, "CloseObject", "Microwave")
    assert force(engine, "ToggleObjectOn", "Microwave")["lastActionSuccess"]
    assert find(engine, "Potato")["isCooked"]
    assert find(engine, "Potato")["temperature"] == "Hot"
    assert "must be OFF to open" in force(engine, "OpenObject", "Microwave")["errorMessage"]


def test_a_knob_lights_its_burner_which_heats_what_stands_on_it(engine: Engine) -> None:
    carry(engine, "Potato", "Pan")
    assert force(engine, "ToggleObjectOn", "StoveKnob")["lastActionSuccess"]
    assert find(engine, "StoveBurner", 0)["isToggled"]
    assert not find(engine, "StoveBurner", 1)["isToggled"]
    assert find(engine, "Potato")["isCooked"]
    assert find(engine, "Pan")["temperature"] == "Hot"


def test_running_water_cleans_and_fills_before_and_after(engine: Engine) -> None:
    assert find(engine, "Bowl")["isDirty"]
    assert force(engine, "ToggleObjectOn", "Faucet")["lastActionSuccess"]
    bowl = find(engine, "Bowl")
    assert (bowl["isDirty"], bowl["isFilledWithLiquid"], bowl["fillLiquid"]) == (
        False, True, "water")
    force(engine, "PickupObject", "Bowl")
    assert done(engine, "PutObject", objectId=name(engine, "CounterTop"), forceAction=True)
    carry(engine, "Mug", "SinkBasin")
    assert not find(engine, "Mug")["isDirty"]
    assert find(engine, "Mug")["fillLiquid"] == "water"


def test_coffee_machine_fills_a_mug_and_makes_it_hot(engine: Engine) -> None:
    carry(engine, "Mug", "CoffeeMachine")
    force(engine, "ToggleObjectOn", "CoffeeMachine")
    mug = find(engine, "Mug")
    assert (mug["fillLiquid"], mug["temperature"]) == ("coffee", "Hot")
    assert force(engine, "EmptyLiquidFromObject", "Mug")["lastActionSuccess"] is True


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


def test_a_slice_is_taken_and_put_like_anything(engine: Engine) -> None:
    force(engine, "SliceObject", "Bread")
    carry(engine, "BreadSliced", "Toaster")
    assert force(engine, "ToggleObjectOn", "Toaster")["lastActionSuccess"]
    assert find(engine, "BreadSliced")["isCooked"]
    assert not find(engine, "BreadSliced", 1)["isCooked"]


def test_held_things_are_not_sliced_and_eggs_crack(engine: Engine) -> None:
    force(engine, "PickupObject", "Egg")
    assert "in the agent's hand" in force(engine, "SliceObject", "Egg")["errorMessage"]
    egg = name(engine, "Egg")
    assert force(engine, "BreakObject", "Egg")["lastActionSuccess"]
    assert engine.metadata()[0]["inventoryObjects"] == []
    assert find(engine, "EggCracked")["objectId"] == f"{egg}|EggCracked_0"


def test_cooked_things_give_cooked_pieces(engine: Engine) -> None:
    assert force(engine, "CookObject", "Potato")["lastActionSuccess"]
    assert "is already Toasted!" in force(engine, "CookObject", "Potato")["errorMessage"]
    force(engine, "SliceObject", "Potato")
    assert find(engine, "PotatoSliced")["isCooked"]


def test_a_broken_television_stays_off() -> None:
    engine = kitchen(1, "SmallLivingRoom")
    assert force(engine, "ToggleObjectOn", "Television")["lastActionSuccess"]
    assert force(engine, "BreakObject", "Television")["lastActionSuccess"]
    assert not find(engine, "Television")["isToggled"]
    told = force(engine, "ToggleObjectOn", "Television")
    assert "Target is broken and cannot be Toggled On!" in told["errorMessage"]


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
