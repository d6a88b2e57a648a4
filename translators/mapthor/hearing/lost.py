"""What a text says and its goal does not: nothing is lost without a remark.

Whatever way a text was read in, each name, act, number and denial in it, each condition and each
word of order has to show in the goal, or in a remark. The rest is told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from lark import Token

from domains.household.goal import Condition, Goal, HasState, Held, Location, Placed, Selection
from translators.mapthor.hearing.checks.matched import mismatched
from translators.mapthor.hearing.checks.unsaid import unsaid
from translators.mapthor.hearing.slips import mended
from translators.mapthor.ontology import Noun, names, ontology, polite_words
from translators.mapthor.read import WORD, as_order, frames, parser, word_classes
from translators.mapthor.references import numeral

__all__ = ["lost"]

_ACTS = {
    "isOpen=True isToggled": ("OPEN", "OPENED"),
    "isOpen=False isToggled": ("CLOSE", "CLOSED", "SHUT", "SHUT_UP"),
    "isDirty=True": ("DIRTY", "SOIL"),
    "isDirty=False washed=True SinkBasin cleared": ("WASH", "CLEAN", "WASHED", "A_WASH"),
    "isSliced isBroken": ("SLICE", "SLICED", "SLICED_UP"),
    "isToggled": ("RESTART", "SWITCHED", "BLOW"),
    "isToggled=True": ("SWITCH_ON", "LIGHT", "RUNNING", "SET_FIRE"),
    "isToggled=False": ("SWITCH_OFF", "STOPPED"), "isToggled=False Placed Held found": ("OFF",),
    "temperature isCooked isToggled": ("HEAT", "MICROWAVE", "TOAST", "HOT", "HEATED", "COOK",
                                      "COOKED_UP", "TOASTED"),
    "temperature Fridge": ("CHILL", "COLD", "CHILLED"),
    "isFilledWithLiquid fillLiquid Placed": ("FILL", "FULL", "FILLED", "POUR", "WATER", "COFFEE",
                                             "WINE"),
    "isFilledWithLiquid=False cleared": ("EMPTY", "EMPTIED"),
    "isBroken isSliced": ("BREAK", "BROKEN", "BROKEN_UP"), "GarbageCan": ("TRASH", "TRASHED"),
    "Placed Held reached": ("PUT", "TAKE", "GATHER", "HOLD", "PUT_DONE", "THROW", "THROWN",
                             "PICKED_UP"),
    "found reached Placed Held": ("FIND", "FOUND", "HUNT"),
}
"""What a goal has, one of these, where a word of these classes is meant."""
_WITHIN = {"PROPERTY_VERB", "TO_PIECES", "UNDER_TAP"}
"""Classes of words that are part of a description: "what can be opened"."""
_NOT = re.compile(r"\b(?:not|never|no(?!\s+(?:more|less|fewer)\b)|none|nothing|without|except|"
                  r"neither|nor|unless|avoid)\b|n't\b", re.IGNORECASE)
_IF = re.compile(r"\b(?:(?<!even )if(?!\s+(?:there|you)\b)|unless|whenever|in\s+case|otherwise|"
                 r"provided)\b", re.IGNORECASE)
"""What is done to things if there are any needs no condition."""
_ORDER = re.compile(r"\b(?:before|then|after|afterwards|finally|lastly|(?<=[.;!,] )next|"
                    r"but first|until)\b", re.IGNORECASE)
_NOTED = frozenset({"not", "no", "never", "without", "don't", "dont", "unless", "except", "taken"})
"""Words of remarks on what is not done, or was taken back."""
_OF_ALL = re.compile(r"\b(?:the|of|all)\s+$", re.IGNORECASE)
"""Before a number of all there are: "two of the three mugs"."""
_FETCHED = re.compile(r"\b(?:pick|take|get|grab|fetch|collect|lift|gather|find|bring|cut|slice|"
                      r"chop|halve|dice)\b[^.;]*[.;]?\s*$", re.IGNORECASE)
"""What is fetched "and then" put somewhere is one errand; pieces are put there anyway."""
_MANY = 6
"""A selection of more types is of everything, less what was left out."""
_PART = re.compile(r"\s+of\b", re.IGNORECASE)
_BUT = re.compile(r"\b(?:but|not|except|excluding|exception|save|apart|aside|besides|other|minus|"
                  r"leave|keep|stays?)\b|n't\b", re.IGNORECASE)
_AT = re.compile(r"(?<!apart )(?<!aside )(?<!except )(?<!exception )\b(?:on|in|off|of|from|to|into|"
                 r"onto|inside|at)\s+(?:(?:the|my|our|your|an?|this|that)\s+)?$", re.IGNORECASE)
_NUMBERED = re.compile(r"\s*[.)](?:\s|$)")


def lost(goal: Goal) -> tuple[str, ...]:
    """Return a remark on each word of a text that neither its goal nor a remark takes up.

    >>> from translators.mapthor.compile import compile_instruction
    >>> lost(compile_instruction("Shut the fridge"))
    ()
    """
    whole = mended(goal.text)[0]
    text = polite_words().sub(lambda m: " " * len(m.group()), whole)
    has = _Has(goal, text)
    missed = [*_unnamed(text, has), *_unmeant(text, goal, has)]
    return (*(f"'{word}' is not part of what is done" for word in dict.fromkeys(missed)),
            *dict.fromkeys((*unsaid(goal, whole), *mismatched(goal, whole))))


class _Has:
    """Everything that the goal of a text and its remarks speak of."""

    def __init__(self, goal: Goal, text: str) -> None:
        self.chosen: list[Selection] = []
        self.conditions: list[Condition] = []
        self.places: list[Location] = []
        for subgoal in goal.subgoals:
            self._add(subgoal.what)
            if isinstance(subgoal, Placed):
                self._add(subgoal.target)
            elif isinstance(subgoal, Held):
                self._add(subgoal.near)
        self.types = {t for s in self.chosen for t in s.types}
        words = re.findall(r"\w+(?:'\w+)*", " ".join(
            (*goal.remarks, *(s.words for s in self.chosen))).lower())
        self.told = frozenset((*words, *(w.split("'")[0] for w in words)))
        self.features = self.types | {type(w).__name__ for w in goal.subgoals} | {
            w.state for w in goal.subgoals if isinstance(w, HasState)} | {
            key for s in self.chosen for key, _ in s.states}
        values = {(w.state, w.value) for w in goal.subgoals if isinstance(w, HasState)} | {
            state for s in self.chosen for state in s.states}
        self.features |= {"cleared"} if any(isinstance(w, Placed) and (
            len(w.what.types) > _MANY or w.target.relation == "home")
            for w in goal.subgoals) else set()
        denied = _NOT.search(text) or "otherwise" in text.lower()  # "it should not be closed"
        self.features |= {f"{k}={v}" for k, v in values} | ({
            f"{k}={not v}" for k, v in values if isinstance(v, bool)} if denied else set())
        limits = [n for c in self.conditions for n in (c.count - 1, c.count)]
        alike = Counter(w.what.types for w in goal.subgoals)
        self.counts = {len(goal.subgoals), *(s.count for s in self.chosen), *limits,
                       *(p.each for p in self.places), *alike.values()}
        self.spares = any(len(s.types) > _MANY for s in self.chosen) and bool(_BUT.search(text))
        self.names = {m.start(): m.group() for m in names().finditer(text)}
        if any(s.apart for s in self.chosen):  # one after the other
            self.counts |= set(range(max(self.counts | set(alike.values()))))
        wider = [set(n.types) for w in self.names.values() if (
            n := ontology().plural(w) or ontology().find(w))]
        self.left_out = {t for types in wider if types & self.types for t in types - self.types}
        self.ends = any(isinstance(w, HasState) and w.value in (False, "Cold")
                        for w in goal.subgoals)

    def _add(self, part: Selection | Location | Condition | None) -> None:
        if isinstance(part, Location):
            self.places.append(part)
            self._add(part.place)
        elif isinstance(part, Condition):
            self.conditions.append(part)
            self._add(part.what)
            for other in part.others:
                self._add(other)
        elif part is not None:
            self.chosen.append(part)
            parts: tuple[Selection | Location | Condition | None, ...] = (
                *part.when, *part.but, part.located, part.holding)
            for one in parts:
                self._add(one)

    def says(self, words: str) -> bool:
        """Whether a remark speaks of words."""
        return self.told.issuperset(words.split())

    def shows(self, noun: Noun, before: str) -> bool:
        """Whether what a noun behind other words stands for is meant, or left out of what is."""
        known, types = ontology(), set(noun.types)
        for kind in noun.types:
            types |= {*known.companions.get(kind, ()), *known.substitutes.get(kind, ()),
                      *known.switches.get(kind, ())}
        return not types or bool(types & (self.types | self.left_out)) or (
            self.spares and not _AT.search(before))

    @property
    def denies(self) -> bool:
        """Whether something is left out, not there, or no longer so."""
        return self.ends or bool(self.left_out) or any(
            s.but or s.apart or len(s.types) > _MANY or any(
                v in (False, "Cold") for _, v in s.states) for s in self.chosen) or any(
            not c.exists for c in self.conditions) or any(p.avoid for p in self.places) or any(
            w in _NOTED or w.endswith("n't") for w in self.told)

    @property
    def depends(self) -> bool:
        """Whether what is done depends on something, or is done only to what is in some state."""
        return bool(self.conditions) or any(s.states or s.located for s in self.chosen)


def _unnamed(text: str, has: _Has) -> Iterator[str]:
    """Yield the names, acts and numbers of a text that are nowhere."""
    end = 0
    for found in WORD.finditer(text):
        if found.start() < end:
            continue
        said = has.names.get(found.start(), found.group())
        end = found.start() + len(said)
        plain = " ".join(said.lower().replace("-", " ").split())
        if not has.says(plain) and not _meant(plain, text[:found.start()], text[end:], has):
            yield said


def _meant(word: str, before: str, after: str, has: _Has) -> bool:
    may, surely = _needs(word)
    if not may.isdisjoint(has.features):
        return True
    noun = ontology().find(word)
    if noun is not None:
        return has.shows(noun, before) or bool(_PART.match(after))  # "the lid of the laptop"
    if word.isdigit() or word in word_classes()["NUMBER"]:
        number = numeral(Token("NUMBER", word))
        return number in has.counts or number < 2 or bool(
            _OF_ALL.search(before) or _NUMBERED.match(after))
    return not surely


def _unmeant(text: str, goal: Goal, has: _Has) -> Iterator[str]:
    """Yield the words of a text that deny, make conditions or tell an order and do not do so."""
    for pattern, shows in ((_NOT, has.denies), (_IF, has.depends)):
        found = None if shows else pattern.search(text)
        wished = found and any(
            m.end() == found.end() for m in frames().finditer(text))  # "it would help if …"
        if found and not wished and not has.says(found.group().lower()):
            yield found.group()
    for found in _ORDER.finditer(text) if len(goal.stages) < 2 < 1 + len(goal.subgoals) else ():
        if not has.says(found.group().lower()) and not _FETCHED.search(text[:found.start()]):
            yield found.group()


@cache
def _needs(word: str) -> tuple[frozenset[str], bool]:
    """Return what a goal has, one of these, where a word is meant, and whether it must have it."""
    keyed = {name: features.split() for features, names in _ACTS.items() for name in names}
    known = parser().classes
    classes = (known(as_order(word).strip()) or known(word)) - _WITHIN
    return (frozenset(f for c in classes & keyed.keys() for f in keyed[c]),
            bool(classes) and classes <= keyed.keys())
