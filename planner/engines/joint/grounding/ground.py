"""Ground operators of a domain over its objects, kept for every initial state that they cover."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from planner.engines.joint.deadline import NEVER, Deadline
from planner.engines.joint.grounding.derived import Meanings
from planner.engines.joint.grounding.invariants import groups_of
from planner.engines.joint.grounding.operators import Effect, Operator, Operators, effects_of
from planner.errors import UsageError
from planner.pddl import Domain, PDDLTask
from planner.pddl.conditions import Atom, expand
from planner.pddl.features import FEATURES, features
from planner.pddl.model import task_of
from planner.pddl.normal_forms import condition_of, negation, terms

MAX_ATOMS = 400_000
"""Atoms and actions of a grounding at most (about 1 GB)."""
REFUSED = ("numeric", "durative-actions", "derived-predicates", "preferences", "timed-literals",
           "trajectory-constraints")
"""Features without a joint-step meaning here."""
MAX_CLAUSES = 20_000
Clauses = tuple[tuple[int, ...], ...]
"""A conjunction of disjunctions of literals."""


@dataclass(frozen=True, eq=False)
class Grounding:
    """All operators that relaxed reachability from ``start`` leaves.

    They cover each initial state made of ``atoms`` alone: it can reach no more than these.
    ``groups`` are sets of atoms of which no action makes a further one true: at most one of them
    holds wherever at most one held at first. ``meanings`` are conditions for derived atoms, too.
    """

    atoms: tuple[Atom, ...]
    operators: tuple[Operator, ...]
    groups: tuple[frozenset[int], ...]
    start: frozenset[Atom]
    meanings: Meanings

    @cached_property
    def number(self) -> Mapping[Atom, int]:
        """Return the number of each atom, from 1 on."""
        return {atom: n for n, atom in enumerate(self.atoms, start=1)}

    @cached_property
    def changing(self) -> frozenset[int]:
        """Return the atoms that some operator changes."""
        return frozenset(abs(e.literal) for o in self.operators for e in o.effects)

    def covers(self, init: Collection[Atom]) -> bool:
        """Say whether the operators are enough for an initial state."""
        return all(atom in self.number for atom in init)

    def goal_of(self, task: PDDLTask) -> Clauses | None:
        """Return a task's goal as clauses, None where it can never hold.

        Raises :class:`UsageError` for a goal that is too large.
        """
        bare = replace(task, domain=replace(task.domain, actions={}))
        goal = condition_of(expand(bare).problem.goal, self.meanings.of)
        clauses = {tuple(sorted(-x for x in term)) for term in terms(
            negation(goal), MAX_CLAUSES, "the goal")}
        return None if () in clauses else tuple(sorted(clauses))

    def specialised(self, true: frozenset[int]) -> list[Operator]:
        """Return the operators that static facts allow, without the static conditions.

        ``true`` are the atoms of the initial state; what no operator changes stays as it is there.
        """
        settled = [a for a in range(1, len(self.atoms) + 1) if a not in self.changing]
        holds = frozenset(a if a in true else -a for a in settled)
        fails = frozenset(-x for x in holds)
        kept = []
        for operator in self.operators:
            if fails.isdisjoint(operator.needs):
                effects = operator.effects
                if any(e.condition for e in effects):
                    effects = effects_of([
                        Effect(tuple(x for x in e.condition if x not in holds), e.literal)
                        for e in effects if fails.isdisjoint(e.condition)])
                kept.append(Operator(operator.action, operator.agents, operator.needs - holds,
                                     effects))
        return kept


def ground(
    domain: Domain, objects: Mapping[str, tuple[str, ...]], agents: Sequence[str],
    start: Collection[Atom], *, deadline: Deadline = NEVER, limit: int = MAX_ATOMS,
    axioms: bool = False,
) -> Grounding:
    """Ground a domain for all initial states within what ``start`` can reach.

    With ``axioms`` derived atoms are written out. Raises :class:`UsageError` naming a feature that
    has no meaning here, and :class:`LimitError` where time or size run out.
    """
    task = task_of(domain, objects, start)
    used = features(task)
    refused = [FEATURES[name].words for name in REFUSED if name in used
               and not (axioms and name == "derived-predicates")]
    if refused:
        raise UsageError(f"joint steps are not defined for {', '.join(refused)}")
    place = {name: n for n, name in enumerate(agents)}
    made = Operators(task, place, deadline, limit)
    groups = groups_of(made.atoms, list(made.examples.values()))
    return Grounding(made.atoms, tuple(made.found), groups, frozenset(start), made.meanings)
