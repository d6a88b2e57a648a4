"""In which order derived predicates are computed, so that each negation is settled before."""

from __future__ import annotations

from collections.abc import Iterator

from planner.pddl.model import Axiom, Domain, Formula

__all__ = ["strata"]


def strata(domain: Domain) -> list[list[Axiom]]:
    """Group the axioms so that what a group needs to be false is settled by earlier groups.

    Raises :class:`SourceError` at an axiom that depends on its own negation (PDDL 2.2 gives such
    rules no meaning).
    """
    level = dict.fromkeys(sorted(domain.derived), 0)
    changed = True
    while changed:
        changed = False
        for axiom in domain.axioms:
            for name, positive in _occurrences(axiom.condition, True):
                least = level.get(name, -1) + (0 if positive else 1)
                if level[axiom.predicate] < least:
                    if least >= len(level):
                        raise domain.source.error(
                            f"'{axiom.predicate}' depends on its own negation", axiom.offset,
                            expected="derived predicates that can be stratified")
                    level[axiom.predicate] = least
                    changed = True
    groups: dict[int, list[Axiom]] = {}
    for axiom in domain.axioms:
        groups.setdefault(level[axiom.predicate], []).append(axiom)
    return [groups[key] for key in sorted(groups)]


def _occurrences(formula: Formula, positive: bool) -> Iterator[tuple[str, bool]]:
    head = formula[0]
    if head == "atom":
        yield formula[1], positive
    elif head == "not":
        yield from _occurrences(formula[1], not positive)
    elif head == "imply":
        yield from _occurrences(formula[1], not positive)
        yield from _occurrences(formula[2], positive)
    elif head in ("and", "or"):
        for part in formula[1:]:
            yield from _occurrences(part, positive)
    elif head in ("exists", "forall", "preference"):
        yield from _occurrences(formula[2], positive)
