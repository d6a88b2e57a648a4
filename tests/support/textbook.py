"""A textbook ∀-step encoding, written to share nothing with the joint engine.

Ground actions by trying all objects, one variable per atom and layer, explanatory frame axioms,
pairs of actions that get in each other's way excluded, one solver per horizon (Kautz and Selman
1996; Rintanen, Heljanko and Niemelä 2006). For conjunctions. As a program: times of both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product
from time import process_time

from pysat.solvers import Solver
from teams import TEAMS, team

from planner.engines.joint import JointEngine
from planner.pddl.model import Formula, PDDLTask

Atom = tuple[str, tuple[str, ...]]
Literal = tuple[bool, Atom]
Literals = frozenset[Literal]


@dataclass(frozen=True)
class Deed:
    """A ground action: who acts, what it needs, what it makes true and false, and what if."""

    robots: frozenset[str]
    needs: Literals
    adds: frozenset[Atom]
    deletes: frozenset[Atom]
    when: tuple[tuple[Literals, Literal], ...] = ()

    def hinders(self, other: Deed) -> bool:
        if self.robots & other.robots or self.adds & other.deletes or self.deletes & other.adds:
            return True
        return any((a if kind else b) & {atom for sign, atom in reader.needs if sign is kind}
                   for reader, writer in ((self, other), (other, self))
                   for kind, a, b in ((True, writer.deletes, writer.adds),
                                      (False, writer.deletes, writer.adds)))


def ways(formula: Formula, binding: dict[str, str], sign: bool = True) -> Iterator[Literals]:
    """Yield the conjunctions of which one has to hold."""
    head, *parts = formula
    if head == "not":
        yield from ways(parts[0], binding, not sign)
    elif head == "atom":
        yield frozenset({(sign, (parts[0], tuple(binding.get(w, w) for w in parts[1])))})
    elif head == "=":
        if (binding.get(parts[0], parts[0]) == binding.get(parts[1], parts[1])) is sign:
            yield frozenset()
    elif head in ("and", "or"):
        found = [list(ways(part, binding, sign)) for part in parts]
        every = product(*found) if (head == "and") is sign else zip(chain.from_iterable(found))
        yield from (frozenset[Literal]().union(*some) for some in every)
    else:
        raise NotImplementedError(head)


def changes(effect: Formula, binding: dict[str, str], when: Literals = frozenset()
            ) -> Iterator[tuple[Literals, Literal]]:
    """Yield what an effect makes true or false, each with its condition; costs are left out."""
    if effect[0] == "and":
        for part in effect[1:]:
            yield from changes(part, binding, when)
    elif effect[0] == "when":
        (condition,) = ways(effect[1], binding)
        yield from changes(effect[2], binding, condition)
    elif effect[0] != "increase":
        ((literal,),) = ways(effect, binding)
        yield when, literal


def deeds(task: PDDLTask, robots: Collection[str]) -> list[Deed]:
    """Return all ground actions that facts which never change allow, each way of each."""
    changed = {name for a in task.domain.actions.values()
               for _, (_, (name, _)) in changes(a.effect, {})}
    found = []
    for action in task.domain.actions.values():
        names = [name for name, _ in action.parameters]
        for words in product(*(task.of_type(kinds) for _, kinds in action.parameters)):
            binding = dict(zip(names, words, strict=True))
            effects = list(changes(action.effect, binding))
            adds = frozenset(atom for when, (sign, atom) in effects if sign and not when)
            deletes = frozenset(atom for when, (sign, atom) in effects if not (sign or when)) - adds
            rest = tuple((when, e) for when, e in effects if when and e[1] not in adds)
            doers = frozenset({binding[action.agent]} if action.agent else set(words) & set(robots))
            found += [
                Deed(doers, frozenset(x for x in needs if x[1][0] in changed), adds, deletes, rest)
                for needs in ways(action.precondition, binding)
                if all((atom in task.problem.init) is sign for sign, atom in needs
                       if atom[0] not in changed)]
    return found


def fewest(task: PDDLTask, robots: Collection[str], most: int) -> int | None:
    """Return the least number of joint steps up to ``most``, None where there is no plan."""
    actions = deeds(task, robots)
    (goal,) = ways(task.problem.goal, {})
    return next((steps for steps in range(most + 1)
                 if _solvable(task.problem.init, actions, goal, steps)), None)


def _solvable(start: Collection[Atom], actions: list[Deed], goal: Literals, steps: int) -> bool:
    atoms = sorted({atom for d in actions for atom in (*d.adds, *d.deletes, *(
        a for _, a in d.needs))} | {atom for _, atom in goal} | set(start))
    place = {atom: n for n, atom in enumerate(atoms, start=1)}
    size = len(atoms) + len(actions)

    def at(atom: Atom, layer: int, sign: bool = True) -> int:
        return (1 if sign else -1) * (place[atom] + layer * size)

    def clauses(layer: int) -> Iterator[list[int]]:
        own = [len(atoms) + k + 1 + layer * size for k in range(len(actions))]
        for x, deed in zip(own, actions, strict=True):
            yield from ([-x, at(atom, layer, sign)] for sign, atom in deed.needs)
            yield from ([-x, at(atom, layer + 1)] for atom in deed.adds)
            yield from ([-x, at(atom, layer + 1, False)] for atom in deed.deletes)
        for (x, one), (y, other) in combinations(zip(own, actions, strict=True), 2):
            if one.hinders(other):
                yield [-x, -y]
        for atom, sign in product(atoms, (True, False)):
            causes = [x for x, d in zip(own, actions, strict=True)
                      if atom in (d.adds if sign else d.deletes)]
            yield [at(atom, layer, sign), at(atom, layer + 1, not sign), *causes]

    with Solver("cadical153") as solver:
        for atom in atoms:
            solver.add_clause([at(atom, 0, atom in start)])
        for clause in chain.from_iterable(map(clauses, range(steps))):
            solver.add_clause(clause)
        for sign, atom in goal:
            solver.add_clause([at(atom, steps, sign)])
        return bool(solver.solve())


def main() -> None:
    """Print the least processor time of four calls of the engine and of these, in ms."""
    for name in TEAMS:
        (task, robots), times = team(name), list[tuple[float, float]]()
        for _ in range(4):
            begun = process_time()
            engine = JointEngine(task.domain, task.problem.objects, example=task.problem)
            engine.solve(task.problem.init, task.problem.goal, limit=60)
            middle = process_time()
            fewest(task, robots, 20)
            times.append((middle - begun, process_time() - middle))
        ours, theirs = map(min, zip(*times, strict=True))
        print(f"{name:12}{1e3 * ours:8.1f}{1e3 * theirs:8.1f} ms{ours / theirs:8.2f}")


if __name__ == "__main__":
    main()
