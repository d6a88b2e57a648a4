"""What a clause does, told by the forms of its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from translators.mapthor.hearing.wishes import asked_for
from translators.mapthor.hearing.words import FINITE, Word, imperative, subject_end
from translators.mapthor.lexicon import base, uses
from translators.mapthor.ontology import ontology
from translators.mapthor.read import verbs

__all__ = ["Kind", "kind_of"]

Kind = Literal["order", "statement", "fragment", "question", "condition", "forbidden", "talk",
               "unclear"]
_TAKEN_BACK = {"forget", "cancel", "scrap", "scratch", "ignore", "instead", "except",
               "otherwise", "actually", "wait", "skip", "meant"}
_BACK_OUT = uses("back_out")
_DISLIKE = uses("dislike")
_HUMAN = uses("human")
_THING = uses("thing")
_WHY = uses("why")
_IF = uses("if")
_DUTY = uses("duty")
_BELONG = uses("belong")
_MAY = uses("may")
_NOT = uses("not")
_EMBEDDED = uses("embedded")
_STAY = uses("stay")
_NEEDED = uses("needed")
_WISH = uses("wish")
_MEANT = _THING - {"here", "there", "all", "both", "each", "some", "none"}
_MIND = uses("mind")
_BODY = uses("body")
_STATE = uses("state")
_STATES = uses("states")
_COPULA = uses("copula")
_SENSED = uses("sense")
_ASKED = uses("ask") | uses("tell")
_POLITE = uses("polite")


@dataclass(frozen=True)
class _Said:
    """A clause without the words before it that only join or greet.

    ``opens`` was its first word, ``why``: it may tell why, ``asked``: it ends with "?".
    """

    words: tuple[Word, ...]
    opens: str
    why: bool
    asked: bool

    @property
    def first(self) -> Word:
        return self.words[0]

    @property
    def verb(self) -> int:
        """Where the finite verb stands, 0 where there is none behind a subject."""
        return subject_end(self.words)

    @property
    def names(self) -> bool:
        """Whether a thing is named or meant."""
        return any(w.thing or w.text in _THING for w in self.words)


def kind_of(words: tuple[Word, ...], text: str) -> tuple[Kind, bool]:
    """Tell what a clause does, and whether it says why: the first rule that knows."""
    opens = words[0].text
    why = opens in _WHY and (opens != "so" or _human(words[1:])) and (
        opens != "where" or any(w.text in _HUMAN | {"you", "they"} for w in words[1:2]))
    purpose = why and any(w.text in {"that", "can", "could", "won't"} for w in words[1:3])
    because = why and opens not in {"so", "till", "until", "before", "while"}
    while len(words) > 1 and (words[0].text in _POLITE or words[0].may_be("interjection")
                              or (why and words[0].text in _WHY)) and words[0].text != "no":
        exclaims = words[0].text in {"oh", "ah"} and words[1].text == "no"
        words = words[2:] if exclaims and len(words) > 2 else words[1:]
    said = _Said(words, opens, why, text.rstrip().endswith("?"))
    found: list[Kind] = [k for rule in _RULES if (k := rule(said))][:1]
    kind: Kind = found[0] if found else "talk"
    if kind in ("order", "unclear") and _idle(said):
        kind = "talk"
    if (kind == "fragment" and why) or (kind == "order" and purpose) or (because and said.verb):
        kind = "statement"
    if kind in ("statement", "fragment", "talk") and _commands(words):
        kind = "unclear"
    if opens in {"until", "till"} and said.names and words[-1].text in _STATES:
        kind = "condition"  # "… until it is full"
    return kind, why


def _greeting(said: _Said) -> Kind | None:
    """Know greetings, thanks, what asks back ("would you?") and what closes ("that's all")."""
    words = said.words
    if words[0].text != "no" and all(w.may_be("interjection") or w.text in {
            "you", "much", "so", "a", "lot", "both", "all", "guys", "very", "kindly"}
            for w in words):
        return "talk"
    if words[0].text in {"that", "this"} and words[-1].text in {"it", "all"} and any(
            w.may_be("be") for w in words) and len(words) < 6:
        return "talk"
    asks = len(words) == 2 and words[0].may_be(*FINITE) and words[1].may_be("subject")
    return "talk" if asks else None


def _contrast(said: _Said) -> Kind | None:
    """Know what changes an order: conditions, what is forbidden, taken back, or the only one."""
    first, words = said.first, said.words
    if said.opens in {"otherwise", "or"} or first.text == "otherwise":
        least = words[1:] if first.text in {"otherwise", "else"} else words
        verb = subject_end(least)
        told = verb and _told(least, verb) == "statement" and least[0].text in _HUMAN | _THING
        return "statement" if told else "unclear"
    if said.opens == "as" and all(w.text in _THING or w.may_be("be", "adverb") for w in words):
        return "unclear"  # "leave it as it is"
    if first.text in {"don't", "dont"} and _minds(words[1:]):
        return "statement"
    if [w.text for w in words[:2]] in (["no", "one"], ["not", "that"]) and subject_end(words[1:]):
        return "statement"  # "no one can find anything", "not that it matters"
    if first.text == "nothing" and not said.verb and not any(w.thing for w in words) and (
            words[1:] and (words[1].text in {"else", "to"} or words[1].may_be("adjective"))):
        return "statement"  # "nothing fancy"
    if first.text in _NOT or (first.text == "do" and [w.text for w in words[1:2]] == ["not"]):
        return "statement" if _harmless(words) else "forbidden"
    if first.text in {"only", "solely"} and said.names:
        return "unclear"
    if first.text in {"if", "whether"} and [w.text for w in words[1:2]] == ["you"] and (
            len(words) > 3 and words[2].may_be("modal") and words[3].text in verbs()):
        return "order"  # "mum asked if you could …"
    if (first.text in _IF and not said.why) or (
            first.text == "you" and said.opens in {"before", "until", "till", "while"}):
        own = [w.text for w in words[1:2]] == ["you"] and not any(w.thing for w in words)
        return "talk" if own and first.text in {"when", "whenever", "once"} else "condition"
    if first.text in _EMBEDDED and not (said.asked or said.why) and (
            said.names or first.text.startswith("which")):
        return "unclear"
    if any(ontology().refused.get(w.text, "").startswith("a robot") for w in words[:2]):
        return "unclear"  # who does what is planned
    return "unclear" if _TAKEN_BACK & {w.text for w in words[:said.verb or None]} else None


def _asking(said: _Said) -> Kind | None:
    """Know questions, requests, and statements without their subject ("can't find it")."""
    first, rest = said.first, said.words[1:]
    if not (first.may_be(*FINITE) or (first.may_be("question") and said.asked)):
        return None
    if first.may_be("modal") and rest and (rest[0].text in {
            "you", "i", "we", "someone", "somebody", "anyone"} or any(w.thing for w in rest[:4])):
        return "statement" if first.may_be("negation") and not said.asked else "order"
    if said.asked or first.may_be("question"):
        return "question"
    return "statement" if first.may_be("negation") or not _acts(rest) else "unclear"


def _ordering(said: _Said) -> Kind | None:
    """Know the imperative; "let me tell you" is none."""
    first, words = said.first, said.words
    if not imperative(words):
        return None
    if said.verb and (first.text not in verbs() or first.thing) and not (
            words[1].may_be("determiner", "pronoun") and words[1].text not in _HUMAN):
        return None
    told = first.text == "let" and words[1].text == "me" and not _acts(words[2:3])
    return "statement" if told else "order"


def _telling(said: _Said) -> Kind | None:
    """Know a clause with a subject and a finite verb."""
    return _told(said.words, said.verb) if said.verb else None


def _partial(said: _Said) -> Kind | None:
    """Know a statement without its subject ("nearly fell"), and what names things only."""
    first, words = said.first, said.words
    while len(words) > 1 and words[0].forms == {"adverb"}:
        first, words = words[1], words[1:]
    behind = words[1:2]
    if first.may_be("past") and asked_for(words, 0):
        return "order"  # "… and told me to close it"
    acted = any(w.may_be("determiner", "pronoun") for w in behind) or (
        base(first.text) not in verbs() and (first.forms <= {"past"} or any(
            w.may_be("preposition") for w in behind)))  # "washed plates" are things
    named = any(w.thing or w.text in _MEANT for w in words)
    if first.may_be("noun", "plural") and not named and behind and behind[0].may_be("gerund"):
        return "fragment"  # "people coming round in ten"
    if (first.may_be("past") and acted and first.text not in verbs() and not first.thing) or (
            first.forms == {"gerund"} and base(first.text) not in verbs()):
        return "fragment"
    if first.may_be("number") or first.text.isdigit():
        return "unclear"
    least = [w.text for w in words if w.text not in _POLITE]
    state = bool(least) and least[-1] in _STATE  # "lid up", "down, please"
    return "unclear" if named or state or any(w.text in verbs() for w in words) else None


_RULES = (_greeting, _contrast, _asking, _ordering, _telling, _partial)


def _commands(words: Sequence[Word]) -> bool:
    """Whether an order stands inside: "only then lay it there"."""
    for number, (word, behind) in enumerate(pairwise(words)):
        joined = not number or words[number - 1].forms <= {"adverb", "conjunction"}
        if joined and word.text in verbs() and word.may_be("base") and (
                behind.thing or behind.text in {"it", "them", "the", "all", "every"}):
            return True
    return False


def _idle(said: _Said) -> bool:
    """Whether an order is about nothing here: "be a legend", "go to sleep", "so you two relax"."""
    verb = next((n for n, w in enumerate(said.words) if w.may_be("base")
                 and not w.may_be("determiner", "pronoun", "preposition")), -1)
    return verb >= 0 and base(said.words[verb].text) in _BODY and not any(
        w.thing or w.text in _MEANT | _NOT | _TAKEN_BACK or w.text in ontology().refused
        or w.may_be("negation", "subordinator", "question", "modal") or not w.forms
        for w in said.words[verb + 1:])


def _harmless(words: Sequence[Word]) -> bool:
    """Whether what is denied is nothing that is done here: "don't be shy", "no hard feelings"."""
    denied = words[2:] if words[0].text == "do" else words[1:]
    while denied and denied[0].text in {"you", "ever", "even", "dare", "just", "go"}:
        denied = denied[1:]
    if [w.text for w in denied[:2]] == ["need", "to"]:
        denied = denied[2:]
    if not denied or denied[0].text in _TAKEN_BACK | _BACK_OUT or not all(
            w.forms or not re.search(r"\w", w.text) for w in denied):
        return False
    if denied[0].text == "be" and len(denied) > 1 and denied[1].may_be("adjective", "adverb"):
        return not any(w.thing or w.text in _STATE for w in denied[1:3])
    if any(w.thing or w.text in _MEANT | _STATE | {"ones"} for w in denied):
        return False
    if any(_act(w) and not a.may_be("determiner", "preposition") for a, w in pairwise(denied)):
        return False
    if denied[0].text == "mind":
        return len(denied) > 1 and denied[1].may_be("determiner", "question")
    return not _act(denied[0]) or any(w.may_be("noun", "plural") for w in denied[1:])


def _act(word: Word) -> bool:
    return (word.text in verbs() and word.may_be("base")) or (
        word.may_be("gerund") and base(word.text) in verbs())


def _minds(words: Sequence[Word]) -> bool:
    """Whether what somebody does not do is no act: "don't care which", "don't want to slip"."""
    if not words or base(words[0].text) not in _MIND:
        return False
    if [w.text for w in words[1:2]] == ["to"]:
        return not any(w.text in verbs() for w in words[2:3])
    return not any(w.thing or w.text in _THING for w in words[1:])


def _human(words: Sequence[Word]) -> bool:
    return bool(words) and (words[0].text in _HUMAN or (
        words[0].text in {"you", "it", "they", "that", "there"} and subject_end(words) > 0))


def _acts(words: Sequence[Word]) -> bool:
    """Whether words name a thing or an act known here."""
    return any(w.thing or (w.text in verbs() and w.may_be("base")) for w in words)


def _told(words: Sequence[Word], verb: int) -> Kind:
    """Tell what a clause with a subject says: how things are or how they should be."""
    subject, rest = words[:verb], words[verb:]
    first = subject[0].text
    if first in _HUMAN | {"you"} and (_has_done(rest) or _senses(rest)):
        return "statement"
    if (rest[0].text == "be" and first not in {"i", "we"}) or _NEEDED & {w.text for w in words}:
        return "order"  # "she asks that the apple be cut"
    if any(a.may_be("modal") and b.may_be("determiner") and any(w.thing for w in rest[:4])
           for a, b in pairwise(words)):
        return "order"  # "only then may the mug go in the sink"
    if first == "you":
        may = {w.text for w in rest[:3]} & (_DUTY | _MAY | {"will", "would"}) or (
            rest[0].may_be("be") and any(a.text == "to" and b.text in verbs()
                                         for a, b in pairwise(rest[1:4])))
        return "order" if may or rest[0].text in verbs() else "statement"
    if first in {"i", "we"}:
        told = any(base(w.text) in {"tell", "ask"} for w in rest[:3]) and asked_for(words, verb)
        return "order" if told else _mine(subject, rest)
    thing = any(w.thing for w in subject) or _head(subject).text in _THING
    return _others(subject, rest) if first in _HUMAN or not thing else _things(subject, rest)


def _has_done(rest: Sequence[Word]) -> bool:
    """Whether somebody has done something, or may have: "has put", "might have left"."""
    said = [w for w in rest[:5] if w.forms != {"adverb"} and w.text != "just"]
    return any(a.text in {"have", "has", "'ve", "'s", "had"} and b.may_be("past")
               and base(b.text) not in _ASKED and not b.thing for a, b in pairwise(said[:3]))


def _senses(rest: Sequence[Word]) -> bool:
    """Whether somebody says what he perceives, or what may be: "can hear", "might need"."""
    said = [w.text for w in rest[:3] if w.forms != {"adverb"}]
    return said[:1] in (["can"], ["could"], ["may"], ["might"]) and len(said) > 1 and (
        base(said[1]) in (_SENSED if said[0] in {"can", "could"} else {"need", "want", "be"}))


def _mine(subject: Sequence[Word], rest: Sequence[Word]) -> Kind:
    """Tell what a speaker says of himself: a wish where it names what could be done here."""
    said = {w.text for w in rest[:3]}
    if any(w.may_be("negation") for w in subject) or any(
            base(w.text) in _DISLIKE for w in rest[:2]):
        return "statement"  # "we never use it"
    if rest[0].may_be("base") and rest[0].text in verbs() and len(rest) > 1 and (
            rest[1].text in {"it", "them"} or rest[1].thing or (
                rest[1].may_be("determiner") and any(w.thing for w in rest[2:4]))):
        return "unclear"  # "then I close it"
    if not (said & (_WISH | _DUTY) or "'d" in said) or _does(rest):
        return "statement"
    if any(w.may_be("negation") for w in (*subject, *rest[:3])):
        wished = any(w.thing and b.text != "to" for b, w in pairwise(rest)) or any(
            a.text in {"want", "need", "like"} and b.text in {"it", "them", "that", "this"}
            for a, b in pairwise(rest))
    else:
        wished = _acts(rest[1:]) or any(
            w.text in {"it", "them", "that", "this", "one"} for w in rest)
    return "order" if wished else "statement"


def _does(rest: Sequence[Word]) -> bool:
    """Whether somebody wishes to do what no robot does: "I want to work at the desk"."""
    act = next((b for a, b in pairwise(rest[:5]) if a.text == "to"), None)
    return act is not None and act.may_be("base") and act.text not in (
        verbs() | {"have", "see", "be", "get", "know", "go"})


def _others(subject: Sequence[Word], rest: Sequence[Word]) -> Kind:
    """Tell what is said of others: "someone should …" and "mum wants …" are orders."""
    said = {w.text for w in rest[:3]}
    if subject[0].text in {"someone", "somebody", "anyone", "everyone"} and said & (
            _DUTY | {"could", "needs", "has"}):
        return "order"
    wants = any(base(w.text) in {"want", "fancy", "need", "prefer"} for w in rest[:3]) or (
        "like" in said and said & {"would", "'d"})
    asked = asked_for((*subject, *rest), len(subject))
    return "order" if asked or (wants and _acts(rest)) else "statement"


def _things(subject: Sequence[Word], rest: Sequence[Word]) -> Kind:
    """Tell how a thing is from how it should be."""
    first, said = subject[0].text, {w.text for w in rest[:3]}
    stems = {base(w.text) for w in rest[:3] if w.may_be("base", "third")}
    named = any(w.thing for w in subject)
    if any(w.may_be("negation") for w in rest[:2]) and stems & _STAY:
        return "statement"  # "the pan can't stay on the stove": so it is moved
    if any(w.may_be("negation") for w in rest[:2]) and not any(
            w.thing or w.text in _STATE | {"there", "here"} or _act(w) for w in rest):
        return "statement"  # "it needn't be perfect"
    if said & {"do", "fine", "ok", "okay", "good"} and (named or first in {"there", "here"}):
        return "unclear"  # "the counter will do"
    if rest[0].may_be("be") and len(subject) == 1 and first in _THING and _names_one(rest[1:]):
        return "unclear"  # "that's the watch and the keys"
    if rest[0].may_be("third") and base(rest[0].text) in _COPULA and any(
            w.forms and w.forms <= {"adjective"} and w.text not in _STATE for w in rest[1:2]):
        return "statement"  # "it goes mouldy"
    if said & (_DUTY | _MAY) or stems & _BELONG - {"have"} or (
            any(a.may_be("auxiliary", "be") and b.text == "to"
                for a, b in pairwise(rest[:3]))) or any(
            w.text in _DUTY or (w.may_be("third") and base(w.text) in _BELONG) for w in rest):
        return "order"
    nice = {"would", "be"} <= said and named
    return "order" if nice else "statement"  # "a coffee would be nice"


def _head(subject: Sequence[Word]) -> Word:
    """Return the last word of a subject, adverbs aside."""
    heads = [w for w in subject if not w.forms or w.forms - {"adverb"}]
    return (heads or list(subject))[-1]


def _names_one(words: Sequence[Word]) -> bool:
    """Whether a thing is named, not where something is."""
    for word in words:
        if word.thing or word.text in {"one", "ones"}:
            return True
        if not word.may_be("determiner", "adjective", "number"):
            return False
    return False
