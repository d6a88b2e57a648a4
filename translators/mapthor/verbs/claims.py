"""Sentences that say what should be the case: claims, passives, "there is", "nothing is".

A claim is read as the order to make it true. "The light is on" alone tells a fact; after "make
sure" or "should" it orders.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lark import Token

from domains.household.goal import HasState, Location, Placed, Selection, Subgoal
from translators.mapthor.ontology import ontology
from translators.mapthor.order import merge
from translators.mapthor.places import at, home, into, location, place, state_of
from translators.mapthor.references import Steps, Told, limited
from translators.mapthor.things import each_of, located, things
from translators.mapthor.tree import Phrase, Thing, Things
from translators.mapthor.verbs.changing import CHANGING, lit, switching
from translators.mapthor.verbs.drinks import DRINKS
from translators.mapthor.verbs.examining import examining
from translators.mapthor.verbs.kitchen import KITCHEN
from translators.mapthor.verbs.limits import limit, limited_to
from translators.mapthor.verbs.pairing import PAIRING
from translators.mapthor.verbs.preparing import prepared
from translators.mapthor.verbs.putting import PUTTING, TARGETS, Read, carried, group, put, specified
from translators.mapthor.verbs.sharing import kept_together, one_more, share_out
from translators.mapthor.verbs.tidying import TIDYING, cleared
from translators.mapthor.whereabouts import shared

__all__ = ["ACTIONS", "CLAIMS"]

ACTIONS: dict[str, Callable[[Phrase, Told], Read]] = {
    **PUTTING, **PAIRING, **TIDYING, **CHANGING, **KITCHEN, **DRINKS, "examining": examining}
_NEEDS = {"isOpen": "openable", "isToggled": "toggleable", "isDirty": "dirtyable",
          "isFilledWithLiquid": "fillable"}
_DONE = {
    "WASHED": "washing", "WASH": "washing", "CLEAN": "washing", "A_WASH": "washing",
    "SLICED_UP": "slicing", "SLICE": "slicing", "OPENED": "opening", "OPEN": "opening",
    "CLOSED": "closing", "CLOSE": "closing", "HEATED": "heating", "HEAT": "heating",
    "COOK": "heating", "TOAST": "heating", "CHILLED": "chilling", "CHILL": "chilling",
    "FILL": "filling", "FILLED": "filling", "FILLED_WITH": "filling", "EMPTIED": "emptying",
    "EMPTY": "emptying", "BREAK": "breaking", "FIND": "finding", "TRASHED": "trashing",
    "TIDIED": "awaying", "TIDY": "awaying", "CLEARED": "awaying", "CLEAR": "awaying",
    "PICKED_UP": "holding", "SWITCHED": "switching", "TURN": "switching", "THROW": "trashing",
    "TRASH": "trashing", "SHUT_UP": "closing", "COOKED_UP": "heating", "BROKEN_UP": "breaking",
    "FOUND": "finding", "THROWN": "trashing", "TOASTED": "heating", "EXAMINED": "examining",
    "A_DRINK": "filling", "A_TIDY": "awaying", "IN_PIECES": "slicing", "IN_BITS": "slicing",
    "A_CHOP": "slicing", "A_ZAP": "heating", "WATER": "filling", "WATERED": "filling",
}
"""What is done, in any form of the verb → the verb class."""
_STATES = {"OPENED": "OPEN", "OPEN": "OPEN", "CLOSED": "CLOSED", "CLOSE": "CLOSED",
           "SWITCHED": "ON", "TURN": "ON"}
"""What a thing is when that has been done: "should not be closed"."""
_WORDS = {"TIDIED": "TIDY", "CLEARED": "CLEAR", "WATERED": "FILLED", "A_TIDY": "TIDY",
          "COOKED_UP": "COOK", "TOASTED": "TOAST"}
_PARTICLES = {"UP", "OUT", "OFF"}
_RAISED = {"Blinds", "Laptop", "Toilet"}
"""What is open when it is up, closed when it is down."""
_BRINGS = {
    ("isOpen", True): "opening", ("isOpen", False): "closing", ("isDirty", False): "washing",
    ("isSliced", True): "slicing", ("isCooked", True): "heating",
    ("temperature", "Hot"): "heating", ("temperature", "Cold"): "chilling",
    ("isFilledWithLiquid", True): "filling", ("isFilledWithLiquid", False): "emptying",
    ("isBroken", True): "breaking", ("isDirty", True): "soiling"}
"""State → the verb class that brings it about."""


def _order(rule: str, told: Told, *parts: Any) -> Read:
    """Read a claim as the order with the given parts."""
    return ACTIONS[rule](Phrase(rule, parts), told)


def _as(kind: str, word: Token) -> Token:
    return Token(kind, str(word), start_pos=word.start_pos)


# -- facts and claims -------------------------------------------------------------------------


def _ensuring(node: Phrase, told: Told) -> Read:
    if node.says("WANT") and node.first("from_place"):
        return _claim(node, told)
    claims = node.all("claim", "containing", "room_claim", "existence", "negative") or (node,)
    told = replace(told, insisting=told.insisting or node.says(
        "ENSURE", "WISH", "WANT", "MAKE", "KEEP", "HAVE", "HAVE_IT", "HAVE_ME"))
    if not told.insisting and not claims[0].says("WHAT") and claims[0].says(
            "IS", "IS_NOT", "ITS", "THERES"):
        return _told(claims, told)
    told = replace(told, insisting=True)
    stages: Steps = []
    for claim in claims:
        further, told = CLAIMS[claim.rule](claim, told) if claim is not node else _claim(node, told)
        if claim is not node:
            further, told = prepared(further, claim, told)
        longest = max(len(stages), len(further))
        stages = [[*stage, *more] for stage, more in zip(
            [*stages, *[[]] * (longest - len(stages))],
            [*further, *[[]] * (longest - len(further))], strict=True)]
    return stages, told


def _told(claims: tuple[Phrase, ...], told: Told) -> Read:
    """Read "the light is on" as a fact: it only says what later pronouns mean."""
    words = [t for c in claims for t in c.words]
    end = (words[-1].start_pos or 0) + len(words[-1])
    fact = told.text[words[0].start_pos or 0:end]
    told = replace(told.noting(f"'{fact}' is read as a fact, not as an order"),
                   facts=(*told.facts, words[0]))
    for claim in claims:
        if subject := claim.first("located_things"):
            _, told = located(specified(subject, told), told)
        elif claim.first("things"):
            found, told = things(claim.first("things"), told)
            if any(t.type == "SOME" for t in claim.words):  # "there are some mugs; take them …"
                found = [replace(s, quantifier="all", count=1) for s in found]
            for where in claim.all(*TARGETS):
                found, told = at(found, where, told)
            told = told.naming(found)
    return [[]], told


def _containing(node: Phrase, told: Told) -> Read:
    """Read "the box must contain the keys"."""
    named = node.first("place")
    spot, told = place(named, told)
    what, told = carried(node, told)
    where = into(spot)
    if any(t.type in ("EVERY", "BOTH", "ALL", "NUMBER") for t in named.words):
        what, where, told = share_out(what, shared(where), node, told)
    return [put(what, where)], replace(told, there=where)


def _claim(node: Phrase, told: Told) -> Read:
    negated = node.says("NOT_BE", "IS_NOT", "NOT_GO")
    off = node.first("from_place", "places", "place")
    if off is not None:  # "the mug should come off the table", "the table is no place for it"
        if off.rule == "from_place":
            where, told = location(off, told, target=False)
        else:
            spot, told = place(off, told)
            where = into(spot)
        what, told = carried(node, told)
        return _kept_off(what, where, off.words[0], told)
    subject = node.first("located_things") or Phrase("located_things", node.all("things"))
    subject = Phrase(subject.rule, (*subject.parts, *node.all("exception")))
    clauses: list[tuple[bool, Steps]] = []
    allowed = limit(subject.words, told)
    then = False
    for claimed in node.parts:
        then = then or (isinstance(claimed, Token) and claimed.type == "THEN")
        if not isinstance(claimed, Phrase) or claimed.rule not in (
                *TARGETS, "state", "done", "wheres"):
            continue
        steps, told = _said_of(subject, claimed, negated, told)
        done = claimed.rule not in (*TARGETS, "state") or len(steps) > 1
        if allowed and (negated or (done and allowed[1] is not None)):
            told.fail("how many at most cannot be said of this", claimed.words[0],
                      "'exactly one … should be on'")
        if allowed and done:  # "no fewer than three … moved to …"
            steps = [[replace(w, what=replace(w.what, count=allowed[0])) for w in stage]
                     for stage in steps]
        elif allowed:
            steps = [limited_to(stage, allowed, claimed.words[0], told) for stage in steps]
        clauses.append((then, steps))
        then = False
    return merge(clauses), told


def _said_of(subject: Phrase, claimed: Phrase, negated: bool, told: Told) -> Read:
    """Read one thing said of the subject: a state, a place, what is done to it."""
    if claimed.rule == "done" and negated and claimed.words[0].type in _STATES:
        claimed = Phrase("state", tuple(
            t if t.type in ("ON", "OFF") else _as(_STATES[t.type], t)
            for t in claimed.words[-1:]))
    if claimed.rule == "done":
        if negated:
            told.fail("what should not be done is not supported", claimed.words[0],
                      "what should be done")
        return _passive(subject, claimed, told)
    if claimed.rule == "state":
        return _brought(subject, state_of(claimed, told, negated=negated), claimed.words[-1], told)
    if claimed.rule == "wheres" and not negated:  # "goes in the bowl on the table"
        return _moved(subject, claimed.phrases, told)
    what, told = carried(Phrase("claim", (subject,)), told)
    where, told = location(claimed, told, target=not negated)
    if negated:
        return _kept_off(what, where, claimed.words[0], told)
    pairs = kept_together([one_more(s, where) for s in what], where, claimed, told)
    return [[Placed(s, w) for s, w in pairs]], replace(told, there=where, put_there=tuple(what))


def _brought(subject: Phrase, state: tuple[str, bool | str], word: Token, told: Told) -> Read:
    """Subgoal for a state by the verb that brings it about."""
    key, value = state
    if word.type in ("UPWARDS", "DOWN"):
        found, _ = located(subject, told)
        if any(not set(s.types) <= _RAISED for s in found):
            told.fail("where should it go?", word, "'in', 'on' or 'next to' a place")
    if key == "isToggled":
        mode = Phrase("onoff", (_as("ON" if value else "OFF", word),))
        return switching(Phrase("switching", (mode, subject)), told)
    rule = _BRINGS.get(state)
    if rule is None:
        told.fail("no robot can bring this about", word,
                  "a state that can be reached: open, closed, on, off, clean, sliced, cooked, hot, "
                  "cold, filled, empty, broken")
    if str(word).lower() == "done" and rule == "heating":  # the dishes, not the potatoes
        found, _ = carried(Phrase("claim", (subject,)), told)
        rule = rule if any(limited(s, "cookable").types for s in found) else "washing"
    toasted = key == "isCooked" and str(word).lower() == "toasted"
    return _order(rule, told, _as("TOAST", word) if toasted else word, subject)


def _inverted(node: Phrase, told: Told) -> Read:
    """Read "in the fridge goes the apple", "the desk is where the lamp belongs"."""
    subgoals: list[Subgoal] = []
    wheres = node.all(*TARGETS, "place")
    for where, named in zip(wheres, node.all("things"), strict=True):
        what, told = carried(Phrase("claim", (named,)), told)
        if where.rule == "place":
            spot, told = place(where, told)
            target = into(spot)
        else:
            target, told = location(where, told)
        subgoals += put(what, target)
    return [subgoals], replace(told, there=target)


def _depictive(node: Phrase, told: Told) -> Read:
    """Read "put the book on the desk, closed" as putting it there and closing it."""
    said = node.first("depicted")
    if said is not None:
        named, claimed, where = said.phrases
        it = Phrase("located_things", (named,))
        further, told = _said_of(it, claimed, False, told)
        stages, told = _said_of(it, where, False, told)
        return merge([(False, further), (False, stages)]), told
    placed, claimed = node.phrases
    stages, told = ACTIONS["placing"](placed, told)
    group_said = placed.first("group", "group_to", "fetched")
    named = group_said.first("things") if group_said else None
    if named is None:
        told.fail("what this is said of is not clear", claimed.words[0], "'… should be …'")
    further, told = _said_of(Phrase("located_things", (named,)), claimed, False, told)
    return merge([(False, stages), (False, further)]), told


def _passive(subject: Phrase, done: Phrase, told: Told) -> Read:
    """Read "should be washed" as the order to wash."""
    verb, rest = done.words[0], done.phrases
    if verb.type in ("HOLD", "TAKE", "PICKED_UP") and rest:
        return _moved(subject, rest, told)
    if verb.type in ("PUT_DONE", "PUT", "PUTTING") or (rest and verb.type in ("THROWN", "THROW")):
        if not rest:
            return _order("awaying", told, verb, subject)
        return _moved(subject, rest, told)
    if verb.type in ("PULLED", "PULL", "SWING"):
        rule = "closing" if done.says("DOWN", "CLOSED", "CLOSE") else "opening"
        return _order(rule, told, verb, subject)
    if verb.type == "LIGHTING":
        return switching(Phrase("switching", (Phrase("onoff", (_as("ON", verb),)), subject)), told)
    if verb.type == "PLATE":
        return _order("plating", told, verb, subject)
    if verb.type == "MADE":
        return _made(subject, verb, told)
    return _order(_DONE[verb.type], told, _as(_WORDS.get(verb.type, verb.type), verb), subject,
                  *rest, *(t for t in done.words[1:] if t.type in _PARTICLES))


def _made(subject: Phrase, verb: Token, told: Told) -> Read:
    """Read "the bed is to be made", "the dishes need doing" as cleaning them."""
    found, _ = located(subject, told)
    if not all(limited(s, "dirtyable").types for s in found):
        told.fail("what this asks for is not clear", verb, "a verb, e.g. 'washed', 'put away'")
    return _order("washing", told, _as("WASH", verb), subject)


def _moved(subject: Phrase, places: tuple[Any, ...], told: Told) -> Read:
    rule = "group_to" if len(subject.parts) > 1 else "group"
    return group(Phrase(rule, (*subject.parts, *places)), told)


def _doing_both(node: Phrase, told: Told) -> Read:
    """Read "wash and slice the tomato" as two orders about the same things."""
    clauses: list[tuple[bool, Steps]] = []
    for verb in (p for p in node.parts if isinstance(p, Token) and p.type in _DONE):
        steps, told = _order(_DONE[verb.type], told, verb, node.first("located_things"))
        clauses.append((False, steps))
    return merge(clauses), told


def _doing_and_placing(node: Phrase, told: Told) -> Read:
    """Read "chill and put the lettuce on the table" as two orders about the same things."""
    placed = node.first("group")
    named, *rest = placed.parts
    clauses: list[tuple[bool, Steps]] = []
    for verb in (p for p in node.parts if isinstance(p, Token) and p.type in _DONE):
        steps, told = _order(_DONE[verb.type], told, verb, Phrase("located_things", (named,)))
        clauses.append((False, steps))
    it = Token("PRONOUN", "them", start_pos=named.words[0].start_pos)
    again = Things("things", (it,), (Thing("pronoun", (it,)),))
    steps, told = group(Phrase(placed.rule, (again, *rest)), told)
    return merge([*clauses, (False, steps)]), told


# -- "there is", "nothing is", "no … is" ------------------------------------------------------


def _room_claim(node: Phrase, told: Told) -> Read:
    return lit(node.says("BRIGHT") != node.says("NOT_BE", "IS_NOT"), told)


def _existence(node: Phrase, told: Told) -> Read:
    where, state = node.first(*TARGETS), node.first("state")
    if node.says("NO", "NOTHING", "NOT_BE", "IS_NOT"):
        if where or state or node.says("NOTHING"):
            return _negative(node, told)
        return _lights(node, False, told)
    if state:
        return _brought(Phrase("located_things", node.all("things")), state_of(state, told),
                        node.words[-1], told)
    if not where:
        return _lights(node, True, told)
    what, told = carried(node, told)
    target, told = location(where, told)
    allowed, subgoals = limit(node.words, told), put(what, target)
    return [limited_to(subgoals, allowed, where.words[0], told) if allowed else subgoals], told


def _lights(node: Phrase, value: bool, told: Told) -> Read:
    """Read "let there be light", "there should be no light"."""
    what, told = (things if value else each_of)(node.first("things"), told)
    if not all({"LightSwitch", "DeskLamp"} & set(s.types) for s in what):
        if value:
            told.fail("the sentence stops too early: where should it be?", node.words[-1],
                      "'… on the table', '… in the fridge'")
        told.fail("no robot can make things vanish", node.words[-1],
                  "a place, e.g. '… on the floor'")
    return lit(value, told)


def _negative(node: Phrase, told: Told) -> Read:
    """Read "no light is on" as all off, "nothing is on the sofa" as clearing it."""
    state, where = node.first("state"), node.first(*TARGETS)
    named: Things | None = node.first("things")
    if state:
        key, value = state_of(state, told, negated=True)
        if not named:
            kinds = ontology().properties[_NEEDS.get(key, "pickupable")]
            return [[HasState(Selection(kinds, "all", words="everything"), key, value)]], told
        steps, told = _brought(Phrase("located_things", (named,)), (key, value), state.words[-1],
                               replace(told, every=True))
        return steps, replace(told, every=False)
    if not where:
        told.fail("the sentence stops too early", node.words[-1], "a state or a place")
    target, told = location(where, told, target=False)
    if named:
        what, told = each_of(named, told)
        return _kept_off([limited(s, "pickupable") for s in what], target, where.words[0], told)
    if target.place is None or target.relation == "near":
        told.fail("a place things lie in or on is needed", where.words[0])
    subgoals, told = cleared(target.place, told, spared=node.first("exception"))
    return [subgoals], told


def _verbless(node: Phrase, told: Told) -> Read:
    """Read "TV off", "the fridge shut"."""
    if len(node.phrases) == 2 and node.first("onoff"):
        return switching(node, told)
    for denied in (t for t in node.words if str(t).lower() == "not"):  # "bed not made"
        told.fail("this tells how things are, not what should be done", denied, "a verb")
    said = Phrase(node.rule, tuple(
        Phrase("state", tuple(_as("OFF", t) if t.type == "OUT" else t for t in p.words))
        if isinstance(p, Phrase) and p.rule == "onoff" else p for p in node.parts))
    return _claim(said, told.noting("there is no verb: read as an order"))


def _kept_off(what: list[Selection], where: Location, word: Token, told: Told) -> Read:
    """Subgoal things away from a place, to where they belong."""
    if where.place is None or where.relation == "near":
        told.fail("say where it should be instead", word, "'… in the drawer'")
    if where == told.there and {t for s in what for t in s.types} <= {
            t for s in told.put_there for t in s.types}:
        told.fail("that is where it was to be put", word, "another place")
    return [[Placed(replace(s, located=where), home(avoid=where.place.types))
             for s in what]], told


CLAIMS: dict[str, Callable[[Phrase, Told], Read]] = {
    "ensuring": _ensuring, "claim": _claim, "containing": _containing, "room_claim": _room_claim,
    "existence": _existence, "verbless": _verbless, "negative": _negative,
    "doing_both": _doing_both, "inverted": _inverted,
    "depictive": _depictive,
    "doing_and_placing": _doing_and_placing,
}
"""Kind of claim in the grammar → what it asks for."""
