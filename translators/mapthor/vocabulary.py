"""The words of the reader: phrases by class, forms of verbs, rows of frames (``*.toml``)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from itertools import product
from typing import Any

from translators.english.spelling import deletions
from translators.english.words import listed, verb_forms
from translators.mapthor.ontology import ontology


@dataclass(frozen=True)
class Verb:
    """A class of verbs: what it is said of, what else it takes, what it brings about."""

    name: str
    needs: str
    slots: str
    does: str
    usual: tuple[str, ...] = ()
    loose: bool = False


@dataclass(frozen=True)
class Frame:
    """A row of frames: what it means and how far-fetched it is."""

    act: str
    slots: tuple[str, ...]
    cost: float


@dataclass
class Node:
    """A place in the trie of rows: rows that end there, and what they go on with.

    Words are entered by the first, with the rest of "a_rest_of" and the node behind it.
    """

    rows: list[Any] = field(default_factory=list)
    words: dict[str, list[tuple[tuple[str, ...], Node]]] = field(default_factory=dict)
    classes: list[tuple[str, Node]] = field(default_factory=list)
    slots: list[tuple[str, Node]] = field(default_factory=list)
    items: dict[str, Node] = field(default_factory=dict)

    def behind(self, item: str) -> Node:
        """Return the node behind words ("a|b"), a <class> or a {slot}, a new one at first."""
        if item not in self.items:
            self.items[item] = Node()
            for word in item.split("|"):
                first, *rest = word.split("_")
                if word[0] in "{<":
                    kind = self.slots if word[0] == "{" else self.classes
                    kind.append((word[1:-1], self.items[item]))
                else:
                    self.words.setdefault(first, []).append((tuple(rest), self.items[item]))
        return self.items[item]


@dataclass
class Vocabulary:
    """All the words, ready to be looked up."""

    classes: dict[str, Node] = field(default_factory=dict)
    verbs: dict[str, list[tuple[tuple[str, ...], Verb]]] = field(default_factory=dict)
    kinds: dict[str, Verb] = field(default_factory=dict)
    participles: set[str] = field(default_factory=set)
    frames: Node = field(default_factory=Node)
    short: dict[str, list[str]] = field(default_factory=dict)
    confused: Mapping[str, str] = field(default_factory=dict)
    particles: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    base: dict[str, set[str]] = field(default_factory=dict)
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


def left_out() -> dict[str, frozenset[str]]:
    """Return the single words that matter when words are left out, by their use."""
    return {name: frozenset(words.split()) for name, words in _data("words")["left_out"].items()}


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


def _enter(trie: Node, row: str, value: Any) -> None:
    """Enter a row in a trie of items: words, sets of words, <class>, {slot}."""
    for way in _ways(row):
        node = trie
        for item in way:
            node = node.behind(item)
        if value not in node.rows:
            node.rows.append(value)


def _words(rows: str) -> set[str]:
    """Return the words in rows, but not their slots and classes."""
    return set(re.sub(r"[<{]\w+[>}]|[|?_,]", " ", rows).split())


@cache
def vocabulary() -> Vocabulary:
    """Read all words once per process."""
    words, frames, known = _data("words"), _data("frames"), Vocabulary()
    for name, values in (*words["class"].items(), *((n, {n: p}) for n, p in (
            *words["phrases"].items(), *frames["class"].items()))):
        for value, phrases in values.items():
            for phrase in listed(phrases):
                _enter(known.classes.setdefault(name, Node()), phrase, value)
    known.particles = frozenset(words["particle"]["words"].split())
    pairs = {name: dict(pair.split("=") for pair in listed(words[name]["words"]))
             for name in ("short", "confused")}
    known.short = {short: long.split() for short, long in pairs["short"].items()}
    known.confused = pairs["confused"]
    _enter_verbs(known, frames["verbs"])
    for verb in frames["rows"]["verbs"].split():
        for form in verb_forms(verb):
            known.base.setdefault(form, set()).add(verb)
    known.frames = _rows(frames["frames"], _data("recipes"))
    tables = (*words["class"].values(), words["phrases"], frames["class"], frames["frames"],
              _data("recipes"))
    known.known = frozenset().union(
        *(_words(rows) for table in tables for rows in table.values()),
        {w for noun in ontology().nouns for w in noun.split()}, known.verbs, known.particles,
        {w for v in known.verbs.values() for parts, _ in v for w in parts}, _numbers(),
        ontology().properties, ontology().refused, left_out()["code"])
    known.slips = deletions(w for w in known.known if len(w) > 3)
    return known


def _rows(frames: Mapping[str, str], recipes: Mapping[str, str]) -> Node:
    """Enter the rows of frames and recipes."""
    meant = Node()
    for row, ways in (*frames.items(), *recipes.items()):
        means, _, cost = row.partition(" @ ")
        act, *slots = means.split() if row in frames else ("recipe", means)
        frame = Frame(act, tuple(slots), float(cost or -0.1 * (act == "recipe")))
        for said in filter(None, ways.replace("|\n  ", "|").splitlines()):
            _enter(meant, said, frame)
    return meant


def _said(row: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """List the verbs of a row: "turn|switch_on" are two of two words."""
    for words in row["words"].split():
        yield from product(*(part.split("|") for part in words.removeprefix("~").split("_")))


def _enter_verbs(known: Vocabulary, rows: Mapping[str, Any]) -> None:
    for name, row in rows.items():
        verb = known.kinds[name] = Verb(
            name, row.get("needs", "pickupable"), row["slots"], row.get("does", name),
            ontology().places(row.get("usual", "").split()))
        for first, *rest in _said(row):
            meant = replace(verb, loose=f"~{first}" in row["words"].split())
            for form in (first, *verb_forms(first)):
                entry = (tuple(rest), meant)
                if entry not in known.verbs.setdefault(form, []):
                    known.verbs[form].append(entry)
            known.participles |= set(verb_forms(first)[1:])
    _enter_participles(known, rows)


def _enter_participles(known: Vocabulary, rows: Mapping[str, Any]) -> None:
    """Let what a verb leaves behind be said with its participle: "a microwaved potato"."""
    for name, row in rows.items():
        does = known.kinds[name].does
        left = row.get("leaves", does if does.startswith("is") else "")
        for first, *rest in _said(row) if left else ():
            classes = {verb.name for parts, verb in known.verbs[first] if list(parts) == rest}
            node = known.classes["state"]
            for word in (verb_forms(first)[-1], *rest):
                node = node.behind(word)
            if len(classes) == 1 and not node.rows:
                node.rows = [left]
