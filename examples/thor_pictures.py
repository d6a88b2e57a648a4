"""Frames, masks, further cameras and copies of things, with the ai2thor client only.

The script knows nothing of this project. Run it on the headless engine, or on your own AI2-THOR:

    python -m domains.household.thor examples/thor_pictures.py SmallKitchen
    python examples/thor_pictures.py FloorPlan1
"""

from __future__ import annotations

import sys

from ai2thor.controller import Controller


def main(scene: str) -> None:
    """Print what there is to see before and after two apples are made of one."""
    controller = Controller(scene=scene, agentCount=2, width=640, height=480,
                            renderInstanceSegmentation=True)
    view = controller.step("GetMapViewCameraProperties").metadata["actionReturn"]
    controller.step("AddThirdPartyCamera", **view)
    event = controller.step("RotateRight", agentId=1)
    for number, single in enumerate(event.events):
        print(f"agent {number}: frame {single.cv2img.shape}, "
              f"{len(single.instance_masks)} things in it, "
              f"{sum(m.any() for m in single.class_masks.values())} types")
        for name, (x0, y0, x1, y1) in list(single.instance_detections2D.items())[:3]:
            print(f"  {name.split('|')[0]:12} [{x0}, {y0}] to [{x1}, {y1}], "
                  f"{single.instance_masks[name].sum()} pixels")
    (above,) = event.events[0].third_party_instance_masks
    print(f"from above: {len(above)} things; camera {event.metadata['thirdPartyCameras'][0]}")

    objects = event.metadata["objects"]
    apple = next(o for o in objects if o["objectType"] == "Apple")
    counter = next(o for o in objects if o["objectType"] == "CounterTop")
    spots = controller.step("GetSpawnCoordinatesAboveReceptacle", anywhere=True,
                            objectId=counter["objectId"]).metadata["actionReturn"]
    poses = [{"objectName": o["name"], "position": o["position"], "rotation": o["rotation"]}
             for o in objects if o["pickupable"] or o["moveable"]]
    poses.append({"objectName": apple["name"], "position": spots[-1]})
    event = controller.step("SetObjectPoses", objectPoses=poses)
    for thing in event.events[0].objects_by_type("Apple"):
        print(f"{thing['objectId']} in {thing['parentReceptacles']}")
    controller.stop()


if __name__ == "__main__":
    main(*sys.argv[1:2] or ["FloorPlan1"])
