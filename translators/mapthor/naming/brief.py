"""Short names of what was named before: "the bottle" after "the wine", "the lid" of a box."""

from __future__ import annotations

import re
from functools import cache

from translators.mapthor.ontology import Noun, names, ontology
from translators.mapthor.read import verbs, word_classes

__all__ = ["in_full"]

_LED = re.compile(r"\b(the|that|this|its|those|these|both)\s+$", re.IGNORECASE)
_PART = re.compile(r"\b(?:put|pop|stick)\s+(?:the|its)\s+(?:lid|cover)\s+(?:back\s+)?(?:on|down)\b|"
                   r"\b(?:lid|cover)\b", re.IGNORECASE)
_NO_LID = {"Blinds", "Book", "Cabinet", "Drawer", "Fridge", "HousePlant", "Microwave", "Safe",
           "ShowerCurtain", "ShowerDoor"}
_MOVES = re.compile(r"\b(?:open|close|shut|slam|lift|raise|lower|pull|swing|leave|push|flip|drop)"
                    r"\w*\s+(?:(?:up|down)\s+)?(?:(?:the|that|its|this)\s+)?$", re.IGNORECASE)
_THING = re.compile(r"\b(?:the|that|this|those|these|both)\s+(?:\w+\s+)?things?\b"
                    r"(?=\s*(?:$|[.,;:!?]|(?:and|then|in|on|into|onto|to|off|out|away|back|up|down|"
                    r"by|next|there)\b))", re.IGNORECASE)
_WHICH = re.compile(r"\b(?:other|others|same|next|last|only|first|second|whole|right|wrong)\b",
                    re.IGNORECASE)
_BREAK = re.compile(r"[.!?;:,\u2013\u2014\u2026]|\b(?:and|then|so|but|because)\b", re.IGNORECASE)
_STOP = re.compile(r"[.!?;]")
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_SOURCE = re.compile(r"\b(?:from|off|out of)\s+(?:the|my|that|this|our)\s+$", re.IGNORECASE)
_INTO = re.compile(r"\b(?:in|into|inside|to|from|out of)\s+(?:the|that|this)\s+$", re.IGNORECASE)
_PACKAGES = {"Bottle", "Box"}
"""What things are sold in; with what is in it, it may have a name of its own."""


def in_full(text: str) -> tuple[str, tuple[str, ...]]:
    """Write short names out by what an earlier clause named, with a remark on each.

    >>> in_full("the wine is warm, put the bottle in the fridge")[0]
    'the wine is warm, put the wine bottle in the fridge'
    >>> in_full("put the phone in the box and shut the lid")[0]
    'put the phone in the box and shut the box'
    """
    remarks: list[str] = []
    for find, means in ((names(), _whole), (_PART, _owner), (_THING, _pronoun)):
        begin = 0
        while found := find.search(text, begin):
            new = means(text, found)
            begin = found.end() if new is None else found.start() + len(new)
            if new is not None:
                text = text[:found.start()] + new + text[found.end():]
                remarks.append(f"'{found.group()}' is read as '{new}'")
    return text, tuple(dict.fromkeys(remarks))


def _before(text: str, start: int) -> list[re.Match[str]]:
    """List the names of earlier clauses, the last first: a list goes on without a verb."""
    for gap in list(_BREAK.finditer(text, 0, start))[::-1]:
        words = [w.lower() for w in _WORD.findall(text[gap.end():start])]
        if _STOP.match(gap.group()) or any(w in verbs() for w in words):
            return list(names().finditer(text[:gap.end()]))[::-1]
    return []


def _whole(text: str, found: re.Match[str]) -> str | None:
    """Return the name that a short name stands for."""
    word, short = " ".join(found.group().lower().split()), ontology().find(found.group())
    if short is None or " " in word or not _LED.search(text[:found.start()]):
        return None
    before = [(e, n) for e in _before(text, found.start())
              if (n := ontology().find(e.group())) and n.types]
    if any(set(n.types) >= set(short.types) for _, n in before):
        return None  # it was named by this very name
    for earlier, noun in before:
        said = earlier.group().lower()
        full = None if _put(text, earlier) or (_used(text, found) and _opens(short) and not _opens(
            noun)) else _named(said, noun, word, short)
        if full and (set(noun.types) <= _carried() or (
                _STOP.search(text, earlier.end(), found.start())
                and not _SOURCE.search(text[:earlier.start()]))):
            return full
        if set(noun.types) & set(short.types):
            return None
    return None


def _used(text: str, found: re.Match[str]) -> bool:
    """Whether something is opened, or goes into what is named."""
    return bool(_INTO.search(text[:found.start()]) or _MOVES.search(text[:found.start()]))


def _opens(noun: Noun) -> bool:
    return bool(set(noun.types) & set(ontology().properties["openable"]))


def _put(text: str, named: re.Match[str]) -> bool:
    """Whether a thing was put somewhere: then another name is another thing."""
    clause = _BREAK.split(text[:named.start()])[-1].lower().split()
    return " " not in named.group() and any(w in word_classes()["PUT"] for w in clause[:3])


def _named(said: str, noun: Noun, word: str, short: Noun) -> str | None:
    if said.endswith(f" {word}") and " of " not in said:
        return said
    for one in (said, said.removesuffix("s")):
        full = f"{one} {word}"
        whole = ontology().find(full)
        same = whole is not None and set(whole.types) <= set(noun.types) <= _carried()
        packed = whole is not None and set(short.types) <= _PACKAGES and (
            set(noun.types) <= _carried())
        if same or packed:
            return full
    return None


def _owner(text: str, found: re.Match[str]) -> str | None:
    """Return what "the lid" is a part of: the last thing named that has one."""
    closes = " " in found.group()
    if re.match(r"\s+of\b", text[found.end():]) or not (
            closes or _MOVES.search(text[:found.start()])):
        return None
    whole = {*ontology().properties["openable"], "GarbageCan", "Pan", "Pot"} - _NO_LID
    for earlier in _before(text, found.end()):
        noun = ontology().find(earlier.group())
        if noun and set(noun.types) & whole:
            said = earlier.group().lower()
            return f"close the {said}" if closes else said
    return None


def _pronoun(text: str, found: re.Match[str]) -> str | None:
    """Return "it" for "the thing" behind something that was named."""
    earlier = _before(text, found.start())
    if not earlier or _WHICH.search(found.group()) or names().search(found.group()):
        return None
    if not found.group().lower().endswith("s"):
        return "it"
    nouns = [ontology().find(e.group()) for e in earlier]
    several = len({n.types for n in nouns if n}) == 2 or any(n and n.plural for n in nouns[:1])
    both = found.group().lower().startswith("both")
    return ("both" if both else "them") if several else None


@cache
def _carried() -> frozenset[str]:
    return frozenset(ontology().properties["pickupable"])
