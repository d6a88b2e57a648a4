"""The words of the reader: phrases by class, forms of verbs, rows of frames (``*.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import product
from typing import Any

from translators.english.spelling import deletions
from translators.mapthor.ontology import ontology

__all__ = ["Frame", "Node", "Phrases", "Verb", "Vocabulary", "left_out", "numeral", "vocabulary"]

_VOWELS = "aeiou"


@dataclass(frozen=True)
class Verb:
    """A class of verbs: what it is said of, what else it takes, what it brings about."""

    name: str
    needs: str
    slots: str
    does: str
    usual: tuple[str, ...] = ()


@dataclass(frozen=True)
class Frame:
    """A row of frames: what it means and how far-fetched it is."""

    act: str
    slots: tuple[str, ...]
    cost: float


class Phrases:
    """Phrases by their words, each with a value; several may begin alike."""

    def __init__(self) -> None:
        self.trie: dict[str, Any] = {}
        self.words: set[str] = set()

    def add(self, phrases: Iterable[str], value: Any) -> None:
        """Enter phrases with one value; where a phrase is known already both values count."""
        for phrase in phrases:
            node = self.trie
            for word in phrase.split():
                node = node.setdefault(word, {})
                self.words.add(word)
            node.setdefault("", []).append(value)

    def at(self, words: list[str], i: int) -> list[tuple[int, Any]]:
        """Return the ends and values of all phrases that begin at a word, longest first."""
        node, found = self.trie, []
        while True:
            found += [(i, v) for v in node.get("", ())]
            if i >= len(words) or words[i] not in node:
                return found[::-1]
            node, i = node[words[i]], i + 1


@dataclass
class Node:
    """A place in the trie of rows: rows that end there, and what they go on with.

    Words are entered by the first, with the rest of "a_rest_of" and the node behind it.
    """

    rows: list[Any]
    words: dict[str, list[tuple[tuple[str, ...], Node]]]
    classes: list[tuple[str, Node]]
    slots: list[tuple[str, Node]]


def _node(trie: Mapping[Any, Any]) -> Node:
    node = Node(trie.get("", []), {}, [], [])
    for key, below in trie.items():
        if not key:
            continue
        behind = _node(below)
        for word in sorted(key) if isinstance(key, frozenset) else [key]:
            if word[0] in "{<":
                (node.slots if word[0] == "{" else node.classes).append((word[1:-1], behind))
            else:
                first, *rest = word.split("_")
                node.words.setdefault(first, []).append((tuple(rest), behind))
    return node


@dataclass
class Vocabulary:
    """All the words, ready to be looked up."""

    classes: dict[str, Phrases] = field(default_factory=dict)
    verbs: dict[str, list[tuple[tuple[str, ...], Verb]]] = field(default_factory=dict)
    kinds: dict[str, Verb] = field(default_factory=dict)
    participles: set[str] = field(default_factory=set)
    frames: Node = field(default_factory=lambda: _node({}))
    polite: Node = field(default_factory=lambda: _node({}))
    short: dict[str, list[str]] = field(default_factory=dict)
    particles: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    base: dict[str, frozenset[str]] = field(default_factory=dict)
    slips: Mapping[str, frozenset[str]] = field(default_factory=dict)


def numeral(word: str) -> int:
    """Return the number that a word says, 0 for none.

    >>> numeral("three"), numeral("12"), numeral("mug")
    (3, 12, 0)
    >>> numeral("²")
    0
    """
    if word.isdecimal():
        return int(word) if len(word) < 4 else 0
    return _numbers().get(word, 0)


@cache
def _numbers() -> dict[str, int]:
    found = {w: n for n, w in enumerate(_data("words")["number"]["words"].split(), 1)}
    return {**found, "dozen": 12}


@cache
def _data(name: str) -> dict[str, Any]:
    text = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def listed(text: str) -> list[str]:
    """Split a list of phrases at its commas."""
    return [phrase for part in text.split(",") if (phrase := " ".join(part.split()))]


def left_out() -> dict[str, frozenset[str]]:
    """Return the single words that matter when words are left out, by their use."""
    return {name: frozenset(words.split()) for name, words in _data("words")["left_out"].items()}


# -- forms of verbs --------------------------------------------------------------------------------


def _regular(verb: str) -> list[str]:
    """Inflect a verb by rule: third person, with -ing, past.

    >>> _regular("chop"), _regular("tidy")
    (['chops', 'chopping', 'chopped'], ['tidies', 'tidying', 'tidied'])
    """
    syllables = sum(a in _VOWELS and b not in _VOWELS for a, b in zip(verb, f"{verb[1:]} ",
                                                                    strict=True))
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return [verb[:-1] + "ies", verb + "ing", verb[:-1] + "ied"]
    third = verb + ("es" if verb.endswith(("s", "x", "ch", "sh", "z", "o")) else "s")
    if verb.endswith("e"):
        return [third, verb[:-1] + "ing", verb + "d"]
    if len(verb) > 2 and syllables == 1 and verb[-1] not in "wxy" + _VOWELS and (
            verb[-2] in _VOWELS and verb[-3] not in _VOWELS):
        return [third, verb + verb[-1] + "ing", verb + verb[-1] + "ed"]
    return [third, verb + "ing", verb + "ed"]


@cache
def _irregular() -> dict[str, list[str]]:
    rows = (row.split(":") for row in _data("frames")["irregular"]["forms"].split(";"))
    return {verb.strip(): forms.split() for verb, forms in rows}


def _forms(verb: str) -> list[str]:
    return _irregular().get(verb) or _regular(verb)


# -- rows of frames --------------------------------------------------------------------------------


def _ways(row: str) -> Iterator[tuple[str, ...]]:
    """List the items of a row, with and without what may be missing.

    >>> list(_ways("?please {v}"))
    [('please', '{v}'), ('{v}',)]
    """
    items = [((item[1:], "") if item.startswith("?") and item != "?" else (item,))
             for item in row.split()]
    for chosen in product(*items):
        yield tuple(i for i in chosen if i)


def _enter(trie: dict[Any, Any], row: str, value: Any) -> None:
    """Enter a row in a trie of items: words, sets of words, <class>, {slot}."""
    for way in _ways(row):
        node = trie
        for item in way:
            if "|" in item:
                key: Any = frozenset(w for w in item.split("|"))
            else:
                key = item
            node = node.setdefault(key, {})
        if value not in node.setdefault("", []):
            node[""].append(value)


def _words_in(trie: dict[Any, Any]) -> set[str]:
    found: set[str] = set()
    for key, node in trie.items():
        if key == "":
            continue
        words = key if isinstance(key, frozenset) else [key]
        found |= {w for word in words for w in word.split("_") if w[:1] not in ("<", "{")}
        found |= _words_in(node)
    return found


@cache
def vocabulary() -> Vocabulary:
    """Read all words once per process."""
    words, frames, known = _data("words"), _data("frames"), Vocabulary()
    for name in ("quantifier", "everything", "pronoun", "preposition", "liquid", "may", "act",
                 "state", "order", "condition", "instead", "along", "count", "undo", "rather",
                 "answer"):
        phrases = known.classes[name] = Phrases()
        for value, said in words[name].items():
            phrases.add(listed(said), value)
    for name, key in (("home", "words"), ("home", "back"), ("adverb", "how"), ("adverb", "again"),
        ("time", "now"),
                      ("room", "names"), ("except", "words"), ("repair", "words"),
                      ("otherwise", "words"), ("whether", "words"), ("side", "words"),
                      ("mine", "words"), ("shape", "words"),
                      ("to_me", "words"), ("vessel", "words"), ("same", "words")):
        known.classes.setdefault(name, Phrases()).add(listed(words[name][key]), key)
    for name, said in (*frames["class"].items(), *frames["polite"].items()):
        if name not in ("act", "phrases", "time"):
            known.classes.setdefault(name, Phrases()).add(listed(said), name)
    said = _enter_rows(known, frames)
    names = {w for noun in ontology().nouns for w in noun.split()}
    known.known = frozenset().union(
        names, known.verbs, known.particles, said,
        {w for v in known.verbs.values() for parts, _ in v for w in parts},
        *(p.words for p in known.classes.values()), _numbers(), ontology().refused,
        left_out()["code"])
    known.slips = deletions(w for w in known.known if len(w) > 3)
    return known


def _enter_rows(known: Vocabulary, frames: Mapping[str, Any]) -> set[str]:
    """Enter asides, short words, verbs, rows of frames and recipes; return the rows' words."""
    meant: dict[Any, Any] = {}
    polite: dict[Any, Any] = {}
    words = _data("words")
    known.classes["aside"] = Phrases()
    known.classes["aside"].add(listed(frames["aside"]["begins"]), "aside")
    known.particles = frozenset(words["particle"]["words"].split())
    for pair in listed(words["short"]["words"]):
        short, _, long = pair.partition("=")
        known.short[short] = long.split()
    _enter_verbs(known, frames["verbs"])
    known.base = _bases()
    for row in frames["frame"]:
        act, *slots = row["means"].split()
        for said in row["says"].splitlines():
            if said.strip():
                _enter(meant, said, Frame(act, tuple(slots), row.get("cost", 0.0)))
    for row in _data("recipes")["recipe"]:
        for said in row["says"].splitlines():
            if said.strip():
                _enter(meant, said, Frame("recipe", (row["means"],), row.get("cost", -0.1)))
    for said in listed(frames["polite"]["phrases"]):
        _enter(polite, said, 0)
    known.frames, known.polite = _node(meant), _node(polite)
    return _words_in(meant) | _words_in(polite)


