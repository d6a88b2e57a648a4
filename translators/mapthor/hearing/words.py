"""Words of a sentence: what each can be, where subject and verb stand, what begins an order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from translators.mapthor.lexicon import Form, base, forms, uses
from translators.mapthor.ontology import names, ontology
from translators.mapthor.read import verbs, word_classes

__all__ = ["FINITE", "Word", "asks", "beside", "done_to", "imperative", "subject_end", "words_of"]

_WORD = re.compile(r"\w+(?:['’]\w+)*['’]?|[^\w\s]")
_SUFFIX = re.compile(r"['’](?:s|re|m|ve|d|ll)$", re.IGNORECASE)
_NAME: frozenset[Form] = frozenset({"noun"})
_COPULA = uses("copula")
_ABLE = {"PUT": "pickupable", "TAKE": "pickupable", "TRASH": "pickupable", "THROW": "pickupable",
         "GATHER": "pickupable", "OPEN": "openable", "CLOSE": "openable", "SLICE": "sliceable",
         "FILL": "fillable", "SWITCH_OFF": "toggleable", "HEAT": "pickupable"}
"""Word classes of verbs → what they can be done to."""
FINITE: frozenset[Form] = frozenset({"be", "auxiliary", "modal"})


@dataclass(frozen=True)
class Word:
    """One word or sign: where it stands, what it can be; ``thing``: a name known here.

    ``named``: it is written like a name, with a capital letter.
    """

    text: str
    start: int
    end: int
    forms: frozenset[Form]
    thing: bool = False
    named: bool = False

    def may_be(self, *kinds: Form) -> bool:
        """Whether the word can be one of the given forms."""
        return any(k in self.forms for k in kinds)


# -- words ------------------------------------------------------------------------------------


def words_of(text: str) -> list[Word]:
    """Return words and signs; a name of several words is one, "we've" are two."""
    ends = {m.start(): m.end() for m in names().finditer(text)}
    found: list[Word] = []
    begin = 0
    for match in _WORD.finditer(text):
        start, end = match.span()
        if end <= begin:
            continue
        start = max(start, begin)  # "racket's" behind "tennis racket"
        begin = end
        if start in ends:
            begin = max(end, ends[start]) if not _SUFFIX.search(match.group()) else ends[start]
            said = text[start:ends[start]]
            kinds = _NAME if len(said.split()) > 1 else forms(said)
            acts = bool(found) and found[-1].may_be("modal") and "base" in kinds  # "it will roll"
            found.append(Word(said.lower(), start, ends[start], kinds, not acts))
            start = ends[start]
        said = text[start:end].replace("’", "'")
        suffix = _SUFFIX.search(said)
        if not said:
            continue
        if suffix and not forms(said):
            head = said[:suffix.start()].lower()
            if head:
                found.append(Word(head, start, start + len(head), forms(head)))
            found.append(Word(suffix.group().lower(), start + len(head), end,
                              forms(suffix.group())))
        else:
            found.append(Word(said.lower(), start, end, forms(said), named=said[0].isupper()))
    return found


def beside(before: Sequence[Word]) -> bool:
    """Whether a preposition leads up to a noun: "on the table"."""
    for word in reversed(before):
        if word.may_be("preposition"):
            return True
        if not word.may_be("determiner", "adjective", "number", "noun"):
            return False
    return False



def done_to(before: Sequence[Word], behind: Sequence[Word]) -> frozenset[str]:
    """Return the types that the verb before an object can be done to; none where that is open.

    >>> "Fridge" in done_to(words_of("close"), ()), "Fridge" in done_to(words_of("slice"), ())
    (True, False)
    """
    verb = next((w for w in reversed(before) if w.text in verbs() and not w.thing), None)
    if verb is None or any(w.may_be("preposition") for w in before[before.index(verb) + 1:][1:]):
        return frozenset()
    known = ontology().properties
    onoff = [w.text for w in (*before[before.index(verb) + 1:], *behind[:1])]
    if set(onoff) & {"on", "off", "out"} and _in_class(verb, "TURN"):
        return frozenset(known["toggleable"]) | set(ontology().switches)
    kinds = {p for name, p in _ABLE.items() if _in_class(verb, name)}
    return frozenset(t for p in kinds for t in known[p]) if len(kinds) == 1 else frozenset()


def _in_class(verb: Word, name: str) -> bool:
    return any(p == verb.text or p.startswith(f"{verb.text} ") for p in word_classes()[name])


# -- subject and verb ---------------------------------------------------------------------------


def subject_end(words: Sequence[Word]) -> int:
    """Return where the finite verb of a clause stands that begins with its subject, else 0."""
    for n, word in enumerate(words[:9]):
        if not re.search(r"\w|'", word.text):
            return 0
        before = words[n - 1] if n else None
        if before is None:
            if word.may_be(*FINITE) or word.may_be("preposition", "conjunction"):
                return 0
            continue
        if before.text == "to" or all(w.forms == {"adverb"} for w in words[:n]):
            return 0
        if word.may_be(*FINITE) and not before.may_be("preposition"):
            return n
        if _finite(words, n):
            return n
    return 0


def _finite(words: Sequence[Word], n: int) -> bool:
    """Whether a word behind a subject is its verb."""
    word, before = words[n], words[n - 1]
    behind = words[n + 1] if n + 1 < len(words) else None
    if before.may_be("subject") or (before.may_be("adverb") and n > 1
                                    and words[n - 2].may_be("subject")):
        return word.may_be("base", "third", "past") and not word.may_be("preposition")
    if before.may_be("determiner", "preposition") and not before.may_be("pronoun"):
        return False
    if word.may_be("past"):
        if not before.may_be("noun", "plural", "pronoun", "adverb") and before.forms:
            return False
        thing = any(w.thing for w in words[:n])
        known = base(word.text) in verbs() or word.may_be("adjective", "base")
        return not thing or (behind is not None and (not known or behind.may_be(
            "adjective", "determiner", "pronoun")))
    if word.may_be("third") and not word.may_be("plural"):
        return not word.may_be("preposition")
    if word.may_be("third"):
        copula = base(word.text) in _COPULA  # "the bowl looks silly"
        goes_on = behind is not None and (behind.may_be(
            "determiner", "pronoun", "adverb", "gerund") or (
                copula and behind.may_be("adjective")))
        return goes_on and not before.may_be("adjective", "determiner") and not word.thing
    if not (word.may_be("base") and before.may_be("plural")):
        return False
    return not word.may_be("noun", "adjective", "adverb", "preposition") or bool(
        behind and behind.may_be("determiner", "pronoun") and not before.thing)


def imperative(words: Sequence[Word]) -> bool:
    """Whether words begin with a verb in its base form that is no subject."""
    first = words[0]
    if not first.may_be("base") and first.text not in verbs():
        return False
    if len(words) == 1:
        return first.text in verbs() and not first.thing
    behind = words[1]
    if behind.may_be(*FINITE) and not behind.may_be("noun"):
        return False
    return first.text in verbs() or behind.may_be("determiner", "pronoun") or (
        not first.may_be("noun", "adjective"))


def asks(words: Sequence[Word]) -> bool:
    """Whether a request begins here: "can you", "please shut", "let's"."""
    first, second = words[0].text, words[1] if len(words) > 1 else words[0]
    if first in {"could", "would", "can", "will"}:
        return second.text in {"you", "someone", "somebody", "we", "i", "anyone"}
    return first in {"please", "pls", "plz", "let's"} and second.may_be("base")
