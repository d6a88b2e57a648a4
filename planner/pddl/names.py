"""Typed lists of names: ``a b - type c``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import count

from planner.pddl.model import Parameter
from planner.pddl.sexp import Node, Source

Typed = tuple[Node, tuple[str, ...]]
"""The word where it stands, and its alternative types."""


def typed_names(source: Source, nodes: Sequence[Node]) -> list[Typed]:
    """Read ``a b - type c`` lists; names without a type are objects."""
    result: list[Typed] = []
    waiting: list[Node] = []
    items = iter(list(_apart(source, nodes)))
    for node in items:
        if node.children is not None:
            raise source.error("a list where a name should stand", node, "a name")
        if node.word != "-":
            waiting.append(node)
            continue
        if not waiting:
            source.tolerate("a name is missing before '-'", node, "a name")
        kind = next(items, None)
        if kind is None or kind.word == "-":
            raise source.error("a type is missing after '-'", node, "a type name")
        kinds = (kind.word,) if kind.children is None else tuple(k.word for k in list(kind)[1:])
        if kind.children is not None and (kind.head != "either" or not all(kinds) or not kinds):
            raise source.error("bad type", kind, "NAME or (either NAME NAME)")
        result += [(name, kinds) for name in waiting]
        waiting = []
    return result + [(name, ("object",)) for name in waiting]


def _apart(source: Source, nodes: Sequence[Node]) -> Iterator[Node]:
    """Yield the nodes, ``-type`` as two of them."""
    for node in nodes:
        if node.word.startswith("-") and len(node.word) > 1:
            source.tolerate(f"no blank in '{node.word}'", node, f"- {node.word[1:]}")
            yield replace(node, word="-", length=1)
            yield replace(node, word=node.word[1:], offset=node.offset + 1, length=node.length - 1)
        else:
            yield node


def read_variables(
    source: Source, section: Node, nodes: Sequence[Node], types: Mapping[str, tuple[str, ...]],
    *, loose: bool = False,
) -> tuple[Parameter, ...]:
    """Read parameters; a word without ``?`` is an error.

    A variable given twice and a type that is not declared are errors, too, unless ``loose``: then
    the variable gets a name of its own, and nothing is of the type.
    """
    report = source.tolerate if loose else source.refuse
    found = typed_names(source, nodes)
    names: list[str] = []
    for node, _ in found:
        name = node.word
        if not name.startswith("?") or name == "?":
            raise source.error(f"'{name}' is not a variable", node, "?NAME")
        if name in names:
            report(f"variable '{name}' is given twice", node, "another name")
            name = next(n for k in count(2) if (n := f"{node.word}-{k}") not in names)
        names.append(name)
    _check_types(section, found, types, report)
    return tuple((name, kinds) for name, (_, kinds) in zip(names, found, strict=True))


def read_names(
    source: Source, section: Node, nodes: Sequence[Node], types: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Read objects or constants; the same one with two different types is an error."""
    result: dict[str, tuple[str, ...]] = {}
    found = typed_names(source, nodes)
    for node, kinds in found:
        if node.word.startswith(("?", ":")):
            raise source.error(f"'{node.word}' is not a name", node,
                               "a name without '?' or ':'")
        if node.word in result:
            source.tolerate(f"'{node.word}' is declared twice", node)
        if result.setdefault(node.word, kinds) != kinds:
            raise source.error(f"'{node.word}' is declared twice, of type "
                               f"{'/'.join(result[node.word])} and {'/'.join(kinds)}", node)
    _check_types(section, found, types, source.refuse)
    return result


def _check_types(
    section: Node, params: Sequence[Typed], types: Mapping[str, tuple[str, ...]],
    report: Callable[[str, Node, str], None],
) -> None:
    """Report the types of ``params`` that are not declared, where they stand."""
    for kind in dict.fromkeys(kind for _, kinds in params for kind in kinds if kind not in types):
        place = next((node for node in section.words() if node.word == kind), section)
        report(f"type '{kind}' is not declared", place, near(kind, types))


def near(word: str, known: Mapping[str, object]) -> str:
    """Say what could be meant by a word: names like it, else the first few."""
    close = get_close_matches(word, list(known), 3, 0.6) or sorted(known)[:8]
    return "one of: " + ", ".join(close) if close else ""
