"""Rules about instructions: brackets, forms, colours, bindings (R12-R16, R19, R23)."""

from __future__ import annotations

import re
from dataclasses import replace

from domains.competition.world.model import Attribute, Instruction
from domains.competition.world.scoring import Ground, breaks, holds
from domains.competition.world.state import derive
from planner.errors import Span
from translators.competition.instructions import ATTRIBUTES
from translators.competition.lint.draft import Draft
from translators.competition.vocabulary import vocabulary

_CONTAINER_OF = {"open": "X", "close": "X", "putin": "Y", "takeout": "Y"}
_VARIABLES = ("X", "Y")


def check_instructions(draft: Draft) -> None:
    """Check forms, words, colours, bindings, truth of infos, repetitions (R12-R16, R19, R23)."""
    if draft.problem.section("instr").text.strip():
        draft.add_defects(draft.problem.read["instr"].wrong, "R13")
    for item in draft.items:
        _check_form(draft, item)
        _check_words(draft, item)
        if item.kind != "info" and item not in draft.misworded:
            _check_binding(draft, item)
    _check_colors(draft)
    _check_infos(draft)
    _check_later_rules(draft)


def _inside(draft: Draft, item: Instruction, pattern: str) -> Span | None:
    """Place of the first match of ``pattern`` (of its group, if any) in an item, else of it."""
    text, span = draft.problem.section("instr"), item.span
    assert span is not None
    start = text.offset(span)
    match = re.compile(pattern).search(text.text, start, start + span.length)
    return text.span(*match.span(match.lastindex or 0)) if match else span


def _check_form(draft: Draft, item: Instruction) -> None:
    """R13 beyond what the grammar demands."""
    names = item.variables
    expected = _VARIABLES[: len(names)]
    if names != expected:
        goal = rf"\(\s*{item.predicate}\b[^)]*\)"
        words = [item.predicate, *["human"] * (item.predicate == "give"), *expected]
        draft.add("R13", f"the variables are {' '.join(names)}, not {' '.join(expected)}",
                  _inside(draft, item, goal), f"({' '.join(words)})")
    if item.predicate == "hold":
        draft.add("R13", "the guide has no form for hold", _inside(draft, item, r"\(\s*hold\b"))
    for attribute in item.cond:
        if attribute.variable not in names:
            place = rf"\(\s*{attribute.name}\s+{attribute.variable}\s+{attribute.word}\s*\)"
            draft.add("R13", f"the variable {attribute.variable} is not used",
                      _inside(draft, item, place))
    order = [(a.variable, ATTRIBUTES.index(a.name)) for a in item.cond]
    if order != sorted(order):
        draft.add("R13", "attributes stand X before Y, each sort, color, type",
                  _inside(draft, item, r"\(\s*:cond\b"), warning=True)
    for name in dict.fromkeys(names):
        _check_attributes(draft, item, name)


def _check_attributes(draft: Draft, item: Instruction, name: str) -> None:
    """R13: a variable has its sort, a container also its type; nothing twice, nothing else."""
    words = [(a.name, a.word) for a in item.cond if a.variable == name]
    fields = [field for field, _ in words]
    typed = _CONTAINER_OF.get(item.predicate) == name
    if "sort" not in fields:
        draft.add("R13", f"{name} has no sort", item.span)
    for field in sorted(set(fields)):
        place = _inside(draft, item, rf"\(\s*{field}\s+{name}\b")
        if fields.count(field) > 1:
            draft.add("R13", f"{name} has {field} twice", place)
        if field not in ("sort", "color", *["type"] * typed):
            draft.add("R13", f"the guide's form has no {field} of {name}", place, warning=True)
    if typed and "type" not in fields:
        place = _inside(draft, item, rf"\(\s*sort\s+{name}\s+\w+\s*\)")
        draft.add("R13", f"the guide's form has (type {name} container)", place,
                  f"(sort {name} {words[0][1]}) (type {name} container)", warning=True)


def _check_words(draft: Draft, item: Instruction) -> None:
    """R16: attribute words of an instruction."""
    for attribute in item.cond:
        span = _inside(draft, item, rf"\b{attribute.variable}\s+({attribute.word})\s*\)")
        if not draft.check_word(attribute.name, attribute.word, span):
            draft.misworded.append(item)


