"""Household sentences in words of one's own, with their meaning (``household_language.toml``)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from household_phrases import (
    BASINS,
    Condition,
    NounPhrase,
    Phrases,
    language,
    placed,
    spot,
    things_meant,
    wished,
)

_NUMBER = {"it": ("it", "them"), "they": ("it", "they"), "its": ("its", "their"),
           "need": ("needs", "need"), "belong": ("belongs", "belong"), "go": ("goes", "go"),
           "end": ("ends", "end"), "has": ("has", "have"), "is": ("is", "are")}
"""Words of the ways to say something that go with one thing, and with several."""


@dataclass(frozen=True)
class Sentence:
    """A sentence with its meaning: conditions, groups that come one after the other, or none.

    ``told`` is what a note has to say of it; with ``any_one`` a thing that is named in the
    singular may be any of its kind.
    """

    text: str
    kind: str
    stages: tuple[frozenset[Condition], ...]
    slips: bool = False
    told: str = ""
    any_one: bool = False


class Speaker(Phrases):
    def place_order(self, verb: str) -> tuple[str, Condition]:
        """Return the words of a place that is to be cleared or gone to, and the wish."""
        places = self.said["places"]
        kind = self.rng.choice([p for p in places if verb == "go" or places[p][0] == "on"])
        relation, words = self.place(kind)
        at_it = spot(relation, kind)
        if verb == "go":
            return words, ("state", things_meant("the", 1, [kind]), "reached", True)
        every: Condition = ("all", 0, frozenset(), frozenset(), at_it, frozenset())
        return words, ("at", every, ("home", at_it[1]))

    def clause(self, verb: str) -> tuple[str, str, list[Condition]]:
        """Return a way to say one order, the verb it has, and what it wishes for."""
        way = self.rng.choice(self.said["ways"][verb])
        places, movable = self.said["places"], list(self.said["things"])
        wishes: set[Condition] = set()
        if verb in ("clear", "go"):
            words, wish = self.place_order(verb)
            return self.filled(way, NounPhrase(words, False, ()), "", words), verb, [wish]
        if verb == "move":
            said = self.things(movable, taken=True)
            kind = self.rng.choice(list(places))
            relation, words = self.place(kind)
            if self.chance(0.15):
                words = self.rng.choice(("a", "any", "one of the")) + words[words.index(" ") :]
                if words.startswith("one of the"):
                    words = words.replace("one of the", "a")
            every_one = "you find" in way and said.text.startswith("any ") and len(said.what) == 1
            for what in said.what:  # "any mug you find": every one that is found
                wishes |= placed(("all", *what[1:]) if every_one else what, spot(relation, kind))
            return self.filled(way, said, relation, words), verb, list(wishes)
        kinds = self.said["can"].get(verb, movable)
        said = self.things(kinds, filters=verb not in ("heat", "chill", "fill", "trash", "away"))
        while verb == "fetch" and any((w[0] == "all" or w[1] > 2) and w[4] for w in said.what):
            said = self.things(kinds)  # a robot cannot carry many things from somewhere
        while verb == "fetch" and way.startswith("=i") and any(w[4] for w in said.what):
            said = self.things(kinds)  # "I want the cup on the desk" orders to put it there
        while verb == "empty" and any(w[4] and set(w[4][1]) & BASINS for w in said.what):
            said = self.things(kinds)  # "pour out the mug in the sink" may tell where to do it
        for what in said.what:
            wishes |= wished(verb, what)
        return self.filled(way, said, "", ""), verb, list(wishes)

    def filled(self, way: str, said: NounPhrase, relation: str, words: str) -> str:
        """Fill a way to say it with things and a place."""
        many = said.plural and not said.text.startswith("one of")
        inside = {"in": ("in", "in", "into", "inside"), "on": ("on", "on", "onto", "on top of")}
        moved = {"in": ("to", "into"), "on": ("to", "onto")}
        p = self.rng.choice(inside.get(relation, ("",)))
        claim = way.startswith("=")
        if p in ("into", "onto") and (claim or any(w in way for w in ("leave", "{is}", "{end}"))):
            p = {"into": "in", "onto": "on"}[p]
        return way.removeprefix("=").format(
            x=said.text, p=f"{p} {words}", q=words,
            to=f"{self.rng.choice(moved.get(relation, ('',)))} {words}",
            **{word: forms[many] for word, forms in _NUMBER.items()})

    # -- sentences ----------------------------------------------------------------------------

    def sentence(self) -> Sentence:
        pick = self.rng.random()
        if pick < 0.1:
            return self.wrong()
        if pick < 0.2:
            return self.spared()
        if pick < 0.3:
            return self.followed()
        verbs = list(self.said["ways"])
        weights = [6 if v == "move" else 1 for v in verbs]
        if pick < 0.62:
            way, verb, wishes = self.clause(self.rng.choices(verbs, weights)[0])
            return self.spoilt(self.politely(way, verb), verb, (frozenset(wishes),))
        return self.joined(verbs, weights)

    def joined(self, verbs: Sequence[str], weights: Sequence[int]) -> Sentence:
        """Say two or three orders, with or without an order between them."""
        for _ in range(200):
            one = self.order(self.rng.choices(verbs, weights)[0])
            two = self.order(self.rng.choices(verbs, weights)[0])
            if not types_named(one[2]) & types_named(two[2]):
                break
        ordered = self.chance(0.5)
        compound = " and " in one[0].replace(" and the", "") or ", then " in one[0]
        if compound or " and " in two[0].replace(" and the", "") or ", then " in two[0]:
            ordered = False  # what "then" and "before" reach over is anyone's guess
        way = self.rng.choice(self.said["orders"]["first" if ordered else "any"])
        text = way.format(a=one[0], b=two[0], aing=_ing(one[0]), bing=_ing(two[0]),
                          adone=_done(one[0]))
        stages: tuple[frozenset[Condition], ...] = (frozenset(one[2]), frozenset(two[2]))
        if not ordered:
            stages = (stages[0] | stages[1],)
        return self.spoilt(self.politely(text, "two", text.startswith(one[0])),
                           "ordered" if ordered else "several", stages)

    def order(self, verb: str) -> tuple[str, str, list[Condition]]:
        """Return a clause that is an order, no claim."""
        while True:
            found = self.clause(verb)
            first = found[0].split()[0]
            if first not in ("do", "have") and first in {
                    w.split()[0] for w in self.said["ways"][verb] if not w.startswith("=")}:
                return found

    def followed(self) -> Sentence:
        """Say two things about one: "wash the mug and put it in the cabinet"."""
        verb = self.rng.choice(("wash", "slice", "open", "close", "find", "empty", "break"))
        movable = self.said["things"]
        said = self.thing([k for k in self.said["can"].get(verb, movable) if k in movable]
                          or ["Book"])
        way = self.rng.choice([w for w in self.said["ways"][verb]
                               if not w.startswith("=") and "do not" not in w])
        first = self.filled(way, said, "", "")
        kind = self.rng.choice(list(self.said["places"]))
        relation, words = self.place(kind)
        it = "them" if said.plural else "it"
        put = self.rng.choice(("put {it} {p}", "place {it} {p}", "leave {it} {p}",
                               "put {it} back {p}", "bring {it} {to}", "then put {it} {p}"))
        second = self.filled(put, replace(said, text=it), relation, words)
        joint = " and " if second.startswith("then") else self.rng.choice(
            (" and ", ", then ", " and then ", ", and ", ". ", ". then "))
        (what,) = said.what
        wishes = wished(verb, what) | {("at", what, spot(relation, kind))}
        return self.spoilt(self.politely(first + joint + second, verb), "pronoun",
                           (frozenset(wishes),))

    def spared(self) -> Sentence:
        """Say an order about all of something but an exception."""
        kind = self.rng.choice(list(self.said["places"]))
        relation, words = self.place(kind)
        left = self.rng.choice(list(self.said["things"]))
        place = self.rng.choice([p for p, (how, *_) in self.said["places"].items()
                                 if how == "on" and p != kind])
        _, there = self.place(place)
        e = "the " + self.name(left, False)
        at_it = spot("on", place)
        every: Condition = ("all", 0, frozenset({f"-{left}"}), frozenset(), at_it, frozenset())
        where = self.rng.choice(("behind", "behind", "end", "front"))
        way = self.rng.choice(("everything", "all the things", "all things", "everything"))
        if self.chance(0.35):
            ways = [w for w in self.said["ways"]["clear"]
                    if not w.startswith("=") and "nothing" not in w]
            text = self.filled(self.rng.choice(ways), NounPhrase("", False, ()), "", there)
            wishes: set[Condition] = {("at", every, ("home", at_it[1]))}
            where = "end" if where == "behind" else where
        else:
            adverb = "" if where != "behind" else (
                " " + self.rng.choice(self.said["exceptions"]["behind"]).format(e=e))
            put = self.rng.choice(("put {x} {p}", "move {x} {to}", "bring {x} {to}",
                                   "take {x} {to}", "place {x} {p}"))
            said = NounPhrase(f"{way} on {there}{adverb}".replace(" ,", ","), True, ())
            text = self.filled(put, said, relation, words)
            wishes = {("at", every, spot(relation, kind))}
        if where == "end":
            text += " " + self.rng.choice(self.said["exceptions"]["end"]).format(e=e)
        elif where == "front":
            text = self.rng.choice(self.said["exceptions"]["front"]).format(e=e) + " " + text
        text = re.sub(r" ([,.])", r"\1", text)
        return self.spoilt(self.politely(text, "two", False) if where == "front" else text,
                           "exception", (frozenset(wishes),))

    def wrong(self) -> Sentence:
        """Say something that has to be refused."""
        sort = self.rng.choice(list(self.said["wrong"]))
        kind = self.rng.choice(list(self.said["things"]))
        name = self.name(kind, False)
        text = self.rng.choice(self.said["wrong"][sort]).format(x=f"the {name}", n=name)
        return Sentence(self.written(text), sort, ())

    def politely(self, text: str, verb: str, before: bool = True) -> str:
        """Add words that change nothing."""
        first = text.split(maxsplit=1)[0]
        order = any(w.split()[0] == first for ways in self.said["ways"].values() for w in ways
                    if not w.startswith("="))
        if order and before and self.chance(0.45):
            if self.chance(0.12) and first not in ("do",):
                text = f"{self.rng.choice(self.said['polite']['ing'])} {_ing(text)}"
            else:
                text = f"{self.rng.choice(self.said['polite']['before'])} {text}"
        if order and verb != "two" and self.chance(0.15):
            behind = " " + self.rng.choice(self.said["polite"]["behind"])
            text += behind.replace(" ,", ",").replace(" .", ".")
        return text

    def spoilt(self, text: str, kind: str, stages: tuple[frozenset[Condition], ...]) -> Sentence:
        """Write a sentence down, sometimes with a slip of the pen."""
        slips = self.chance(0.12)
        changed = self.slip(text) if slips else text
        return Sentence(self.written(changed), kind, stages, changed != text)

    def slip(self, text: str) -> str:
        """Swap two letters or leave one out in one longer word."""
        words = text.split(" ")
        fit = [i for i, w in enumerate(words) if len(w) > 5 and w.isalpha() and w.islower()]
        if not fit:
            return text
        at = self.rng.choice(fit)
        word, spot = words[at], self.rng.randrange(1, len(words[at]) - 1)
        words[at] = word[:spot] + word[spot + 1 :] if self.chance(0.5) else (
            word[:spot] + word[spot + 1] + word[spot] + word[spot + 2 :])
        return " ".join(words) if words[at] != word else text

    def written(self, text: str) -> str:
        """Capitalise and end a sentence, mostly."""
        pick = self.rng.random()
        if pick < 0.6:
            text = text[0].upper() + text[1:]
            ended = text.endswith(("?", "!"))
            return text if ended else text + self.rng.choice((".", ".", "", "!"))
        return text.upper() if pick > 0.985 else text


def types_named(wishes: Sequence[Condition]) -> set[str]:
    """Return the types that wishes are about; ``*`` for everything."""
    found: set[str] = set()
    for wish in wishes:
        found |= wish[1][2]
        if wish[0] == "at":
            found |= set(wish[2][1])
        if wish[1][4]:
            found |= set(wish[1][4][1])
    return found | ({"*"} if any(w[1][1] == 0 for w in wishes) else set())


def _ing(text: str) -> str:
    verb, _, rest = text.partition(" ")
    regular = (verb[:-1] if verb.endswith("e") else verb) + "ing"
    return f"{language()['ing'].get(verb, regular)} {rest}"


def _done(text: str) -> str:
    verb, _, rest = text.partition(" ")
    regular = (f"{verb}d" if verb.endswith("e") else
               f"{verb[:-1]}ied" if verb.endswith("y") and not verb.endswith("ay") else f"{verb}ed")
    return f"{language()['done'].get(verb, regular)} {rest}"
