"""What a household agent sees and may do (``planner.interface``, ``docs/observations.md``)."""

from __future__ import annotations

from planner.interface import Interface

__all__ = ["INTERFACE"]

INTERFACE = Interface(
    case={"instruction": "Put the apple in the fridge", "floor_plan": "SmallKitchen"},
    observation={
        "agent": "its own name", "step": "joint steps so far",
        "position": "where it stands: x and z in metres",
        "yaw": "where it looks: degrees from north (z), clockwise",
        "heading": "the same: north, east, south or west",
        "pitch": "its camera: degrees, positive is down",
        "held": "name of what it holds, or `nothing`",
        "objects": "names of what is in its picture (`Type_n`, the team's numbering)",
        "seen": "what can be read off each of them, by name",
        "seen.*.type": "AI2-THOR's object type",
        "seen.*.position": "x, y, z in metres", "seen.*.centre": "middle of its box",
        "seen.*.size": "of its box, along x, y, z", "seen.*.mass": "kg",
        "seen.*.distance": "from the robot, in metres",
        "seen.*.interactable": "near enough (1.5 m) and free to be acted on from here",
        "seen.*.can": "what can be done with it: `pickupable`, `receptacle`, `openable`, …",
        "seen.*.states": "AI2-THOR's states: `isOpen`, `isToggled`, `isSliced`, `isDirty`, …",
        "seen.*.parents": "types of what it lies on or in",
        "seen.*.parent_names": "names of those that have one",
        "landmarks": "receptacles in the picture that have no name yet: type, position, size",
        "glimpsed": "what was seen in passing while it explored, as in `seen`",
        "last": "its last action: `action`, `success`, `failure` (kind), `message`",
        "failures": "its actions that failed since its last success",
    },
    facts={
        "actions": "the forms of all actions",
        "interaction_distance_m": "how near one must be to act on a thing",
        "scene": "the floor plan",
    },
    actions={
        "NavigateTo(Fridge_1)": "walks to it, faces it and levels the camera; somebody must have "
                                "seen it",
        "PickupObject(Apple_1)": "takes it; the hand must be free",
        "PutObject(Fridge_1)": "puts what is held in or on it; it must be open",
        "OpenObject(x) CloseObject(x)": "opens, closes",
        "ToggleObjectOn(x) ToggleObjectOff(x)": "switches on, off",
        "SliceObject(x)": "slices it; no knife is needed",
        "CleanObject(x) DirtyObject(x)": "washes, makes dirty",
        "BreakObject(x) UseUpObject(x)": "breaks, uses up",
        "FillObjectWithLiquid(x, coffee) EmptyLiquidFromObject(x)": "fills (water), empties",
        "Move(Ahead|Back|Left|Right)": "one step of 0.25 m",
        "Rotate(Left|Right)": "a quarter turn",
        "LookUp(30) LookDown(30)": "tilts the camera by 30 to 180 degrees",
        "Explore": "turns round, then goes where most is to be seen; one robot a step",
        "SendMessage(text)": "does nothing here", "Idle": "nothing", "Done": "the end",
    },
    failures={
        "unknown-action": "no action of this language",
        "key": "NavigateTo: nobody has seen such a thing", "unknown": "nobody has seen it",
        "no-actions": "NavigateTo: no free way",
        "non-interactable": "NavigateTo: it walked, but does not see the thing from there; what "
                            "lies low needs `LookDown(60)`, what is high `LookUp(30)`",
        "explore-taken": "another robot explores in this step",
        "not-visible": "not in sight, or more than 1.5 m away",
        "obstructed": "in sight, but something is in the way of the hand",
        "closed": "what it should go into is closed", "open": "must be closed for that",
        "running": "must be switched off for that",
        "hand-full": "something is held already", "hand-empty": "nothing is held",
        "wrong-place": "AI2-THOR's table does not allow this thing there",
        "wrong-kind": "such a thing cannot be opened, switched, sliced, …",
        "wrong-state": "it is so already", "no-room": "no free spot there", "full": "it is full",
        "no-space": "what is held would touch something", "held": "somebody holds it",
        "blocked": "something stands in the way", "blocked-by-agent": "another robot does",
        "unable": "this robot is not made for that (teams with abilities)",
        "too-heavy": "too heavy for those who lift", "failed": "anything else; see `message`",
    })
