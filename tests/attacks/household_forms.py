"""Further forms of household sentences: conditions, contrasts, notes, words taken back."""

from collections.abc import Iterator

from household_phrases import Condition, spot, things_meant
from household_speaker import Sentence, Speaker, types_named

_STATE = {"open": ("isOpen", True), "closed": ("isOpen", False), "shut": ("isOpen", False),
          "on": ("isToggled", True), "off": ("isToggled", False)}


def under(wish: Condition, when: Condition, *, exists: bool) -> Condition:
    """Let a wish depend on something that is there, or is not."""
    kind, what, *rest = wish
    return (kind, (*what[:5], frozenset({(*when, exists)})), *rest)


class Forms(Speaker):
    """Says meanings in the forms of ``[forms]``, and in those of :class:`Speaker`."""

    def sentence(self) -> Sentence:
        if not self.chance(0.25):
            return super().sentence()
        said = self.rng.choice((self.conditioned, self.conditioned, self.narrowed, self.apart,
                                self.contrasted, self.noted, self.freely, self.corrected))
        return said()

    def way(self, form: str) -> str:
        return str(self.rng.choice(self.said["forms"][form]))

    def simple(self, *, but: set[str]) -> tuple[str, list[Condition]]:
        """Say an order of one clause that is about nothing of some types."""
        while True:
            verb = self.rng.choices(
                ("move", "open", "close", "on", "off", "wash", "slice", "trash", "fetch"),
                (6, 1, 1, 1, 1, 1, 1, 1, 1))[0]
            text, _, wishes = self.order(verb)
            if " and " not in text and ", then" not in text and not types_named(wishes) & but:
                return text, wishes

    def fact(self) -> tuple[str, str, str, Condition]:
        """Say how one thing is: its name, state and type, and the condition."""
        kind = self.rng.choice(list(self.said["states"]))
        state = self.rng.choice(self.said["states"][kind])
        return self.name(kind, False), state, kind, (
            frozenset({kind}), frozenset({_STATE[state]}), None, 1)

    def conditioned(self) -> Sentence:
        """Say an order that depends on something else, perhaps with another one otherwise."""
        name, state, kind, when = self.fact()
        words, about = f"the {name} is {state}", {kind}
        if self.chance(0.3):
            thing = self.rng.choice(list(self.said["things"]))
            place = self.rng.choice([p for p in self.said["places"] if p not in ("Box", "Safe")])
            relation, there = self.place(place)
            one = self.name(thing, False)
            one = f"{'an' if one[0].lower() in 'aeiou' else 'a'} {one}"
            words, about = f"there is {one} {relation} {there}", {thing, place}
            when = (frozenset({thing}), frozenset(), spot(relation, place), 1)
        text, wishes = self.simple(but=about)
        if self.chance(0.25):
            other, more = self.simple(but=about | types_named(wishes))
            said = self.way("otherwise").format(c=words, a=text, b=other)
            meant = [under(w, when, exists=True) for w in wishes]
            meant += [under(w, when, exists=False) for w in more]
        else:
            exists = self.chance(0.7)
            said = self.way("if" if exists else "unless").format(c=words, a=text)
            meant = [under(w, when, exists=exists) for w in wishes]
        return self.spoilt(said, "condition", (frozenset(meant),))

    def narrowed(self) -> Sentence:
        """Say an order about a thing if it is in a state: "if it is open, close it"."""
        name, state, kind, _ = self.fact()
        key, value = _STATE[state]
        verb = {"open": "close", "closed": "open", "shut": "open", "on": "turn off",
                "off": "turn on"}[state]
        wish: Condition = ("state", things_meant("the", 1, [kind], [(key, value)]), key, not value)
        return self.spoilt(self.way("narrowed").format(x=f"the {name}", s=state, v=verb),
                           "narrowed", (frozenset({wish}),))

    def spots(self, count: int) -> list[tuple[str, str, Condition]]:
        """Say several places: with a preposition, alone, and what is meant."""
        found = []
        for kind in self.rng.sample(list(self.said["places"]), count):
            relation, words = self.place(kind)
            found.append((f"{relation} {words}", words, spot(relation, kind)))
        return found

    def apart(self) -> Sentence:
        """Say what goes where: several things with places, or one and everything else."""
        (p, _, one), (r, _, two) = self.spots(2)
        a, b = self.rng.sample(list(self.said["things"]), 2)
        (x, many), (y, more) = self.bare(a), self.bare(b)
        first: Condition = ("at", things_meant("all" if many else "the", 1, [a]), one)
        if self.chance(0.4):
            named = {a} | {"Box"} & one[1]  # what is named before is nothing else
            rest: Condition = ("at", ("all", 0, frozenset(f"-{t}" for t in named), frozenset(),
                                      None, frozenset()), two)
            said = self.way("rest").format(x=f"the {x}", p=p, r=r)
            return self.spoilt(said, "rest", (frozenset({first, rest}),))
        second: Condition = ("at", things_meant("all" if more else "the", 1, [b]), two)
        said = self.way("apart").format(x=f"the {x}", p=p, y=f"the {y}", r=r)
        return self.spoilt(self.politely(said, "two"), "apart", (frozenset({first, second}),))

    def bare(self, kind: str) -> tuple[str, bool]:
        """Say a thing in the singular or plural, without an article."""
        many = self.chance(0.3) and kind not in ("Bread", "Lettuce")
        return self.name(kind, many), many

    def contrasted(self) -> Sentence:
        """Say where something should not go, too."""
        (p, q, meant), (r, s, _) = self.spots(2)
        kind = self.rng.choice(list(self.said["things"]))
        x, many = self.bare(kind)
        wish: Condition = ("at", things_meant("all" if many else "the", 1, [kind]), meant)
        said = self.way("contrast").format(x=f"the {x}", p=p, q=q, r=r, s=s)
        return self.spoilt(said, "contrast", (frozenset({wish}),))

    def noted(self) -> Sentence:
        """Write a note: colons, arrows, lists."""
        if self.chance(0.3):
            one, wishes = self.simple(but=set())
            two, more = self.simple(but=types_named(wishes))
            text = self.way("list").format(a=one, b=two)
            return Sentence(text, "note", (frozenset([*wishes, *more]),))
        if self.chance(0.4):
            name, state, kind, _ = self.fact()
            wish: Condition = ("state", things_meant("the", 1, [kind]), *_STATE[state])
            return Sentence(self.way("label").format(x=name, s=state), "note", (frozenset({wish}),))
        while True:  # "mug: microwave" may be an order to heat it
            form, ((_, q, meant),) = self.way("arrow"), self.spots(1)
            if ":" not in form or "Microwave" not in meant[1]:
                break
        kinds = self.rng.sample(list(self.said["things"]), self.rng.choice((1, 1, 2)))
        said = [self.bare(k) for k in kinds]
        wishes = [("at", things_meant("all" if many else "the", 1, [k]), meant)
                  for k, (_, many) in zip(kinds, said, strict=True)]
        text = form.format(x=", ".join(x for x, _ in said), q=q.split(maxsplit=1)[1])
        return Sentence(text, "note", (frozenset(wishes),))

    def freely(self) -> Sentence:
        """Say of a thing what robots cannot tell: any one will do, and a note has to say so."""
        ((p, _, meant),) = self.spots(1)
        kind = self.rng.choice(list(self.said["things"]))
        look = self.rng.choice(self.said["forms"]["look"])
        wish: Condition = ("at", things_meant("some", 1, [kind]), meant)
        text = f"put the {look} {self.name(kind, False)} {p}"
        return Sentence(self.written(text), "told", (frozenset({wish}),), told=look)

    def corrected(self) -> Sentence:
        """Take a word back: "put the mug, no, the cup in the sink"."""
        ((p, _, meant),) = self.spots(1)
        wrong, kind = self.rng.sample(list(self.said["things"]), 2)
        wish: Condition = ("at", things_meant("the", 1, [kind]), meant)
        text = self.way("back").format(x=f"the {self.name(wrong, False)}",
                                       y=f"the {self.name(kind, False)}", p=p)
        return Sentence(self.written(text), "back", (frozenset({wish}),), told="taken back")


def sentences(count: int, seed: int) -> Iterator[Sentence]:
    """Yield sentences with their meaning, always the same for a seed."""
    speaker = Forms(seed)
    yield from (speaker.sentence() for _ in range(count))
