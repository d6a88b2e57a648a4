"""Fast Downward's translator in this process: instantiated actions and invariants.

It keeps its options in a module and prints what it does; calls are made one at a time, and the
``print`` of its modules does nothing (the caller's own output goes on meanwhile). The texts it gets
are printed by :mod:`planner.engines.handover`.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from threading import Lock
from typing import Any

from planner.errors import LimitError, PlannerError, UsageError

__all__ = ["MAX_ATOMS", "explored", "invariants_of", "parsed"]

MAX_ATOMS = 400_000
"""Atoms and joined tuples of a grounding at most (about 1 GB)."""
_LOCK = Lock()
_MODULES = ("build_model", "instantiate", "invariant_finder", "normalize", "pddl_to_prolog",
            "pddl_parser.parsing_functions")
_INVARIANT_SECONDS = 5
_INVARIANT_CANDIDATES = 3000


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Call the translator alone and unheard; what it refuses is an error of ours."""
    from fast_downward.translate import options

    with _LOCK:
        _silence()
        options.set_options([
            "--keep-no-ops", "--invariant-generation-max-time", str(_INVARIANT_SECONDS),
            "--invariant-generation-max-candidates", str(_INVARIANT_CANDIDATES), "-", "-"])
        try:
            yield
        except PlannerError:
            raise
        except SystemExit as error:
            raise UsageError(f"the translator refuses the problem: {error}") from error


@cache
def _silence() -> None:
    """Keep the translator's modules from printing, whichever thread calls them."""
    for name in _MODULES:
        import_module(f"fast_downward.translate.{name}")
    for name, module in list(sys.modules.items()):
        if name.startswith("fast_downward.translate"):
            vars(module)["print"] = lambda *words, **options: None


def parsed(domain: str, problem: str) -> Any:
    """Return the translator's normalised task for two texts."""
    with _quiet():
        from fast_downward.translate import normalize
        from fast_downward.translate.pddl_parser import lisp_parser, parsing_functions
        from fast_downward.translate.pddl_parser.parse_error import ParseError

        try:
            task = parsing_functions.parse_task(
                lisp_parser.parse_nested_list(iter(domain.splitlines())),
                lisp_parser.parse_nested_list(iter(problem.splitlines())))
        except ParseError as error:
            raise UsageError(f"the translator refuses the problem: {error}") from error
        normalize.normalize(task)
        return task


def invariants_of(task: Any) -> list[Any]:
    """Return the translator's invariants; they hold whatever the initial state (but its weight)."""
    with _quiet():
        from fast_downward.translate import invariant_finder

        return list(invariant_finder.find_invariants(task, None))


def explored(task: Any, deadline: float, limit: int = MAX_ATOMS) -> tuple[set[Any], list[Any]]:
    """Return all reachable atoms and the actions instantiated, static conditions included.

    ``deadline`` is a value of ``time.monotonic``. Raises :class:`LimitError` beyond it, and where
    more than ``limit`` atoms would be made.
    """
    with _quiet():
        from fast_downward.translate import instantiate, pddl_to_prolog

        model = _model(pddl_to_prolog.translate(task), deadline, limit)
        actions = task.actions
        try:
            task.actions = [*actions, *_touching(task)]
            _, atoms, found, *_ = instantiate.instantiate(task, model)
        finally:
            task.actions = actions
    return atoms, found


def _touching(task: Any) -> list[Any]:
    """Return actions that touch every predicate: then no condition is dropped as static."""
    from fast_downward.translate import pddl

    touching = []
    for predicate in task.predicates:
        if predicate.name != "=":
            names = [argument.name for argument in predicate.arguments]
            effect = pddl.Effect([], pddl.Truth(), pddl.Atom(predicate.name, names))
            touching.append(pddl.Action(f"@{predicate.name}", list(predicate.arguments), 0,
                                        pddl.Truth(), [effect], None))
    return touching


def _model(program: Any, deadline: float, limit: int) -> list[Any]:
    """Compute the program's model as ``build_model.compute_model`` does, within limits."""
    from fast_downward.translate import build_model

    unifier = build_model.Unifier(build_model.convert_rules(program))
    queue = build_model.Queue(sorted(fact.atom for fact in program.facts))
    while queue:
        if len(queue.queue) > limit:
            raise LimitError(f"grounding makes more than {limit:,} atoms")
        if queue.queue_pos % 256 == 0 and time.monotonic() > deadline:
            raise LimitError("grounding did not end within the time limit")
        atom = queue.pop()
        for rule, position in unifier.unify(atom):
            rule.update_index(atom, position)
            rule.fire(atom, position, queue.push)
    found: list[Any] = queue.queue
    return found