def _check_binding(draft: Draft, item: Instruction) -> None:
    """R19: exactly one binding of a task, one at least of a constraint."""
    found, task = draft.true_world.bindings(item), item.kind == "task"
    if not found:
        what = "task: the whole problem scores 0" if task else "constraint: it never scores"
        draft.add("R19", f"no object fits this {what}", item.span, warning=not task)
    elif task and len(found) > 1:
        shown = "; ".join(" ".join(f"{name}={n}" for name, n in zip(item.variables, b, strict=True))
                          for b in found[:4])
        draft.add("R19", f"{len(found)} choices of objects fit this task: {shown}", item.span,
                  warning=True)


def _small_variables(instruction: Instruction) -> list[tuple[str, str, str]]:
    """Variable, sort and colour (or empty) of each small object of an instruction."""
    found = []
    for name in dict.fromkeys(instruction.variables):
        words = {a.name: a.word for a in instruction.cond if a.variable == name}
        if words.get("sort") in vocabulary().small:
            found.append((name, words["sort"], words.get("color", "")))
    return found


def _check_colors(draft: Draft) -> None:
    """R14: missing colours; from 2022 on never, before under the rule of two colours."""
    strict = draft.edition.colours == "always"
    spoken = [(item, *thing) for item in draft.items if strict or item.kind != "info"
              for thing in _small_variables(item)]
    named = {(sort, color) for item, _, sort, color in spoken if item.kind != "info"}
    colors = set(vocabulary().colors)
    for item, name, sort, color in spoken:
        shades = {c for words in draft.true_world.words.values() if sort in words
                  for c in words & colors}
        lenient = not strict and len(shades) == 2 and any((sort, c) in named for c in shades)
        if not (color or lenient):
            fix = (f"(sort {name} {sort}) (color {name} {min(shades)})" if len(shades) == 1
                   else "")
            place = rf"\(\s*sort\s+{name}\s+{sort}\s*\)"
            draft.add("R14", f"the {sort} {name} has no colour", _inside(draft, item, place), fix)


def _check_infos(draft: Draft) -> None:
    """R12: infos are true, and each extra fact is conveyed by one."""
    world = draft.true_world
    told: set[tuple[str, tuple[int | str, ...]]] = set()
    for item in draft.items:
        if item.kind != "info" or item in draft.misworded:
            continue
        true = [b for b in world.bindings(item) if holds(world, item, b)]
        if not true:
            draft.add("R12", "this info is not true", item.span)
        for thing, *other in true:
            told.add((item.predicate, (thing, *other)))
            if item.predicate in ("on", "near"):
                told |= {("at", (thing, place)) for n, place in world.at if n in other}
    barred = {finding.span for finding in draft.findings if finding.rule == "R11"}
    for fact in () if draft.broken_items else draft.facts("extra"):
        if fact.span not in barred and (fact.predicate, fact.arguments) not in told:
            draft.add("R12", "no :info conveys this fact", fact.span)


def _check_later_rules(draft: Draft) -> None:
    """R23: rules of 2025 and 2026."""
    world = derive(draft.true_world)
    seen: set[tuple[Instruction, frozenset[Attribute]]] = set()
    for item in draft.items:
        if item.kind == "info":
            continue
        meant = replace(item, cond=()), frozenset(item.cond)
        if meant in seen and not draft.edition.repeats:
            draft.add("R23", "a repeated task or constraint", item.span)
        seen.add(meant)
        if item.kind == "task":
            if len(_small_variables(item)) > 1:
                draft.add("R23", "a task with two small objects", item.span)
            _check_goal(draft, item)
        elif breaks(world, Ground(item, world.bindings(item))):
            draft.add("R23", "this constraint is violated at the start", item.span)


def _check_goal(draft: Draft, item: Instruction) -> None:
    """R29: goto names a big object, or a small one that is neither carried nor enclosed."""
    world = draft.true_world
    found = world.bindings(item) if item.predicate == "goto" else ()
    for (thing,) in found:
        if thing in (world.hand, world.plate):
            draft.add("R29", "goto names what the robot carries", item.span)
        elif any(n == thing for n, _ in world.inside):
            draft.add("R29", "goto names what is in a container", item.span)
