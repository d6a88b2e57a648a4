"""What somebody asks for, and the steps that lead to it.

"Put a chilled egg on the table. Walk to the fridge, take out the egg …": the first sentence says
how it should be, the steps say one way to bring it about. What they leave behind beside that is
done, too: "… and close the fridge again".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from domains.household.goal import STATIONS, Goal, HasState, Held, Placed, Selection, Subgoal
from planner.errors import PlannerError
from translators.mapthor.hearing.clauses import clauses, sentences
from translators.mapthor.hearing.doing.travels import without_travels
from translators.mapthor.hearing.plain import written
from translators.mapthor.hearing.words import imperative, words_of
from translators.mapthor.ontology import ontology
from translators.mapthor.read import reads
from translators.mapthor.references import pieces_of

__all__ = ["by_errand"]

_MOST_AIM = 18
"""So many words an aim has at most."""
_FEWEST_STEPS = 8
"""So many words the steps to it have at least."""
_AIM = re.compile(
    r"^\s*(?:(?:your|the) (?:task|goal|job|aim|mission) (?:is|:)\s*(?:to )?|(?:in order )?to "
    r"(?=\w+ (?:an?|the|two|some|both|all|three)\b))?(?P<aim>[^:.;!?\n]+)(?:[.;!:]\s+|\n)",
    re.IGNORECASE)
_SHUT = re.compile(
    r"\b(?:close|shut|closing|shutting)\b(?: up)?(?: (?P<what>it|them|its doors?|the doors?|"
    r"(?:the |that |all )?[a-z ]+?))?(?: (?:again|up|after|behind))*"
    r"(?=\s*(?:$|[.,;!?]|and\b|then\b|when\b))", re.IGNORECASE)
_CHANGES = {"isDirty", "isFilledWithLiquid", "fillLiquid", "isBroken", "isCooked", "isSliced",
            "isUsedUp"}
"""States that steps may bring about which an aim does not tell."""

Read = Callable[[str], Goal]


def by_errand(text: str, read: Read) -> Goal:
    """Read a text; of one that tells steps to an aim the aim, and what the steps leave behind."""
    plain, ways = without_travels(text)
    found = _AIM.match(text)
    if found and plain != text and (
            goal := _aimed(found["aim"].strip(), text[found.end():], read)):
        return goal
    if plain != text and not reads(written(text)[0]):
        try:
            goal = read(plain)
        except PlannerError:
            pass
        else:
            return replace(goal, remarks=(*ways, *goal.remarks))
    return read(text)


@dataclass(frozen=True)
class _Named:
    """The types of what a text names."""

    types: frozenset[str]
    bare: bool

    def has(self, types: tuple[str, ...]) -> bool:
        """Whether one of some types is named, whole or in pieces."""
        wide = {*types, *(p for t in types for p in pieces_of(t))}
        return bool(wide & (self.types | {p for t in self.types for p in pieces_of(t)}))


def _named(text: str) -> _Named:
    known = ontology()
    words = words_of(text)
    found = [n for w in words if w.thing and (n := known.find(w.text) or known.plural(w.text))]
    types = {t for n in found for t in n.types} | {
        t for n in found for t in known.places(n.types)}
    return _Named(frozenset(types), any(w.text in {"one", "ones"} for w in words))


def _aimed(aim: str, steps: str, read: Read) -> Goal | None:
    """Read an aim and the steps to it; None where the rest is no such steps."""
    words = words_of(aim)
    if len(words) > _MOST_AIM or len(words_of(steps)) < _FEWEST_STEPS or not imperative(words):
        return None
    plain, ways = without_travels(steps)
    told = _named(steps)
    if not _again(aim, told):
        return None
    try:
        goal = read(aim)
    except PlannerError:
        return None
    places = any(isinstance(w, Placed) or (isinstance(w, Held) and w.near) for w in goal.lasting)
    if not _leads_to(goal, told) or not (ways or len(list(_parts(steps))) > 2):
        return None
    whole = None
    try:
        whole = read(plain)
    except PlannerError:
        if not (ways and places):
            return None
    if whole is not None and not _reaches(whole, goal):
        if not (ways and places):
            return None
        whole = None
    if whole is not None and _says_more(whole, goal):
        return replace(whole, remarks=(f"what '{aim}' asks for is said by the rest", *ways,
                                       *whole.remarks))
    further = list(dict.fromkeys(_further(goal, [whole] if whole else _readable(plain, read))))
    shut = {t for w in further if isinstance(w, HasState) and w.state == "isOpen"
            for t in w.what.types}
    if (last := _shut(plain, goal)) and not shut & set(last.what.types):
        further.append(last)
    remark = f"'{steps.strip()}' is left out: it is a way to do what '{aim}' asks for"
    stages = (*goal.stages, tuple(further)) if further else goal.stages
    return replace(goal, stages=stages, remarks=(*goal.remarks, remark))


def _again(aim: str, told: _Named) -> bool:
    """Whether steps name something of an aim again, before it is read."""
    return told.has(tuple(_named(aim).types))


def _leads_to(goal: Goal, told: _Named) -> bool:
    """Whether steps name again what should be somewhere or somehow, and where."""
    if not goal.lasting or any(len(w.what.types) > 6 or (isinstance(w, Held) and not w.near) or (
            isinstance(w, HasState) and w.state in {"found", "reached", "isOpen"})
            for w in goal.lasting):
        return False
    for wish in goal.lasting:
        if isinstance(wish, HasState) and set(wish.what.types) & STATIONS.keys():
            continue
        if not told.has(wish.what.types) and not told.bare:
            return False
        place = wish.target.place if isinstance(wish, Placed) else None
        if place is not None and not told.has(place.types):
            return False
    return True


def _alike(one: Selection, other: Selection) -> bool:
    return bool(set(one.types) & set(other.types))


def _reaches(whole: Goal, goal: Goal) -> bool:
    """Whether steps end with what an aim asks for."""
    return all(any(_same(w, wish) for w in whole.lasting) for wish in goal.lasting)


def _same(done: Subgoal, wish: Subgoal) -> bool:
    if type(done) is not type(wish) or not _alike(done.what, wish.what):
        return False
    if isinstance(done, Placed) and isinstance(wish, Placed):
        spots = (done.target.place, wish.target.place)
        return all(spots) and _alike(*spots)  # type: ignore[arg-type]
    if isinstance(done, HasState) and isinstance(wish, HasState):
        return (done.state, done.value) == (wish.state, wish.value)
    return True


def _says_more(whole: Goal, goal: Goal) -> bool:
    """Whether steps change what an aim is about in a way that it does not tell."""
    known = [(w.what.types, w.state) for w in goal.subgoals if isinstance(w, HasState)]
    stations = {t for w in goal.subgoals if isinstance(w, HasState) for t in w.what.types}
    for done in whole.subgoals:
        if not isinstance(done, HasState):
            continue
        own = any(_alike(done.what, w.what) for w in goal.subgoals)
        if done.state in _CHANGES and own and not any(
                set(t) & set(done.what.types) and s == done.state for t, s in known):
            return True
        if done.state == "isToggled" and done.value and set(done.what.types) & (
                STATIONS.keys() - stations):
            return True
    return False


def _further(goal: Goal, read: list[Goal]) -> Iterator[Subgoal]:
    """Yield what steps leave behind beside what an aim asks for."""
    things = {t for w in goal.subgoals for k in w.what.types for t in (k, *pieces_of(k))}
    lasting = {(w.state, t) for w in goal.lasting if isinstance(w, HasState) for t in w.what.types}
    for told in read:
        for done in told.lasting:
            types = set(done.what.types)
            if isinstance(done, Placed):
                beside = not types & things
            elif isinstance(done, HasState) and done.state == "isToggled":
                beside = not any((done.state, t) in lasting for t in types) and (
                    not done.value or not types & STATIONS.keys())
            else:
                beside = isinstance(done, HasState) and done.state == "isOpen" and not done.value
            if types and beside:
                yield done


def _parts(steps: str) -> Iterator[str]:
    for sentence in sentences(steps):
        for clause in clauses(sentence):
            yield clause.text.strip(" ,;:")


def _readable(steps: str, read: Read) -> list[Goal]:
    """Read what can be read of steps one by one, where nothing in it refers to another step."""
    found: list[Goal] = []
    for part in _parts(steps):
        words = {w.text for w in words_of(part)}
        if words & {"it", "them", "one", "there", "that", "other", "same", "again"}:
            continue
        try:
            found.append(read(re.sub(r"^(?:and|then|,|\s)+", "", part)))
        except PlannerError:
            continue
    return found


def _shut(steps: str, goal: Goal) -> Subgoal | None:
    """Return that what things were put into is closed, where steps end so."""
    wishes = [w for w in goal.lasting if isinstance(w, Placed) and w.target.place]
    openable = set(ontology().properties["openable"])
    last = wishes[-1].target.place if wishes else None
    shut = list(_SHUT.finditer(steps))
    if last is None or not shut or not set(last.types) & openable:
        return None
    named = ontology().find(re.sub(r"^(?:the|that|all)\s+", "", (shut[-1]["what"] or "").lower()))
    if named is not None and named.types and not set(named.types) & set(last.types):
        return None
    every = replace(last, quantifier="the", located=None, states=())
    return HasState(every, "isOpen", False)
