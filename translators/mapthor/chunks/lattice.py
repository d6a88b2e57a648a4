"""Text → what each stretch of its words may be: a thing, an act, a place … (``chunks.toml``)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

from translators.mapthor.lexicon import base, forms, uses
from translators.mapthor.ontology import Noun, ontology
from translators.mapthor.read import vocabulary, word_classes

__all__ = ["Chunk", "Token", "able", "chunks_at", "cloths", "into", "says_more", "tokens",
           "unchecked", "verb_of"]

_TOKEN = re.compile(
    r"(?P<word>[^\W\d_](?:[\w'\u2019]*\w)?)|(?P<hyphen>(?<=\w)-(?=\w))|(?P<number>\d+)|(?P<arrow>-+>+|=+>+|\u2192|\u2794|>+)"
    r"|(?P<stop>[.;!?\n\u2026|]+)|(?P<comma>,)|(?P<sign>//|[/:=+&@*\u2022\u2013\u2014]|-+)|(?P<other>\S)")
_LONGEST = 5
"""So many words a phrase has at most."""
_STATES = ("DIRTY", "CLEAN", "WASHED", "OPEN", "CLOSED", "SLICED", "COOKED", "HOT", "COLD", "EMPTY",
           "FULL", "BROKEN", "NEAREST")
"""Words before a name that the grammar reads."""
_CLOTHS = frozenset({"Blinds", "Curtains", "ShowerCurtain"})
_VERBS = {"on": "turn on", "off": "turn off", "trash": "throw away"}
_HEATING = ("heat", "cook")
_HEATS = ("HEAT", "COOK", "TOAST", "MICROWAVE")
_MODIFIERS = 5
"""So many words may stand between "the" and the name."""


@dataclass(frozen=True)
class Token:
    """A word or sign: its ``kind`` of sign, its text in lower case, and where it stands.

    What is ``glued`` stands behind a hyphen.
    """

    kind: str
    text: str
    begin: int
    end: int
    glued: bool = False


@dataclass(frozen=True)
class Chunk:
    """What a stretch of words is taken for; ``said`` is the controlled English for it.

    ``cost`` tells how far-fetched that is; ``types`` and ``plural`` are those of a thing, ``free``
    whether its words were left out in part ("any mug" for "the blue mug").
    """

    kind: str
    said: str = ""
    cost: float = 0.0
    types: tuple[str, ...] = ()
    plural: bool = False
    counted: bool = False
    dropped: str = ""
    verb: str = ""


@cache
def _data() -> Mapping[str, Any]:
    text = resources.files(__package__).joinpath("chunks.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def able() -> Mapping[str, str]:
    """Map an act to the property that a thing must have for it."""
    able_: Mapping[str, str] = _data()["able"]
    return able_


@cache
def _phrases() -> Mapping[str, tuple[Chunk, ...]]:
    """Map every phrase that is no name to what it may be."""
    found: dict[str, list[Chunk]] = {}

    def add(phrase: str, chunk: Chunk) -> None:
        if chunk not in found.setdefault(phrase, []):
            found[phrase].append(chunk)

    for act, classes in _data()["acts"].items():
        for phrase in (p for name in classes for p in word_classes()[name]):
            if phrase not in _data()["words"]["acts_stay"]:
                add(phrase, Chunk("act", act, verb=_verb(phrase) if act in _HEATING else ""))
    for kind, words in _data()["words"].items():
        for word in words:
            if kind.startswith("acts_"):
                add(word, Chunk("act", kind.removeprefix("acts_")))
            elif kind in ("to", "near", "from", "with", "pronoun", "place_pronoun"):
                add(word, Chunk(kind, word))
            else:
                add(word, Chunk(kind))
    for amount, words in _data()["amounts"].items():
        for word in words:
            add(word, Chunk("amount", amount))
    return {phrase: tuple(chunks) for phrase, chunks in found.items()}


@cache
def _determiners() -> Mapping[str, str]:
    data = _data()["determiners"]
    return {word: kind for kind, words in data.items() if kind != "numbers" for word in words}


@cache
def _numbers() -> frozenset[str]:
    return frozenset(_data()["determiners"]["numbers"])


@cache
def _closed() -> frozenset[str]:
    """Return the words that stand in no name, and before none but a determiner."""
    return frozenset(w for p, chunks in _phrases().items() for w in [p] if " " not in p and any(
        c.kind != "act" for c in chunks)) | frozenset(_data()["determiners"]["the"]) | _numbers()


def _verb(phrase: str) -> str:
    """Return the verb of heating that was said: boiling is no frying."""
    verb = base(phrase)
    return verb if any(verb in word_classes()[name] for name in _HEATS) else ""


def says_more(word: str) -> bool:
    """Whether a word turns an order into another one, or into none: "not", "if", "only"."""
    return word.endswith("n't") or word in _data()["words"]["blocker"]


def _says_more(word: str) -> bool:
    """Whether a word changes the meaning of an order: the grammar has to read it."""
    return says_more(word) or (word in ontology().refused and not unchecked(word))


def unchecked(word: str) -> bool:
    """Whether a word says what nobody can check: how a thing looks, which of several it is."""
    return ontology().refused.get(word, "") in _data()["unchecked"]["reasons"]


def cloths(things: Iterable[Chunk]) -> bool:
    """Whether all things hang: what goes up is opened then."""
    return all(set(t.types) & _CLOTHS for t in things)


def into(place: Chunk) -> str:
    """Return "in" or "on", as things lie in a place."""
    return "in" if set(ontology().places(place.types)) <= ontology().inside else "on"


def verb_of(act: str) -> str:
    """Return the verb of an order for an act: "turn on" for "on"."""
    return _VERBS.get(act, act)


def tokens(text: str) -> tuple[Token, ...]:
    """Split a text into words, numbers and signs.

    >>> [t.text for t in tokens("Mug -> sink, x2")]
    ['mug', '->', 'sink', ',', 'x2']
    """
    found = [m for m in _TOKEN.finditer(text) if not re.match(r"[?!.]+\)", text[m.start():])]
    return tuple(Token(m.lastgroup or "", m.group().lower().replace("\u2019", "'"), *m.span(),
                       glued=text[m.start() - 1:m.start()] == "-") for m in found
                 if m.lastgroup != "hyphen")


def chunks_at(said: tuple[Token, ...], at: int) -> Iterator[tuple[int, Chunk]]:
    """Yield what the words from a token on may be, with the token behind."""
    token = said[at]
    if token.kind in ("stop", "comma", "arrow"):
        yield at + 1, Chunk(token.kind, token.text)
    elif token.text in "()":
        yield at + 1, Chunk("comma" if token.text == "(" else "closing", token.text)
    elif token.kind == "sign":
        yield at + 1, Chunk("sign", token.text)
        if token.text in "+&":
            yield at + 1, Chunk("joint")
        if token.text == "@":
            yield at + 1, Chunk("to", "at")
    elif token.kind == "number" and token.text == "2":
        yield at + 1, Chunk("to", "to", 0.3)
    if token.kind == "word":
        yield from _worded(said, at)
    yield from _amounts(said, at)
    yield from _things(said, at)


def _worded(said: tuple[Token, ...], at: int) -> Iterator[tuple[int, Chunk]]:
    words = []
    known = False
    for end in range(at + 1, min(at + _LONGEST, len(said)) + 1):
        if said[end - 1].kind != "word":
            break
        words.append(said[end - 1].text)
        for chunk in _phrases().get(" ".join(words), ()):
            known = True
            yield end, chunk
    word = said[at].text
    if not known:
        yield from ((at + 1, c) for c in _inflected(word))
    more = vocabulary() | ontology().no_manner | ontology().refused.keys()
    if word in ontology().manner or (word not in more and not _says_more(word) and (
            "adverb" in forms(word) or re.fullmatch(r"[a-z]{3,}ly", word))):
        yield at + 1, Chunk("adverb", word, 0.05)


@cache
def _inflected(word: str) -> tuple[Chunk, ...]:
    """Read "slicing", "washes", "brought" as the act they are a form of."""
    if ontology().find(word):
        return ()  # "lid" is no form of "lie"
    stems = [ontology().participles.get(word, "")]
    for ending in ("ing", "es", "s", "ed", "d"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 1:
            stems += [stem, stem + "e", stem[:-1] if stem[-2:-1] == stem[-1] else ""]
    return next((chunks for s in stems if s and (chunks := tuple(
        c for c in _phrases().get(s, ()) if c.kind == "act"))), ())


def _amounts(said: tuple[Token, ...], at: int) -> Iterator[tuple[int, Chunk]]:
    """Read "x4", "(3)", "4x", "all three" behind a name."""
    word = said[at].text
    times = re.fullmatch(r"x(\d{1,2})", word)
    if times:
        yield at + 1, Chunk("amount", times[1])
    follows = said[at + 1].text if at + 1 < len(said) else ""
    if word == "(" and follows.isdigit() and [t.text for t in said[at + 2:at + 3]] == [")"]:
        yield at + 3, Chunk("amount", follows)
    if word == "x" and follows.isdigit():
        yield at + 2, Chunk("amount", follows)
    if word.isdigit() and follows == "x":
        yield at + 2, Chunk("amount", word)
    if word == "all" and (follows in _numbers() or follows.isdigit()):
        yield at + 2, Chunk("amount", f"all {follows}")


# -- things -----------------------------------------------------------------------------------


def _things(said: tuple[Token, ...], at: int) -> Iterator[tuple[int, Chunk]]:
    """Read noun phrases: "my grandma's blue mug", "4 x vase", "ball of basket"."""
    if at >= len(said) or said[at].kind not in ("word", "number"):
        return
    for begin, amount, the in _quantified(said, at):
        for end, chunk in _named(said, begin, bool(the or amount)):
            several = chunk.plural and chunk.said.split()[-1] not in uses("pairs")
            if not (chunk.dropped and several and amount in ("", "all", "both")):
                yield end, _quantity(chunk, amount)  # "the red mugs": which of them is not known


def _quantified(said: tuple[Token, ...], at: int) -> Iterator[tuple[int, str, str]]:
    """Yield where a name may begin, how many it is said to be, and whether "the" stands there."""
    yield at, "", ""
    for end in range(min(at + 4, len(said) - 1), at, -1):
        phrase = " ".join(t.text for t in said[at:end])
        kind = _determiners().get(phrase)
        if kind:
            yield end, "" if kind == "the" else kind, kind
            break
    else:
        end = at
    number = said[end].text
    if (number.isdigit() and len(number) < 3 and number != "0") or number in _numbers():
        end += 1
        if end < len(said) and said[end].text in ("x", "of"):
            end += 1
        the = end < len(said) and said[end].text in ("the", "my", "our")
        yield end + the, number, ""


def _quantity(chunk: Chunk, amount: str) -> Chunk:
    name = chunk.said
    if chunk.dropped and not amount and not chunk.plural:
        amount = "any"
    said = {"": f"the {name}", "a": f"a {name}", "any": f"any {name}", "some": f"some {name}",
            "all": f"all the {name}" if chunk.plural else f"every {name}",
            "both": f"both {name}"}.get(amount, f"{amount} {name}")
    return replace(chunk, said=said, counted=amount not in ("", "all", "both"))


def _named(said: tuple[Token, ...], at: int, determined: bool) -> Iterator[tuple[int, Chunk]]:
    """Read the words from a token on as modifiers and a name."""
    kept: list[str] = []
    dropped: list[str] = []
    cost = 0.0
    longest = at
    for begin in range(at, min(at + _MODIFIERS, len(said) - 1) + 1):
        for end, name, noun in _names(said, begin) if begin >= longest else ():
            longest = max(longest, end)
            chunk = Chunk("thing", " ".join((*kept, name)), cost, noun.types, noun.plural,
                          dropped=" ".join(dropped))
            yield end, chunk
            yield from _related(said, end, chunk)
        token = said[begin]
        glued = begin + 1 < len(said) and said[begin + 1].glued
        kind = "unknown" if glued else _modifier(token, determined or bool(dropped or kept))
        if kind == "state":
            kept.append(token.text)
        elif kind:
            dropped.append(token.text)
            cost += 0.1 if determined else 0.3
        else:
            return


def _related(said: tuple[Token, ...], at: int, chunk: Chunk) -> Iterator[tuple[int, Chunk]]:
    """Read "who is on the counter", "which stands at window", "that have handle" behind a name."""
    if at + 2 >= len(said) or said[at].text not in _data()["words"]["that"]:
        return
    end = at + 1
    while end < len(said) - 1 and said[end].text in _data()["words"]["being"]:
        end += 1
    for where, place in _worded(said, end) if end > at + 1 else ():
        if place.kind in ("to", "near"):
            word = "next to" if place.kind == "near" else place.said
            for last, thing in _things(said, where):
                yield last, replace(chunk, said=f"{chunk.said} that is {word} {thing.said}",
                                    cost=chunk.cost + thing.cost)
    has = said[at + 1].text in ("has", "have", "with") or said[at].text == "with"
    last = end + (said[end].text in ("a", "an", "the"))
    if has and last < len(said) and "noun" in forms(said[last].text) and (
            ontology().find(said[last].text) is None and not _says_more(said[last].text)):
        words = " ".join(t.text for t in said[at:last + 1])
        yield last + 1, replace(chunk, dropped=f"{chunk.dropped} {words}".strip(),
                                cost=chunk.cost + 0.2)


@cache
def _states() -> frozenset[str]:
    return frozenset(p for name in _STATES for p in word_classes()[name])


def _modifier(token: Token, determined: bool) -> str:
    """Say what a word before a name is: a state that is kept, or what nobody can check."""
    word = token.text
    if token.kind != "word" or _says_more(word):
        return ""
    if word in _states():
        return "state"
    if word.endswith("'s"):
        return "owner"
    if word in _closed() or word in _phrases() or ontology().find(word) is not None:
        return ""
    kinds = forms(word)
    if "adjective" in kinds or word in ontology().refused:
        return "unknown"
    whose = not kinds or kinds & {"noun", "past", "gerund", "adverb"}
    return "unknown" if determined and whose else ""


def _names(said: tuple[Token, ...], at: int) -> Iterator[tuple[int, str, Noun]]:
    """Yield the names that begin at a token, also turned round: "lamp of desk", "phone mobile"."""
    words: list[str] = []
    for end in range(at + 1, min(at + 4, len(said)) + 1):
        if said[end - 1].kind != "word":
            break
        words.append(said[end - 1].text)
        name = " ".join(words)
        noun = ontology().find(name)
        whole = end == len(said) or not said[end].glued
        if noun is not None and not noun.landmark and whole:
            yield end, name, noun
        yield from _turned(said, at, end)
    if len(words) > 1 and words[1] not in _phrases():
        noun = ontology().find(f"{words[1]} {words[0]}")
        if noun is not None and not noun.landmark:
            yield at + 2, f"{words[1]} {words[0]}", noun


def _turned(said: tuple[Token, ...], at: int, end: int) -> Iterator[tuple[int, str, Noun]]:
    """Read "lamp of desk", "bottle for spraying", "table small for coffee" as one name."""
    head = " ".join(t.text for t in said[at:end])
    while end < len(said) and "adjective" in forms(said[end].text) and end < at + 4:
        end += 1
    if end + 1 >= len(said) or said[end].text not in ("of", "for"):
        return
    of = end + 1
    while of < len(said) - 1 and said[of].text in ("the", "my", "a", "our"):
        of += 1
    for last in range(of + 1, min(of + 2, len(said)) + 1):
        words = " ".join(t.text for t in said[of:last])
        for tail in dict.fromkeys((words, base(words))):
            noun = ontology().find(f"{tail} {head}")
            if noun is not None and not noun.landmark:
                yield last, f"{tail} {head}", noun
