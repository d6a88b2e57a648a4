"""Read controlled English into the instructions it stands for (specification §9).

Each sentence goes through one LALR grammar over word classes (``english.lark``). Where a word is
misspelt the grammar chooses among its repairs; a sentence no choice makes readable is reported
with its place and skipped, never fatal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

from lark import Lark, Tree, UnexpectedInput, UnexpectedToken
from lark.lexer import Lexer, Token

from domains.competition.world.model import Instruction, World
from planner.errors import SourceError
from translators.competition.english.meaning import Meaning, NoCounterpart
from translators.competition.english.words import Piece, pieces, said, sentence_spans
from translators.competition.source import SourceText
from translators.competition.vocabulary import Word, vocabulary

MAX_SENTENCES = 500
MAX_WORDS = 60
MAX_CHOICES = 24
"""Combinations of repairs tried for one sentence."""
MAX_REPAIRS = 400
"""Parses spent on sentences that have a word too many, in one text."""
_IDLE = ("DET", "EACH", "DO", "BE", "THERE")
"""Classes of words of which one too many may be left out; any other changes what is said."""


@dataclass(frozen=True)
class SentenceReading:
    """One sentence: its instruction, or the reason why there is none."""

    text: str
    start: int
    instruction: Instruction | None
    problem: SourceError | None = None


@dataclass(frozen=True)
class Reading:
    """All sentences of a text in order."""

    sentences: tuple[SentenceReading, ...]

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """Instructions of the sentences that could be read."""
        return tuple(s.instruction for s in self.sentences if s.instruction is not None)

    def possible(self, world: World) -> tuple[Instruction, ...]:
        """Return the instructions without tasks that nothing in the stated world fits.

        A task of the rules always has an object, so such a sentence was misread or is wrong;
        given up it costs its own points, believed it would make every plan look worthless.
        """
        return tuple(i for i in self.instructions if i.kind != "task" or world.bindings(i))

    @property
    def problems(self) -> tuple[SourceError, ...]:
        """Why the other sentences could not be read."""
        return tuple(s.problem for s in self.sentences if s.problem is not None)


def parse_sentences(
    text: str | SourceText, source: str = "<sentences>", world: World | None = None
) -> Reading:
    """Read sentences, each ended by a full stop; never raises for what it cannot read.

    ``world`` is the stated world: clauses of place ("the cup which is on the table") pick their
    objects in it, and ``(type Y container)`` is left out where it would exclude them.
    """
    place = SourceText.plain(text, source) if isinstance(text, str) else text
    reader = _Reader(place, world)
    spans = list(islice(sentence_spans(place.text), MAX_SENTENCES + 1))
    found = [reader.read(*span) for span in spans[:MAX_SENTENCES]]
    if len(spans) > MAX_SENTENCES:
        start = spans[MAX_SENTENCES][0]
        error = place.error(f"more than {MAX_SENTENCES} sentences", start, expected="fewer")
        found.append(SentenceReading("", start, None, error))
    return Reading(tuple(found))


class _Words(Lexer):
    """Hand tokens made elsewhere to the parser."""

    def __init__(self, _configuration: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        yield from lexer_state if isinstance(lexer_state, list) else lexer_state.text


@cache
def _parser() -> Lark:
    grammar = Path(__file__).with_name("english.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer=_Words, maybe_placeholders=False)


@dataclass
class _Reader:
    place: SourceText
    world: World | None
    spent: int = 0

    def read(self, start: int, end: int) -> SentenceReading:
        """Read the sentence at ``place.text[start:end]``."""
        text = " ".join(self.place.text[start : min(end, start + 10_000)].split())
        found = said(pieces(self.place.text, start, end))
        if len(found) > MAX_WORDS:
            return self._skip(text[:200], start, found[MAX_WORDS],
                              f"sentence of {len(found)} words", "a full stop")
        refused = next((p for p in found if p.letters in vocabulary().refused), None)
        if refused is not None:
            why = f"{refused.letters!r} cannot be said by an instruction"
            return self._skip(text, start, refused, why, "words of the rules (§9.1)")
        strange = next((p for p in found if not p.meanings), None)
        if strange is not None:
            return self._skip(text, start, strange, f"unknown word {strange.letters[:40]!r}",
                              "a word of the vocabulary")
        readings = [self._meaning(tree, text, start, end) for tree in self._trees(found)]
        fitting = [r for r in readings if r.instruction is not None and (
            self.world is None or self.world.bindings(r.instruction))]
        chosen = fitting or readings
        if not chosen:
            return self._skip(text, start, *self._why(found))
        if len({_content(r) for r in chosen}) > 1:
            guess = next((p for p in found if len(p.meanings) > 1), None)
            written = f"{guess.letters[:40]!r}" if guess else "this sentence"
            why = f"{written} can be read in several ways"
            return self._skip(text, start, guess, why, "plainer words")
        return chosen[0]

    def _meaning(self, tree: Tree[Token], text: str, start: int, end: int) -> SentenceReading:
        try:
            said = Meaning(self.world).instruction(tree, text, self.place.span(start, end))
        except NoCounterpart as reason:
            return SentenceReading(text, start, None, self.place.error(
                str(reason), start, end, expected="a sentence of the rules (§9.3)"))
        return SentenceReading(text, start, said)

    def _trees(self, found: Sequence[Piece]) -> Iterator[Tree[Token]]:
        """Yield parses with the repairs of unknown words; if none, with one idle word left out."""
        readable = False
        for choice in islice(product(*(p.meanings for p in found)), MAX_CHOICES):
            with suppress(UnexpectedInput):
                yield _parse_words(found, choice)
                readable = True
        meanings = [p.meanings[0] for p in found]
        for index, piece in enumerate(found):
            idle = piece.known and {w.token for w in meanings[index]} <= {*_IDLE}
            if readable or not idle or self.spent >= MAX_REPAIRS:
                continue
            self.spent += 1
            rest, kept = ([*one[:index], *one[index + 1 :]] for one in (found, meanings))
            with suppress(UnexpectedInput):
                yield _parse_words(rest, kept)

    def _why(self, found: Sequence[Piece]) -> tuple[Piece | None, str, str]:
        """Say where a sentence stops making sense: a word nobody knows, else the parser's place."""
        split = vocabulary().split
        strange = next((p for p in found if not p.known and p.letters not in split), None)
        if strange is not None:
            return strange, f"unknown word {strange.letters[:40]!r}", "a word of the vocabulary"
        try:
            _parse_words(found, [p.meanings[0] for p in found])
        except UnexpectedInput as error:
            token = error.token if isinstance(error, UnexpectedToken) else None
            start = None if token is None or token.type == "$END" else token.start_pos
            piece = next((p for p in found if p.start == start), None)
            if piece is not None:
                message = f"unexpected word {piece.letters[:40]!r}"
                return piece, message, self._examples(error)
            end = found[-1] if found else None
            return end, "the sentence ends too early", self._examples(error)
        raise AssertionError("only sentences without a parse come here")

    def _examples(self, error: UnexpectedInput) -> str:
        tokens = sorted(error.accepts or ()) if isinstance(error, UnexpectedToken) else []
        shown = {"$END": "a full stop", "SORT": "a thing", "HUMAN": "human", "COLOR": "a colour"}
        base = {word.token: word.base for word in vocabulary().words.values()}
        return ", ".join(dict.fromkeys(shown.get(t, base.get(t, t.lower())) for t in tokens))

    def _skip(
        self, text: str, start: int, piece: Piece | None, why: str, expected: str
    ) -> SentenceReading:
        place = (piece.start, piece.end) if piece is not None else (start, start + 1)
        error = self.place.error(why, *place, expected=expected)
        return SentenceReading(text, start, None, error)


