"""Calls with wrong, missing or unknown arguments: refused as the released engine refuses them."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from kitchen import act, find, kitchen

from domains.household.thor import controller, open_store
from domains.household.thor.acts.actions import ACTIONS
from domains.household.thor.acts.arguments import ActionFailed, Arguments

UNKNOWN, MISSING, WRONG = (part.partition("\n")[2] for part in Path(__file__).with_name(
    "refusals.txt").read_text(encoding="utf-8").split("# ")[1:])
"""Calls with an unknown argument; without one, which is named last; with one of another kind."""


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
