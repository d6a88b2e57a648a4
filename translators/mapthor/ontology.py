"""Words → AI2-THOR object types, and where those belong; the data are in ``ontology.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import chain
from typing import Any

from domains.household.goal import Location, Relation, Selection
from domains.household.thor.bodies.allowed import placement_rules
from translators.english.words import listed, phrases, plural_of, verb_forms


@dataclass(frozen=True)
class Noun:
    """What a noun stands for: its object types, and whether it was written in the plural.

    A ``loose`` name is that of a near relation of the type, read with a note.
    """

    types: tuple[str, ...]
    plural: bool
    loose: bool = False


class Ontology:
    """Nouns, properties, places and homes as read from the data file.

    ``uses`` are what things are for: the forms of a verb, the words behind it, the types.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        names = {k: words for kinds, words in data["names"].items() for k in kinds.split()}
        categories = {name: tuple(row.partition(":")[0].split())
                      for name, row in data["categories"].items()}
        rules, food = placement_rules(), categories["food"]
        more = {"pickupable": rules, "surface": chain(*rules.values()), "heatable": food}
        self.properties = {
            name: frozenset(types).union(more.get(name, ())) & {*names, "BathtubBasin", "SinkBasin"}
            for name, types in {**_lists(data["properties"]), "food": food}.items()}
        self.surfaces, self.inside = self.properties["surface"], self.properties["inside"]
        self.properties["shut"] = self.inside & self.properties["openable"]
        self.stand_ins = {needs: _lists(table) for needs, table in data["stand_ins"].items()}
        self.substitutes = _lists(data["substitutes"])
        self.homes = {kind: tuple(places.split()) for places, kinds in data["homes"].items()
                      for kind in kinds.split()}
        also = _lists(data["elsewhere"]["also"])
        self.elsewhere = {kind: (*data["elsewhere"]["types"].split(), *also.get(kind, ()))
                          for kind in self.homes}
        self.telling = _reasons(data["telling"])
        self.refused = self.telling | _reasons(data["refused"])
        self.parts, self.levels, self.pieces, self.measures, self.heads, self.without_plural = (
            frozenset(data["number"][name].split())
            for name in ("parts", "levels", "pieces", "measures", "heads", "always_plural"))
        self.irregular = dict(pair.split("=") for pair in data["number"]["irregular"].split())
        self.nouns: dict[str, Noun] = {}
        singular = {}
        uses: dict[str, tuple[str, ...]] = {}
        for word, kinds, near in _entries(names, data["categories"], data["landmarks"]["names"]):
            if word.startswith("to "):
                uses[word] = tuple(dict.fromkeys((*uses.get(word, ()), *kinds)))
                continue
            singular[word] = Noun(kinds, word.split()[-1] in self.without_plural, near)
            for plural in self._plurals(word):
                self.nouns.setdefault(plural, Noun(kinds, True, near))
        self.nouns |= singular
        groups = {**categories, **self.properties}  # "openable objects"
        self.nouns |= {f"{group} {head}{many}": Noun(tuple(sorted(kinds)), bool(many))
                       for group, kinds in groups.items() for many in ("", "s")
                       for head in ("object", "item", "thing", "device")}
        self.uses = [(frozenset((verb, *verb_forms(verb))), rest, kinds)
                     for (_, verb, *rest), kinds in ((u.split(), k) for u, k in uses.items())]

    def find(self, phrase: str) -> Noun | None:
        """Look a noun phrase up, whatever its case and spacing.

        >>> ontology().find("Butter  Knives").types
        ('ButterKnife',)
        """
        words = " ".join(phrase.lower().replace("-", " ").split())
        return self.nouns.get(words) or self._turned(words)

    def _turned(self, words: str) -> Noun | None:
        """Read "cans of spray" as spray cans, "bar of soap" as soap.

        >>> ontology().find("cans of spray").types, ontology().find("wedge of tomato").types
        (('SprayBottle',), ('TomatoSliced',))
        """
        head, of, tail = words.partition(" of ")
        front, _, last = (tail, of, head) if of else words.rpartition(" ")
        one = last.removesuffix("s")
        which, _, part = one.rpartition(" ")  # "bottom rack"
        known = part in (self.parts | self.levels if of else self.parts)
        if known and self.telling.keys() >= {*which.split()} and (
                whole := self.find(re.sub("^(the|my|our|your|this|that) ", "", front))):
            return replace(whole, plural=one != last)
        cut = self.nouns.get(f"{front} slice{'s' * (one != last)}")
        if cut is not None and {one, last} & self.pieces:
            return cut
        turned = next((n for w in (front, front.removesuffix("s")) if of and (
            n := self.nouns.get(f"{w} {last}"))), None)
        if turned is not None and self.properties["fillable"].isdisjoint(turned.types):
            return turned  # "cup of coffee" is no coffee cup
        stuff = self.nouns.get(front) if of and {one, last} & self.measures else None
        return stuff and replace(stuff, plural=one != last)

    def plural(self, phrase: str) -> Noun | None:
        """Look up what the plural of a singular noun means ("every light": all the lights)."""
        return next((self.nouns[p] for p in self._plurals(phrase) if p in self.nouns), None)

    def _plurals(self, word: str) -> list[str]:
        """Pluralise the last word of a name, of "x of y" the head ("loaves of bread")."""
        noun, of, tail = word.partition(" of ")
        head, _, last = noun.rpartition(" ")
        forms = [plural for plural, single in self.irregular.items() if single == last]
        return [f"{head} {form}{of}{tail}".strip() for form in (*forms, plural_of(last))]

    def portable(self, types: Iterable[str]) -> bool:
        """Whether things of all these types are carried along with what lies on them: plates."""
        return self.properties["pickupable"].issuperset(types)

    def able(self, types: Iterable[str], needs: str) -> tuple[str, ...]:
        """Keep the types that have a property, and what stands for them: a stove is its knobs."""
        having, instead = self.properties[needs], self.stand_ins.get(needs, {})
        return tuple(dict.fromkeys(
            k for t in types for k in (*instead.get(t, ()), t) if k in having))

    def places(self, types: Iterable[str]) -> tuple[str, ...]:
        """Keep the types something can be put in or on, with what they stand for.

        >>> ontology().places(["Bathtub", "Mirror"])
        ('BathtubBasin', 'Bathtub')
        """
        return self.able(types, "surface")


