"""Activities as people write them down: a title and what somebody does, or a program of steps.

"Read book. She takes the book from the shelf, sits down and lays it on the bed." The title only
names what the steps say; the acts of whoever does them are orders, how things are then is how they
should be, and what only people do there ("sits down") is left out, each with a remark.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any

from domains.household.goal import Goal
from planner.errors import PlannerError
from translators.mapthor.hearing.doing.doers import act_of, ordered
from translators.mapthor.hearing.liberties import corrected
from translators.mapthor.hearing.words import (
    FINITE,
    Word,
    asks,
    imperative,
    subject_end,
    words_of,
)
from translators.mapthor.lexicon import base, uses
from translators.mapthor.read import verbs

__all__ = ["Script", "by_script", "script"]

_MOST_TITLE = 6
"""So many words a title has at most."""
_FEWEST_STEPS = 4
"""So many words the steps have at least."""
_MOST_KINDS = 12
"""Of more types is everything."""
_PROGRAM = re.compile(r"\[\s*(?P<act>[A-Za-z]+)\s*\](?P<things>(?:\s*<[^<>]+>(?:\s*\([\d.]+\))?)*)")
_DIVIDES = re.compile(r"\s*\n\s*|\s+[-\u2013\u2014]+\s+|:\s+|[.;!]\s+")
_ELIDED = re.compile(r"^([^.;!?]*?\band) (?:is|are|gets?)(?= \w+(?:ed|en|t)\b)", re.IGNORECASE)
"""A second verb of the same subject: "they get rinsed and are placed there"."""
_END = re.compile(r"[.;!?\n]")
_TRAILS = re.compile(r"(?:[\s,]*\b(?:and|then))*[\s,]*$")
_JOINTS = {"and", "then", "so", "but", "first", "finally", "next", "afterwards", "that", "after",
           ",", "now", "lastly"}
_TIDIES = ((re.compile(r"(?:[\s,]*\b(?:and then|and|then)\b)*[\s,]*(?=[.;!?]|$)"), ""),
           (re.compile(r"(?P<a>^|[.;!?\n])\s*(?:(?:and|then|,)\s*)+", re.IGNORECASE), r"\g<a> "),
           (re.compile(r",(?:\s*,)+"), ","), (re.compile(r"\band(?:[\s,]+and)+\b"), "and"),
           (re.compile(r"(?:[.;]\s*){2,}"), ". "))
"""What is left of the joints around a clause that was left out."""


@dataclass(frozen=True)
class Script:
    """The steps of an activity as orders.

    ``sure``: its title only names what they do; ``heading``: the title tells no act.
    """

    title: str
    steps: str
    remarks: tuple[str, ...]
    sure: bool
    heading: bool = False


@cache
def _data() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("scripts.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(_data()[name])


def script(text: str) -> Script | None:
    """Read a text as an activity written down, None where it does not look like one.

    >>> script("Watch TV. I sit down on the sofa and switch on the TV.").steps
    'switch on the TV.'
    """
    if _PROGRAM.search(text):
        return _program(text)
    if next(corrected(text), None):  # what is taken back is no title
        return None
    for title, steps, marked in _titled(text):
        told, remarks, narrated = _told(steps, bool(title))
        if title and (narrated or marked or _human(title)):
            return Script(title, told, remarks, narrated or marked == "said",
                          not narrated and marked != "said" and not _verb_first(words_of(title)))
        if not title and narrated:
            return Script("", told, remarks, True)
    return None


def by_script(text: str, read: Callable[[str], Goal]) -> Goal:
    """Read a text; of an activity that is written down its steps, which its title only names."""
    told = script(text)
    if told is None or told.heading:
        try:
            return read(text)
        except PlannerError:
            if told is None:
                raise
    goal = _by_steps(told, read)
    return read(text) if goal is None else goal


def _each(steps: str) -> str:
    """Say a list of orders as sentences: "find the box, open box, take the pen".

    >>> _each("grab cup, open fridge, put cup in fridge")
    'grab cup. open fridge. put cup in fridge'
    """
    said = []
    for sentence in re.split(r"(?<=[.;!?])\s+", steps):
        parts = re.split(r",\s*(?:and\s+)?", sentence)
        acts = [words_of(p)[:1] for p in parts]
        listed = len(parts) > 2 and all(w and w[0].text in verbs() and w[0].may_be("base")
                                        for w in acts)
        said.append(". ".join(parts) if listed else sentence)
    return " ".join(said)


def _by_steps(told: Script, read: Callable[[str], Goal]) -> Goal | None:
    try:
        goal = read(_each(told.steps))
    except PlannerError:
        return None
    remarks, named = told.remarks, f"what '{told.title}' asks for is said by the rest"
    if told.title:
        try:
            if not (_covers(goal, read(told.title)) or told.sure):
                return None
        except PlannerError:
            why = "a title" if told.sure or _bare(words_of(told.title)) else (
                "no robot does that here")
            named = f"'{told.title}' is left out: {why}"
        remarks = (named, *remarks)
    return replace(goal, remarks=(*remarks, *goal.remarks))


def _covers(steps: Goal, title: Goal) -> bool:
    """Whether what a title asks for is about things that the steps do something to.

    Who clears a table does nothing in particular to the books: they are no title of that.
    """
    return any(set(w.what.types) & set(s.what.types) for w in title.subgoals
               for s in steps.subgoals
               if len(s.what.types) <= max(_MOST_KINDS, len(w.what.types)))


def _program(text: str) -> Script:
    """Read "[PUTBACK] <mug> (1) <table> (1)"."""
    orders: list[str] = []
    spare: list[str] = []
    for found in _PROGRAM.finditer(text):
        means = _data()["program"].get(found["act"].lower().replace("_", ""), "")
        things = [t.replace("_", " ").strip() for t in re.findall(r"<([^<>]+)>", found["things"])]
        if means.count("{") == len(things) and means:
            orders.append(means.format(*things))
        else:
            spare.append(" ".join(found.group().split()))
    title = text[:next(_PROGRAM.finditer(text)).start()].strip(" \n:-")
    remarks = (f"'{s}' is left out: that changes nothing" for s in spare)
    return Script(title, ". ".join(orders), tuple(dict.fromkeys(remarks)), True)


# -- titles -------------------------------------------------------------------------------------


def _titled(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield title, steps and how they are told apart: "said", by a "sign", or by nothing."""
    data = _data()
    text = re.sub(rf"^\s*{data['title']}\s*[:=]\s*", "", text, flags=re.IGNORECASE)
    marker = re.search(rf"(?:^|[\s.,;:\u2013\u2014-]+){data['steps']}\s*[:=]\s*", text, re.I)
    if marker and len(text[:marker.start()].split()) <= _MOST_TITLE:
        yield text[:marker.start()], text[marker.end():], "said"
        return
    divided = _DIVIDES.search(text)
    if divided:
        title, steps = text[:divided.start()].strip(), text[divided.end():]
        words = words_of(title)
        if words and len(words) <= _MOST_TITLE and len(steps.split()) >= _FEWEST_STEPS and (
                _names_activity(words)):
            sign = not re.match(r"[.;!]", divided.group())
            short = _bare(words) and len(words) < 5
            yield title, steps, "sign" if sign else "bare" if short else ""
    yield "", text, ""


