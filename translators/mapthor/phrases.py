"""Noun phrases and places: what is named, how many, which of them, where, all but which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from translators.english.words import numeral, parts_of_speech
from translators.mapthor.chart import Chart, Item, Items, kept
from translators.mapthor.ontology import Noun, able_of, ontology, pieces_of
from translators.mapthor.said import IT, NOTHING, Note, State, Thing, Things, Where
from translators.mapthor.vocabulary import WORDS, state_of

_ADJECTIVE = 0.4
"""What it costs to leave out an adjective that robots cannot see."""
_ALL_OF_THEM = 1.5
"""… and that all of a kind would be taken for the few that were meant."""
_SORT = 0.12
"""… and a noun before another that does not change what it is: a kitchen sponge."""
_ATTACHED = 0.12
_TAKEN_BACK = -0.3
_MOST_MEMBERS = 40
_MOST_ADJECTIVES = 3
_FLAGS = {"closest": "nearest", "nearest": "nearest", "central": "central", "other": "other",
          "remaining": "other"}
"""Adjectives that say which of several is meant, and what of a thing they set."""
_QUANT = {"all": "all", "else": "all", "none": "no", "some": "some", "one_of": "a",
          "slices": "slices", "held": "held"}
"""How many a pronoun says there are."""
_ALONE = ("number", "both", "couple", "some", "allbut", "any")
"""Quantifiers that can stand alone: "two", "some"."""
_REQUEST = {"want", "need", "should", "if", "then", "unless", "except", "until"}
_WISHED = ("want", "need", "would", "should", "must", "can", "have", "will", "could")
"""Verbs of what is not yet so."""
PARTICLES = ("on", "off", "out", "in", "up", "down")
"""States that stand behind what is so, and are left out elsewhere."""
VAGUE = ("vague", "over")
STANDING = ("in", "on", "near", "at", *VAGUE)
"""Kinds of places where things may be, besides those they are brought to."""
SIGNS = frozenset(",.;:!?()-/=…")


class PhraseChart(Chart):
    """Reads noun phrases and places."""

    @kept
    def thing(self, i: int) -> Items:
        """Read one noun phrase with all that follows it."""
        for core in self._core(i):
            for item in self._followed(*core):
                named = core[2].kind == "name"
                yield from self._corrected(i, item, self.thing) if named else [item]

    def _followed(self, end: int, cost: float, thing: Thing, notes: tuple[Note, ...]) -> Items:
        """Read what stands behind a name, one modifier after the other."""
        thing = replace(thing, end=end)
        yield end, cost, thing, notes
        done = thing.kind == "pron" or thing.but
        for e, c, t, n in self._modified(end, thing) if not done else ():
            yield from self._followed(e, cost + c, t, (*notes, *n))

    def _corrected(self, i: int, item: Item, read: Callable[[int], Iterable[Item]]) -> Items:
        """Read "the mug, no, the cup" as the cup, "the mug, not the cup" as the mug."""
        end, cost, said, notes = item
        yield item
        start, k = self.repaired(end), end + self.says(end, ",", "(", "-")
        stops = "." in self.words[end:start]  # "… in the sink. Sorry, the plate"
        for e, c, other, more in read(start) if start else ():
            if other.kind != "pron" and not (
                    stops and self._furniture(said) != self._furniture(other)):
                yield e + self._closes(e), cost + c + _TAKEN_BACK, other, (
                    *notes, *more, Note("taken back", i, end))
        some = getattr(said, "quant", "") not in ("all", "no", "any")
        for m, _ in self.phrases("instead", k) if some else ():
            for e, c, no, more in read(m):
                which = no.kind == "ones" and (no.plural or not ontology().portable(said.types))
                if self.words[m:e] != self.words[i:end] and not which:  # "and not the old ones"
                    told = no.kind == "ones" and "fillLiquid" in dict(said.states)
                    meant = replace(said, quant="all") if told else said
                    yield e + (self._closes(e) and k > end), cost + c + 0.05 - 0.1 * told, meant, (
                        *notes, *more, Note("spared", k, e))

    def repaired(self, i: int) -> int:
        """Return where what should have been said begins: behind "no, sorry, I mean"; else 0."""
        while self.says(i, ",", "-", "(", ".", "er", "erm", "uh", "um", "well", "oh"):
            i += 1
        end = self.skipping(i, "repair")
        if end == i or (self.words[i:end] == ["no"] and not self.says(end, ",", "-", ".")):
            return 0  # "lettuce in a bowl, no potato"
        while on := self.skipping(end, "repair") - end or self.says(end, ",", "-"):
            end += on
        return end

    def _core(self, i: int) -> Items:
        yield from self._pronouns(i)
        for j, blank, notes in self._quantified(i):
            yield from self._named(j, blank, notes)
        yield from self._only(i)
        yield from self._liquid(i)

    def _liquid(self, i: int) -> Items:
        """Read "the coffee left in the mug" as the mug with it."""
        for end, liquid in self.phrases("liquid", i):
            k = self.skipping(end, "lying")
            inside = self.says(k, "in", "inside", "from")
            for e, c, vessel, n in self._core(k + 1) if inside else ():
                if self._is_vessel(vessel):
                    states = (*vessel.states, ("fillLiquid", liquid))
                    yield e, c + 0.05, replace(vessel, states=states), n

    def _only(self, i: int) -> Items:
        """Read "only the vase" as nothing but it."""
        if self.says(i, "only", "just") and not numeral(self.word(i + 1)):
            for e, c, spared, n in self.things(i + 1):
                if all(t.kind == "name" and not t.but for t in spared.members):
                    none = Thing("every", "only", i, e, plural=True, quant="no", but=spared.members)
                    yield e, c + 0.02, none, n

    def _pronouns(self, i: int) -> Items:
        """Read "it", "them", "one of them", "everything", "the rest", "nothing"."""
        for end, kind in self.phrases("pronoun", i):
            words = " ".join(self.words[i:end])
            if every := kind in ("all", "else", "none", "some"):
                odd = 0.3 * self.says(i, "what", "it", "things", "items", "stuff", "objects")
            else:
                odd = 0.25 * (words in ("that", "this", "these", "those")) + 1.0 * (
                    words == "him" and self.word(i - 1) not in self.known.verbs) + 0.2 * (
                    words in ("each", "both", "same"))
            yield end, odd, Thing("every" if every else "pron", words, i, end, (), kind not in (
                "some", "one", "one_of"), _QUANT.get(kind, ""), other=kind == "else"), ()

    def _quantified(self, i: int) -> Iterator[tuple[int, Thing, tuple[Note, ...]]]:
        """Read how many things are to be named; whose they are comes last."""
        for j, blank, notes in self._counted(i):
            yield j, blank, notes
            for k in (j + 1, j + 2):
                food = self.says(k + 1, "slice", "slices", "piece", "pieces")
                if self.says(k, "'s") and not food and not {*SIGNS, "'s"} & set(self.words[j:k]):
                    yield k + 1, replace(blank, quant=blank.quant or "the"), (
                        *notes, Note("owner", i, k + 1))

    def _counted(self, i: int) -> Iterator[tuple[int, Thing, tuple[Note, ...]]]:
        """Read a quantifier, a number, both, or neither."""
        counted = self.says(i, "as") and not any(kind == "all" for n in range(i + 2, i + 8)
            for _, kind in self.phrases("which", n))  # but "as many as you can" are all
        starts = [] if counted else [m for m in self.phrases("quantifier", i)
                                     if not self._is_name(i, m[0] - i + 1)]  # "my glasses"
        unsaid = Thing("name", "", i, i)
        for j, said in [(i, ""), *starts]:
            quant, n = "all" if said == "rest" else said, numeral(self.word(j))
            blank = replace(unsaid, other=said in ("another", "rest"), quant=quant,
                            count=2 * (quant in ("both", "couple")))
            yield j, blank, ()
            if n and (quant != "a" or self.says(j, "dozen")) and (n > 1 or not quant):
                end = self._behind_number(j + 1)
                kind = {"all": "allnumber", "both": "both"}.get(
                    quant, quant if "/" in quant else "number")
                if kind == "number" and self.says(end - 1, "different", "separate"):
                    kind = "apart"
                yield end, replace(blank, quant=kind, count=n, limit="more" * self.says(
                    end - 1, "more")), ()
            if quant == "all" and self.says(j, "but", "except", "bar") and (
                    left := numeral(self.word(j + 1))):
                yield self._behind_number(j + 2), replace(blank, quant="allbut", count=left), ()
        for j, kind in self.phrases("count", i):
            if (n := numeral(self.word(j))) and kind != "after":
                least = kind == "least"
                yield self._behind_number(j + 1), replace(
                    unsaid, quant="number", count=n + (kind == "over"), limit=kind * (not least)
                    ), (Note("read as", i, j, "that many"),) * least

    def _behind_number(self, j: int) -> int:
        end = max((e for e, kind in self.phrases("count", j) if kind == "after"), default=j)
        return end + (end > j and numeral(self.word(end)) > 1)  # "three of the five"

    def _named(self, j: int, blank: Thing, notes: tuple[Note, ...]) -> Items:
        """Read adjectives and a name, "one", or slices of something."""
        for k, cost, thing, told in self._adjectives(j, 0.0, blank, ()):
            alone = not blank.quant and k == j
            for end, c, t, n in (*self._name(k, thing, alone=alone), *self._one(k, thing),
                                 *self._pieces(k, thing)):
                few = t.plural and (t.types or t.kind == "every") and t.quant not in (
                    "a", "number", "couple", "some")
                c += _ALL_OF_THEM * bool(few and any(n.kind == "any one" for n in told))
                yield end, cost + c, t, (*notes, *told, *n)
        for e, c, whole, n in self._core(j + 2) if (
                self.words[j:j + 2] == ["contents", "of"] and not blank.count) else ():
            at = Where("in", j, e, Things((whole,)))
            yield e, c, Thing("every", "everything", j, e, (), True, "all", at=at), (*notes, *n)

    def _adjectives(self, j: int, cost: float, thing: Thing, notes: tuple[Note, ...]) -> Items:
        """Yield what adjectives from a position on say, with more and more of them."""
        yield j, cost, thing, notes
        j += bool(self.says(j, ",", "and") and (notes or thing.states) and (
            self._adjective(j + 1, thing) or self.states(j + 1)))
        few = len(notes) < _MOST_ADJECTIVES
        if read := self._perceived(j, thing) or self._unperceived(j, thing, cost, few=few):
            end, more, thing, told = read
            yield from self._adjectives(end, cost + more, thing, (*notes, *told))

    def _perceived(self, j: int, thing: Thing) -> Item | None:
        """Read one adjective that means something here."""
        j += self.says(j, "already", "freshly", "newly", "just") and bool(self.states(j + 1))
        if self.says(j, *_FLAGS):
            flag: dict[str, Any] = {_FLAGS[self.word(j)]: True}
            return j + 1, 0.0, replace(thing, **flag), ()
        for end, state in self.states(j)[:1]:
            if not self.says(j, *PARTICLES) and (
                    self.says(j, "dirty", "clean") or not self._is_name(j, 2)):
                return end, 0.0, replace(thing, states=(*thing.states, state)), ()
        room = self.skipping(j, "room")
        if room > j and (any(self._nouns(room)) or self.says(room, *_FLAGS)) and not (
                self._is_name(j, room - j + 1)):
            return room, 0.0, thing, ()
        bracket = self.says(j, "(") and self.says(j + 2, ")")
        return (j + 3, 0.0, thing, ()) if bracket else None

    def _unperceived(self, j: int, thing: Thing, cost: float, *, few: bool) -> Item | None:
        """Leave out one adjective, or a noun before another: any one is meant if it tells which."""
        for end, _, noun, _ in self._nouns(j) if thing.at is None else ():
            whole = Thing("name", " ".join(self.words[j:end]), j, end, noun.types, quant="the")
            k = end + self.says(end, "'s")  # "the desk's top drawer"
            if self._are(whole, "furniture") and any(
                    ontology().properties["parts"].issuperset(part.types) and part.types
                    for n in range(k, k + 1 + 3 * (k > end)) for _, _, part, _ in self._nouns(n)):
                note = Note("read as", j, end, f"'next to the {whole.words}'")
                at = Where("near", j, end, Things((whole,)))
                return k, -0.02, replace(thing, at=at), (note,)
        two = bool(thing.quant) and self._is_name(j, 2) and any(self._nouns(j + 2))
        kind = self._adjective(j, thing) if few else ""
        if two or kind == "sort":
            note = Note("sort", j, j + 1 + two, cost=_SORT)
            return note.end, _SORT, thing, (note,)
        if kind in ("", "feeling"):
            return (j + 1, 0.02, thing, ()) if kind else None
        other = self.skipping(j + 2, "quantifier")  # "the red or the green apple"
        one = j + 1 + self.says(j + 1, "most")  # "left most"
        both = self.says(j + 1, "or") and self._adjective(other, thing) == "telling"
        note = Note("any one", j, one, ontology().telling.get(self.word(j), ""), _ADJECTIVE)
        thing = replace(thing, quant={"the": "that", "both": "number"}.get(
            thing.quant, thing.quant))
        return other if both else one, _ADJECTIVE * (0.5 if cost else 1), thing, (note,)

    def _is_name(self, i: int, size: int) -> bool:
        return ontology().find(" ".join(self.words[i:i + size])) is not None

    def _adjective(self, i: int, thing: Thing) -> str:
        """Say whether a word is an adjective that robots cannot see; it needs something before."""
        word, known = self.word(i), ontology()
        if not word.isalpha() or i + 1 >= self.size:
            return ""
        if word in known.telling:
            return "telling"
        if word in WORDS["feelings"]:
            return "feeling"
        if word in WORDS["never"] or self._closed(i) or self._is_name(i, 2):
            return ""
        if self._sorts(i, thing):
            return "sort"
        if word in self.known.known or word in known.refused:
            return ""
        return "telling" if thing.quant or "adj" in parts_of_speech(word) else ""

    def _sorts(self, i: int, thing: Thing) -> bool:
        """Whether a word is a noun before a name, as in "soup bowl"."""
        word = self.word(i)
        heads = [noun for _, _, noun, *_ in self._nouns(i + 1)]
        if not (thing.quant or word not in self.known.verbs) or all(
                noun.loose or not noun.types or "TowelHolder" in noun.types[:-1] for noun in heads):
            return False
        if word in self.known.known and word not in ontology().refused:
            return word in ontology().nouns or bool(parts_of_speech(word))
        return "noun" in parts_of_speech(word)

    def _closed(self, i: int) -> bool:
        """Whether a word of a closed class stands at a position: one that joins or counts."""
        return self.word(i) in WORDS["small"] or any(self.phrases(name, i) for name in (
            "quantifier", "pronoun", "preposition", "except", "condition", "order", "state",
            "home", "along")) or numeral(self.word(i)) > 0

    def _nouns(self, i: int) -> Iterator[tuple[int, float, Noun, tuple[Note, ...]]]:
        """Find the names at a position, the longest first; shorter ones are less likely.

        What is for something is as good as named: "the appliance that keeps food cold".
        """
        used = self._uses(i + 1) if self.says(i, *ontology().heads) else ()
        yield from ((e, c, Noun(types, False), ()) for e, c, types in used)
        longer = 0.0
        for end in range(min(i + 6, self.size), i, -1):
            words = self.words[i:end]
            noun = None if set(words) & SIGNS else ontology().find(" ".join(words))
            if noun is not None:
                note = Note("loose", i, end, noun.types[0]) if noun.types else (
                    Note("landmark", i, end, cost=0.2))
                yield end, longer + note.cost, noun, (note,) * (
                    noun.loose or not noun.types)
                longer += 0.25

    def _name(self, k: int, thing: Thing, *, alone: bool) -> Items:
        """Read a name; ``alone``: nothing stands before it, so it may be a verb."""
        for end, c, noun, notes in self._nouns(k):
            words = self.words[k:end]
            c += 0.4 * (alone and len(words) == 1 and words[0] in self.known.verbs and not (
                self.says(k - 1, "in", "into", "on", "onto", "from")))
            toast = "toast" in words and noun.types == ("BreadSliced",)
            yield end, c, replace(
                thing, words=" ".join(words), head=k, types=noun.types, plural=noun.plural,
                states=(*thing.states, *[("cooked", "toast")] * toast)), notes

    def _one(self, k: int, thing: Thing) -> Items:
        """Read "the dirty one", "the other", "two", "the others", "the first one", "two things"."""
        the, one = thing.quant == "the", replace(thing, kind="ones", words="one")
        word, number = self.word(k), numeral(self.word(k))
        if thing.quant and word.removesuffix("s") in ("thing", "item", "object") and (
                word.endswith("s") or thing.quant == "all"):
            quant = "all" if the else thing.quant
            yield k + 1, 0.1, replace(thing, kind="every", words=word, plural=True, quant=quant), ()
        if thing.other and the and number > 1:
            yield k + 1, 0.05, replace(one, plural=True, quant="number", count=number), ()
        first = the and word in ("first", "second")
        if first or word == "others" or (word in ("one", "ones", "former", "latter") and (
                thing.quant or thing.states)):
            yield k + 1 + (first and self.says(k + 1, "one")), 0.05, replace(
                one, words=word, plural=word in ("ones", "others"),
                other=thing.other or word in ("others", "latter", "second")), ()
        elif the and self.says(k - 1, "those", "these"):
            yield k, 0.15, replace(one, words="ones", plural=True), ()
        elif (thing.other and thing.quant) or (
                not thing.states and ("/" in thing.quant or thing.quant in _ALONE)):
            yield k, 0.1 if thing.other else 0.35, replace(one, plural=thing.count > 1), ()

    def _pieces(self, k: int, thing: Thing) -> Items:
        """Read "a slice of bread", "two slices"."""
        if not self.says(k, "slice", "slices", "piece", "pieces", "chunk", "chunks"):
            return
        many = self.word(k).endswith("s")
        piece = replace(thing, kind="slice", words="slice", plural=many)
        off = self.says(k + 1, "off", "from")  # "a slice off of the bread"
        start = k + 2 + (off and self.says(k + 2, "of"))
        for e, c, t, n in self._core(start) if off or self.says(k + 1, "of") else ():
            cut = tuple(s for kind in t.types for s in pieces_of(kind))
            if t.kind == "pron":
                yield e, c, replace(piece, words="slice of each") if t.plural else piece, n
            elif t.kind == "name" and (cut or not off):
                yield e, c + 0.05, replace(
                    thing, words=f"slice of {t.words}", types=cut or t.types, plural=many,
                    states=(*thing.states, *t.states)), n
        all_cut = thing.quant in ("", "the", "all") and self.says(k, "slices", "pieces")
        if not (all_cut or self.says(k + 1, "of") or self.phrases("order", k - 1)):
            yield k + 1, 0.1 * (not thing.quant), piece, ()

    # -- what follows a name -----------------------------------------------------------------------

    def _modified(self, j: int, thing: Thing) -> Items:
        """Read what tells which one is meant: "that is dirty", "on the desk", "with a lid"."""
        for read in (self._belonging, self._relative, self._filled_with, self._holding,
                     self._set_apart, self._used, self._excepting):
            yield from read(j, thing)
        for e, c, other, n in self.thing(j + 1) if (
                thing.quant == "same" and self.says(j, "as")) else ():
            yield e, c, replace(thing, quant="the", holding=(other,)), n
        for e, c, spots, n in self.things(j + 1) if (
                thing.nearest and not thing.at and self.says(j, "to", "from")) else ():
            near = Where("near", j, e, spots)  # "the closest table to the sofa"
            yield e, c, replace(thing, nearest=False, at=near), (
                *n, Note("read as", j, j + 1, "'next to'"))

    def _set_apart(self, j: int, thing: Thing) -> Items:
        """Read what stands behind a sign, up to the next: ", with the watch in it,"."""
        k = j + self.says(j, ",", "(", "-", ":")
        which = self.says(k, "which", "that", "who")
        readers = [self._holding, self._apposed, self._aside]
        readers += [self._relative] * (which or self.skipping(k, "lying") > k)
        for read in readers if k > j else ():
            for e, c, t, n in read(k, thing):
                if which or self.halts(e):
                    yield e + self._closes(e), c, t, n

    def _aside(self, k: int, thing: Thing) -> Items:
        """Leave out ", left burner,", ", which must be somewhere,"."""
        for e, _ in self.phrases("finer", k):
            yield e, 0.05, thing, (Note("any one", k, e),)
        begun = self.skipping(k, "parenthesis")
        end = next((n for n in range(begun, self.size) if self.halts(n)), 0)
        if begun > k and self._closes(end) and not _REQUEST & set(self.words[begun:end]):
            yield end, 0.6 + 0.03 * (end - k), thing, (Note("aside", k, end),)

    def _apposed(self, k: int, thing: Thing) -> Items:
        """Read "the book (the blue one)" as telling which is meant."""
        for e, c, t, n in self.thing(k) if thing.kind == "name" else ():
            if t.kind == "ones" and t.plural == thing.plural and not t.other and (
                    t.quant == "that" or (t.quant in ("the", "all") and (t.states or t.at))):
                yield e, c + 0.12, replace(
                    thing, quant=t.quant if thing.quant == "the" else thing.quant,
                    at=t.at or thing.at, states=(*thing.states, *t.states)), n

    def _belonging(self, j: int, thing: Thing) -> Items:
        """Read "of mine", "of the desk", "in the kitchen", "as you can find"."""
        for end, kind in self.phrases("which", j)[:1]:
            if kind in ("all", "found", "part"):
                quant = "all" if (thing.quant, kind) == ("any", "found") else thing.quant
                yield end, 0.0, replace(thing, quant=quant), ()
            elif not self.says(end, "of"):
                yield end, 0.02, thing, (Note(kind, j, end),)
        room = self.room(j)
        if room:
            yield room, 0.01, thing, ()
        elif self.says(j, "of", "in") and thing.kind == "name":
            for e, c, t, n in self.thing(j + 1):
                if self._are(t, "furniture") and self._are(thing, "parts") and not thing.at:
                    at = Where("near", j, e, Things((t,)))
                    yield e, c, replace(thing, at=at), (*n, Note("read as", j, j + 1, "'next to'"))
                elif self.says(j, "of") and t.kind == "name" and t.quant and not (
                        t.at or self._are(t, "pickupable")):
                    yield e, c + 0.1, thing, (*n, Note("left out", j, e))

    def room(self, j: int, *to: str) -> int:
        """Return where "in the kitchen" ends, 0 if that is not said."""
        return next((e for e, kind in self.phrases("inroom", j) if (kind != "to" or to)
                     and not any(self._nouns(e))), 0)

    def _relative(self, j: int, thing: Thing) -> Items:
        """Read "that is dirty", "which is on the desk", "lying on the floor", "on the floor"."""
        rel = self.says(j, "that", "which", "who", "whichever")
        k = j + rel
        if thing.kind == "every" and not thing.types:
            yield from self._used_for(j, thing)
        if rel or thing.words.endswith(("whatever", "what", "all that")) or self.says(
                thing.start, "whatever", "whichever"):
            yield from self._is_so(k, thing, j)
            for e, c, where, n in self.place(k + 1) if self.says(
                    k, "belong", "belongs", "go", "goes") else ():
                if where.spots:
                    yield e, c, replace(thing, at=replace(where, kind="belongs")), n
        k = self.skipping(k, "lying")
        k += rel and self.says(k, "fell", "dropped", "landed")
        for e, c, where, n in self._standing(k, thing) if thing.at is None else ():
            beside = thing.kind == "ones" or (where.kind == "near" and self.says(
                e - 1, "it", "them")) or (thing.kind == "every" and bool(where.spots) and (
                    where.spots.members[0].kind == "pron"))  # "the things in it"
            vessel = not thing.quant and where.spots and ontology().portable(
                where.spots.members[0].types)  # "pens in the mug on the desk"
            yield e, c + (_ATTACHED + 0.2 * bool(vessel)) * (k == j and not beside), replace(
                thing, at=where), n
        after = (k > j or thing.kind == "every") and not rel and self.word(k) not in PARTICLES
        for e, state in self.states(k):  # not "the bread I left out", but "heated in the microwave"
            if after or (e > k + 2 and self.word(k) in self.known.participles):
                yield e, 0.05, replace(thing, states=(*thing.states, state)), ()
        if k > j and not rel and thing.quant and self.word(k - 1) not in ("placed", "put"):
            yield k, 0.15, thing, ()

    def _standing(self, k: int, thing: Thing) -> Items:
        """Read where things are."""
        for e, c, where, n in self.place(k):
            there = thing.kind in ("every", "ones") or (e > k + 1 and not self.says(thing.end, ","))
            shared = thing.quant in ("a", "number") and where.kind != "from" and any(
                t.quant in ("all", "both", "allnumber")  # "put a fork on each plate"
                for t in where.spots.members)
            if shared or (self.says(thing.end, "over") and ontology().portable(thing.types)):
                continue  # "pour the wine over the laptop"
            if there if where.kind == "there" else (
                    where.spots and where.kind in ("from", *STANDING) and not where.moving):
                yield e, c + 0.15 * (where.kind in VAGUE), where, n

    def is_or_not(self, i: int) -> list[tuple[int, bool]]:
        """Return where "is not" and "is" end, and whether it is the former."""
        return [(e, name == "isnot") for name in ("isnot", "is") for e, _ in self.phrases(name, i)]

    def _is_so(self, k: int, thing: Thing, j: int) -> Items:
        """Read what things are, or are not: dirty, on the desk, forks."""
        for end, no in self.is_or_not(k):
            there = [e for e, kind in self.phrases("home", end) if kind == "there" and not no]
            yield from ((e, 0.2, thing, (Note("left out", j, e),)) for e in there)
            been = self.states(end - 1) if self.says(end - 1, "been") else []
            for e, (key, value) in (*been, *self.states(end)) if not there else ():
                liquid = no and key == "fillLiquid"  # "the cup that is not full"
                if liquid or isinstance(value, bool) or not no:
                    state = ("isFilledWithLiquid", False) if liquid else (
                        key, value != no if isinstance(value, bool) else value)
                    yield e, -0.05 * bool(been), replace(
                        thing, states=(*thing.states, state), after=True), ()
            if not no:
                yield from self._of_kind(end, thing)
            elif thing.kind != "ones":  # "those that aren't in the cabinet"
                others = Thing(thing.kind, thing.words, k, end, thing.types, True, "all")
                for e, c, gone, n in self._of_kind(end, others):
                    yield e, c, replace(thing, but=(*thing.but, gone)), n

    def _of_kind(self, k: int, thing: Thing) -> Items:
        """Read where things are, or what they are."""
        for e, c, where, n in self._standing(k, thing):
            yield e, c, replace(thing, at=where), n
        for e, c, what, n in self.things(k) if thing.kind in ("every", "name") else ():
            types = tuple(dict.fromkeys(kind for t in what.members for kind in t.types))
            if (not thing.types or set(types) < set(thing.types)) and all(
                    t.quant in ("", "a", "the") and t.types for t in what.members):  # "is a fork"
                yield e, c, replace(thing, types=types), n

    def _used_for(self, start: int, thing: Thing) -> Items:
        """Read what things are for: "to cut the bread with", "I use to write"."""
        adj = "adj" in parts_of_speech(self.word(start))
        if adj and self.says(start + 1, "to", "for", "that"):  # "something sweet to eat"
            note = Note("any one", start, start + 1, cost=_ADJECTIVE)
            yield from ((e, c + _ADJECTIVE, t, (*n, note)) for e, c, t, n in self._used_for(
                start + 1, thing))
        for e, c, noun, n in self._nouns(start) if adj else ():  # "everything edible"
            if len(noun.types) > 1:
                yield e, c, replace(thing, types=noun.types), n
        k = start + self.says(start, "that", "which")
        can = self.words[k:k + 2] == ["can", "be"]  # "all that can be washed"
        for parts, verb in self.known.verbs.get(self.word(k + 2), ()) if can else ():
            if tuple(self.words[k + 3:k + 3 + len(parts)]) == parts:
                types = tuple(sorted(able_of(verb.needs)))
                yield k + 3 + len(parts), 0.0, replace(thing, types=types), ()
        one = self.word(start - 1) == "anything" and self.says(start, "to")  # "anything to read"
        thing = replace(thing, quant="some", plural=False, words="something") if one else thing
        yield from ((e, c, replace(thing, types=t), ()) for e, c, t in self._uses(start))

    def _uses(self, k: int) -> Iterator[tuple[int, float, tuple[str, ...]]]:
        """Read what things are for: where that ends, what it costs, the types that are for it."""
        for (p, _), (verbs, rest, types) in product(self.phrases("use", k), ontology().uses):
            for end in range(p + 1 + len(rest), min(p + 6, self.size + 1)) if (
                    self.word(p) in verbs) else ():
                if self.words[end - len(rest):end] == rest and not SIGNS & {*self.words[p:end]}:
                    done = end + self.says(end, "with")
                    yield done, 0.03 * (end - p - len(rest)) + 0.01 * (done - end), types

    def _filled_with(self, j: int, thing: Thing) -> Items:
        """Read "a mug of coffee", "the pot with water in it", "the kettle full of water"."""
        for k, _ in self.phrases("vessel", j) if self._is_vessel(thing) else ():
            for end, liquid in self.phrases("liquid", k):
                end += 2 * (self.words[end:end + 2] == ["in", "it"])
                types = ("Mug",) if liquid == "coffee" and thing.types == ("Cup",) else thing.types
                cold = [s for m in range(k, end) for _, s in self.states(m)[:1]]
                # "the one with coffee" is no aim: it tells which
                quant = "all" if thing.kind == "ones" else thing.quant or "a"
                yield end, 0.0, replace(thing, types=types, quant=quant, states=(
                    *thing.states, ("fillLiquid", liquid), *cold[:1])), ()

    @staticmethod
    def _are(thing: Thing, able: str) -> bool:
        """Whether some of the types that a thing may be of have a property."""
        return not ontology().properties[able].isdisjoint(thing.types)

    def _is_vessel(self, thing: Thing) -> bool:
        return thing.kind == "ones" or (thing.kind == "name" and thing.types != (
            "WineBottle",) and self._are(thing, "fillable"))

    def _holding(self, j: int, thing: Thing) -> Items:
        """Read "the box with the keys in it", "the drawer that holds the fork"."""
        place = bool(ontology().places(thing.types))
        for e, c, where, n in self._where_it_is(j) if place else ():
            yield e, c, replace(thing, holding=where.spots.members), n
        k = j + self.says(j, "that", "which")
        for e, c, held, n in self.things(k) if thing.kind == "ones" or (
                thing.kind == "name" and place) else ():
            for end, _ in self.phrases("is", e):  # "the drawer the watch is in"
                if self.says(end, "in", "on", "inside") and not self.place(end):
                    yield end + 1, c + 0.1, replace(thing, holding=held.members), n
        start, food = self.skipping(k, "holds"), set(ontology().properties["food"])
        tray = place and ontology().portable(thing.types)
        both = tray and start == k and self.skipping(k, "joint") > k  # "the pot and the egg in it"
        if both or (place and self.says(k, "of") and any(
                t.types and set(t.types) <= food for _, _, t, _ in self.thing(k + 1))):
            start = self.skipping(k, "joint") if both else k + 1  # "a plate of lettuce"
        for e, c, found, n in self.things(start) if start > k else ():
            held = tuple(replace(  # "the table with the other mug"
                t, quant="all" if t.quant == "some" else t.quant, other=t.other and bool(
                    tray or t.kind != "name")) for t in found.members)
            bare = thing.kind == "name" and not place and held[0].types  # "the book with the pen"
            if bare or found.joint == "or" or any(t.other or (t.kind != "name" and (
                    both or t.quant != "all")) for t in held):  # not "with the others"
                continue
            inside = self.skipping(e, "within") - e or (
                self.says(e, "on", "in") and self.halts(e + 1))  # "the table with the bread on"
            apart = self.says(k, "with")
            laden = bool(apart or both) or not thing.quant or any(
                t.states or t.words.startswith("slice of") for t in held)
            if inside or not (apart or both) or (apart and (
                    held[0].quant in ("a", "the", "that", "") or not any(
                    self._are(t, "pickupable") for t in held))):  # "with three drawers"
                yield (e + inside, c + (0.05 if inside or not apart else 0.4) - 0.02 * (
                    len(held) > 1), replace(thing, holding=held, laden=laden), n)

    def _closes(self, e: int) -> bool:
        return self.says(e, ",", "-", ")")

    def halts(self, i: int) -> bool:
        """Whether a sign or the end of the text is at a position."""
        return i >= self.size or self.words[i] in SIGNS

    def _used(self, j: int, thing: Thing) -> Items:
        """Leave out "that we used", "I told you about": whose and which it was is not known."""
        k = j + self.says(j, "that", "which")
        known = thing.kind != "name" or self.says(k + 1, *_WISHED) or not self.says(
            k, *WORDS["people"], "they", "everyone", "everybody")
        for e in range(k + 2, min(k + 7, self.size + 1)) if not known else ():
            if {*SIGNS, "not", "and", "or", "no", "never", "if", "goes"} & set(self.words[k:e]):
                return
            cost = 0.25 + 0.04 * (e - k)
            yield e, cost, thing, (Note("left out", j, e, cost=cost),)

    def _excepting(self, j: int, thing: Thing) -> Items:
        """Read "everything but the vase", "all of the mugs except two"."""
        several = thing.plural or thing.kind == "every" or "/" in thing.quant or (
            thing.quant in ("all", "no", "both", "any"))
        begun = j + self.says(j, ",", "(", "-")
        start = self.skipping(begun, "except")
        for e, c, left, n in self.things(start) if several and start > begun else ():
            yield e + (begun > j and self._closes(e)), c + 0.02, replace(
                thing, but=(*thing.but, *left.members)), n

    @kept
    def things(self, i: int) -> Items:
        """Read noun phrases joined by "and", "or" or commas."""
        yield from self._not_but(i, self.things)
        either = self.says(i, "either") and "or" in self.words[i:i + 12]
        for start in {i, i + (either or self.says(i, "both"))}:
            for end, cost, thing, notes in self.thing(start):
                if start == i:
                    yield end, cost, Things((thing,)), notes
                if start == i or not either or thing.quant != "all":  # that would be: which?
                    yield from (m for m in self._joined(end, cost, thing, notes)
                                if start == i or not either or m[2].joint == "or")

    def _joined(self, end: int, cost: float, first: Thing, notes: tuple[Note, ...]) -> Items:
        """Read what a list goes on with behind its first thing."""
        comma = int(self.says(end, ","))
        joints = self.phrases("joint", end + comma)[:1] or [(end + comma, "")] * comma
        for start, kind in joints if first.words != "only" else ():
            words, joint = start - end - comma, kind.removesuffix("?")
            closing = comma and words > 1
            aside = self.skipping(start + self.says(start, ","), "polite")  # "and, if possible, …"
            for e, c, rest, more in self.things(aside + 1 if self.says(aside, ",") else start):
                own = rest.joint if len(rest.members) > 1 else joint or "and"
                if joint not in ("", own) or len(rest.members) >= _MOST_MEMBERS or (
                        rest.members[0].kind == "pron" and first.kind != "pron") or (
                        rest.members[0].quant == "no" != first.quant):
                    continue
                apart = bool(first.but) or (first.at is not None and (
                    rest.members[0].at is None and rest.members[0].kind != "every"))
                twice = first.quant == "the" and first.words in [
                    t.words for t in rest.members if not t.other]
                c += 0.3 * (apart or twice) + 0.4 * (kind != joint) + 0.002 * (not words)
                c += 0.2 * (not words and len(rest.members) == 1)
                sources = [t.at.kind for t in (first, rest.members[0]) if t.at]
                if sources == ["from", "from"]:  # "the mug from … and the plate|one from …"
                    c -= 0.4 if twice or rest.members[0].kind == "ones" else 0.1
                yield e + (closing and self.says(e, ",")), cost + c, Things(
                    (first, *rest.members), own), (*notes, *more)

    # -- states and places -------------------------------------------------------------------------

    def states(self, i: int) -> list[tuple[int, State]]:
        """Read a state: "open", "switched on", "full of water"."""
        return [(end, state_of(name)) for end, name in self.phrases("state", i)]

    @kept
    def place(self, i: int) -> Items:
        """Read a place phrase."""
        for item in self._placed(i):
            yield from self._corrected(i, item, self.place)

    def _placed(self, i: int) -> Items:
        for end, kind in self.phrases("home", i):
            if kind == "hidden":
                told = self.says(end, ",") and self.place(end + 1)  # that tells it better
                if end == self.phrases("home", i)[0][0] and not told and (
                        {"not", "nobody", "no", "out", "safer"} & {*self.words[i:end]}):
                    shut = Thing("name", "storage", i, end, ("Drawer", "Cabinet"), quant="a")
                    yield end, 0.1, Where("in", i, end, Things((shut,))), (
                        Note("read as", i, end, "'in a drawer or cabinet'"),)
                continue
            before = IT if kind == "where" else NOTHING  # "back in the same place"
            yield end, 0.2 * self.says(i, "over"), Where(kind, i, end, before), ()
        alone = {"inside": "in", "underneath": "vague", "beneath": "vague"}.get(self.word(i))
        if alone:
            yield i + 1, 0.2, Where(alone, i, i + 1, IT), ()  # "place the watch inside"
        yield from self._where_it_is(i)
        yield from self._not_but(i, self.place)
        only = self.says(i, "either", "only", "somewhere", "anywhere") or 2 * (
            self.words[i:i + 2] == ["nowhere", "but"])
        yield from self.place(i + only) if only else ()
        prepositions = self.phrases("preposition", i)
        longest = prepositions[0][0] if prepositions else i
        for j, name in [*prepositions, *(p for k, _ in prepositions if self.says(k, "and", "or")
                                         for p in self.phrases("preposition", k + 1))]:
            kind = name.rstrip(">+~&")
            moving, beside = name.endswith(">"), name.endswith("+")
            for e, c, spots, n in self._spots(i, j, name):
                if kind == "to" and self.word(j) in self.known.verbs and not spots.members[0].quant:
                    continue  # "a knife to cut bread"
                several = len(spots.members) > 1 and spots.joint == "and" and not (
                    kind in ("with", "from") or any(t.kind == "every" for t in spots.members))
                joined = {"and", "or", "&"} & {*self.words[j:e]}  # not "in the sink, cups on …"
                c += (0.3 if joined else 1.2) * several + 0.02 * (j < longest)
                yield e, c, Where(kind, i, e, spots, moving, beside), n
                for end, d, where, more in self.place(e + 1) if self.says(e, "or") else ():
                    same = where.kind == kind or {where.kind, kind} == {"in", "on"}
                    if same and where.spots and len(spots.members) == 1:
                        any_of = Things((*spots.members, *where.spots.members), "or")
                        yield end, c + d, Where(kind, i, end, any_of, moving, beside), (*n, *more)

    def _spots(self, i: int, j: int, name: str) -> Items:
        """Read the spots behind a preposition: a side is no place of its own, nor is between."""
        for e, c, where, n in self._where_it_is(j) if name == "near" else ():
            yield e, c, where.spots, n  # "next to where the box is"
        for e, c, spots, n in self.things(j):
            if spots.joint == "and" and any(
                    t.types == ("GarbageCan",) for t in spots.members[1:]):
                continue  # "the food in the fridge and the rubbish in the bin"
            if name.endswith("~"):
                n = (*n, Note("read as", i, j, f"'{name[:-1].replace('near', 'next to')}'"))
            if name.endswith("&"):
                first = next((t for t in spots.members if t.types), spots.members[0])
                quant = "the" if first.plural else first.quant
                spots = Things((replace(first, plural=False, count=0, quant=quant),))
                n = (*n, Note("read as", i, e, f"'next to the {first.words}'"))
            yield e, c, spots, n

    def _where_it_is(self, i: int) -> Items:
        """Read "where the phone is", "where you found it"."""
        i += self.says(i, "in", "on") and self.says(i + 1, "which")
        told = self.says(i, "where", "wherever", "which")
        got = self.says(i + 1, "i", "we", "you") and self.says(i + 2, "found", "got", "took")
        for e, c, spots, n in self.things(i + 1 + 2 * got) if told else ():
            ends = [e + self.says(e, "from")] if got else [end for end, _ in self.phrases("is", e)]
            for end in ends if len(spots.members) == 1 else ():
                yield end, c, Where("where", i, end, spots), n

    def _not_but(self, i: int, read: Callable[[int], Iterable[Item]]) -> Items:
        """Read "not on the desk but on the shelf", "neither the mug nor the cup, but the plate"."""
        no = self.says(i, "neither", "nor") or (self.says(i, "not") and not self.says(
            i + 1, "only", "just", "merely"))
        for e, *_ in read(i + 1) if no else ():
            k = e + self.says(e, ",")
            meant = read(k + 1) if self.says(k, "but") else self._not_but(k, read)
            yield from ((end, c, m, (*n, Note("spared", i, e))) for end, c, m, n in meant)

    def _furniture(self, said: Thing | Where) -> bool:
        return self.placeable(Things((said,)) if isinstance(said, Thing) else said.spots)

    def placeable(self, spots: Things) -> bool:
        """Whether things can only be places: furniture."""
        return all(t.kind == "name" and ontology().places(t.types) and not self._are(
            t, "pickupable") for t in spots.members)
