"""Whose a thing is, who used it, what it is for: no robot can tell, so any of the kind will do."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from translators.mapthor.lexicon import base, forms, uses
from translators.mapthor.ontology import Noun, names, noun_pattern, ontology
from translators.mapthor.read import verbs, word_classes

__all__ = ["uncompounded", "unowned"]

_THE = r"(?:(?:the|my|our|your|his|her|their|its|this|that|these|those)\s+)"
_COUNTED = re.compile(r"(?:\b(?:all|both|each|every|any|some|one|two|three|four|five|six|\d+)"
                      r"(\s+of)?\s+)$", re.IGNORECASE)
_PERSONAL = r"(?:me|you|him|us|them|her|someone|somebody|everyone|everybody)"
_ANYBODY = r"(?:someone|somebody|everyone|everybody|anyone|anybody)(?:\s+else)?"
_NO_OWNER = frozenset({"it", "that", "what", "who", "there", "here", "where", "how", "let", "this",
                       "nobody", "nothing", "everything", "which", "one", "o", "he", "she"})

_LED = re.compile(r"\b(?P<the>the|my|our|your|his|her|their|its|this|that|an?|any|one|some|another|"
                  r"every|each)\s+(?P<more>(?:[a-z-]+\s+){0,2})$", re.IGNORECASE)
"""What leads up to a name."""
_GAP = re.compile(r"[\s-]+")
_DEFINITE = {"the", "my", "our", "your", "his", "her", "their", "its", "this", "that"}


@cache
def _people() -> str:
    kin = "|".join(sorted(uses("kin"), key=len)[::-1])
    titled = r"(?:(?-i:Mr|Mrs|Ms|Miss|Dr)\.?\s+)?(?-i:[A-Z][a-z]+)"
    return rf"(?:{_ANYBODY}|{_THE}(?:\w+\s+)?(?:{kin})|(?:{kin})\b|{titled})"


@cache
def _before() -> re.Pattern[str]:
    """Match "my gran's", "Mrs Hall's", "the kids'" before what they own."""
    titled = r"(?-i:Mr|Mrs|Ms|Miss|Dr)\.?\s+"
    return re.compile(
        rf"(?<![\w'])(?P<owner>(?:{_THE}(?P<more>\w+\s+)?|{titled}|"
        rf"(?P<pair>(?:{'|'.join(sorted(uses('kin')))})\s+and\s+))?"
        rf"(?P<who>[a-z-]+)(?P<else>\s+else)?(?:'s|(?<=s)'))\s+(?=(?P<between>(?:[a-z-]+\s+){{0,2}}?)"
        rf"(?P<noun>{noun_pattern()}))", re.IGNORECASE)


@cache
def _behind() -> re.Pattern[str]:
    """Match "that mug of mine", "the book my wife gave me" with what is said of the owner."""
    aux = (r"(?:(?:have|had|has|was|were|am|is|are|always|usually|normally|just|once|used\s+to)"
           r"\s+)*")
    when = (r"(?:\s+(?:yesterday|today|earlier|before|lately|recently|so\s+much|a\s+lot|"
            r"(?:last|this|every|the\s+other)\s+(?:week|month|year|night|morning|evening|day|"
            r"christmas|summer|winter|time)|for\s+(?:my|his|her|our|your)\s+\w+|for\s+christmas))*")
    gave = (rf"(?:(?:that|which)\s+)?(?:i|we|you|he|she|they|{_people()})(?:'ve|'d|'m|'re)?\s+{aux}"
            rf"(?P<verb>\w+)(?:\s+{_PERSONAL})?"
            rf"(?:\s+(?:about|from|with|of|off))?{when}")
    posts = (r"of\s+(?:mine|yours|ours|theirs|his|hers)\b",
             rf"of\s+{_people()}(?:'s|s')?(?!\w)", rf"from\s+{_people()}(?!\w)",
             r"of\s+(?:my|our|your|his|her|their)\s+\w+'s\b",
             rf"(?:(?:that|which)\s+belongs?|belonging)\s+to\s+(?:{_PERSONAL}|{_people()})\b", gave)
    return re.compile(
        rf"(?<![\w'])(?P<the>{_THE})(?P<between>(?:[a-z-]+\s+){{0,2}}?)(?P<noun>{noun_pattern()})"
        rf"\s+(?P<post>{'|'.join(f'(?:{p})' for p in posts)})", re.IGNORECASE)


def unowned(text: str) -> tuple[str, tuple[str, ...]]:
    """Leave out whose a thing is; returns the text and a remark on each owner.

    >>> unowned("put my gran's mug next to the keys of my brother")[0]
    'put any mug next to any keys'
    """
    remarks: list[str] = []

    def before(found: re.Match[str]) -> str | None:
        if not _owns(found):
            return None
        remarks.append(_remark(found["owner"]))
        quantity = _COUNTED.search(text[:found.start()])
        if quantity:
            return "the " if quantity[1] or not _single(found["noun"]) else ""
        return "any " if _single(found["noun"]) else "the "

    def behind(found: re.Match[str]) -> str | None:
        if not _theirs(found, text):
            return None
        remarks.append(_remark(found["post"]))
        one = _single(found["noun"]) and not _COUNTED.search(text[:found.start()])
        return f"{'any ' if one else found['the']}{found['between']}{found['noun']}"

    for pattern, changed in ((_behind(), behind), (_before(), before)):
        begin = 0
        while found := pattern.search(text, begin):
            new = changed(found)
            begin = found.start() + 1 if new is None else found.start() + len(new)
            if new is not None:
                text = text[:found.start()] + new + text[found.end():]
    return text, tuple(remarks)


def _known(between: str) -> bool:
    words = between.lower().split()
    return all("adjective" in forms(w) and w not in verbs() for w in words)


def _single(noun: str) -> bool:
    found = ontology().find(noun)
    return found is not None and not found.plural


def _owns(found: re.Match[str]) -> bool:
    """Whether "gran's" is somebody's, and no part of a name, a thing's or a room's."""
    who, more = found["who"].lower(), (found["more"] or "").strip().lower()
    if who in _NO_OWNER or ontology().find(who) or who in word_classes()["ROOM"] or (
            ontology().find(f"{who}'s {found['noun']}")) or not _known(found["between"]):
        return False
    return not more or not (ontology().find(more) or not forms(more) & {"adjective", "noun"}
                            or "preposition" in forms(more))


