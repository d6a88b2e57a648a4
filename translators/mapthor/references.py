"""What a text has told so far, and words that refer back to it: it, them, another, the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NoReturn

from lark import Token

from domains.household.goal import (
    Condition,
    HasState,
    Location,
    Placed,
    Quantifier,
    Selection,
    Subgoal,
)
from planner.errors import SourceError, Span
from translators.mapthor.ontology import Noun, ontology
from translators.mapthor.tree import Phrase, Thing, Things

__all__ = [
    "Group", "Guard", "Steps", "Told", "but_some", "counted", "every_one", "limited",
    "named_before", "nth", "numeral", "other", "other_one", "pieces_of", "pronoun", "quantity",
    "specific", "union", "whole_of",
]

Group = tuple[Selection, ...]
Steps = list[list[Subgoal]]
"""The subgoals of a clause, in stages."""
Amount = tuple[Quantifier, int]

_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
            "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "a dozen": 12}
_PAIR = ("pair", "couple", "few", "several")


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
    if "ALL_BUT" in kinds:
        return ("all", 1), told
    told = _disagreeing(thing, tokens, noun, told, chosen_of)
    for token in (t for t in tokens if t.type == "NUMBER"):
        if not numeral(token):
            told.fail("none at all is nothing to do", token, "1 or more")
        if sum(t.type == "NUMBER" for t in tokens) > 1:
            told = told.noting(f"'{' '.join(tokens)}' is read as at least {token}")
        return ("some", numeral(token)), told
    found = any(t.type == "SEEN" for r in thing.relatives for t in r.words)
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


def but_some(what: Selection, thing: Thing) -> Selection:
    """Leave so many over as "all but two" says."""
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


def pronoun(thing: Thing, told: Told) -> tuple[Group, Told]:
    """Read "it", "them", "two of them"."""
    found, token = told.antecedents, thing.words[-1]
    if not found:
        told.fail(f"'{token}' refers to nothing named before", token, "a thing, e.g. 'apple'")
    if str(token).lower() == "it" and told.needed and not specific(found[0]):
        found = next((g for g in reversed(told.mentioned) if any(
            specific(s) and told.needed & set(s.types) for s in g)), found)
    found = _several(found, str(token).lower(), told)
    if told.spared and str(token).lower() in ("it", "that", "this") and all(
            s.quantifier == "all" for s in found):
        found = told.spared  # "everything but the egg …, that goes on the counter"
    (quantifier, count), told = quantity(thing, Noun((), True), told)
    found = tuple(but_some(s, thing) for s in found)
    if quantifier == "some" and thing.quantifier:
        found = (replace(found[0], types=union(found), quantifier="some", count=count,
                         substitutes={}),)
    return found, told


def _several(found: Group, word: str, told: Told) -> Group:
    """Let "them" be all single things named in turn: "take the pen, take the cup, put them …"."""
    pair = word.rsplit(maxsplit=1)[-1] in ("both", "two")
    if word not in ("them", "they", "these", "those") and not pair:
        return found
    done = [w.what for _, steps in told.clauses for stage in steps for w in stage
            if isinstance(w, Placed) and not any(isinstance(s, HasState) for s in stage)]
    run: list[Selection] = []
    for selection in (s for group in reversed(told.mentioned) for s in reversed(group)):
        one = selection.quantifier != "all" and selection.count == 1 and specific(selection) and (
            pair or not selection.words.endswith("s"))
        if not one or selection in done or (pair and len(run) == 2):
            break
        if not told.needed or told.needed & set(selection.types):
            run += [selection] if all(r.types != selection.types for r in run) else []
    return tuple(run)[::-1] if len(run) > len(found) == 1 else found


def every_one(token: Token, noun: Noun, told: Told) -> tuple[Noun, Told]:
    """Read "each knife" as "all the knives": a note says so where these are of more kinds."""
    plural = ontology().plural(str(token)) or noun
    if set(plural.types) > set(noun.types):
        told = told.noting(f"every '{token}' is read as: {', '.join(plural.types)}")
    return plural, told


def named_before(thing: Thing, noun: Noun, told: Told) -> Selection | None:
    """Return what "the eggs" refers to after "take two eggs"; nothing where it is new."""
    if [t.type for t in thing.quantifier] != ["THE"] or thing.adjectives or any(
            r.rule in ("relative", "relative_not") for r in thing.relatives):
        return None
    for selection in told.named:
        if selection.types == noun.types and not any(selection is p for p in told.as_places):
            alike = selection.quantifier == "some" and (selection.count > 1) == noun.plural
            return selection if alike else None
    return None


def counted(thing: Thing, told: Told) -> Selection:
    """Read "two" alone: so many of what was named before."""
    (token,) = thing.words
    if not told.antecedents:
        told.fail(f"'{token}' of what? nothing was named before", token, "the thing's name")
    if not numeral(token):
        told.fail("none at all is nothing to do", token, "1 or more")
    return replace(told.antecedents[0], types=union(told.antecedents), quantifier="some",
                   count=numeral(token), substitutes={}, words=f"{token} ones")


def other(selection: Selection, token: Token, told: Told, *, plural: bool = False) -> Selection:
    """Leave out what was named before ("the other dishes"), or take one more ("another")."""
    named = {t for s in told.named if specific(s) for t in s.types}
    known, word = named & set(selection.types), str(token).lower()
    if word == "another":
        if not known:
            told.fail(f"'{token}' than what? nothing of this kind was named before", token,
                      "'a' or a number")
        return replace(selection, quantifier="some", count=1, words=f"{word} {selection.words}")
    types = tuple(t for t in selection.types if t not in named)
    if types and known:
        return replace(selection, types=types)
    if known and word in ("other", "remaining"):
        return _second(selection, token, told,
                       several=plural or selection.quantifier == "all")
    told.fail(f"'{token}' than what? nothing of another kind was named before", token,
              "the things themselves")


def other_one(thing: Thing, told: Told) -> Selection:
    """Read "the other" after "one of the pens", and "the rest"."""
    token = next(t for t in thing.words if t.type == "OTHER")
    word = str(token).lower()
    if word not in ("other", "another", "other one"):
        return _rest(token, told)
    if not told.antecedents:
        told.fail(f"'{token}' does not say which things", token, "the things themselves")
    chosen = replace(told.antecedents[0], types=union(told.antecedents), substitutes={})
    read = other if word == "another" else _second
    return read(chosen, token, told)


def nth(thing: Thing, told: Told) -> Selection:
    """Read "the former", "the second one": of two things named last, or of some of one kind."""
    token = next(t for t in thing.words if t.type == "NTH")
    word = str(token).lower()
    groups = [tuple(s for s in g if not any(s is p for p in told.as_places))
              for g in reversed(told.mentioned)]
    named: list[Selection] = []
    for group in groups:
        if len(group) == 1 and group[0].quantifier == "some" and group[0].count == 1:
            continue  # "take two mugs, put the first one …"
        if len(group) > 1 and all(s in group for s in named):
            named = list(group)
        named = [*(s for s in group if s not in named), *named]
        if len(named) > 1 or (named and named[0].quantifier != "the"):
            break
    first = word in ("former", "first")
    if len(named) == 2:
        return named[0 if first else 1]
    if len(named) == 1 and (named[0].quantifier == "all" or named[0].count > 1):
        one = replace(named[0], quantifier="some", count=1)
        return one if first else replace(one, apart=True, words=f"other {one.words}")
    told.fail(f"'{token}' of what? not two things were named before", token, "the thing's name")


def _rest(token: Token, told: Told) -> Selection:
    """Read "the rest", "the others": of a kind, of a larger kind, or of what lies in one place."""
    portable = ontology().properties["pickupable"]
    mine = [s for s in told.named if set(s.types) <= set(portable) and not any(
        s is p for p in told.as_places)]
    latest = told.mentioned[-1] if told.mentioned else ()
    if len(latest) == 1 and specific(latest[0]) and not set(latest[0].types) & set(portable):
        return replace(latest[0], quantifier="all", count=1, apart=True)  # "the other blinds"
    if not mine:
        told.fail(f"'{token}' of what? nothing was named before", token, "the things themselves")
    first, types = mine[0], {t for s in mine for t in s.types}
    if first.quantifier == "some":
        return replace(first, quantifier="all", count=1, apart=True)
    if first.quantifier == "all" and len(first.states) == 1 and isinstance(
            first.states[0][1], bool):
        ((key, value),) = first.states
        return replace(first, states=((key, not value),))
    for larger in mine[1:]:
        small = {t for s in mine for t in s.types if len(s.types) == 1} & set(larger.types)
        left = tuple(t for t in larger.types if t not in small)
        if small and left and specific(larger) and larger.quantifier != "some":
            return replace(larger, types=left, quantifier="all")
    place = next((s.located for s in mine if s.located is not None), None)
    others = tuple(t for t in portable if t not in types)
    if place is None or not others:
        told.fail(f"'{token}' does not say which things", token, "the things themselves")
    return Selection(others, "all", located=place, words="everything else")


def _second(
    selection: Selection, token: Token, told: Told, *, several: bool = False
) -> Selection:
    """Read "the other mug" where some mugs were spoken of: any mug but those."""
    before = [s for group in told.mentioned for s in group
              if specific(s) and set(s.types) & set(selection.types)]
    if not before or before[-1].quantifier != "some" or (before[-1].count > 1 and not several):
        told.fail(f"'{token}' than which? no single one was named before", token,
                  "'one mug in the sink and the other in the drawer'")
    return replace(selection, quantifier="all" if several else "some", count=1,
                   words=f"other {selection.words}", apart=True,
                   located=selection.located or before[-1].located)
