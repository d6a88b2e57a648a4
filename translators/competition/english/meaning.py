"""From the tree of a sentence to the instruction it stands for (specification §9.2-9.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from lark import Tree
from lark.lexer import Token

from domains.competition.world.model import Attribute, Instruction, Kind, World
from domains.competition.world.scoring import is_so
from planner.errors import Span
from translators.competition.english.writing import OPPOSITE
from translators.competition.vocabulary import vocabulary

Node = Tree[Token]
_SITES = {"in": "inside", "near": "near", "on": "on"}
_STATEMENT = re.compile("(info|not_info|stays|demand|ban)(?:_(front|contain|in|near))?")
"""A rule of the grammar for statements: what they are, and their shape."""
_TASK_OR_ALWAYS = "it is not said whether this is a task or must be so all the time"
_NEITHER = {"stays": "that something stays so is neither a fact nor a demand",
            "not_info": "only doors can be told not to be in a state"}
_KINDS: dict[str, Kind] = {"info": "info", "demand": "cons_notnot", "ban": "cons_not"}
_CARRIED = ("give", "puton", "putin", "putdown", "pickup", "takeout", "inside", "plate")
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
    holder: Noun | None = None
    """What it is inside of by a relative clause."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A predicate over noun phrases; ``human`` marks the recipient of ``give``."""

    predicate: str
    nouns: tuple[Noun, ...]


Said = tuple[Kind, Clause]


