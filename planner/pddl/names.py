"""Typed lists of names: ``a b - type c``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planner.pddl.model import Parameter
from planner.pddl.sexp import Node, Source

__all__ = ["check_types", "read_names", "read_variables", "typed_names"]

Typed = tuple[Node, tuple[str, ...]]
"""The word where it stands, and its alternative types."""


def typed_names(source: Source, nodes: Sequence[Node]) -> list[Typed]:
    """Read ``a b - type c`` lists; names without a type are objects."""
    result: list[Typed] = []
    waiting: list[Node] = []
    items = iter(nodes)
    for node in items:
        if node.children is not None:
            raise source.error("a list where a name should stand", node.offset, expected="a name")
        if node.word != "-":
            waiting.append(node)
            continue
        if not waiting:
            raise source.error("a name is missing before '-'", node.offset, expected="a name")
        kind = next(items, None)
        if kind is None or kind.word == "-":
            raise source.error("a type is missing after '-'", node.offset, expected="a type name")
        kinds = (kind.word,) if kind.children is None else tuple(k.word for k in list(kind)[1:])
        if kind.children is not None and (kind.head != "either" or not all(kinds) or not kinds):
            raise source.error("bad type", kind.offset, expected="NAME or (either NAME NAME)")
        result += [(name, kinds) for name in waiting]
        waiting = []
    return result + [(name, ("object",)) for name in waiting]


def read_variables(
    source: Source, section: Node, nodes: Sequence[Node], types: Mapping[str, tuple[str, ...]]
) -> tuple[Parameter, ...]:
    """Read parameters; a word without ``?`` or a variable given twice is an error."""
    found = typed_names(source, nodes)
    seen: set[str] = set()
    for node, _ in found:
        if not node.word.startswith("?") or node.word == "?":
            raise source.error(f"'{node.word}' is no variable", node.offset, node.length,
                               expected="?NAME")
        if node.word in seen:
            raise source.error(f"variable '{node.word}' is given twice", node.offset, node.length)
        seen.add(node.word)
    check_types(source, section, found, types)
    return tuple((node.word, kinds) for node, kinds in found)


def read_names(
    source: Source, section: Node, nodes: Sequence[Node], types: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Read objects or constants; the same one with two different types is an error."""
    result: dict[str, tuple[str, ...]] = {}
    found = typed_names(source, nodes)
    for node, kinds in found:
        if node.word.startswith(("?", ":")):
            raise source.error(f"'{node.word}' is no name", node.offset, node.length,
                               expected="a name without '?' or ':'")
        if result.setdefault(node.word, kinds) != kinds:
            raise source.error(f"'{node.word}' is declared twice, of type "
                               f"{'/'.join(result[node.word])} and {'/'.join(kinds)}",
                               node.offset, node.length)
    check_types(source, section, found, types)
    return result


def check_types(
    source: Source, section: Node, params: Sequence[Typed], types: Mapping[str, tuple[str, ...]]
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
