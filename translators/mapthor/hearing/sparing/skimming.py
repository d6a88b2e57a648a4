"""A sentence without the fewest words that keep it from being read; a remark names them.

What may go: how a thing looks, whose it is, ways of doing, reasons and purposes, people, times of
day. What may not: an act, a thing to be acted on or a place for it, a negation, a condition, an
exception, a quantity, a state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from translators.mapthor.chunks.lattice import unchecked
from translators.mapthor.hearing.clauses import clauses, sentences
from translators.mapthor.hearing.sparing.asides import aside, comes
from translators.mapthor.hearing.words import Word, imperative, subject_end, words_of
from translators.mapthor.lexicon import Form, base, uses
from translators.mapthor.ontology import ontology
from translators.mapthor.read import verbs, word_classes

__all__ = ["skimmed"]

MOST_WORDS = 60
"""Longer sentences are not skimmed."""
_KEPT = uses("kept")
_AIMS = uses("aim")
_TIME = uses("time")
_LOOSE = uses("loose")
_WHY = uses("why")
_HUMAN = uses("human")
_KIN = uses("kin")
_SO_MANY = uses("so_many")
_PLACING = ("PUT", "TAKE", "THROW", "GATHER", "GIVE", "GO", "HOLD", "TRASH", "CLEAR", "SET",
            "POUR", "EMPTY")
_STATES = uses("states")
_PAIRS = uses("pairs")
_WISH = uses("wish")
_HOW: frozenset[Form] = frozenset(
    {"adjective", "adverb", "gerund", "conjunction", "interjection"})


@dataclass(frozen=True)
class _Spare:
    """The words from one up to another, and what leaving them out costs."""

    begin: int
    end: int
    cost: float


def skimmed(text: str, at: int) -> Iterator[tuple[float, str, str]]:
    """Yield a text without a stretch of words around a place, with its cost and a remark.

    A pronoun there is replaced by the name before it, too.

    >>> [t for _, t, _ in skimmed("Put the knife in the drawer for safety reasons", 32)][-1]
    'Put the knife in the drawer'
    """
    begin = 0
    for sentence in sentences(text):
        begin = text.index(sentence, begin)
        end = begin + len(sentence)
        if at < end or end == len(text.rstrip()):
            break
        begin = end
    else:
        return
    words = words_of(sentence)
    if len(words) > MOST_WORDS:
        return
    if sentence != text.strip() and all(w.text in _SO_MANY or not w.text.isalpha()
                                        for w in words):  # "both of them"
        yield 1.0, f"{text[:begin]} {text[end:]}".strip(), _gone(sentence.strip(" .,;!"))
    here = max((n for n, w in enumerate(words) if w.start <= at - begin), default=0)

    def far(spare: _Spare) -> float:
        return spare.cost + 0.1 * max(spare.begin - here, here - spare.end + 1, 0)

    for spare in sorted(dict.fromkeys(_spares(sentence, words)), key=far):
        rest, left = _without(sentence, words, spare)
        if left:
            yield far(spare), " ".join(p.strip() for p in (
                text[:begin], rest, text[end:]) if re.search(r"\w", p)), _gone(left)
    names = [w.text for w in words_of(text[:at]) if w.thing]
    for word in words[max(here - 2, 0):here + 1] if names else ():
        if word.text in {"it", "them"}:  # "if the bed isn't made, make it"
            start, stop = begin + word.start, begin + word.end
            yield 0.4, f"{text[:start]}the {names[-1]}{text[stop:]}", (
                f"'{word.text}' is read as 'the {names[-1]}'")


def _gone(left: str) -> str:
    return f"'{left}' is left out: it is not understood"


def _without(sentence: str, words: Sequence[Word], spare: _Spare) -> tuple[str, str]:
    start, end = words[spare.begin].start, words[spare.end - 1].end
    rest = f"{sentence[:start].rstrip()} {sentence[end:].lstrip()}"
    rest = re.sub(r"\s+(?=[,.;:!?])", "", rest)
    rest = re.sub(r"[,;:]+(?=[,;:.!?])|^[\s,;:.!?]+", "", rest).rstrip(" ,:–—-")
    if not rest.endswith((".", ";", "!", "?")):
        rest += "." if sentence.endswith(".") else ""
    return rest, " ".join(sentence[start:end].split()).strip(" ,;:.!?–—-")


# -- what may be left out -----------------------------------------------------------------------


def _spares(sentence: str, words: Sequence[Word]) -> Iterator[_Spare]:
    for n, word in enumerate(words):
        if word.thing:
            yield from _compound(words, n)
        elif re.search(r"\w", word.text):
            if not _says_more(word):
                yield from _word(words, n)
            yield from _whom(words, n)
            yield from _phrase(words, n)
            yield from _clause(words, n)
    yield from _clauses(sentence, words)


def _compound(words: Sequence[Word], n: int) -> Iterator[_Spare]:
    """Know where a thing is kept, before its name: "the sofa cushion"."""
    noun = ontology().find(words[n].text)
    carried = set(ontology().properties["pickupable"])
    named = n + 1 < len(words) and words[n + 1].thing
    if named and noun and ontology().places(noun.types) and not carried & set(noun.types):
        yield _Spare(n, n + 1, 0.6)


def _says_more(word: Word) -> bool:
    """Whether a word changes what is meant."""
    why = ontology().refused.get(word.text, "")
    return word.text in _KEPT or word.text.isdigit() or bool(
        why and word.text not in _LOOSE | _TIME and not unchecked(word.text))


def _word(words: Sequence[Word], n: int) -> Iterator[_Spare]:
    """Know single words: looks, ways of doing, exclamations, who is called, owners."""
    word = words[n]
    behind = words[n + 1] if n + 1 < len(words) else None
    before = words[n - 1] if n else None
    of = behind is not None and behind.text == "of"
    if (word.text in verbs() and word.may_be("base")) or (word.text == "instead" and of):
        return
    leads = behind is not None and (behind.thing or behind.may_be("determiner", "pronoun"))
    acts = before is not None and not before.thing and before.text in verbs()  # "make up the bed"
    if word.text in _LOOSE:
        bare = before is None or not re.search(r"[\w']", before.text)  # "Down, please."
        far = before is not None and before.text in {"back", "over"}
        if (acts or not leads) and not far and not (bare and word.may_be("preposition")):
            yield _Spare(n, n + 1, 0.6)
    elif word.text == "like" and behind and behind.may_be("number", "determiner"):
        yield _Spare(n, n + 1, 0.6)  # "light like two of the candles"
    elif word.text not in _STATES and not word.may_be("determiner", "preposition"):
        said = word.forms <= {"adverb", "interjection"} and (word.forms or _strange(words, n))
        looks = unchecked(word.text) or (word.may_be("adjective") and not word.may_be("gerund"))
        named = not word.forms and behind is not None and behind.thing and (
            word.named or re.search(r"(?:y|ish|some|ful|less)$", word.text))
        if said or ((looks or named) and _one(words, n)):
            yield _Spare(n, n + 1, 0.5 if word.forms else 0.8)
    if behind and behind.text == "'s" and not word.may_be("determiner", "pronoun"):
        start = n - 1 if before and before.may_be("determiner") else n
        yield _Spare(start, n + 2, 0.5)


def _strange(words: Sequence[Word], n: int) -> bool:
    """Whether an unknown word opens or closes what is said: "abeg carry …", "…, hehe"."""
    behind, before = words[n + 1:], words[n - 1:n] if n else []
    if n and not any(re.search(r"\w", w.text) for w in behind):
        return not before[0].may_be("determiner", "preposition")
    return not n and any(w.text in verbs() for w in behind[:1])


def _one(words: Sequence[Word], n: int) -> bool:
    """Whether a word stands before the name of one thing, or of so many: any of them will do."""
    named = _looked(words, n)
    counted = any(w.may_be("number") or w.text in {"a", "an", "any", "some", "both"}
                  for w in words[max(n - 3, 0):n])
    noun = ontology().find(named) if named else None
    alike = [m for m, w in enumerate(words) if m != n and unchecked(w.text)
             and _looked(words, m) == named and m + 1 != n and n + 1 != m]
    return noun is not None and (counted or named in _PAIRS or not noun.plural) and not alike


def _looked(words: Sequence[Word], n: int) -> str:
    """Return the name that a word before it says more of."""
    for word in words[n + 1:n + 5]:
        if word.thing:
            return word.text
        if word.text not in {",", "and"} and not word.may_be("adjective") and word.forms:
            return ""
    return ""


def _whom(words: Sequence[Word], n: int) -> Iterator[_Spare]:
    """Know who wants something, and for whom it is: "the guests want …", "make the kids …"."""
    if not n or not re.search(r"[\w']", words[n - 1].text):
        for end in range(n + 1, min(n + 8, len(words))):
            if base(words[end].text) in _WISH and words[end].may_be("third", "base") and not any(
                    w.thing or _says_more(w) or w.may_be("modal") for w in words[n:end]):
                yield _Spare(n, end, 0.5)
    elif words[n].may_be("determiner") and words[n - 1].text in verbs():
        for end in _noun_ends(words, n + 1):
            if not words[end - 1].thing and words[end - 1].may_be("noun", "plural") and any(
                    w.may_be("determiner", "number") for w in words[end:end + 1]):
                yield _Spare(n, end, 0.8)


def _phrase(words: Sequence[Word], n: int) -> Iterator[_Spare]:
    """Know phrases of a preposition and its noun: aims, times, where an act is done."""
    word = words[n]
    if not (word.text in _AIMS | {"before", "after"} or word.may_be("preposition")):
        return
    for end in _noun_ends(words, n + 1):
        inside = words[n + 1:end]
        names = any(w.thing for w in inside)
        aims = word.text in _AIMS and not (names and word.text == "with")
        if aims or any(w.text in _TIME for w in inside) or (not names and (
                word.text == "from" or (word.text in {"in", "at"} and _stays(words, n)))):
            yield _Spare(n, end, 1.4 if names else 0.6)


def _clause(words: Sequence[Word], n: int) -> Iterator[_Spare]:
    """Know purposes, reasons, what is compared and what tells more of one thing."""
    word, rest = words[n], words[n + 1:]
    end = _clause_end(words, n + 1)
    inside = words[n + 1:end]
    if word.text == "than" and any(w.text == "rather" for w in words[:n]):
        yield _Spare(n, end, 0.8)  # "I'd rather have it here than there"
    told = inside and n and word.text in _WHY and not any(w.thing for w in inside) and (
        inside[0].text in _HUMAN | {"that"} or any(w.text in _KIN for w in inside[:4]))
    until = word.text in {"until", "till"} and any(w.text in _STATES for w in inside)
    if not inside or until or (any(_says_more(w) for w in inside) and not told):
        return
    far = 0.6 if any(w.thing for w in inside) else 0.0
    if word.text == "to" and rest[0].may_be("base") and rest[0].text not in verbs() and (
            not rest[0].named or len(inside) > 1):
        yield _Spare(n, end, 0.8 + far)
    if n and word.text in _WHY | {"before"} and (subject_end(inside) or (
            not far and inside[0].may_be("determiner", "subject"))):
        yield _Spare(n, end, 0.8 + far)
    if n and not far and (comes(inside) if word.text in {"when", "once", "after"} else (
            word.text in {"somewhere", "wherever"} and inside[0].may_be("subject", "determiner"))):
        yield _Spare(n, end, 1.0)
    if n and word.text in {"that", "which"} and words[n - 1].thing and not far:
        noun = ontology().find(words[n - 1].text)
        if noun and not noun.plural and not any(
                w.text in {"all", "every", "each", "everything"} for w in words[:n]):
            yield _Spare(n, end, 0.8)


def _stays(words: Sequence[Word], n: int) -> bool:
    """Whether nothing is moved by the act before a word: then a place is only where it is done."""
    acts = [w.text for w in words[:n] if w.text in verbs() and w.may_be("base")]
    return bool(acts) and not _moving() & set(acts)


@cache
def _moving() -> frozenset[str]:
    return frozenset(p.split()[0] for name in _PLACING for p in word_classes()[name])


def _noun_ends(words: Sequence[Word], at: int) -> Iterator[int]:
    """Yield where a noun phrase may end that begins at a word."""
    for end in range(at, min(at + 6, len(words))):
        word = words[end]
        dish = "a dish" in ontology().refused.get(word.text, "")
        if not re.search(r"[\w']", word.text) or (_says_more(word) and not dish):
            return
        if word.text == "'s":
            continue
        if word.text != "of" and not word.may_be("determiner", "noun", "pronoun") and word.may_be(
                "preposition", "conjunction", "subordinator", "be", "modal", "auxiliary"):
            return
        if word.thing or word.may_be("noun", "plural", "pronoun", "gerund") or not word.forms:
            yield end + 1
        if word.thing:
            return


def _clause_end(words: Sequence[Word], at: int) -> int:
    """Return where a clause ends: at a sign, or where "and" begins an order."""
    for n in range(at, len(words)):
        if not re.search(r"[\w']", words[n].text):
            return n
        if words[n].text in {"and", "but", "then"} and n > at and imperative(words[n + 1:] or (
                words[n],)):
            return n
    return len(words)


def _clauses(sentence: str, words: Sequence[Word]) -> Iterator[_Spare]:
    """Know clauses that order nothing: each of their words is English, or a name."""
    parts = clauses(sentence)
    for part in parts if len(parts) > 1 else ():
        begin = next(n for n, w in enumerate(words) if w.start == part.words[0].start)
        end = next(n for n, w in enumerate(words) if w.end == part.words[-1].end) + 1
        told = begin + subject_end(part.words)
        owner = words[told].text == "'s" and words[min(told + 1, end - 1)].may_be("noun")
        if part.kind == "statement" and begin < told and not owner and part is not parts[-1] and (
                words[told - 1].thing) and not any(
                    w.thing or w.may_be("negation") for w in words[told:end]):
            yield _Spare(told, end, 1.0)  # "the sink's full, empty it": the sink, empty it
        if end < len(words) and not re.search(r"\w", words[end].text):
            end += 1
        acts = any(w.thing or (w.text in verbs() and w.may_be("base")) for w in part.words)
        how = all(w.forms and w.forms <= _HOW and w.text not in _STATES | _KEPT
                  for w in part.words)
        tells = part.kind in ("statement", "fragment") or aside(part)
        if (tells or (how and not acts)) and part.words[0].text not in {"and", "then", "only"}:
            yield _Spare(begin, end, 0.6 + 0.05 * len(part.words) + 0.5 * any(
                _says_more(w) for w in part.words) + 0.5 * acts)
