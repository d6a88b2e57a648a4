"""Who is said to do something: left out with a remark, since who does what is planned.

"Robot 1 takes the cup while the other one opens the fridge" asks for the same final state as
"take the cup, open the fridge". Where how many act matters ("each robot holds a book"), the text is
left as it is.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from planner.errors import SourceError, Span
from translators.mapthor.hearing.words import words_of
from translators.mapthor.lexicon import base, forms
from translators.mapthor.ontology import any_of, noun_pattern, ontology
from translators.mapthor.read import reads, verbs, vocabulary

__all__ = ["act_of", "ordered", "without_doers"]

_BEGINS = re.compile(r"(?:^|[.;:!?,\n(\u2013\u2014]|\s-)\s*$|\b(?:and|but|so|then|while|whereas|as|"
                     r"meanwhile|that)[\s,]*$", re.IGNORECASE)
_WHILE = re.compile(r"(?P<first>^\s*)?[\s,]*\b(?:and\s+)?(?:while|whereas|as)\s*$", re.IGNORECASE)
_CALLED = re.compile(r"\s*(?:[:,\u2013\u2014>=]|-+>?)\s*(?=\w)|\s*(?=[.!)]|$)")
_HINDERED = re.compile(r"\s*(?:'s|')(?=\s)|(?:\s+\w+)?\s+(?:not\b|\w+n't\b|never\b|cannot\b)", re.I)
_BY = re.compile(r"\s+(?:by|using|with the help of|with help from)\s*$", re.IGNORECASE)
_ASKS = re.compile(r"\b(?:can|could|would|will)\s*$", re.IGNORECASE)
_OWN = re.compile(r"\s+(?:(?:should|must|can|please|each)\s+)*(?P<verb>hold|keep|grab|pick up|get|"
                  r"carry|have|bring|take)s?\s+(?:an?|one)\s+(?P<what>[a-z ]+)", re.IGNORECASE)
_NAME = re.compile(r"\b[A-Z][^\W\d_]+\b(?=\s+(?P<verb>\w+))")
_VERB = re.compile(r"\s*(?P<verb>[a-z]+)", re.IGNORECASE)
_THEY = {"he", "she", "they"}


@dataclass(frozen=True)
class _Edit:
    begin: int
    end: int
    said: str = ""


@cache
def _data() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("doers.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """Compile one of the patterns of ``doers.toml``."""
    data, told = _data(), ontology().refused
    names = any_of(w for w, why in told.items() if why == told["agent"] and " " not in w)
    doers = "|".join(f"(?P<{k}>{v})" for k, v in {**data["doers"], "name": names}.items())
    said = {"doers": doers, "further": data["further"], "duty": data["duty"],
            "together": "|".join(data["together"]),
            "asked": rf"\b(?:{data['asked']}) $"}[name]
    while (slot := re.search(r"\{([a-z]+)\}", said)) is not None:
        said = said.replace(slot.group(), data["slots"][slot[1]])
    whole = rf"(?<![\w-])(?:{said})(?!\w)" if name in ("doers", "further") else f"(?:{said})"
    return re.compile(whole.replace(" ?", r"\s*").replace(" ", r"\s+"), re.IGNORECASE)


def without_doers(text: str, source: str = "instruction") -> tuple[str, tuple[str, ...]]:
    """Leave out who does what, with a remark; the text as it is where that would change it.

    Raises:
        SourceError: every robot should do something for itself, no matter how many there are.

    >>> without_doers("Robot 1 opens the fridge while Robot 2 cuts the bread and shuts the box")[0]
    'open the fridge. cut the bread and shut the box'
    """
    named = [*_pattern("doers").finditer(text), *filter(_somebody, _NAME.finditer(text))]
    shared = list(_pattern("together").finditer(text))
    sure = any(m.re is _NAME or m["numbered"] or m["name"] or _own(text, m) for m in named)
    if not (named or shared) or (not sure and reads(text)):
        return text, ()
    further = [m for m in _pattern("further").finditer(text) if named and not any(
        n.start() <= m.start() < n.end() for n in named)]
    edits = [_Edit(*m.span()) for m in shared]
    doers = [" ".join(m.group().split()).strip(" ,:") for m in shared]
    for found in (*named, *further):
        own = _own(text, found)
        if own and not _each_his(own, found):
            raise SourceError.in_text(
                f"'{found.group()}' is not understood: how many robots there are is not known here",
                source, text, Span(1, found.start() + 1, len(found.group())),
                expected="how many things, e.g. 'hold two mugs'")
        edit = _edit(text, found, first=not edits)
        if edit is None and found in named:
            return text, ()
        if edit is not None and not any(e.begin < edit.end and edit.begin < e.end for e in edits):
            edits.append(edit)
            doers.append(" ".join(found.group().split()))
    said = text
    for edit in sorted(edits, key=lambda e: -e.begin):
        said = said[:edit.begin] + edit.said + said[edit.end:]
    said = ordered(said).strip(" ,;")
    names = ", ".join(f"'{d}'" for d in dict.fromkeys(doers))
    return said, (f"{names} left out: who does what is planned",)


def _somebody(word: re.Match[str]) -> bool:
    """Whether a word that nobody knows does something: "Zoe shuts the laptop"."""
    name = word.group().lower()
    acts = "third" in forms(word["verb"]) and act_of(word["verb"])
    return bool(acts) and not forms(name) and name not in vocabulary()


def _edit(text: str, doer: re.Match[str], *, first: bool) -> _Edit | None:
    """Return what is said without one doer; None where that would change the meaning."""
    before, after = text[:doer.start()], text[doer.end():]
    if _HINDERED.match(after):
        return None
    if own := _own(text, doer):
        return _each_his(own, doer)
    if by := _BY.search(before):
        return _Edit(by.start(), doer.end())
    asked = _pattern("asked").search(before)
    begins = _BEGINS.search(before)
    if _ASKS.search(before):
        return _Edit(doer.start(), doer.end(), "you")
    called = _CALLED.match(after)
    if called and begins and not asked:
        return _Edit(doer.start(), doer.end() + called.end())
    if not (asked or begins):
        return None
    duty = _pattern("duty").match(after)
    assert duty is not None
    verb = _VERB.match(after, duty.end())
    start, joint = doer.start(), ""
    if asked:
        start = asked.start()
    elif joined := _WHILE.search(before):
        start, joint = joined.start(), "" if joined["first"] is not None else ". "
    if verb and (order := act_of(verb["verb"])):
        return _Edit(start, doer.end() + verb.end(), joint + order)
    return None if first else _elided(text, doer, start)


def _own(text: str, doer: re.Match[str]) -> re.Match[str] | None:
    """Return what each of several is to do for himself: "both of you hold a mug"."""
    several = any(doer.groupdict().get(k) for k in ("both", "many", "each"))
    return _OWN.match(text, doer.end()) if several else None


def _each_his(own: re.Match[str], doer: re.Match[str]) -> _Edit | None:
    """Read "both of you hold a mug" as two mugs; of more nobody knows how many they are."""
    name = re.match(noun_pattern(), own["what"], re.IGNORECASE)
    plurals = ontology().plurals.get(name.group().lower()) if name and doer["both"] else None
    if not name or not plurals:
        return None
    end = own.start("what") + name.end()
    return _Edit(doer.start(), end, f"{own['verb']} two {plurals[0]}")


def _elided(text: str, doer: re.Match[str], start: int) -> _Edit | None:
    """Read "Robot 1 takes the mug to the sink, Robot 2 the plate"."""
    rest = re.match(rf"\s+((?:the|a|an|my|all)\s+[^.,;:!?]*?{noun_pattern()})(?=\s*(?:$|[.;!?]))",
                    text[doer.end():], re.IGNORECASE)
    return _Edit(start, doer.end() + rest.end(), f"{rest[1]} too") if rest else None


@cache
def _acts() -> frozenset[str]:
    return verbs() | {"water"}


def act_of(word: str) -> str:
    """Return the verb of an order for a form of it: "washes", "slicing", "place"."""
    word = word.lower()
    for verb in (base(word), word):
        if verb in _acts() and (verb == word or forms(word) & {"third", "gerund"}):
            return verb
    return ""


def ordered(text: str) -> str:
    """Turn the further verbs of somebody's acts into orders: "…, then he washes it".

    >>> ordered("take the mug, washes it and puts it on the shelf")
    'take the mug, wash it and put it on the shelf'
    """
    words = words_of(text)
    said = text
    for number in range(len(words) - 2, 0, -1):
        word, before, behind = words[number], words[number - 1], words[number + 1]
        begin = before.start if before.text in _THEY and number > 1 else word.start
        joint = words[number - 2] if before.text in _THEY and number > 1 else before
        if (joint.text in {",", ";", ".", "and", "then", "also"} and word.may_be("third")
                and not word.thing and behind.may_be("determiner", "pronoun", "preposition",
                                                     "adverb", "number") | behind.thing
                and (order := act_of(word.text))):
            said = said[:begin] + order + said[word.end:]
    return said
