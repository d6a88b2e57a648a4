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
from translators.english.words import NUMBERS, listed, verb_forms
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
    slots: list[tuple[str, Node]] = field(default_factory=list)
    items: dict[str, Node] = field(default_factory=dict)

    def behind(self, item: str) -> Node:
        """Return the node behind words ("a|b"), a <class> or a {slot}, a new one at first."""
        if item not in self.items:
            self.items[item] = Node()
            for word in item.split("|"):
                first, *rest = word.split("_")
                if word[0] in "{<":
                    self.slots.append((word.strip("{}"), self.items[item]))
                else:
                    self.words.setdefault(first, []).append((tuple(rest), self.items[item]))
        return self.items[item]


@cache
def _data(name: str) -> dict[str, Any]:
    text = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


WORDS = {name: frozenset(words.split()) for name, words in _data("words")["left_out"].items()}
"""The single words that matter when words are left out, by their use."""


class Vocabulary:
    """All the words, ready to be looked up."""

    def __init__(self) -> None:
        words, frames, recipes = _data("words"), _data("frames"), _data("recipes")
        self.classes: dict[str, Node] = {}
        self.confused = dict(pair.split("=") for pair in listed(words["words"]["confused"]))
        self.particles = frozenset(words["words"]["particle"].split())
        self.verbs: dict[str, list[tuple[tuple[str, ...], Verb]]] = {}
        self.kinds: dict[str, Verb] = {}
        self.brings: dict[tuple[str, bool | str], Verb] = {}
        self.participles: set[str] = set()
        self.frames = Node()
        self.base: dict[str, set[str]] = {}
        self.known: set[str] = set()
        classes = words["class"] | {name: {name: phrases} for name, phrases in (
            *words["phrases"].items(), *frames["class"].items())}
        for name, values in classes.items():
            for value, phrases in values.items():
                for phrase in listed(phrases):
                    self._enter(self.classes.setdefault(name, Node()), phrase, value)
        self._enter_verbs(frames["verbs"])
        for verb in frames["rows"]["verbs"].split():
            for form in verb_forms(verb):
                self.base.setdefault(form, set()).add(verb)
        for row, ways in (*frames["frames"].items(), *recipes.items()):
            means, _, cost = row.partition(" @ ")
            act, *slots = ("recipe", means) if row in recipes else means.split()
            frame = Frame(act, tuple(slots), float(cost or -0.1 * (act == "recipe")))
            for said in filter(None, ways.replace("|\n  ", "|").splitlines()):
                self._enter(self.frames, said, frame)
        self.known.update(
            {w for noun in ontology().nouns for w in noun.split()}, self.verbs, self.particles,
            NUMBERS, ontology().properties, ontology().refused, ontology().heads, WORDS["code"],
            *(verbs.union(rest) for verbs, rest, _ in ontology().uses))
        self.slips = deletions(w for w in self.known if len(w) > 3)

    def _enter(self, trie: Node, row: str, value: Any) -> None:
        """Enter a row in a trie of items, of which those behind a "?" may be missing."""
        self.known.update(re.sub(r"[<{]\w+[>}]|[|?_,]", " ", row).split())
        ends = [trie]
        for item in row.split():
            missing = ends if item.startswith("?") and item != "?" else []
            ends = [*(node.behind(item[1:] if missing else item) for node in ends), *missing]
        for node in ends:
            if value not in node.rows:
                node.rows.append(value)

    def _enter_verbs(self, rows: Mapping[str, Any]) -> None:
        for name, row in rows.items():
            verb = self.kinds[name] = Verb(
                name, row.get("needs", "pickupable"), row["slots"], row.get("does", name),
                ontology().places(row.get("usual", "").split()))
            for first, *rest in _said(row):
                self.known.update(rest)
                meant = replace(verb, loose=f"~{first}" in row["words"].split())
                for form in (first, *verb_forms(first)):
                    entry = (tuple(rest), meant)
                    if entry not in self.verbs.setdefault(form, []):
                        self.verbs[form].append(entry)
                self.participles |= set(verb_forms(first)[1:])
        for name, row in rows.items():
            does = self.kinds[name].does
            states = row.get("leaves", does if does.startswith("is") else "").split()
            self.brings |= {state_of(state): self.kinds[name] for state in states}
            for first, *rest in _said(row) if states else ():  # "a microwaved potato"
                kinds = {verb.name for parts, verb in self.verbs[first] if list(parts) == rest}
                if len(kinds) == 1:
                    participle = " ".join((verb_forms(first)[-1], *rest))
                    self._enter(self.classes["state"], participle, states[0])


def state_of(name: str) -> tuple[str, bool | str]:
    """Return the state that a row of ``[state]`` in ``words.toml`` stands for.

    >>> state_of("isOpen+"), state_of("fillLiquid=water")
    (('isOpen', True), ('fillLiquid', 'water'))
    """
    key, sign, value = name.partition("=")
    return (key, value) if sign else (name[:-1], name.endswith("+"))


def _said(row: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """List the verbs of a row: "turn|switch_on" are two of two words."""
    for words in row["words"].replace("|\n  ", "|").split():
        yield from product(*(part.split("|") for part in words.removeprefix("~").split("_")))


@cache
def vocabulary() -> Vocabulary:
    """Read all words once per process."""
    return Vocabulary()
