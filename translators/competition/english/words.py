"""From the characters of a sentence to words of the grammar (specification §9.1).

Case is ignored, characters that are not letters are noise inside a word, written-together words
are taken apart, misspelt ones get their nearest known spellings as alternatives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from lark.lexer import Token

from translators.competition.vocabulary import MAX_WORD, Vocabulary, Word

__all__ = ["Piece", "pieces", "said", "sentence_spans"]

_CHUNK = re.compile(r"\S+")
_NOISE = re.compile(r"[^a-z]+")
_SENTENCE = re.compile(r"[^.]*(?:\.|$)")


@dataclass(frozen=True, slots=True)
class Piece:
    """A word of a sentence with what it may mean; ``start`` and ``end`` are offsets.

    ``known`` says that its spelling is in the vocabulary; an unknown word has its repairs as
    ``meanings``, possibly none.
    """

    letters: str
    start: int
    end: int
    known: bool
    meanings: tuple[tuple[Word, ...], ...] = field(default=())

    def tokens(self, meaning: tuple[Word, ...]) -> list[Token]:
        """Return grammar tokens for one meaning."""
        return [Token(w.token, w.base, self.start, end_pos=self.end) for w in meaning]


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each sentence, with its full stop, white space stripped.

    >>> list(sentence_spans(" Go to bed.  Stop"))
    [(1, 11), (13, 17)]
    """
    for match in _SENTENCE.finditer(text):
        sentence = match[0].strip()
        if sentence.strip(". "):
            start = match.start() + len(match[0]) - len(match[0].lstrip())
            yield start, start + len(sentence)


def pieces(text: str, start: int, end: int, words: Vocabulary) -> list[Piece]:
    """Cut ``text[start:end]`` into words."""
    found: list[Piece] = []
    chunks = [(_NOISE.sub("", m[0].lower()), *m.span()) for m in _CHUNK.finditer(text, start, end)]
    chunks = [chunk for chunk in chunks if chunk[0]]
    index = 0
    while index < len(chunks):
        letters, begin, stop = chunks[index]
        joined = letters + chunks[index + 1][0] if index + 1 < len(chunks) else ""
        if _is_compound(joined, letters, words):
            letters, stop, index = joined, chunks[index + 1][2], index + 1
        index += 1
        if found and letters == found[-1].letters and letters not in _TWICE:
            continue  # "the the"
        if words.words.get(letters, _OTHER).token != "PLEASE":
            found.append(_piece(letters, begin, stop, words))
    return found


def said(found: Sequence[Piece], words: Vocabulary) -> list[Piece]:
    """Read phrases as what they stand for, and leave out what says nothing (``[idle]``).

    "Can" after a thing may be a verb: "no cup can be on the table".
    """
    found = [piece for piece in found if not _is_idle(piece, words)]
    kept: list[Piece] = []
    index = 0
    while index < len(found):
        piece = found[index]
        phrases = (_letters(found, index, length) for length in range(_LONGEST, 0, -1))
        phrase = next((phrase for phrase in phrases if phrase in words.phrases), ())
        index += len(phrase) or 1
        if phrase:
            meaning = words.phrases[phrase]
            if meaning:
                end = found[index - 1].end
                kept.append(Piece(" ".join(phrase), piece.start, end, True, (meaning,)))
        elif piece.letters == _NOUN_OR_VERB and kept and kept[-1].meanings[:1] and (
            kept[-1].meanings[0][-1].token in ("SORT", "COLOR")
        ):
            kept.append(replace(piece, meanings=(*piece.meanings, (Word("MAY", "may"),))))
        else:
            kept.append(piece)
    classes = ["".join(w.token for w in p.meanings[0]) if p.meanings else "" for p in kept]
    denied = any(pair == ("NOT", "ALWAYS") for pair in pairwise(classes))
    if denied or not {"MUST", "KEEP", "STAY"} & set(classes):
        return kept  # where "always" says something more, no rule takes it
    return [piece for piece, token in zip(kept, classes, strict=True) if token != "ALWAYS"]


def _letters(found: Sequence[Piece], index: int, length: int) -> tuple[str, ...]:
    return tuple(piece.letters for piece in found[index : index + length])


def _is_idle(piece: Piece, words: Vocabulary) -> bool:
    adverb = piece.letters.endswith("ly") and not piece.known and len(piece.letters) > 3
    return piece.letters in words.idle or (adverb and piece.letters not in words.refused)


_OTHER = Word("OTHER", "")
_NOUN_OR_VERB = "can"
_TWICE = (_NOUN_OR_VERB, "not", "no", "never")
"""Words that say something else when they are written twice."""
_LONGEST = 5
"""Words of the longest phrase."""


def _is_compound(joined: str, first: str, words: Vocabulary) -> bool:
    """Whether two written words are one noun of the vocabulary (remote control, fire place)."""
    if words.words.get(joined, _OTHER).token != "SORT":
        return False
    return words.words.get(first, _OTHER).token not in ("DET", "COLOR", "SIZE")


def _piece(letters: str, start: int, end: int, words: Vocabulary) -> Piece:
    if letters in words.refused:
        return Piece(letters, start, end, False)
    meaning = _meaning(letters, words)
    if meaning is not None:
        return Piece(letters, start, end, letters in words.words, (meaning,))
    glued = _take_apart(letters, words)
    if glued is not None:
        return Piece(letters, start, end, False, (glued,))
    repairs = (_meaning(spelling, words) for spelling in words.repair(letters))
    return Piece(letters, start, end, False, tuple(dict.fromkeys(m for m in repairs if m)))


def _meaning(letters: str, words: Vocabulary) -> tuple[Word, ...] | None:
    if letters in words.words:
        return (words.words[letters],)
    if letters in words.split:
        return tuple(words.words[part] for part in words.split[letters])
    return None


def _take_apart(letters: str, words: Vocabulary) -> tuple[Word, ...] | None:
    """Read two words written together (``cupwhich``) of two letters or more, not both of two."""
    if not 4 < len(letters) <= MAX_WORD:
        return None
    for cut in range(2, len(letters) - 1):
        one, other = letters[:cut], letters[cut:]
        if one in words.words and other in words.words:
            return (words.words[one], words.words[other])
    return None
