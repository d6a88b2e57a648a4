"""Random small competition problems of every kind the input language allows, as file texts.

A :class:`Family` says how likely each oddity is. Everything is drawn from a seeded generator, so
a family and a seed name a problem.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tables import cases

_SMALL = ("cup", "can", "book")
_BIG = ("table", "sofa", "desk")
_BOXES = ("closet", "cupboard")
_COLOURS = ("red", "blue", "white")


@dataclass(frozen=True)
class Family:
    """Probabilities of what makes a problem odd; most are small unless a family is about it.

    ``held``: something in the hand; ``plated``: on the plate; ``crowded``: a big thing stands
    where another stands; ``nowhere``: a small thing, ``loose_box``: a container without a place;
    ``twin``: a thing of the same words as another; ``vague``: a condition leaves words out;
    ``wrong``: an argument of the wrong type; ``odd``: degenerate facts, per thing;
    ``told``: facts are withheld and flags are on; ``small``: numbers of small things to draw from.
    """

    held: float = 0.1
    plated: float = 0.1
    crowded: float = 0.15
    nowhere: float = 0.02
    loose_box: float = 0.02
    twin: float = 0.05
    vague: float = 0.1
    wrong: float = 0.03
    odd: float = 0.0
    told: bool = False
    small: Sequence[int] = (1, 1, 2, 2, 2, 3)


FAMILIES: Mapping[str, Family] = MappingProxyType(
    {name: Family(**odd) for name, odd in cases(__file__).items()})


def draw_problem(family: Family, seed: int) -> bytes:
    return _Draw(family, random.Random(seed)).problem()


class _Draw:
    """Draws one problem; ``facts`` are those about the state, ``words`` the attributes."""

    def __init__(self, family: Family, rng: random.Random) -> None:
        self.family = family
        self.rng = rng
        self.words: dict[int, list[tuple[str, str]]] = {}
        self.facts: list[str] = []
        self.places: list[int] = []
        self.big: list[int] = []
        self.small: list[int] = []
        self.boxes: list[int] = []

    def problem(self) -> bytes:
        self._flat()
        items = [self._item() for _ in range(self.rng.choice((1, 2, 3, 3, 4, 5, 6)))]
        if not any(":cons" not in item for item in items):
            items.append(self._item("task"))
        sections = self._sections()
        mis, err, ans = (self._flag() for _ in range(3))
        infos = [f"(:info {text})" for text in sections.pop("infos").split("|") if text]
        text = (
            f'<test><env mis="{mis}" err="{err}" ans="{ans}"><info>{sections["info"]}</info>'
            f'<mis>{sections["mis"]}</mis><err><r>{sections["r"]}</r><w>{sections["w"]}</w></err>'
            f'<extra>{sections["extra"]}</extra></env>'
            f"<instr>(:ins {' '.join(infos + items)})</instr></test>"
        )
        return text.encode()

    def _flag(self) -> str:
        return "on" if self.family.told and self._chance(0.5) else "off"

    def _chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    # --- the flat ----------------------------------------------------------------------------

    def _flat(self) -> None:
        rng, family = self.rng, self.family
        self._new("human", "big")
        for sort in _BOXES[: rng.choice((0, 1, 1, 1, 2))]:
            self._box(sort)
        for sort in _BIG[: rng.choice((0, 1, 1, 2))]:
            self._new(sort, "big")
        if self._chance(family.twin):
            self._new(rng.choice(("human", "table")), "big")
        for number in self.big:
            self._stand(number)
        carried = {"hold": 0, "plate": 0}
        for _ in range(rng.choice(family.small)):
            self._thing(carried)
        for name, thing in carried.items():
            if not self._chance(family.odd / 2):
                self.facts.append(f"({name} {thing})")
        if self._chance(family.odd / 3) and self.small:
            self.facts.append(f"(plate {rng.choice(self.small)})")
        self.facts.append(f"(at 0 {rng.choice(self.places)})")
        if self._chance(family.odd / 4):
            self.facts.append(f"(at 0 {rng.choice(self.places)})")

    def _new(self, sort: str, size: str) -> int:
        number = 1 + len(self.words)
        self.words[number] = [("sort", sort), ("size", size)]
        (self.big if size == "big" else self.small).append(number)
        return number

    def _box(self, sort: str) -> None:
        number = self._new(sort, "big")
        self.boxes.append(number)
        self.words[number].append(("type", "container"))
        door = self.rng.choice(("opened", "opened", "closed", "closed", ""))
        self.facts += [f"({door} {number})"] if door else []
        if self._chance(self.family.odd / 4):
            self.facts.append(f"(opened {number})")

    def _stand(self, number: int) -> None:
        family = self.family
        if number in self.boxes and self._chance(family.loose_box):
            self.places += [] if self.places else [99]
            return
        crowd = self.places and self._chance(family.crowded)
        place = self.rng.choice(self.places) if crowd else 10 + number
        self.places.append(place)
        self.facts.append(f"(at {number} {place})")
        if self._chance(family.odd / 2):
            self.facts.append(f"(at {number} {self.rng.choice(self.places)})")

    def _thing(self, carried: dict[str, int]) -> None:
        rng, family = self.rng, self.family
        twin = self.small and self._chance(family.twin)
        sort = dict(self.words[self.small[-1]])["sort"] if twin else rng.choice(_SMALL)
        number = self._new(sort, "small")
        if not self._chance(0.1):
            colour = _COLOURS[0 if twin else len(self.small) % len(_COLOURS)]
            self.words[number].append(("color", colour))
        if self._chance(family.odd / 3):
            self.words[number].append(("type", "container"))
        spots = ["at", "inside"] if self.boxes else ["at"]
        for name in ("hold", "plate"):
            if not carried[name] and self._chance(family.held if name == "hold" else family.plated):
                carried[name] = number
                spots = []
                break
        spot = rng.choice(spots) if spots and not self._chance(family.nowhere) else ""
        self._whereabouts(number, spot)
        if self._chance(family.odd):
            self._whereabouts(number, rng.choice(("at", "inside" if self.boxes else "at")))

    def _whereabouts(self, number: int, spot: str) -> None:
        if spot == "at":
            self.facts.append(f"(at {number} {self.rng.choice(self.places)})")
        elif spot:
            self.facts.append(f"(inside {number} {self.rng.choice(self.boxes)})")

    # --- instructions ------------------------------------------------------------------------

    def _item(self, kind: str = "") -> str:
        rng = self.rng
        kind = kind or rng.choice(("task", "task", "task", "cons_not", "cons_not", "cons_notnot"))
        inner = "task" if kind == "task" or (kind == "cons_not" and self._chance(0.5)) else "info"
        text = f"(:{inner} {self._literal(inner)})"
        return text if kind == "task" else f"(:{kind} {text})"

    def _literal(self, inner: str) -> str:
        rng = self.rng
        doors = bool(self.boxes) or self._chance(self.family.wrong)
        if inner == "task":
            names = ["give", "puton", "puton", "goto", "putdown", "pickup"]
            names += ["open", "close", "putin", "takeout"] if doors else []
        else:
            names = ["near", "near", "on", "plate", "hold"]
            names += ["inside", "opened", "closed"] if doors else []
        name = rng.choice(names)
        anything = [*self.big, *self.small]
        if name in ("goto", "near", "on"):
            first = anything
        else:
            first = self.boxes if name in ("open", "close", "opened", "closed") else self.small
        second = self.boxes if name in ("putin", "takeout", "inside") else anything
        chosen = [self._object(first)]
        if name in ("puton", "putin", "takeout", "near", "on", "inside"):
            chosen.append(self._object(second))
        variables = ("X", "Y")[: len(chosen)]
        cond = [self._cond(v, n) for v, n in zip(variables, chosen, strict=True)]
        if self._chance(self.family.wrong / 3):
            cond.append(self._cond("Z", rng.choice(anything)))
        human = "human " if name == "give" else ""
        return f"({name} {human}{' '.join(variables)}) (:cond {' '.join(cond)})"

    def _object(self, wanted: list[int]) -> int:
        if not wanted or self._chance(self.family.wrong):
            wanted = [*self.big, *self.small]
        return self.rng.choice(wanted)

    def _cond(self, variable: str, number: int) -> str:
        rng = self.rng
        words = self.words[number]
        if self._chance(self.family.vague):
            words = rng.sample(words, rng.randint(1, len(words)))
        elif self._chance(0.5):
            words = [pair for pair in words if pair[0] != "size"]
        return " ".join(f"({attribute} {variable} {word})" for attribute, word in words)

    # --- what is stated ------------------------------------------------------------------------

    def _sections(self) -> dict[str, str]:
        """Spread the facts over the sections; some of what is not told stands in an info."""
        found: dict[str, list[str]] = {name: [] for name in ("info", "mis", "r", "w", "extra")}
        infos: list[str] = []
        for number, pairs in self.words.items():
            found["info"] += [f"({attribute} {number} {word})" for attribute, word in pairs]
        for fact in self.facts:
            name, first, *rest = fact.strip("()").split()
            hidden = self.family.told and first != "0" and name not in ("hold", "plate")
            section = self.rng.choice(("info", "info", "mis", "r", "extra")) if hidden else "info"
            found[section].append(fact)
            if section == "r" and self._chance(0.7):
                found["w"].append(self._lie(name, int(first)))
            if section == "extra" and self._chance(0.7):
                infos.append(self._info(name, int(first), *map(int, rest)))
        return {name: " ".join(facts) for name, facts in found.items()} | {"infos": "|".join(infos)}

    def _lie(self, name: str, thing: int) -> str:
        if name in ("opened", "closed"):
            return f"({'closed' if name == 'opened' else 'opened'} {thing})"
        if self.boxes and thing in self.small and self._chance(0.5):
            return f"(inside {thing} {self.rng.choice(self.boxes)})"
        return f"(at {thing} {self.rng.choice(self.places)})"

    def _info(self, name: str, thing: int, where: int = 0) -> str:
        """Say a fact as an info: a place by what else stands there."""
        if name == "at":
            others = [
                int(fact.split()[1])
                for fact in self.facts
                if fact.endswith(f" {where})") and fact.startswith("(at ")
            ]
            others = [n for n in others if n not in (0, thing)]
            if not others:
                return ""
            name, where = "near", self.rng.choice(others)
        cond = self._words("X", thing) + (self._words(" Y", where) if where else "")
        return f"({name} X{' Y' if where else ''}) (:cond {cond})"

    def _words(self, variable: str, number: int) -> str:
        return " ".join(f"({a} {variable.strip()} {w})" for a, w in self.words[number]) + " "
