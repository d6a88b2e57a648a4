"""Which object an action means, and whether the agent may act on it."""

from __future__ import annotations

from domains.household.thor.acts.arguments import Arguments
from domains.household.thor.acts.failure import exception_failure
from domains.household.thor.bodies.body import Agent
from domains.household.thor.bodies.metadata import Observer

__all__ = ["known", "target"]


def known(observer: Observer, arguments: Arguments, name: str = "objectId") -> int:
    """Index of the named object, visible or not."""
    wanted = arguments.get(name)
    index = observer.world.index.get(wanted)
    if index is None or index in observer.world.gone:
        raise exception_failure(
            "ArgumentException",
            f"objectId: {wanted[:80]} is not the objectId on any object in the scene!")
    return index


def target(observer: Observer, agent: Agent, arguments: Arguments) -> int:
    """Index of the object that the action names; ``forceAction`` skips the sight checks."""
    index = known(observer, arguments)
    if arguments.get("forceAction"):
        return index
    seen, touched, _ = observer.sight(agent)
    if not seen[index]:
        raise exception_failure(
            "NullReferenceException", "Target object not found within the specified visibility.")
    if not touched[index]:
        raise exception_failure(
            "NullReferenceException", "Target object is visible but not interactable. "
            "It is likely obstructed by some clear object like glass.")
    return index
