"""Somebody's environment class, which knows ai2thor's client alone, plays on this engine."""

import runpy
from pathlib import Path

import pytest

from domains.household.thor import stand_in

pytest.importorskip("ai2thor")
pytestmark = pytest.mark.filterwarnings("ignore")
FOOD = ("Bread", "Lettuce", "Tomato")


def test_food_is_put_into_the_fridge_by_the_class_s_own_actions() -> None:
    """``examples/robots_at_home.py`` makes its environment while this engine stands in."""
    script = Path(__file__).resolve().parents[4] / "examples" / "robots_at_home.py"
    with stand_in():
        env = runpy.run_path(str(script))["AI2ThorEnv"](2)
    env.reset("SmallKitchen", "put_food_fridge", [], FOOD)
    names = {o["objectType"]: env.name(o["objectId"])
             for o in env.controller.last_event.metadata["objects"]}
    fridge, items = names["Fridge"], {names[kind]: kind for kind in FOOD}
    actions = [f"NavigateTo({fridge})", f"OpenObject({fridge})", *(
        a for n in items for a in (f"NavigateTo({n})", f"PickupObject({n})",
                                   f"NavigateTo({fridge})", f"PutObject({fridge})")),
        f"CloseObject({fridge})"]
    told = env.reset("SmallKitchen", "put_food_fridge", [actions[1], actions[-1], *(
        s for n, kind in items.items() for s in (f"PickupObject({n})", f"PutObject(Fridge, {kind})")
    )], FOOD)
    assert all("I see: [" in told[name] for name in ("Alice", "Bob"))
    for action in [*actions, "Done"]:
        told, done = env.step([action, "Idle" if action != "Done" else "Done"])
        assert done[0], (action, env.event.events[0].metadata["errorMessage"])
    assert env.checker.success
    assert env.checker.transport_rate == 1.0
    assert [f.shape for f in env.frames] == [(1000, 1000, 3)] * 2
