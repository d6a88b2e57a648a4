"""Random small PDDL tasks of every kind the language allows, as plain s-expressions.

Words and nested lists, nothing of this project's reader: :mod:`tests/attacks/pddl_truth.py` works
on the same lists, the program under test on their text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

Sexp = str | list["Sexp"]
Signature = list[str]
"""Types of the arguments."""


@dataclass
class Task:
    """A domain and a problem; ``strata`` are the derived predicates in the order of computation."""

    types: dict[str, str] = field(default_factory=lambda: {"object": ""})
    objects: dict[str, str] = field(default_factory=dict)
    constants: set[str] = field(default_factory=set)
    predicates: dict[str, Signature] = field(default_factory=dict)
    functions: dict[str, Signature] = field(default_factory=dict)
    strata: list[str] = field(default_factory=list)
    axioms: list[tuple[str, list[tuple[str, str]], Sexp]] = field(default_factory=list)
    actions: dict[str, tuple[list[tuple[str, str]], Sexp, Sexp]] = field(default_factory=dict)
    init: list[Sexp] = field(default_factory=list)
    values: dict[tuple[str, ...], str] = field(default_factory=dict)
    goal: Sexp = field(default_factory=list)
    metric: str = ""
    numeric: bool = False

    def is_a(self, kind: str, wanted: str) -> bool:
        while kind not in (wanted, ""):
            kind = self.types[kind]
        return kind == wanted

    def of_type(self, wanted: str) -> list[str]:
        return [name for name, kind in self.objects.items() if self.is_a(kind, wanted)]


def make_task(rng: Random) -> Task:
    """Return a random task; about a third of them is as plain as STRIPS."""
    task = Task()
    plain = rng.random() < 0.3
    if rng.random() < 0.6:
        task.types.update({"t": "object", "s": rng.choice(["t", "object"])})
    names = ["a", "b", "c", "d"][: rng.choice([0, 1, 2, 2, 3, 3, 4])]
    task.objects = {name: rng.choice(list(task.types)) for name in names}
    task.constants = {name for name in names if rng.random() < 0.2}
    for name in ["p", "q", "r", "at"][: rng.randint(1, 4)]:
        arity = rng.choice([0, 1, 1, 2])
        task.predicates[name] = [rng.choice(list(task.types)) for _ in range(arity)]
    base = dict(task.predicates)
    task.numeric = not plain and rng.random() < 0.15
    if task.numeric:
        task.functions["level"] = []
    task.init = [atom for atom in _ground_atoms(task, base) if rng.random() < 0.4]
    if not plain and rng.random() < 0.3:
        _add_axioms(task, rng, base)
    make = _Maker(task, rng, plain)
    costs = rng.choice(["", "", "unit", "constant", "function"])
    _add_costs(task, rng, costs)
    if task.numeric and rng.random() < 0.8:
        task.values["level",] = rng.choice(["0", "1", "2.5", "-1"])
    for name in ["go", "do", "act"][: rng.randint(1, 3)]:
        params = [(f"?{v}", rng.choice(list(task.types))) for v in "xy"[: rng.randint(0, 2)]]
        scope = dict(params)
        effect = make.effect(scope, base)
        if costs in ("constant", "function") and rng.random() < 0.8:
            effect = ["and", effect, ["increase", ["total-cost"], _price(task, rng, costs, scope)]]
        task.actions[name] = (params, make.condition(scope, 2), effect)
    task.goal = _Maker(task, rng, plain, goal=True).condition({}, 2)
    return task


def _add_costs(task: Task, rng: Random, costs: str) -> None:
    if costs in ("constant", "function"):
        task.metric = rng.choice(["(total-cost)", "(total-cost)", ""])
        task.functions["total-cost"] = []
        if rng.random() < 0.8:
            task.values["total-cost",] = "0"
    elif costs == "unit":
        task.metric = "(total-time)"
    if costs == "function":
        task.functions["price"] = ["object"]
        task.values.update({("price", name): str(rng.randint(0, 4)) for name in task.objects})


def _price(task: Task, rng: Random, costs: str, scope: Mapping[str, str]) -> Sexp:
    names = [*scope, *task.constants]
    if costs == "function" and names:
        return ["price", rng.choice(names)]
    return rng.choice(["0", "1", "2", "3", "0.5", "1.25"])


def _ground_atoms(task: Task, predicates: Mapping[str, Signature]) -> list[Sexp]:
    atoms: list[list[Sexp]] = []
    for name, kinds in predicates.items():
        found: list[list[Sexp]] = [[name]]
        for kind in kinds:
            found = [[*atom, thing] for atom in found for thing in task.of_type(kind)]
        atoms += found
    return [*atoms]


def _add_axioms(task: Task, rng: Random, base: Mapping[str, Signature]) -> None:
    """Add derived predicates, each over the earlier ones, and positively over itself."""
    for name in ["way", "odd"][: rng.randint(1, 2)]:
        kinds = [rng.choice(list(task.types)) for _ in range(rng.choice([0, 1, 2]))]
        for _ in range(rng.randint(1, 2)):
            params = [(f"?{v}", kind) for v, kind in zip("xy", kinds, strict=False)]
            body = _Maker(task, rng, plain=False).condition(dict(params), 2)
            if rng.random() < 0.5 and len(kinds) == 2 and base:
                inner = {**dict(params), "?m": kinds[0]}
                step = _Maker(task, rng, plain=True).condition(inner, 1)
                body = ["or", body, ["exists", ["?m", "-", kinds[0]],
                                     ["and", step, [name, "?m", "?y"]]]]
            task.axioms.append((name, params, body))
        task.predicates[name] = kinds
        task.strata.append(name)


class _Maker:
    """Random conditions and effects in which every argument has the right type."""

    def __init__(self, task: Task, rng: Random, plain: bool, goal: bool = False) -> None:
        self.task, self.rng, self.plain, self.goal = task, rng, plain, goal

    def atom(self, scope: Mapping[str, str], among: Mapping[str, Signature]) -> Sexp | None:
        """Return a random atom over what is in scope, or None where none fits."""
        name = self.rng.choice(list(among))
        atom: list[Sexp] = [name]
        known = self._terms(scope)
        for kind in among[name]:
            fitting = [word for word, own in known.items() if self.task.is_a(own, kind)]
            if not fitting:
                return None
            atom.append(self.rng.choice(fitting))
        return atom

    def _terms(self, scope: Mapping[str, str]) -> dict[str, str]:
        """Return what may be named: constants in the domain, all objects in the goal."""
        known = self.task.objects if self.goal else self.task.constants
        return {**{name: self.task.objects[name] for name in sorted(known)}, **scope}

    def condition(self, scope: Mapping[str, str], depth: int) -> Sexp:
        rng = self.rng
        if depth == 0 or rng.random() < 0.25:
            return self._leaf(scope)
        kinds = ["and"] if self.plain else ["and", "and", "or", "not", "imply", "exists", "forall"]
        kind = rng.choice(kinds)
        if kind in ("and", "or"):
            least = 0 if kind == "and" else 1
            return [kind, *(self.condition(scope, depth - 1) for _ in range(rng.randint(least, 3)))]
        if kind == "not":
            return [kind, self.condition(scope, depth - 1)]
        if kind == "imply":
            return [kind, self.condition(scope, depth - 1), self.condition(scope, depth - 1)]
        variable = rng.choice(["?z", "?z", "?x"])
        own = rng.choice(list(self.task.types))
        inner = self.condition({**scope, variable: own}, depth - 1)
        return [kind, [variable, "-", own], inner]

    def _leaf(self, scope: Mapping[str, str]) -> Sexp:
        rng = self.rng
        if not self.plain and self.task.numeric and rng.random() < 0.4:
            compare = rng.choice(["<", "<=", ">", ">=", "="])
            return [compare, ["level"], rng.choice(["0", "1", "2.5"])]
        known = list(self._terms(scope))
        if not self.plain and len(known) > 1 and rng.random() < 0.15:
            return ["=", rng.choice(known), rng.choice(known)]
        atom = self.atom(scope, self.task.predicates)
        if atom is None:
            return ["and"]
        return ["not", atom] if not self.plain and rng.random() < 0.3 else atom

    def effect(self, scope: Mapping[str, str], base: Mapping[str, Signature]) -> Sexp:
        """Return a random effect on the predicates that are not derived."""
        parts = [self._change(scope, base) for _ in range(self.rng.randint(0, 3))]
        return parts[0] if len(parts) == 1 else ["and", *parts]

    def _change(self, scope: Mapping[str, str], base: Mapping[str, Signature]) -> Sexp:
        rng = self.rng
        if not self.plain and rng.random() < 0.2:
            return ["when", self.condition(scope, 1), self._change(scope, base)]
        if not self.plain and rng.random() < 0.15:
            own = rng.choice(list(self.task.types))
            return ["forall", ["?z", "-", own], self._change({**scope, "?z": own}, base)]
        if self.task.numeric and "?z" not in scope and rng.random() < 0.3:
            return [rng.choice(["increase", "decrease"]), ["level"], rng.choice(["1", "0.5"])]
        atom = self.atom(scope, base)
        if atom is None:
            return ["and"]
        return ["not", atom] if rng.random() < 0.4 else atom


def text_of(task: Task) -> tuple[str, str]:
    kinds: list[Sexp] = []
    for name, parent in task.types.items():
        kinds += [name, "-", parent] if name != "object" else []
    domain: list[Sexp] = ["define", ["domain", "d"], [":requirements", *_requirements(task)]]
    if kinds:
        domain.append([":types", *kinds])
    if task.constants:
        domain.append([":constants", *_typed({c: task.objects[c] for c in sorted(task.constants)})])
    domain.append([":predicates", *(_signature(n, k) for n, k in task.predicates.items())])
    if task.functions:
        domain.append([":functions", *(_signature(n, k) for n, k in task.functions.items())])
    domain += [[":derived", [name, *_typed(dict(params))], body]
               for name, params, body in task.axioms]
    domain += [[":action", name, ":parameters", _typed(dict(params)), ":precondition", condition,
                ":effect", effect]
               for name, (params, condition, effect) in task.actions.items()]
    own = {name: kind for name, kind in task.objects.items() if name not in task.constants}
    values: list[Sexp] = [["=", list(key), value] for key, value in task.values.items()]
    problem: list[Sexp] = ["define", ["problem", "x"], [":domain", "d"], [":objects", *_typed(own)],
                           [":init", *task.init, *values], [":goal", task.goal]]
    if task.metric:
        problem.append([":metric", "minimize", [task.metric.strip("()")]])
    return _text(domain), _text(problem)


def _requirements(task: Task) -> list[Sexp]:
    words: list[Sexp] = [":adl", ":typing", ":negative-preconditions", ":equality"]
    words += [":derived-predicates"] if task.axioms else []
    words += [":numeric-fluents"] if task.numeric else []
    return words + ([":action-costs"] if "total-cost" in task.functions else [])


def _typed(names: Mapping[str, str]) -> list[Sexp]:
    words: list[Sexp] = []
    for name, kind in names.items():
        words += [name] if kind == "object" and name == [*names][-1] else [name, "-", kind]
    return words


def _signature(name: str, kinds: Signature) -> Sexp:
    return [name, *_typed({f"?v{k}": kind for k, kind in enumerate(kinds)})]


def _text(sexp: Sexp) -> str:
    return sexp if isinstance(sexp, str) else f"({' '.join(map(_text, sexp))})"
