"""Goal + room → a PDDL problem of ``domains/household/domain.pddl`` (the clairvoyant view).

The online policy plans reactively with :mod:`planner.schedule`; this is the same task for any
classical planner, with everything in the room known from the start.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from domains.household.goal import Goal, HasState, Held, Placed, Wish
from domains.household.referee.final_state import FinalState
from planner.errors import InputError

__all__ = ["pddl_problem"]

Record = Mapping[str, Any]
_CLOSABLE = frozenset({"Drawer", "Cabinet", "Fridge", "Microwave", "Box", "LaundryHamper", "Safe"})
_STATES = {"isOpen": "is-open", "isToggled": "is-on", "isSliced": "is-sliced",
           "isDirty": "is-dirty"}


def pddl_problem(
    goal: Goal, objects: Sequence[Record], agents: Iterable[str],
    allowed: Mapping[str, frozenset[str]],
) -> tuple[str, dict[str, str]]:
    """Return the problem text and the map from PDDL names to objectIds.

    Only objects the goal mentions, and what they are in, enter the problem. Raises
    :class:`InputError` for wishes that classical actions cannot express (found, filled, …).
    """
    selector = FinalState(goal, objects)
    by_id = {str(o["objectId"]): o for o in objects}
    atoms: list[str] = []
    used: dict[str, None] = {}
    names = {i: _name(i) for i in by_id}
    for wish, chosen in zip(goal.wishes, selector.chosen, strict=True):
        members = chosen[:wish.what.count] if wish.what.quantifier == "some" else chosen
        if not members:
            raise InputError(f"nothing in this room is meant by '{wish.what.describe()}'")
        for object_id in members:
            used[object_id] = None
            atoms.append(_atom(wish, object_id, by_id, names, used, allowed))
    for object_id in list(used):
        used.update(dict.fromkeys(_parents(by_id[object_id], by_id)))
    team = list(agents)
    lines = [*_facts(used, by_id, names, allowed),
             *(f"(hand-empty {a.lower()})" for a in team),
             *(f"(at {a.lower()} start)" for a in team),
             *(f"(can {a.lower()} {names[i]})" for a in team for i in used
               if by_id[i]["pickupable"])]
    things = " ".join(names[i] for i in used)
    text = (f"; {goal.text}\n(define (problem household-task)\n  (:domain household)\n"
            f"  (:objects {' '.join(a.lower() for a in team)} - robot\n"
            f"            start {things} - thing)\n"
            "  (:init (= (total-cost) 0)\n    " + "\n    ".join(lines) + ")\n"
            "  (:goal (and " + " ".join(atoms) + "))\n  (:metric minimize (total-cost)))\n")
    return text, {names[i]: i for i in used}


def _atom(
    wish: Wish, object_id: str, by_id: Mapping[str, Record], names: Mapping[str, str],
    used: dict[str, None], allowed: Mapping[str, frozenset[str]],
) -> str:
    item = by_id[object_id]
    if isinstance(wish, Held):
        raise InputError("'in hand' has no single robot in PDDL; say where to put it")
    if isinstance(wish, HasState):
        predicate = _STATES.get(wish.state)
        if predicate is None:
            raise InputError(f"state '{wish.state}' has no classical action in this domain")
        atom = f"({predicate} {names[object_id]})"
        return atom if wish.value else f"(not {atom})"
    place = _place(wish, item, by_id, allowed)
    used[place] = None
    return f"(inside {names[object_id]} {names[place]})"


def _place(
    wish: Placed, item: Record, by_id: Mapping[str, Record],
    allowed: Mapping[str, frozenset[str]],
) -> str:
    """Choose the place: the first that takes the item, the nearest where the words say so."""
    kinds = (wish.target.homes.get(str(item["objectType"]), ()) if wish.target.relation == "home"
             else wish.target.place.types if wish.target.place else ())
    fitting = [i for kind in kinds for i, o in sorted(by_id.items())
               if o["objectType"] == kind and o["receptacle"] and _fits(item, o, allowed)]
    if wish.target.nearest:
        fitting.sort(key=lambda i: sum(
            (by_id[i]["position"][a] - item["position"][a]) ** 2 for a in "xyz"))
    if not fitting:
        raise InputError(f"no place for {item['objectType']}: {wish.target.describe()}")
    return fitting[0]


def _fits(item: Record, place: Record, allowed: Mapping[str, frozenset[str]]) -> bool:
    kinds = allowed.get(str(item["objectType"]))
    return kinds is None or place["objectType"] in kinds or place["objectType"] == "Fridge"


def _facts(
    used: Iterable[str], by_id: Mapping[str, Record], names: Mapping[str, str],
    allowed: Mapping[str, frozenset[str]],
) -> list[str]:
    lines: list[str] = []
    chosen = list(used)
    for object_id in chosen:
        record, name = by_id[object_id], names[object_id]
        parents = [p for p in _parents(record, by_id) if p in chosen]
        shut = [p for p in parents if by_id[p]["objectType"] in _CLOSABLE]
        lines += [f"(inside {name} {names[p]})" for p in parents]
        flags = {"(loose {})": not shut, "(portable {})": record["pickupable"],
                 "(seen {})": not any(not by_id[p]["isOpen"] for p in shut),
                 "(closable {})": record["openable"], "(is-open {})": record["isOpen"],
                 "(switchable {})": record["toggleable"], "(is-on {})": record["isToggled"],
                 "(needs-shut {})": record["objectType"] == "Microwave",
                 "(sliceable {})": record["sliceable"], "(is-sliced {})": record["isSliced"],
                 "(is-dirty {})": record["isDirty"]}
        lines += [form.format(name) for form, holds in flags.items() if holds]
        lines += [f"(fits {name} {names[p]})" for p in chosen
                  if p != object_id and record["pickupable"] and by_id[p]["receptacle"]
                  and _fits(record, by_id[p], allowed)]
    return lines


def _parents(record: Record, by_id: Mapping[str, Record]) -> list[str]:
    return [str(p) for p in record["parentReceptacles"] or ()
            if p in by_id and by_id[str(p)]["objectType"] != "Floor"]


def _name(object_id: str) -> str:
    """Turn ``Apple|-00.47|+01.15|+00.48`` into a PDDL name that stays unique."""
    text = object_id.replace("+", "p").replace("-", "m").replace(".", "_").replace("|", "-")
    return re.sub(r"[^a-z0-9_-]", "", text.lower())