def _bare(words: Sequence[Word]) -> bool:
    """Whether no "the" or "a" stands before a noun, as in titles."""
    return not any(w.may_be("determiner") for w in words)


def _names_activity(words: Sequence[Word]) -> bool:
    """Whether a title says what is done ("read book", "washing up"), or names no thing at all."""
    if any(not re.match(r"[^\W\d]|'", w.text) for w in words):
        return False
    return _verb_first(words) or (len(words) > 1 and not any(
        w.thing or w.may_be("negation", "pronoun", "subject") for w in words))


def _verb_first(words: Sequence[Word]) -> bool:
    first = words[0]
    if first.thing and (first.text not in _words("living") or len(words) == 1):
        return False  # "watch TV" is one
    if first.may_be("modal", "auxiliary", "be", "pronoun", "determiner"):
        return False
    return first.may_be("gerund") or (first.may_be("base") and (
        imperative(words) or len(words) == 1 or first.text in _words("living")))


def _human(title: str) -> bool:
    """Whether a title tells what only people do: "relax on the sofa", "take a bath"."""
    first = base(title.split(maxsplit=1)[0].lower())
    return first in _words("living") or bool(re.match(
        r"(?:go (?:to (?:sleep|bed|work)|out)|(?:take|have) an? \w+|get (?:ready|dressed|up)|"
        r"prepare|set (?:up|out)|do (?:homework|sports?|yoga))\b", title, re.IGNORECASE))


# -- what somebody does -------------------------------------------------------------------------


@dataclass(frozen=True)
class _Act:
    """Where a clause begins and its verb stands; ``kind``: "act", "living" or "being"."""

    begin: int
    verb: int
    kind: str
    narrated: bool