def _content(reading: SentenceReading) -> Instruction | None:
    """Return what is said, whatever the words and their place."""
    return reading.instruction and replace(reading.instruction, text="", span=None)


def _parse_words(found: Sequence[Piece], choice: Sequence[tuple[Word, ...]]) -> Tree[Token]:
    tokens = [t for p, m in zip(found, choice, strict=True) for t in p.tokens(m)]
    return _parser().parse(_without_hue(tokens))


def _without_hue(tokens: list[Token]) -> list[Token]:
    """Take "red coloured", and behind a noun "with (a) red colour" and "red in colour", for "red".

    The grammar looks one word ahead only, so it cannot tell these from places.
    """
    kept: list[Token] = []
    for token, after in zip(tokens, [*tokens[1:], None], strict=False):
        types = [t.type for t in kept[-4:]]
        if token.type != "HUE" or "COLOR" not in types[-2:]:
            kept.append(token)
        elif types[-1] == "IN":
            kept.pop()
        elif types[-1] == "COLOR" and (after is None or after.type not in ("SORT", "HUMAN")):
            cut = 2 if types[-2:-1] == ["DET"] else 1
            joint = next((n for n in (2, 1) if tuple(types[:-cut][-n:]) in _HAS_COLOUR), 0)
            if joint:
                del kept[-cut - joint : -1]
    return kept


_HAS_COLOUR = (("WHICH", "HAVE"), ("OF",), ("IN",), ("WITH",))
"""What stands between a thing and its colour."""
