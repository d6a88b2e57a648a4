"""Ask Fast Downward's translator (a program under the GPL) for ground actions and invariants.

It runs as a process of its own (``translator_program.py``), one for each grounding: about 0.1 s,
and its memory is given back. The texts it gets are printed by :mod:`planner.engines.handover`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from planner.errors import ComponentError, LimitError, MissingError, UsageError
from planner.pddl.conditions import Atom

__all__ = ["MAX_ATOMS", "Instance", "Translated", "translated"]

MAX_ATOMS = 400_000
"""Atoms and joined tuples of a grounding at most (about 1 GB)."""
_PROGRAM = Path(__file__).with_name("translator_program.py")


@dataclass(frozen=True, slots=True)
class Instance:
    """An action with its objects. Literals are atom numbers from 1 on, negative: does not hold."""

    words: tuple[str, ...]
    needs: tuple[int, ...]
    adds: tuple[tuple[tuple[int, ...], int], ...]
    deletes: tuple[tuple[tuple[int, ...], int], ...]


@dataclass(frozen=True)
class Translated:
    """All reachable atoms, the actions, and invariants (predicate → parameter at each position)."""

    atoms: tuple[Atom, ...]
    actions: tuple[Instance, ...]
    invariants: tuple[Mapping[str, Sequence[int]], ...]


def translated(domain: str, problem: str, deadline: float, limit: int = MAX_ATOMS) -> Translated:
    """Return what the translator makes of two texts.

    ``deadline`` is a value of ``time.monotonic``. Raises :class:`LimitError` beyond it, and where
    more than ``limit`` atoms would be made; :class:`UsageError` for what the translator refuses.
    """
    seconds = min(max(0.0, deadline - time.monotonic()), 1e9)
    request = {"domain": domain, "problem": problem, "seconds": seconds, "limit": limit}
    run = subprocess.run(
        [sys.executable, "-I", "-S", str(_PROGRAM), _home(), str(os.getpid())],
        input=json.dumps(request).encode(), capture_output=True, check=False)
    if run.returncode or not run.stdout:
        last = (run.stderr.decode("utf-8", "replace").strip().splitlines() or ["no output"])[-1]
        raise ComponentError(f"Fast Downward's translator crashed ({run.returncode}): {last[:200]}")
    found = json.loads(run.stdout)
    if "error" in found:
        raise (LimitError if found["kind"] == "limit" else UsageError)(found["error"])
    if found["axioms"]:
        raise UsageError("conditions that quantify over too many objects are not supported")
    return Translated(
        tuple((name, tuple(arguments)) for name, *arguments in found["atoms"]),
        tuple(Instance(tuple(words), tuple(needs), _effects(adds), _effects(deletes))
              for words, needs, adds, deletes in found["actions"]),
        tuple(found["invariants"]))


def _effects(pairs: Sequence[tuple[Sequence[int], int]]
             ) -> tuple[tuple[tuple[int, ...], int], ...]:
    return tuple((tuple(condition), atom) for condition, atom in pairs)


def _home() -> str:
    spec = find_spec("fast_downward")
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not places:
        raise MissingError("Fast Downward's translator is missing: "
                           "pip install fast-downward.translate")
    return str(Path(places[0]).parent)
