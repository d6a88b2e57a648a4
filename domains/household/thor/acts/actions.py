"""The table of actions: name → what it does to the world for one agent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from domains.household.thor.acts import hand, navigation, states
from domains.household.thor.acts.arguments import Arguments
from domains.household.thor.bodies.body import Agent
from domains.household.thor.bodies.metadata import Observer

__all__ = ["ACTIONS", "Effect"]

Effect = Callable[[Observer, Agent, Arguments], Any]


def _nothing(observer: Observer, agent: Agent, arguments: Arguments) -> None:
    """Done, Pass and NoOp: never fail."""


ACTIONS: Mapping[str, Effect] = {
    "MoveAhead": partial(navigation.move, heading=0.0),
    "MoveBack": partial(navigation.move, heading=180.0),
    "MoveLeft": partial(navigation.move, heading=270.0),
    "MoveRight": partial(navigation.move, heading=90.0),
    "RotateRight": partial(navigation.rotate, side=1),
    "RotateLeft": partial(navigation.rotate, side=-1),
    "LookDown": partial(navigation.look, side=1),
    "LookUp": partial(navigation.look, side=-1),
    "Teleport": partial(navigation.teleport, full=False),
    "TeleportFull": partial(navigation.teleport, full=True),
    "GetReachablePositions": navigation.reachable_positions,
    "GetInteractablePoses": navigation.interactable_poses,
    "PickupObject": hand.pickup,
    "PutObject": hand.put,
    "DropHandObject": hand.drop,
    "DropHeldObject": hand.drop,
    "PlaceObjectAtPoint": hand.place_at_point,
    "OpenObject": partial(states.open_object, default=1.0),
    "CloseObject": partial(states.open_object, default=0.0),
    "ToggleObjectOn": partial(states.toggle, wanted=True),
    "ToggleObjectOff": partial(states.toggle, wanted=False),
    "SliceObject": states.slice_object,
    "BreakObject": states.break_object,
    "CleanObject": states.clean,
    "DirtyObject": states.dirty,
    "CookObject": states.cook,
    "FillObjectWithLiquid": states.fill,
    "EmptyLiquidFromObject": states.empty,
    "UseUpObject": states.use_up,
    "Done": _nothing,
    "Pass": _nothing,
    "NoOp": _nothing,
}
"""Actions of an agent; the engine itself answers Reset, Initialize and questions of the client."""
