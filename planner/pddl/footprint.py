"""What a ground condition and effect read and write: for actions that happen at one moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from planner.pddl.conditions import Atom, bindings, substituted
from planner.pddl.model import Formula, PDDLTask, parts

__all__ = ["Footprint", "footprint"]

_ADDITIVE = ("increase", "decrease")


@dataclass
class Footprint:
    """Atoms read, added, deleted; numbers read, changed by sums, and set."""

    reads: set[Atom] = field(default_factory=set)
    adds: set[Atom] = field(default_factory=set)
    deletes: set[Atom] = field(default_factory=set)
    numbers: set[Atom] = field(default_factory=set)
    summed: set[Atom] = field(default_factory=set)
    assigned: set[Atom] = field(default_factory=set)

    def clash(self, other: Footprint) -> str:
        """Return what two of one moment must not share, in PDDL words; nothing where all is well.

        Neither may read what the other changes, nor one add what the other deletes, nor both
        change a number unless both only add to it.
        """
        for one, two in ((self, other), (other, self)):
            shared = (one.reads & (two.adds | two.deletes) | one.adds & two.deletes
                      | one.numbers & (two.summed | two.assigned)
                      | one.assigned & (two.assigned | two.summed))
            if shared:
                name, words = min(shared)
                return f"({' '.join((name, *words))})"
        return ""


def footprint(task: PDDLTask, condition: Formula, effect: Formula) -> Footprint:
    """Return what a ground condition and effect touch, those of ``when`` included."""
    found = Footprint()
    _read(task, condition, found)
    _write(task, effect, found)
    return found


def _read(task: PDDLTask, formula: Formula, found: Footprint) -> None:
    head = formula[0]
    if head in ("atom", "fluent"):
        (found.reads if head == "atom" else found.numbers).add((formula[1], formula[2]))
    for part in _inside(task, formula):
        _read(task, part, found)


def _write(task: PDDLTask, effect: Formula, found: Footprint) -> None:
    head = effect[0]
    if head == "when":
        _read(task, effect[1], found)
        _write(task, effect[2], found)
    elif head == "atom":
        found.adds.add((effect[1], effect[2]))
    elif head == "not":
        found.deletes.add((effect[1][1], effect[1][2]))
    elif head in ("and", "forall"):
        for part in _inside(task, effect):
            _write(task, part, found)
    else:
        target = (effect[1][1], effect[1][2])
        (found.summed if head in _ADDITIVE else found.assigned).add(target)
        _read(task, effect[2], found)


def _inside(task: PDDLTask, formula: Formula) -> Iterator[Formula]:
    """Yield what stands in a formula, its instances where it quantifies."""
    if formula[0] not in ("exists", "forall"):
        yield from parts(formula)
        return
    for binding in bindings(task, formula[1], {}):
        yield substituted(formula[2], {name: binding[name] for name, _ in formula[1]})
