"""Which features of PDDL a task uses, and which compilation would remove each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from planner.pddl.model import Domain, Formula, PDDLTask

__all__ = ["FEATURES", "Feature", "features"]


@dataclass(frozen=True)
class Feature:
    """A feature with the words for a person and the compilation that removes it, if any."""

    name: str
    words: str
    removal: str


FEATURES: dict[str, Feature] = {
    f.name: f
    for f in (
        Feature("negative-preconditions", "negative preconditions",
                "a complementary predicate for each "
                "(unified-planning's NEGATIVE_CONDITIONS_REMOVING)"),
        Feature("disjunctive-preconditions", "disjunctions in conditions",
                "one action per disjunct (unified-planning's DISJUNCTIVE_CONDITIONS_REMOVING)"),
        Feature("quantified-preconditions", "quantified conditions",
                "expansion over the objects (unified-planning's QUANTIFIERS_REMOVING)"),
        Feature("conditional-effects", "conditional effects",
                "one action per case (unified-planning's CONDITIONAL_EFFECTS_REMOVING)"),
        Feature("universal-effects", "universally quantified effects",
                "expansion over the objects (unified-planning's QUANTIFIERS_REMOVING)"),
        Feature("equality", "equality of objects", "a static predicate listing the equal pairs"),
        Feature("either", "alternative types (either)", "a common parent type"),
        Feature("action-costs", "action costs", "dropping the metric (plans stay valid)"),
        Feature("numeric", "numeric conditions or effects", ""),
        Feature("durative-actions", "durative actions", ""),
        Feature("derived-predicates", "derived predicates", ""),
        Feature("timed-literals", "timed initial literals", ""),
        Feature("trajectory-constraints", "trajectory constraints",
                "monitoring actions (unified-planning's TRAJECTORY_CONSTRAINTS_REMOVING)"),
    )
}


def features(task: PDDLTask) -> frozenset[str]:
    """Return the names of the features (keys of :data:`FEATURES`) that ``task`` really uses."""
    found = set(_of_domain(task.domain))
    found |= set(_of_condition(task.problem.goal))
    for kinds in task.objects.values():
        if len(kinds) > 1:
            found.add("either")
    if task.problem.timed:
        found.add("timed-literals")
    if task.problem.constraints:
        found.add("trajectory-constraints")
    if task.problem.metric is not None and task.problem.metric[0] != "minimize":
        found.add("numeric")
    return frozenset(found)


def _of_domain(domain: Domain) -> Iterator[str]:
    if domain.derived:
        yield "derived-predicates"
    for params in domain.predicates.values():
        if any(len(kinds) > 1 for _, kinds in params):
            yield "either"
    for action in domain.actions.values():
        if action.durative:
            yield "durative-actions"
        if any(len(kinds) > 1 for _, kinds in action.parameters):
            yield "either"
        yield from _of_condition(action.precondition)
        yield from _of_effect(action.effect)


def _of_condition(formula: Formula) -> Iterator[str]:
    head = formula[0]
    if head in ("and", "or", "imply"):
        if head != "and":
            yield "disjunctive-preconditions"
        for part in formula[1:]:
            yield from _of_condition(part)
    elif head == "not":
        yield "equality" if formula[1][0] == "=" else "negative-preconditions"
        yield from _of_condition(formula[1])
    elif head in ("exists", "forall"):
        yield "quantified-preconditions"
        yield from _of_condition(formula[2])
    elif head == "=":
        yield "equality"
    elif head != "atom":
        yield "numeric"


def _of_effect(effect: Formula) -> Iterator[str]:
    head = effect[0]
    if head == "and":
        for part in effect[1:]:
            yield from _of_effect(part)
    elif head == "when":
        yield "conditional-effects"
        yield from _of_condition(effect[1])
        yield from _of_effect(effect[2])
    elif head == "forall":
        yield "universal-effects"
        yield from _of_effect(effect[2])
    elif head == "increase" and effect[1] == ("fluent", "total-cost", ()):
        yield "action-costs"
    elif head in ("increase", "decrease", "assign", "scale-up", "scale-down"):
        yield "numeric"
