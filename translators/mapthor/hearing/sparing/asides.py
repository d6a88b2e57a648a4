"""What is said beside the orders of a text: left out all at once, whatever its words."""

from __future__ import annotations

from collections.abc import Sequence

from translators.mapthor.hearing.clauses import Clause, clauses, sentences
from translators.mapthor.hearing.talk import spare, things_of, without
from translators.mapthor.hearing.words import Word, imperative, subject_end
from translators.mapthor.lexicon import base, uses
from translators.mapthor.read import verbs

__all__ = ["aside", "comes", "orders_of"]

_HUMAN = uses("human")
_KIN = uses("kin")
_STATES = uses("states") | uses("state")
_LEFT = uses("states") - {"on", "off"}
_KEPT = uses("kept")
_POLITE = uses("polite")
_AIMS = uses("aim")
_COME = {"come", "get", "return", "arrive", "wake", "walk", "finish"}
_IDLE = uses("body") | uses("mind") | uses("idle")
_MEANT = {"it", "them", "him", "her", "that", "this", "those", "these", "one", "ones"}


def aside(part: Clause) -> bool:
    """Whether a clause may be left out though its form does not tell that it orders nothing.

    It names no thing, and nothing in it can be done here: no act with what it is done to, no state.
    """
    words = [w for w in part.words if not w.may_be("interjection")]
    while words and words[0].text in _POLITE:
        words = words[1:]
    if any(w.thing for w in part.words):
        return False
    if not words:
        return True
    if part.kind == "condition":
        return _own(words)
    if part.kind == "forbidden":
        return not _denies(words)
    return _tells(words, part) and not _acts(words) and (
        words[0].text not in _KEPT or part.kind == "question")


def _tells(words: Sequence[Word], part: Clause) -> bool:
    """Whether words are more than a name, and order no act: "mind your step", "got a cold"."""
    if words[0].may_be("base") and words[0].text not in _IDLE and imperative(words):
        return False
    if part.kind == "talk":
        strange = len(words) < 3 and any(not w.forms for w in words)  # one of several things?
        return not strange and not words[0].may_be("determiner")
    if words[0].text in _AIMS or (len(words) > 1 and words[0].text in _KIN):
        return True  # "for my back", "children come here"
    return part.kind in ("statement", "fragment", "question") or subject_end(words) > 0 or (
        len(words) > 1 and words[0].may_be("base", "past", "gerund", "interjection", "adjective"))


def _own(words: Sequence[Word]) -> bool:
    """Whether a condition is for politeness ("if you have a minute") or says until when."""
    begin, rest = words[0].text, words[1:]
    own = bool(rest) and (rest[0].text == "you" if begin in {"if", "unless", "before"}
                          else comes(rest))
    return own and not any(w.text in _MEANT | _STATES or w.may_be("negation") for w in rest)


def comes(words: Sequence[Word]) -> bool:
    """Whether somebody comes or wakes: until then something is to be done, not only then."""
    people = words[0].text in _HUMAN | {"you", "my", "our"} or any(
        w.text in _KIN for w in words[:2])
    return people and any(base(w.text) in _COME or w.text == "back" for w in words[1:5])


def _acts(words: Sequence[Word]) -> bool:
    """Whether something in a clause may be done: an act with its object, a state, how many."""
    for n, word in enumerate(words[:-1]):
        begins = not n or words[n - 1].may_be("conjunction", "adverb") or words[n - 1].text in {
            "to", "you", "can", "could", "would", "please"}
        if begins and word.text in verbs() - _IDLE and word.may_be("base"):
            wished = words[0].may_be("subject") and words[0].text != "you"
            if not wished or any(w.text in _MEANT for w in words[n + 1:]):
                return True
    if any(w.text in _LEFT | {"other", "others", "rest"} for w in words):
        return True
    if words[0].text in _IDLE:
        return False
    return words[0].text in verbs() or (len(words) < 4 and any(
        w.text in _STATES | _MEANT or w.may_be("number") or w.text in _KEPT for w in words))


def _denies(words: Sequence[Word]) -> bool:
    return any(base(w.text) in verbs() or w.text in _MEANT for w in words[1:])


def orders_of(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a text without all that its clauses only tell, with remarks."""
    kept: list[str] = []
    remarks: list[str] = []
    named: tuple[str, ...] = ()
    for sentence in sentences(text):
        parts = clauses(sentence)
        drop = [s or aside(p) for s, p in zip(spare(parts, hangs=False), parts, strict=True)]
        said = without(parts, drop, named)
        if all(drop):
            named = things_of(parts) or named
        else:
            kept.append(said.said.rstrip(" .;!?,"))
            named = said.behind
        remarks += said.remarks
    return ". ".join(kept), tuple(dict.fromkeys(remarks))
