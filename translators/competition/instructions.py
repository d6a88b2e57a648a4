"""Read ``(:ins …)`` into instructions whose places in the file are known."""

from __future__ import annotations

from typing import Literal, cast

from lark import Tree
from lark.lexer import Token

from domains.competition.model import Attribute, Instruction, Kind
from translators.competition.grammar import parse_tree
from translators.competition.source import SourceText

__all__ = [
    "MAX_INSTRUCTIONS",
    "format_instruction",
    "format_instructions",
    "read_instructions",
    "read_item",
]

MAX_INSTRUCTIONS = 500


def read_instructions(text: SourceText) -> tuple[Instruction, ...]:
    """Read an ``instr`` section; raise ``SourceError`` at the first defect."""
    tree = parse_tree(text, "instructions")
    items = tuple(_instruction(cast("Tree[Token]", node), text) for node in tree.children)
    if len(items) > MAX_INSTRUCTIONS:
        node = cast("Tree[Token]", tree.children[MAX_INSTRUCTIONS])
        raise text.error(
            f"more than {MAX_INSTRUCTIONS} instructions",
            node.meta.start_pos,
            expected="a problem of at most some dozens of instructions",
        )
    return items


def read_item(text: SourceText, start: int, end: int) -> Instruction:
    """Read the one instruction at ``text.text[start:end]``, keeping its place."""
    blank = " " * start + text.text[start:end]
    part = SourceText(blank, text.source, text.whole, text.starts, text.lines, text.columns)
    return _instruction(parse_tree(part, "item"), part)


def format_instruction(item: Instruction) -> str:
    """Write an instruction in the form of the specification (§3).

    >>> cup = (Attribute("sort", "X", "cup"), Attribute("color", "X", "red"))
    >>> format_instruction(Instruction("cons_not", "task", "pickup", ("X",), cup))
    '(:cons_not (:task (pickup X) (:cond (sort X cup) (color X red))))'
    """
    cond = " ".join(f"({a.name} {a.variable} {a.word})" for a in item.cond)
    inner = f"(:{item.inner} ({' '.join((item.predicate, *item.arguments))}) (:cond {cond}))"
    return inner if item.kind == item.inner else f"(:{item.kind} {inner})"


def format_instructions(items: tuple[Instruction, ...], separator: str = " ") -> str:
    """Write a whole ``(:ins …)``."""
    return f"(:ins{separator}{separator.join(map(format_instruction, items))})"


def _instruction(node: Tree[Token], text: SourceText) -> Instruction:
    kind = str(node.data)
    inner = node if kind in ("task", "info") else cast("Tree[Token]", node.children[0])
    literal, cond = cast("tuple[Tree[Token], Tree[Token]]", inner.children)
    predicate, *arguments = cast("list[Token]", literal.children)
    attributes = tuple(
        Attribute(*map(str, cast("Tree[Token]", child).children)) for child in cond.children
    )
    known = {attribute.variable for attribute in attributes}
    for token in arguments:
        if token.type == "VARIABLE" and token not in known:
            start = token.start_pos or 0
            raise text.error(
                f"the variable {token} has no attribute in the cond",
                start,
                start + len(token),
                expected=f"(sort {token} ...)",
            )
    start, end = node.meta.start_pos, node.meta.end_pos
    return Instruction(
        kind=cast(Kind, kind),
        inner=cast("Literal['task', 'info']", str(inner.data)),
        predicate=str(predicate),
        arguments=tuple(map(str, arguments)),
        cond=attributes,
        text=" ".join(text.text[start:end].split()),
        span=text.span(start, end),
    )
