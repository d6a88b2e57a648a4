"""The sections of a domain or problem: which there are, and what they declare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planner.pddl.formulas import KEYWORDS, LANGUAGE
from planner.pddl.model import Parameter, reaches
from planner.pddl.names import read_names, read_variables, typed_names
from planner.pddl.sexp import Node, Source

Types = Mapping[str, tuple[str, ...]]
Signatures = dict[str, tuple[Parameter, ...]]


class Sections:
    """The sections of one file in order, each that may stand once found by its name."""

    def __init__(self, source: Source, title: str, nodes: tuple[Node, ...], place: Node) -> None:
        self.source, self.title, self.nodes, self.place = source, title, nodes, place

    def all(self, *heads: str) -> list[Node]:
        """Return the sections of these names."""
        return [node for node in self.nodes if node.head in heads]

    def one(self, head: str) -> Node | None:
        """Return the section of this name, if there is one."""
        return next(iter(self.all(head)), None)

    def items(self, head: str) -> tuple[Node, ...]:
        """Return what stands in a section after its name; nothing where it is missing."""
        found = self.one(head)
        return (found.children or ())[1:] if found is not None else ()

    def declared(self, head: str, unfactored: bool) -> tuple[Node, ...]:
        """Return the items of a section of declarations, those that are private (MA-PDDL), too.

        Where one file is for all agents (``unfactored``) a private list begins with its agent.
        """
        found: list[Node] = []
        for node in self.items(head):
            inner = (node.children or ())[1:]
            if node.head != ":private" or node.children is None:
                found.append(node)
            elif head == ":predicates":
                found += [part for part in inner if part.children is not None
                          and part.head != "either"]  # of the private list's agent
            else:
                found += inner[1:] if unfactored else inner
        return tuple(found)

    @property
    def requirements(self) -> frozenset[str]:
        """Return the requirements; one that nobody knows is noted."""
        for node in self.items(":requirements"):
            if node.word not in LANGUAGE["requirements"]:
                self.source.tolerate(f"unknown requirement '{node.word}'", node)
        return frozenset(node.word for node in self.items(":requirements"))


def read_sections(source: Source, root: Node, kind: str) -> Sections:
    """Split ``(define (KIND NAME) SECTION…)``; ``kind`` is ``domain`` or ``problem``.

    A section that may stand once and stands twice is an error; one of a larger language raises
    :class:`UnsupportedError`.
    """
    parts = root.children or ()
    if root.head != "define" or len(parts) < 2:
        raise source.error("not a PDDL file", root, f"(define ({kind} NAME) …)")
    title = parts[1].children or ()
    if parts[1].head != kind or len(title) != 2 or title[1].children is not None:
        raise source.error(f"not a PDDL {kind}", parts[1], f"({kind} NAME)")
    seen: set[str] = set()
    known: Mapping[str, Sequence[str]] = LANGUAGE["sections"]
    for node in parts[2:]:
        head = node.head if node.children is not None else ""
        if larger := LANGUAGE["larger"]["sections"].get(head):
            raise source.unsupported(f"{larger} are not supported", node)
        if head not in known[kind]:
            raise source.error(f"unknown section '{node.head}'", node, ", ".join(known[kind]))
        if head in seen and head not in known["repeated"]:
            raise source.error(f"a second section '{head}'", node, "each section once")
        seen.add(head)
    return Sections(source, title[1].word, parts[2:], root)


def read_types(sections: Sections) -> Types:
    """Read ``:types``; parents that are not declared are; circles and contradictions are errors."""
    source = sections.source
    types: dict[str, tuple[str, ...]] = {"object": ()}
    declared: dict[str, tuple[str, ...]] = {}
    for node, given in typed_names(source, sections.items(":types")):
        parents = given
        if node.word == "number":
            raise source.error("'number' is the type of all functions", node, "another name")
        if declared.setdefault(node.word, parents) != parents:
            known = declared[node.word]
            source.tolerate(f"type '{node.word}' is declared twice, under {'/'.join(known)} and "
                            f"{'/'.join(parents)}", node, "it is below both")
            parents = declared[node.word] = tuple(dict.fromkeys((*known, *parents)))
        if node.word == "object":
            continue
        if reaches(declared, parents, (node.word,)):
            raise source.error(f"type '{node.word}' is its own ancestor", node)
        types[node.word] = parents
    for parents in list(types.values()):
        for parent in parents:
            types.setdefault(parent, ("object",))
    return types


def read_objects(
    sections: Sections, head: str, types: Types, unfactored: bool
) -> dict[str, tuple[str, ...]]:
    """Read ``:objects`` or ``:constants``."""
    section = sections.one(head)
    if section is None:
        return {}
    return read_names(sections.source, section, sections.declared(head, unfactored), types)


def read_predicates(sections: Sections, types: Types) -> Signatures:
    """Read ``:predicates``; keywords and contradicting declarations are errors."""
    result: Signatures = {}
    for node in sections.declared(":predicates", False):
        if node.head == "=" and len(node) == 3:
            sections.source.tolerate("'=' need not be declared", node)
            continue
        _declare(sections.source, node, types, result, "predicate")
    return result


def read_functions(sections: Sections, types: Types, predicates: Signatures) -> Signatures:
    """Read ``:functions``; raises :class:`UnsupportedError` on functions that are not numbers."""
    result: Signatures = {}
    source = sections.source
    items = iter(sections.items(":functions"))
    for node in items:
        if node.children is not None:
            _declare(source, node, types, result, "function")
            if node.head in predicates:
                raise source.error(f"'{node.head}' is a predicate, too", node)
            continue
        kind = next(items, None) if node.word == "-" else node
        if kind is None or kind.word != "number":
            place = kind or node
            if node.word == "-" and kind is not None and (kind.word in types or kind.children):
                raise source.unsupported("functions whose values are objects are not supported",
                                         place, "- number; or a predicate in place of the function")
            raise source.error("bad function", place, "(name ?x - type …) - number")
    return result


def _declare(source: Source, node: Node, types: Types, result: Signatures, kind: str) -> None:
    if not node.children or node.children[0].children is not None:
        raise source.error(f"bad {kind}", node, "(name ?x - type …)")
    first = node.children[0]
    if node.head in KEYWORDS:
        raise source.error(f"'{node.head}' is a keyword: it cannot name a {kind}", first,
                           "another name")
    params = read_variables(source, node, node.children[1:], types, loose=True)
    known = result.setdefault(node.head, params)
    if [kinds for _, kinds in known] != [kinds for _, kinds in params]:
        raise source.error(f"{kind} '{node.head}' is declared twice, with different parameters",
                           first)
