"""Two agents in FloorPlan1 put the apple into the fridge, with the ai2thor client only.

Everything below is the public ``ai2thor`` API. The Unity version of this script differs in one
constructor argument: there ``local_executable_path`` is left out.

    python examples/fetch_apple.py             # the headless engine of this project
    python examples/fetch_apple.py --unity     # your own AI2-THOR
"""

from __future__ import annotations

import math
import sys
import warnings
from typing import Any

warnings.filterwarnings("ignore", category=SyntaxWarning)
warnings.filterwarnings("ignore", category=DeprecationWarning)

from ai2thor.controller import Controller  # noqa: E402


def main() -> int:
    """Run the errand; the exit status is 0 when the apple is in the closed fridge."""
    engine = {}
    if "--unity" not in sys.argv[1:]:
        from domains.household.thor import command_line

        engine = {"local_executable_path": command_line()}
    controller = Controller(
        scene="FloorPlan1", agentCount=2, headless=True, x_display=":99", **engine)
    try:
        return errand(controller)
    finally:
        controller.stop()


def errand(controller: Controller) -> int:
    """Agent 0 fetches the apple, agent 1 opens and closes the fridge for it."""
    event = controller.last_event
    apple = next(o for o in event.metadata["objects"] if o["objectType"] == "Apple")
    fridge = next(o for o in event.metadata["objects"] if o["objectType"] == "Fridge")

    def step(agent: int, action: str, **arguments: Any) -> bool:
        event = controller.step(action=action, agentId=agent, **arguments)
        done = bool(event.metadata["lastActionSuccess"])
        wanted = arguments.get("objectId", "")
        print(f"agent {agent} {action:22} {wanted:28} {'done' if done else 'FAILED'}"
              f" {event.metadata['errorMessage'][:90]}")
        return done

    def approach(agent: int, target: dict[str, Any]) -> bool:
        event = controller.step(action="GetInteractablePoses", agentId=agent, horizons=[0, 30],
                                objectId=target["objectId"])
        where = target["axisAlignedBoundingBox"]["center"]

        def turned_away(pose: dict[str, Any]) -> float:
            wanted = math.degrees(math.atan2(where["x"] - pose["x"], where["z"] - pose["z"]))
            return float(abs((wanted - pose["rotation"] + 180) % 360 - 180))

        for pose in sorted(event.metadata["actionReturn"], key=turned_away)[:40]:
            if step(agent, "TeleportFull", **pose):
                return True
        return False

    plan = [
        approach(1, fridge), step(1, "OpenObject", objectId=fridge["objectId"]),
        approach(0, apple), step(0, "PickupObject", objectId=apple["objectId"]),
        step(0, "RotateRight"), approach(0, fridge),
        step(0, "PutObject", objectId=fridge["objectId"]),
        step(1, "CloseObject", objectId=fridge["objectId"]),
    ]
    objects = controller.last_event.metadata["objects"]
    inside = next(o for o in objects if o["objectId"] == apple["objectId"])["parentReceptacles"]
    closed = not next(o for o in objects if o["objectId"] == fridge["objectId"])["isOpen"]
    success = all(plan) and inside == [fridge["objectId"]] and closed
    print("the apple is in the closed fridge" if success else "the errand failed")
    return 0 if success else 1


if __name__ == "__main__":
    sys.exit(main())
