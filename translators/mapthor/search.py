"""The cheapest way through a text: clauses, what joins them, what is left out and at what cost.

Words of negation, condition, order, number and quantity are never left out: a reading that does so
is refused. So the notes of a derivation name every liberty.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from typing import Any

from domains.household.goal import Selection
from translators.english.spelling import STOPS, Token, tokens
from translators.english.words import numeral, parts_of_speech
from translators.mapthor.chart import Item, Items, kept
from translators.mapthor.effects import Effects
from translators.mapthor.ontology import ontology
from translators.mapthor.phrases import SIGNS
from translators.mapthor.remarks import RemarkChart
from translators.mapthor.said import IT, Clause, Given, Note, Thing, Things, Where, pronoun
from translators.mapthor.sense import Sense, Senseless
from translators.mapthor.vocabulary import WORDS

REFUSED = 1.75
"""Dearer readings are refused."""
_BEAM = 10
_TOO_DEAR = REFUSED + 0.25
"""What costs so much more than the cheapest way to the same word is not followed."""
_UNUSED = {"never": 5.0, "known": 2.0, "noun": 1.8, "unknown": 1.2, "small": 0.35, "manner": 0.05}
_SENSELESS = 1.8
_GLUE = 0.9
"""What it costs that nothing joins two clauses."""
_VERBLESS = 0.45
"""What a clause costs whose verb is missing: something has to join it to the one before."""
_CARRIES = ("at", "hold", "home", "away", "clear")
"""What verbs do whose things go where no place needs to be said: to the bin, to a hand."""
_COOKED = ("heat", "toast", "device", "temperature", "isCooked", "cooked")
"""What things are when they were heated or cooled, or how that is done."""


_NO_CLAUSE = Clause("", 0, 0)
_NO_LEAD: tuple[str, tuple[Clause, ...]] = ("", ())


@dataclass
class Reading:
    """A way to some word: its clauses, what is pending for the next one, and what is known then.

    Behind the last word it is a whole reading: its cost and its notes are then all there are.
    ``pend`` are words of order, ``given`` conditions, ``lead`` clauses said to come before, after,
    … the next one. ``before`` is what was known before the ``last`` clause; ``guard`` are its
    conditions, which go for what follows them if they are ``headed``. ``early``: what is joined
    comes before the last clause ("before you …, do … and …").
    """

    cost: float
    sense: Effects
    before: Effects
    last: Clause = _NO_CLAUSE
    bound: str = "start"
    pend: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()
    lead: tuple[str, tuple[Clause, ...]] = _NO_LEAD
    guard: tuple[Given, ...] = ()
    headed: bool = False
    notes: tuple[Note, ...] = ()
    key: int = 0
    orders: int = 0
    early: bool = False

    @property
    def begins(self) -> bool:
        """Whether a sentence begins."""
        return self.bound in ("start", "stop")

    @property
    def joined(self) -> bool:
        """Whether something joins what comes to what was said."""
        return self.bound in ("and", "comma", "then")

    @property
    def behind(self) -> bool:
        """Whether what comes may still be about the last clause."""
        return self.bound in ("mid", "comma") and bool(self.last.act) and not (
            self.pend or self.given or self.lead[0])

    def more(self, cost: float, *notes: Note, **changes: Any) -> Reading:
        """Go on at a cost."""
        return replace(self, cost=self.cost + cost, notes=(*self.notes, *notes), **changes)


def _becomes_cooked(pred: Any) -> bool:
    """Whether something is said to be heated or cooled, or to be so treated."""
    made = pred[1].verb.does if pred[0] == "do" else pred[1][0] if pred[0] == "state" else ""
    return str(made).startswith(_COOKED)


def _refers(named: list[Things]) -> bool:
    return any(t.members[0].kind in ("pron", "ones") for t in named if t)


def _is_pronoun(clause: Clause) -> bool:
    within = [t.at.spots for t in clause.what.members if t.at]  # "whatever is in it"
    return _refers([clause.what, *(w.spots for w in clause.wheres), *within])


def readings(said: list[Token]) -> list[Reading]:
    """Return the readings of a text, the cheapest first."""
    return _Search(said).readings()


def recipe(text: str, sense: Effects) -> None:
    """Read what a recipe means behind what is known."""
    (found, *_) = _Search(tokens(text), sense.fork()).readings()
    for name in ("groups", "places", "there", "steps", "laden"):
        setattr(sense, name, getattr(found.sense, name))


class _Search(RemarkChart):
    def __init__(self, said: list[Token], begun: Effects | None = None) -> None:
        super().__init__(said)
        sense = begun or Effects(recipe=recipe)
        self.begun = Reading(sum(t.slip for t in self.tokens), sense, sense)
        self.best: list[list[Reading]] = [[self.begun], *([] for _ in said)]

    def readings(self) -> list[Reading]:
        for i in range(self.size):
            for state in self._kept(i):
                self._step(i, state)
        every = [s.more(_UNUSED["known"] * len(untold := self._untold(s.last)), *untold)
                 for s in self._kept(self.size)]
        ends = [s for s in every if not (s.given or s.lead[0] or s.bound == "and")] or [
            s.more(_UNUSED["never"], Note("unfinished", self.size, self.size)) for s in every]
        return sorted((s.more(s.sense.cost + 0.1 * bool(s.pend), *s.sense.notes) for s in ends),
                      key=lambda s: s.cost)

    def _kept(self, i: int) -> list[Reading]:
        kept: dict[Any, Reading] = {}
        for state in sorted(self.best[i], key=lambda s: s.cost + s.sense.cost):
            same = (state.key, state.bound, state.pend, state.given, state.lead, state.guard)
            kept.setdefault(same, state)
        ways = list(kept.values())[:_BEAM]
        done = [s.cost + s.sense.cost for s in ways if not (s.pend or s.given or s.lead[0])]
        most = done[0] + _TOO_DEAR if done and i < self.size else float("inf")
        return [s for s in ways if s.cost + s.sense.cost < most]

    def _go(self, end: int, state: Reading, cost: float = 0.0, *notes: Note, **more: Any) -> None:
        """Go on from a word at a cost."""
        self.best[end].append(state.more(cost, *notes, **more))

    # -- one step ----------------------------------------------------------------------------------

    def _step(self, i: int, state: Reading) -> None:
        self._what_follows(i, state)
        if self.words[i] in STOPS:
            self._go(i + 1, state, bound="stop", headed=False, early=False,
                     sense=replace(state.sense, within=None))
            return
        if self.words[i] in SIGNS:
            self._go(i + 1, state, bound=state.bound if state.begins else "comma")
            return
        self._joint(i, state)
        self._phrases_between(i, state)
        self._undo(i, state)
        self._words_of_order(i, state)
        self._conditions(i, state)
        self._in_order(i, state)
        self._idle(i, state)
        readers = {"choice": self._choice, "use": self._using}
        for item in self.clause(i):
            if state.bound != "mid" or self._whole(item):
                readers.get(item[2].act, self._clause_read)(i, state, item)
        self._unused(i, state)
        self._remark(i, state)

    @staticmethod
    def _whole(item: Item) -> bool:
        """Whether a clause has a verb."""
        return bool(item[2].verb.name) or item[1] < _VERBLESS

    def _what_follows(self, i: int, state: Reading) -> None:
        """Read "clear the table: put …", "cool it by putting …" as what follows."""
        by = self.says(i, "by") and self.word(i + 1).endswith("ing")
        last, asked = state.last, state.sense.last
        clears = last.verb.does in ("clear", "home")
        said = {*self.words[i:self.ends(i + 1)]} if clears and self.says(i, ",") else set()
        going = {"going", "putting"} & said and {"else", "everything", "rest"} & said
        if last.act == "swap" and self.says(i, ":") and {"one", "way", "vice"} & {
                *self.words[i:(end := self.ends(i + 1))]}:  # "the one on the bed on the desk"
            self._go(end, state, 0.2, Note("aside", i + 1, end, cost=0.2))
        whole = clears or last.act in ("recipe", "table")
        if (by or going or self.says(i, ":")) and (
                whole or (by and (last.orders or state.begins))):
            told = (Note("read as", last.start, last.end, "what follows"),)
            within = asked.what.located if clears and asked else None
            sense = replace(state.before, within=within) if whole else (
                replace(state.sense, steps=state.before.steps))
            if within and by:  # "by moving what is on it", "all that lies there"
                sense = replace(sense, there=within, groups=state.sense.groups)
            self._go(i + 1, state, -0.2 * whole, *told * (not by), bound="stop", sense=sense,
                     key=hash((state.key, i + 1)))

    def _joint(self, i: int, state: Reading) -> None:
        word, last = self.words[i], state.last
        for end, kind in self.phrases("along", i):
            if kind == "joint":
                pend = (*state.pend, "but") if word == "but" and last.act else state.pend
                bound = state.bound if state.begins else "and"
                self._go(end, state, 0.02 * (word != "and"), pend=pend, bound=bound)
            elif state.bound in ("mid", "comma") and (last.orders if word == "while" else (
                    self.word(last.start) in self.known.verbs and not (
                        self.phrases("quantifier", end)))):
                self._go(end, state, 0.35, bound="and")

    def _phrases_between(self, i: int, state: Reading) -> None:
        """Read what means nothing."""
        word, mid = self.words[i], state.bound == "mid"
        polite = [end for end, _ in self.phrases("polite", i)] + [
            e for e in self.asking(i) if not mid and self.words[e - 1:e + 1] != ["i", "get"] and (
                self.word(e) in self.known.verbs or self.word(e) in self.known.base
                or (self.says(e, "not") and not self.says(e - 1, "can"))
                or self.phrases("order", e))]
        if word == "only" and (self.word(i + 1) in self.known.verbs or self.halts(i + 1)):
            self._go(i + 1, state, 0.05)
        for end in polite:
            self._go(end, state, 0.01)
        for end, _ in self.phrases("address", i) if not mid else ():
            # not "the other one on", "give Bob the mug"
            if not (self.states(end) or self.says(i - 1, "to") or self.phrases("quantifier", end)):
                self._go(end, state, 0.05, Note("address", i, end))
        if room := self.room(i):
            self._go(room, state, 0.01)

    def _words_of_order(self, i: int, state: Reading) -> None:
        for end, kind in self.phrases("order", i):
            if kind == "first":
                self._first(end, state, before=self.words[i] == "before")
            elif not (self.word(end - 1) == "next" and self.says(end, "to")):
                self._then(end, state)
        if self.words[i] == "after" and self.halts(i + 1):
            self._then(i + 1, state)
        when = state.last.when if state.behind else ()
        for end, _ in self.phrases("if_so" if when[-1].holds else "otherwise", i) if when else ():
            if self.halts(end):  # "see if it is dirty and wash it if so"
                self._go(end, state)
        if len(state.last.when) == 1 and state.guard:  # where that condition is not met
            also = replace(state.last, when=(replace(state.last.when[0], also=True),))
            for end, _ in self.phrases("otherwise", i):
                self._again(end, state, also, pend=("else",), bound="and")

    def _undo(self, i: int, state: Reading) -> None:
        """Take back the last order: "put it on the table. No wait, put it in the sink"."""
        last, begun = state.last, i + self.says(i, "actually") * (1 + self.says(i + 1, ","))
        end = begun
        while self.skipping(end, "undo") > end or (end > begun and self.says(end, ",", ".", "-")):
            end = max(self.skipping(end, "undo"), end + self.says(end, ",", ".", "-"))
        if end == begun or self.words[i:end] in (["no"], ["wait"]):  # "no drawer"
            return
        begun = self.skipping(end, "polite")
        told = self.remark(begun)[0]  # "no, wait, mum is coming, hide it"
        told = self.skipping(told + self.says(told, ","), "polite")
        clauses = [m[2] for n in (begun, told) for m in self.clause(n) if self._whole(m)]
        for e, c, what, more in self.things(begun) if last.what else ():
            if self.halts(e) and self.placeable(what) == self.placeable(last.what):
                note = Note("taken back", last.what.members[0].start, last.what.members[-1].end)
                self._again(e, state, replace(last, what=what), c, note, *more)
        if not clauses:
            return
        steps = replace(state.sense, steps=state.before.steps)
        if not last.act or (state.orders == 1 and not set(self.words[last.end:i]) - SIGNS):
            state = self.begun  # even what is senseless is taken back
        note = Note("taken back", last.start, i, cost=0.6 - 0.4 * self.says(i, "actually", "we"))
        bare = clauses[0].act == "be"  # "or rather off"
        self._go(end, state, note.cost, note, sense=steps, bound="comma" if bare else "stop",
                 last=last if bare else _NO_CLAUSE)

    def _then(self, end: int, state: Reading) -> None:
        pend = (*state.pend, "then") if state.last.act else state.pend
        self._go(end, state, pend=pend, bound="then")
        if state.bound == "mid" and self.halts(end):
            self._again(end, state, replace(state.last, ordered=True))

    def _first(self, end: int, state: Reading, *, before: bool) -> None:
        pend = "then"
        if state.bound != "mid":
            pend = "first" if state.last.act and (before or state.bound != "stop") else ""
        elif state.orders > 1 and (self.halts(end) or self.says(end, "and", "because", "since")):
            self._again(end, state, replace(state.last, swap=True, ordered=False))
            return
        self._go(end, state, pend=(*state.pend, pend) if pend else state.pend)

    def _again(self, end: int, state: Reading, clause: Clause, cost: float = 0.0, *notes: Note,
               pend: tuple[str, ...] = (), bound: str = "mid") -> None:
        """Read the last clause anew, with something said behind it."""
        self._add(end, state.more(cost, *notes, sense=state.before, headed=False, pend=pend,
                                  orders=state.orders - 1), [clause], clause.when, bound)

    # -- clauses -----------------------------------------------------------------------------------

    def _applied(self, state: Reading, clause: Clause) -> tuple[Effects, tuple[Note, ...]]:
        """Return what is known behind a clause; what makes no sense changes nothing."""
        sense = state.sense.fork()
        try:
            sense.apply(clause)
        except Senseless as senseless:
            return state.sense, (senseless.note,)
        return sense, ()

    def _clause_read(self, i: int, state: Reading, item: Item) -> None:
        end, cost, clause, notes = item
        glue = _GLUE if state.bound == "mid" and clause.act != "be" else 0.0
        last = state.last
        if clause.act == "claim" and cost >= _VERBLESS and (
                self.says(i - 1, "is", "are") or (  # "there is no mug on the table" orders nothing
                self.is_question(i) and self.word(i - 1) in {"", "?", "."})):
            return
        if clause.act == "only":  # "don't wash the pan, only the mug"
            last = last.inner[0] if last.act == "forbid" and last.inner else _NO_CLAUSE
        if meant := self._of_last(state, clause, cost):
            self._again(end, state, *meant, *notes)
            return
        if clause.act in ("again", "bare", "only"):
            if not (last.what and clause.what) or last.act in ("both", "spare") or (
                    clause.act == "bare" and (state.bound in ("stop", "mid") or "but" in state.pend
                    or any(t.kind == "ones" and t.at for t in clause.what.members))):
                return
            cost -= 0.3 * (clause.act == "bare" and state.bound in ("and", "then"))
            clause = replace(last, what=clause.what, when=(), inner=(), ordered=False, swap=False)
        if clause.act == "be":
            if not last.what or (state.bound == "mid" and not self.says(i, "so")) or (
                    state.bound == "stop" and last.act != "fact"):
                return
            both = self.says(i, "both", "all")  # "…, both on the shelf"
            them = Things((Thing("pron", self.words[i], i, i + 1, plural=True),))
            clause = replace(clause, act="claim", what=them if both else pronoun(last.what, i))
        elif self._lacks_verb(state, clause, cost):
            cost -= 0.4  # "…, and the book on the shelf"
            places = tuple(v for k, v in clause.preds if k == "at") * (last.verb.does == "heat")
            clause = replace(last, what=clause.what, wheres=places, when=(), ordered=False) if (
                places) else replace(clause, act="claim", joined=clause.act == "claim")
        self._with_pending(end, state, cost + glue, clause, notes)

    def _using(self, _i: int, state: Reading, item: Item) -> None:
        """Read "if there is none, use the cup": in the place of what or where to, or as a tool."""
        (end, cost, clause, notes), last = item, state.last
        spot = last.wheres[-1] if last.wheres and last.wheres[-1].spots else None
        lacking = [t.types for g in state.given for t in g.what.members]
        if "w" in last.verb.slots:
            tool = Where("with", clause.start, end, clause.what)
            self._again(end, replace(state, given=()), replace(
                last, wheres=(*last.wheres, tool)), cost, *notes)
        elif spot and last.what.members[0].types not in lacking and all(
                ontology().places(t.types) for t in clause.what.members):
            there = (*last.wheres[:-1], replace(spot, kind="in", spots=clause.what))
            self._with_pending(end, state, cost, replace(last, wheres=there, when=()), notes)
        elif last.what:
            self._with_pending(end, state, cost, replace(last, what=clause.what, when=()), notes)

    def _choice(self, _i: int, state: Reading, item: Item) -> None:
        """Read "… on a piece of furniture, the ottoman is fine", "…, a pencil will do"."""
        end, cost, clause, notes = item
        last, (thing, *more) = state.last, clause.what.members
        if state.bound not in ("stop", "comma") or not last.verb.name:
            return
        spots = last.wheres[-1].spots.members if last.wheres else ()
        if self.placeable(clause.what) and spots and (
                len(spots[0].types) > 1 and spots[0].types != thing.types):
            where = replace(last.wheres[-1], kind="in", spots=clause.what)
            self._again(end, state, replace(last, wheres=(*last.wheres[:-1], where)), cost, *notes)
        elif last.what and not (more or self.placeable(clause.what)) and (
                thing.quant in ("a", "any") or last.what.members[-1].quant == "some"):
            *others, gone = last.what.members
            self._again(end, state, replace(last, what=Things((*others, thing))), cost, *notes,
                        Note("taken back", gone.start, gone.end))

    def _of_last(self, state: Reading, clause: Clause, cost: float) -> tuple[Clause, float] | None:
        """Return the last clause with what is told of it: which is meant, where it or some goes."""
        last, things = state.last, clause.what.members
        said = (clause.act, state.bound, *((t.kind, t.quant) for t in things),
                *(kind for kind, _ in clause.preds))
        if said == ("bare", "stop", ("ones", "the")) and last.what and (
                things[0].at or things[0].states):  # "Wash the mug. The one on the desk."
            which = replace(last.what.members[-1], at=things[0].at, states=things[0].states)
            return replace(last, what=Things((which,))), cost - 0.3
        if clause.act in ("claim", "fact") and (source := self._told_where(last, clause)):
            return replace(last, wheres=(*last.wheres, *source)), cost
        # "put the pens away, two in the mug and the rest …"
        away = last.verb.does in ("at", "home") and all(
            w.kind.startswith("home") for w in last.wheres)
        if said == ("claim", "comma", ("ones", "number"), "at") and away and cost >= _VERBLESS and (
                [t.plural for t in last.what.members] == [True] and things[0].at is None):
            some = replace(last.what.members[0], quant="number", count=things[0].count)
            return replace(last, what=Things((some,)), wheres=(clause.preds[0][1],)), cost - 0.7
        return None

    @staticmethod
    def _lacks_verb(state: Reading, clause: Clause, cost: float) -> bool:
        """Whether the verb of the clause before goes for what is told of another thing as well."""
        last = state.last
        if clause.act == "fact":
            return bool(clause.preds) and last.act in ("claim", "not") and not (
                _is_pronoun(clause)) and state.bound in ("and", "comma")
        carried = last.verb.does in _CARRIES and not last.wheres
        if last.verb.needs not in ("", "pickupable") and _refers(
                [v.spots for k, v in clause.preds if k == "at"]):
            return False  # "wash the pan and the spoon in it"
        return state.joined and clause.act == "claim" and cost >= _VERBLESS and (
            last.act not in ("", "fact") and not carried) and (
            "but" not in state.pend or all(t.quant != "all" for t in last.what.members))

    def _told_where(self, last: Clause, clause: Clause) -> tuple[Where, ...]:
        """Return where to look by "it should be on the stove" behind "fetch the pot"."""
        does = ("hold", "found", *(("at", "home") if clause.act == "fact" or (
            last.wheres and last.wheres[-1].kind == "me") else ()))
        goes = {"go", "goes", "belong", "belongs", "you"} & set(self.words[clause.start:clause.end])
        told = clause.wheres or tuple(v for k, v in clause.preds if k == "at")
        return tuple(replace(w, kind="from") for w in told) if (
            not goes and last.verb.does in does and _is_pronoun(clause)
            and len(clause.preds) < 2 and [w.kind for w in told] in (["in"], ["on"])) else ()

    def _untold(self, topic: Clause) -> tuple[Note, ...]:
        """Return what is only named, where nothing follows about it: "the mug, then the plate"."""
        named = topic.act == "fact" and not topic.preds and self.says(topic.end - 1, *SIGNS)
        return (Note("unused", topic.start, topic.end - 1, cost=_UNUSED["known"]),) * named

    def _with_pending(self, end: int, state: Reading, cost: float, clause: Clause,
                      notes: tuple[Note, ...]) -> None:
        topic, guard, (lead, firsts) = state.last, state.given, state.lead
        if clause.what and ("then" in state.pend if clause.act == "fact" else not _is_pronoun(
                clause)):  # "first the mugs, then the plates: …"
            untold = self._untold(topic)
            cost, notes = cost + _UNUSED["known"] * len(untold), (*notes, *untold)
        if clause.act == "fact" and (guard or lead):
            return  # "if the fridge is open and the lamp is on": both are conditions
        if "else" in state.pend:
            guard = tuple(replace(g, holds=not g.holds, also=False, plain=True)
                          for g in state.guard)
        elif not guard and state.headed and state.joined:
            guard = state.guard
        then = "then" in state.pend
        clause = replace(clause, when=(*clause.when, *guard),
            ordered=clause.ordered or then or lead not in ("", "before", "until", "spare"),
            swap=(state.early and state.bound in ("and", "comma")) or "first" in state.pend,
            apart="but" in state.pend and not then)
        begun = state.more(cost, *notes, pend=(), given=(), lead=_NO_LEAD,
                           early=state.early or lead == "before",
                           headed=bool(state.given) or (state.headed and guard is state.guard))
        if lead == "after" and _is_pronoun(firsts[0]) and clause.what and not begun.sense.groups:
            firsts = (replace(firsts[0], what=clause.what), *firsts[1:])
            clause = replace(clause, what=pronoun(clause.what, clause.start))
        if lead == "before" and _is_pronoun(clause):
            named, _ = self._applied(begun, firsts[0])
            begun = replace(begun, sense=replace(begun.sense, groups=[*named.groups]))
        later = [replace(c, ordered=c.ordered or lead == "before") for c in firsts]
        self._add(end, begun, [clause, *later] if lead in ("before", "until", "spare") else [
            *firsts, clause], guard)

    def _add(self, end: int, state: Reading, clauses: list[Clause], guard: tuple[Given, ...],
            bound: str = "") -> None:
        for clause in clauses:
            sense, senseless = self._applied(state, clause)
            state = state.more(_SENSELESS * bool(senseless), *senseless, before=state.sense,
                               sense=sense, last=clause, orders=state.orders + clause.orders,
                               key=hash((state.key, clause)))
        bound = bound or ("comma" if self.word(end - 1) in SIGNS else "mid")
        self._go(end, state, bound=bound, guard=guard)

    # -- conditions and order ----------------------------------------------------------------------

    def _conditions(self, i: int, state: Reading) -> None:
        last, found = state.last, self.condition(i)
        if state.begins:
            found = [*found, *self._asked(i)]
        if self.word(i - 1) == "and":  # "if the fridge is open and the lamp is on, …"
            also = [g for g in self._given(i, i, True) if not self.phrases("condition", g[0])]
            if state.given and state.given[-1].holds:
                found = [*found, *also]
            if last.when and last.when[-1].holds and not state.given:
                for end, cost, given, notes in also:
                    self._again(end, state, replace(last, when=(*last.when, *given)), cost, *notes)
        for end, cost, given, notes in found:
            if state.bound != "mid":
                self._go(end, state, cost, *notes, given=(*state.given, *given), bound="cond")
            if state.behind and last.orders:
                later = replace(last, when=(*last.when, *given))
                self._again(end, state, later, cost + 0.1 * (state.bound == "comma"), *notes)

    @kept
    def _asked(self, i: int) -> Items:
        """Read "is the television on? If so, …", "see whether it is on. If not, …"."""
        found = [g for start, _ in self.phrases("whether", i) for g in self._given(i, start, True)]
        found += self._existing(i, i, True)
        for e, c, what, n in self.things(i + 1) if self.says(i, "is", "are") else ():
            found += self._so(i, e + self.says(e, "still", "already"), c, what, True, n)
        for end, cost, (given,), notes in found:
            start = end
            while self.says(start, ".", "?", ",", ";", "and"):
                start += 1
            so, no = ([e for e, _ in self.phrases(name, start)] + [start] * (  # "… if it is"
                self.says(start - 1, "and", "?") and any(self.halts(e) for n in range(
                    start, self.ends(start)) for e, _ in self.phrases(name, n)))
                for name in ("if_so", "otherwise"))
            for stop in (*so, *no) if start > end else ():
                yield stop, cost, (replace(given, holds=given.holds == (stop in so)),), notes

    def _in_order(self, i: int, state: Reading) -> None:
        """Read "before …" and "after …", in front and behind."""
        i += self.says(i, "only") and self.says(i + 1, "after", "when", "once")
        word, last = self.words[i], state.last
        if last.act and word in ("when", "once", "as", "until"):
            self._when_done(i, state)
        for start, kind in self.phrases("lead", i):
            for end, cost, clauses, notes in self._acts_in_order(start, kind):
                on = state.more(cost, *notes)
                if not state.lead[0] and (state.begins or (
                        state.bound != "mid" and kind != "until" and word not in ("not", "but"))):
                    self._go(end, on, lead=(kind, clauses), bound="cond")
                if state.behind and (kind in ("until", "spare") or (
                        kind, last.act) == ("before", "forbid")):
                    self._until(kind, end, on, clauses)
                elif state.behind:  # "nothing may be in it when you start it"
                    later = kind == "before" or (word == "when" and any(
                        t.quant == "no" for t in last.what.members))
                    self._add(end, on, [replace(c, ordered=c.ordered or later, swap=not later)
                                        for c in clauses], state.guard)

    def _idle(self, i: int, state: Reading) -> None:
        """Leave out "dry it" behind an order; "wait until the sink is full" is "then"."""
        behind = state.last.orders or state.lead[0]  # "when you have washed it, dry it and …"
        told = "else" in state.pend and (self.words[i:i + 3] == ["do", "not", "bother"] or (
            self.says(i, "tell") and self.says(i + 1, "me", "us")))
        if behind and (told or (self.words[i] in WORDS["idle"] and self.says(i + 1, "it", "them"))):
            end = self.ends(i) if told else i + 2 + self.says(i + 2, "up", "out", "off", "down")
            self._go(end, state, 0.5, Note("idle", i, end), bound="mid",
                     pend=() if told else state.pend)
        elif state.last.orders and self.words[i] == "wait":
            end = next((n for n in range(i, self.size) if self.halts(n) or self.says(
                n, "and", "then", "before")), self.size)
            self._go(end, state, 0.6, Note("aside", i, end), pend=("then",), bound="then")
            self._go(i + 1, state, bound="comma")

    def _until(self, kind: str, end: int, state: Reading, clauses: tuple[Clause, ...]) -> None:
        """Read "run the tap until the pot is full", "don't wash it until the pan is clean"."""
        if state.last.act == "forbid":
            clauses = (*clauses, *(replace(c, ordered=True) for c in state.last.inner))
            state = replace(state, sense=state.before)
        elif kind == "until" and state.last.verb.does == "isToggled+":
            off = replace(state.last, verb=self.known.kinds["off"], ordered=True)
            clauses = (*clauses, off)
        self._add(end, state, list(clauses), state.guard)

    def _when_done(self, i: int, state: Reading) -> None:
        """Read "when it is hot" behind its heating as "then"."""
        start = i + (3 if self.words[i:i + 3] == ["as", "soon", "as"] else 1)
        heats = state.last.act == "claim" or state.last.verb.does == "at"
        for end, cost, claim, _ in self._claimed(start):
            pred = claim.preds[0]
            made = pred[0] == "at" or (
                pred[0] == "state" and pred[1][0] not in ("isOpen", "isToggled"))
            if claim.what.members[0].kind != "pron":
                continue
            if self.says(i, "until") and heats and _becomes_cooked(pred):
                self._add(end, state, [claim], state.guard)  # "in the microwave until it is hot"
            elif made or not self.says(i, "when", "until"):
                self._go(end, state, cost - 0.02, pend=(*state.pend, "then"), bound="then")

    def _acts_in_order(self, start: int, kind: str) -> Items:
        """Read what comes first, or later: "closing the blinds and putting the phone away"."""
        for end, cost, clauses, notes in self._act_in_order(start, kind):
            yield end, cost, clauses, notes
            k = self._joint_ends(end) if kind != "spare" else end
            done = (self.word(start).endswith("ing") and self.word(k).endswith("ing")) or (
                self.says(start - 1, "have") and self.word(k) in self.known.participles)
            both = k > end and (done or clauses[0].act == "claim")
            also = self._acts_in_order(k, "after" if done else kind) if both else ()
            for e, c, more, n in also:
                if done or more[0].act == "claim":
                    yield e, cost + c - 0.05, (*clauses, *more), (*notes, *n)

    def _act_in_order(self, start: int, kind: str) -> Items:
        if kind == "spare":
            for end, cost, left, notes in self.things(start):
                spare = Clause("spare", start, end, what=left, extra="except")
                yield end, cost + 0.1, (spare,), notes
            return
        when = "when" in self.words[max(0, start - 2):start]
        acts = ("do", "both", "table", "recipe", *(["claim"] * (not when)))
        for end, cost, clause, notes in self.clause(start):
            if clause.act in acts and (kind != "until" or self.says(start - 1, "have")):
                yield end, cost, (clause,), notes
        for end, cost, claim, notes in self._claimed(start):
            pred = claim.preds[0]
            if not (kind == "until" and _becomes_cooked(pred)) and not (
                    when and pred[0] == "do" and not self._is_done(pred)):
                yield end, cost, (claim,), notes

    def _claimed(self, start: int) -> Items:
        """Read "the pot is full", "it is hot", "being washed"."""
        for end, cost, clause, notes in self.clause(start):
            if clause.preds and (clause.act == "fact" or self.says(start, "being", "been")):
                yield end, cost - 0.4, replace(clause, act="claim", what=clause.what or IT), notes

    # -- what is left out --------------------------------------------------------------------------

    def _unused(self, i: int, state: Reading) -> None:
        word = self.words[i]
        if word in WORDS["asking"] and state.begins and self.is_question(i):
            note = Note("question", i, i + 1, cost=_UNUSED["never"])
            self._go(i + 1, state, note.cost, note)
            return
        how = self.manner(i)
        if word.endswith("ly") or state.bound in ("mid", "comma") or (
                self.word(how) in SIGNS and not self.phrases("condition", i)):
            for stop in {how, self.skipping(i, "adverb")} - {i}:
                cost = _UNUSED["manner"] + 0.1 * (stop != how)  # "throw the food in there out"
                self._go(stop, state, cost, Note("manner", i, stop))
        cost, kind = self._worth(i, word)
        if word == "to" and (i == 0 or self.words[i - 1] in SIGNS):
            aim = any(w in SIGNS and self._commands(n) and not self.says(n, "after", "once")
                      and not self.word(n).endswith("ing")  # "to make coffee, …" is no order
                      for n, w in enumerate(self.words[i:-1], i + 1))
            cost = _UNUSED["known" if aim else "manner"]
        self._go(i + 1, state, cost, Note(kind, i, i + 1, ontology().refused.get(word, ""), cost))

    def _worth(self, i: int, word: str) -> tuple[float, str]:
        """Return what it costs to leave a word out, and what is said of that."""
        if i == self.size - 1 and word in ("and", "or", "then", "but"):
            return _UNUSED["never"], "unfinished"
        if word[0].isdigit() or word == "zero":
            return _UNUSED["never"], "number"
        states = self.known.classes["state"].words.keys() - {"up", "down"}
        if numeral(word) or word in WORDS["never"] or word == "some" or word in states or (
                word == "the" and (self.word(i + 1) in states or self.phrases("order", i + 1)
                or (self._is_name(i + 1, 1) and not self.word(i + 1).endswith("ing")))):
            return _UNUSED["never"], "unused"
        if word in ontology().refused:
            return _UNUSED["known"], "refused"
        begins = i == 0 or self.words[i - 1] in (*SIGNS, "and", "then", "so", "that")
        done = self.word(i + 1) in self.known.participles or self.says(
            i + 1, "can", "could", "will", "might", "may", "shall")
        told = (begins and done and word in ("i", "we", "he", "she", "they")) or (
            word in ("has", "have", "had") and self.says(i - 1, *WORDS["people"]))
        small = word in WORDS["small"]
        if small and not told and not self._is_name(i, 2):  # "my glasses"
            return _UNUSED["small"], "left out"
        if small or told or word in self.known.verbs or ontology().find(word):
            return _UNUSED["known"], "unused"  # "I left it there", "so I can eat" are no orders
        if begins and "verb" in parts_of_speech(word):
            return _UNUSED["noun"], "unknown"
        if word in self.known.known:
            return _UNUSED["unknown"], "left out"
        return _UNUSED["noun" if "noun" in parts_of_speech(word) else "unknown"], "unknown"

    def _remark(self, i: int, state: Reading) -> None:
        """Leave out what orders nothing, up to the next sign; what it names may be taken up."""
        mid = state.bound == "mid"
        torn = state.notes and state.notes[-1].end == i and state.notes[-1].cost >= _UNUSED["small"]
        if not (mid or torn) or self.says(i, "i", "we", *WORDS["reasons"]):
            self._leave_out(i, *self.remark(i), state)
        end, cost = self.reason(i)
        self._leave_out(i, end, cost + 0.25 * (not mid), state)

    def _leave_out(self, i: int, end: int, cost: float, state: Reading) -> None:
        if not i < end < i + 30:
            return
        names, groups = self._named_there(self.names(i, end), state.sense), state.sense.groups
        groups = [*groups, *names[::-1]] if state.begins else [*names, *groups]
        self._go(end, state, cost, Note("aside", i, end, cost=cost),
                 pend=tuple(p for p in state.pend if p != "but"),
                 sense=replace(state.sense, groups=groups),
                 bound=state.bound if state.begins or state.bound == "mid" else "comma")

    def _named_there(self, things: list[Thing], sense: Sense) -> list[tuple[Selection, ...]]:
        """Return what a remark names: what can be carried about is taken up first."""
        portable, found = set(ontology().properties["pickupable"]), []
        for thing in sorted(things, key=lambda t: not self.says(t.start, "that", "this")):
            with contextlib.suppress(Senseless):
                at = thing.at if thing.at and thing.at.kind != "there" and (
                    thing.at.spots.members[0].kind != "pron") else None  # "that box in front of it"
                named = sense.fork().select(replace(thing, states=(), at=at))
                found.append(tuple(replace(s, hearsay=s.quantifier != "all") for s in named))
                found += [(s.located.place,) for s in named if s.located and s.located.place]
        narrow = [g for g in found if not any(  # "the best vegetable is the potato"
            set() < set(other[0].types) < set(g[0].types) for other in found)]
        every = [s for g in narrow for s in g if s.quantifier == "all"]
        if len(every) > 1:  # "do the forks and the spoons: clean ones in …" are of both kinds
            both = replace(every[0], types=tuple(t for s in every for t in s.types))
            narrow = [(both,), *(g for g in narrow if not {*g} & {*every})]
        return sorted(narrow, key=lambda g: not portable & set(g[0].types))
