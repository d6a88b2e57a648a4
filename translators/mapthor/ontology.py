"""Words → AI2-THOR object types, and where those belong; the data are in ``ontology.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

from domains.household.goal import Location, Selection
from domains.household.thor.bodies.allowed import placement_rules
from translators.english.words import listed, phrases


@dataclass(frozen=True)
class Noun:
    """What a noun stands for: its object types, and whether it was written in the plural.

    A ``loose`` name is that of a near relation of the type, read with a note.
    """

    types: tuple[str, ...]
    plural: bool
    loose: bool = False


@dataclass(frozen=True)
class Ontology:
    """Nouns, properties, places and homes as read from the data file."""

    nouns: Mapping[str, Noun]
    properties: Mapping[str, tuple[str, ...]]
    surfaces: frozenset[str]
    companions: Mapping[str, tuple[str, ...]]
    homes: Mapping[str, tuple[str, ...]]
    substitutes: Mapping[str, tuple[str, ...]]
    switches: Mapping[str, tuple[str, ...]]
    stand_ins: Mapping[str, tuple[str, ...]]
    inside: frozenset[str]
    elsewhere: tuple[str, ...]
    elsewhere_also: Mapping[str, tuple[str, ...]]
    plurals: Mapping[str, tuple[str, ...]]
    pieces: frozenset[str]
    measures: frozenset[str]
    refused: Mapping[str, str]
    telling: Mapping[str, str]

    def find(self, phrase: str) -> Noun | None:
        """Look a noun phrase up, whatever its case and spacing.

        >>> ontology().find("Butter  Knives").types
        ('ButterKnife',)
        """
        words = _plain(phrase)
        return self.nouns.get(words) or self._turned(words)

    def _turned(self, words: str) -> Noun | None:
        """Read "cans of spray" as spray cans, "bar of soap" as soap, "tomato wedge" as a slice.

        >>> ontology().find("cans of spray").types, ontology().find("wedge of tomato").types
        (('SprayBottle',), ('TomatoSliced',))
        """
        head, of, tail = words.partition(" of ")
        front, _, last = (tail, of, head) if of else words.rpartition(" ")
        one = last.removesuffix("s")
        cut = self.nouns.get(f"{front} slice{'s' * (one != last)}")
        if cut is not None and {one, last} & self.pieces:
            return cut
        turned = next((n for w in (front, front.removesuffix("s")) if of and (
            n := self.nouns.get(f"{w} {last}"))), None)
        if turned is not None and not set(turned.types) & set(self.properties["fillable"]):
            return turned  # "cup of coffee" is no coffee cup
        stuff = self.nouns.get(front) if of and {one, last} & self.measures else None
        return stuff and replace(stuff, plural=one != last)

    def plural(self, phrase: str) -> Noun | None:
        """Look up what the plural of a singular noun means ("every light": all the lights)."""
        return next((self.nouns[p] for p in self.plurals.get(_plain(phrase), ())
                     if p in self.nouns), None)

    def many(self, phrase: str) -> bool:
        """Whether words are no singular noun."""
        noun = self.find(phrase)
        return noun is None or noun.plural

    def portable(self, types: Iterable[str]) -> bool:
        """Whether things of all these types are carried along with what lies on them: plates."""
        return set(types) <= set(self.properties["pickupable"])

    def places(self, types: Iterable[str]) -> tuple[str, ...]:
        """Keep the types something can be put in or on, with their companions.

        >>> ontology().places(["Bathtub", "Mirror"])
        ('BathtubBasin', 'Bathtub')
        """
        kept: dict[str, None] = {}
        for name in types:
            for place in (*self.companions.get(name, ()), name):
                if place in self.surfaces:
                    kept[place] = None
        return tuple(kept)


def _plain(phrase: str) -> str:
    return " ".join(phrase.lower().replace("-", " ").split())


def _plurals(word: str, irregular: Mapping[str, str]) -> list[str]:
    """Pluralise the last word of a name, of "x of y" the head ("loaves of bread")."""
    noun, of, tail = word.partition(" of ")
    head, _, last = noun.rpartition(" ")
    forms = [plural for plural, single in irregular.items() if single == last]
    if last.endswith(("s", "x", "ch", "sh")):
        forms += [last + "es"]
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        forms += [last[:-1] + "ies"]
    else:
        forms += [last + "s"]
    return [f"{head} {form}{of}{tail}".strip() for form in forms]


def _type_names(kind: str) -> list[str]:
    """Write a type as AI2-THOR does, and with spaces; not "apple sliced", which is a claim.

    >>> _type_names("TVStand"), _type_names("AppleSliced")
    (['tvstand', 'tv stand'], ['applesliced', 'apple slice'])
    """
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", kind).lower()
    return [kind.lower(), apart.replace("sliced", "slice")]


def _lists(table: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(types.split()) for key, types in table.items()}


def _entries(data: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    """List every singular word with its types, none for a landmark; the last of a word counts."""
    entries = [(word, (kind,)) for kind in data["names"] for word in _type_names(kind)]
    for near in (True, False):
        entries += [(word, (kind,)) for kind, words in data["names"].items()
                    for word in _names(words, near=near)]
    for name, row in data["categories"].items():
        kinds, _, also = row.partition(":")
        entries += [(w, tuple(kinds.split())) for w in (name.replace("_", " "), *phrases(also))]
    return entries + [(word, ()) for word in phrases(data["landmarks"]["names"])]


def _names(words: str, *, near: bool) -> list[str]:
    """Return the names of a type, or those of its near relations."""
    return phrases(", ".join(name.removeprefix("~") for name in listed(words)
                             if name.startswith("~") == near))


def _nouns(data: Mapping[str, Any], entries: Sequence[tuple[str, tuple[str, ...]]],
           irregular: Mapping[str, str]) -> dict[str, Noun]:
    many = {*data["number"]["always_plural"].split()}
    loose = {word for words in data["names"].values() for word in _names(words, near=True)}
    nouns: dict[str, Noun] = {}
    for word, kinds in entries:
        for plural in _plurals(word, irregular):
            nouns.setdefault(plural, Noun(kinds, True, word in loose))
    return nouns | {word: Noun(kinds, word.split()[-1] in many, word in loose)
                    for word, kinds in entries}


@cache
def ontology() -> Ontology:
    """Read the ontology once per process."""
    data = tomllib.loads(resources.files(__package__).joinpath("ontology.toml").read_text("utf-8"))
    data["names"] = {k: names for types, names in data["names"].items() for k in types.split()}
    entries = _entries(data)
    irregular = dict(pair.split("=") for pair in listed(data["plurals"]["irregular"]))
    elsewhere, rules = data["elsewhere"], placement_rules()
    tables: dict[str, Any] = {name: _lists(data[name]) for name in (
        "properties", "companions", "substitutes", "switches", "stand_ins")}
    tables |= {name: frozenset(data[name]["types"].split()) for name in ("surfaces", "inside")}
    known = {*data["names"], "BathtubBasin", "SinkBasin"}
    tables["surfaces"] = tables["surfaces"].union(*rules.values()) & known
    portable = {*tables["properties"]["pickupable"], *rules} & known
    tables["properties"]["pickupable"] = tuple(sorted(portable))
    return Ontology(
        nouns=_nouns(data, entries, irregular),
        **tables,
        homes={kind: tuple(places.split()) for places, kinds in data["homes"].items()
               for kind in kinds.split()},
        elsewhere=tuple(elsewhere["types"].split()),
        elsewhere_also=_lists(elsewhere["also"]),
        plurals={word: tuple(_plurals(word, irregular)) for word, _ in entries},
        pieces=frozenset(data["number"]["pieces"].split()),
        measures=frozenset(data["number"]["measures"].split()),
        refused={word: reason for name in ("telling", "refused")
                 for reason, words in data[name].items() for word in listed(words)},
        telling={word: reason for reason, words in data["telling"].items()
                 for word in listed(words)},
    )


def able_of(needs: str) -> tuple[str, ...]:
    """Return the types with a property, or whose parts have it."""
    known = ontology()
    if not needs:
        return ()
    found = known.properties[needs]
    return (*found, *known.switches) if needs == "toggleable" else found


def able_types(types: Sequence[str], needs: str) -> tuple[str, ...]:
    """Return the types, or what stands for them, that have a property; all for none."""
    known = ontology()
    if not needs:
        return tuple(types)
    able = set(known.properties[needs])
    if needs == "toggleable":
        return tuple(dict.fromkeys(k for t in types for k in known.switches.get(t, (t,))
            if k in able))
    found = tuple(t for t in types if t in able)
    if found:
        return found
    if needs == "pickupable":
        return tuple(t for t in types if t in known.properties["moveable"])
    if needs == "openable":
        return tuple(k for t in types for k in known.stand_ins.get(t, ()))
    if needs == "sliceable":
        return tuple(t.removesuffix("Sliced") for t in types if t.endswith("Sliced"))
    return ()


def pieces_of(kind: str) -> tuple[str, ...]:
    """Return the types a thing turns into when it is sliced or cracked.

    >>> pieces_of("Egg")
    ('EggCracked',)
    """
    return tuple(t for t in ontology().properties["food"]
                 if t in (f"{kind}Sliced", f"{kind}Cracked"))


@cache
def home(avoid: tuple[str, ...] = ()) -> Location:
    """Return "where things belong"; with places to ``avoid``, any other storage will do."""
    known = ontology()
    homes = {k: _taking(k, places, avoid) for k, places in known.homes.items()}
    spare = {k: _taking(k, (*known.elsewhere, *known.elsewhere_also.get(k, ())), avoid)
             for k in homes}
    if avoid:
        homes = {k: tuple(dict.fromkeys((*v, *spare[k]))) for k, v in homes.items()}
    kept = {k: tuple(p for p in places if p not in homes[k]) for k, places in known.homes.items()}
    return Location("home", homes=homes, avoid=avoid, spare={} if avoid else spare, kept=kept)


def _taking(kind: str, places: Iterable[str], avoid: Collection[str]) -> tuple[str, ...]:
    """Keep the places that take a type by the simulator's rules (a fridge takes anything)."""
    rules = placement_rules().get(kind)
    return tuple(p for p in ontology().places(places) if p not in avoid and (
        rules is None or p in rules or p == "Fridge"))


def fitting(what: Selection, where: Location) -> Location:
    """Keep the places of several kinds that take a thing: a toilet roll's holder, not a towel's."""
    spot, rules = where.place, [placement_rules().get(t) for t in what.types]
    if spot is None or where.relation not in ("in",
        "on") or not 1 < len(spot.types) < 7 or spot.holding:
        return where
    kept = tuple(t for t in spot.types if t == "Fridge" or any(r is None or t in r for r in rules))
    kept = tuple(t for t in spot.types if t in ontology().places(kept))
    return replace(where, place=replace(spot, types=kept)) if kept else where
