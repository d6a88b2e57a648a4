"""What a text has told so far, and how many are meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NoReturn

from lark import Token

from domains.household.goal import (
    Condition,
    Location,
    Quantifier,
    Selection,
    Subgoal,
)
from planner.errors import SourceError, Span
from translators.mapthor.ontology import Noun, ontology
from translators.mapthor.tree import Phrase, Thing, Things

__all__ = [
    "STATES", "WASHED", "Group", "Guard", "Steps", "Told", "any_one", "but_some", "every_one",
    "in_state", "limited", "numeral", "pieces_of", "quantity", "specific", "union", "whole_of",
]

Group = tuple[Selection, ...]
Steps = list[list[Subgoal]]
"""The subgoals of a clause, in stages."""
Amount = tuple[Quantifier, int]

STATES: dict[str, tuple[str, bool | str]] = {
    "OPEN": ("isOpen", True), "CLOSED": ("isOpen", False), "CLOSE": ("isOpen", False),
    "ON": ("isToggled", True), "OFF": ("isToggled", False), "DIRTY": ("isDirty", True),
    "CLEAN": ("isDirty", False), "SLICED": ("isSliced", True), "COOKED": ("isCooked", True),
    "HOT": ("temperature", "Hot"), "COLD": ("temperature", "Cold"),
    "EMPTY": ("isFilledWithLiquid", False), "FULL": ("isFilledWithLiquid", True),
    "BROKEN": ("isBroken", True), "DARK": ("isToggled", False), "RUNNING": ("isToggled", True),
    "STOPPED": ("isToggled", False), "UPWARDS": ("isOpen", True), "DOWN": ("isOpen", False),
}
WASHED = ("washed", True)
"""No state of the simulator: "a rinsed apple" has to be washed before it is put somewhere."""
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
            "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "a dozen": 12}
_SHARES = {"three quarters": (3, 4), "two thirds": (2, 3), "half": (1, 2), "third": (1, 3),
           "quarter": (1, 4), "all": (3, 4), "": (2, 3)}
"""How large a part of things is said to be; "most" is two thirds, "nearly all" three quarters."""
_PAIR = ("pair", "couple", "few", "several", "handful", "bunch", "number", "plenty")


@dataclass(frozen=True)
class Guard:
    """A condition that was read: its ``subject``, and what it ``asks`` for.

    Where it ``narrows``, subgoals about the subject are about those it holds of; ``single`` are
    those of the subject that were said to be one ("if there is an apple"), ``limited`` says that
    there was a number with a limit.
    """

    condition: Phrase
    negated: bool
    subject: Group
    asks: tuple[Condition, ...]
    narrows: bool
    single: Group = ()
    limited: bool = False


@dataclass(frozen=True)
class Told:
    """What a text has told so far; reading on makes a new one.

    ``mentioned`` are the things named, ``as_places`` those named as places, ``there`` the last
    place, ``put_there`` what was put there; ``clauses`` with whether each waits for those before;
    ``insisting``: "is" orders.
    ``guard`` is the last condition, ``bound`` whether further clauses depend on it, ``begun`` how
    many clauses there were when this sentence began, ``spared`` what was an exception last.
    While a noun phrase is read, ``needed`` are the types its verb can be done to, ``every`` makes a
    bare noun mean all, and ``listed`` is what "the ones" of an exception are among. ``reads`` reads
    a list of things, for places that are told by things ("where the phone is").
    """

    text: str
    source: str = "instruction"
    mentioned: tuple[Group, ...] = ()
    as_places: Group = ()
    there: Location | None = None
    put_there: Group = ()
    remarks: tuple[str, ...] = ()
    clauses: tuple[tuple[bool, Steps], ...] = ()
    facts: tuple[Token, ...] = ()
    insisting: bool = False
    needed: frozenset[str] = frozenset()
    every: bool = False
    listed: Group = ()
    guard: Guard | None = None
    bound: bool = False
    begun: int = 0
    spared: Group = ()
    reads: Callable[[Things, Told], tuple[list[Selection], Told]] | None = None

    @property
    def antecedents(self) -> Group:
        """What "them" refers to: the latest things named, or those the verb can be done to."""
        latest = self.mentioned[-1] if self.mentioned else ()
        return next((group for group in reversed(self.mentioned) if not self.needed or any(
            self.needed & set(s.types) for s in group)), latest)

    @property
    def named(self) -> Group:
        """Everything named so far, latest group first."""
        return tuple(s for group in reversed(self.mentioned) for s in group)

    def naming(self, things: Iterable[Selection]) -> Told:
        """Return this with things named last."""
        return replace(self, mentioned=(*self.mentioned, tuple(things)))

    def apart_from(self, places: Iterable[Selection | None]) -> Told:
        """Return this with some places forgotten, which a pronoun does not mean."""
        gone = [p for p in places if p is not None]
        groups = (tuple(s for s in group if s not in gone) for group in self.mentioned)
        there = None if self.there is not None and self.there.place in gone else self.there
        return replace(self, mentioned=tuple(g for g in groups if g), there=there)

    def noting(self, *remarks: str) -> Told:
        """Return this with remarks on how something was read."""
        return replace(self, remarks=(*self.remarks, *remarks))

    def fail(self, message: str, token: Token, expected: str = "") -> NoReturn:
        """Raise a :class:`SourceError` at a token."""
        start = token.start_pos or 0
        line = self.text.count("\n", 0, start) + 1
        column = start - (self.text.rfind("\n", 0, start) + 1) + 1
        raise SourceError.in_text(message, self.source, self.text,
                                  Span(line, column, len(token)), expected=expected)


def specific(selection: Selection) -> bool:
    """Whether things were named by a kind, not as "everything"."""
    return len(selection.types) < 20


def limited(selection: Selection, able: str) -> Selection:
    """Keep the types of a selection that have a property of the ontology."""
    able_types = ontology().properties[able]
    return replace(selection, types=tuple(t for t in selection.types if t in able_types))


def union(parts: Iterable[Selection]) -> tuple[str, ...]:
    """Return the types of several selections, in order, each once."""
    return tuple(dict.fromkeys(t for s in parts for t in s.types))


def numeral(token: Token) -> int:
    """Read a number word or figure."""
    text = " ".join(str(token).lower().split())
    if token.type == "MORE":
        return _more(token)
    return _NUMBERS.get(text) or int(text)


def whole_of(kind: str) -> str:
    """Return what a piece was cut from; anything else is its own whole.

    >>> whole_of("BreadSliced"), whole_of("Mug")
    ('Bread', 'Mug')
    """
    return kind.removesuffix("Sliced").removesuffix("Cracked")


def pieces_of(kind: str) -> tuple[str, ...]:
    """Return the types a thing turns into when it is sliced or cracked.

    >>> pieces_of("Egg")
    ('EggCracked',)
    """
    return tuple(t for t in ontology().properties["food"]
                 if t in (f"{kind}Sliced", f"{kind}Cracked"))


def quantity(
    thing: Thing, noun: Noun, told: Told, inherited: Amount | None = None
) -> tuple[Amount, Told]:
    """Read how many are meant; without a word of its own a noun shares its list's."""
    tokens = [t for t in thing.quantifier if t.type != "LIMIT"]
    chosen_of = any(t.type == "OF" for t in tokens)
    if chosen_of and tokens[0].type in ("A", "ANY", "EITHER", "NUMBER", "SOME"):
        tokens = list(takewhile(lambda t: t.type != "OF", tokens))  # "one of the two plates"
    kinds = {t.type for t in tokens}
    if kinds & {"ALL_BUT", "PORTION"}:
        return ("all", 1), _portioned(tokens, noun, told)
    told = _disagreeing(thing, tokens, noun, told, chosen_of)
    for token in (t for t in tokens if t.type in ("NUMBER", "MORE")):
        if not numeral(token):
            told.fail("none at all is nothing to do", token, "1 or more")
        if sum(t.type == "NUMBER" for t in tokens) > 1:
            told = told.noting(f"'{' '.join(tokens)}' is read as at least {token}")
        return ("some", numeral(token)), told
    found = _found(thing)
    if "ANY" in kinds and found and not (noun.plural or chosen_of):
        return ("all", 1), told.noting(f"'any {thing.noun}' that is found is read as all of them")
    if kinds & {"ALL", "EVERY"} or ("ANY" in kinds and noun.plural and not chosen_of):
        return ("all", 1), told
    if "BOTH" in kinds:
        return ("all" if noun.plural else "the", 1), told
    if "SOME" in kinds:
        pair = any(str(t).lower().endswith(_PAIR) for t in tokens)
        if pair or (noun.plural and not noun.mass):
            told = told.noting(f"'{tokens[0]}' is read as at least {'two' if pair else 'one'}")
        return ("some", 2 if pair else 1), told
    one = thing.noun is not None and thing.noun.type == "ONES"
    if kinds & {"A", "ANY", "EITHER"} or (not tokens and one and not noun.plural):
        return ("some", 1), told
    if not tokens and inherited is not None:
        return inherited, told
    return ("all" if noun.plural else "the", 1), told


