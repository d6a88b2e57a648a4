"""Formulas, effects and numeric expressions with every name checked in its scope."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from planner.errors import SourceError
from planner.files import read_toml
from planner.pddl.model import CHANGES, Domain, Formula, Parameter
from planner.pddl.names import near, read_variables
from planner.pddl.sexp import Node, Source

_COMPARE = ("<", ">", "<=", ">=")
_ARITHMETIC = ("+", "-", "*", "/")
_SCALES = {"scale-up": "*", "scale-down": "/"}
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:e[+-]?[0-9]{1,2})?")
LANGUAGE = read_toml(Path(__file__).with_name("language.toml"))
"""Its sections, fields and requirements, and words of larger languages."""
KEYWORDS = frozenset({"and", "or", "not", "imply", "exists", "forall", "when", "preference", "=",
                      *_COMPARE, *CHANGES, *_SCALES, *_ARITHMETIC})
"""Words that mean something at the head of a formula or effect: they cannot name predicates."""


class Scope(NamedTuple):
    """Where names are looked up: a domain, a source text, and objects or variables with types.

    ``within`` says that the text is the domain's, whose constants may be objects of the problem.
    """

    domain: Domain
    source: Source
    names: Mapping[str, tuple[str, ...]]
    within: bool = False

    def error(self, message: str, node: Node, expected: str = "") -> SourceError:
        """Return an error at ``node``."""
        return self.source.error(message, node, expected)

    def inside(self, variables: tuple[Parameter, ...]) -> Scope:
        """Return the scope with quantified variables added."""
        return self._replace(names={**self.names, **dict(variables)})


def read_formula(scope: Scope, node: Node) -> Formula:
    """Read a goal description; ``()`` is true."""
    head, arguments = _parted(scope, node, "a formula")
    if head in ("and", "or", "not", "imply"):
        if head in ("not", "imply"):
            _arity(scope, node, 1 if head == "not" else 2)
        return (head, *(read_formula(scope, a) for a in arguments))
    if head == "preference":
        if len(arguments) not in (1, 2):
            raise scope.error("bad preference", node, "(preference [NAME] FORMULA)")
        name = arguments[0].word if len(arguments) == 2 else ""
        return ("preference", name, read_formula(scope, arguments[-1]))
    if head in ("exists", "forall"):
        _arity(scope, node, 2)
        variables = _variables(scope, arguments[0])
        return (head, variables, read_formula(scope.inside(variables), arguments[1]))
    if head == "=" or head in _COMPARE:
        return _comparison(scope, node)
    return _atom(scope, node)


def _comparison(scope: Scope, node: Node) -> Formula:
    """Read a comparison of numbers, or of objects where ``=`` stands between words."""
    _arity(scope, node, 2)
    head, arguments = node.head, list(node)[1:]
    words = [a.word for a in arguments if a.children is None]
    numbers = all(map(_NUMBER.fullmatch, words)) and scope.names.keys().isdisjoint(words)
    if head == "=" and len(words) == 2 and not numbers:
        return ("=", *(_term(scope, a) for a in arguments))
    return ("num=" if head == "=" else head, *(read_expression(scope, a) for a in arguments))


def read_effect(scope: Scope, node: Node) -> Formula:
    """Read an effect."""
    head, arguments = _parted(scope, node, "an effect")
    if head == "and":
        return (head, *(read_effect(scope, a) for a in arguments))
    if head == "not":
        _arity(scope, node, 1)
        return ("not", _changed(scope, arguments[0]))
    if head == "when":
        _arity(scope, node, 2)
        return ("when", read_formula(scope, arguments[0]), read_effect(scope, arguments[1]))
    if head == "forall":
        _arity(scope, node, 2)
        variables = _variables(scope, arguments[0])
        return ("forall", variables, read_effect(scope.inside(variables), arguments[1]))
    if head in CHANGES or head in _SCALES:
        _arity(scope, node, 2)
        target = read_expression(scope, arguments[0])
        if target[0] != "fluent":
            raise scope.error("only a function can change", arguments[0], "(function …)")
        amount = read_expression(scope, arguments[1])
        if head in _SCALES:  # unified-planning and LPG lack them
            return ("assign", target, (_SCALES[head], target, amount))
        return (head, target, amount)
    return _changed(scope, node)


def read_expression(scope: Scope, node: Node) -> Formula:
    """Read a numeric expression."""
    if node.children is None:
        if _NUMBER.fullmatch(node.word):
            return ("number", Fraction(node.word))
        if scope.domain.functions.get(node.word) == ():
            return ("fluent", node.word, ())
        raise scope.error(f"'{node.word}' is not a number", node, "a number")
    if node.head in _ARITHMETIC:
        if len(node) < 3 and not (node.head == "-" and len(node) == 2):
            raise scope.error(f"'{node.head}' takes at least 2 arguments", node)
        return (node.head, *(read_expression(scope, a) for a in list(node)[1:]))
    signature = scope.domain.functions.get(node.head)
    if signature is None:
        raise scope.error(f"function '{node.head}' is not declared", _name(node),
                          near(node.head, scope.domain.functions))
    return ("fluent", node.head, _arguments(scope, node, signature))


def _parted(scope: Scope, node: Node, what: str) -> tuple[str, list[Node]]:
    """Return the head and the arguments of a list; an empty one is true."""
    if node.children is None:
        raise scope.error(f"'{node.word}' where {what} should stand", node, "(predicate …)")
    return (node.head if node.children else "and"), list(node)[1:]


def _changed(scope: Scope, node: Node) -> Formula:
    atom = _atom(scope, node)
    if atom[1] in scope.domain.derived:
        raise scope.error(f"'{atom[1]}' is derived: no effect can change it", _name(node),
                          "a predicate without a (:derived …)")
    return atom


def _atom(scope: Scope, node: Node) -> Formula:
    if node.children is None or not node.children:
        raise scope.error("an atom should stand here", node, "(predicate …)")
    signature = scope.domain.predicates.get(node.head)
    if signature is None and (larger := LANGUAGE["larger"]["operators"].get(node.head)):
        raise scope.source.unsupported(f"{larger} is not supported", node)
    if signature is None:
        raise scope.error(f"predicate '{node.head}' is not declared", _name(node),
                          near(node.head, scope.domain.predicates))
    return ("atom", node.head, _arguments(scope, node, signature))


def _arguments(scope: Scope, node: Node, signature: tuple[Parameter, ...]) -> tuple[str, ...]:
    given = list(node)[1:]
    if len(given) != len(signature):
        raise scope.error(f"'{node.head}' takes {len(signature)} argument(s), {len(given)} given",
                          _name(node))
    words = []
    for argument, (_, wanted) in zip(given, signature, strict=True):
        word = _term(scope, argument)
        kinds = scope.names.get(word, ("object",))
        domain = scope.domain
        fits = any(domain.is_a(k, wanted) or any(domain.is_a(w, (k,)) for w in wanted)
                   for k in kinds)
        if not fits:
            scope.source.tolerate(f"'{word}' is of type {'/'.join(kinds)}, '{node.head}' wants "
                                  f"{'/'.join(wanted)}", argument)
        words.append(word)
    return tuple(words)


def _term(scope: Scope, node: Node) -> str:
    if node.children is not None:
        raise scope.error("a list where a name should stand", node, "an object or a variable")
    if node.word not in scope.names:
        kind = "variable" if node.word.startswith("?") else "object"
        if kind == "object" and scope.within and not scope.source.strict:
            if scope.source.later.setdefault(node.word, node.offset) == node.offset:
                scope.source.tolerate(f"object '{node.word}' is not declared", node,
                                      "an object of each problem")
            return node.word
        raise scope.error(f"{kind} '{node.word}' is not declared", node,
                          near(node.word, scope.names))
    return node.word


def _variables(scope: Scope, node: Node) -> tuple[Parameter, ...]:
    if node.children is None:
        raise scope.error(f"'{node.word}' where variables should stand", node, "(?x - TYPE …)")
    return read_variables(scope.source, node, node.children, scope.domain.types)


def _arity(scope: Scope, node: Node, count: int) -> None:
    if len(node) != count + 1:
        raise scope.error(f"'{node.head}' takes {count} argument(s), {len(node) - 1} given",
                          _name(node))


def _name(node: Node) -> Node:
    return node.children[0] if node.children else node
