"""What is known of things and stands, however it is known, as facts of ``domain.pddl``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from domains.household.belief.belief import Item
from domains.household.belief.camera import REACH_M, Pose, gap, shown, turned
from domains.household.goal import HasState, Held, Subgoal
from domains.household.states import PROPERTIES, STATES
from domains.household.team import gets_at
from planner.pddl.conditions import Atom

View = tuple[str, frozenset[str]]
"""A turn of the camera (empty: none) and the things that are reached after it."""
ROOM = "room"
KEYS: Mapping[str, str] = {s.fact: s.changes for s in STATES.values() if s.fact}
"""The model's value of a state, with the metadata key of :data:`PROPERTIES`."""
ABILITIES: Mapping[str, str] = {
    **{s.ability: s.verb for s in STATES.values() if s.ability},
    "picking-up": "PickupObject", "putting": "PutObject"}
"""Abilities of the model with the verbs of the world."""


def thing_facts(
    name: str, item: Item, container: str = "", where: str = "", asked: Collection[str] = KEYS,
) -> Iterator[Atom]:
    """Say of a thing what state it is in, what it is in, and from where it is reached.

    ``container`` is what it is in that can be closed (empty: nothing), ``where`` the thing whose
    stands reach it (empty: its own). What a robot holds is nowhere, nor is what was cut up.
    Nothing but opening is possible beside what leads to the values that are ``asked`` for.
    """
    keys = {KEYS[value] for value in asked}
    for key, (needs, predicate, usual) in PROPERTIES.items():
        if needs in item.can and (item.kind, key) != ("Egg", "isBroken"):  # that is cut up
            changes = key in keys or key == "isOpen" or item.is_container
            liquid = item.states.get("fillLiquid") if key == "isFilledWithLiquid" else None
            if predicate or changes:
                yield "state", (name, liquid or STATES[key, bool(item.states[key])].fact)
            if predicate and changes:
                yield predicate, (name,)
        elif usual:
            yield "state", (name, usual)
    if item.kind == "Microwave":
        yield "needs-shut", (name,)
    if not item.held_by and not ("sliceable" in item.can and item.states["isSliced"]):
        yield "lies", (name, container or ROOM, where or name)
        yield "where", (name, where or name)


def robot_facts(
    robot: str, stand: str, held: str, skills: Mapping[str, Any], things: Mapping[str, Item]
) -> Iterator[Atom]:
    """Say where a robot stands, what it holds, and what it is made for (as in a team file).

    ``things`` are those of which it is known how high they are.
    """
    yield "at", (robot, stand)
    if held:
        yield from (("holding", (robot, held)), ("held", (held,)))
    else:
        yield "hand-empty", (robot,)
    verbs = skills.get("verbs")
    for ability, verb in ABILITIES.items():
        if verbs is None or verb in verbs:
            yield "able", (robot, ability)
    for name, item in things.items():
        if not gets_at(skills, item.centre[1], item.size[1]):
            yield "beyond", (robot, name)


def goal_atom(subgoal: Subgoal, name: str) -> Atom | None:
    """Return what is so when a subgoal holds of a thing; None: no action of the model does that."""
    if isinstance(subgoal, Held):
        return "shown" if subgoal.near else "held", (name,)
    if not isinstance(subgoal, HasState):
        return "settled", (name,)
    if subgoal.state == "reached":
        return "reached", (name,)
    state = STATES.get((subgoal.state, subgoal.value))
    return ("state", (name, state.fact)) if state and state.fact else None


def landing(name: str) -> str:
    """Name the stand that NavigateTo leads to."""
    return f"to-{name}"


def views(pose: Pose, things: Mapping[str, Item],
          sees: Callable[[Pose, Item], bool] = shown) -> list[View]:
    """Return what is in reach and in the picture at a pose, and after single turns of the camera.

    Of the turns there are as many as it takes to show everything, those that show most first.
    ``sees`` says whether a thing within reach is in the picture.
    """
    near = {n: i for n, i in things.items() if gap(pose.x, pose.z, i) <= REACH_M}
    found = [("", frozenset(n for n, i in near.items() if sees(pose, i)))]
    looks = [(action, frozenset(n for n, i in near.items() if sees(there, i)))
             for action, there in turned(pose)]
    for action, names in sorted(looks, key=lambda look: -len(look[1])):
        if not names <= frozenset[str]().union(*(seen for _, seen in found)):
            found.append((action, names))
    return found


def layout(stand: str, seen: Iterable[View]) -> Iterator[Atom]:
    """Say what is reached from a stand and from those that the camera is turned to there."""
    for turn, names in seen:
        here = stand_after(stand, turn)
        if turn:
            yield "turns", (stand, here)
            yield "turns", (here, stand)
        for name in names:
            yield "reaches", (here, name)


def stand_after(stand: str, turn: str) -> str:
    """Name the stand that a turn of the camera leads to."""
    return f"{stand}-{turn.lower().replace('(', '-').replace(')', '')}" if turn else stand