def any_one(what: Selection) -> Selection:
    """Take any where one was meant that robots cannot tell from others."""
    return replace(what, quantifier="some") if what.quantifier == "the" else what


def in_state(
    selection: Selection, token: Token, told: Told, *, as_place: bool
) -> tuple[Selection, Told]:
    """Narrow a selection by an adjective; "the hot tap" is any tap."""
    if token.type in ("HOT", "COLD") and selection.types and not limited(
            selection, "pickupable").types:
        return any_one(selection), told.noting(
            f"'{token} {selection.words}' is read as any: what stays in its place is neither hot "
            "nor cold here")
    state = STATES.get(token.type, ("isDirty", False) if as_place else WASHED)
    return replace(selection, states=(*selection.states, state)), told


def _more(token: Token) -> int:
    """Read "one more", "another two"."""
    word = next(w for w in str(token).lower().split() if w not in ("at", "least", "another"))
    return _NUMBERS.get(word, 1)


def _found(thing: Thing) -> bool:
    """Whether all are meant that will be seen: "any cup you find", "any light still on"."""
    return any(t.type == "SEEN" or (t.type == "POSED" and str(t).lower().startswith("still"))
               for r in thing.relatives for t in r.words)


def _share(portion: Token) -> tuple[int, int]:
    """Read "half", "about a third", "most"."""
    said = " ".join(str(portion).lower().replace("-", " ").split())
    return next(share for words, share in _SHARES.items() if words in said)


