"""Goal + room → a PDDL problem of ``domains/household/domain.pddl`` (the clairvoyant view).

It is the problem that a team in the loop would plan for, had it seen the whole room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from domains.household.actions import NameTable
from domains.household.belief.belief import Belief, Item
from domains.household.belief.camera import Pose
from domains.household.belief.prior import Prior
from domains.household.bridge.facts import goal_atom
from domains.household.bridge.problem import Memory, Problem
from domains.household.bridge.stands import Stands
from domains.household.goal import Goal, HasState, Placed, Subgoal
from domains.household.policy.exploring import Explorer
from domains.household.policy.goals import ORIENT, Tracker
from domains.household.policy.skills import Skills
from planner.errors import InputError

Record = Mapping[str, Any]


def pddl_problem(
    goal: Goal, objects: Sequence[Record], observations: Mapping[str, Any], names: NameTable,
    walk: Callable[[Item], Pose], allowed: Mapping[str, frozenset[str]],
    team: Mapping[str, Mapping[str, Any]], *, by_acts: bool = False,
) -> tuple[str, dict[str, str]]:
    """Return the problem text and the map from PDDL names to objectIds.

    ``observations`` are the robots' first ones, one with a glimpse of everything by its name in
    ``names``, ``objects`` the simulator's records. ``walk`` says where walking to a thing leads,
    ``allowed`` is the placement table, ``team`` what robots can do, ``by_acts`` as for the team:
    each thing has to be brought, each drawer opened for each thing.

    Raises :class:`InputError` for what classical actions cannot express (found, filled, what is
    undone later, …), and for what is not there.
    """
    for subgoal, passes in zip(goal.subgoals, goal.passing, strict=True):
        if passes:
            raise InputError(f"'{subgoal.describe()}' is undone later, which PDDL cannot say")
    belief = Belief(observations)
    belief.update({a: {**o, "step": ORIENT} for a, o in observations.items()})
    tracker = Tracker(replace(goal, stages=(goal.subgoals,)), belief, by_acts=by_acts)
    skills = Skills(belief, tracker, allowed=allowed, team=team)
    explorer = Explorer(belief, Prior(), skills, done={*belief.items})
    tracker.absent = {t.kind for t in explorer.targets() if not t.known}
    tracker.deny()
    tracker.take_elsewhere(explorer.missed)
    _light(tracker, objects, names)
    tasks = tracker.open_tasks()
    for subgoal in tracker.subgoals:
        for flaw in _flaws(subgoal, skills):
            raise InputError(flaw)
    for task in tasks:
        item = belief.items[task.item]
        if skills.crew(task, item):
            raise InputError(f"{item.name} ({item.mass:.3g} kg) is lifted by several robots "
                             "together here, which is no classical action in this domain")
    stands = Stands()
    stands.landed = {n.lower(): walk(i) for n, i in belief.items.items()}
    found = Problem(explorer, stands, tasks, [], Memory(most=len(tasks) or 1), every=True)
    believed = replace(found.believed, numbers={("total-cost", ()): 0})
    text = believed.problem_text("household", "task", "(:metric minimize (total-cost))")
    return f"; {goal.text}\n{text}", {
        n: names.object_id(i.name) or n for n, i in found.items.items()}


def _light(tracker: Tracker, objects: Sequence[Record], names: NameTable) -> None:
    """Take burners for lit whose knobs the goal turns on: things may be put there then."""
    turned = {names.object_id(i.name) for w in tracker.subgoals if isinstance(w, HasState)
              and w.state == "isToggled" and w.value for i in tracker.members(w)}
    for record in objects:
        for burner in record["controlledObjects"] or () if record["objectId"] in turned else ():
            tracker.belief.items[names.name(burner) or ""].states["isToggled"] = True


def _flaws(subgoal: Subgoal, skills: Skills) -> Iterator[str]:
    """Say what of a subgoal classical actions cannot express, or what is not there for it."""
    tracker, belief = skills.tracker, skills.belief
    if tracker.due(subgoal) is False:
        return
    members = tracker.members(subgoal)
    if not members:
        yield f"nothing in this room is meant by '{subgoal.what.describe()}'"
    if len(members) < tracker.count(subgoal, len(members)):
        yield f"this room has only {len(members)} for '{subgoal.describe()}'"
    for item in members:
        if goal_atom(subgoal, item.name) is None:
            yield f"'{subgoal.describe()}' has no classical action in this domain"
        if isinstance(subgoal, HasState) and (item.kind, subgoal.state) == ("Egg", "isBroken"):
            yield "to break an egg has no classical action in this domain"
        if not isinstance(subgoal, Placed):
            continue
        place = subgoal.target.place
        if place is not None and place.by_then:
            yield f"a place that is chosen on the way: {subgoal.target.describe()}"
        if not any(skills.places(r, item, subgoal.target) for r in belief.robots.values()):
            yield f"no place for {item.kind}: {subgoal.target.describe()}"
