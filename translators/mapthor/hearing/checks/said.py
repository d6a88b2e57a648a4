"""The words of a text as the grammar and the ontology know them, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from lark import Token

from translators.mapthor.lexicon import base
from translators.mapthor.ontology import names, ontology
from translators.mapthor.read import WORD, as_order, parser

__all__ = ["MANY", "Said", "begins", "said", "where"]

MANY = 6
"""A selection of more types is of everything, less what was left out."""
_BEGINS: dict[tuple[str, bool | str], frozenset[str]] = {
    key: frozenset(classes.split()) for key, classes in (
        (("isOpen", True), "OPEN OPENED PULL PULLED SWING UPWARDS TO_PIECES"),
        (("isOpen", False), "CLOSE CLOSED SHUT SHUT_UP PULL PULLED DOWN SWING SWITCH_OFF"),
        (("isToggled", True), "ON SWITCH_ON SET_FIRE LIGHT LIGHTING RUNNING RESTART GOING FIRE "
         "BRIGHT HEAT HEATED HOT COOK COOKED MICROWAVE TOAST TOASTER COFFEE TEA TO_THE_BOIL A_ZAP "
         "UPWARDS DARK"),
        (("isToggled", False), "OFF OUT SWITCH_OFF BLOW STOPPED SHUT DARK CLOSE DOWN"),
        (("isDirty", False), "WASH CLEAN WASHED A_WASH A_SHINE UNDER_TAP MADE TIDY"),
        (("isDirty", True), "SOIL DIRTY MAKE"),
        (("isBroken", True), "BREAK BROKEN BROKEN_UP IN_PIECES TO_PIECES SLICE SWING"),
        (("isFilledWithLiquid", False), "EMPTY EMPTIED POUR A_DRINK WATER CLEAR DRY"),
        (("found", True), "FIND FOUND HUNT EXAMINE EXAMINED SEEN"),
        (("reached", True), "GO GO_TO NEAR"))}


@dataclass(frozen=True)
class Said:
    """One word, or one name of several words.

    ``classes`` are the word classes of the grammar that begin with it, ``types`` what it names;
    ``number`` is its token where it is one.
    """

    text: str
    classes: frozenset[str]
    types: frozenset[str]
    number: Token | None = None


def begins(state: tuple[str, bool | str]) -> frozenset[str]:
    """Return the word classes that what says a state begins with; nothing where any may.

    >>> "SHUT" in begins(("isOpen", False)), "SHUT" in begins(("isOpen", True))
    (True, False)
    """
    return _BEGINS.get(state, frozenset())


@lru_cache(16)
def said(text: str) -> tuple[Said, ...]:
    """Return the words of a text.

    >>> [sorted(w.types) for w in said("Shut the coffee machine")]
    [[], [], ['CoffeeMachine']]
    """
    low = WORD.sub(lambda m: as_order(m.group()), text)
    low = low.lower() if len(low.lower()) == len(low) else low
    named = {m.start(): m.group() for m in names().finditer(text)}
    found: list[Said] = []
    end = 0
    for match in WORD.finditer(text):
        start = match.start()
        if start < end:
            continue
        name = named.get(start, "")
        end = start + len(name or match.group())
        noun = ontology().find(" ".join(name.replace("-", " ").split())) if name else None
        ends = parser().words.ends(low, start)
        done = base(match.group()) if not ends else ""  # "when you have walked"
        number = Token("NUMBER", low[start:ends["NUMBER"]]) if "NUMBER" in ends else None
        found.append(Said(name or match.group(), frozenset(ends) or parser().classes(done),
                          frozenset(noun.types if noun else ()), number))
    return tuple(found)


def where(words: Iterable[Said], types: Iterable[str]) -> list[int]:
    """Return which words name something of some types."""
    kinds = set(types)
    return [n for n, w in enumerate(words) if w.types & kinds]
