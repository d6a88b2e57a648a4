"""A text that the grammar refuses → controlled English, whatever the order of its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from translators.mapthor.chunks.frames import frames_at, worded
from translators.mapthor.chunks.lattice import Chunk, Token, chunks_at, says_more, tokens
from translators.mapthor.ontology import ontology
from translators.mapthor.read import reads

__all__ = ["UNLIKELY", "chunked", "surely"]

_WAYS = 3
"""So many ways to read one text are compared."""
UNLIKELY = 0.4
"""A reading so much more far-fetched than the first is none to be weighed against it."""
_MOST_WORDS = 60
_HEADING = 7
"""So many words a heading has at most."""
_SIGNS = "()\"'#*_[]"
"""Signs that say nothing, beside those that divide."""
_BETWEEN = {"comma": 0.1, "joint": 0.1, "then": 0.1, "stop": 0.0, "sign": 0.2}
_UNDIVIDED = 0.6
_JOINTS = {"and": "joint", "&": "joint", "+": "joint", "n": "joint", "plus": "joint",
           "then": "then"}
_ASKING = {"have", "had", "do", "am", "should", "may", "shall"}
"""What a question may begin with, beside the words of the ontology."""
_STILL = re.compile(r"\bstill (?:on|off|open|shut|closed|running|burning|lit|dirty)\b", re.I)
"""What tells how things are: "tap still running"."""
_IT = (Chunk("thing", "it", counted=True),)


@dataclass(frozen=True)
class _Way:
    """One way to read a text up to some word; ``things`` are those of its last order.

    ``free`` are the types of what was named more closely than robots can tell.
    """

    cost: float = 0.0
    orders: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    things: tuple[Chunk, ...] = ()
    free: tuple[tuple[str, ...], ...] = ()


def chunked(text: str) -> Iterator[tuple[float, str, tuple[str, ...]]]:
    """Yield the likeliest ways to say a text in controlled English, with cost and remarks.

    >>> next(chunked("the book in shelf put please"))[1]
    'put the book on the shelf'
    """
    said = tokens(text)
    if not said or len(said) > _MOST_WORDS or any(
            t.kind == "other" and t.text not in _SIGNS for t in said) or _STILL.search(text):
        return
    said = tuple(t for t in said if t.kind != "other" or t.text in "()")
    whole = {b: e for b, e in _pieces(said) if reads(_shown(text, said, b, e))}
    if any(_asks(said[b:e + 1]) for b, e in _pieces(said)):
        return
    best: list[list[_Way]] = [[] for _ in range(len(said) + 1)]
    best[0] = [_Way()]
    for at in range(len(said)):
        ways = sorted(best[at], key=lambda w: w.cost)[:_WAYS]
        for end, way in _onward(text, said, at, whole.get(at, 0), ways) if ways else ():
            best[end].append(way)
    found: dict[str, _Way] = {}
    for way in sorted(best[-1], key=lambda w: w.cost):
        if len(set(way.free)) < len(way.free):
            continue  # "the red mug …, the blue mug …": not the same one
        found.setdefault(_joined(way.orders), way)
    for english, way in list(found.items())[:_WAYS]:
        if english:
            yield way.cost, english, way.remarks


def surely(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the one way to say an order in controlled English where no other is nearly as likely.

    >>> list(surely("plates in shelf bring"))[0][0]
    'put the plates on the shelf'
    """
    ways = list(chunked(text))
    if ways and all(cost > ways[0][0] + UNLIKELY for cost, _, _ in ways[1:]):
        yield ways[0][1:]


