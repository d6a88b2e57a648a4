"""The table of actions: name → what it does to the world for one agent, and how truly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from domains.household.thor.acts import (
    cameras,
    forces,
    hand,
    navigation,
    scene_tools,
    states,
    walking,
)
from domains.household.thor.acts.arguments import Arguments
from domains.household.thor.bodies.body import Agent
from domains.household.thor.bodies.world import World
from planner.files import read_toml

Effect = Callable[[World, Agent, Arguments], Any]


def _no_effect(_world: World, _agent: Agent, arguments: Arguments) -> Any:
    """Succeed; where the real engine would change something, say that nothing has changed."""
    said = remarks()["approximated"].get(arguments.action)
    return said and {"headless": said}


ACTIONS: Mapping[str, Effect] = {
    "MoveAhead": partial(navigation.move, heading=0.0),
    "MoveBack": partial(navigation.move, heading=180.0),
    "MoveLeft": partial(navigation.move, heading=270.0),
    "MoveRight": partial(navigation.move, heading=90.0),
    "RotateRight": partial(navigation.rotate, side=1),
    "RotateLeft": partial(navigation.rotate, side=-1),
    "LookDown": partial(navigation.look, side=1),
    "LookUp": partial(navigation.look, side=-1),
    "Crouch": partial(navigation.stand, up=False),
    "Stand": partial(navigation.stand, up=True),
    "Teleport": partial(navigation.teleport, full=False),
    "TeleportFull": partial(navigation.teleport, full=True),
    "GetReachablePositions": navigation.reachable_positions,
    "GetInteractablePoses": navigation.interactable_poses,
    "GetShortestPath": walking.path_to_object,
    "GetShortestPathToPoint": walking.path_to_point,
    "ObjectNavExpertAction": walking.expert_action,
    "PickupObject": hand.pickup,
    "PutObject": hand.put,
    "DropHandObject": hand.drop,
    "DropHeldObject": hand.drop,
    "ThrowObject": forces.throw,
    "PushObject": partial(forces.push, angle=0.0),
    "PullObject": partial(forces.push, angle=180.0),
    "DirectionalPush": partial(forces.push, angle=None),
    "OpenObject": partial(states.open_object, default=1.0),
    "CloseObject": partial(states.open_object, default=0.0),
    "ToggleObjectOn": partial(states.toggle, wanted=True),
    "ToggleObjectOff": partial(states.toggle, wanted=False),
    "SetObjectToggles": states.toggle_types,
    "SetObjectStates": states.set_states,
    "SliceObject": states.slice_object,
    "BreakObject": states.break_object,
    **{name: partial(states.bring, change=name) for name in states.CHANGES},
    "InitialRandomSpawn": scene_tools.spawn_at_random,
    "SetObjectPoses": scene_tools.set_poses,
    "PlaceObjectAtPoint": hand.place_at_point,
    "GetSpawnCoordinatesAboveReceptacle": scene_tools.spawn_points,
    "RemoveFromScene": scene_tools.take_out,
    "DisableObject": scene_tools.take_out,
    "EnableObject": scene_tools.enable,
    "SetObjectFilter": scene_tools.show_only,
    "ResetObjectFilter": scene_tools.show_only,
    "MakeAllObjectsUnbreakable": scene_tools.make_unbreakable,
    "MakeObjectsOfTypeUnbreakable": scene_tools.make_unbreakable,
    "AddThirdPartyCamera": cameras.add,
    "UpdateThirdPartyCamera": cameras.update,
    "GetMapViewCameraProperties": cameras.map_view,
    "GetObjectInFrame": cameras.object_in_frame,
    **dict.fromkeys((
        "MakeAllObjectsMoveable", "MakeObjectsStaticKinematicMassThreshold", "RandomizeMaterials",
        "RandomizeLighting", "RandomizeColors", "PausePhysicsAutoSim", "UnpausePhysicsAutoSim",
        "AdvancePhysicsStep", "Done", "Pass", "NoOp"), _no_effect),
}
"""Actions of an agent; the engine itself answers Reset, Initialize and questions of the client."""


@cache
def remarks() -> Mapping[str, Mapping[str, str]]:
    """Return what ``remarks.toml`` says of actions: by kind of remark, then by action."""
    table = read_toml(Path(__file__).with_name("remarks.toml"))
    return {kind: {action: said for names, said in rows.items() for action in names.split()}
            for kind, rows in table.items()}