class Meaning:
    """Build the instruction of one sentence."""

    def __init__(self, world: World | None) -> None:
        self._words = vocabulary()
        self._world = world

    def instruction(self, tree: Node, text: str, span: Span) -> Instruction:
        """Translate a tree; raise ``NoCounterpart`` if the language cannot express it."""
        kind, literal = self._sentence(tree)
        self._check(literal)
        nouns = self._settle(literal.nouns)
        if kind.startswith("cons") and any(noun.state for noun in nouns):
            raise NoCounterpart("no constraint is about things in one state of their doors only")
        variables = ("X", "Y")[: len(nouns)]
        cond = [a for v, noun in zip(variables, nouns, strict=True) for a in self._cond(v, noun)]
        if literal.predicate in _WITH_CONTAINER:
            index = _WITH_CONTAINER[literal.predicate]
            cond += self._container(variables[index], nouns[index])
        return Instruction(kind, literal.predicate, variables, tuple(cond), text, span)

    def _check(self, literal: Clause) -> None:
        """Refuse what no thing of the competition can be or do, mostly a word wrongly repaired."""
        first, last = literal.nouns[0].sort, literal.nouns[-1].sort
        if literal.predicate in _CARRIED and first not in self._words.small:
            raise NoCounterpart(f"a {first} cannot be carried")
        if literal.predicate in ("putin", "takeout", "inside") and last == "human":
            raise NoCounterpart("nothing is inside the human")
        closable = (*self._words.containers, *self._words.sometimes_containers)
        if literal.predicate in ("open", "close", *OPPOSITE) and last not in closable and (
                not self._is_container(literal.nouns[-1])):
            raise NoCounterpart(f"a {last} has no door")

    def _sentence(self, tree: Node, *, ensured: bool = False) -> Said:
        """Read a sentence, or (``ensured``) what comes after "make sure that"."""
        name = str(tree.data)
        parts = [c for c in _subtrees(tree) if c.data not in ("agent", "negation")]
        if name == "ensured":
            return self._sentence(parts[0], ensured=True)
        statement = _STATEMENT.fullmatch(name)
        if statement is None:
            return self._order(parts, forbidden=name.startswith("prohibition"))
        kind, shape = statement.groups()
        literal = self._statement(tree, parts, shape)
        if kind == "stays" or (kind == "not_info" and (
                literal.predicate not in OPPOSITE or _is_never(tree))):
            if ensured:
                return ("cons_notnot" if kind == "stays" else "cons_not"), literal
            raise NoCounterpart(_NEITHER[kind])
        if ensured and kind not in ("demand", "ban"):
            raise NoCounterpart(_TASK_OR_ALWAYS)
        if kind == "not_info":
            return "info", replace(literal, predicate=OPPOSITE[literal.predicate])
        return _KINDS[kind], literal

    def _order(self, parts: list[Node], *, forbidden: bool) -> Said:
        """Read what must be done, or must not: a command, or the thing and what is done to it."""
        name = str(parts[-1].data)
        kind: Kind = "cons_not" if forbidden else "task"
        parts = [*parts[:-1], *_subtrees(parts[-1])]
        if name == "let" and not forbidden:
            raise NoCounterpart(_TASK_OR_ALWAYS)
        if name in ("keep", "let"):
            literal = self._relation(self._noun(parts[0]), parts[-1])
            return ("cons_not" if forbidden else "cons_notnot"), literal
        if name.startswith("keep_"):  # away from, out of
            if forbidden:
                raise NoCounterpart("it is not said where the thing must be instead")
            return "cons_not", self._place(_SITES[name[5:]], *map(self._noun, parts))
        nouns = [self._noun(p) for p in parts if p.data not in ("clause", "place")]
        for part in parts:
            if part.data == "clause":
                nouns[0] = self._restricted(nouns[0], part)
        return kind, self._task(name, nouns, forbidden=forbidden)

    def _task(self, name: str, nouns: list[Noun], *, forbidden: bool) -> Clause:
        """Return the task a verb with its things stands for."""
        if any(noun.sort == "plate" for noun in nouns):
            raise NoCounterpart("no instruction speaks of the plate as a place for a task")
        if name.endswith("_front"):
            name, nouns = name.removesuffix("_front"), nouns[::-1]
        if name in ("carry_from", "puton_from", "putin_from"):  # from where says nothing more
            name, nouns = name.removesuffix("_from"), [nouns[0], nouns[2]]
        if name == "handed":  # "give me the can", "give the can me"
            nouns = nouns if nouns[1].sort == "human" else nouns[::-1]
            name = "give"
        if name in ("give", "carry"):
            return self._brought(name, nouns)
        if name.endswith("_from") or name == "takeout_of_where_it_is":
            return self._taken(name, nouns, forbidden=forbidden)
        return Clause(name, tuple(nouns))

    def _brought(self, name: str, nouns: list[Noun]) -> Clause:
        """Read "give" and "bring ... to"."""
        if nouns[1].sort == "human" and nouns[0].sort != "human":
            return Clause("give", self._settle(tuple(nouns))[:1])
        if name == "give":
            raise NoCounterpart("things are given to the human only")
        if self._is_container(nouns[1]) is not False:
            raise NoCounterpart("it is not said whether the thing is to be put in or beside it")
        return Clause("puton", tuple(nouns))

    def _taken(self, name: str, nouns: list[Noun], *, forbidden: bool) -> Clause:
        """Read what is taken from somewhere: only out of a container there is a task for it."""
        if name == "takeout_of_where_it_is":
            if nouns[0].holder is None:
                raise NoCounterpart("it is not said what the thing is to be taken out of")
            return Clause("takeout", (nouns[0], nouns[0].holder))
        boxed = self._is_container(nouns[1])
        if boxed is False and not forbidden and name != "remove_from":
            return Clause("pickup", tuple(nouns[:1]))
        if boxed is False or name == "pickup_from":
            raise NoCounterpart("no instruction says from where a thing is to be picked up")
        return Clause("takeout", tuple(nouns))

    def _statement(self, tree: Node, parts: list[Node], shape: str | None) -> Clause:
        if shape == "contain":
            holder, thing = map(self._noun, parts)
            if holder.sort != "plate" and any(t.type == "HOLD" for t in _tokens(tree)):
                raise NoCounterpart("what holds a thing is the plate, no other place")
            return self._place("on" if holder.sort == "plate" else "inside", thing, holder)
        if shape in _SITES:
            return self._place(_SITES[shape], *map(self._noun, parts))
        if shape == "front":
            parts.reverse()
        subject = self._noun(parts[0])
        if len(parts) == 1:
            if not subject.state:
                raise NoCounterpart("that something exists is not an instruction")
            return Clause(subject.state, (replace(subject, state=""),))
        return self._relation(subject, parts[1])

    def _relation(self, subject: Noun, relation: Node) -> Clause:
        name = str(relation.data)
        if name in ("opened", "closed"):
            return Clause(name, (replace(subject, state=""),))
        other = self._noun(_subtrees(relation)[-1])
        if name == "beside":
            name = "on" if _tokens(_subtrees(relation)[0])[0].type == "ON" else "near"
        return self._place(name, subject, other)

    def _place(self, name: str, subject: Noun, other: Noun) -> Clause:
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
        if name == "restricted":
            thing, site = _subtrees(node)
            return self._by_place(self._noun(thing), self._relation(self._noun(thing), site))
        noun = Noun(next(str(t) for t in _tokens(node) if t.type in ("SORT", "HUMAN")))
        for child in _subtrees(node):
            if child.data == "adjective":
                noun = _with(noun, _tokens(child)[0])
        for child in _subtrees(node):
            if child.data in ("late", "clause"):
                noun = self._restricted(noun, child)
        return noun

    def _restricted(self, noun: Noun, clause: Node) -> Noun:
        """Apply a relative clause to the noun before it."""
        words = [t for t in _tokens(clause) if t.type in ("COLOR", "SIZE")]
        if words:
            noun = _with(noun, words[0])
            return replace(noun, late_color=True) if words[0].type == "COLOR" else noun
        return self._by_place(noun, self._relation(noun, _subtrees(clause)[-1]))

    def _by_place(self, noun: Noun, literal: Clause) -> Noun:
        """Let a place or a state tell which thing is meant."""
        if literal.predicate in OPPOSITE:
            return replace(noun, state=literal.predicate)
        noun = self._settle((noun, *literal.nouns[1:]))[0]
        if literal.predicate == "inside":
            noun = replace(noun, holder=literal.nouns[1])
        return replace(noun, color=noun.color or self._color_by(noun, literal))

    def _color_by(self, noun: Noun, literal: Clause) -> str:
        """Return the one colour of the things in the stated world a clause of place fits."""
        world = self._world
        if world is None:
            return ""
        others = self._things(world, literal.nouns[1]) if literal.nouns[1:] else (0,)
        fitting = [n for n in self._things(world, noun)
                   if any(is_so(world, literal.predicate, (n, m)) for m in others)]
        colors = [world.words[n] & set(self._words.colors) for n in fitting]
        unique = {next(iter(c)) for c in colors if len(c) == 1}
        return unique.pop() if len(unique) == 1 and all(colors) else ""

    def _things(self, world: World, noun: Noun) -> tuple[int, ...]:
        return world.things(*filter(None, (noun.sort, noun.color, noun.size)))

    def _settle(self, nouns: tuple[Noun, ...]) -> tuple[Noun, ...]:
        """Give a colour said last to the thing that moves: "put the can on the bed which is red".

        Fixed things have no colour by the rules; one that has it in the stated world keeps it.
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

    def _is_container(self, noun: Noun) -> bool | None:
        """Say whether a thing has a door, by the stated world if it is there; None: unsure."""
        things = self._things(self._world, noun) if self._world is not None else ()
        if self._world is not None and things:
            return any("container" in self._world.words[n] for n in things)
        if noun.sort in self._words.sometimes_containers:
            return None
        return noun.sort in self._words.containers

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
    word = str(token)
    field = {"COLOR": "color", "SIZE": "size"}.get(token.type, "state")
    if getattr(noun, field) not in ("", word):
        raise NoCounterpart(f"a {noun.sort} is not both {getattr(noun, field)} and {word}")
    changed: dict[str, Any] = {field: word}
    return replace(noun, **changed)


def _is_never(tree: Node) -> bool:
    return any(t.type == "NEVER" for part in _subtrees(tree) for t in _tokens(part))


def _subtrees(node: Node) -> list[Node]:
    return [child for child in node.children if isinstance(child, Tree)]


def _tokens(node: Node) -> list[Token]:
    return [child for child in node.children if isinstance(child, Token)]
