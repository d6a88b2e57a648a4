"""Noun phrases in words of one's own: names, numbers, states, places, lists."""

import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_STATE = {"open": ("isOpen", True), "close": ("isOpen", False), "on": ("isToggled", True),
          "off": ("isToggled", False), "wash": ("isDirty", False), "slice": ("isSliced", True),
          "empty": ("isFilledWithLiquid", False), "break": ("isBroken", True),
          "fill": ("fillLiquid", "water")}
_ADJECTIVES = {"dirty": ("isDirty", True), "clean": ("isDirty", False),
               "open": ("isOpen", True), "closed": ("isOpen", False)}
_BOTH_WAYS = {word: types for words, types in (
    (("dirty", "clean"), {"Plate", "Bowl", "Mug", "Cup", "Pan", "Pot"}),
    (("open", "closed"), {"Cabinet", "Drawer", "Box", "Book"})) for word in words}
_NUMBERS = {2: "two", 3: "three", 4: "four"}
BASINS = {"Sink", "Bathtub"}
_COMPANIONS = {"Sink": {"SinkBasin"}, "Bathtub": {"BathtubBasin"}}
Condition = tuple[Any, ...]


@dataclass(frozen=True)
class NounPhrase:
    """A noun phrase: its words, whether plural, and for each type of it the selection meant."""

    text: str
    plural: bool
    what: tuple[Condition, ...]


