"""One clause → formula: parse with ``clues.lark``, keep every derivation, compare the meanings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice, product
from pathlib import Path
from typing import Any

from translators.space.puzzles.cast import FIRST_SIGN, Cast
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
    Place,
    PlaceAnd,
    PlaceOr,
    Relative,
    Spot,
    Term,
    The,
)
from translators.space.puzzles.scene import Scene
from translators.space.puzzles.wording import Unknown, Word, split_words

__all__ = ["Unread", "read_clause"]


MAX_WORDS = 40
MAX_DERIVATIONS = 48
_SPOTS = ("in_row", "extreme", "end", "middle", "corner", "ordinal", "ordinal_bare", "ordinal_from",
          "ordinal_last", "rank", "odd", "even", "half", "cell", "most", "ordinal_adj")
_TERMS = ("entity", "the", "the_near", "the_mutual")


class Unread(Exception):
    """A clause outside the grammar; ``why`` says what stood in the way, ``part`` where."""

    def __init__(self, why: str, part: str = "") -> None:
        self.why, self.part = why, part
        super().__init__(why)


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
        for tree in _parse(alternative):
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


@cache
def _grammar() -> Any:
    from lark import Lark
    from lark.lexer import Lexer, Token

    class Several(Token):
        kinds: tuple[Word, ...]

    class Words(Lexer):
        """Hand the words over; a word of several types matches each of them."""

        def __init__(self, lexer_conf: Any) -> None:
            del lexer_conf

        def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]
            for kinds in data:
                token = Several(kinds[0].type, kinds[0].text)
                token.kinds = kinds
                yield token

    path = Path(__file__).parent / "clues.lark"
    lark = Lark(path.read_text(encoding="utf-8"), parser="earley", lexer=Words,
                ambiguity="explicit", keep_all_tokens=True, maybe_placeholders=False)
    frontend: Any = lark.parser
    frontend.parser.term_matcher = _matches
    return lark


def _matches(term: Any, token: Any) -> bool:
    return any(word.type == term.name for word in token.kinds)


def _parse(words: Sequence[tuple[Word, ...]]) -> list[Any]:
    if not words or len(words) > MAX_WORDS:
        return []
    shape = tuple(tuple(w.type for w in kinds) for kinds in words)
    return [_bound(tree, words) for tree in _shapes(shape)]


@lru_cache(maxsize=4096)
def _shapes(shape: tuple[tuple[str, ...], ...]) -> list[Any]:
    """Return the derivations of a sequence of token types; clauses share them."""
    from lark.exceptions import LarkError

    words = [tuple(Word(t, "", "", i) for t in types) for i, types in enumerate(shape)]
    try:
        return _derivations(_grammar().parse(words))
    except (LarkError, RecursionError):
        return []


def _derivations(tree: Any) -> list[Any]:
    """Return the derivations in an ambiguous tree, at most ``MAX_DERIVATIONS`` at every node."""
    from lark import Tree

    if not isinstance(tree, Tree):
        return [tree]
    if tree.data == "_ambig":
        found = [d for child in tree.children for d in _derivations(child)]
        return found[:MAX_DERIVATIONS]
    choices = product(*(_derivations(c) for c in tree.children))
    return [Tree(tree.data, list(c)) for c in islice(choices, MAX_DERIVATIONS)]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A word in a derivation, with all types it may have."""

    kinds: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A rule of the grammar in a derivation."""

    data: str
    children: tuple[Any, ...]


def _bound(tree: Any, words: Sequence[tuple[Word, ...]]) -> Any:
    """Put the words of a clause into a derivation of its shape."""
    if hasattr(tree, "kinds"):
        return Leaf(words[tree.kinds[0].start])
    return Node(str(tree.data), tuple(_bound(c, words) for c in tree.children))


class Builder:
    """Turn one derivation into a formula for a scene."""

    def __init__(self, cast: Cast, scene: Scene) -> None:
        self.cast, self.scene = cast, scene
        self.layout = scene.layout

    def formula(self, tree: Any) -> Formula:
        """Return the formula of a ``start`` tree; raise ``Unread`` when it makes no sense here."""
        fact = tree.children[0]
        build = getattr(self, f"_fact_{fact.data}")
        formula: Formula = build(fact)
        return Not(formula) if self._negated(fact) else formula

    # facts -----------------------------------------------------------------------------------
    def _fact_at(self, fact: Any) -> Formula:
        place = self._place(_one(fact, "place", "place_or"))
        return self._spread(fact, lambda t: At(t, place))

    def _fact_at_none(self, fact: Any) -> Formula:
        places = [self._place(c) for c in fact.children
                  if getattr(c, "data", "") in ("place", "place_or")]
        return self._spread(fact, lambda t: At(t, PlaceOr(tuple(places))))

    def _fact_at_spot(self, fact: Any) -> Formula:
        spot = self._spot(next(c for c in fact.children if getattr(c, "data", "") in _SPOTS))
        return self._spread(fact, lambda t: At(t, spot))

    def _fact_at_near(self, fact: Any) -> Formula:
        other = self._terms(fact)[-1]
        direction = self._known(_word(fact, "DIR").value)
        return self._spread(fact, lambda t: At(t, Relative("step", other, direction, 1)))

    def _fact_at_beside(self, fact: Any) -> Formula:
        other = self._term(_last_term(fact))
        return self._spread(fact, lambda t: At(t, Relative("beside", other)))

    def _fact_inverse(self, fact: Any) -> Formula:
        holder = _one(fact, "place_of", "spot_of")
        inner = holder.children[0]
        place = self._reference(inner) if holder.data == "place_of" else self._spot(inner)
        return self._spread(fact, lambda t: At(t, place))

    def _fact_mutual_verb(self, fact: Any) -> Formula:
        other = self._term(_last_term(fact))
        mutual = _one(fact, "mutual")
        return self._spread(fact, lambda t: At(t, self._mutual(mutual, other)))

    def _fact_mutual_pair(self, fact: Any) -> Formula:
        first, second = self._terms(fact)
        return At(first, self._mutual(_one(fact, "mutual"), second))

    def _fact_mutual_all(self, fact: Any) -> Formula:
        terms = self._terms(fact)
        mutual = _one(fact, "mutual")
        if len(terms) == 2:
            return At(terms[0], self._mutual(mutual, terms[1]))
        kind = _types(mutual)[0]
        if kind == "BESIDE" and not self._negated(fact):
            return Block(tuple(terms))
        if kind == "SAME" or self._negated(fact):
            pairs = [At(a, self._mutual(mutual, b)) for i, a in enumerate(terms)
                     for b in terms[i + 1:]]
            return Or(tuple(pairs)) if self._negated(fact) else And(tuple(pairs))
        raise Unread("mutual relation of more than two")

    def _fact_inverse_mutual(self, fact: Any) -> Formula:
        place = self._mutual(_one(fact, "mutual"), self._terms(fact)[0])
        return self._spread(fact, lambda t: At(t, place))

    def _fact_inverse_compare(self, fact: Any) -> Formula:
        place = Relative("beyond", self._terms(fact)[0], self._degree(_one(fact, "degree")))
        return self._spread(fact, lambda t: At(t, place))

    def _fact_inverse_adj(self, fact: Any) -> Formula:
        spot = self._spot(fact.children[0])
        return self._spread(fact, lambda t: At(t, spot))

    def _fact_counted_from(self, fact: Any) -> Formula:
        spot = self._in_range(Spot("ordinal", self._from(_word(fact, "DIR").value),
                                   int(_word(fact, "NUM").value)))
        return self._spread(fact, lambda t: At(t, spot))

    def _fact_apart(self, fact: Any) -> Formula:
        first, second = self._terms(fact)[:2]
        return Apart(first, second, _number_in(_one(fact, "number_of")))

    def _fact_apart_none(self, fact: Any) -> Formula:
        first, second = self._terms(fact)[:2]
        return At(first, Relative("beside", second))

    def _fact_gap_dir(self, fact: Any) -> Formula:
        raise Unread("gap with direction")

    def _fact_between_is(self, fact: Any) -> Formula:
        first, second = self._terms(fact)[:2]
        subject = _one(fact, "s_one", "s_all", "s_any", "s_exactly")
        inside = self._apply(subject, lambda t: At(t, Between(first, second)))
        members = self._subjects(subject) if subject.data in ("s_one", "s_all") else []
        only = any(w.value in ("only",) or "只" in w.text or "仅" in w.text or "隔" in w.text
                   for w in _words(fact) if w.type in ("HAVE", "GAP"))
        if only and members and not self._negated(fact):
            return And((inside, Apart(first, second, len(members))))
        return inside

    def _fact_compare(self, fact: Any) -> Formula:
        other = self._terms(fact)[0]
        direction = self._degree(_one(fact, "degree"))
        gap = _some(fact, "difference")
        if gap is not None:
            steps = _number_in(gap)
            return self._spread(fact, lambda t: At(t, Relative("step", other, direction, steps)))
        return self._spread(fact, lambda t: At(t, Relative("beyond", other, direction)))

    def _fact_compare_word(self, fact: Any) -> Formula:
        other = self._terms(fact)[0]
        word = _word(fact, "CMP")
        direction = self._adjective(word.value)
        return self._spread(fact, lambda t: At(t, Relative("beyond", other, direction)))

    def _fact_compare_worse(self, fact: Any) -> Formula:
        other = self._terms(fact)[0]
        word = next((w.value for w in _words(fact) if w.type == "ADJ"), "+好")
        direction = CONVERSE[self._adjective(word)]
        return self._spread(fact, lambda t: At(t, Relative("beyond", other, direction)))

    def _fact_flanked(self, fact: Any) -> Formula:
        terms, centre = self._list(_one(fact, "terms")), self._terms(fact)[0]
        return And(tuple(At(t, Relative("beside", centre)) for t in terms))

    def _fact_flanks(self, fact: Any) -> Formula:
        return self._fact_flanked(fact)

    def _fact_respectively(self, fact: Any) -> Formula:
        terms = self._list(_one(fact, "terms"))
        places = [self._place(c) if c.data in ("place", "place_or") else self._spot(c)
                  for c in fact.children if hasattr(c, "data")
                  and c.data not in ("terms", "in_")]
        if len(terms) != len(places):
            raise Unread("分别: lists of different length")
        return And(tuple(At(t, p) for t, p in zip(terms, places, strict=True)))

    def _fact_count_beyond(self, fact: Any) -> Formula:
        return Count(self._terms(fact)[0], self._known(_word(fact, "DIR").value),
                     int(_word(fact, "NUM").value))

    def _fact_count_none(self, fact: Any) -> Formula:
        return Count(self._terms(fact)[0], self._known(_word(fact, "DIR").value), 0)

    def _fact_count_degree(self, fact: Any) -> Formula:
        direction = self._degree(_one(fact, "degree"))
        return Count(self._terms(fact)[0], direction, int(_word(fact, "NUM").value))

    def _fact_same(self, fact: Any) -> Formula:
        first = self._terms(fact)[0]
        second = self._term(_one(fact, "value").children[0]
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
        group = _some(fact, "terms")
        if group is not None:
            parts = [make(t) for t in self._list(group)]
            return Or(tuple(parts)) if self._negated(fact) else And(tuple(parts))
        subject = _one(fact, "s_one", "s_all", "s_any", "s_exactly")
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
        return self._terms(subject)

    def _list(self, terms: Any) -> list[Term]:
        found = self._terms(terms)
        told = _some(terms, "allof")
        if told is not None:
            for word in _words(told):
                if word.type == "NUM" and int(word.value) != len(found):
                    raise Unread("number of people")
        return found

    def _terms(self, tree: Any) -> list[Term]:
        return [self._term(c) for c in tree.children
                if getattr(c, "data", "") in _TERMS]

    def _term(self, tree: Any) -> Term:
        if tree.data == "entity":
            name = _word(tree, "NAME").value
            return Entity(ord(name) - FIRST_SIGN)
        if tree.data == "the_mutual":
            return The(self._mutual(_one(tree, "mutual"), self._terms(tree)[0]))
        if tree.data == "the_near":
            base = self._terms(tree)[0]
            return The(Relative("step", base, self._known(_word(tree, "NEAR").value), 1))
        inner = next(c for c in tree.children
                     if getattr(c, "data", "") not in ("in_", "person", ""))
        if inner.data in ("rel", "between"):
            return The(self._reference(inner))
        return The(self._spot(inner))

    # places --------------------------------------------------------------------------------------
    def _place(self, tree: Any) -> Place:
        if tree.data == "place_or":
            return PlaceOr(tuple(self._place(c) for c in tree.children if hasattr(c, "data")))
        inner = tree.children[0]
        return self._reference(inner) if inner.data in ("rel", "between") else self._spot(inner)

    def _reference(self, tree: Any) -> Place:
        if tree.data == "between":
            first, second = self._terms(tree)
            return Between(first, second, "EXACTMID" in _types(tree))
        of = self._terms(tree)[0]
        relation = tree.children[-1]
        kind = relation.data
        words = _words(relation)
        wanted = "NEAR" if kind == "near" and "NEAR" in _types(relation) else "DIR"
        direction = next((w.value for w in words if w.type == wanted), "")
        number = next((int(w.value) for w in words if w.type == "NUM"), 1)
        if direction:
            direction = self._known(direction)
        match kind:
            case "side":
                return Relative("side", of, direction)
            case "near":
                return Relative("step", of, direction, 1)
            case "step" | "over":
                if number > 100:
                    raise Unread("number too large")
                return Relative("step", of, direction, number + (kind == "over"))
            case "gap":
                return Relative("gap", of, "", number)
            case "same_line":
                return Relative(self._line_kind(words), of)
        return Relative(kind, of, direction)

    def _mutual(self, tree: Any, other: Term) -> Place:
        words = _words(tree)
        match words[0].type:
            case "BESIDE":
                return Relative("beside", other)
            case "OPP":
                return Relative("opposite", other)
            case "DIAG":
                return Relative("diagonal", other)
            case "GAP":
                return Relative("gap", other, "", int(words[1].value))
        return Relative(self._line_kind(words), other)

    def _line_kind(self, words: Sequence[Word]) -> str:
        line = next((w.value for w in words if w.type == "SAMELINE"), "")
        if line:
            return line
        unit = next((w.value for w in words if w.type == "UNIT"), "plain")
        if unit in ("row", "floor"):
            return "row"
        if unit == "column":
            return "column"
        raise Unread("the same what")

    def _in_row(self, tree: Any) -> Place:
        """Read 后排最左边: a row, and a place in it."""
        words = _words(tree.children[0])
        if words[0].type == "ROWDIR":
            row = Spot("half", words[0].value)
        elif self.layout.rows and any(
                w.type == "UNIT" and w.value in ("row", "floor") for w in words):
            row = Spot("row", "", next(int(w.value) for w in words if w.type == "NUM"))
        else:
            raise Unread("which row")
        inner = _some(tree, "in_line")
        if inner is None:
            if words[0].type != "ROWDIR":
                raise Unread("an ordinary row")
            return row
        told = _words(inner)
        kinds = [w.type for w in told]
        direction = next((w.value for w in told if w.type in ("DIR", "TIP", "EXTREME")), "")
        if "MOST" in kinds or "TIP" in kinds or "EXTREME" in kinds:
            return PlaceAnd((row, Spot("extreme", direction)))
        if "END" in kinds or "MID" in kinds:
            return PlaceAnd((row, Spot("end" if "END" in kinds else "middle")))
        if "NUM" not in kinds:
            return PlaceAnd((row, Spot("half", direction)))
        number = next(int(w.value) for w in told if w.type == "NUM")
        return PlaceAnd((row, Spot("nth", direction or "左", number)))

    def _spot(self, tree: Any) -> Place:
        if tree.data == "in_row":
            return self._in_row(tree)
        words = _words(tree)
        direction = next((w.value for w in words if w.type in ("DIR", "EXTREME", "TIP")), "")
        numbers = [int(w.value) for w in words if w.type == "NUM"]
        unit = next((w.value for w in words if w.type == "UNIT"), "plain")
        match tree.data:
            case "extreme":
                return Spot("extreme", self._known(direction))
            case "end":
                if words[0].value == "side2" and self.layout.kind != "two_rows":
                    return Spot("end")
                return Spot("end")
            case "middle" | "odd" | "even":
                return Spot(str(tree.data))
            case "corner":
                return Spot("half", direction) if direction else Spot("corner")
            case "ordinal" | "ordinal_bare":
                return self._ordinal(numbers[0], unit, bare=tree.data == "ordinal_bare")
            case "ordinal_from":
                return self._in_range(Spot("ordinal", self._from(direction), numbers[0]))
            case "ordinal_last":
                return self._in_range(Spot("ordinal", self._backward(), numbers[0]))
            case "rank":
                return self._ordinal(int(words[0].value), "plain", bare=False)
            case "half":
                return Spot("half", direction)
            case "cell":
                units = [w.value for w in words if w.type == "UNIT"]
                if units == ["column", "row"]:
                    return Spot("cell", "", numbers[1], numbers[0])
                return Spot("cell", "", numbers[0], numbers[1])
            case "most":
                return Spot("extreme", self._adjective(_word(tree, "ADJ").value))
            case "ordinal_adj":
                first = self._adjective(_word(tree, "ADJ").value)
                return self._in_range(Spot("ordinal", self._from(first), numbers[0]))
        raise Unread(str(tree.data))

    def _ordinal(self, number: int, unit: str, *, bare: bool) -> Spot:
        if unit in ("row", "column") and self.layout.rows:
            return Spot(unit, "", number)
        if unit == "floor" and self.scene.kind == "flats":
            return Spot("row", "", number)
        if bare and unit == "plain":
            raise Unread("a number alone")
        if not self.layout.anchored or self.layout.kind == "matching":
            raise Unread("numbers mean nothing in this layout")
        return self._in_range(Spot("ordinal", "", number))

    def _in_range(self, spot: Spot) -> Spot:
        if not 1 <= spot.number <= self.layout.size:
            raise Unread("number beyond the layout")
        return spot

    def _from(self, direction: str) -> str:
        if direction not in self.layout.orders:
            raise Unread(f"{direction} means nothing in this layout")
        return direction

    def _backward(self) -> str:
        usual = self.layout.orders[""]
        for direction, order in self.layout.orders.items():
            if order == tuple(reversed(usual)):
                return direction
        raise Unread("counting backwards means nothing in this layout")

    def _degree(self, tree: Any) -> str:
        word = _words(tree)[0]
        for word in _words(tree):
            if word.type == "ADJ":
                return self._adjective(word.value)
        return self._known(word.value)

    def _adjective(self, value: str) -> str:
        """Return the direction an adjective means here: 高 is up, or towards the first rank."""
        first = value[0] == "+"
        word = value[1:]
        if "上" in self.layout.steps and word in ("高", "低", "矮", "靠上", "靠下"):
            return "上" if first else "下"
        if "前" in self.layout.steps:
            return "前" if first else "后"
        raise Unread(f"{word} means nothing in this layout")

    def _known(self, direction: str) -> str:
        if direction in self.layout.steps or self.layout.kind == "plane":
            return direction
        # a queue told from left to right, storeys told by 高: nothing to translate
        raise Unread(f"{direction} means nothing in this layout")

    def _negated(self, fact: Any) -> bool:
        if fact.data in ("apart_none", "count_none", "compare_worse"):
            return False
        return sum("NOT" in _kind_types(c) for c in fact.children if hasattr(c, "kinds")) % 2 == 1


def _kind_types(token: Any) -> list[str]:
    return [w.type for w in token.kinds]


def _words(tree: Any) -> list[Word]:
    """Return the words below a tree; of several types the ones the grammar may have used."""
    found: list[Word] = []
    for child in getattr(tree, "children", []):
        if hasattr(child, "kinds"):
            found.extend(child.kinds)
        else:
            found.extend(_words(child))
    return found


def _types(tree: Any) -> list[str]:
    return [w.type for w in _words(tree)]


def _word(tree: Any, kind: str) -> Word:
    for child in tree.children:
        for word in getattr(child, "kinds", ()):
            if word.type == kind:
                return word  # type: ignore[no-any-return]
    return next(w for w in _words(tree) if w.type == kind)


def _some(tree: Any, *kinds: str) -> Any:
    return next((c for c in tree.children if getattr(c, "data", "") in kinds), None)


def _one(tree: Any, *kinds: str) -> Any:
    found = _some(tree, *kinds)
    if found is None:
        raise Unread(f"no {kinds[0]}")
    return found


def _last_term(tree: Any) -> Any:
    return next(c for c in reversed(tree.children)
                if getattr(c, "data", "") in _TERMS)


def _number_in(tree: Any) -> int:
    return next(int(w.value) for w in _words(tree) if w.type == "NUM")

