"""Calls with wrong, missing or unknown arguments: refused as the released engine refuses them."""

import json
from contextlib import suppress
from typing import Any

import pytest
from kitchen import act, done, find, kitchen

from domains.household.thor import Engine, controller, open_store
from domains.household.thor.acts.actions import ACTIONS
from domains.household.thor.acts.arguments import ActionFailed, Arguments

UNKNOWN = """
MoveAhead foo=1 | MoveBack magnitude=0.5 | MoveLeft moveMagnitude=0.25 degrees=90
RotateRight rotation=90 | RotateLeft objectId="Apple" | LookUp angle=30 | LookDown Degrees=30
Crouch forceAction=true | Stand position={} | Done foo=null | Teleport yaw=90
TeleportFull position={"x":0} rotation=0 horizon=0 standing=true rotateOnTeleport=true
GetReachablePositions gridSize=0.5 | GetInteractablePoses objectId="Mug" pose=1
PickupObject object="Mug" | PickupObject objectId="Mug" receptacleObjectId="Fridge"
PutObject objectId="Fridge" objectID="Mug" | DropHandObject objectId="Mug"
ThrowObject force=5 | PushObject objectId="Mug" angle=90 | OpenObject objectId="Fridge" open=1
CloseObject objectId="Fridge" openness=0 | ToggleObjectOn objectId="Faucet" on=true
SliceObject objectId="Bread" knife="Knife" | CleanObject objectId="Mug" sink="Sink"
FillObjectWithLiquid objectId="Mug" fillLiquid="water" liquid="tea"
PlaceObjectAtPoint objectId="Mug" position={} forceAction=true | DisableObject objectId="Mug" a=1
InitialRandomSpawn seed=3 | SetObjectPoses objectPoses=[] poses=[] | SetObjectFilter ids=[]
AddThirdPartyCamera position={} rotation={} fov=90 | GetObjectInFrame x=0.5 y=0.5 z=1
MakeObjectsOfTypeUnbreakable type="Mug" | RandomizeColors seed=1
"""
MISSING = """
PickupObject objectId | PickupObject objectId=null objectId | PutObject forceAction=true objectId
OpenObject openness=1 objectId | FillObjectWithLiquid objectId="Mug" fillLiquid
DirectionalPush objectId="Mug" pushAngle | PlaceObjectAtPoint objectId="Mug" position
TeleportFull position={"x":0} rotation=0 horizon=0 standing | TeleportFull rotation,horizon,standing
TeleportFull rotation=0 horizon=0 standing=true position | SetObjectPoses objectPoses
SetObjectFilter objectIds | AddThirdPartyCamera position,rotation | GetObjectInFrame x=0.5 y
SetObjectToggles objectToggles | GetShortestPathToPoint target
MakeObjectsOfTypeUnbreakable objectType
"""
WRONG = """
MoveAhead moveMagnitude="far" float | MoveAhead moveMagnitude=NaN float | LookUp degrees=[] float
MoveAhead moveMagnitude=1e300 float | MoveAhead forceAction="yes" bool | MoveAhead agentId="two" int
Teleport position=[1,2,3] Vector3 | Teleport position={"x":"a"} Vector3 | Teleport standing=2 bool
Teleport rotation={"y":"north"} Rotation | PickupObject objectId=7 string
GetInteractablePoses objectId="Mug" horizons=30 float[] | GetObjectInFrame x=true y=0 float
SetObjectPoses objectPoses=[7] ObjectPose[] | InitialRandomSpawn randomSeed=1.5 int
SetObjectPoses objectPoses=[{"objectName":"Mug"}] ObjectPose[]
SetObjectFilter objectIds="Mug" string[]
InitialRandomSpawn numDuplicatesOfType=[{"count":2}] ObjectTypeCount[]
SetObjectToggles objectToggles=[{"objectType":"Faucet"}] ObjectToggle[]
"""


def rows(table: str) -> list[list[str]]:
    """Split a table: calls stand between bars and line ends."""
    return [call.split() for line in table.strip().splitlines() for call in line.split(" | ")]


def refused(call: str, *arguments: str) -> dict[str, Any]:
    """Make a call, which has to fail and to change nothing; return the metadata."""
    engine = kitchen(2)
    before = [(e["agent"], e["objects"]) for e in engine.metadata()]
    given = {k: json.loads(v) for k, _, v in (a.partition("=") for a in arguments)}
    told = act(engine, call, **given)
    assert not told["lastActionSuccess"]
    assert [(e["agent"], e["objects"]) for e in engine.metadata()] == before
    return told


