"""Actions, those that take time (PDDL 2.1, level 3) and axioms of a domain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from planner.pddl.conditions import TRUE
from planner.pddl.formulas import LANGUAGE, Scope, read_effect, read_expression, read_formula
from planner.pddl.model import DURATION, ActionSchema, Axiom, Domain, Durative, Formula, Timed
from planner.pddl.names import read_variables
from planner.pddl.sections import Sections
from planner.pddl.sexp import Node, Source

_NOTHING = Node("", (), 0, 1)
"""What a field that is missing says."""


def read_actions(sections: Sections, domain: Domain) -> dict[str, ActionSchema]:
    """Read all actions; two different ones of one name are an error."""
    actions: dict[str, ActionSchema] = {}
    for node in sections.all(":action", ":durative-action"):
        action = _action(domain, node)
        known = actions.get(action.name, action)
        if known != action:
            raise sections.source.error(f"action '{action.name}' is defined twice", node)
        if known is not action:
            sections.source.tolerate(f"action '{action.name}' is defined twice", node)
        actions[action.name] = action
    return actions


def _action(domain: Domain, node: Node) -> ActionSchema:
    source = domain.source
    parts = node.children or ()
    if len(parts) < 2 or parts[1].children is not None:
        raise source.error("an action needs a name", node, "(:action NAME …)")
    name = parts[1].word
    fields, agent = _fields(source, name, parts[2:], LANGUAGE["fields"][node.head])
    declared = fields.get(":parameters", _NOTHING)
    if declared.children is None:
        raise source.error(f"'{declared.word}' where parameters should stand", declared,
                           "(?x - TYPE …)")
    params = read_variables(source, declared or node, (*agent, *declared), domain.types)
    scope = Scope(domain, source, {**domain.constants, **dict(params)}, within=True)
    if node.head == ":durative-action":
        durative = read_durative(scope, *(fields.get(f, _NOTHING) for f in (
            ":duration", ":condition", ":effect")))
        return ActionSchema(name, params, TRUE, TRUE, durative)
    return ActionSchema(
        name, params, read_formula(scope, fields.get(":precondition", _NOTHING)),
        read_effect(scope, fields.get(":effect", _NOTHING)), agent=agent[0].word if agent else "")


def _fields(
    source: Source, name: str, parts: tuple[Node, ...], allowed: Sequence[str]
) -> tuple[dict[str, Node], tuple[Node, ...]]:
    """Return the fields of an action by name, and what stands after ``:agent`` (MA-PDDL)."""
    parts, agent = _agent(parts)
    fields: dict[str, Node] = {}
    for key in parts[::2]:
        if larger := LANGUAGE["larger"]["fields"].get(key.word):
            raise source.unsupported(f"{larger} are not supported", key)
        if key.word not in allowed:
            raise source.error(f"unknown field '{key.word}'", key, ", ".join(allowed))
    if len(parts) % 2:
        raise source.error(f"action '{name}': a value is missing after '{parts[-1].word}'",
                           parts[-1])
    for key, value in zip(parts[::2], parts[1::2], strict=True):
        if key.word in fields:
            raise source.error(f"action '{name}': a second '{key.word}'", key, "each field once")
        fields[key.word] = value
    return fields, agent


def _agent(parts: tuple[Node, ...]) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """Split off ``:agent ?a - TYPE``, which MA-PDDL writes without brackets."""
    begin = next((k for k, node in enumerate(parts) if node.word == ":agent"), None)
    if begin is None:
        return parts, ()
    end = next((k for k in range(begin + 1, len(parts)) if parts[k].word.startswith(":")),
               len(parts))
    found = parts[begin + 1 : end]
    if len(found) == 1 and found[0].children:
        found = found[0].children
    return parts[:begin] + parts[end:], found


def read_axiom(domain: Domain, node: Node) -> Axiom:
    """Read ``(:derived (PREDICATE ?x …) CONDITION)``; a predicate may have several."""
    source = domain.source
    parts = node.children or ()
    if len(parts) != 3 or not parts[1].children:
        raise source.error("bad axiom", node, "(:derived (PREDICATE ?x …) CONDITION)")
    head = parts[1]
    signature = domain.predicates.get(head.head)
    if signature is None:
        raise source.error(f"predicate '{head.head}' is not declared", head)
    params = read_variables(source, head, (head.children or ())[1:], domain.types)
    if len(params) != len(signature):
        raise source.error(f"'{head.head}' takes {len(signature)} argument(s), {len(params)} "
                           "given", head)
    scope = Scope(domain, source, {**domain.constants, **dict(params)}, within=True)
    return Axiom(head.head, params, read_formula(scope, parts[2]), node.offset)


_LIMITS = ("=", "<=", ">=")
_CONTINUOUS: Formula = ("continuous",)


def read_durative(scope: Scope, duration: Node, condition: Node, effect: Node) -> Durative:
    """Read the three fields, in which ``?duration`` is a number."""
    inside = scope._replace(domain=replace(
        scope.domain, functions={**scope.domain.functions, DURATION: ()}))
    return Durative(tuple(_durations(inside, duration)),
                    tuple(_timed(inside, condition, _condition)),
                    tuple(_timed(inside, effect, _effect)))


def _durations(scope: Scope, node: Node) -> Iterator[tuple[str, Formula]]:
    if not node.children:
        return
    if node.head == "and":
        for part in list(node)[1:]:
            yield from _durations(scope, part)
        return
    parts = list(node)
    if node.head == "at" and len(parts) == 3:
        if parts[1].word == "start":
            yield from _durations(scope, parts[2])
            return
        raise scope.source.unsupported("durations fixed at the end are not supported", node)
    if node.head not in _LIMITS or len(parts) != 3 or parts[1].word != DURATION:
        raise scope.error("bad duration", node, "(= ?duration EXPRESSION), also <= and >=")
    yield node.head, read_expression(scope, parts[2])


def _timed(
    scope: Scope, node: Node, read: Callable[[Scope, Node], Iterator[Timed]]
) -> Iterator[Timed]:
    """Read the parts of ``and`` and ``forall`` with ``read``."""
    parts = list(node)
    if node.head == "and":
        for part in parts[1:]:
            yield from _timed(scope, part, read)
    elif node.head == "forall" and len(parts) == 3:
        variables = read_variables(
            scope.source, parts[1], parts[1].children or (), scope.domain.types)
        for time, formula in _timed(scope.inside(variables), parts[2], read):
            yield time, ("forall", variables, formula)
    elif parts:
        yield from read(scope, node)


def _condition(scope: Scope, node: Node) -> Iterator[Timed]:
    if node.head == "preference":
        yield "start", ("preference", "", ("and",))
    else:
        yield _time(scope, node), read_formula(scope, list(node)[2])


def _effect(scope: Scope, node: Node) -> Iterator[Timed]:
    if node.head == "when" and len(list(node)) == 3:
        yield from _conditional(scope, node)
    elif any(part.word == "#t" for part in node.words()):
        yield "all", _CONTINUOUS
    else:
        time = _time(scope, node)
        if time == "all":
            raise scope.error("an effect has no 'over all'", node, "at start or at end")
        yield time, read_effect(scope, list(node)[2])


def _conditional(scope: Scope, node: Node) -> Iterator[Timed]:
    conditions = list(_timed(scope, list(node)[1], _condition))
    for time, effect in _timed(scope, list(node)[2], _effect):
        if any(when != time for when, _ in conditions):
            raise scope.source.unsupported(
                "an effect whose condition is of another time is not supported", node)
        yield time, ("when", ("and", *(formula for _, formula in conditions)), effect)


def _time(scope: Scope, node: Node) -> str:
    """Return ``start``, ``all`` or ``end``: the time of a part."""
    parts = list(node)
    words = tuple(part.word if part.children is None else "" for part in parts[:2])
    if len(parts) == 3 and words in (("at", "start"), ("at", "end"), ("over", "all")):
        return words[1]
    raise scope.error("a part without its time", node, "(at start …), (over all …), (at end …)")
