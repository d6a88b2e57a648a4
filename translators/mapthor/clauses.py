"""Clauses: verbs with what they take, in any order, and the rows of ``frames.toml``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from translators.english.spelling import STOPS
from translators.english.words import numeral, parts_of_speech
from translators.mapthor.chart import Item, Items, kept
from translators.mapthor.ontology import ontology
from translators.mapthor.phrases import STANDING, PhraseChart
from translators.mapthor.said import IT, NO_VERB, NOTHING, Clause, Given, Note, Thing, Things, Where
from translators.mapthor.vocabulary import WORDS, Frame, Verb

_NO_THING = 0.45
"""What it costs that a verb has nothing to be done to."""
_MOST = 300
"""So many ways to give a verb its arguments are tried."""
_TAKES = {"with": "w", "from": "dsSp", "vague": "d", "over": "d"}
"""Which slots of a verb take a place of some kind; one of all other kinds its "d" or "p"."""


@dataclass(frozen=True)
class _Part(Clause):
    """A verb with some of its arguments: what they cost, and words of it that are still due."""

    cost: float = 0.0
    due: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()

    def more(self, end: int, cost: float = 0.0, *notes: Note, **changes: Any) -> _Part:
        """Go on behind a further argument."""
        return replace(self, end=end, cost=self.cost + cost, notes=(*self.notes, *notes), **changes)


class ClauseChart(PhraseChart):
    """Reads clauses and conditions."""

    def slot(self, name: str, i: int) -> Iterable[Item]:
        """Return what may fill a slot of a row."""
        readers: dict[str, Callable[[int], Iterable[Item]]] = {
            "x": self.things, "y": self.things, "pred": self.preds, "v": self.order,
            "u": self.order, "act": self._act}
        if name in readers:
            return readers[name](i)
        if name == "q":
            return [m for m in self.things(i) if all(
                t.kind in ("name", "pron") for t in m[2].members)]
        if name == "p":
            return [m for m in self.place(i) if m[2].kind != "with"]
        if name == "s":
            return [(e, 0.0, (("state", s),), ()) for e, s in self.states(i)]
        if name == "n":
            number = numeral(self.word(i))
            return [(i + 1, 0.0, str(number), ())] if number else ()
        if name == "asked":
            return [(e, 0.0, "", ()) for e in self.asking(i) if e > i + 1 and (
                self.words[e - 1] in WORDS["hopes"])]
        return super().slot("liquid" if name == "l" else name, i)

    def asking(self, i: int) -> Iterator[int]:
        """Yield where asking may end: "I would be very glad if you could"."""
        asks, end = False, i
        while self.says(i, *WORDS["asks"], "i", "it", "is", "do", "what", "who", "why", "how",
                "my", "our", "the", "any", "all") and self.says(
                end, *WORDS["asks"], *WORDS["asking_too"]) and not self.phrases("address", i):
            asks, end = asks or self.words[end] in WORDS["asks"], end + 1
            mine = self.says(i, "i") and WORDS["ours"] >= {*self.words[i + 1:end]}  # "I will"
            if asks and not (mine or self.says(
                    end - 1, "a", "the", "my", "our", "any", "has", "had")):
                yield end

    def _act(self, i: int) -> Items:
        """Read the noun of an act: "a rinse"."""
        done = self.word(i) in self.known.participles and not self.word(i).endswith("ing")
        for e, verb, due in self.verbs(i) if not done else ():
            if not due and verb.does != "reached":
                yield e + self.says(e, "down", "up", "over", "out", "off"), 0.0, verb.name, ()

    # -- verbs -------------------------------------------------------------------------------------

    def verbs(self, i: int) -> Iterator[tuple[int, Verb, tuple[str, ...]]]:
        """Read a verb: where it ends, and its words that are still to come."""
        for parts, verb in self.known.verbs.get(self.word(i), ()):
            end = i + 1 + len(parts)
            if not parts or tuple(self.words[i + 1:end]) == parts:
                yield end, verb, ()
            elif parts[0] in self.known.particles and verb.does != "reached":
                yield i + 1, verb, parts

    @kept
    def order(self, i: int) -> Items:
        """Read a clause that begins with a verb."""
        done = self.word(i).endswith("ed") and self.word(i) in self.known.participles
        named = 0.5 * (done or self._is_name(i, 2))  # "cut potato" is a potato, "hand towel" too
        for end, verb, due in dict.fromkeys(self.verbs(i)):
            for e, cost, clause, notes in self._arguments(i, end, verb, due):
                first = clause.what.members[0] if clause.what and self.states(i) else None
                odd = 0.4 * bool(first and first.at and not first.quant and (
                    verb.does in ("wash", "heat", "device")))  # "clean egg in microwave"
                odd += 0.3 * (verb.needs != "pickupable" and bool(clause.what) and any(
                    t.laden and self.says(t.holding[0].start - 1, "and")
                    for t in clause.what.members))  # "wash the pan and the spoon in it"
                odd += 0.5 * (self.words[i:i + 2] == ["put", "on"] and verb.name == "on" and bool(
                    clause.what) and self.placeable(clause.what))  # "… and put on the stove"
                odd += 0.3 * (self.says(i, "gather", "collect") and bool(clause.wheres) and (
                    self.says(e + 2, "them", "it")))
                yield e, cost + named + odd, clause, notes  # "gather all on the desk and put them"
            if not due:
                yield from self._verbs_joined(i, end, verb)

    def _verbs_joined(self, i: int, end: int, verb: Verb) -> Items:
        """Read "wash and slice the tomato"."""
        k = self._joint_ends(end)
        words = self.words[end:k]
        for stop, cost, clause, notes in self._arguments(i, k + 1, verb, ()) if (
                words and self.says(k, *WORDS["idle"])) else ():  # "wash and dry the fork"
            yield stop, cost + 0.5, clause, (*notes, Note("idle", k, k + 1))
        for e, other, due in dict.fromkeys(self.verbs(k)) if {"and", "then"} & set(words) else ():
            for stop, cost, clause, notes in self._arguments(k, e, other, due):
                if other.name != verb.name and clause.what:
                    first = Clause("do", i, end, verb, clause.what)
                    later = replace(clause, ordered="then" in words)
                    yield stop, cost + 0.1, replace(later, act="both", inner=(first, later)), notes

    def _joint_ends(self, i: int) -> int:
        """Return where "and", ", and then" or "but also" ends."""
        i += self.says(i, ",")
        i += self.says(i, "and", "but")
        return i + self.says(i, "then", "also")

    def _arguments(self, i: int, end: int, verb: Verb, due: tuple[str, ...]) -> Items:
        """Give a verb its arguments in any order."""
        note = (Note("read as", i, end, f"'{verb.name}'"),) * verb.loose
        begun = _Part("do", i, end, verb, cost=0.1 * verb.loose, due=due, notes=note)
        todo, tried = [begun], 0
        while todo and tried < _MOST:
            part, tried = todo.pop(), tried + 1
            if not part.due and (part.what or "o" not in verb.slots):
                yield (part.end, part.cost + _NO_THING * (not part.what),
                       Clause("do", i, part.end, verb, part.what, part.wheres, part.preds,
                              extra=part.extra), part.notes)
            todo += self._further(part)

    def _further(self, part: _Part) -> Iterator[_Part]:
        j, verb = part.end, part.verb
        back = int(bool(part.due) and self.says(j, "back"))
        end = j + back + len(part.due)
        if part.due and self.words[j + back:end] == list(part.due):
            yield part.more(end, due=())
        yield from self._behind(part) if part.what else self._its_things(part)
        if len(part.wheres) < 3:
            yield from self._its_places(part)
        yield from self._asides(part)
        brings = "m" in verb.slots and not (part.wheres and self.says(j, "for"))
        for e, _ in self.phrases("to_me", j) if brings else ():
            yield part.more(e, 0.0, *self._told_to(j, e), wheres=(*part.wheres, Where("me", j, e)))
        there = self.room(j, "to") if brings and part.what else 0
        if any(w.isalpha() for w in self.words[there:] if there):  # "take it to the study and …"
            yield part.more(there, 0.25, Note("aside", j, there), wheres=(
                *part.wheres, Where("me", j, there)))
        if verb.does == "at" and not (part.wheres or part.due) and self.says(j, "in"):
            # "open the fridge, put in the egg"
            yield part.more(j + 1, 0.2, wheres=(Where("in", j, j + 1, IT),))

    def _its_things(self, part: _Part) -> Iterator[_Part]:
        j, verb = part.end, part.verb
        if verb.does == "at" and not part.due and (
                self.says(j, "down", "back", "over", "out", "up") or (
                self.says(j, "in") and self.phrases("preposition", j + 1))):  # "put in on the bed"
            yield part.more(j + 1, 0.05 + 0.2 * (verb.name == "throw"))  # "throw out" is to bin
        for k in {j, *(e for e, _ in self.phrases("receiver", j) if verb.does != "reached")}:
            given = k > j and "m" in verb.slots  # "fry me an egg": only what is fetched is brought
            wheres = (*part.wheres, Where("me", j, k)) if given else part.wheres
            told = self._told_to(j, k)
            for e, c, what, notes in self.things(k):
                none = verb.name != "leave" and any(  # "move nothing but the clock"
                    t.quant == "no" for t in what.members)
                meant = Things(tuple(b for t in what.members for b in t.but)) if none else what
                only = (Note("only", k, e),) * none
                if meant:
                    yield part.more(e, c + 0.1 * bool(told), *told, *notes, *only, what=meant,
                                    wheres=wheres)

    def _told_to(self, j: int, k: int) -> tuple[Note, ...]:
        """Tell that somebody else is meant by "to my wife" than who speaks."""
        me = k == j or self.says(k - 1, "me", "us", "here")
        return () if me else (Note("read as", j, k, "'to me'"),)

    def _parted(self, part: _Part) -> bool:
        """Whether a sign may stand between what was said and a place."""
        last, comma = part.wheres[-1].kind if part.wheres else "", self.says(part.end, ",")
        apart = part.extra == "each" or "respectively" in self.words[part.end:]
        if self.says(part.end, "and"):
            return last == "from" or bool(last and apart)
        if last or self.says(part.end + 1, "not"):
            return comma and (last != "me" or self.says(part.end + 1, "not"))
        return comma and part.verb.does in ("at", "hold") and any(  # "put the mug, on the desk"
            self.halts(e) or self.says(e, "and") for e, *_ in self.place(part.end + 1))

    def _its_places(self, part: _Part) -> Iterator[_Part]:
        verb, last = part.verb, part.wheres[-1].kind if part.wheres else ""
        for skipped in {0, int(self._parted(part))}:
            for e, c, where, notes in self.place(part.end + skipped):
                if where.kind == "with" and where.spots.members[0].other and verb.does == "at":
                    where = replace(where, kind="near")  # "put the fork with the other forks"
                if skipped and verb.name in ("bring", "hold") and where.kind in ("in", "on") and (
                        not last and not where.moving):
                    where = replace(where, kind="from")  # "fetch the pen, in the drawer"
                if self._takes(verb, where):
                    odd = 0.15 * (verb.name == "bring" and where.kind in ("in", "on", "near")
                                  and not where.moving)
                    odd += 0.1 * (verb.name == "leave" and where.kind == "there")
                    odd += 0.15 * (verb.name in ("bring", "carry") and where.kind == "near"
                                   and last == "from")
                    yield part.more(e, c + odd + (0.05 if last else 0.15) * skipped, *notes,
                        wheres=(*part.wheres, where))
        filled = "w" in verb.slots and self.says(part.end, "with")
        for e, kind in self.phrases("liquid", part.end + 1) if filled else ():
            yield part.more(e, extra=kind)

    @staticmethod
    def _takes(verb: Verb, where: Where) -> bool:
        """Whether a verb takes a place of a kind."""
        under = "p" * (where.kind == "vague" and verb.does.startswith("isToggled"))
        slots = set(_TAKES.get(where.kind, "dp") + under) & set(verb.slots)
        return bool(slots) and (verb.name, where.kind) not in (
            ("fill", "with"), ("throw", "at"))  # "fill it with slices"

    def _behind(self, part: _Part) -> Iterator[_Part]:
        """Read what may follow the things of a verb: particles, "to me", "in half"."""
        j, last = part.end, part.what.members[-1]
        k = j + self.says(j, ",")
        if last.plural and last.kind != "pron":  # "the forks, all of them"
            yield from (part.more(e) for e, kind in self.phrases("pronoun", k)
                        if kind == "many" and self.says(k, "all", "both", "each", "every"))
        if part.verb.does == "at" and self.says(k, "each", "respectively"):
            yield part.more(k + 1, extra=self.word(k))
        yield from self._listed(part)
        told = j + 1 + self.says(j + 1, "now", "already", "then", "all", "once")
        for e, state in self.states(told) if self.says(j, ",", "(", "-") else ():
            if self._closes(e) or e >= self.size or self.word(e) in STOPS:
                yield part.more(e + self._closes(e), 0.05, preds=(("state", state),))
        after = self.says(k, "after") and not part.wheres and self.word(k + 1).endswith("ing")
        for e, c, clause, n in self.order(k + 1) if after else ():
            if clause.what and clause.what.members[0].kind == "pron":  # "…, after heating it, …"
                yield part.more(e + self._closes(e), c + 0.05, *n, preds=(("do", clause),))
        if not (part.due or part.wheres):
            yield from self._particle(part)

    def _particle(self, part: _Part) -> Iterator[_Part]:
        j, verb = part.end, part.verb
        if self.says(j, "back") and verb.does == "at":
            yield part.more(j + 1, 0.03, wheres=(Where("homeback", j, j + 1),))
            if self.says(j + 1, "in", "inside"):  # "take it out, wash it and put it back in"
                there = Things((Thing("pron", "back in", j, j + 2),))
                yield part.more(j + 2, wheres=(Where("in", j, j + 2, there),))
        elif self.says(j, "up", "down", "together", "out", "over", "in", "back", "off") or (
                self.says(j, "away") and verb.name != "put"):
            yield part.more(j + 1, 0.1)

    def _listed(self, part: _Part) -> Iterator[_Part]:
        """Read "my things in the box: the phone and the keys", "two books, one from the desk …"."""
        (thing, *more) = part.what.members
        for e, c, what, notes in self.things(part.end + 1) if (
                self.says(part.end, ":", ",") and not more) else ():
            ones = all(t.kind == "ones" and t.at and not t.plural for t in what.members) and not (
                any(w.kind.startswith("home") for w in part.wheres))
            within = (thing.kind != "name" and not thing.at) or (
                thing.plural and all(set(t.types) < set(thing.types) for t in what.members))
            if ones and thing.plural and len(what.members) == (thing.count or 2):
                yield part.more(e + self._closes(e), c - 0.3, *notes, what=Things(tuple(replace(
                    thing, quant="a", count=0, plural=False, at=t.at) for t in what.members)))
            elif self.says(part.end, ":") and within and (
                    e >= self.size or self.word(e) in STOPS or not part.wheres):
                yield part.more(e, c, *notes, what=what)

    def _asides(self, part: _Part) -> Iterator[_Part]:
        """Read what says nothing, or how it is done: "carefully", "(please)", "now"."""
        k = part.end + self.says(part.end, ",", "-", "(")
        runs = part.verb.does.startswith("isToggled")  # "turn it on for an hour"
        names = ("polite", "shape", *["duration"] * (not runs))
        for name, end in (("manner", self.manner(k)), *((n, self.skipping(k, n)) for n in names)):
            closed = self.says(end, ",", "-", ")")
            if end > k and (k == part.end or closed):
                notes = (Note("manner", k, end),) if name in ("manner", "duration") else ()
                yield part.more(end + (k > part.end and closed), 0.02, *notes)

    def manner(self, i: int) -> int:
        """Return where it ends how or when something is done, ``i`` if that is not said."""
        k = i + self.says(i, "very", "so", "really", "as", "quite", "extremely")
        word = self.word(k)
        parts = parts_of_speech(word)
        if word.endswith("ly") and ("adv" in parts or not parts) and word not in ontology().refused:
            return k + 1
        ends = [e for name in ("adverb", "time") for e, kind in self.phrases(name, k)
                if kind != "again"]
        return max(ends, default=i)

    @kept
    def preds(self, i: int) -> Items:
        """Read how or where something should be; several joined by "and"."""
        for end, cost, pred, notes in self._pred(i):
            yield end, cost, (pred,), notes
            yield from self._preds_joined(end, cost, (pred,), notes)

    def _preds_joined(self, end: int, cost: float, said: tuple[Any, ...],
                      notes: tuple[Note, ...]) -> Items:
        k = self._joint_ends(end)
        words = self.words[end:k]
        again = max(self.skipping(k, name) for name in ("goes", "be", "should")) if words else k
        for e, c, pred, n in self._pred(again) if len(said) < 4 else ():
            kinds = said[-1][0], pred[0]
            contrary = "but" in words and "also" not in words  # "not on the bed but on the shelf"
            if contrary or (not words and kinds != ("state", "at")) or (
                    "then" in words and kinds == ("at", "at")):
                continue
            if "then" in words and pred[0] == "do":
                pred = (*pred[:1], replace(pred[1], ordered=True))
            found = (*said, pred)
            yield e, cost + c + 0.05 * (words in ([","], [])), found, (*notes, *n)
            yield from self._preds_joined(e, cost + c, found, (*notes, *n))

    def _pred(self, i: int) -> Items:
        i += self.says(i, "to") and self.says(i + 1, "go")  # "rinsed and to go on the shelf"
        while self.says(i, "go", "all", "both", "kept", "left", "also", "now", "again", "nice",
                "nicely", "always") or (
                self.word(i).endswith("ly") and self.word(i) not in self.known.known):
            i += 1
        for e, state in self.states(i):
            yield e, 0.0, ("state", state), ()
        k = self.skipping(i, "lying")
        for j in {i, k}:
            for e, c, where, n in self.place(j):
                if where.kind != "with":
                    yield e, c + 0.05 * (j > i), ("at", where), n
        participle = self.word(i) in self.known.participles
        for end, verb, due in dict.fromkeys(self.verbs(i)) if participle else ():
            for e, c, clause, n in self._arguments(i, end, verb, due):
                if not clause.what:
                    odd = 0.2 * (verb.does == "found")
                    yield e, c + odd - _NO_THING - 0.01, ("do", clause), n

    # -- whole clauses -----------------------------------------------------------------------------

    @kept
    def clause(self, i: int) -> Items:
        """Read a clause: a verb with what it takes, or a row of ``frames.toml``."""
        yield from self.order(i)
        for end, cost, frame, held, notes in self.rows(self.known.frames, i, forms=True):
            made = self._made(i, end, frame, held)
            if made is not None:
                only = (Note("only", i, end),) * ("only" in frame.slots)
                yield end, cost + frame.cost, made, (*notes, *only)

    def _made(self, i: int, end: int, frame: Frame, held: dict[str, Any]) -> Clause | None:
        """Make a clause of a row and what its slots hold: a verb's, if the row is named so."""
        verb = self.known.kinds.get(held.get("act", frame.act), NO_VERB)
        preds = (*held.get("s", ()), *held.get("pred", ()))
        wheres = [held["p"]] if "p" in held else []
        if frame.act == "with":  # "from the fridge, take the egg"
            order, what = held["v"], held.get("x", NOTHING)
            return None if what and order.what else replace(order, start=i, end=end,
                what=order.what or what, wheres=(*wheres, *order.wheres))
        if "q" in held:
            wheres.append(Where("on" if frame.act == "not" else "in", i, end, held["q"]))
        if frame.act in ("hold", "fill"):
            me = [Where("me", i, i)] * (frame.act == "hold")
            wheres = [*me, *(replace(w, kind="from") for w in wheres)]
        elif frame.act in ("claim", "not"):
            preds, wheres = (*preds, *(("at", w) for w in wheres)), []
        told = frame.act == "recipe" or "spared" in frame.slots
        if "u" in held:  # "instead of washing the mug, throw it away"
            held["x"] = held["u"].what
        if "each" in frame.slots:
            held["x"], wheres = self._on_each(held, wheres)
        if "laden" in frame.slots:  # "the plate on the table with a fork on it"
            *others, last = held["x"].members
            held["x"] = Things((*others, replace(last, holding=held["y"].members, laden=True)))
        made = Clause("do" if verb.name else frame.act, i, end, verb, held.get("x", NOTHING),
                      tuple(wheres), preds, held.get("y", NOTHING),
                      frame.slots[-1] if told else held.get("l") or held.get("n", ""),
                      inner=(held["v"],) if "v" in held else ())
        return made if self._fits(made, frame) else None

    def _fits(self, made: Clause, frame: Frame) -> bool:
        """Whether a row may be read so: some are only of what is done, or of a place alone."""
        what = made.what.members
        if "alone" in frame.slots:  # "lettuce, fridge"
            spots = made.wheres[0].spots
            bare = not (spots.members[0].quant or spots.members[0].at or self.placeable(made.what))
            whole = {self.word(made.start - 1), self.word(made.end)} <= {"", ",", *STOPS}
            return bare and whole and self.placeable(spots) and self.word(made.start - 1) != ","
        if "laden" in frame.slots:
            spots, within = made.wheres[0].spots, {*self.words[made.end - 2:made.end]}
            flat = within & {"in", "inside"} and not self._are(spots.members[0], "inside")
            return bool(ontology().places(what[-1].types) and (flat or self.placeable(spots)) and (
                all(self._are(t, "pickupable") for t in made.other.members)))
        if "made" in frame.slots:  # "make a fried egg"
            return all(t.states or "slice" in t.words or t.words == "toast" for t in what)
        if any(t.at for t in what) and (made.act == "table" or (
                made.act == "fact" and made.wheres)):
            return False  # not "a pen in the box" and "under the desk"
        if "taken" in frame.slots:  # "there should be a pen in the box. Bring it to me"
            k = next((n for n in range(made.end, self.size) if not self.halts(n)), self.size)
            return any(m[2].what and m[2].what.members[0].kind == "pron"
                       for n in {k, self.skipping(k, "polite"), k + 1} for m in self.order(n))
        if "done" in frame.slots:
            return any(self._is_done(p) for p in made.preds)
        if made.act in ("do", "bare"):
            return not any(t.quant == "no" or (made.act == "bare" and t.words == "it")
                           for t in what)
        topic = (frame.act, *frame.slots) == ("fact", "x") and not self.says(made.end - 1, ":")
        return not topic or not any(  # "a bowl, a spoon" are no topics
            t.kind == "name" and not t.plural and t.quant not in ("the", "all", "both", "that")
            for t in what)

    @staticmethod
    def _is_done(pred: Any) -> bool:
        """Whether a participle tells what happens to something: not how it may be already."""
        return bool(pred[0] == "do" and not pred[1].verb.does.startswith(
            ("isOpen", "isToggled", "isBroken", "found", "reached")))

    @staticmethod
    def _on_each(held: dict[str, Any], wheres: list[Where]) -> tuple[Things, list[Where]]:
        """Read "put the pillows on the beds, one on each" as one for every bed."""
        count = int(held.get("n", 1))
        what = Things(tuple(replace(t, quant="number", count=count, plural=count > 1)
                            for t in held["x"].members))
        every = [replace(w, spots=Things(tuple(replace(t, quant="all") for t in w.spots.members)))
                 for w in wheres if "n" in held]
        return what, every or wheres

    # -- conditions --------------------------------------------------------------------------------

    @kept
    def condition(self, i: int) -> Items:
        """Read "if the fridge is open", "unless there is a mug on the desk"."""
        for k, kind in self.phrases("condition", i)[:1]:
            yield from self._given(i, k, kind == "met")

    def _given(self, i: int, k: int, holds: bool) -> Items:
        yield from self._existing(i, k, holds)
        no = self.says(k, "not")  # "if dirty", "if not already off"
        j = k + no + self.says(k + no, "already", "still", "yet")
        yield from self._so(i, j, 0.1, IT, holds != no, ())
        for e, c, what, n in self.things(k):
            for end, no in self.is_or_not(e):
                been = 0.1 * (self.word(end - 1) == "been")
                yield from self._so(i, end, c + been, what, holds != no, n)

    def _so(self, i: int, k: int, cost: float, what: Things, holds: bool, notes: tuple[Note, ...]
            ) -> Items:
        no = any(t.quant == "no" for t in what.members)
        for e, c, pred, n in self._pred(k):
            kinds = (*STANDING, *["there"] * (what != IT))
            if pred[0] == "state" or (pred[0] == "at" and pred[1].kind in kinds):
                yield e, cost + c, (Given("is", what, pred, holds != no, i, e),), (*notes, *n)

    def _existing(self, i: int, k: int, holds: bool) -> Items:
        for start, kind in self.phrases("there_is", k)[:1]:
            denied = self.says(start, "not")
            no = denied or kind == "no"
            start += denied
            for e, c, what, n in self.things(start):
                found = holds != (no or any(t.quant == "no" for t in what.members))
                yield e, c + 0.02, (Given("exists", what, None, found, i, e),), n
                for end, d, at, _ in self.place(e) if self.says(e, "there") else ():
                    there = Things(tuple(replace(t, at=at) for t in what.members), what.joint)
                    yield end, c + d, (Given("exists", there, None, found, i, end),), n
                for end, state in self.states(e):
                    yield end, c, (Given("is", what, ("state", state), holds, i, end),), n