def _type_names(kind: str) -> list[str]:
    """Write a type as AI2-THOR does, and with spaces; not "apple sliced", which is a claim.

    >>> _type_names("TVStand"), _type_names("AppleSliced")
    (['tvstand', 'tv stand'], ['applesliced', 'apple slice'])
    """
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", kind).lower()
    return [kind.lower(), apart.replace("sliced", "slice")]


def _lists(table: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(types.split()) for key, types in table.items()}


def _reasons(table: Mapping[str, str]) -> dict[str, str]:
    return {word: reason for reason, words in table.items() for word in listed(words)}


def _entries(names: Mapping[str, str], categories: Mapping[str, str], landmarks: str
             ) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """List every singular word with its types, none for a landmark, and whether it is loose.

    The last of a word counts.
    """
    yield from ((word, (kind,), False) for kind in names for word in _type_names(kind))
    for near in (True, False):
        for kind, words in names.items():
            for name in listed(words):
                if name.startswith("~") == near:
                    yield from ((w, (kind,), near) for w in phrases(name.removeprefix("~")))
    for name, row in categories.items():
        kinds, _, also = row.partition(":")
        yield from ((w, tuple(kinds.split()), False) for w in (name, *phrases(also)))
    yield from ((word, (), False) for word in phrases(landmarks))


@cache
def ontology() -> Ontology:
    """Read the ontology once per process."""
    data = resources.files(__package__).joinpath("ontology.toml").read_text("utf-8")
    return Ontology(tomllib.loads(data))


def inside(types: Collection[str]) -> Relation:
    """Return the relation of what lies at a place of some types: ``in`` or ``on``."""
    return "in" if types and set(types) <= ontology().inside else "on"


@cache
def able_of(needs: str) -> frozenset[str]:
    """Return the types with a property, or whose parts have it, if any is told."""
    known = ontology()
    return known.properties.get(needs, frozenset()).union(known.stand_ins.get(needs, ()))


def able_types(types: Sequence[str], needs: str) -> tuple[str, ...]:
    """Return the types, or what stands for them, that have a property; all for none."""
    found = ontology().able(types, needs) if needs else tuple(types)
    if not found and needs == "pickupable":
        return ontology().able(types, "moveable")
    if not found and needs == "sliceable":
        return tuple(t.removesuffix("Sliced") for t in types if t.endswith("Sliced"))
    return found


def pieces_of(kind: str) -> tuple[str, ...]:
    """Return the types a thing turns into when it is sliced or cracked.

    >>> pieces_of("Egg")
    ('EggCracked',)
    """
    return tuple(t for t in (f"{kind}Sliced", f"{kind}Cracked")
                 if t in ontology().properties["food"])


@cache
def home(avoid: tuple[str, ...] = ()) -> Location:
    """Return "where things belong"; with places to ``avoid``, any other storage will do."""
    known = ontology()

    def taking(kind: str, places: Iterable[str]) -> tuple[str, ...]:
        return tuple(p for p in known.places(places) if p not in avoid and _takes(p, [kind]))

    homes = {k: taking(k, places) for k, places in known.homes.items()}
    spare = {k: taking(k, places) for k, places in known.elsewhere.items()}
    if avoid:
        homes = {k: tuple(dict.fromkeys((*v, *spare[k]))) for k, v in homes.items()}
    kept = {k: tuple(p for p in places if p not in homes[k]) for k, places in known.homes.items()}
    return Location("home", homes=homes, avoid=avoid, spare={} if avoid else spare, kept=kept)


def _takes(place: str, kinds: Iterable[str]) -> bool:
    """Whether a place takes one of some types by the simulator's rules; a fridge does."""
    rules = [placement_rules().get(k) for k in kinds]
    return place == "Fridge" or any(r is None or place in r for r in rules)


def fitting(what: Selection, where: Location) -> Location:
    """Keep the places of several kinds that take a thing: a toilet roll's holder, not a towel's."""
    spot = where.place
    if spot is None or where.relation not in ("in", "on") or not 1 < len(spot.types) < 7 or (
            spot.holding):
        return where
    taking = ontology().places(t for t in spot.types if _takes(t, what.types))
    kept = tuple(t for t in spot.types if t in taking)
    return replace(where, place=replace(spot, types=kept)) if kept else where
