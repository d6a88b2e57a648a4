"""What somebody is said to wish: "mum asked me to …", "the doctor recommends that …"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from translators.mapthor.hearing.words import Word, subject_end, words_of
from translators.mapthor.lexicon import base, uses
from translators.mapthor.read import verbs

__all__ = ["asked_for", "left_undone", "wished"]

_ASK = uses("ask")
_OMIT = uses("omit")
_FAIL = uses("fail")
_US = {"me", "us", "you", "them", "someone", "somebody", "anyone", "it", "two", "both", "all",
       "guys", "kindly", "please", "robots", "the", "for", "by", "that", "if", "whether"}
"""What may stand between asking and what is asked for."""
_YOU = {"you", "we", "someone", "somebody", "they"}


def asked_for(words: Sequence[Word], verb: int) -> int:
    """Return where the order begins in what somebody is said to ask for, else 0.

    ``verb`` is where the finite verb stands. "Mum told me to close it": behind "to".
    """
    asks = next((n for n in range(verb, min(verb + 4, len(words)))
                 if base(words[n].text) in _ASK), -1)
    return _order(words, asks + 1) if asks >= 0 else 0


def _order(words: Sequence[Word], begin: int) -> int:
    """Return where an order begins soon behind "to", or behind "if you could"."""
    for n in range(begin, min(begin + 6, len(words) - 1)):
        word, behind = words[n], words[n + 1]
        if word.text == "to" and behind.text in verbs():
            return n + 1
        if word.text in _YOU and words[n - 1].text in {"if", "whether", "that"} | _ASK:
            first = n + 1
            while first < len(words) and (words[first].may_be("modal") or words[first].text in {
                    "'d", "'ll", "please", "both"}):
                first += 1
            if first < len(words) and words[first].text in verbs():
                return first
        if word.text not in _US:
            return 0
    return 0


def wished(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what somebody asks for as an order.

    >>> next(wished("Mum asked me to close the blinds"))[0]
    'close the blinds'
    """
    words = words_of(text)
    begin = asked_for(words, subject_end(words))
    if begin and not any(w.may_be("negation") for w in words[:begin]):
        start = words[begin].start
        said = text[:start].strip(" ,")
        yield text[start:], (f"'{said}' is left out: what follows is read as asked of the robots",)


def left_undone(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield as an order what somebody has not done: "I forgot to …", "nobody managed to …".

    >>> next(left_undone("I forgot to close the blinds"))[0]
    'close the blinds'
    """
    words = words_of(text)
    denied = any(w.may_be("negation") for w in words[:6])
    omits = next((n for n, w in enumerate(words[:6])
                  if base(w.text) in (_FAIL if denied else _OMIT)), 0)
    begin = _order(words, omits + 1) if omits and words[omits + 1:omits + 2] else 0
    if begin and words[begin - 1].text == "to":
        said = text[:words[begin].start].strip(" ,")
        yield text[words[begin].start:], (f"'{said} …' is read as a wish that it be done",)
