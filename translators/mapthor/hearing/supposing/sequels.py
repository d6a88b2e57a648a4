"""What hangs on a condition: an order, or nothing at all ("leave it", "that's fine")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from translators.mapthor.hearing.clauses import clauses
from translators.mapthor.hearing.supposing.frames import Frame, data
from translators.mapthor.hearing.words import Word
from translators.mapthor.read import verbs

__all__ = ["asks_nothing", "brings_about", "order_in", "orders_nothing", "without_talk"]

_JUST = re.compile(r"^(?:(?:and|but|so|or|then|just|simply|please|well|you\s+can\s+just)\b"
                   r"[\s,]*)+", re.IGNORECASE)
_LEAD = re.compile(r"^[\s,:;.!?]*(?:(?:then|so|just|and|please|simply|kindly)\b[\s,]*)*", re.I)
_STAYS = re.compile(r"(?:leave|let|keep|ignore)\s+(?:it|them|that|those|the\s+\w+(?:\s+\w+)?)\b"
                    r"(?!\s+(?:in|on)\s+the\b)", re.IGNORECASE)
_ANEW = re.compile(r"(?:don't|do\s+not|dont)\s+(?:forget|let|leave|keep)\b", re.IGNORECASE)
_THERE = re.compile(r"^(?=(?:back\s+)?(?:in|on|into|onto)\s+(?:the|a|an|my|our)\b[^.;!?]*)"
                    r"(?![^.;!?]*\b(?:put|place|is|are|should|goes|with)\b)", re.IGNORECASE)


@cache
def _listed(name: str) -> str:
    phrases = sorted(data()["words"][name], key=len)[::-1]
    return "|".join(re.escape(p).replace("\\ ", r"\s+") for p in phrases)


@cache
def _idle() -> re.Pattern[str]:
    return re.compile(rf"(?:{_listed('idle')})(?![\w'])", re.IGNORECASE)


@cache
def _bare() -> re.Pattern[str]:
    return re.compile(rf"^({_listed('bare')})(?=\s*(?:[.;!]|$))", re.IGNORECASE)


def asks_nothing(text: str) -> bool:
    """Whether a text begins with what asks for nothing: "never mind", "leave it".

    >>> asks_nothing("that's fine by me"), asks_nothing("leave the lid open")
    (True, False)
    """
    return bool(_idle().match(text))


def order_in(text: str) -> str:
    """Return what hangs on a condition as an order: "open" is "open it".

    >>> order_in(": open."), order_in(", into the sink")
    ('open it.', 'put it into the sink')
    """
    order = _LEAD.sub("", text)
    first = re.match(r"do\s+([\w']+)", order, re.IGNORECASE)
    if first and first[1].lower() in verbs():  # "do close it"
        order = order[first.start(1):]
    return _THERE.sub("put it ", _bare().sub(r"\1 it", order))


def without_talk(order: str) -> tuple[str, str]:
    """Leave out the statements before an order; return them, too.

    >>> without_talk("it's had its day: throw it away")
    ('throw it away', "it's had its day")
    """
    parts = clauses(order) if re.search(r"\w", order) else []
    told = 0
    while told < len(parts) and parts[told].kind == "statement" and not any(
            w.thing for w in parts[told].words) and parts[told].words[0].text != "that":
        told += 1
    if not told or (all(p.kind not in ("order", "unclear") for p in parts[told:]) and any(
            _acts(p.words) for p in parts[:told])):
        return order, ""
    talk = "".join(p.text for p in parts[:told])
    return order_in(order[len(talk):]), talk.strip(" ,;:.–—-")


def orders_nothing(order: str, frame: Frame) -> bool:
    """Whether what hangs on a condition asks for nothing."""
    idle = frame.again and frame.denied
    for part in clauses(order) if re.search(r"\w", order) else []:
        said = _JUST.sub("", part.text.strip(" ,;:–—-"))
        named = any(w.thing and w.text not in f"{frame.subject} {frame.place}"
                    for w in part.words)
        if _ANEW.match(said) or named:
            return False
        if _idle().match(said) or _STAYS.match(said):
            idle = True
        elif part.kind not in ("statement", "talk", "fragment") or (_acts(part.words) and (
                part.kind != "statement" or part.words[0].text == "you")):
            return False
    return idle


def _acts(words: Sequence[Word]) -> bool:
    """Whether a clause that says how things are may still ask for something."""
    return any(w.may_be("modal") or (w.text in verbs() and w.may_be("base") and not w.may_be(
        "determiner", "preposition", "adverb")) for w in words)


def brings_about(order: str, frame: Frame) -> bool:
    """Whether an order asks for just what a condition says: "draw the blinds", "they're shut"."""
    if frame.again:
        return True
    if frame.denied or frame.place or not frame.is_so:
        return False
    acts = data()["brings"].get(frame.is_so, [])
    return any(w.text in acts and not (n and w.thing)  # "light it", not "and the light"
               for part in clauses(order)[-1:] for n, w in enumerate(part.words))
