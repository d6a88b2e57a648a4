"""ALFRED's trials: their scenes set up through the client's actions, their goals as a referee.

A trial is a file ``traj_data.json`` of ALFRED (Shridhar et al., CVPR 2020), which the user has.
Set-up and conditions follow ALFRED's own environment; its actions have the names of today's client.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domains.household.thor import controller
from planner.errors import ComponentError, InputError, PlannerError
from planner.files import read_json

Objects = Sequence[Mapping[str, Any]]
_LIGHT, _TWO = "look_at_obj_in_light", "pick_two_obj_and_place"
_STACK, _PLACE = "pick_and_place_with_movable_recep", "pick_and_place_simple"
_TREATED = {
    "pick_heat_then_place_in_recep": ("ToggleObjectOn", "Microwave", "Microwave"),
    "pick_cool_then_place_in_recep": ("CloseObject", "Fridge", "Fridge"),
    "pick_clean_then_place_in_recep": ("ToggleObjectOn", "Faucet", "SinkBasin"),
}
"""Kind of task → what treats whatever lies where: the action, of which thing, in what."""


@dataclass(frozen=True)
class Trial:
    """One trial: the kind of task, its types (empty where the kind has none), its scene."""

    kind: str
    item: str
    parent: str
    lamp: str
    movable: str
    sliced: bool
    scene: Mapping[str, Any]

    @classmethod
    def read(cls, path: Path) -> Trial:
        """Read a file; raises :class:`InputError` where it is damaged or of an unknown kind."""
        try:
            table = read_json(path)
            goal, scene = table["pddl_params"], table["scene"]
            item, parent, lamp, movable = (str(goal[f"{part}_target"] or "")
                                           for part in ("object", "parent", "toggle", "mrecep"))
            trial = cls(table["task_type"], item, parent, lamp, movable,
                        bool(goal.get("object_sliced")), scene)
            shape = {"floor_plan": str, "object_poses": list, "object_toggles": list,
                     "dirty_and_empty": bool, "init_action": dict}
            wrong = [key for key, kind in shape.items() if not isinstance(scene[key], kind)]
            wrong += [p for p in scene["object_poses"] if not isinstance(p["objectName"], str)]
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise InputError(f"{path}: not a trial of ALFRED: {error!r}") from None
        if wrong or trial.kind not in (_LIGHT, _TWO, _STACK, _PLACE, *_TREATED):
            raise InputError(f"{path}: not a trial of ALFRED: {wrong or trial.kind!r}")
        return trial


def set_up(controller: Any, trial: Trial) -> tuple[str, ...]:
    """Load a trial's scene; return the names of poses whose type the floor plan lacks.

    Names of things change from build to build. Where one is not known, the k-th name of its type
    is taken for the k-th thing of that type, and the last for whatever there are more: copies.
    Raises :class:`ComponentError` for an action that the simulator refuses.
    """
    scene = trial.scene

    def step(action: str, **arguments: Any) -> None:
        event = controller.step(action=action, **arguments)
        if not event.metadata["lastActionSuccess"]:
            raise ComponentError(f"{scene['floor_plan']}: {action}: "
                                 f"{event.metadata['errorMessage']}")

    objects = controller.reset(scene["floor_plan"]).metadata["objects"]
    if scene["object_toggles"]:
        step("SetObjectToggles", objectToggles=scene["object_toggles"])
    if scene["dirty_and_empty"]:
        for state in ({"stateChange": "dirtyable", "isDirty": True},
                      {"stateChange": "canFillWithLiquid", "isFilledWithLiquid": False}):
            step("SetObjectStates", SetObjectStates=state)
    names = _names(objects, [pose["objectName"] for pose in scene["object_poses"]])
    poses = [{**pose, "objectName": names[pose["objectName"]]}
             for pose in scene["object_poses"] if pose["objectName"] in names]
    step("SetObjectPoses", objectPoses=poses)
    pose = {k: v for k, v in scene["init_action"].items() if k != "rotateOnTeleport"}
    step(**{"action": "TeleportFull", "standing": True, **pose})
    return tuple(sorted({p["objectName"] for p in scene["object_poses"]} - names.keys()))


def _names(objects: Objects, wanted: Iterable[str]) -> dict[str, str]:
    """Map names of a trial to names of the scene."""
    loose = defaultdict[str, list[str]](list)
    for record in sorted(objects, key=lambda o: str(o["objectId"])):
        if record["pickupable"] or record["moveable"]:
            loose[record["objectType"]].append(record["name"])
    known = {name for names in loose.values() for name in names}
    found, used = {}, defaultdict[str, int](int)
    for name in dict.fromkeys(wanted):
        kind = name.partition("_")[0]
        if name in known:
            found[name] = name
        elif loose[kind]:
            found[name] = loose[kind][min(used[kind], len(loose[kind]) - 1)]
            used[kind] += 1
    return found


class Referee:
    """Judge an episode: it is shown every action with the metadata that follow it."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.treated: set[str] = set()

    def watch(self, action: Mapping[str, Any], metadata: Mapping[str, Any]) -> None:
        """Take in what an action heated, cooled or cleaned."""
        verb, device, holder = _TREATED.get(self.trial.kind, ("", "", ""))
        name = str(action.get("objectId", ""))
        if metadata["lastActionSuccess"] and action["action"] == verb and device in name:
            objects = metadata["objects"]
            here = next(o["position"] for o in objects if o["objectId"] == name)
            inside = [o for o in objects if o["objectType"] == holder]
            near = min(inside, key=lambda o: sum((o["position"][k] - here[k]) ** 2 for k in "xyz"))
            self.treated |= set(near["receptacleObjectIds"] or ())

    def conditions(self, metadata: Mapping[str, Any]) -> dict[str, bool]:
        """Return ALFRED's goal conditions; the task is done when all hold.

        As there, a thing counts by its type as part of its objectId, and each condition for itself.
        """
        trial, objects = self.trial, metadata["objects"]
        items = _of(objects, trial.item + "Sliced" * trial.sliced, "pickupable")
        ids = {o["objectId"] for o in items}
        found = {f"sliced {n}": len(ids) >= n
                 for n in range(1, 1 + trial.sliced * (1 + (trial.kind == _TWO)))}
        if trial.kind == _LIGHT:
            held = {o["objectId"] for o in metadata["inventoryObjects"][:1]}
            lit = any(o["isToggled"] and o["visible"]
                      for o in _of(objects, trial.lamp, "toggleable"))
            return {**found, "held": bool(held & ids), "lit": lit}
        places = [set(o["receptacleObjectIds"] or ())
                  for o in _of(objects, trial.parent, "receptacle")]
        if trial.kind == _TWO:
            most = max((len(place & ids) for place in places), default=0)
            return {**found, "one in place": most >= 1, "two in place": most >= 2}
        inside = set[str]().union(*places)
        if trial.kind == _STACK:
            stacks = {o["objectId"]: bool(ids & set(o["receptacleObjectIds"] or ()))
                      for o in _of(objects, trial.movable, "pickupable")}
            return {**found, "in the movable one": any(stacks.values()),
                    "movable one in place": bool(stacks.keys() & inside),
                    "both": any(full and name in inside for name, full in stacks.items())}
        found["in place"] = bool(ids & inside)
        if trial.kind in _TREATED:
            found |= {"treated": bool(ids & self.treated),
                      "both": bool(ids & inside & self.treated)}
        return found


def _of(objects: Objects, name: str, key: str) -> Objects:
    return [o for o in objects if name in o["objectId"] and o[key]]


def main(folder: str) -> None:
    """Set up every trial below a folder and print its goal conditions; what fails is named."""
    for path in sorted(Path(folder).glob("**/traj_data.json")):
        try:
            trial = Trial.read(path)
            client = controller(trial.scene["floor_plan"])
            lacking = set_up(client, trial)
        except (PlannerError, ValueError) as error:
            print(f"left out: {path}: {error}", file=sys.stderr)
            continue
        conditions = Referee(trial).conditions(client.last_event.metadata)
        print(f"{path}: {trial.kind}: {conditions}"
              + f" (not in the floor plan: {', '.join(lacking)})" * bool(lacking))


if __name__ == "__main__":
    main(*sys.argv[1:2] or ".")
