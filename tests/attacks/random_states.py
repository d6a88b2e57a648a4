"""Are the states of ``planner.state`` right and quick? Each is asked of two simulators.

``rooms`` draws tasks with every kind of condition and effect, ``domains`` domains, too, ``corpus``
takes the shipped ones. In each state actions are compared with the simulator: whether they can be
done and what follows. Half of the states are reached by random walks (where atoms exclude each
other), half are any set of atoms. ``speed``: applicable actions beside unified-planning's.
"""

import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path

from attack import Attack, Verdict, main
from pddl_tasks import make_task, text_of
from teams import world

import planner
from planner.errors import UsageError
from planner.pddl import PDDLTask, read_task, read_texts
from planner.pddl.conditions import State as Simulated
from planner.pddl.simulate import advance
from planner.plan import Step
from planner.states import State, Task

ROOT = Path(planner.__file__).parents[1]
CORPUS = sorted((ROOT / "domains/pddl/suites/corpus").glob("*/p*.pddl"))
STATES, ASKED, LEAST = 20, 40, 5
ROOMS = world("rooms")


def drawn(seed: int | str) -> PDDLTask:
    """Return a small problem of the domain with every kind of condition and effect."""
    rng = random.Random(seed)
    rooms, things = [f"r{k}" for k in range(rng.randint(2, 4))], ["t1", "t2"]
    facts = [f"(way {rng.choice(rooms[:k])} {rooms[k]})" for k in range(1, len(rooms))]
    facts += [f"(in {t} {rng.choice(rooms)})" for t in things]
    facts += [f"(lit {r})" for r in rooms if rng.random() < 0.5] + ["(at r0)"]
    text = (f"(define (problem p) (:domain rooms) (:objects {' '.join(rooms)} - room t1 t2 - thing)"
            f"(:init {' '.join(facts)}) (:goal (and (in t1 {rooms[-1]}) (not (dark)))))")
    return read_texts(ROOMS, text)


def calls(task: PDDLTask) -> list[Step]:
    return [Step(name, words) for name, a in task.domain.actions.items()
            for words in product(*(task.of_type(kinds) for _, kinds in a.parameters))]


def difference(task: PDDLTask, state: State, asked: Sequence[Step]) -> str:
    """Compare a state with the simulator in some actions; return what differs, or nothing."""
    can = set(state.applicable())
    for step in asked:
        after, _ = advance(task, Simulated(state.atoms, dict(task.problem.values)), step)
        if (after is not None) != (step in can):
            return f"{step} can {'not ' * (step not in can)}be done"
        if after is not None and after.atoms != state.successor(step).atoms:
            return f"{step} leads elsewhere"
    return ""


def walked(
    group: str, case: object, task: PDDLTask, known: Task, rng: random.Random, any_set: bool
) -> Verdict:
    """Compare :data:`STATES` states of one task."""
    start = known.state(task.problem.init)
    state, all_calls, seen = start, calls(task), 0
    for _ in range(STATES):
        can = sorted(state.applicable(), key=str)
        some = all_calls if len(all_calls) <= ASKED else [
            *rng.sample(all_calls, ASKED // 2), *rng.sample(can, min(len(can), ASKED // 2))]
        wrong = difference(task, state, some)
        seen += 1
        if not any_set and any(len(group & state.atoms) > 1 for group in known.mutexes):
            wrong = "two atoms that exclude each other hold"
        if wrong:
            return Verdict(group, f"{case} in {sorted(state.atoms)}", wrong, {"states": seen})
        if any_set:
            state = known.state(a for a in known.atoms if rng.random() < 0.5)
        else:
            state = state.successor(rng.choice(can)) if can else start
    return Verdict(group, str(case), "", {"states": seen})


def rooms(seed: int, number: int) -> Verdict:
    task = drawn(f"{seed}/{number}")
    rng = random.Random(f"states/{seed}/{number}")
    return walked("rooms", number, task, Task(task), rng, bool(number % 2))


def domains(seed: int, number: int) -> Verdict:
    rng = random.Random(f"domains/{seed}/{number}")
    task = read_texts(*text_of(make_task(rng)))
    try:
        return walked("domains", number, task, Task(task), rng, bool(number % 2))
    except UsageError:  # numbers or axioms
        return Verdict("domains", "", "", {"refused": 1})


@cache
def known_task(path: Path) -> tuple[PDDLTask, Task] | None:
    """Return a task of the corpus and its grounding; None: beyond what states are."""
    task = read_task(path.with_name("domain.pddl"), path)
    try:
        return task, Task(task)
    except UsageError:
        return None


def corpus(seed: int, number: int) -> Verdict:
    path = CORPUS[number % len(CORPUS)]
    found = known_task(path)
    if found is None:
        return Verdict("corpus", path.parent.name, "", {"refused": 1})
    rng = random.Random(f"states/{seed}/{number}")
    return walked("corpus", path, *found, rng, False)


def speed(_seed: int, number: int) -> Verdict:
    """Time the applicable actions of the first state, by two simulators in one process."""
    from unified_planning.engines.sequential_simulator import UPSequentialSimulator
    from unified_planning.io import PDDLReader

    path = CORPUS[number % len(CORPUS)]
    found = known_task(path)
    if found is None:
        return Verdict("speed", path.parent.name, "", {"refused": 1})
    try:
        problem = PDDLReader().parse_problem(str(path.with_name("domain.pddl")), str(path))
    except Exception:  # its reader refuses in many classes what others read
        return Verdict("speed", path.parent.name, "", {"unread by unified-planning": 1})
    theirs = UPSequentialSimulator(problem)
    start, state = theirs.get_initial_state(), found[1].state(found[0].problem.init)
    slow, many = timed(lambda: list(theirs.get_applicable_actions(start)), 3)
    quick, ours = timed(state.applicable, 200)
    wrong = "" if len(many) == len(ours) else f"{len(ours)} actions, theirs {len(many)}"
    if slow < LEAST * quick:  # a hundred times over all; a handful of operators take no time at all
        wrong = f"only {slow / quick:.0f} times as quick"
    return Verdict("speed", path.parent.name, wrong, {
        "tasks": 1, "ms": 1e3 * quick, "ms, unified-planning": 1e3 * slow})


def timed(call: Callable[[], Sequence[object]], times: int) -> tuple[float, Sequence[object]]:
    least, found = 1e9, call()
    for _ in range(times):
        begin = time.process_time()
        found = call()
        least = min(least, time.process_time() - begin)
    return least, found


ATTACKS: Mapping[str, Attack] = {
    "rooms": rooms, "domains": domains, "corpus": corpus, "speed": speed}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, len(CORPUS)))
