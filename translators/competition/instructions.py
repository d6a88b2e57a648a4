"""Read ``(:ins …)`` into instructions whose places in the file are known.

Well-formed text is read by one regular expression per item (the clock is part of the score);
everything else goes through the grammar, which is the definition and knows what it expected.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, cast

from domains.competition.world.model import Attribute, Instruction, Kind
from planner.errors import SourceError
from translators.competition.source import SourceText

if TYPE_CHECKING:
    from lark import Tree
    from lark.lexer import Token

__all__ = [
    "ARITY",
    "HEAD",
    "MAX_INSTRUCTIONS",
    "format_instruction",
    "quick_item",
    "read_instructions",
    "read_item",
]

MAX_INSTRUCTIONS = 500


HEAD = re.compile(r"\s*\(\s*:ins\b")
_END = re.compile(r"\s*\)\s*\Z")
_ITEM = re.compile(
    r"""\s*(?:\(\s*:(cons_notnot|cons_not)\s*)?
    \(\s*:(task|info)\s*
    \(\s*([a-z]+)\s+(human\s+)?([A-Z]\w*)(?:\s+([A-Z]\w*))?\s*\)\s*
    \(\s*:cond((?:\s*\(\s*(?:sort|color|size|type)\s+[A-Z]\w*\s+[a-z][a-z0-9_]*\s*\))+)
    \s*\)\s*\)""",
    re.VERBOSE | re.ASCII,
)
_ATTRIBUTE = re.compile(r"(sort|color|size|type)\s+(\w+)\s+(\w+)", re.ASCII)
_CLOSE = re.compile(r"\s*\)")
ARITY = {
    "task": {
        **dict.fromkeys(("goto", "putdown", "pickup", "open", "close"), 1),
        **dict.fromkeys(("puton", "putin", "takeout"), 2),
    },
    "info": {
        **dict.fromkeys(("plate", "opened", "closed", "hold"), 1),
        **dict.fromkeys(("on", "near", "inside"), 2),
    },
}


def read_instructions(text: SourceText) -> tuple[Instruction, ...]:
    """Read an ``instr`` section; raise ``SourceError`` at the first defect."""
    items = _scan(text)
    if items is None:
        items = read_by_grammar(text)
    if len(items) > MAX_INSTRUCTIONS:
        raise _too_many(text, items[MAX_INSTRUCTIONS])
    return items


def read_by_grammar(text: SourceText) -> tuple[Instruction, ...]:
    """Read an ``instr`` section by the grammar alone."""
    from translators.competition.grammar import parse_tree

    tree = parse_tree(text, "instructions")
    return tuple(_instruction(cast("Tree[Token]", node), text) for node in tree.children)


def _too_many(text: SourceText, item: Instruction) -> SourceError:
    assert item.span is not None
    return text.error_at(
        f"more than {MAX_INSTRUCTIONS} instructions",
        item.span,
        expected="a problem of at most some dozens of instructions",
    )


def _scan(text: SourceText) -> tuple[Instruction, ...] | None:
    """Read a well-formed section; ``None`` if anything is unusual."""
    head = HEAD.match(text.text)
    if head is None:
        return None
    items, position = [], head.end()
    while match := _ITEM.match(text.text, position):
        found = _item_at(match, text)
        if found is None:
            return None
        item, position = found
        items.append(item)
    return tuple(items) if _END.match(text.text, position) else None


def quick_item(text: SourceText, start: int, end: int) -> Instruction | None:
    """Read the well-formed instruction that fills ``text.text[start:end]``, else ``None``."""
    match = _ITEM.match(text.text, start, end)
    found = None if match is None else _item_at(match, text)
    return found[0] if found is not None and not text.text[found[1] : end].strip() else None


def _item_at(match: re.Match[str], text: SourceText) -> tuple[Instruction, int] | None:
    """Return the item of a match and where it ends."""
    start, end = text.text.index("(", match.start()), match.end()
    if match[1]:
        close = _CLOSE.match(text.text, end)
        if close is None:
            return None
        end = close.end()
    item = _item_of(match, text, start, end)
    return None if item is None else (item, end)


def _item_of(
    match: re.Match[str], text: SourceText, start: int, end: int
) -> Instruction | None:
    wrapper, inner, predicate, human, first, second, cond = match.groups()
    names = (first,) if second is None else (first, second)
    if predicate == "give":
        right = inner == "task" and bool(human) and second is None
    else:
        right = not human and ARITY[inner].get(predicate) == len(names)
    attributes = tuple(Attribute(*groups) for groups in _ATTRIBUTE.findall(cond))
    known = {attribute.variable for attribute in attributes}
    if not right or (wrapper == "cons_notnot" and inner == "task") or not known.issuperset(names):
        return None
    return Instruction(
        kind=cast(Kind, wrapper or inner),
        inner=cast("Literal['task', 'info']", inner),
        predicate=predicate,
        arguments=("human", *names) if human else names,
        cond=attributes,
        text=" ".join(text.text[start:end].split()),
        span=text.span(start, end),
    )


def read_item(text: SourceText, start: int, end: int) -> Instruction:
    """Read the one instruction at ``text.text[start:end]``, keeping its place."""
    blank = " " * start + text.text[start:end]
    from translators.competition.grammar import parse_tree

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


def _instruction(node: Tree[Token], text: SourceText) -> Instruction:
    kind = str(node.data)
    inner = node if kind in ("task", "info") else cast("Tree[Token]", node.children[0])
    literal, cond = cast("list[Tree[Token]]", inner.children)
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
