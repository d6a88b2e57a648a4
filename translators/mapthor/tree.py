"""The typed tree of an instruction, made from the grammar's parse tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lark import Token, Tree

__all__ = ["Part", "Phrase", "Thing", "Things", "typed"]

_LISTS = ("things", "place", "places", "exception")
_NOUNS = ("thing", "everything", "contents", "pieces", "other", "counted", "nth", "part", "pronoun",
          "place_noun")
_RELATIVES = ("relative", "relative_not", "belonging", "able", "being", "holding",
              "other_kind")


@dataclass(frozen=True)
class Thing:
    """One noun phrase; ``rule`` tells its kind, e.g. ``thing``, ``pronoun``, ``place_noun``.

    ``of`` is the whole of a part ("the door of the fridge") or where contents are.
    """

    rule: str
    words: tuple[Token, ...]
    noun: Token | None = None
    quantifier: tuple[Token, ...] = ()
    adjectives: tuple[Token, ...] = ()
    relatives: tuple[Phrase, ...] = ()
    rooms: tuple[Phrase, ...] = ()
    of: Thing | Things | None = None


@dataclass(frozen=True)
class Things:
    """A list: ``things``, a ``place`` or ``places`` to choose from, an ``exception``.

    ``joints`` are the classes of the words between them.
    """

    rule: str
    words: tuple[Token, ...]
    members: tuple[Thing, ...]
    joints: frozenset[str] = frozenset()
    exceptions: tuple[Things, ...] = ()


@dataclass(frozen=True)
class Phrase:
    """Any other phrase, from a sentence to "in the fridge"; ``rule`` is the grammar's."""

    rule: str
    parts: tuple[Part, ...]

    @property
    def words(self) -> tuple[Token, ...]:
        """All words of the phrase, left to right."""
        return tuple(t for p in self.parts for t in ((p,) if isinstance(p, Token) else p.words))

    @property
    def phrases(self) -> tuple[Any, ...]:
        """The parts that are no single words."""
        return tuple(p for p in self.parts if not isinstance(p, Token))

    def all(self, *rules: str) -> tuple[Any, ...]:
        """Return the parts with one of the given rules."""
        return tuple(p for p in self.phrases if p.rule in rules)

    def first(self, *rules: str) -> Any:
        """Return the first part with one of the given rules, or None."""
        return next(iter(self.all(*rules)), None)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The classes of the words that stand directly in the phrase."""
        return tuple(p.type for p in self.parts if isinstance(p, Token))

    def says(self, *kinds: str) -> bool:
        """Whether a word of one of the classes stands directly in the phrase."""
        return any(kind in kinds for kind in self.kinds)


Part = Phrase | Thing | Things | Token


def typed(node: Tree[Any]) -> Any:
    """Turn a parse tree into a :class:`Thing`, :class:`Things` or :class:`Phrase`."""
    phrase = Phrase(str(node.data), tuple(
        c if isinstance(c, Token) else typed(c) for c in node.children))
    if phrase.rule in _LISTS:
        joints = frozenset(t.type for j in phrase.all("list_joint") for t in j.words)
        return Things(phrase.rule, phrase.words, phrase.all(*_NOUNS),
                      joints | frozenset(phrase.kinds), phrase.all("exception"))
    if phrase.rule in _NOUNS:
        noun = phrase.first("noun")
        return Thing(
            phrase.rule, phrase.words, noun.words[0] if noun else None,
            tuple(t for q in phrase.all("quantifier") for t in q.words),
            tuple(t for a in phrase.all("adjective") for t in a.words),
            phrase.all(*_RELATIVES), phrase.all("in_room"),
            phrase.first("place", "things", *_NOUNS))
    return phrase