def _portioned(tokens: Iterable[Token], noun: Noun, told: Told) -> Told:
    """Note what "most" is read as; half of one thing is no thing."""
    for token in (t for t in tokens if t.type == "PORTION"):
        part, whole = _share(token)
        if not (noun.plural or noun.mass):
            told.fail(f"'{token}' of one thing cannot be told from the rest", token,
                      "a number of things: 'half of the forks', 'a slice of bread'")
        if whole > 2:
            told = told.noting(f"'{token}' is read as {part} of {whole}")
    return told


def but_some(what: Selection, thing: Thing) -> Selection:
    """Leave so many over as "all but two" says."""
    portion = next((t for t in thing.quantifier if t.type == "PORTION"), None)
    if portion is not None:
        return replace(what, quantifier="all", count=1, share=_share(portion))
    if "ALL_BUT" not in [t.type for t in thing.quantifier]:
        return what
    number = next((t for t in thing.quantifier if t.type == "NUMBER"), None)
    left = Selection(what.types, "some", numeral(number) if number else 1, words=what.words)
    return replace(what, quantifier="all", but=(*what.but, left))


def _disagreeing(
    thing: Thing, tokens: list[Token], noun: Noun, told: Told, chosen_of: bool
) -> Told:
    """Note what is said of "a potatoes", "every plates", "two tap"."""
    if len(tokens) != 1 or chosen_of or thing.noun is None or thing.noun.type != "NOUN":
        return told
    (token,) = tokens
    number = numeral(token) if token.type == "NUMBER" else token.type in ("A", "EVERY")
    if not number or noun.mass or (number == 1) != noun.plural:
        return told
    how = "every one" if token.type == "EVERY" else number if number > 1 else "one"
    return told.noting(f"'{token} {thing.noun}' is read as {how}")


def every_one(token: Token, noun: Noun, told: Told) -> tuple[Noun, Told]:
    """Read "each knife" as "all the knives": a note says so where these are of more kinds."""
    plural = ontology().plural(str(token)) or noun
    if set(plural.types) > set(noun.types):
        told = told.noting(f"every '{token}' is read as: {', '.join(plural.types)}")
    return plural, told