def _onward(text: str, said: tuple[Token, ...], at: int, whole: int, ways: list[_Way]
            ) -> Iterator[tuple[int, _Way]]:
    """Go on by a boundary, by a piece that the grammar reads, and by any order."""
    end, kind = _boundary(said, at)
    for way in ways if end > at and (end < len(said) or kind in ("stop", "comma")) else ():
        orders = (*way.orders, "then") if kind == "then" else way.orders
        yield end, replace(way, cost=way.cost + (_BETWEEN[kind] if at else 0.0), orders=orders)
    heading = _heading(said, at)
    for way in ways if heading else ():
        left = f"'{_shown(text, said, at, heading)}' is left out: a heading"
        yield heading, replace(way, cost=way.cost + 0.3, remarks=(*way.remarks, left))
    for last, chunk in chunks_at(said, at):
        if chunk.kind in ("filler", "adverb"):
            spare = (f"'{chunk.said}' is left out",) if chunk.said else ()
            yield from ((last, replace(w, cost=w.cost + 0.25, remarks=(*w.remarks, *spare)))
                        for w in ways)
        elif chunk.kind == "then" and last > end:
            yield from ((last, replace(w, cost=w.cost + 0.1, orders=(*w.orders, "then")))
                        for w in ways)
    for way in ways if whole else ():
        shown = _shown(text, said, at, whole)
        yield whole, _Way(way.cost + 0.05, (*way.orders, shown), way.remarks, _IT, way.free)
    glued = 0.0 if at == 0 or _ends(said[at - 1]) else _UNDIVIDED
    for end, frame in frames_at(said, at):
        for way in ways:
            order = worded(frame, way.things)
            if order is not None:
                more, english, things = order
                remarks = _remark(_shown(text, said, at, end), english)
                yield end, _Way(way.cost + more + glued, (*way.orders, english),
                                (*way.remarks, *remarks), things, (*way.free, *frame.free))


def _shown(text: str, said: tuple[Token, ...], begin: int, end: int) -> str:
    return text[said[begin].begin:said[end - 1].end]


def _heading(said: tuple[Token, ...], at: int) -> int:
    """Return where a heading ends that begins at a token: "lunch prep:" names no thing, no act."""
    if at and said[at - 1].kind != "stop":
        return 0
    for end in range(at, min(at + _HEADING, len(said) - 1)):
        token = said[end]
        if end > at and (token.text == ":" or (not at and token.text == "\n")):
            return end + 1
        if token.kind not in ("word", "comma") or says_more(token.text) or any(
                c.kind in ("thing", "act", "pronoun") and c.said != "help"
                for _, c in chunks_at(said, end)):
            return 0
    return 0


def _asks(sentence: tuple[Token, ...]) -> bool:
    """Whether a sentence is a question and no order: "have you washed the mug?"."""
    return "?" in sentence[-1].text and (
        sentence[0].text in ontology().questions | _ASKING)


def _ends(token: Token) -> bool:
    return token.kind in ("stop", "comma", "sign") or token.text in (*_JOINTS, ")", "after", "that")


def _boundary(said: tuple[Token, ...], at: int) -> tuple[int, str]:
    """Return where a boundary that begins at a token ends, and its kind."""
    token = said[at]
    if token.kind == "number" and at + 1 < len(said) and said[at + 1].text in (")", "."):
        return at + 2, "stop"
    if token.kind in ("stop", "comma", "sign"):
        return at + 1, token.kind
    if token.kind == "other" and token.text in "()":
        return at + 1, "comma"
    if token.text in _JOINTS:
        return at + 1, _JOINTS[token.text]
    return at, ""


def _joined(orders: tuple[str, ...]) -> str:
    text = ""
    for order in orders:
        if order.startswith("but leave "):
            text += f", {order}" if text else order
        elif order == "then":
            text += " then " if text else ""
        else:
            text += ("" if not text else "" if text.endswith(" then ") else ". ") + order
    return re.sub(r"(\w) then ", r"\1. Then ", text)


def _pieces(said: tuple[Token, ...]) -> Iterator[tuple[int, int]]:
    """Yield the sentences of a text and the parts between their commas."""
    for ends in (("stop",), ("stop", "comma")):
        begin = 0
        for at in range(len(said) + 1):
            if at == len(said) or said[at].kind in ends:
                if at > begin and not any(t.text in "()" for t in said[begin:at]):
                    yield begin, at
                begin = at + 1


def _remark(shown: str, english: str) -> tuple[str, ...]:
    plain = re.sub(r"\bthe\b|[^\w ]", "", shown.lower()).split()
    if plain == re.sub(r"\bthe\b|[^\w ]", "", english.lower()).split():
        return ()
    return (f"'{' '.join(shown.split())}' is read as '{english}'",)
