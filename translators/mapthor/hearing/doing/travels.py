"""Ways through a room, told on the way to an order: left out, since robots find their own.

"Turn left, walk to the sink and put the mug in" asks for the mug in the sink: where somebody came
to stand is what "there", "in it" and a place left out mean then.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from translators.mapthor.hearing.doing.standing import (
    Standing,
    called_in_full,
    door_of,
    found_there,
    without_load,
)
from translators.mapthor.hearing.words import Word, words_of
from translators.mapthor.ontology import ontology
from translators.mapthor.read import verbs

__all__ = ["without_travels"]

_JOINTS = {"and", "then", "next", "now", "also", "you", "first", "finally", "afterwards", "so",
           "to", "please", "should", "after", "that"}
"""Words that may stand before an order."""
_GOES = {"go", "walk", "head", "move", "return", "come", "step", "run", "proceed", "hurry", "rush"}
_SIGNS = {".", ",", ";", ":", "!", "?", "-", "–", "—"}
_WARMS = re.compile(r"\b(?:heat|warm|cook|microwave|chill|cool|fridge|refrigerator|freezer|toast|"
                    r"boil|fry|bake|rinse|wash)", re.IGNORECASE)


@cache
def _data() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("travels.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(_data()[name])


@cache
def _moment() -> re.Pattern[str]:
    return re.compile(rf"[\s,]*(?<![\w-])(?:{_data()['moment']})(?!\w)".replace(" ", r"\s+"), re.I)


@dataclass(frozen=True)
class _Travel:
    """The words of a text from one up to another that only tell a way; where it ends, if told.

    ``fetches``: what is said to be got there, "go back for the other mug".
    """

    begin: int
    end: int
    spot: str = ""
    carried: str = ""
    fetches: str = ""


def without_travels(text: str) -> tuple[str, tuple[str, ...]]:
    """Leave out how to walk from one order to the next, with a remark on each way.

    >>> without_travels("Turn left and walk to the desk, then lay the pen on it.")[0]
    'Lay the pen on the desk.'
    """
    text, remarks = _at_once(text)
    text = without_load(found_there(text))
    words = words_of(text)
    found = list(_travels(text, words))
    if found:
        text = called_in_full(text)
        words = words_of(text)
        found = list(_travels(text, words))
    if found and found[-1].spot and words[found[-1].begin].text in _GOES and not any(
            re.search(r"\w", w.text) for w in words[found[-1].end:]):
        found.pop()  # where somebody should go in the end
    if not found or not _orders(words, found):
        return text, tuple(remarks)
    said, begin, stands = "", 0, Standing()
    ways: list[str] = []
    for travel in found:
        start, end = words[travel.begin].start, words[travel.end - 1].end
        said = _joined(said, stands.said(text[begin:start]))
        stands = Standing(travel.spot or stands.spot, travel.carried,
                           door_of(travel.spot) or stands.opens)
        if travel.fetches:
            said = _joined(said, f" take {travel.fetches}")
        ways.append("'" + " ".join(text[start:end].split()).strip(" ,;:") + "'")
        begin = end
    said = _joined(said, stands.said(text[begin:]))
    said = re.sub(r"^[\s,.;:!-]*(?:(?:and|then|to)\b[\s,]*)*", "", said)
    way = f"{', '.join(dict.fromkeys(ways))} left out: robots find their own way"
    return said[:1].upper() + said[1:], (*remarks, way)


def _at_once(text: str) -> tuple[str, list[str]]:
    """Leave out how long something takes to get hot or cold, where no length is told."""
    if not _WARMS.search(text):
        return text, []
    spans = [" ".join(m.group().split()).strip(" ,") for m in _moment().finditer(text)]
    return _moment().sub("", text), [f"'{s}' is left out: that takes no time here" for s in spans]


def _joined(before: str, after: str) -> str:
    """Join what stands around a way that was left out."""
    head = re.sub(r"(?:[\s,]*\b(?:and then|and|then|so|now|next)\b)*[\s,]*$", "", before)
    rest = re.sub(r"^[\s,]*(?:(?:and|then|to|so)\b[\s,]*)*", "", after)
    ends = not re.search(r"\w\W*$", head) or re.search(r"[.;:!?\n–—]\s*$|\s-\s*$", head)
    if ends:
        rest = re.sub(r"^[\s,.;:!?–—-]+", "", rest)
    if not re.search(r"\w", head) or not re.search(r"\w", rest) or rest[0] in ".;:!?\n":
        return (head + rest) if not re.search(r"\w", rest) or re.search(r"\w", head) else rest
    return f"{head.rstrip()}{' ' if ends else ', '}{rest}"


# -- which words tell a way ---------------------------------------------------------------------


def _travels(text: str, words: Sequence[Word]) -> Iterator[_Travel]:
    """Yield what tells a way, in turn."""
    end = 0
    for number in range(len(words)):
        if number < end or not _begins(words, number) or not _moves(words, number):
            continue
        end = _until(words, number)
        fetches = ""
        if words[number].text in {"go", "come", "return", "walk", "head", "turn"}:
            fetched = next((n for n in range(number + 1, min(number + 4, end))
                            if words[n].text == "for" and n + 2 < len(words)
                            and words[n - 1].text in {"back", "over", "return", "go", "come"}), 0)
            if fetched:
                fetches = text[words[fetched + 1].start:words[end - 1].end]
        spot, carried = _reached(text, words[number:end])
        yield _Travel(number, end, "" if fetches else spot, carried, fetches)


def _begins(words: Sequence[Word], number: int) -> bool:
    """Whether an order may begin with a word."""
    if number == 0:
        return True
    before = words[number - 1].text
    return before in _SIGNS | _JOINTS - {"to"} or (before == "to" and number == 1)


def _moves(words: Sequence[Word], number: int) -> bool:
    """Whether a way is told from a word on."""
    word, rest = words[number], words[number + 1:number + 7]
    verb = word.text
    if word.thing or verb not in _words("moves"):
        return False
    behind = [w.text for w in rest]
    if verb == "stand" and behind[:1] == ["up"]:
        return len(behind) < 2 or behind[1] in _SIGNS | {"and", "then", "straight", "again", "from"}
    if verb == "look" and behind[:1] in (["in"], ["into"], ["inside"], ["at"], ["up"]):
        clause = words[number:_until(words, number)]
        named = [w.text for w in clause if w.thing]
        pronoun = not named and clause[-1].text == "it" and behind[0] != "at"
        seeks = {w.text for w in clause} & {"for", "if", "whether"}
        return pronoun or (len(named) == 1 and not seeks and _fixed(named[0]) and (
            behind[0] != "at" or number > 0))
    if verb == "wait" and behind[:1] in ([], ["."], [","], ["and"], ["then"]):  # no "wait, …"
        return number > 0 and words[number - 1].text in {"and", "."} and behind[:1] != [","]
    if verb == "turn" and behind[:1] == ["all"]:
        return behind[1:3] == ["the", "way"]
    if verb == "wait" and behind[:1] == ["until"]:
        return any(w.text in _words("ready") for w in rest[1:5])
    if not behind or behind[0] in _SIGNS | {"and", "then"}:
        return verb in {"turn", "walk", "go", "step", "spin", "pivot", "wait", "bend", "crouch",
                        "kneel", "squat", "rotate", "stop", "pause", "stoop", "duck"}
    if verb in _words("making"):
        return any(t in _words("steps") for t in behind[1:4]) and (
            behind[0] in {"a", "an", "two", "three", "one", "few", "the", "your", "another"}) and (
            not any(w.thing for w in rest[:3]))
    two = " ".join(behind[:2])
    if two in _words("also") and verb not in {"turn", "make"}:
        return behind[0] != "for" or verb in {"head", "make", "go"}
    if verb in _words("reaching") and rest[0].may_be("determiner"):
        return any(w.thing or w.text in {"room", "kitchen", "bathroom", "bedroom", "floor", "wall",
                                         "door"} for w in rest)
    only = _data()["only"].get(verb)
    if verb in {"go", "come", "return", "head"} and behind[0] in {"back", "over"} and (
            "for" in behind[1:2]):
        return True
    return behind[0] in (only if only is not None else _words("ways")) and not (
        verb in {"come", "go", "move", "run", "swing", "bear", "stand", "stop", "keep"}
        and behind[0] in {"the", "your", "a"}) and behind[0] not in {"the"}


def _fixed(name: str) -> bool:
    """Whether a name is that of something that stays where it is."""
    noun = ontology().find(name)
    return noun is not None and not set(noun.types) & set(ontology().properties["pickupable"])


def _until(words: Sequence[Word], number: int) -> int:
    """Return where the words end that tell a way."""
    for n in range(number + 1, len(words)):
        word, before, rest = words[n], words[n - 1], words[n + 1:n + 3]
        if word.text in {".", ";", "!", "?", ":"} or (word.text in {"-", "–", "—"}):
            return n
        if word.text == ",":
            if not (rest and (rest[0].text in _words("further") or ((len(rest) > 1 and (
                    rest[0].text in {"on", "to", "in", "by"} and rest[1].text in {
                        "the", "your", "front", "its"} and _told(words, n + 1))) or (
                    rest[0].text == "the" and rest[1].text == "one" and _told(words, n + 1))))):
                return n
        elif word.text in {"then", "but"}:
            return n
        elif word.text == "and":
            if not (rest and (rest[0].may_be("determiner") or (
                    rest[0].thing and rest[0].text not in verbs())) and any(
                    w.text in {"between"} for w in words[number:n])):
                return n
        elif word.text == "to" and rest and rest[0].may_be("base") and (
                rest[0].text in verbs() | {"face", "reach"}) and not rest[0].thing:
            if rest[0].text not in {"face", "reach"}:
                return n
        elif n - number > 1 and word.text in verbs() and word.may_be("base") and rest and (
                rest[0].text in {"the", "it", "them"}) and before.thing and not word.thing and not (
                word.may_be("preposition", "adjective")):
            return n  # "walk to the desk grab the pen"
    return len(words)


def _told(words: Sequence[Word], number: int) -> bool:
    """Whether a place is told up to the next sign, and no act."""
    for word in words[number:]:
        if word.text in _SIGNS | {"and", "then"}:
            return True
        if word.text in verbs() and word.may_be("base") and not word.may_be(
                "preposition", "adjective", "noun", "determiner"):
            return False
    return True


def _reached(text: str, words: Sequence[Word]) -> tuple[str, str]:
    """Return where a way ends, as it is named, and what is carried along."""
    spot = carried = ""
    places = ontology()
    for n, word in enumerate(words):
        noun = places.find(word.text) if word.thing else None
        if noun is None:
            continue
        lead = [w.text for w in words[max(0, n - 5):n]]
        led = next((w for w in reversed(lead) if w in _words("to") | {
            "of", "with", "past", "around", "by", "between", "beside", "near", "from", "holding",
            "carrying", "left", "right", "across", "through", "behind", "on", "under", "above",
            "over", "below", "in", "next", "opposite", "against", "where", "that", "which"}), "")
        if led in {"with", "holding", "carrying"} and not places.places(noun.types):
            carried = word.text
        elif (led in _words("to") and led != "for") or (led == "for" and places.places(noun.types)):
            if not (spot and led in {"at", "see", "find"}):
                spot = f"the {text[word.start:word.end]}"
    return spot, carried


def _orders(words: Sequence[Word], travels: Sequence[_Travel]) -> bool:
    """Whether anything is ordered beside the ways."""
    told = {n for t in travels for n in range(t.begin, t.end)}
    return any(w.text in verbs() and w.may_be("base") and not w.thing
               for n, w in enumerate(words) if n not in told)
