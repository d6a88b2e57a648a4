"""Read and write single instructions, whose places in the file are known (specification §3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, cast

from domains.competition.world.model import PREDICATES, Attribute, Instruction, Kind
from domains.competition.world.scoring import CONSTRAINT_POINTS, TASK_POINTS
from translators.competition.expressions import LOWER_CASE, NAME, VARIABLE, Reader
from translators.competition.source import SourceText

MAX_INSTRUCTIONS = 500
ATTRIBUTES = ("sort", "color", "size", "type")
_INNER = {":cons_not": (":task", ":info"), ":cons_notnot": (":info",)}


def read_item(text: SourceText, start: int, end: int) -> Instruction:
    """Read the one instruction that fills ``text.text[start:end]``."""
    reader = Reader(text, start, end)
    reader.open()
    kind = inner = reader.one_of((":task", ":info", *_INNER))
    if kind in _INNER:
        reader.open()
        inner = reader.one_of(_INNER[kind])
    predicate, places = _goal(reader, inner[1:])
    cond = _cond(reader)
    for _ in range(1 + (kind in _INNER)):
        end = reader.close()
    reader.finish()
    known = {attribute.variable for attribute in cond}
    for name, at in places:
        if name not in known:
            raise text.error(f"the variable {name} has no attribute in the cond", at,
                             at + len(name), expected=f"(sort {name} ...)")
    return Instruction(
        kind=cast(Kind, kind[1:]),
        predicate=predicate,
        variables=tuple(name for name, _ in places),
        cond=cond,
        text=" ".join(text.text[start:end].split()),
        span=text.span(start, end),
    )


class Worth(NamedTuple):
    """How many tasks and constraints there are, and their points without costs and bonus."""

    tasks: int
    constraints: int
    nominal: int


def worth(items: Iterable[Instruction]) -> Worth:
    """Count what instructions are worth."""
    kinds = [item.kind for item in items if item.kind != "info"]
    tasks = kinds.count("task")
    constraints = len(kinds) - tasks
    return Worth(tasks, constraints, TASK_POINTS * tasks + CONSTRAINT_POINTS * constraints)


def format_instruction(item: Instruction) -> str:
    """Write an instruction in the form of the specification (§3).

    >>> cup = (Attribute("sort", "X", "cup"), Attribute("color", "X", "red"))
    >>> format_instruction(Instruction("cons_not", "pickup", ("X",), cup))
    '(:cons_not (:task (pickup X) (:cond (sort X cup) (color X red))))'
    """
    cond = " ".join(f"({a.name} {a.variable} {a.word})" for a in item.cond)
    giving = ("human",) * (item.predicate == "give")
    goal = " ".join((item.predicate, *giving, *item.variables))
    inner = f"(:{item.inner} ({goal}) (:cond {cond}))"
    return inner if item.kind == item.inner else f"(:{item.kind} {inner})"


def _goal(reader: Reader, inner: str) -> tuple[str, list[tuple[str, int]]]:
    """Read what is asked or said: the predicate, its variables and where they stand."""
    reader.open()
    predicate = reader.one_of(PREDICATES[inner])
    if predicate == "give":
        reader.one_of(("human",))
    places = [(_variable(reader), reader.start) for _ in range(PREDICATES[inner][predicate])]
    reader.close()
    return predicate, places


def _cond(reader: Reader) -> tuple[Attribute, ...]:
    reader.open()
    reader.one_of((":cond",))
    found: list[Attribute] = []
    while reader.opens or not found:
        reader.open()
        name, variable = reader.one_of(ATTRIBUTES), _variable(reader)
        word = reader.take(NAME.fullmatch, LOWER_CASE)
        found.append(Attribute(name, variable, word))
        reader.close()
    reader.close("'(' or ')'")
    return tuple(found)


def _variable(reader: Reader) -> str:
    return reader.take(VARIABLE.fullmatch, "a variable with a capital letter (X, Y)")
