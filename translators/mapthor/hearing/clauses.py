"""A text cut into clauses, and what each of them does, told by the forms of its words.

A clause is an ``order`` (imperative, request, deontic statement, wish), a ``statement``, a
``fragment`` of one ("nearly fell over it"), a ``question``, a ``condition``, a ``forbidden`` act,
mere ``talk`` (greeting, name, heading) or ``unclear``, e.g. a list of things without a verb.
Subject, finite verb and their forms decide, not what the talk is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from translators.mapthor.hearing.kinds import Kind, kind_of
from translators.mapthor.hearing.words import (
    FINITE,
    Word,
    asks,
    beside,
    imperative,
    subject_end,
    words_of,
)
from translators.mapthor.lexicon import base, uses
from translators.mapthor.read import verbs

__all__ = ["Clause", "clauses", "sentences"]

_SENTENCE = re.compile(r"(?<=[.;!?])\s+(?!\w+[.)]\s)|\n+|(?<=[a-z]{2})\.(?=[A-Z])")
_WHY = uses("why")
_IF = uses("if")
_TELL = uses("tell")
_POLITE = uses("polite")



@dataclass(frozen=True)
class Clause:
    """A stretch of a text, its words without signs and what it does."""

    text: str
    words: tuple[Word, ...]
    kind: Kind
    why: bool = False

    @property
    def things(self) -> tuple[Word, ...]:
        """The things named in it, those that are no mere place or company first."""
        named = [(n, w) for n, w in enumerate(self.words)
                 if w.thing and _itself(self.words[n + 1:])]
        main = [w for n, w in named if not beside(self.words[:n])]
        return tuple(main) or tuple(w for _, w in named)


def _itself(behind: Sequence[Word]) -> bool:
    """Whether a name begins no longer one: "the phone charger", "my bag's strap"."""
    if behind and behind[0].text == "'s":
        return len(behind) < 2 or not behind[1].forms <= {"noun", "plural", "base", "third"}
    return not behind or behind[0].thing or not behind[0].forms <= {"noun", "plural", "base"}


def sentences(text: str) -> list[str]:
    """Split a text where a sentence ends.

    >>> sentences("Mum rang. Wash it - now!")
    ['Mum rang.', 'Wash it - now!']
    """
    return [p.strip() for p in _SENTENCE.split(text) if p and re.search(r"\w", p)]


def clauses(sentence: str) -> list[Clause]:
    """Split a sentence into clauses and tell what each does.

    >>> [c.kind for c in clauses("the baby is asleep, so close the blinds")]
    ['statement', 'order']
    """
    words = words_of(sentence)
    cuts = [0, *_cuts(words), len(words)]
    found: list[Clause] = []
    for begin, end in pairwise(cuts):
        start = words[begin].start if begin else 0
        stop = words[end].start if end < len(words) else len(sentence)
        said = tuple(w for w in words[begin:end] if re.search(r"\w", w.text))
        if said:
            kind, why = kind_of(said, sentence[start:stop])
            found.append(Clause(sentence[start:stop], said, kind, why))
    return found


# -- where a clause begins ---------------------------------------------------------------------


def _cuts(words: Sequence[Word]) -> Iterator[int]:
    """Yield where another clause may begin."""
    last = 0
    for n in range(1, len(words)):
        if _begins(words, last, n):
            last = n
            yield n


def _begins(words: Sequence[Word], last: int, n: int) -> bool:
    word, before, rest = words[n], words[n - 1], words[n + 1:]
    if not re.search(r"[\w']", before.text) and before.text not in {"&", "+", "/"}:
        apart = before.text != "-" or before.start > words[max(n - 2, 0)].end
        return apart and bool(re.search(r"\w", word.text))
    if n - last < 2 or not rest:
        return False
    if base((words[n - 2] if before.text == "that" else before).text) in _TELL:
        acts = word.text in {"you", "we"} and rest[0].text in verbs()  # "she asks that you close"
        return not acts and subject_end(words[n:]) > 0  # "she says the blinds should be shut"
    if asks(words[n:]):
        return not before.may_be("conjunction", "subordinator", "subject")
    if word.text == "so" and before.may_be("base", "third", "be") and (
            not before.may_be("noun") and rest[0].may_be("adjective", "adverb")):
        return False  # "it looks so untidy"
    if word.text in {"and", "but", "so", "or", "then"} and not before.may_be("conjunction") and (
            before.text not in {"only", "just"}):
        return _clause_like(rest) and (_whole(words[last:n]) or not subject_end(rest))
    if word.text in {"if", "unless"}:
        return not before.may_be("conjunction")
    if word.text in _WHY | _IF:
        return subject_end(rest) > 0 or rest[0].may_be("gerund")
    return _runs_on(words, last, n)


def _whole(words: Sequence[Word]) -> bool:
    """Whether a clause stands before "and", not only the first of its subjects."""
    while len(words) > 1 and words[0].text in _POLITE:
        words = words[1:]
    return bool(words) and (subject_end(words) > 0 or imperative(words) or asks(words)
                            or words[0].may_be("past", "gerund", *FINITE))


def _clause_like(rest: Sequence[Word]) -> bool:
    """Whether a clause of its own stands behind "and"."""
    first = rest[0]
    return (asks(rest) or subject_end(rest) > 0 or imperative(rest) or (
        first.forms <= {"past", "gerund"} and bool(first.forms)) or first.text in _WHY | _IF)


def _runs_on(words: Sequence[Word], last: int, n: int) -> bool:
    """Whether an order begins without a sign: "the milk has gone off chuck it"."""
    word, before = words[n], words[n - 1]
    behind = words[n + 1]
    return (word.text in verbs() and word.may_be("base")
            and behind.may_be("determiner", "pronoun") and subject_end(words[last:n]) > 0
            and not before.may_be("modal", "auxiliary", "determiner", "preposition", "subject",
                                  "conjunction", "negation", "question")
            and before.text not in {"to", "please", "help", "let", "it", "them"})