def _told(text: str, titled: bool) -> tuple[str, tuple[str, ...], bool]:
    """Say as orders what somebody does; returns remarks, and whether somebody tells it."""
    words = words_of(text)
    acts = list(_acts(words))
    if not acts:
        return text, (), False
    narrated = [a for a in acts if a.narrated]
    ordering = any(a.kind == "act" and not a.narrated and _opens(words, a.begin) for a in acts)
    passive = all(a.kind == "being" and not (
        imperative(words[a.begin:]) or asks(words[a.begin:])) for a in acts) and any(
        w.may_be("past") for a in acts for w in words[a.verb + 1:a.verb + 2])
    tells = bool(narrated) and not ordering and _present(words, narrated)
    if titled:
        tells = bool(narrated) or passive
    elif not tells or (len(narrated) < 2 and len(acts) < 3) or any(
            w.text not in _JOINTS for w in words[:narrated[0].begin]):
        return text, (), False
    said, remarks = text, []
    ends = [words[a.begin].start for a in acts[1:]] + [len(text)]
    for act, end in reversed(list(zip(acts, ends, strict=True))):
        start, verb = words[act.begin].start, words[act.verb]
        clause = _END.split(text[start:end])[0]
        shown = _TRAILS.sub("", clause)
        if act.kind == "living":
            remarks.append(f"'{shown}' is left out: no robot does that here")
            said = said[:start] + said[start + len(clause):]
        elif act.kind == "act":
            said = said[:start] + (act_of(verb.text) or base(verb.text)) + said[verb.end:]
        elif tells:
            said = said[:verb.start] + _should(words, act.verb) + _ELIDED.sub(
                r"\1", said[_until(words, act.verb):], count=1)
            remarks.append(f"'{shown}' is read as how it should be")
    if narrated:
        who = text[words[narrated[0].begin].start:words[narrated[0].verb - 1].end]
        remarks.append(f"what '{who}' does is read as orders")
    said = ordered(said)
    for pattern, new in _TIDIES:
        said = pattern.sub(new, said)
    return said.strip(), tuple(reversed(remarks)), tells


def _acts(words: Sequence[Word]) -> Iterator[_Act]:
    """Yield the clauses that tell what somebody does, or how something is."""
    last = -1
    for number in range(len(words)):
        before = words[number - 1].text if number else "."
        if not (number == 0 or not re.match(r"[\w']", before) or before in _JOINTS):
            continue
        verb = _narrator(words, number)
        if verb < len(words) and (act_of(words[verb].text) or _lives(words, verb) or (
                verb > number and _does(words[verb]))):
            kind = "living" if _lives(words, verb) else "act"
            if verb > number or kind == "living" or words[verb].may_be("base", "third"):
                yield _Act(number, verb, kind, verb > number)
                continue
        finite = number + _finite(words[number:])
        if last < finite < len(words) and words[finite].text in _words("being") | _words("shining"):
            last = finite
            yield _Act(number, finite, "being", False)


def _finite(words: Sequence[Word]) -> int:
    """Return where it is told how something is: "the lamp on the desk burns", "and are put"."""
    for end, word in enumerate(words[:9]):
        if not re.match(r"[\w']", word.text):
            break
        if end and word.text in _words("shining") and not words[end - 1].may_be("determiner"):
            return end
    return subject_end(words)


def _narrator(words: Sequence[Word], at: int) -> int:
    """Return where the verb behind somebody stands, else where the words began."""
    end = at
    if words[at].text in _words("narrators") and not any(w.thing for w in words[at + 1:at + 2]):
        end = at + 1  # not "one candle"
    elif at + 1 < len(words) and words[at].may_be("determiner") and (
            words[at + 1].text in _words("people")):
        end = at + 2
    while at < end < len(words) and words[end].forms and words[end].forms <= {"adverb"}:
        end += 1
    return end


def _does(word: Word) -> bool:
    """Whether a verb tells an act, not what is so or what is wished."""
    return word.may_be("base", "third") and not word.may_be(*FINITE, "pronoun") and (
        base(word.text) not in uses("mind") | uses("wish") | uses("belong") | uses("tell"))


def _lives(words: Sequence[Word], verb: int) -> bool:
    """Whether a verb is about what people do: "sits down", "wash my face"."""
    said = words[verb].text
    stem = said if said in verbs() else base(said)
    if stem in _words("living") and not (stem in {"leave", "stand"} and any(
            w.thing or w.text in {"it", "them"} for w in words[verb + 1:verb + 4])):
        return words[verb].may_be("base", "third")
    return any(w.text in _words("body") for w in words[verb + 1:verb + 3])


def _opens(words: Sequence[Word], at: int) -> bool:
    return at == 0 or words[at - 1].text in {".", ";", "!", "?"}


def _present(words: Sequence[Word], narrated: Sequence[_Act]) -> bool:
    """Whether somebody tells what he does, not what he did."""
    return any("past" not in words[a.verb].forms for a in narrated) and not any(
        a.text in _words("narrators") and b.forms <= {"past"} and b.forms
        for a, b in pairwise(words))


def _should(words: Sequence[Word], verb: int) -> str:
    behind = words[verb + 1:verb + 2]
    burns = words[verb].text in _words("shining")
    if burns and behind and behind[0].may_be("preposition"):
        return "should be lit and"  # "a candle burns on the shelf"
    shines = burns or bool(behind and behind[0].text in _words("shining"))
    return "should be on" if shines else "should be"


def _until(words: Sequence[Word], verb: int) -> int:
    """Return where what says how something is ends: "is burning"."""
    behind = words[verb + 1:verb + 2]
    return behind[0].end if behind and behind[0].text in {
        *_words("shining"), "light"} else words[verb].end
