"""From the tree of a sentence to the instruction it stands for (specification §9.2-9.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from lark import Tree
from lark.lexer import Token

from domains.competition.world.model import Attribute, Instruction, Kind, World
from planner.errors import Span
from translators.competition.vocabulary import Vocabulary

__all__ = ["Meaning", "NoCounterpart"]

Node = Tree[Token]
_OPPOSITE = {"opened": "closed", "closed": "opened"}
_WITH_CONTAINER = {"open": 0, "close": 0, "putin": 1, "takeout": 1}
"""Tasks whose argument of this number is a container by the guide."""


class NoCounterpart(Exception):
    """A sentence that is good English but says nothing the instruction language can say."""


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase. ``late_color`` says that the colour stands in a relative clause."""

    sort: str
    color: str = ""
    size: str = ""
    state: str = ""
    late_color: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """A predicate over noun phrases; ``human`` marks the recipient of ``give``."""

    predicate: str
    nouns: tuple[Noun, ...]


class Meaning:
    """Build the instruction of one sentence; ``notes`` collects what was guessed."""

    def __init__(self, words: Vocabulary, world: World | None, notes: list[str]) -> None:
        self._words = words
        self._world = world
        self._notes = notes

    def instruction(self, tree: Node, text: str, span: Span) -> Instruction:
        """Translate a tree; raise ``NoCounterpart`` if the language cannot express it."""
        kind, inner, literal = self._sentence(tree)
        nouns = self._settle(literal.nouns)
        variables = ("X", "Y")[: len(nouns)]
        arguments = ("human", *variables) if literal.predicate == "give" else variables
        cond = [a for v, noun in zip(variables, nouns, strict=True) for a in self._cond(v, noun)]
        if inner == "task" and literal.predicate in _WITH_CONTAINER:
            index = _WITH_CONTAINER[literal.predicate]
            cond += self._container(variables[index], nouns[index])
        return Instruction(
            kind, inner, literal.predicate, arguments, tuple(cond), text=text, span=span
        )

    def _sentence(self, tree: Node) -> tuple[Kind, Literal["task", "info"], Clause]:
        name = str(tree.data)
        if name in ("task", "prohibition"):
            literal = self._command(_subtrees(tree)[-1])
            return ("task" if name == "task" else "cons_not"), "task", literal
        literal = self._statement(tree, fronted=name.endswith("_front"))
        name = name.removesuffix("_front")
        if name == "not_info":
            if literal.predicate not in _OPPOSITE:
                raise NoCounterpart("only doors can be told not to be in a state")
            return "info", "info", replace(literal, predicate=_OPPOSITE[literal.predicate])
        kinds: dict[str, Kind] = {"info": "info", "demand": "cons_notnot", "ban": "cons_not"}
        return kinds[name], "info", literal

    def _command(self, tree: Node) -> Clause:
        predicate = str(tree.data)
        parts = _subtrees(tree)
        if predicate == "put_front":
            predicate = "putin_front" if parts[0].data == "inside" else "puton_front"
            parts = [_subtrees(parts[0])[-1], *parts[1:]]
        nouns = [self._noun(p) for p in parts if p.data not in ("clause", "place", "recipient")]
        for part in parts:
            if part.data == "clause":
                nouns[0] = self._restricted(nouns[0], part)
        if any(noun.sort == "plate" for noun in nouns):
            raise NoCounterpart("no instruction speaks of the plate as a place for a task")
        if predicate.endswith("_front"):
            return Clause(predicate.removesuffix("_front"), tuple(reversed(nouns)))
        return Clause(predicate, tuple(nouns))

    def _statement(self, tree: Node, *, fronted: bool = False) -> Clause:
        parts = [c for c in _subtrees(tree) if c.data != "negation"]
        if fronted:
            parts.reverse()
        subject = self._noun(parts[0])
        if len(parts) == 1:
            if not subject.state:
                raise NoCounterpart("that something exists is no instruction")
            return Clause(subject.state, (replace(subject, state=""),))
        return self._relation(subject, parts[1])

    def _relation(self, subject: Noun, relation: Node) -> Clause:
        name = str(relation.data)
        if name in ("opened", "closed"):
            return Clause(name, (replace(subject, state=""),))
        other = self._noun(_subtrees(relation)[-1])
        if name == "beside":
            name = "on" if _tokens(_subtrees(relation)[0])[0].type == "ON" else "near"
        if other.sort == "plate":
            if name == "near":
                raise NoCounterpart("a thing is on the plate, not near it")
            return Clause("plate", (subject,))
        return Clause(name, (subject, other))

    def _noun(self, node: Node) -> Noun:
        name = str(node.data)
        if name == "me":
            return Noun("human")
        if name == "plate":
            return Noun("plate")
        if name == "door_of":
            return self._noun(_subtrees(node)[-1])
        noun = Noun(next(str(t) for t in _tokens(node) if t.type in ("SORT", "HUMAN")))
        for child in _subtrees(node):
            if child.data == "adjective":
                noun = _with(noun, _tokens(child)[0])
        for child in _subtrees(node):
            if child.data == "clause":
                noun = self._restricted(noun, child)
        return noun

    def _restricted(self, noun: Noun, clause: Node) -> Noun:
        """Apply a relative clause to the noun before it."""
        words = [t for t in _tokens(clause) if t.type in ("COLOR", "SIZE")]
        if words:
            noun = _with(noun, words[0])
            return replace(noun, late_color=True) if words[0].type == "COLOR" else noun
        literal = self._relation(noun, _subtrees(clause)[-1])
        color = self._color_by(noun, literal)
        if color:
            self._notes.append(f"the clause of place picks the {color} {noun.sort}")
            return replace(noun, color=color)
        if not noun.color:
            self._notes.append(f"the clause of place does not settle which {noun.sort}")
        return noun

    def _color_by(self, noun: Noun, literal: Clause) -> str:
        """Return the one colour of the things in the told world a clause of place fits."""
        world = self._world
        if noun.color or world is None:
            return ""
        fitting = [n for n in self._things(world, noun) if _fits(world, n, literal, self)]
        colors = [world.words[n] & set(self._words.colors) for n in fitting]
        unique = {next(iter(c)) for c in colors if len(c) == 1}
        return unique.pop() if len(unique) == 1 and all(colors) else ""

    def _things(self, world: World, noun: Noun) -> list[int]:
        wanted = {w for w in (noun.sort, noun.color, noun.size) if w}
        return [n for n, words in world.words.items() if wanted <= words]

    def _settle(self, nouns: tuple[Noun, ...]) -> tuple[Noun, ...]:
        """Give a colour said last to the thing that moves: "put the can on the bed which is red".

        Fixed things have no colour by the rules; one that has it in the told world keeps it.
        """
        if len(nouns) != 2:
            return nouns
        thing, other = nouns
        if not other.late_color or thing.color or other.sort in self._words.small:
            return nouns
        if self._world is not None and self._things(self._world, other):
            return nouns
        if thing.sort not in self._words.small:
            return nouns
        return replace(thing, color=other.color), replace(other, color="", late_color=False)

    def _cond(self, variable: str, noun: Noun) -> list[Attribute]:
        words = (("sort", noun.sort), ("size", noun.size), ("color", noun.color))
        return [Attribute(name, variable, word) for name, word in words if word]

    def _container(self, variable: str, noun: Noun) -> list[Attribute]:
        if self._world is not None:
            things = self._things(self._world, noun)
            if not any("container" in self._world.words[n] for n in things):
                return []
        return [Attribute("type", variable, "container")]


def _with(noun: Noun, token: Token) -> Noun:
    if token.type == "COLOR":
        return replace(noun, color=str(token))
    if token.type == "SIZE":
        return replace(noun, size=str(token))
    return replace(noun, state=str(token))


def _fits(world: World, thing: int, literal: Clause, meaning: Meaning) -> bool:
    """Say whether the told world places ``thing`` as a clause says."""
    match literal.predicate:
        case "plate":
            return thing == world.plate
        case "opened":
            return thing in world.doors_opened
        case "closed":
            return thing in world.doors_closed
    others = meaning._things(world, literal.nouns[1])
    if literal.predicate == "inside":
        return any((thing, other) in world.inside for other in others)
    places = {place for n, place in world.at if n == thing}
    return any(n in others and place in places for n, place in world.at)


def _subtrees(node: Node) -> list[Node]:
    return [child for child in node.children if isinstance(child, Tree)]


def _tokens(node: Node) -> list[Token]:
    return [child for child in node.children if isinstance(child, Token)]
