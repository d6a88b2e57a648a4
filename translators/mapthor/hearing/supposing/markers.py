"""Where the conditions of a sentence stand: from "if", "in case" … to what hangs on them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from translators.mapthor.hearing.supposing.frames import Frame, data, frame_of
from translators.mapthor.hearing.supposing.sequels import asks_nothing
from translators.mapthor.hearing.words import Word, words_of
from translators.mapthor.ontology import polite_words
from translators.mapthor.read import verbs

__all__ = ["JOINTS", "Supposed", "openers", "suppositions"]

JOINTS = frozenset({"and", "but", "so", "or", "now", "ok", "okay", "well", "oh", "then", "also",
                    "right", "hey", "please", "only"})
_POLITE = {"could", "would", "can", "want", "like", "please", "wouldn't", "don't", "get", "fancy",
           "will", "have"}
_ASKED = {"what", "as", "even", "see", "check", "whether", "wonder", "ask", "look", "sure", "out",
          "know", "than"}
"""Behind these "if" asks, or grants something."""
_SELF = {"should": "if"}
_NEXT = {"you", "done", "ready", "finished", "i", "we"}
"""With these "when" tells an order of acts."""


@dataclass(frozen=True)
class Supposed:
    """A condition in a sentence: its ``marker``, where it begins and ends, and what it says.

    ``leads``: what hangs on it stands behind it, up to ``stop``.
    """

    marker: str
    begin: int
    end: int
    stop: int
    frame: Frame
    leads: bool


@cache
def _markers() -> tuple[tuple[tuple[str, ...], str], ...]:
    """List the words that begin a condition with what they are read as, the longest first."""
    found = [(tuple(phrase.split()), name) for name, phrases in data()["markers"].items()
             for phrase in phrases]
    return tuple(sorted(found, key=lambda f: -len(f[0])))


@cache
def openers() -> frozenset[str]:
    """Return the first words of all markers."""
    return frozenset(phrase[0] for phrase, _ in _markers())


def suppositions(sentence: str) -> Iterator[Supposed]:
    """Yield the conditions of a sentence from the left.

    >>> [s.frame.said() for s in suppositions("If the pan's dirty wash it, if it's clean leave it")]
    ['the pan is dirty', 'it is clean']
    """
    words = words_of(sentence)
    found: list[Supposed] = []
    n = 0
    while n < len(words):
        marker = None if _courteous(sentence[words[n].start:]) else _marker(words, n)
        one = _condition(sentence, words, n, *marker) if marker else None
        if one is not None:
            found.append(one)
        n = n + 1 if one is None else next(
            (k for k, w in enumerate(words) if w.start >= one.end), len(words))
    for number, one in enumerate(found):
        later = found[number + 1].begin if number + 1 < len(found) else len(sentence)
        yield replace(one, stop=later)


def _marker(words: Sequence[Word], n: int) -> tuple[str, int] | None:
    """Return what a condition that begins at a word is read with, and its length."""
    if n and words[n - 1].text in _ASKED:
        return None
    for phrase, name in _markers():
        behind = words[n + len(phrase):n + len(phrase) + 2]
        if tuple(w.text for w in words[n:n + len(phrase)]) != phrase or not behind:
            continue
        first = behind[0]
        if phrase == ("if", "not") and (
                first.text in {"yet", "already", "still"} or first.may_be("adjective")):
            continue  # "if not yet closed"
        if name in ("should", "any", "not") and not _begins(words, n):
            return None
        asks = first.text == "you" and len(behind) > 1 and behind[1].text in _POLITE
        bare = name == "should" and not (first.thing or first.may_be("determiner", "pronoun"))
        return None if asks or bare else (name, len(phrase))
    return None


def _courteous(text: str) -> bool:
    """Whether a text begins politely, up to a sign: "if possible, ..." is no condition."""
    found = polite_words().match(text)
    return found is not None and not re.match(r"\s*[\w']", text[found.end():])


def _begins(words: Sequence[Word], n: int) -> bool:
    """Whether a clause begins at a word: at the start, or behind a sign or a joint."""
    while n and words[n - 1].text in JOINTS:
        n -= 1
    return not n or not re.search(r"[\w']", words[n - 1].text)


def _condition(
    sentence: str, words: Sequence[Word], n: int, name: str, length: int
) -> Supposed | None:
    """Read the condition behind a marker: up to a sign, or where another clause begins."""
    first = n + length
    begin = words[n].start
    leads = _begins(words, n)
    marker = _SELF.get(name, name)
    if name == "not":
        end = words[first - 1].end
        otherwise = Frame("", "", denied=True, again=True)
        return Supposed(marker, begin, end, 0, otherwise, leads) if leads else None
    for end in range(first + 1, len(words) + 1):
        behind = any(re.search(r"\w", w.text) for w in words[end:])
        sign = end == len(words) or not re.search(r"[\w']", words[end].text)
        if not sign and not (leads and _goes_on(sentence, words, first, end)):
            continue
        body = words[first:end]
        if any(_marker(words, k) for k in range(first, end)) or (
                name == "when" and any(w.text in _NEXT for w in body)):
            return None
        frame = frame_of(sentence, body)
        if frame is None and name == "unless" and not behind and any(
                w.text in {"did", "done", "has", "have"} for w in body):
            frame = Frame("", "", again=True)  # "unless by some wonder mum did it"
        if frame is not None and (behind or n):
            return Supposed(marker, begin, words[end - 1].end, 0, frame, leads and behind)
    return None


def _goes_on(sentence: str, words: Sequence[Word], first: int, n: int) -> bool:
    """Whether what hangs on a condition, or a remark on it, begins at a word."""
    before = words[n - 1]
    idle = asks_nothing(sentence[words[n].start:]) and not before.may_be("subject")
    return idle or _order_begins(words, n) or (n > first + 1 and _tells(words, n))


def _tells(words: Sequence[Word], n: int) -> bool:
    """Whether a statement begins at a word: "it's hers", "that is fine"."""
    behind = words[n + 1] if n + 1 < len(words) else None
    return behind is not None and words[n].text in {
        "it", "they", "that", "we", "i", "he", "she", "you", "somebody", "someone"} and (
        behind.may_be("be", "modal", "base", "third", "auxiliary")) and (
            words[n - 1].thing or not words[n - 1].may_be(
                "preposition", "be", "conjunction", "base", "modal", "auxiliary"))


def _order_begins(words: Sequence[Word], n: int) -> bool:
    word, before = words[n], words[n - 1]
    if word.text == "then":
        return True
    behind = words[n + 1] if n + 1 < len(words) else None
    if behind is None or word.thing or before.text in {"to", "be"} or before.may_be(
            "modal", "determiner", "negation", "conjunction"):
        return False
    if before.may_be("subject") and before.text not in {"it", "that"}:
        return False
    return word.text in verbs() and word.may_be("base") and (
        behind.may_be("determiner", "pronoun") or behind.thing or behind.text in {
            "on", "off", "up", "out", "down"})
