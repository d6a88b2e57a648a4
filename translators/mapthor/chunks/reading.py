"""A text that the grammar refuses → controlled English, order by order, whatever their words' order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from planner.errors import PlannerError
from translators.mapthor.chunks.frames import frames_at, worded
from translators.mapthor.chunks.lattice import Chunk, Token, is_blocker, tokens
from translators.mapthor.read import parse

__all__ = ["chunked"]

_WAYS = 3
"""So many ways to read one text are compared."""
_MOST_WORDS = 60
_BETWEEN = {"comma": 0.1, "joint": 0.1, "stop": 0.0, "sign": 0.2, "": 0.6}
_JOINTS = {"and": "joint", "&": "joint", "+": "joint", "n": "joint", "then": "then", "plus": "joint"}

Way = tuple[float, tuple[str, ...], tuple[str, ...], tuple[Chunk, ...]]
_IT = (Chunk("thing", "it", counted=True),)


def chunked(text: str) -> Iterator[tuple[float, str, tuple[str, ...]]]:
    """Yield the likeliest ways to say a text in controlled English, with cost and remarks.

    >>> next(chunked("the book in shelf put please"))[1]
    'put the book on the shelf'
    """
    said = tokens(text)
    if not said or len(said) > _MOST_WORDS or any(t.kind == "other" and t.text not in "()\"'#*_[]" for t in said):
        return
    said = tuple(t for t in said if t.kind != "other" or t.text in "()")
    whole = {b: e for b, e in _pieces(said) if _reads(text[said[b].begin:said[e - 1].end])}
    fixed = [range(b, e) for b, e in whole.items()]
    if any(is_blocker(t.text) and not any(i in r for r in fixed) for i, t in enumerate(said)):
        return
    best: list[list[Way]] = [[] for _ in range(len(said) + 1)]
    best[0] = [(0.0, (), (), ())]
    for at in range(len(said)):
        ways = sorted(best[at], key=lambda w: w[0])[:_WAYS]
        if not ways:
            continue
        end, kind = _boundary(said, at)
        if end > at and at:
            best[end] += [(c + _BETWEEN.get(kind, 0.1), s + (("then",) if kind == "then" else ()), r, n)
                          for c, s, r, n in ways]
        elif end > at:
            best[end] += ways
        if at in whole:
            shown = text[said[at].begin:said[whole[at] - 1].end]
            best[whole[at]] += [(c + 0.05, (*s, shown), r, _IT) for c, s, r, _ in ways]
        glued = 0.0 if at == 0 or _ends(said[at - 1]) else 0.6
        for end, frame in frames_at(said, at):
            for cost, before, remarks, named in ways:
                order = worded(frame, named)
                if order is None:
                    continue
                more, english, things = order
                shown = text[said[at].begin:said[end - 1].end].strip()
                best[end].append((cost + more + glued, (*before, english),
                                  (*remarks, *_remark(shown, english, frame.left)), things))
    ways = {}
    for cost, orders, remarks, _ in sorted(best[-1], key=lambda w: w[0]):
        ways.setdefault(_joined(orders), (cost, remarks))
    for english, (cost, remarks) in list(ways.items())[:_WAYS]:
        if english:
            yield cost, english, remarks


def _ends(token: Token) -> bool:
    return token.kind in ("stop", "comma", "sign") or token.text in _JOINTS or token.text == ")"


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
        if order == "then":
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
                if at > begin:
                    yield begin, at
                begin = at + 1


@lru_cache(256)
def _reads(piece: str) -> bool:
    """Whether the grammar has a reading for a piece of text."""
    try:
        parse(piece)
    except PlannerError:
        return False
    return True


def _remark(shown: str, english: str, left: tuple[str, ...]) -> tuple[str, ...]:
    plain = re.sub(r"\bthe\b|[^\w ]", "", shown.lower()).split()
    if plain == re.sub(r"\bthe\b|[^\w ]", "", english.lower()).split():
        return ()
    return (f"'{' '.join(shown.split())}' is read as '{english}'",)
