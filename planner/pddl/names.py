"""Typed lists of names: ``a b - type c``."""

from __future__ import annotations

from collections.abc import Mapping

from planner.pddl.model import Parameter
from planner.pddl.sexp import Node, Source

__all__ = ["check_types", "typed_names"]


def typed_names(source: Source, nodes: tuple[Node, ...]) -> list[Parameter]:
    """Read ``a b - type c`` lists; names without a type are objects."""
    result: list[Parameter] = []
    waiting: list[str] = []
    items = iter(nodes)
    for node in items:
        if node.children is not None:
            raise source.error("a list where a name should stand", node.offset, expected="a name")
        if node.word != "-":
            waiting.append(node.word)
            continue
        kind = next(items, None)
        if kind is None:
            raise source.error("a type is missing after '-'", node.offset, expected="a type name")
        kinds = (kind.word,) if kind.children is None else tuple(k.word for k in list(kind)[1:])
        if kind.children is not None and (kind.head != "either" or not kinds):
            raise source.error("bad type", kind.offset, expected="NAME or (either NAME NAME)")
        result += [(name, kinds) for name in waiting]
        waiting = []
    return result + [(name, ("object",)) for name in waiting]


def check_types(
    source: Source, section: Node, params: list[Parameter], types: Mapping[str, tuple[str, ...]]
) -> None:
    """Raise :class:`SourceError` at the first type of ``params`` that is not declared."""
    for _, kinds in params:
        for kind in kinds:
            if kind not in types:
                found = _find(section, kind)
                place = section if found is None else found
                raise source.error(f"type '{kind}' is not declared", place.offset, place.length,
                                   expected="one of: " + ", ".join(sorted(types)[:12]))


def _find(node: Node, word: str) -> Node | None:
    if node.children is None:
        return node if node.word == word else None
    for child in node.children:
        found = _find(child, word)
        if found is not None:
            return found
    return None