def _bases() -> dict[str, frozenset[str]]:
    """Map forms of verbs to the verbs themselves, for the verbs in rows."""
    found: dict[str, set[str]] = {}
    verbs = {*_irregular(), "pour", "use", "swap", "exchange", "free", "rid", "strip", "empty",
        "fill",
        "load", "tip", "add", "place", "move", "serve", "prepare", "tidy", "clean", "clear",
            "switch",
        "straighten", "boil", "heat", "warm", "brew", "cook", "fix", "treat", "skip", "ignore",
            "spare",
        "stock", "refill", "declutter", "darken", "brighten", "scrub", "freshen", "need", "want"}
    for verb in verbs:
        for form in _forms(verb):
            found.setdefault(form, set()).add(verb)
    return {form: frozenset(v) for form, v in found.items()}


def _enter_verbs(known: Vocabulary, rows: Mapping[str, Any]) -> None:
    for name, row in rows.items():
        verb = known.kinds[name] = Verb(name, row["needs"], row["slots"], row["does"],
                                        tuple(row.get("usual", "").split()))
        for said in row["words"].split():
            first, *rest = said.split("_")
            for form in (first, *_forms(first)):
                entry = (tuple(rest), verb)
                if entry not in known.verbs.setdefault(form, []):
                    known.verbs[form].append(entry)
            known.participles |= set(_forms(first)[1:])
    _enter_participles(known, rows)


def _enter_participles(known: Vocabulary, rows: Mapping[str, Any]) -> None:
    """Let what a verb leaves behind be said with its participle: "a microwaved potato"."""
    states = known.classes["state"]
    for row in rows.values():
        left = row.get("leaves", row["does"] if row["does"].startswith("is") else "")
        for said in row["words"].split() if left else ():
            first, *rest = said.split("_")
            classes = {verb.name for parts, verb in known.verbs[first] if list(parts) == rest}
            phrase = " ".join([_forms(first)[-1], *rest])
            if len(classes) == 1 and not any(
                    end == len(rest) + 1 for end, _ in states.at(phrase.split(), 0)):
                states.add([phrase], left)
