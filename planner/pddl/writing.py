"""unified-planning's PDDL writer with the same bytes in every run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from unified_planning.model import Problem

__all__ = ["steady_writer"]


def steady_writer(problem: Problem) -> Any:
    """Return a ``PDDLWriter`` for the problem that writes constants in order of their names.

    By itself it writes them in the order of a set, which changes with ``PYTHONHASHSEED``. What a
    first writer collects is put in order and given to a second, whose names are not made yet.
    """
    from unified_planning.io import PDDLWriter

    first: Any = PDDLWriter(problem)
    first.get_domain()
    writer: Any = PDDLWriter(problem)
    writer.domain_objects = {
        kind: dict.fromkeys(sorted(things, key=lambda thing: str(thing.name)))
        for kind, things in sorted(first.domain_objects.items(), key=lambda item: str(item[0]))
    }
    return writer
