"""What is only hinted at: "the lamp is blinding me" asks for the lamp to be off (``hints.toml``).

A complaint about a thing or about the room asks for the opposite, a need for what serves it, a
thing in the wrong place for its home. Only where a text orders nothing else; a remark tells.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from translators.mapthor.hearing.clauses import Clause, clauses, sentences
from translators.mapthor.hearing.words import Word, imperative, words_of
from translators.mapthor.lexicon import base, uses
from translators.mapthor.ontology import Noun, ontology
from translators.mapthor.read import verbs, word_classes

__all__ = ["hinted"]

MOST_WORDS = 60
"""Longer texts are no hints."""
_SAYS_NOTHING = ("statement", "talk", "fragment", "question")
_MEANS_MORE = {"unless", "except", "otherwise", "exactly", "least", "neither", "either", "instead",
               "fewer", "rather"}
"""What a hint does not take up."""
_WEAK = {"misplaced", "needed"}
"""Cues that orders are full of, too."""
_DUTY = uses("duty")
_HUMAN = uses("human") | {"you", "they"}
_CALLED = uses("spur") | {"the", "my", "our", "all", "both", "and", "a", "an", "pls", "plz"}
_PAIRS = uses("pairs")
_LEFT_ON = re.compile(r"[\w ]{2,20}?(?:'s| is| are)(?: still)? (?:on|running|lit)\b", re.IGNORECASE)
_ON = {"on", "in", "off", "at", "from", "inside", "into", "onto", "of", "out"}
_BETWEEN = {"and", ",", "the", "my", "our", "that", "this", "those", "a", "an", "both", "all", "&"}
Way = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class _Wish:
    """What is told of a thing of some types, or of the room, and what that calls for."""

    cue: str
    of: frozenset[str]
    said: re.Pattern[str]
    means: str


@dataclass(frozen=True)
class _Mention:
    """A thing that a text names: what it is called in an order, where, and the "on" before it."""

    noun: Noun
    name: str
    begin: int
    at: str


@cache
def _data() -> tuple[dict[str, re.Pattern[str]], tuple[_Wish, ...]]:
    """Read the hints once per process: the words of each cue, and the wishes in order."""
    text = resources.files(__package__).joinpath("hints.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    groups = {**ontology().properties, **data["groups"]}

    def pattern(said: Sequence[str]) -> re.Pattern[str]:
        listed = "|".join(said).replace(" ", r"\s+")
        return re.compile(rf"(?:(?<!\w)|(?=n't))(?:{listed})(?!\w)", re.IGNORECASE)

    wishes = tuple(_Wish(w["cue"], frozenset(
        t for name in w.get("of", "").split() for t in groups.get(name, (name,))),
        pattern([w.get("said", "")]) if "said" in w else re.compile(""), w["means"])
        for w in data["wish"])
    return {name: pattern(said) for name, said in data["cues"].items()}, wishes


@cache
def _frame(name: str) -> re.Pattern[str]:
    """Read one of the frames once per process."""
    text = resources.files(__package__).joinpath("hints.toml").read_text(encoding="utf-8")
    said: str = tomllib.loads(text)["frames"][name]
    return re.compile(r"(?<!\w)" + said.replace(" ", r"\s+"), re.IGNORECASE)


def hinted(text: str) -> Iterator[Way]:
    """Yield as orders what a text without any only hints at, with a remark.

    >>> [said for said, _ in hinted("I can't sleep, that lamp is blinding me")]
    ['turn off the lamp']
    """
    words = words_of(text)
    if len(words) > MOST_WORDS:
        return
    yield from _wanted(text)
    parts = [c for s in sentences(text) for c in clauses(s)]
    yield from _named(text, parts, words)
    cues, _ = _data()
    told = [[name for name, said in cues.items() if said.search(part.text)] for part in parts]
    more = {w.text for w in words_of(re.sub(r"\bat least\b", "", text))} & _MEANS_MORE
    if _frame("ban").search(text) or more or not all(
            _idle(part) or (names and not _orders_so(part, names)) or (any(told) and _bare(part))
            for part, names in zip(parts, told, strict=True)):
        return
    orders = _orders(text, parts, told, _mentions(words))
    if orders and not _opposed(orders):
        said = ". ".join(orders)
        yield said, (f"'{' '.join(text.split()).strip(' .!?')}' is read as '{said}'",)


def _named(text: str, parts: Sequence[Clause], words: Sequence[Word]) -> Iterator[Way]:
    """Know a call for a thing by its name alone: "Tissues! Quick!", "Phone, please".

    >>> [said for said, _ in hinted("Telly, please.")]
    ['turn on the telly']
    """
    calls = [p for p in parts if any(w.thing for w in p.words)]
    if len(calls) != 1 or set("?:") & set(calls[0].text) or not all(
            p is calls[0] or p.kind in ("statement", "talk", "fragment") or _spurs(p)
            for p in parts) or not all(
            w.thing or w.text in _CALLED or w.forms == {"interjection"} for w in calls[0].words):
        return
    for mention in _mentions(words) if len(_mentions(words)) == 1 else ():
        order, _ = _called_for("named", text, 0, len(text), [mention])
        if order:
            one = re.sub(r"\ball the (?=\w+$)", "the ", order) if mention.noun.types[:1] and (
                words and any(w.text in _PAIRS for w in words)) else order
            yield one, (f"'{' '.join(text.split()).strip(' .!?')}' is read as '{one}'",)


def _spurs(part: Clause) -> bool:
    return all(w.text in _CALLED for w in part.words)


def _orders(
    text: str, parts: Sequence[Clause], told: Sequence[Sequence[str]],
    mentions: Sequence[_Mention],
) -> tuple[str, ...]:
    """Return what all cues call for: the first for each thing, for the room where there is none."""
    found: dict[frozenset[str], str] = {}
    beside: dict[frozenset[str], str] = {}
    loose: list[str] = []
    for cue in _data()[0]:
        begin = 0
        for part, names in zip(parts, told, strict=True):
            begin = text.index(part.text, begin)
            end = begin + len(part.text)
            if cue in names:
                order, thing = _called_for(cue, text, begin, end, mentions)
                if thing:
                    near = found if begin <= thing.begin < end else beside
                    near.setdefault(frozenset(thing.noun.types), order)
                elif order:
                    loose.append(order)
    orders = [*beside.values(), *found.values()]
    if any(order.startswith("turn off ") for order in orders):  # "are we made of money?"
        for thing in mentions:
            if _LEFT_ON.match(text, thing.begin) and (
                    set(thing.noun.types) & set(ontology().properties["toggleable"])):
                found.setdefault(frozenset(thing.noun.types), f"turn off {thing.name}")
    return tuple(dict.fromkeys([*{**beside, **found}.values()] or loose[:1]))


def _wanted(text: str) -> Iterator[Way]:
    """Yield what is not done yet, or without which something is not possible, as an order.

    >>> [said for said, _ in _wanted("Nobody has washed those mugs yet")]
    ['wash all the mugs']
    """
    for sentence in sentences(text):
        words = words_of(sentence)
        for order in (*_undone(words), *_needed(sentence)):
            yield order, (f"'{sentence.strip(' .!?')}' is read as '{order}'",)


def _undone(words: Sequence[Word]) -> Iterator[str]:
    """Know "nobody has washed the mugs", "the mugs haven't been washed"."""
    denied = [n for n, w in enumerate(words) if w.may_be("negation")]
    named = _mentions(words)
    for n, word in enumerate(words):
        if denied and not words[denied[0]].may_be("modal") and not any(
                w.may_be("subordinator") or w.text == "case" for w in words[:denied[0]]) and (
                word.may_be("past")) and base(word.text) in verbs() and not word.thing and (
                denied[0] < n and all(w.may_be("auxiliary", "be", "adverb", "pronoun")
                                      for w in words[denied[0] + 1:n])):
            nobody = words[denied[0]].text in {"nobody", "no"}
            things = [m for m in named if (m.begin > word.start) is nobody]
            if things:
                yield f"{base(word.text)} {(things[0] if nobody else things[-1]).name}"


def _needed(sentence: str) -> Iterator[str]:
    """Know "I can't work unless the lamp is on", "… better with the blinds closed"."""
    for found in _frame("needs").finditer(sentence):
        said = re.split(r",|\b(?:next to|and (?:he|she|it|they|I|we)\b)", found["so"])[0].strip()
        yield f"make sure {said}" if found["if"] or found["when"] else f"I want {said}"
        toggles = set(ontology().properties["toggleable"])
        for thing in _mentions(words_of(said)) if not _frame("silent").search(said) else ():
            if set(thing.noun.types) <= toggles:
                yield f"turn on {thing.name}"


def _idle(part: Clause) -> bool:
    """Whether a clause neither orders nor forbids anything: "look at it!" does not."""
    if part.kind in _SAYS_NOTHING or part.words[-1].text == "no":  # "and no, …"
        return True
    if part.kind == "condition":
        return len(part.words) > 2 and part.words[1].text in _HUMAN
    first = part.words[0].text
    acts = any(w.text in verbs() and w.may_be("base") and not w.thing for w in part.words)
    tells = first == "there" or part.text.rstrip().endswith(":") or any(
        w.may_be("negation") for w in part.words)
    things = any(w.thing for w in part.words) and not tells
    return _looks(part) or (not acts and ((part.kind == "unclear" and not things) or (
        part.kind == "order" and first in _HUMAN)))


def _bare(part: Clause) -> bool:
    """Whether a clause is the name of one thing, apart from what is said of it by an aside."""
    return part.text.rstrip().endswith(",") and sum(w.thing for w in part.words) == 1 and all(
        w.thing or w.may_be("determiner") for w in part.words)


def _looks(part: Clause) -> bool:
    """Whether a clause only says "look at that!"."""
    return part.words[0].text in {p.split()[0] for p in word_classes()["EXAMINE"]} - {
        "have", "take"} | {"look"}


def _orders_so(part: Clause, cues: Sequence[str]) -> bool:
    """Whether a clause says itself what should be: no hint goes for more than that."""
    words = {w.text for w in part.words}
    denied = any(w.may_be("negation") for w in part.words)
    lead = next((n for n, w in enumerate(part.words) if w.text not in {"and", "then", ","}), 0)
    first = part.words[lead:]
    if imperative(first) and first[0].text in verbs() and not first[0].thing:
        return not _looks(part)
    return part.kind in ("order", "forbidden") and not denied and (
        bool(words & _DUTY - {"better"}) or (
            set(cues) <= _WEAK and imperative(part.words)))


def _mentions(words: Sequence[Word]) -> list[_Mention]:
    """Find the things named in a text, those joined by "and" as one."""
    found: list[_Mention] = []
    last = -2
    for n, word in enumerate(words):
        noun = ontology().find(word.text) if word.thing else None
        before = words[n - 1] if n else word
        how = word.may_be("adjective") and before.may_be("be", "negation", "adverb")
        if noun is None or not noun.types or how:  # "it isn't safe there"
            continue
        name = f"all the {word.text}" if noun.plural and not noun.mass else f"the {word.text}"
        joined = n - last > 1 and all(w.text in _BETWEEN for w in words[last + 1:n])
        if joined and found and not found[-1].at and found[-1].noun.types != noun.types:
            first = found.pop()
            types = tuple(dict.fromkeys((*first.noun.types, *noun.types)))
            found.append(_Mention(Noun(types, True), f"{first.name} and {name}", first.begin,
                                  first.at))
        else:
            start = n - 1
            while start > 0 and words[start].may_be("determiner", "adjective", "number"):
                start -= 1
            at = words[start].text if start >= 0 and words[start].text in _ON else ""
            found.append(_Mention(noun, name, word.start, "on" if at == "of" else at))
        last = n
    return found


def _called_for(
    cue: str, text: str, begin: int, end: int, mentions: Sequence[_Mention]
) -> tuple[str, _Mention | None]:
    """Return what a cue in a clause calls for, and which thing named it is told of."""
    told = _data()[0][cue].search(text, begin)

    def far(mention: _Mention) -> tuple[bool, int]:
        away = told.start() - mention.begin if told else 0
        return not begin <= mention.begin < end, away if away > 0 else mention.begin - (
            told.end() if told else 0)

    start = max(text.rfind(sign, 0, begin) for sign in ".!?;") + 1
    ends = [text.find(sign, end - 1) for sign in ".!?;"]
    sentence = text[start:min((e for e in ends if e >= 0), default=len(text))]
    for wish in _data()[1]:
        if wish.cue != cue or not wish.said.search(text if wish.of else sentence):
            continue
        if not wish.of:
            return wish.means, None
        for mention in sorted(mentions, key=far):
            if wish.of & set(mention.noun.types):
                if wish.means == "elsewhere":
                    order = _elsewhere(mention, mentions, seat=bool(_frame("seat").search(text)),
                                       floor=bool(_frame("underfoot").search(sentence)))
                    if not order:
                        continue
                    return order, mention
                return wish.means.replace("{x}", mention.name), mention
    return "", None


def _elsewhere(
    thing: _Mention, mentions: Sequence[_Mention], *, seat: bool, floor: bool
) -> str:
    """Say where a thing should be that is in the wrong place: in another place named, or away."""
    behind = [m for m in mentions if m.begin > thing.begin and m is not thing]
    places = [m for m in mentions if ontology().places(m.noun.types) and m is not thing
              and not set(m.noun.types) & set(thing.noun.types)]
    at = next((m for m in behind if m in places and m.at in {"on", "in", "at"}), None)
    if seat and at is None and places:
        at = places[-1]
    others = [m for m in places if at is None or not set(m.noun.types) & set(at.noun.types)]
    others = [m for m in others if m.at not in {"off", "from", "out"}
              and m.noun.types != ("Floor",)]
    if others:
        where = others[-1].name.replace("all the ", "a ") if others[-1].noun.plural else (
            others[-1].name)
        single = re.sub(r"s$", "", where) if where.startswith("a ") else where
        return f"put {thing.name} in {single}" if ontology().inside & set(
            others[-1].noun.types) else f"put {thing.name} on {single}"
    if at is not None:
        return f"clear {thing.name} off {at.name}"
    if floor:
        return f"clear {thing.name} off the floor"
    return f"put {thing.name} where it belongs"


def _opposed(orders: Sequence[str]) -> bool:
    """Whether orders ask for a thing to be on and off, or open and closed, at once."""
    opposite = {"turn on": "turn off", "turn off": "turn on", "open": "close", "close": "open"}
    return any(order.replace(verb, other, 1) in orders for order in orders
               for verb, other in opposite.items() if order.startswith(verb))
