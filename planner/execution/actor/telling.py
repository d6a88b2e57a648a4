"""What a step's trace tells of the loop: facts, assumptions, plan, bound, bans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from planner.execution.actor.contract import Atom, GroundAction, goals_told
from planner.execution.actor.course import Course
from planner.execution.actor.deliberation import Outcome
from planner.pddl.printer import atom_text

__all__ = ["atoms_told", "notes"]

MOST = 40
"""Facts that one step tells at most."""


def atoms_told(differs: Iterable[Atom], believed: frozenset[Atom]) -> str:
    """Say what is believed otherwise than predicted, a few atoms of it."""
    texts = [atom_text(a) if a in believed else f"not {atom_text(a)}" for a in sorted(differs)]
    more = f" and {len(texts) - 4} more" if len(texts) > 4 else ""
    return ", ".join(texts[:4]) + more


def notes(fresh: tuple[frozenset[Atom], frozenset[Atom]], outcome: Outcome, course: Course,
          banned: Mapping[GroundAction, int]) -> dict[str, Any]:
    """Return the additions for the trace; ``fresh`` is what became true and false."""
    notes: dict[str, Any] = {
        "true": [atom_text(a) for a in sorted(fresh[0])[:MOST]],
        "false": [atom_text(a) for a in sorted(fresh[1])[:MOST]],
        "assumed": [{"what": a.key, "atoms": [atom_text(x) for x in sorted(a.atoms)],
                     "weight": round(a.weight, 4)} for a in outcome.believed.assumptions],
        "plan": [[str(action) for action in step] for step in course.left],
        "makespan": len(course.left), "bound": outcome.lower, "engine": outcome.status,
        "old_plan_kept": outcome.kept_old,
    }
    if banned:
        notes["banned"] = {str(a): steps for a, steps in banned.items()}
    if outcome.looks:
        notes["looking"] = [look.told() for look in outcome.looks]
    if outcome.tried > 1:
        notes["combinations"] = outcome.tried
    if outcome.hopeless:
        notes["impossible"] = goals_told(outcome.hopeless)
    if outcome.left_out:
        notes["left_out"] = f"{goals_told(outcome.left_out)}: {outcome.why}"
    return notes
