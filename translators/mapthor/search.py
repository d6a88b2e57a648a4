"""The cheapest way through a text: clauses, what joins them, what is left out and at what cost.

Words of negation, condition, order, number and quantity are never left out: a reading that does so
is refused. So the notes of a derivation name every liberty.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from domains.household.goal import Selection
from translators.english.words import parts_of_speech
from translators.mapthor.chart import Items, kept
from translators.mapthor.effects import Effects
from translators.mapthor.ontology import ontology
from translators.mapthor.phrases import SIGNS, WORDS
from translators.mapthor.remarks import RemarkChart
from translators.mapthor.said import IT, Clause, Given, Note, Thing, Things, pronoun
from translators.mapthor.sense import Sense, Senseless
from translators.mapthor.tokens import STOPS, Token, tokens
from translators.mapthor.vocabulary import numeral

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
_COOKED = ("heat", "fry", "toast", "device", "temperature", "isCooked", "cooked")
"""What things are when they were heated or cooled, or how that is done."""


@dataclass
class _State:
    """A way to some word: its clauses, what is pending, and what is known then."""

    cost: float
    sense: Sense
    bound: str = "start"
    pend: tuple[Any, ...] = ()
    guard: tuple[Given, ...] = ()
    headed: bool = False
    last: Clause | None = None
    before: Sense | None = None
    notes: tuple[Note, ...] = ()
    key: int = 0
    orders: int = 0
    early: bool = False  # what is joined comes before the last clause: "before you …, do … and …"

    def more(self, cost: float, *notes: Note, **changes: Any) -> _State:
        """Go on at a cost."""
        return replace(self, cost=self.cost + cost, notes=(*self.notes, *notes), **changes)


@dataclass(frozen=True)
class Reading:
    """A whole reading: its cost, what has to be done, and the notes on the liberties taken."""

    cost: float
    sense: Sense
    notes: tuple[Note, ...]


def _becomes(pred: Any, *states: str) -> bool:
    """Whether something is said to get into one of some states, or to be so treated."""
    made = pred[1].verb.does if pred[0] == "do" else pred[1][0] if pred[0] == "state" else ""
    return str(made).startswith(states)


def _is_pronoun(clause: Clause) -> bool:
    named = [clause.what, *(w.spots for w in clause.wheres)]
    return any(t.members[0].kind in ("pron", "ones") for t in named if t)


def readings(said: list[Token]) -> list[Reading]:
    """Return the readings of a text, the cheapest first."""
    return _Search(said).readings()


def recipe(text: str, sense: Sense) -> None:
    """Read what a recipe means behind what is known."""
    (found, *_) = _Search(tokens(text), sense.fork()).readings()
    for name in ("groups", "places", "there", "steps", "laden"):
        setattr(sense, name, getattr(found.sense, name))


class _Search(RemarkChart):
    def __init__(self, said: list[Token], begun: Sense | None = None) -> None:
        super().__init__(said)
        self.begun = begun or Sense()
        self.best: list[list[_State]] = [[] for _ in range(self.size + 1)]

    def readings(self) -> list[Reading]:
        self.best[0] = [_State(sum(t.slip for t in self.tokens), self.begun)]
        for i in range(self.size):
            for state in self._kept(i):
                self._step(i, state)
        ends = [s for s in self._kept(self.size) if not any(
            isinstance(p, tuple) for p in s.pend) and s.bound not in ("and",)]
        ends = ends or [s.more(_UNUSED["never"], Note("unfinished", self.size, self.size))
                        for s in self._kept(self.size)]
        return sorted((Reading(s.cost + s.sense.cost + 0.1 * bool(s.pend), s.sense,
            (*s.notes, *s.sense.notes))
                       for s in ends), key=lambda r: r.cost)

    def _kept(self, i: int) -> list[_State]:
        kept: dict[Any, _State] = {}
        for state in sorted(self.best[i], key=lambda s: s.cost + s.sense.cost):
            kept.setdefault((state.key, state.bound, state.pend, state.guard), state)
        ways = list(kept.values())[:_BEAM]
        done = [s.cost + s.sense.cost for s in ways if not s.pend] if i < self.size else []
        return [s for s in ways if not done or s.cost + s.sense.cost < done[0] + _TOO_DEAR]

    def _go(self, end: int, state: _State) -> None:
        self.best[end].append(state)

    # -- one step ----------------------------------------------------------------------------------

    def _step(self, i: int, state: _State) -> None:
        word = self.words[i]
        if word in SIGNS:
            self._sign(i, state)
            return
        self._joint(i, state)
        self._phrases_between(i, state)
        self._undo(i, state)
        self._words_of_order(i, state)
        self._conditions(i, state)
        self._in_order(i, state)
        self._idle(i, state)
        for item in self.clause(i):
            if state.bound != "mid" or item[2].verb.name or item[1] < _VERBLESS:
                self._clause_read(i, state, item)
        self._unused(i, state)
        self._remark(i, state)

    def _sign(self, i: int, state: _State) -> None:
        if self.words[i] in STOPS:
            self._go(i + 1, replace(state, bound="stop", headed=False,
                                    sense=replace(state.sense, within=None)))
            last, asked = state.last, state.sense.last
            clears = last and last.verb and last.verb.does in ("clear", "home")
            if self.words[i] == ":" and last and state.before and (
                    clears or last.act in ("recipe", "table")):
                note = Note("read as", last.start, last.end, "what follows")
                within = asked.what.located if clears and asked else None
                sense = replace(state.before, within=within)
                self._go(i + 1, state.more(-0.2, note, sense=sense, bound="stop",
                                           key=hash((state.key, i))))
            return
        bound = state.bound if state.bound in ("stop", "start") else "comma"
        self._go(i + 1, replace(state, bound=bound))

    def _joint(self, i: int, state: _State) -> None:
        word = self.words[i]
        for end, kind in self.phrases("along", i):
            if kind == "joint":
                pend = (*state.pend, "but") if word == "but" and state.last else state.pend
                bound = state.bound if state.bound in ("stop", "start") else "and"
                self._go(end, state.more(0.02 * (word != "and"), pend=pend, bound=bound))
            elif kind == "purpose" and state.bound == "mid" and state.last and (
                    self.word(state.last.start) in self.known.verbs):
                self._go(end, state.more(0.35, bound="and"))
        if word == "while" and state.bound in ("mid", "comma") and state.last and (
                state.last.act not in ("fact", "forbid", "spare")):
            for end in {i + 1, self.skipping(i + 1, "you")}:
                self._go(end, state.more(0.3, bound="and"))

    def _phrases_between(self, i: int, state: _State) -> None:
        """Read what means nothing."""
        aim = self.words[i] in ("i", "we") and i and self.words[i - 1] in ("so", "that")
        asked = self.asking(i) if state.bound != "mid" else ()
        polite = [e for e in asked if self.words[e - 1:e + 1] != ["i", "get"] and (
            self.word(e) in self.known.verbs or self.word(e) in self.known.base
            or (self.says(e, "not") and not self.says(e - 1, "can")) or self.phrases("order", e))]
        polite += [end for end, _ in self.phrases("polite", i)]
        for end in polite if not aim else ():  # "so I can read" is none
            self._go(end, state.more(0.01))
        for end, _ in self.phrases("address", i) if state.bound != "mid" else ():
            if not self.states(end):  # "and the other one on"
                self._go(end, state.more(0.05, Note("address", i, end)))
        if self.words[i] == "only" and (self.word(i + 1) in self.known.verbs or (
                i + 1 >= self.size or self.word(i + 1) in SIGNS)):
            self._go(i + 1, state.more(0.05))
        room, there = self.room(i), self.room(i, "to", "into")
        if room:
            self._go(room, state.more(0.01))
        elif there and any(w.isalpha() for w in self.words[there:]):
            self._go(there, state.more(0.25, Note("aside", i, there)))

    def _words_of_order(self, i: int, state: _State) -> None:
        for end, kind in self.phrases("order", i):
            if kind == "then" and not (self.word(end - 1) == "next" and self.says(end, "to")):
                self._then(end, state)
            elif kind == "first":
                before = self.words[i] == "before" or self.word(i + 1) == "that"
                self._first(end, state, before=before)
        for end, _ in self.phrases("otherwise", i) if state.guard and state.last else ():
            self._else(end, state)

    def _else(self, end: int, state: _State) -> None:
        """Let what comes hold where the condition of the last clause does not."""
        assert state.last is not None
        if len(state.last.when) == 1:
            also = tuple(replace(g, also=True) for g in state.last.when)
            self._again(end, state, replace(state.last, when=also), pend=("else",), bound="and")

    def _undo(self, i: int, state: _State) -> None:
        """Take back the last order: "put it on the table. No wait, put it in the sink"."""
        end, last, begun = self._undone(i), state.last, 0
        clauses = [m[2] for m in self.clause(max(end, self.skipping(end, "polite")))
                   if m[2].verb.name or m[1] < _VERBLESS]
        if end == i or not clauses or (last is not None and state.before is None):
            return
        steps = state.sense
        if last is not None and state.before is not None:
            begun, steps = last.start, replace(state.sense, steps=state.before.steps)
        elif not state.sense.groups:
            steps = self.begun
            state = self.best[0][0]
        if state.orders == 1 and last and not set(self.words[last.end:i]) - SIGNS:
            state = self.best[0][0]  # even what is senseless is taken back
        note = Note("taken back", begun, i, cost=0.2 if self.says(i, "actually") else 0.6)
        bare = clauses[0].act == "be"  # "or rather off"
        self._go(end, state.more(note.cost, note, sense=steps, bound="comma" if bare else "stop",
                                 last=last if bare else None))

    def _undone(self, i: int) -> int:
        """Return where "no, wait" ends, or "actually, leave it"; ``i`` if nothing is taken back."""
        end = begun = i + self.says(i, "actually") + (self.says(i, "actually") and self.says(
            i + 1, ","))
        while self.skipping(end, "undo") > end or (end > begun and self.says(end, ",", ".", "-")):
            end = max(self.skipping(end, "undo"), end + self.says(end, ",", ".", "-"))
        return i if end == begun or self.words[i:end] in (["no"], ["wait"]) else end  # "no drawer"

    def _then(self, end: int, state: _State) -> None:
        pend = (*state.pend, "then") if state.last else state.pend
        bound = "then" if state.bound != "mid" else "mid"
        self._go(end, replace(state, pend=pend, bound="then"))
        if bound == "mid" and state.last and (end >= self.size or self.word(end) in SIGNS):
            self._again(end, state, replace(state.last, ordered=True))

    def _first(self, end: int, state: _State, *, before: bool) -> None:
        if state.bound == "mid" and state.last:
            if state.orders > 1 and (end >= self.size or self.word(end) in SIGNS):
                self._again(end, state, replace(state.last, swap=True, ordered=False))
                return
            self._go(end, replace(state, pend=(*state.pend, "then")))
            return
        swap = state.last is not None and (before or state.bound != "stop")
        self._go(end, replace(state, pend=(*state.pend, "first") if swap else state.pend))

    def _again(self, end: int, state: _State, clause: Clause, cost: float = 0.0, *notes: Note,
               pend: tuple[Any, ...] = (), bound: str = "mid") -> None:
        """Read the last clause anew, with something said behind it."""
        assert state.before is not None
        self._add(end, replace(state, sense=state.before, cost=state.cost + cost, headed=False,
            pend=pend, notes=(*state.notes, *notes), orders=state.orders - 1), [clause],
            clause.when or state.guard, bound)

    # -- clauses -----------------------------------------------------------------------------------

    def _applied(self, state: _State, clause: Clause) -> tuple[Sense, tuple[Note, ...]]:
        """Return what is known behind a clause; what makes no sense changes nothing."""
        try:
            return Effects(state.sense.fork(), recipe).apply(clause), ()
        except Senseless as senseless:
            return state.sense, (senseless.note,)

    def _clause_read(self, i: int, state: _State, item: Any) -> None:
        end, cost, clause, notes = item
        glue = _GLUE if state.bound == "mid" and clause.act != "be" else 0.0
        last = state.last
        if clause.act == "claim" and cost >= _VERBLESS and (
                self.says(i - 1, "is", "are") or (  # "there is no mug on the table" orders nothing
                self.is_question(i) and self.word(i - 1) in {"", "?", "."})):
            return
        if clause.act in ("again", "bare"):
            if last is None or not last.what or not clause.what or (
                    last.act in ("both", "spare")) or (
                    clause.act == "bare" and self._no_further(state, clause.what)):
                return
            cost -= 0.3 * (clause.act == "bare" and state.bound in ("and", "then"))
            clause = replace(last, what=clause.what, when=(), inner=(), ordered=False, swap=False)
        if last is not None and clause.act in ("claim", "fact") and self._tells_where(last, clause):
            source = replace(clause.preds[0][1], kind="from")
            self._again(end, state, replace(last, wheres=(*last.wheres, source)), cost)
            return
        if clause.act == "be":
            if last is None or not last.what or (state.bound == "mid"
                    and not self.says(i, "so")) or (state.bound == "stop" and last.act != "fact"):
                return
            both = self.says(i, "both", "all")  # "…, both on the shelf"
            them = Things((Thing("pron", self.words[i], i, i + 1, plural=True),))
            clause = replace(clause, act="claim", what=them if both else pronoun(last.what, i))
        elif clause.act == "claim" and state.bound in ("and", "comma", "then") and (
                cost >= 0.45 and last is not None and last.act != "fact" and (
                not last.verb.name or last.wheres or last.verb.does not in _CARRIES)) and (
                "but" not in state.pend or not last.what or all(
                t.quant != "all" for t in last.what.members)):
            cost -= 0.4  # "…, and the book on the shelf"
            clause = replace(clause, joined=True)
        elif clause.act == "fact" and clause.preds and last is not None and last.act in (
                "claim", "not") and state.bound in ("and", "comma") and not _is_pronoun(clause):
            clause, cost = replace(clause, act="claim"), cost - 0.4
        self._with_pending(end, state, cost + glue, clause, notes)

    @staticmethod
    def _no_further(state: _State, what: Things) -> bool:
        """Whether a noun phrase alone adds nothing to the clause before."""
        return state.bound in ("stop", "mid") or "but" in state.pend or any(
            t.kind == "ones" and t.at for t in what.members)

    def _tells_where(self, last: Clause, clause: Clause) -> bool:
        """Whether "it should be on the stove" behind "fetch the pot" tells where to look."""
        does = ("hold", "found", *(("at", "home") if clause.act == "fact" or (
            last.wheres and last.wheres[-1].kind == "me") else ()))
        goes = {"go", "goes", "belong", "belongs"} & set(self.words[clause.start:clause.end])
        return not goes and last.verb.does in does and (
            _is_pronoun(clause) and len(clause.preds) == 1) and clause.preds[0][0] == "at" and (
            clause.preds[0][1].kind in ("in", "on"))

    def _with_pending(self, end: int, state: _State, cost: float, clause: Clause,
                      notes: tuple[Note, ...]) -> None:
        topic = state.last
        if topic is not None and topic.act == "fact" and self.says(topic.end - 1, *SIGNS) and (
                clause.act != "fact" and clause.what and not _is_pronoun(clause)):
            cost += _UNUSED["known"]  # "the mug, then the plate": nothing is said of the mug
            notes = (*notes, Note("unused", topic.start, topic.end - 1, cost=_UNUSED["known"]))
        given = tuple(g for p in state.pend if isinstance(p, tuple) and p[0] == "if" for g in p[1])
        if clause.act == "fact" and any(isinstance(p, tuple) for p in state.pend):
            return  # "if the fridge is open and the lamp is on": both are conditions
        guard = given
        if "else" in state.pend:
            guard = tuple(replace(g, holds=not g.holds, also=False, plain=True)
                          for g in state.guard)
        elif not given and state.headed and state.bound in ("and", "comma", "then"):
            guard = state.guard
        headed = bool(given) or (state.headed and guard is state.guard)
        then = "then" in state.pend
        early = state.early and state.bound in ("and", "comma")
        clause = replace(clause, when=(*clause.when, *guard), ordered=clause.ordered or then,
            swap=clause.swap or early or "first" in state.pend,
            apart="but" in state.pend and not then)
        lead = next((p for p in state.pend if isinstance(p, tuple) and p[0] != "if"), None)
        begun = replace(state, cost=state.cost + cost, notes=(*state.notes, *notes), pend=(),
                        headed=headed, early=early or (lead is not None and lead[0] == "before"))
        if lead is None:
            self._add(end, begun, [clause], guard)
        elif lead[0] == "before":
            named, _ = self._applied(begun, lead[1][0])
            if _is_pronoun(clause):
                begun = replace(begun, sense=replace(begun.sense, groups=[*named.groups]))
            self._add(end, begun, [clause, *(replace(c, ordered=True) for c in lead[1])], guard)
        elif lead[0] in ("until", "spare"):
            self._add(end, begun, [clause, *lead[1]], guard)
        else:
            self._add(end, begun, [*lead[1], replace(clause, ordered=True)], guard)

    def _add(self, end: int, state: _State, clauses: list[Clause], guard: tuple[Given, ...],
            bound: str = "") -> None:
        for clause in clauses:
            sense, senseless = self._applied(state, clause)
            orders = state.orders + (clause.act not in ("fact", "forbid", "spare"))
            state = replace(state, cost=state.cost + _SENSELESS * bool(senseless),
                            before=state.sense, sense=sense, last=clause, orders=orders,
                            notes=(*state.notes, *senseless), key=hash((state.key, clause)))
        bound = bound or ("comma" if self.word(end - 1) in SIGNS else "mid")
        self._go(end, replace(state, bound=bound, guard=guard))

    # -- conditions and order ----------------------------------------------------------------------

    def _conditions(self, i: int, state: _State) -> None:
        found, last = self.condition(i), state.last
        if state.bound in ("start", "stop"):
            found = [*found, *self._asked(i)]
        if self.word(i - 1) == "and":  # "if the fridge is open and the lamp is on, …"
            also = [(e, c, (given,), n) for e, c, given, n in self._given(i, i, True)]
            if state.pend and state.pend[-1][0] == "if" and state.pend[-1][1][-1].holds:
                found = [*found, *also]
            if last and last.when and last.when[-1].holds and not state.pend:
                for end, cost, given, notes in also:
                    self._again(end, state, replace(last, when=(*last.when, *given)), cost, *notes)
        for end, cost, given, notes in found:
            if state.bound != "mid":
                pend = (*state.pend, ("if", given))
                self._go(end, state.more(cost, *notes, pend=pend, bound="cond"))
            if state.last is not None and state.bound in ("mid", "comma") and not state.pend and (
                    state.last.act not in ("fact", "forbid", "spare")):
                later = replace(state.last, when=(*state.last.when, *given))
                self._again(end, state, later, cost + 0.1 * (state.bound == "comma"), *notes)

    @kept
    def _asked(self, i: int) -> Items:
        """Read "is the television on? If so, …", "see whether it is on. If not, …"."""
        found = [g for start, _ in self.phrases("whether", i) for g in self._given(i, start, True)]
        found += self._existing(i, i, True)
        for e, c, what, n in self.things(i + 1) if self.says(i, "is", "are") else ():
            found += self._so(i, e, c, what, True, n)
        for end, cost, given, notes in found:
            start = end
            while self.says(start, ".", "?", ",", ";", "and"):
                start += 1
            for stop, kind in self.phrases("answer", start) if start > end else ():
                yield stop, cost, (replace(given, holds=given.holds == (kind == "yes")),), notes

    def _in_order(self, i: int, state: _State) -> None:
        """Read "before …" and "after …", in front and behind."""
        i += self.says(i, "only") and self.says(i + 1, "after", "when", "once")
        word = self.words[i]
        behind = state.last is not None and state.bound in ("mid", "comma") and not state.pend
        if state.last is not None and word in ("when", "once", "as", "until"):
            self._when_done(i, state)
        for start, kind in self.phrases("lead", i):
            for end, cost, clause, notes in self._acts_in_order(start, kind):
                if state.bound in ("start", "stop") or (
                        state.bound != "mid" and kind != "until" and word not in ("not", "but")):
                    self._go(end, state.more(cost, *notes, pend=(*state.pend, (kind, clause)),
                                             bound="cond"))
                if behind and (kind in ("until", "spare") or (
                        kind == "before" and state.last and state.last.act == "forbid")):
                    self._until(end, state.more(cost, *notes), clause)
                elif behind and state.last is not None:  # "nothing may be in it when you start it"
                    later = kind == "before" or (word == "when" and state.last.what and any(
                        t.quant == "no" for t in state.last.what.members))
                    done = [replace(c, ordered=True) if later else replace(c, swap=True)
                            for c in clause]
                    self._add(end, state.more(cost, *notes), done, state.guard)

    def _idle(self, i: int, state: _State) -> None:
        """Leave out "dry it" behind an order; "wait until the sink is full" is "then"."""
        if state.last is None or state.last.act in ("fact", "forbid", "spare"):
            return
        word, end = self.words[i], i + 2 + self.says(i + 2, "up", "out", "off", "down")
        if self.says(i + 1, "it", "them") and (word in WORDS["idle"] or (
                self.says(end, ",", "and", "then") and word not in self.known.verbs
                and "verb" in parts_of_speech(word))):
            self._go(end, state.more(0.5, Note("idle", i, end), bound="mid"))
        elif self.words[i] == "wait":
            end = next((n for n in range(i, self.size) if self.says(
                n, "and", "then", "before") or self.words[n] in SIGNS), self.size)
            self._go(end, state.more(0.6, Note("aside", i, end), pend=("then",), bound="then"))
            self._go(i + 1, replace(state, bound="comma"))

    def _until(self, end: int, state: _State, clauses: tuple[Clause, ...]) -> None:
        """Read "run the tap until the pot is full", "don't wash it until the pan is clean"."""
        last = state.last
        if last and last.act == "forbid" and state.before and last.inner:
            state = replace(state, sense=state.before)
            clauses = (*clauses, replace(last.inner[0], ordered=True))
        self._add(end, state, list(clauses), state.guard)

    def _when_done(self, i: int, state: _State) -> None:
        """Read "when it is hot" behind its heating as "then"."""
        start = i + (3 if self.words[i:i + 3] == ["as", "soon", "as"] else 1)
        for e, _, what, _ in self.things(start):
            for end, _ in self.phrases("is", e) if what.members[0].kind == "pron" else ():
                for stop, cost, preds, _ in self.preds(end):
                    made = preds[0][0] == "at" or (
                        preds[0][0] == "state" and preds[0][1][0] not in ("isOpen", "isToggled"))
                    heats = state.last and (state.last.act == "claim" or (
                        state.last.verb and state.last.verb.does == "at"))
                    if self.says(i, "until") and _becomes(preds[0], *_COOKED) and heats:
                        claim = Clause("claim", start, stop, what=what, preds=preds)
                        self._add(stop, state, [claim], state.guard)  # "in the microwave until …"
                    elif made or self.word(i) not in ("when", "until"):
                        self._go(stop,
                            state.more(cost - 0.02, pend=(*state.pend, "then"), bound="then"))

    def _acts_in_order(self, start: int,
            kind: str) -> Iterator[tuple[int, float, Any, tuple[Note, ...]]]:
        """Read what comes first, or later: "closing the blinds and putting the phone away"."""
        for end, cost, clauses, notes in self._act_in_order(start, kind):
            yield end, cost, clauses, notes
            k = self._joint_ends(end) if kind in ("before", "after") else end
            said = clauses[0].act == "claim" and clauses[0].end == end
            done = (self.word(start).endswith("ing") and self.word(k).endswith("ing")) or (
                self.says(start - 1, "have") and self.word(k) in self.known.participles)
            for e, c, more, n in self._acts_in_order(k, kind) if k > end and (said or done) else ():
                if done or more[0].act == "claim":
                    yield e, cost + c - 0.05, (*clauses, *more), (*notes, *n)

    def _act_in_order(self, start: int,
            kind: str) -> Iterator[tuple[int, float, Any, tuple[Note, ...]]]:
        when = "when" in self.words[max(0, start - 2):start]
        if kind == "spare":
            for end, cost, left, notes in self.things(start):
                spare = Clause("spare", start, end, what=left, extra="except")
                yield end, cost + 0.1, (spare,), notes
            return
        for end, cost, clause, notes in self.clause(start):
            if (kind != "until" or self.says(start - 1, "have")) and clause.act in (
                    "do", "both", "table", "recipe", *(["claim"] * (not when))):
                yield end, cost, (clause,), notes
        subjects = [(start + 1, 0.0, IT, ())] if self.says(start, "being", "been") else [
            (end, c, what, notes) for e, c, what, notes in self.things(start)
            for end, _ in self.phrases("is", e)]
        for end, c, what, notes in subjects:
            for stop, cost, preds, more in self.preds(end):
                if (kind == "until" and _becomes(preds[0], *_COOKED)) or (
                        when and preds[0][0] == "do" and not self._is_done(preds[0])):
                    continue
                claim = Clause("claim", start, stop, what=what, preds=preds)
                yield stop, c + cost, (claim,), (*notes, *more)

    # -- what is left out --------------------------------------------------------------------------

    def _unused(self, i: int, state: _State) -> None:
        word = self.words[i]
        if word in WORDS["asking"] and state.bound in ("start", "stop") and self.is_question(i):
            note = Note("question", i, i + 1, cost=_UNUSED["never"])
            self._go(i + 1, state.more(note.cost, note))
            return
        if word.endswith("ly") and self.manner(i) == i + 1:
            self._go(i + 1, state.more(_UNUSED["manner"], Note("manner", i, i + 1)))
            return
        how = self.manner(i)
        if state.bound in ("mid", "comma") or (
                self.word(how) in SIGNS and not self.phrases("condition", i)):
            for stop in {how, self.skipping(i, "adverb")} - {i}:
                cost = _UNUSED["manner"] + 0.1 * (stop != how)  # "throw the food in there out"
                self._go(stop, state.more(cost, Note("manner", i, stop)))
        cost, kind = self._worth(i, word)
        if word == "to" and (i == 0 or self.words[i - 1] in SIGNS):
            aim = set(self.words[i:-1]) & SIGNS  # "to make coffee, …" is no order
            cost = _UNUSED["known" if aim else "manner"]
        self._go(i + 1, state.more(cost, Note(
            kind, i, i + 1, ontology().refused.get(word, ""), cost)))

    def _worth(self, i: int, word: str) -> tuple[float, str]:
        """Return what it costs to leave a word out, and what is said of that."""
        if i == self.size - 1 and word in ("and", "or", "then", "but"):
            return _UNUSED["never"], "unfinished"
        if word[0].isdigit() or word == "zero":
            return _UNUSED["never"], "number"
        states = self.known.classes["state"].words.keys() - {"up", "down"}
        if numeral(word) or word in WORDS["never"] or word == "some" or word in states or (
                word == "the" and (self.word(i + 1) in states or self.phrases("order", i + 1))):
            return _UNUSED["never"], "unused"
        if word in ontology().refused:
            return _UNUSED["known"], "refused"
        begins = i == 0 or self.words[i - 1] in (*SIGNS, "and", "then", "so", "that")
        done = self.word(i + 1) in self.known.participles or self.says(i + 1, "can", "could")
        if (begins and done and word in ("i", "we", "he", "she", "they")) or (
                word in ("has", "have", "had") and self.says(i - 1, *WORDS["people"])):
            return _UNUSED["known"], "unused"  # "I left it there", "so I can eat" are no orders
        if word in WORDS["small"]:
            return _UNUSED["small"], "left out"
        if word in self.known.verbs or ontology().find(word):
            return _UNUSED["known"], "unused"
        if begins and "verb" in parts_of_speech(word):
            return _UNUSED["noun"], "unknown"
        if word in self.known.known:
            return _UNUSED["unknown"], "left out"
        return _UNUSED["noun" if "noun" in parts_of_speech(word) else "unknown"], "unknown"

    def _remark(self, i: int, state: _State) -> None:
        """Leave out what orders nothing, up to the next sign; what it names may be taken up."""
        mid = state.bound == "mid"
        if not mid or self.words[i] in WORDS["reasons"]:
            self._leave_out(i, *self.remark(i), state)
        end, cost = self.reason(i)
        self._leave_out(i, end, cost + 0.25 * (not mid), state)

    def _leave_out(self, i: int, end: int, cost: float, state: _State) -> None:
        if not i < end < i + 30:
            return
        begins, groups = state.bound in ("start", "stop"), state.sense.groups
        names = self._named_there(self.names(i, end), state.sense)
        groups = [*groups, *names[::-1]] if begins else [*names, *groups]
        pend = tuple(p for p in state.pend if p != "but")
        self._go(end, state.more(cost, Note("aside", i, end, cost=cost), pend=pend,
            sense=replace(state.sense, groups=groups),
            bound=state.bound if begins or state.bound == "mid" else "comma"))

    @staticmethod
    def _named_there(things: list[Thing], sense: Sense) -> list[tuple[Selection, ...]]:
        """Return what a remark names: what can be carried about is taken up first."""
        portable, found = set(ontology().properties["pickupable"]), []
        for thing in things:
            with contextlib.suppress(Senseless):
                named = sense.fork().select(replace(thing, states=()))
                found.append(tuple(replace(s, hearsay=s.quantifier != "all") for s in named))
        return sorted(found, key=lambda g: not portable & set(g[0].types))
