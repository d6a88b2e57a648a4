"""One clause → formula: keep every derivation of ``clues.lark``, compare the meanings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from translators.space.puzzles.cast import Cast
from translators.space.puzzles.derivations import (
    SPOTS,
    Unread,
    derivations_of,
    kind_types,
    last_term,
    number_in,
    one_child,
    some_child,
    types_of,
    word_of,
    words_of,
)
from translators.space.puzzles.layouts import CONVERSE
from translators.space.puzzles.logic import (
    And,
    Apart,
    At,
    Between,
    Block,
    Count,
    Entity,
    Formula,
    Not,
    OneOf,
    Or,
    PlaceOr,
    Relative,
    Spot,
    Term,
)
from translators.space.puzzles.positions import Positions
from translators.space.puzzles.scene import Scene
from translators.space.puzzles.wording import Unknown, Word, split_words


def read_clause(text: str, cast: Cast, scene: Scene) -> tuple[Formula, ...]:
    """Return the distinct meanings of a veiled clause, usually one; raise ``Unread`` for none."""
    try:
        words = split_words(text)
    except Unknown as error:
        part = text[error.start : error.start + 4]
        raise Unread("unknown word", cast.unveil(part)) from None
    if not words:
        raise Unread("nothing is said")
    meanings: list[Formula] = []
    for alternative in _with_and_without_fillers(words):
        for tree in derivations_of(alternative):
            try:
                formula = Builder(cast, scene).formula(tree)
            except Unread:
                continue
            if formula not in meanings:
                meanings.append(formula)
        if meanings:
            return tuple(meanings)
    raise Unread("no rule of the clue grammar fits")


def _with_and_without_fillers(
    words: Sequence[tuple[Word, ...]], limit: int = 8
) -> Iterator[list[tuple[Word, ...]]]:
    choices = []
    for kinds in words:
        real = tuple(w for w in kinds if w.type)
        choices.append((real, ()) if len(real) < len(kinds) else (real,))
    for number, chosen in enumerate(product(*choices)):
        if number >= limit:
            return
        yield [kinds for kinds in chosen if kinds]


class Builder:
    """Turn one derivation into a formula for a scene."""

    def __init__(self, cast: Cast, scene: Scene) -> None:
        self.cast = cast
        self.positions = Positions(scene)

    def formula(self, tree: Any) -> Formula:
        """Return the formula of a ``start`` tree; raise ``Unread`` when it makes no sense here."""
        fact = tree.children[0]
        build = getattr(self, f"_fact_{fact.data}")
        formula: Formula = build(fact)
        return Not(formula) if self._negated(fact) else formula

    # facts -----------------------------------------------------------------------------------
    def _fact_at(self, fact: Any) -> Formula:
        place = self.positions.place(one_child(fact, "place", "place_or"))
        return self._spread(fact, lambda t: At(t, place))

    def _fact_at_none(self, fact: Any) -> Formula:
        places = [self.positions.place(c) for c in fact.children
                  if getattr(c, "data", "") in ("place", "place_or")]
        return self._spread(fact, lambda t: At(t, PlaceOr(tuple(places))))

    def _fact_at_spot(self, fact: Any) -> Formula:
        spot = self.positions.spot(next(c for c in fact.children if getattr(c, "data", "") in SPOTS))
        return self._spread(fact, lambda t: At(t, spot))

    def _fact_at_near(self, fact: Any) -> Formula:
        other = self.positions.terms(fact)[-1]
        direction = self.positions.known(word_of(fact, "DIR").value)
        return self._spread(fact, lambda t: At(t, Relative("step", other, direction, 1)))

    def _fact_at_beside(self, fact: Any) -> Formula:
        other = self.positions.term(last_term(fact))
        return self._spread(fact, lambda t: At(t, Relative("beside", other)))

    def _fact_inverse(self, fact: Any) -> Formula:
        holder = one_child(fact, "place_of", "spot_of")
        inner = holder.children[0]
        place = self.positions.reference(inner) if holder.data == "place_of" else self.positions.spot(inner)
        return self._spread(fact, lambda t: At(t, place))

    def _fact_mutual_verb(self, fact: Any) -> Formula:
        other = self.positions.term(last_term(fact))
        mutual = one_child(fact, "mutual")
        return self._spread(fact, lambda t: At(t, self.positions.mutual(mutual, other)))

    def _fact_mutual_pair(self, fact: Any) -> Formula:
        first, second = self.positions.terms(fact)
        return At(first, self.positions.mutual(one_child(fact, "mutual"), second))

    def _fact_mutual_all(self, fact: Any) -> Formula:
        terms = self.positions.terms(fact)
        mutual = one_child(fact, "mutual")
        if len(terms) == 2:
            return At(terms[0], self.positions.mutual(mutual, terms[1]))
        kind = types_of(mutual)[0]
        if kind == "BESIDE" and not self._negated(fact):
            return Block(tuple(terms))
        if kind == "SAME" or self._negated(fact):
            pairs = [At(a, self.positions.mutual(mutual, b)) for i, a in enumerate(terms)
                     for b in terms[i + 1:]]
            return Or(tuple(pairs)) if self._negated(fact) else And(tuple(pairs))
        raise Unread("mutual relation of more than two")

    def _fact_inverse_mutual(self, fact: Any) -> Formula:
        place = self.positions.mutual(one_child(fact, "mutual"), self.positions.terms(fact)[0])
        return self._spread(fact, lambda t: At(t, place))

    def _fact_inverse_compare(self, fact: Any) -> Formula:
        place = Relative("beyond", self.positions.terms(fact)[0], self.positions.degree(one_child(fact, "degree")))
        return self._spread(fact, lambda t: At(t, place))

    def _fact_inverse_adj(self, fact: Any) -> Formula:
        spot = self.positions.spot(fact.children[0])
        return self._spread(fact, lambda t: At(t, spot))

    def _fact_counted_from(self, fact: Any) -> Formula:
        spot = self.positions.in_range(Spot("ordinal", self.positions.counted_from(word_of(fact, "DIR").value),
                                   int(word_of(fact, "NUM").value)))
        return self._spread(fact, lambda t: At(t, spot))

    def _fact_apart(self, fact: Any) -> Formula:
        first, second = self.positions.terms(fact)[:2]
        return Apart(first, second, number_in(one_child(fact, "number_of")))

    def _fact_apart_none(self, fact: Any) -> Formula:
        first, second = self.positions.terms(fact)[:2]
        return At(first, Relative("beside", second))

    def _fact_gap_dir(self, fact: Any) -> Formula:
        raise Unread("gap with direction")

    def _fact_between_is(self, fact: Any) -> Formula:
        first, second = self.positions.terms(fact)[:2]
        subject = one_child(fact, "s_one", "s_all", "s_any", "s_exactly")
        inside = self._apply(subject, lambda t: At(t, Between(first, second)))
        members = self._subjects(subject) if subject.data in ("s_one", "s_all") else []
        only = any(w.value in ("only",) or "只" in w.text or "仅" in w.text or "隔" in w.text
                   for w in words_of(fact) if w.type in ("HAVE", "GAP"))
        if only and members and not self._negated(fact):
            return And((inside, Apart(first, second, len(members))))
        return inside

    def _fact_compare(self, fact: Any) -> Formula:
        other = self.positions.terms(fact)[0]
        direction = self.positions.degree(one_child(fact, "degree"))
        gap = some_child(fact, "difference")
        if gap is not None:
            steps = number_in(gap)
            return self._spread(fact, lambda t: At(t, Relative("step", other, direction, steps)))
        return self._spread(fact, lambda t: At(t, Relative("beyond", other, direction)))

    def _fact_compare_word(self, fact: Any) -> Formula:
        other = self.positions.terms(fact)[0]
        word = word_of(fact, "CMP")
        direction = self.positions.adjective(word.value)
        return self._spread(fact, lambda t: At(t, Relative("beyond", other, direction)))

    def _fact_compare_worse(self, fact: Any) -> Formula:
        other = self.positions.terms(fact)[0]
        word = next((w.value for w in words_of(fact) if w.type == "ADJ"), "+好")
        direction = CONVERSE[self.positions.adjective(word)]
        return self._spread(fact, lambda t: At(t, Relative("beyond", other, direction)))

    def _fact_flanked(self, fact: Any) -> Formula:
        terms, centre = self._list(one_child(fact, "terms")), self.positions.terms(fact)[0]
        return And(tuple(At(t, Relative("beside", centre)) for t in terms))

    def _fact_flanks(self, fact: Any) -> Formula:
        return self._fact_flanked(fact)

    def _fact_respectively(self, fact: Any) -> Formula:
        terms = self._list(one_child(fact, "terms"))
        places = [self.positions.place(c) if c.data in ("place", "place_or") else self.positions.spot(c)
                  for c in fact.children if hasattr(c, "data")
                  and c.data not in ("terms", "in_")]
        if len(terms) != len(places):
            raise Unread("分别: lists of different length")
        return And(tuple(At(t, p) for t, p in zip(terms, places, strict=True)))

    def _fact_count_beyond(self, fact: Any) -> Formula:
        return Count(self.positions.terms(fact)[0], self.positions.known(word_of(fact, "DIR").value),
                     int(word_of(fact, "NUM").value))

    def _fact_count_none(self, fact: Any) -> Formula:
        return Count(self.positions.terms(fact)[0], self.positions.known(word_of(fact, "DIR").value), 0)

    def _fact_count_degree(self, fact: Any) -> Formula:
        direction = self.positions.degree(one_child(fact, "degree"))
        return Count(self.positions.terms(fact)[0], direction, int(word_of(fact, "NUM").value))

    def _fact_same(self, fact: Any) -> Formula:
        first = self.positions.terms(fact)[0]
        second = self.positions.term(one_child(fact, "value").children[0]
                            if fact.children[-1].data == "value" else fact.children[-1])
        if not isinstance(first, Entity) or not isinstance(second, Entity):
            if isinstance(second, Entity):
                return At(first, Relative("self", second))
            raise Unread("who is who")
        if self.cast.group_of(first.index) == self.cast.group_of(second.index):
            raise Unread("two names of one kind")
        return At(first, Relative("self", second))

    # subjects and terms ------------------------------------------------------------------------
    def _spread(self, fact: Any, make: Any) -> Formula:
        group = some_child(fact, "terms")
        if group is not None:
            parts = [make(t) for t in self._list(group)]
            return Or(tuple(parts)) if self._negated(fact) else And(tuple(parts))
        subject = one_child(fact, "s_one", "s_all", "s_any", "s_exactly")
        return self._apply(subject, make, negated=self._negated(fact))

    def _apply(self, subject: Any, make: Any, *, negated: bool = False) -> Formula:
        parts: list[Formula] = [make(t) for t in self._subjects(subject)]
        if subject.data == "s_any":
            return Or(tuple(parts)) if not negated else And(tuple(parts))
        if subject.data == "s_exactly":
            return OneOf(tuple(parts))
        if len(parts) > 1:
            # "neither": the negation outside turns Or into none of them
            return Or(tuple(parts)) if negated else And(tuple(parts))
        return parts[0]

    def _subjects(self, subject: Any) -> list[Term]:
        if subject.data == "s_all":
            return self._list(subject.children[0])
        return self.positions.terms(subject)

    def _list(self, terms: Any) -> list[Term]:
        found = self.positions.terms(terms)
        told = some_child(terms, "allof")
        if told is not None:
            for word in words_of(told):
                if word.type == "NUM" and int(word.value) != len(found):
                    raise Unread("number of people")
        return found
    def _negated(self, fact: Any) -> bool:
        if fact.data in ("apart_none", "count_none", "compare_worse"):
            return False
        return sum("NOT" in kind_types(c) for c in fact.children if hasattr(c, "kinds")) % 2 == 1