@pytest.mark.parametrize("call", rows(UNKNOWN), ids=" ".join)
def test_an_unknown_argument_is_refused(call: list[str]) -> None:
    told = refused(*call)
    assert told["errorCode"] == "InvalidArgument"
    assert told["errorMessage"].startswith(f'\n\tAction: "{call[0]}" called with invalid argument')
    for part in ("Expected arguments: ", "Your arguments: ", f'Valid ways to call "{call[0]}"'):
        assert part in told["errorMessage"]
    first = told["errorMessage"].splitlines()[1]
    assert all(name in {a.partition("=")[0] for a in call[1:]}
               for name in first.split(": ")[2].replace("'", "").split(", "))


@pytest.mark.parametrize("call", rows(MISSING), ids=" ".join)
def test_a_missing_argument_is_named(call: list[str]) -> None:
    told = refused(*call[:-1])
    assert told["errorCode"] == "MissingArguments"
    assert told["errorMessage"] == (
        f"action: {call[0]} is missing the following arguments: {call[-1]}")


@pytest.mark.parametrize("call", rows(WRONG), ids=" ".join)
def test_a_value_of_another_kind_is_refused(call: list[str]) -> None:
    told = refused(*call[:-1])
    assert told["errorCode"] == "InvalidArgument"
    assert told["errorMessage"].startswith(f"action: {call[0]} has an invalid argument: ")
    assert told["errorMessage"].endswith(f"Cannot convert to: {call[-1].removesuffix('[]')}"
                                         + "[]" * call[-1].endswith("[]"))


@pytest.mark.parametrize(("call", "code", "text"), [
    ("Fly", "InvalidAction", "Fly"), ("MoveArm", "NotSupported", "no agent here has an arm"),
    ("MoveAhead agentId=2", None, "agentId 2 is out of range"),
    ("MoveAhead agentId=-1", None, "out of range"),
    ('PickupObject objectId="Pear|1|2|3"', None, "is not the objectId on any object in the scene!"),
    ('SetObjectStates SetObjectStates={"stateChange":"colour"}', "InvalidArgument", "stateChange"),
    ('SetObjectPoses objectPoses=[{"objectName":"Pear_1","position":{}}]', None,
     "No Pickupable or Moveable object of name Pear_1 found in scene."),
    ("Initialize agentCount=0", None, "agentCount"), ("Initialize fieldOfView=180", None, "fov"),
    ("Initialize agentCount=1000000", None, "agentCount"),
    ('Initialize agentMode="arm"', None, "agentMode"),
    ("Initialize rotateStepDegrees=45", None, "snapToGrid"),
])
def test_what_cannot_be_done_is_refused(call: str, code: str | None, text: str) -> None:
    told = refused(*call.split())
    assert told["errorCode"] == code
    assert text in told["errorMessage"]


def test_what_every_action_may_carry_and_what_the_old_kind_lets_pass(engine: Engine) -> None:
    assert done(engine, "RotateRight", renderImage=False, renderObjectImage=True, sequenceId=7)
    assert done(engine, "Pass", whatever=1)
    assert done(engine, "Initialize", makeAgentsVisible=False)
    assert done(engine, "LookDown", degrees="30", manualInteract=None)


def test_every_action_has_a_signature() -> None:
    for name in ACTIONS:
        with suppress(ActionFailed):  # something is missing; no signature is a KeyError
            Arguments.read(name, {"action": name})


def test_what_is_refused_at_reset_is_forgotten() -> None:
    client = controller("SmallKitchen", 1, store=open_store([]))
    with pytest.raises(RuntimeError, match="renderDepthImage"):
        client.reset("SmallKitchen", renderDepthImage=True)
    with pytest.raises(ValueError, match="gridSize"):
        client.reset("SmallKitchen", gridSize="fine")
    assert client.reset("SmallLivingRoom").metadata["lastActionSuccess"]
    assert client.reset("SmallKitchen", gridSize=0.5).metadata["lastActionSuccess"]
    assert client.step("MoveAhead", moveMagnitude=0).metadata["errorCode"] is None
    with pytest.raises(ValueError, match="called with invalid argument: 'foo'"):
        client.step("MoveAhead", foo=1)


def test_a_refused_call_shows_at_the_agent_that_made_it() -> None:
    engine = kitchen(2)
    events = engine.act({"action": "MoveAhead", "agentId": 1, "foo": 1})
    assert [e["lastActionSuccess"] for e in events] == [True, False]
    assert find(engine, "Mug", agent=1)