@cache
def language() -> Any:
    """Return ``household_language.toml``: how people talk to a home robot."""
    path = Path(__file__).with_name("household_language.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


# -- what is meant ----------------------------------------------------------------------------


def things_meant(
    quantifier: str,
    count: int,
    types: Sequence[str],
    states: Sequence[Any] = (),
    where: Condition | None = None,
    when: frozenset[Condition] = frozenset(),
) -> Condition:
    """Return things as conditions have them: how many, of what types, how and where now, if what.

    ``when`` has types, states, where, how many, and whether they have to be there or must not.
    """
    if list(types) == ["Microwave"] and quantifier == "the":
        quantifier = "some"  # the one that things are heated in need not be the only one
    return (quantifier, count, frozenset(types), frozenset(states), where, when)


def spot(relation: str, kind: str) -> Condition:
    return (relation, frozenset({kind, *_COMPANIONS.get(kind, ())}))


def wished(verb: str, what: Condition) -> set[Condition]:
    """Return the conditions a verb wishes for, as docs/household-instructions.md has them."""
    if verb in _STATE:
        return {("state", what, *_STATE[verb])}
    if verb == "heat":
        oven = things_meant("some", 1, ["Microwave"])
        return {("at", what, ("in", frozenset({"Microwave"}))), ("state", oven, "isToggled", True)}
    if verb == "chill":
        return {("at", what, ("in", frozenset({"Fridge"})))}
    if verb == "trash":
        return {("at", what, ("in", frozenset({"GarbageCan"})))}
    if verb == "away":
        return {("at", what, ("home", frozenset()))}
    if verb == "fetch":
        return {("held", _cleaned(what))} | _made_clean(what)
    return {("state", what, "found", True)}


def placed(what: Condition, where: Condition) -> set[Condition]:
    return {("at", _cleaned(what), where)} | _made_clean(what)


def _cleaned(what: Condition) -> Condition:
    """Return what becomes "a clean plate": any one, which is washed if need be."""
    if what[0] != "some":
        return what
    return (*what[:3], what[3] - {_ADJECTIVES["clean"]}, *what[4:])


def _made_clean(what: Condition) -> set[Condition]:
    """Return the condition that one that should be clean is so; of any one only."""
    return {("state", _cleaned(what), *_ADJECTIVES["clean"])} if _cleaned(what) != what else set()


# -- noun phrases -----------------------------------------------------------------------------


class Phrases:
    """Puts meanings into words; everything random comes from one generator."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.said = language()

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def name(self, kind: str, plural: bool) -> str:
        """Name a type as people do, or as AI2-THOR writes it."""
        names = self.said["things"].get(kind) or self.said["fixtures"][kind]
        one, many = self.rng.choice(names).split("|")
        if kind != "Blinds" and self.chance(0.08):
            one = self.rng.choice((kind, kind.lower(), kind))
            many = one + ("es" if one.endswith(("s", "x", "ch", "sh", "Tomato", "Potato")) else "s")
            if kind in ("Knife", "ButterKnife", "Bread", "Tomato", "Potato", "Lettuce"):
                many = self.rng.choice(names).split("|")[1]
        return str(many if plural else one)

    def amount(self, kind: str) -> tuple[str, tuple[str, int], bool]:
        """Say how many: the words, what they mean, and whether the noun is plural."""
        pick, number = self.rng.random(), self.rng.choice(list(_NUMBERS))
        if kind == "Blinds":
            pick = 0.6
        if pick < 0.5 or (kind in ("Bread", "Lettuce") and pick < 0.9):
            return self.rng.choice(("the", "the", "the", "the", "my", "our")), ("the", 1), False
        if pick < 0.62:
            heads = ("all the", "all", "all of the", "the", "all my", "both", "both the")
            return self.rng.choice(heads), ("all", 1), True
        if pick < 0.72:
            return self.rng.choice(("every", "each", "every single")), ("all", 1), False
        if pick < 0.86:
            return self.rng.choice(("a", "a", "one", "any", "one of the")), ("some", 1), False
        head = _NUMBERS[number]
        if self.chance(0.2):
            head = self.rng.choice((f"{number}", f"{head} of the", f"any {head}"))
        return head, ("some", number), True

    def now_at(self, be: str, *, taken: bool) -> tuple[Condition, str]:
        place = self.rng.choice([p for p in self.said["places"] if p not in ("Box", "Safe")])
        relation, words = self.place(place)
        prep = self.rng.choice(("in", "inside") if relation == "in" else ("on", "on"))
        ways = [f" that {be} {prep} {words}", f" {prep} {words}", f" which {be} {prep} {words}",
                f" that {be} lying {prep} {words}", f" lying {prep} {words}", f" {prep} {words}"]
        if taken and self.chance(0.5):
            ways = [f" from {words}", f" that {be} {prep} {words}"]
        return spot(relation, place), self.rng.choice(ways)

    def thing(
        self, kinds: Sequence[str], *, filters: bool = True, taken: bool = False
    ) -> NounPhrase:
        """Say one kind of thing with a quantifier and perhaps where or how it is now."""
        kind = self.rng.choice(list(kinds))
        head, how, plural = self.amount(kind)
        noun, be = self.name(kind, plural or head == "one of the"), "are" if plural else "is"
        states: list[Any] = []
        where, behind = None, ""
        fit = [a for a, types in _BOTH_WAYS.items() if kind in types]
        if filters and fit and self.chance(0.2):
            word = self.rng.choice(fit)
            states.append(_ADJECTIVES[word])
            if self.chance(0.6):
                noun = f"{word} {noun}"
            else:
                behind = f" that {be} {word}"
        elif filters and kind in self.said["things"] and self.chance(0.2):
            where, behind = self.now_at(be, taken=taken)
        if head == "a" and noun[0].lower() in "aeiou":
            head = "an"
        meant = things_meant(*how, [kind], states, where)
        return NounPhrase(f"{head} {noun}{behind}", plural, (meant,))

    def place(self, kind: str) -> tuple[str, str]:
        """Say a place; returns its relation and its words with an article."""
        relation, *names = self.said["places"][kind]
        name = self.rng.choice(names)
        if self.chance(0.06):
            name = self.rng.choice((kind, kind.lower()))
        return relation, f"{self.rng.choice(('the', 'the', 'the', 'the', 'our', 'my'))} {name}"

    def things(self, kinds: Sequence[str], **how: bool) -> NounPhrase:
        """Say one kind of thing, a list of several, or a word for a group."""
        groups = [g for g, types in self.said["groups"].items() if set(types) <= set(kinds)]
        if groups and self.chance(0.08):
            name = self.rng.choice(groups)
            head = self.rng.choice(("all the ", "the ", "all ", "my "))
            meant = things_meant("all", 1, self.said["groups"][name])
            return NounPhrase(head + name, True, (meant,))
        if self.chance(0.75) or len(kinds) < 3:
            return self.thing(kinds, **how)
        chosen = self.rng.sample(list(kinds), self.rng.choice((2, 2, 3)))
        parts = [self.thing([k], filters=False) for k in chosen]
        listed = ", ".join(p.text for p in parts[:-1])
        joint = self.rng.choice(
            (" and ", " and ", " and ", ", and ", " as well as ", " plus ", " along with ")
        )
        if len(parts) == 2:
            joint = joint.replace(", and", " and")
            if all(p.text.startswith("the ") for p in parts) and self.chance(0.2):
                listed, joint = f"both {listed}", " and "
        return NounPhrase(
            f"{listed}{joint}{parts[-1].text}", True, tuple(w for p in parts for w in p.what)
        )
