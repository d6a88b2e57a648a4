"""The table of actions: name → what it does to the world for one agent, and how truly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
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
from domains.household.thor.bodies.metadata import Observer

__all__ = ["ACTIONS", "APPROXIMATED", "UNSUPPORTED", "Effect", "compatibility_table"]

Effect = Callable[[Observer, Agent, Arguments], Any]


def _nothing(observer: Observer, agent: Agent, arguments: Arguments) -> None:
    """Done, Pass and NoOp: never fail."""


def _no_effect(_observer: Observer, _agent: Agent, arguments: Arguments) -> Any:
    """Succeed, and say that nothing changed."""
    return {"headless": APPROXIMATED[arguments.action]}


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
    "CleanObject": states.clean,
    "DirtyObject": states.dirty,
    "CookObject": states.cook,
    "FillObjectWithLiquid": states.fill,
    "EmptyLiquidFromObject": states.empty,
    "UseUpObject": states.use_up,
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
    "MakeAllObjectsMoveable": _no_effect,
    "MakeObjectsStaticKinematicMassThreshold": _no_effect,
    "AddThirdPartyCamera": cameras.add,
    "UpdateThirdPartyCamera": cameras.update,
    "GetMapViewCameraProperties": cameras.map_view,
    "GetObjectInFrame": cameras.object_in_frame,
    "RandomizeMaterials": _no_effect,
    "RandomizeLighting": _no_effect,
    "RandomizeColors": _no_effect,
    "PausePhysicsAutoSim": _no_effect,
    "UnpausePhysicsAutoSim": _no_effect,
    "AdvancePhysicsStep": _no_effect,
    "Done": _nothing,
    "Pass": _nothing,
    "NoOp": _nothing,
}
"""Actions of an agent; the engine itself answers Reset, Initialize and questions of the client."""

_LOOKS = "nothing is rendered, so nothing changes"
_RESTS = "there is no physics: the scene is always at rest"

APPROXIMATED: Mapping[str, str] = {
    **dict.fromkeys(("MoveAhead", "MoveBack", "MoveLeft", "MoveRight", "Teleport", "TeleportFull"),
                    "on recorded grid points, or between four of them; there are no walls"),
    "GetReachablePositions": "the recorded grid (about 70 to 97 % of the real one)",
    "GetInteractablePoses": "visibility by boxes; standing poses only",
    **dict.fromkeys(("GetShortestPath", "GetShortestPathToPoint"),
                    "along the grid, not over a navigation mesh; no allowedError"),
    "ObjectNavExpertAction": "along the grid, to the nearest pose that reaches the object, or to "
                             "a position; turns have to divide 90 degrees",
    **dict.fromkeys(("DropHandObject", "DropHeldObject"), "falls straight down and stays"),
    "ThrowObject": "flies level as far as force and mass say, at most 3 m, then falls",
    **dict.fromkeys(("PushObject", "PullObject", "DirectionalPush"),
                    "slides as far as force and mass say, at most 1 m, and stops at obstacles"),
    "InitialRandomSpawn": "seeded, but not the real engine's draws",
    "SetObjectPoses": "of rotations only the heading counts",
    "PlaceObjectAtPoint": "of a rotation only the heading counts; settles at once",
    "GetSpawnCoordinatesAboveReceptacle": "a grid of points on the box's surfaces",
    "GetObjectInFrame": "by boxes",
    **dict.fromkeys(("AddThirdPartyCamera", "UpdateThirdPartyCamera"),
                    "its pose and masks; frames are black"),
    **dict.fromkeys(("MakeAllObjectsUnbreakable", "MakeObjectsOfTypeUnbreakable"),
                    "from falls and collisions; BreakObject breaks them all the same"),
    "CookObject": "instant", "SliceObject": "fixed numbers of pieces",
    "MakeAllObjectsMoveable": "what can be carried or moved can be moved here anyway",
    "RandomizeMaterials": _LOOKS, "RandomizeLighting": _LOOKS, "RandomizeColors": _LOOKS,
    "PausePhysicsAutoSim": _RESTS, "UnpausePhysicsAutoSim": _RESTS, "AdvancePhysicsStep": _RESTS,
    "MakeObjectsStaticKinematicMassThreshold": _RESTS,
}
"""What an action does less truly than the real engine; those not named are as documented."""

_ARM, _HOUSE, _HELD, _DRONE = ("no agent here has an arm", "houses come from recordings only",
                               "a held thing hangs in one place",
                               "the default agent is the only one")
UNSUPPORTED: Mapping[str, str] = {
    **dict.fromkeys(("MoveArm", "MoveArmBase", "MoveArmRelative", "RotateWristRelative",
                     "ReleaseObject", "SetHandSphereRadius"), _ARM),
    **dict.fromkeys(("CreateHouse", "CreateObject", "CreateObjectAtLocation", "SpawnAsset",
                     "GetAssetDatabase"), _HOUSE),
    **dict.fromkeys(("MoveHeldObject", "MoveHeldObjectAhead", "MoveHeldObjectBack",
                     "MoveHeldObjectLeft", "MoveHeldObjectRight", "MoveHeldObjectUp",
                     "MoveHeldObjectDown", "RotateHeldObject", "MoveHandAhead", "RotateHand"),
                    _HELD),
    **dict.fromkeys(("FlyAhead", "FlyBack", "FlyLeft", "FlyRight", "FlyUp", "FlyDown",
                     "LaunchDroneObject"), _DRONE),
    **dict.fromkeys(("TouchThenApplyForce", "ApplyForceObject", "SetMassProperties",
                     "ChangeTimeScale"), "there is no physics"),
    **dict.fromkeys(("GetCoordinateFromRaycast", "PerformRaycast", "GetVisibilityPoints",
                     "VisualizePath", "VisualizeGrid", "HideObject", "UnhideAllObjects",
                     "SetSkybox", "ToggleMapView"), "there are no meshes and no pictures"),
    **dict.fromkeys(("SetRoomTempDecayTimeForType", "SetGlobalRoomTempDecayTime"),
                    "heat and cold do not wear off"),
    "SpawnTargetCircle": "nothing is rendered",
}
"""Actions of AI2-THOR that this engine does not have, with the reason."""


_BY_PIXEL = frozenset({
    "PickupObject", "PutObject", "OpenObject", "CloseObject", "ToggleObjectOn", "ToggleObjectOff",
    "SliceObject", "BreakObject", "CleanObject", "DirtyObject", "CookObject",
    "FillObjectWithLiquid", "EmptyLiquidFromObject", "UseUpObject", "PushObject", "PullObject",
    "DirectionalPush"})
"""Actions for which AI2-THOR also takes a pixel."""


def compatibility_table() -> str:
    """Return all actions as a table in Markdown, made from the tables that the engine uses."""
    pixels = dict.fromkeys(_BY_PIXEL, "by objectId; a pixel (x, y) is refused")
    rows = [(name, "approximated" if name in APPROXIMATED else "supported",
             "; ".join(remark[name] for remark in (APPROXIMATED, pixels) if name in remark))
            for name in ACTIONS]
    rows += [(name, "no", reason) for name, reason in UNSUPPORTED.items()]
    lines = [f"| `{name}` | {kind} | {remark} |" for name, kind, remark in sorted(rows)]
    return "\n".join(["| action | here | remark |", "|---|---|---|", *lines]) + "\n"
