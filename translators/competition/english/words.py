"""From the characters of a sentence to words of the grammar (specification §9.1).

Case is ignored, characters that are not letters are noise inside a word, written-together words
are taken apart, misspelt ones get their nearest known spellings as alternatives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter

from lark.lexer import Token

from translators.competition.vocabulary import MAX_WORD, Word, repair, vocabulary

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
    meanings: tuple[tuple[Word, ...], ...]

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


def pieces(text: str, start: int, end: int) -> list[Piece]:
    """Cut ``text[start:end]`` into words."""
    found: list[Piece] = []
    chunks = [(_NOISE.sub("", m[0].lower()), *m.span()) for m in _CHUNK.finditer(text, start, end)]
    chunks = [chunk for chunk in chunks if chunk[0]]
    index = 0
    while index < len(chunks):
        letters, begin, stop = chunks[index]
        joined = letters + chunks[index + 1][0] if index + 1 < len(chunks) else ""
        if _is_compound(joined, letters):
            letters, stop, index = joined, chunks[index + 1][2], index + 1
        index += 1
        if found and letters == found[-1].letters and letters not in _TWICE:
            continue  # "the the"
        if _token(letters) != "PLEASE":
            found.append(_piece(letters, begin, stop))
    return found


def said(found: Sequence[Piece]) -> list[Piece]:
    """Read phrases as what they stand for, and leave out what says nothing (``[idle]``).

    "Can" after a thing may be a verb: "no cup can be on the table".
    """
    phrases = vocabulary().phrases
    found = [piece for piece in found if not _is_idle(piece)]
    kept: list[Piece] = []
    index = 0
    while index < len(found):
        piece = found[index]
        starts = (tuple(map(spelt, found[index : index + length]))
                  for spelt in (attrgetter("letters"), _spelling)
                  for length in range(_LONGEST, 0, -1))
        phrase = next((start for start in starts if start in phrases), ())
        index += len(phrase) or 1
        if phrase and (meaning := phrases[phrase]):
            end = found[index - 1].end
            kept.append(Piece(" ".join(phrase), piece.start, end, True, (meaning,)))
        elif not phrase and piece.letters == _NOUN_OR_VERB and kept and kept[-1].meanings[:1] and (
            kept[-1].meanings[0][-1].token in ("SORT", "COLOR")
        ):
            kept.append(replace(piece, meanings=(*piece.meanings, (Word("MAY", "may"),))))
        elif not phrase:
            kept.append(piece)
    kept = _who_first(_none_of(_adjectives(kept)))
    classes = ["".join(w.token for w in p.meanings[0]) if p.meanings else "" for p in kept]
    denied = any(pair in (("NOT", "ALWAYS"), ("NEVER", "ALWAYS")) for pair in pairwise(classes))
    if denied or not {"MUST", "KEEP", "STAY"} & set(classes):
        return kept  # where "always" says something more, no rule takes it
    return [piece for piece, token in zip(kept, classes, strict=True) if token != "ALWAYS"]


def _adjectives(found: list[Piece]) -> list[Piece]:
    """Read "open" between an article and a thing as a state: "there is no open closet"."""
    classes = _classes(found)
    return [
        replace(piece, meanings=((Word("OPENED", "opened"),),))
        if token == "OPEN" and before in ("DET", "NO", "EACH") and after == "SORT" else piece
        for piece, before, token, after in zip(
            found, ["", *classes], classes, [*classes[1:], ""], strict=False)
    ]


def _who_first(found: list[Piece]) -> list[Piece]:
    """Say who must or must not do it before the place: "on the bed you must not put the cup"."""
    classes = _classes(found)
    verb = next((k for k, token in enumerate(classes) if token in _VERBS), 0)
    start = verb
    while start > 0 and classes[start - 1] in _BEFORE_VERB:
        start -= 1
    if classes[:1] and classes[0] not in _PLACES:
        return found
    return [*found[start:verb], *found[:start], *found[verb:]]


def _none_of(found: list[Piece]) -> list[Piece]:
    """Read a command about no thing as what must not be done: "put no cup on the table"."""
    classes = [*_classes(found), ""]
    verb = next((k for k, token in enumerate(classes) if token in _VERBS), 0)
    command = classes[0] in _PLACES or {*classes[:verb]} <= {*_BEFORE_VERB}
    denied = {"NOT", "NEVER"} & set(classes)
    if classes.count("NO") != 1 or denied or not command or classes[verb] not in _VERBS:
        return found
    no = classes.index("NO")
    if no < verb or classes[no + 1] not in ("SORT", "HUMAN", "COLOR", "SIZE"):
        return found
    rest = [*found[:no], *found[no + 1 :]]
    return [*rest[:verb], replace(found[no], meanings=((Word("NOT", "not"),),)), *rest[verb:]]


def _classes(found: Sequence[Piece]) -> list[str]:
    """Return the class of each word, the first one where it stands for several."""
    return [piece.meanings[0][0].token if piece.meanings else "" for piece in found]


def _spelling(piece: Piece) -> str:
    """Return a word, a misspelt one as the one word it may be."""
    if piece.known or len(piece.meanings) != 1:
        return piece.letters
    return " ".join(word.base for word in piece.meanings[0])


def _is_idle(piece: Piece) -> bool:
    words = vocabulary()
    adverb = piece.letters.endswith("ly") and not piece.known and len(piece.letters) > 3
    return piece.letters in words.idle or (adverb and piece.letters not in words.refused)


_BEFORE_VERB = ("DET", "AGENT", "DO", "MUST", "MAY", "NOT", "NEVER", "NO")
_PLACES = ("IN", "ON", "NEAR", "NEXT", "FROM", "OUT", "TO")
_VERBS = ("GIVE", "PUT", "GO", "PICK", "TAKE", "OPEN", "CLOSE", "CARRY", "MOVE", "DROP", "REMOVE")
_NOUN_OR_VERB = "can"
_TWICE = (_NOUN_OR_VERB, "not", "no", "never")
"""Words that say something else when they are written twice."""
_LONGEST = 5
"""Words of the longest phrase."""


def _token(letters: str) -> str:
    """Return the class of a written word, if it has one."""
    word = vocabulary().words.get(letters)
    return word.token if word else ""


def _is_compound(joined: str, first: str) -> bool:
    """Whether two written words are one noun of the vocabulary (remote control, fire place)."""
    return _token(joined) == "SORT" and _token(first) not in ("DET", "COLOR", "SIZE")


def _piece(letters: str, start: int, end: int) -> Piece:
    if letters in vocabulary().refused:
        return Piece(letters, start, end, False, ())
    known = _meaning(letters) or _take_apart(letters)
    meanings = [known] if known else map(_meaning, repair(letters))
    return Piece(letters, start, end, letters in vocabulary().words,
                 tuple(dict.fromkeys(filter(None, meanings))))


def _meaning(letters: str) -> tuple[Word, ...]:
    words = vocabulary().words
    parts = (letters,) if letters in words else vocabulary().split.get(letters, ())
    return tuple(words[part] for part in parts)


def _take_apart(letters: str) -> tuple[Word, ...]:
    """Read two words written together (``cupwhich``) of two letters or more, not both of two."""
    if not 4 < len(letters) <= MAX_WORD:
        return ()
    words = vocabulary().words
    cuts = ((letters[:cut], letters[cut:]) for cut in range(2, len(letters) - 1))
    both = (cut for cut in cuts if words.keys() >= {*cut})
    return tuple(words[part] for part in next(both, ()))
