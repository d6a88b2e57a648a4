"""unified-planning's problems as PDDL, plans in its objects, and its environment.

The environment has its own validators and compilers but no engines of others: made the usual way it
imports every engine that is installed, Fast Downward's, SymK's and
pyperplan's wrappers (GPL) with them. Here engines are programs of their own
(:mod:`planner.engines`), so none is needed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from planner.errors import UnsupportedError
from planner.pddl.model import PDDLTask
from planner.pddl.reader import read_texts
from planner.plan import Step

if TYPE_CHECKING:
    from unified_planning.environment import Environment
    from unified_planning.plans import SequentialPlan


def up_environment() -> Environment:
    """Return the global environment, silent; one that the caller made before is taken as it is.

    ConfigSpace, and with it scipy.stats, is kept from being imported: unified-planning names it in
    an annotation, and that import takes longer than all the rest (a second of processor time for a
    judgement of 0.03 s).
    """
    stub: Any = ModuleType("ConfigSpace")
    stub.ConfigurationSpace = object
    known = sys.modules.setdefault("ConfigSpace", stub)
    try:
        from unified_planning.engines import factory
        from unified_planning.environment import get_environment
    finally:
        if known is stub:
            del sys.modules["ConfigSpace"]
    engines = factory.DEFAULT_ENGINES
    factory.DEFAULT_ENGINES = {name: place for name, place in engines.items()
                               if place[0].startswith("unified_planning.")}
    try:
        found: Environment = get_environment()
    finally:
        factory.DEFAULT_ENGINES = engines
    found.credits_stream = None
    return found


@dataclass(frozen=True)
class Written:
    """A problem written as PDDL and read again, and the writer, who knows the way back."""

    problem: Any
    task: PDDLTask
    writer: Any

    def plan(self, steps: Iterable[Step]) -> SequentialPlan:
        """Return steps as a plan of the problem's own actions and objects."""
        from unified_planning.plans import ActionInstance, SequentialPlan

        manager, named = self.problem.environment.expression_manager, self.writer.get_item_named
        return SequentialPlan([
            ActionInstance(named(s.name), tuple(manager.ObjectExp(named(a)) for a in s.arguments))
            for s in steps], self.problem.environment)


def written(problem: Any) -> Written:
    """Write a problem as PDDL and read it; raises where PDDL, or our reader, cannot say it."""
    from unified_planning.exceptions import UPException
    from unified_planning.model import Problem

    try:
        if not isinstance(problem, Problem):
            raise NotImplementedError(f"a {type(problem).__name__} is no problem of "
                                      "unified-planning's that can be written as PDDL")
        if problem.trajectory_constraints:  # its writer drops them
            raise NotImplementedError("constraints on the way of a plan are not supported")
        writer = steady_writer(problem)
        task = read_texts(str(writer.get_domain()), str(writer.get_problem()))
    except (NotImplementedError, UPException) as error:
        raise UnsupportedError(str(error)) from None
    return Written(problem, task, writer)


def steady_writer(problem: Any) -> Any:
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
