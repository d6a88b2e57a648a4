"""Fast Downward's translator behind one JSON object in and one out; a program of its own.

The translator is under the GPL: it is never imported by the rest of this package, which starts
this file as a process (``translator_program.py FOLDER PARENT`` with the interpreter's ``-I -S``
flags; FOLDER is where ``fast_downward`` lies) and speaks with it in texts. Nothing of the rest is
imported here.

In: ``domain`` and ``problem`` (PDDL texts), ``seconds`` and ``limit`` (atoms). Out: ``atoms``
(predicate and arguments), ``actions`` (name, needs, adds, deletes; literals are numbers of atoms
from 1 on, negative for "does not hold"; effects are pairs of conditions and an atom),
``invariants`` (predicate → positions), ``axioms`` (whether there are any); or ``error``, ``kind``.
"""

import contextlib
import ctypes
import gc
import json
import os
import signal
import sys
import time
from typing import Any

INVARIANT_SECONDS = 5
INVARIANT_CANDIDATES = 3000
PR_SET_PDEATHSIG = 1


class Exceeded(Exception):
    """A limit of time or size."""


def parsed(domain: str, problem: str) -> Any:
    """Return the translator's normalised task for two texts."""
    from fast_downward.translate import normalize
    from fast_downward.translate.pddl_parser import lisp_parser, parsing_functions

    task = parsing_functions.parse_task(
        lisp_parser.parse_nested_list(iter(domain.splitlines())),
        lisp_parser.parse_nested_list(iter(problem.splitlines())))
    normalize.normalize(task)
    return task


def explored(task: Any, deadline: float, limit: int) -> tuple[list[Any], list[Any]]:
    """Return all reachable atoms and the actions instantiated, static conditions included."""
    from fast_downward.translate import instantiate, pddl_to_prolog

    model = model_of(pddl_to_prolog.translate(task), deadline, limit)
    actions = task.actions
    task.actions = [*actions, *touching(task)]
    _, atoms, found, *_ = instantiate.instantiate(task, model)
    task.actions = actions
    return list(atoms), found


def touching(task: Any) -> list[Any]:
    """Return actions that touch every predicate: then no condition is dropped as static."""
    from fast_downward.translate import pddl

    made = []
    for predicate in task.predicates:
        if predicate.name != "=":
            names = [argument.name for argument in predicate.arguments]
            effect = pddl.Effect([], pddl.Truth(), pddl.Atom(predicate.name, names))
            made.append(pddl.Action(f"@{predicate.name}", list(predicate.arguments), 0,
                                    pddl.Truth(), [effect], None))
    return made


def model_of(program: Any, deadline: float, limit: int) -> list[Any]:
    """Compute the program's model as ``build_model.compute_model`` does, within limits."""
    from fast_downward.translate import build_model

    unifier = build_model.Unifier(build_model.convert_rules(program))
    queue = build_model.Queue(sorted(fact.atom for fact in program.facts))
    while queue:
        if len(queue.queue) > limit:
            raise Exceeded(f"grounding makes more than {limit:,} atoms{exploded(queue.queue)}")
        if queue.queue_pos % 256 == 0 and time.monotonic() > deadline:
            raise Exceeded("grounding did not end within the time limit")
        atom = queue.pop()
        for rule, position in unifier.unify(atom):
            rule.update_index(atom, position)
            rule.fire(atom, position, queue.push)
    found: list[Any] = queue.queue
    return found


def exploded(atoms: list[Any]) -> str:
    """Say what most atoms are: instances of an action, or of a predicate."""
    counts: dict[str, int] = {}
    for atom in atoms:
        name = getattr(atom.predicate, "name", atom.predicate)
        if "$" not in str(name):
            counts[str(name)] = counts.get(str(name), 0) + 1
    if not counts:
        return ""
    name = max(sorted(counts), key=counts.__getitem__)
    return f": {counts[name]:,} of them are instances of '{name}' (fewer objects, parameters help)"


def invariants_of(task: Any) -> list[dict[str, list[int]]]:
    """Return invariants, which hold whatever the initial state (but for their weight).

    Each maps its predicates to the parameter at each position, -1 for what is counted.
    """
    from fast_downward.translate import invariant_finder

    return [{name: list(one.predicate_to_part[name].args) for name in one.predicates}
            for one in invariant_finder.find_invariants(task, None)]


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return the grounding of a request."""
    from fast_downward.translate import options

    options.set_options([
        "--keep-no-ops", "--invariant-generation-max-time", str(INVARIANT_SECONDS),
        "--invariant-generation-max-candidates", str(INVARIANT_CANDIDATES), "-", "-"])
    deadline = time.monotonic() + min(request["seconds"], 1e9)
    task = parsed(request["domain"], request["problem"])
    if task.axioms:
        return {"axioms": True, "atoms": [], "actions": [], "invariants": []}
    atoms, actions = explored(task, deadline, request["limit"])
    number = {(a.predicate, a.args): n for n, a in enumerate(atoms, start=1)}

    def literals(facts: Any) -> list[int]:
        return [-number[key] if fact.negated else number[key] for fact in facts
                if (key := (fact.predicate, fact.args)) in number]

    def effects(pairs: Any) -> list[list[Any]]:
        return [[literals(condition), number[fact.predicate, fact.args]]
                for condition, fact in pairs]

    told = [[a.name[1:-1].split(), literals(a.precondition), effects(a.add_effects),
             effects(a.del_effects)] for a in actions if not a.name.startswith("(@")]
    if time.monotonic() > deadline:
        raise Exceeded("grounding did not end within the time limit")
    return {"axioms": False, "atoms": [[a.predicate, *map(str, a.args)] for a in atoms],
            "actions": told, "invariants": invariants_of(task)}


def main() -> None:
    """Answer the one request on standard input; what the translator prints goes nowhere."""
    gc.disable()  # there is hardly any garbage, and looking for it takes a fifth of the time
    folder, parent = sys.argv[1:]
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != int(parent):
        os._exit(1)
    sys.path.append(folder)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    from fast_downward.translate.pddl_parser.parse_error import ParseError

    try:
        found = answer(json.load(sys.stdin))
    except Exceeded as error:
        found = {"error": str(error), "kind": "limit"}
    except (MemoryError, RecursionError) as error:
        found = {"error": f"grounding: {type(error).__name__}", "kind": "limit"}
    except (ParseError, SystemExit) as error:
        found = {"error": f"the translator refuses the problem: {error}", "kind": "refused"}
    json.dump(found, out)
    out.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
