"""The words of a condition → what has to be so: a thing with a state or a place, whatever the verb.

"The kids have left the telly running", "my brother's put the pan on the hob" and "the bed wants
making" say that the telly is on, the pan on the hob and the bed not made. Who did it, when and how
is left out; what names a second thing, or denies in a way that is not known, is no frame.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any

from translators.mapthor.hearing.words import Word
from translators.mapthor.lexicon import base
from translators.mapthor.ontology import ontology

__all__ = ["Frame", "data", "frame_of"]

_PRONOUN = {"it", "they", "them", "that", "this", "those", "these", "he", "she", "him", "one"}
_ALL = {"nothing", "something", "anything", "everything"}
_SEVERAL = {"they", "them", "those", "these"}
_OF = {"of", "'s"}
_HAS = {"has", "have", "holds", "hold", "contains", "contain", "got", "'ve"}
_AGAIN = {"there", "here"}


@dataclass(frozen=True)
class Frame:
    """A condition: the ``subject`` as written, what is said of it and the ``place`` in that.

    ``again``: it says only that something is so, or (``denied``) not so, already.
    """

    subject: str
    is_so: str
    denied: bool = False
    place: str = ""
    again: bool = False
    there: bool = False

    def said(self, subject: str = "") -> str:
        """Say the condition as the grammar reads it, of another subject too."""
        name = subject or self.subject or "it"
        several = name in _SEVERAL or _plural(name)
        if self.there:
            verb = "are" if several else "is"
            return " ".join(f"there {verb} {'no ' if self.denied else ''}{name} "
                            f"{self.is_so}".split())
        verb = "are" if several else "is"
        return f"{name} {verb} {'not ' if self.denied else ''}{self.is_so}"


@dataclass(frozen=True)
class _Part:
    """A name with the preposition before it, a state, or another word; where it stands."""

    kind: str
    said: str
    begin: int
    end: int
    types: tuple[str, ...] = ()


@cache
def data() -> Mapping[str, Any]:
    """Return the words of conditions."""
    text = resources.files(__package__).joinpath("conditions.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(data()["words"][name])


@cache
def _states() -> Mapping[str, str]:
    return {word: state for state, words in data()["states"].items() for word in words}


def _plural(name: str) -> bool:
    noun = next((n for k in range(len(name.split())) if (
        n := ontology().find(" ".join(name.split()[k:])))), None)
    return (noun is not None and noun.plural) or " and " in name


def frame_of(text: str, words: Sequence[Word], *, asked: bool = False) -> Frame | None:
    """Return what the words of a condition say, None where that is not clear.

    ``asked``: they are a question, which begins with its verb or has none.

    >>> from translators.mapthor.hearing.words import words_of
    >>> said = "the kids have left the telly running"
    >>> frame_of(said, words_of(said)).said()
    'the telly is on'
    """
    words = [w for n, w in enumerate(words) if w.text not in {",", "(", ")", "here"} and not (
        w.text == "in" and [v.text for v in words[n + 1:n + 2]] == ["here"])]
    if not words:
        return None
    parts = list(_parts(text, words))
    themes = [p for p in parts if p.kind == "theme"]
    held = _holding(words, themes)
    if held is not None:
        return held
    if not themes:
        themes = [p for p in parts if p.kind == "pronoun"] or [
            _Part("pronoun", "it", 0, 0) for p in parts if p.kind in ("state", "place")
            and all(w.text in _words("so") or w.may_be("adverb", "preposition")
                    for w in words[:p.begin])][:1]  # "if not yet closed", no unknown thing
    if not themes and all(w.text in _words("so") or w.text in _words("else") for w in words):
        away = any(w.text in _words("else") for w in words)
        return Frame("", "", _denied(words) or away, again=True)
    if len(themes) == 1 and themes[0].begin > 1 and words[themes[0].begin - 1].may_be("be") and (
            words[themes[0].begin - 2].text in _PRONOUN and ontology().places(themes[0].types)):
        where = f"{_into(themes[0].types)} {themes[0].said}"  # "unless it's the sofa already"
        return Frame("", where, _denied(words), where)
    theme = _joined(text, words, themes)
    if theme is None:
        return None
    return _told(words, parts, theme, asked=asked)


def _holding(words: Sequence[Word], themes: Sequence[_Part]) -> Frame | None:
    """Read "the sink has got plates in it" as plates being there, liquids as a full vessel."""
    if len(themes) != 2:
        return None
    vessel, held = themes
    between = [w.text for w in words[vessel.end:held.begin]]
    liquid = words[held.end - 1].text in _words("liquids")
    fillable = set(vessel.types) & set(ontology().properties["fillable"])
    if not (fillable if liquid else ontology().places(vessel.types)) or not (
            _HAS & set(between) or between[-2:] == ["full", "of"]):
        return None
    bare, no = _without_no(held.said)
    denied = no ^ _denied([*words[:vessel.begin], *words[vessel.end:held.begin]])
    if liquid:
        return Frame(vessel.said, "full", denied)
    where = f"{_into(vessel.types)} {vessel.said}"
    return Frame(bare, where, denied, where, there=True)


def _into(types: tuple[str, ...]) -> str:
    return "in" if set(ontology().places(types)) <= ontology().inside else "on"


def _joined(text: str, words: Sequence[Word], themes: Sequence[_Part]) -> _Part | None:
    """Return the one thing, or list of things, that a condition is about."""
    if len(themes) < 2 or themes[0].kind == "pronoun":
        return themes[0] if themes else None
    for one, two in pairwise(themes):
        if [w.text for w in words[one.end:two.begin]] not in (["and"], ["or"], ["nor"]):
            return None
    first, last = themes[0], themes[-1]
    said = text[words[first.begin].start:words[last.end - 1].end].lower()
    return _Part("theme", said, first.begin, last.end, first.types + last.types)


def _told(
    words: Sequence[Word], parts: Sequence[_Part], theme: _Part, *, asked: bool
) -> Frame | None:
    said = theme.said if theme.kind == "theme" else (
        "" if theme.said in {"it", "one"} else "they" if theme.said == "them" else theme.said)
    bare, denied = _without_no(said)
    outside = [*words[:theme.begin], *words[theme.end:]]
    denied ^= _denied(outside)
    states = [p for p in parts if p.kind == "state" and not theme.begin <= p.begin < theme.end]
    places = [p for p in parts if p.kind in ("place", "away", "near")]
    there = any(w.text in _AGAIN for w in words) and not any(p.kind == "there" for p in parts)
    if len(places) > 1 or any(p.kind == "unclear" for p in parts):
        return None
    needed = _needed(words)
    if needed:
        return Frame(bare, data()["opposites"].get(needed, "dirty"), denied)
    if there and places and words[theme.end - 1].text in _words("liquids") and (
            places[0].kind == "place" and set(places[0].types) & set(
                ontology().properties["fillable"])):
        return Frame(places[0].said.split(" ", 1)[1], "full", denied)
    if states and not (there and places):
        state = _state(states[0].said, theme)
        done = _omitted(words)
        return Frame(bare, state, denied ^ done) if state else None
    if places:
        place = places[0]
        away = place.kind == "away"
        exists = not away and theme.kind == "theme" and (there or (
            asked and words[theme.begin].text in {"any", "some", "a", "an", "no"}))
        return Frame(bare, place.said, denied ^ away, place.said, there=exists)
    if any(p.kind == "there" for p in parts):
        return Frame(bare, "there", denied)
    if there or _found(words):
        return Frame(bare, "", denied, there=True) if theme.kind == "theme" else Frame(
            "", "", denied, again=True)
    if theme.kind == "pronoun" and all(w.text in _words("so") for w in words):
        away = any(w.text in _words("else") for w in words)
        return Frame("", "", denied or away, again=True)
    return None


def _found(words: Sequence[Word]) -> bool:
    return any(base(w.text) in {"see", "find", "notice", "spot", "discover"} for w in words[:3])


def _without_no(said: str) -> tuple[str, bool]:
    first, _, rest = said.partition(" ")
    if first.lower() == "no":
        return rest, True
    return ("the" + said[3:] if first == "The" else said), False


def _denied(words: Sequence[Word]) -> bool:
    """Whether words deny: "isn't", "nobody has", not "nothing is"."""
    return sum(w.text == "noone" or (w.may_be("negation") and w.text != "nothing")
               for w in words) % 2 == 1


def _needed(words: Sequence[Word]) -> str:
    """Return the state that a thing still has to be brought to: "the bed wants making"."""
    for n, word in enumerate(words[:-1]):
        if base(word.text) in _words("needs"):
            for other in words[n + 1:]:
                if other.may_be("gerund", "past", "noun", "base"):
                    state = _state_of(other.text)
                    if state:
                        return state
    return ""


def _omitted(words: Sequence[Word]) -> bool:
    """Whether somebody did not do it: "forgot to close"."""
    return any(base(w.text) in _words("omits") and words[n + 1:n + 2] and (
        words[n + 1].text == "to") for n, w in enumerate(words))


@cache
def _acts() -> Mapping[str, str]:
    """Map the verb of each state to it: "wash": clean."""
    return {base(word): state for word, state in _states().items() if base(word) != word}


def _state_of(word: str) -> str:
    return _states().get(word) or _acts().get(base(word), "")


def _state(said: str, theme: _Part) -> str:
    """Name a state as the grammar does for a thing."""
    state = _state_of(said)
    types = set(theme.types)
    openable = types & set(ontology().properties["openable"])
    if state in ("up", "down"):
        return state if openable or theme.kind == "pronoun" else ""
    if state == "out":
        able = types & set(ontology().properties["toggleable"])
        return "off" if able or theme.kind == "pronoun" else ""
    if state == "clean" and said == "drawn":
        return "closed"
    return state


# -- the parts of a condition ---------------------------------------------------------------------


def _parts(text: str, words: Sequence[Word]) -> Iterator[_Part]:
    n = 0
    begins = {_np_begin(words, k): k for k, w in reversed(list(enumerate(words))) if w.thing}
    while n < len(words):
        if n in begins:
            end = begins[n] + 1
            yield _named(text, words, n, end)
            n = end
            continue
        word = words[n]
        if word.text in _PRONOUN | _ALL and not (
                word.text in {"that", "this", "those", "these", "one"} and n + 1 < len(words)
                and (words[n + 1].thing or words[n + 1].may_be("noun", "plural"))
                and not words[n + 1].may_be("be")):
            before = words[n - 1].text if n else ""
            prep = before in _words("in") | _words("on") and n > 0 and not (
                words[n - 1].text == "on" and _turning(words[:n - 1]))
            yield _Part("there" if prep else "pronoun", word.text, n, n + 1)
        elif word.text in {"there", "here"} and n and (
                n + 1 == len(words) or not words[n + 1].may_be("be", "modal")):
            yield _Part("there", "there", n, n + 1)
        elif _is_state(words, n):
            yield _Part("state", word.text, n, n + 1)
        n += 1


def _turning(words: Sequence[Word]) -> bool:
    return bool(words) and base(words[-1].text) in {"turn", "switch", "flick"}


def _named(text: str, words: Sequence[Word], begin: int, end: int) -> _Part:
    """Know a name: the thing itself, or a place with the preposition before it."""
    said = text[words[begin].start:words[end - 1].end].lower()
    noun = ontology().find(words[end - 1].text)
    types = noun.types if noun else ()
    before = [w.text for w in words[max(begin - 2, 0):begin]]
    last = before[-1] if before else ""
    if last in {"on", "off"} and len(before) > 1 and _turning(words[:begin - 1]):
        return _Part("theme", said, begin, end, types)
    if before == ["out", "of"] or last in {"off", "from"}:
        return _Part("away", f"in {said}" if before == ["out", "of"] else f"on {said}",
                     begin, end, types)
    if before in (["next", "to"], ["close", "to"]) or last in _words("near"):
        return _Part("near", f"next to {said}", begin, end, types)
    if before == ["top", "of"]:
        return _Part("place", f"on {said}", begin, end, types)
    if last in _words("in") | _words("on") or (last == "to" and ontology().places(types)):
        where = "in" if last in _words("in") else "on"
        if last in {"at", "to", "into"} and types:
            where = _into(types)
        return _Part("place", f"{where} {said}", begin, end, types)
    if last in {"under", "underneath", "beneath", "behind", "between", "with", "without", "than",
                "like", "for"}:
        return _Part("unclear", said, begin, end, types)
    return _Part("theme", said, begin, end, types)


def _np_begin(words: Sequence[Word], n: int) -> int:
    """Return where the noun phrase begins whose name stands at a word."""
    led = False
    while n:
        before = words[n - 1]
        owns = before.text == "'s" and n > 1 and not words[n - 2].thing and not words[n - 2].may_be(
            "pronoun", "subject") and not words[n].may_be("determiner")
        if owns:
            n -= 2
            led = False
        elif before.text == "of" and n > 1 and (
                words[n - 2].may_be("number", "determiner") or words[n - 2].text == "any"):
            n -= 2
        elif before.may_be("determiner", "number") and not before.may_be(
                "preposition", "subject") and (
                    not led or before.text in {"all", "both", "half"}):
            n -= 1
            led = True
        elif not led and before.may_be("adjective") and n > 1 and (
                before.text in _states() or not before.may_be(
                    "preposition", "past", "base", "adverb", "pronoun")):
            n -= 1
        else:
            return n
    return n


def _is_state(words: Sequence[Word], n: int) -> bool:
    """Whether a word says how a thing is: not "on" before a name, not "cut" before one."""
    word = words[n]
    behind = words[n + 1] if n + 1 < len(words) else None
    if not _state_of(word.text):
        return False
    leads = behind is not None and (behind.thing or behind.text == "top" or behind.may_be(
        "determiner", "number", "pronoun", "preposition"))
    turns = word.text in {"on", "off"} and n > 0 and _turning(words[:n])
    return turns or not leads or word.text not in {"on", "off", "out", "up", "down"}