def _theirs(found: re.Match[str], text: str) -> bool:
    """Whether what stands behind a name tells whose it is, not where it goes or is kept from."""
    verb, post = found["verb"], found["post"]
    if verb and (base(verb.lower()) not in uses("owned") or re.search(rf"'d\s+{verb}", post)):
        return False  # "the shelf I'd like it on"
    hidden = post.startswith("from") and re.search(r"\b(?:hide|keep|save)\b", text)
    return not hidden and _known(found["between"])


def _remark(said: str) -> str:
    return f"'{' '.join(said.split())}' is left out: whose a thing is no robot can tell"


# -- what a thing is for, or where it stands -----------------------------------------------------


def uncompounded(text: str) -> tuple[str, tuple[str, ...]]:
    """Leave out the first of two names that together say one thing, with a remark on each.

    >>> uncompounded("put the pen in the watch box")[0]
    'put the pen in any box'
    """
    remarks: list[str] = []
    found = list(names().finditer(text))
    for first, second in reversed(list(pairwise(found))):
        gap = text[first.end():second.start()]
        the = _LED.search(text[:first.start()])
        one, two = ontology().find(first.group()), ontology().find(second.group())
        if not (the and one and two and _GAP.fullmatch(gap) and _says_which(one, two)):
            continue
        between = the["more"].split()
        if any("adjective" not in forms(w.lower()) or w.lower() in verbs() for w in between):
            continue
        any_ = the["the"].lower() in _DEFINITE and not two.plural
        begin = the.start("the")
        kept = text[the.end("the"):first.start()]
        text = f"{text[:begin]}{'any' if any_ else the['the']}{kept}{text[second.start():]}"
        remarks.append(f"'{first.group()}' is left out: which {second.group()} it is no robot can "
                       "tell")
    return text, tuple(reversed(remarks))


def _says_which(one: Noun, two: Noun) -> bool:
    """Whether a name before another only says which of the other is meant."""
    known = ontology()
    carried = set(known.properties["pickupable"])
    if (one.plural and not one.mass) or not two.types or len(two.types) > 3:
        return False
    switched = set(known.properties["toggleable"])
    if set(one.types) & switched and set(two.types) & switched:
        return False  # "the lamp tv and light"
    small = bool(one.types) and set(one.types) <= carried and set(two.types) <= carried
    return not small or bool(set(one.types) & set(two.types)) or bool(
        set(two.types) <= set(known.places(two.types)))
