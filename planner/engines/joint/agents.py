"""Who the robots are: objects of a type, found by name or by rule."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from planner.errors import UsageError
from planner.pddl import Domain
from planner.pddl.model import ActionSchema, PDDLTask

__all__ = ["find_agents"]

NAMES = ("agent", "robot", "robots", "agents", "player", "worker", "drone", "uav", "rover",
         "vehicle", "truck", "satellite", "person", "hoist")
"""Types that are teams, the surer ones first."""


def find_agents(
    domain: Domain, objects: Mapping[str, tuple[str, ...]], wanted: str | Collection[str] = ""
) -> tuple[tuple[str, ...], str]:
    """Return the robots and the words how they were found.

    ``wanted`` is a type, a unary predicate that never changes is not looked at; or the names
    themselves. Without it: a type named agent, robot, …; or containing one of these words; or
    the one type of which each action has a parameter. Raises :class:`UsageError` where there is
    none.
    """
    task = PDDLTask(domain, None, {**domain.constants, **objects})  # type: ignore[arg-type]
    if not isinstance(wanted, str):
        unknown = sorted(set(wanted) - task.objects.keys())
        if unknown or not wanted:
            raise UsageError(f"no such robots: {', '.join(unknown) or 'none are named'}")
        return tuple(dict.fromkeys(wanted)), "the robots are named"
    if wanted:
        if wanted not in domain.types and wanted != "object":
            raise UsageError(f"no type '{wanted}'; known: {', '.join(sorted(domain.types))}")
        return _of_type(task, wanted), f"the robots are the objects of type {wanted}"
    kind = _by_name(task) or _by_rule(task)
    if not kind:
        raise UsageError("no type of robots was found; name one (joint:TYPE)")
    return _of_type(task, kind), f"the objects of type {kind} were taken for the robots"


def _of_type(task: PDDLTask, kind: str) -> tuple[str, ...]:
    found = tuple(sorted(task.of_type((kind,))))
    if not found:
        raise UsageError(f"there is no object of type {kind}: a team needs a robot")
    return found


def _by_name(task: PDDLTask) -> str:
    kinds = [kind for kind in sorted(task.domain.types) if kind != "object"]
    for name in NAMES:
        if name in kinds and task.of_type((name,)):
            return name
    parts = [k for name in NAMES[:2] for k in kinds if name in k and task.of_type((k,))]
    return parts[0] if parts else ""


def _by_rule(task: PDDLTask) -> str:
    """Return the type that some parameter of each action has, if there is just one such."""
    actions = list(task.domain.actions.values())
    kinds = [kind for kind in sorted(task.domain.types)
             if kind != "object" and actions and task.of_type((kind,))
             and all(_names(action, kind) for action in actions)]
    return kinds[0] if len(kinds) == 1 else ""


def _names(action: ActionSchema, kind: str) -> bool:
    return any(kind in kinds for _, kinds in action.parameters)
