"""An order that its speaker breaks off: "put the… no, just close the drawer"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from translators.mapthor.hearing.clauses import clauses
from translators.mapthor.hearing.liberties import corrected
from translators.mapthor.ontology import any_of, noun_pattern
from translators.mapthor.read import reads, verbs

__all__ = ["broken"]

_BREAK = re.compile(r"\s*(?:\.{2,}|…)[\s,]*|\s*—\s*|\s+[–-]\s+")
_AGAIN = (r"(?:oh|ah|u+m+|u+h+|er+m?|eh|h+m+|wait|well|sorry|ok|okay|right|actually|so|but|then|"
          r"yes|yeah|anyway|i mean)\b[\s,.…!—–-]*")
_BACK = (r"(?:no|nah|naw|nope|never ?mind|forget (?:it|that|about (?:it|that)|\w+(?=,))|"
         r"scratch that|not there)\b[\s,.…!—–-]*")
_NONE = (r"(?:(?:there(?:'s| is| are)(?: no|n't)|(?:i|we)(?:'ve| have)?(?: got)? no|no|"
         r"(?:there |you |they |it |that )?(?:isn't|aren't|can't|cannot|won't))\b"
         r"(?:\s+[\w']+){0,4}?)[\s]*[,.!?;—–-]+\s*")
_RESUMED = re.compile(rf"(?:{_AGAIN})*(?P<back>(?:(?:{_NONE}|{_BACK})(?:{_AGAIN})*)*)", re.I)
_WHERE = r"(?:in|on|into|onto|to|at|inside|near|next to|beside|by|under|off|from|out of)"
_DET = r"(?:the|my|our|your|a|an|some|all|all the|that|this|both|two|three|her|his)"
_ENDS = re.compile(rf"(?:^|\s)(?:{_WHERE}|{_DET})$", re.I)
_ITSELF = re.compile(r"\b(?:it|them)\b", re.I)


@cache
def _acts() -> re.Pattern[str]:
    return re.compile(rf"(?:(?:just|please|kindly|(?:can|could|would|will) you|let's|you can) )*"
                      rf"(?:{any_of(verbs())})\s+(?!(?:then|please)\b)\w", re.I)


@cache
def _named() -> re.Pattern[str]:
    return re.compile(rf"(?:{_DET} )?{noun_pattern()}", re.I)


@cache
def _place() -> re.Pattern[str]:
    return re.compile(rf"{_WHERE} {_named().pattern}", re.I)


@cache
def _begins() -> re.Pattern[str]:
    return re.compile(rf"[.;!?]\s+|,?\s*\b(?:and then|then|and|but)\s+(?={any_of(verbs())}\b|"
                      r"(?!then|also|all|both)\w+ (?:the|my|it|them|that)\b)|"
                      rf",\s*(?={any_of(verbs())}\b)", re.I)


def broken(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a text without an order that was broken off, or with what it goes on with.

    >>> next(broken("Put the book on… no, put the pen on the desk"))[0]
    'put the pen on the desk'
    """
    for pause in _BREAK.finditer(text):
        before, after = text[:pause.start()], text[pause.end():]
        resumed = _RESUMED.match(after)
        rest = after[resumed.end():] if resumed else after
        begin = max((m.end() for m in _begins().finditer(before)), default=0)
        last, back = before[begin:], bool(resumed and resumed["back"])
        if not last.strip() or not rest.strip() or not (back or not reads(last)) or not any(
                c.kind in ("order", "unclear", "condition") for c in clauses(last)[-1:]):
            continue
        if back and _named().match(rest) and not _ENDS.search(last) and next(corrected(text), None):
            continue  # a name for a name is taken back, not broken off
        for said in _goes_on(last, rest):
            meant = re.split(r"[.;!?,]", rest)[0].strip()
            gone = text[begin:len(text) - len(rest)].strip(" ,.")
            yield before[:begin] + said, (f"'{gone}' is broken off: '{meant}' is meant",)


def _goes_on(last: str, rest: str) -> Iterator[str]:
    """Yield what a broken order becomes with the words behind it."""
    if _acts().match(rest):
        named = _named().search(last)
        own = re.split(r"[.;!?,]", rest)[0]
        if named and _ITSELF.search(own) and not _named().search(
                own[:_ITSELF.search(own).start()]):  # type: ignore[union-attr]
            yield _ITSELF.sub(named.group(), rest, count=1)
            return
        yield rest
        return
    rest = re.sub(r"^([^.;!?]*?),? then(?=\s*(?:$|[.;!?,]))", r"\1", rest)
    begins = _named().match(rest) or _place().match(rest)
    if begins is None:
        return
    if _place().match(rest):
        where = [m.start() for m in re.finditer(rf"\b{_WHERE}\b", last)]
        yield f"{last[:where[-1]] if where else last + ' '}{rest}"
        return
    if _ENDS.search(last):
        yield f"{last} {rest}"
        return
    noun = re.search(rf"(?:\b{_DET} )?[\w'-]+$", last)
    moved = re.sub(rf"^({_named().pattern}),\s*(?={_WHERE}\b)", r"\1 ", rest, flags=re.I)
    if noun and noun.start():
        yield f"{last[:noun.start()]}{moved}"
