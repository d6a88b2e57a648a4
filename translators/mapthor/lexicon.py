"""English words: which parts of speech a word can be, and in which form (no model, a dictionary).

The open classes come from the SPECIALIST lexicon (80,676 spelt forms) as lemminflect carries it;
the closed classes are listed in ``lexicon.toml``. Nothing is guessed: a word that neither has is no
English word here, e.g. a name or a slip of the pen.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Literal

__all__ = ["Form", "base", "called", "done", "forms", "initials", "is_english", "language_of",
           "participles", "phrases", "uses"]

Form = Literal[
    "noun", "plural", "adjective", "adverb", "base", "third", "gerund", "past",
    "auxiliary", "be", "modal", "negation", "pronoun", "subject", "determiner", "preposition",
    "conjunction", "subordinator", "question", "interjection", "number"]
"""What a word can be; ``base``, ``third`` ("washes"), ``gerund`` and ``past`` are verbs."""

_OPEN: dict[str, Form] = {"NOUN": "noun", "ADJ": "adjective", "ADV": "adverb"}
_AHEAD = re.compile(r"\(\?[=!]\\s(?:\+|\[[^\]]*\]\*\\b)\(\?:[^()]*\)(?:\\b)?\)")
"""What the pattern of a word class only looks ahead for."""
_TURN = re.compile(r"\\.|\[\^?(?:\\.|[^\]\\])*\]|[()|]")
_GROUP = re.compile(r"\(\?i?:")
_LOOKS = re.compile(r"^(?:\(\?<?[=!][^()]*\))+")
"""What stands in a pattern: its brackets and alternatives, and at its start what it looks at."""
_SAME_PAST = {"put", "set", "cut", "shut", "let", "hit", "hurt", "cost", "spread", "split", "read",
              "burst", "quit"}


@cache
def _data() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("lexicon.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def called() -> dict[str, str]:
    """Map word classes of the grammar to what messages call what is expected there."""
    return dict(_data()["called"])


def uses(name: str) -> frozenset[str]:
    """Return the words that do something in a clause, e.g. ``duty``: "should", "must".

    >>> "should" in uses("duty")
    True
    """
    return frozenset(_data()["uses"][name])


@cache
def _closed() -> dict[str, frozenset[Form]]:
    found: dict[str, set[Form]] = {}
    for form, words in _data()["classes"].items():
        for word in words:
            found.setdefault(word, set()).add(form)
    return {word: frozenset(kinds) for word, kinds in found.items()}


@lru_cache(8192)
def _lemmas(word: str) -> dict[str, tuple[str, ...]]:
    import lemminflect

    found: dict[str, tuple[str, ...]] = lemminflect.getAllLemmas(word)
    return found


@lru_cache(8192)
def forms(word: str) -> frozenset[Form]:
    """Return everything a word can be, nothing for one that is not known.

    >>> sorted(forms("mugs")), sorted(forms("rang")), sorted(forms("the")), sorted(forms("aple"))
    (['plural', 'third'], ['past'], ['determiner'], [])
    """
    word = word.lower()
    if word in _closed():
        return _closed()[word]
    found: set[Form] = set()
    for kind, lemmas in _lemmas(word).items():
        if kind == "NOUN" and word not in lemmas and word.endswith("s"):
            found.add("plural")
        elif kind in _OPEN:
            found.add(_OPEN[kind])
        elif kind == "VERB":
            found |= {_verb_form(word, lemma) for lemma in lemmas}
            if word in _SAME_PAST:
                found.add("past")
    return frozenset(found)


def _verb_form(word: str, lemma: str) -> Form:
    if word == lemma:
        return "base"
    if word.endswith("ing"):
        return "gerund"
    return "third" if word.endswith("s") else "past"


def base(word: str) -> str:
    """Return the verb a form belongs to, the word itself where it is none.

    >>> base("chewed"), base("rang"), base("sofa")
    ('chew', 'ring', 'sofa')
    """
    return _lemmas(word.lower()).get("VERB", (word.lower(),))[0]


def participles(verb: str) -> tuple[str, ...]:
    """Return the regular past participle of a verb, nothing where there is none.

    >>> participles("stash"), participles("prop"), participles("tidy"), participles("take")
    (('stashed',), ('propped',), ('tidied',), ())
    """
    ways = (verb + "d", verb + verb[-1] + "ed", verb[:-1] + "ied", verb + "ed")
    if not forms(verb) and not verb.endswith("ing"):  # "plonk"
        return (verb + "d" if verb.endswith("e") else verb + "ed",)
    return tuple(w for w in ways if verb in _lemmas(w).get("VERB", ()))


def done(classes: Iterable[str], irregular: Mapping[str, str]) -> str:
    """Return the pattern of the participles of all verbs in word classes, longest first.

    >>> done(["put|stash"], {"put": "put"})
    'stashed|put'
    """
    found: dict[str, None] = {}
    for phrase in (p for pattern in classes for p in phrases(pattern)):
        verb, *rest = phrase.split()
        known = [word for word, base_ in irregular.items() if base_ == verb]
        for word in known or participles(verb):
            found[" ".join((word, *rest))] = None
    return "|".join(p.replace(" ", r"\s+") for p in sorted(found, key=len)[::-1])


def phrases(pattern: str) -> list[str]:
    """Return the phrases that the pattern of a word class matches, without what they look at.

    >>> phrases(r"(?:pick\\s+up|lift(?=\\s+(?:the|a)\\b))(?!\\w)")
    ['pick up', 'lift']
    """
    said = _AHEAD.sub("", pattern).replace(r"\s+", " ").replace(r"\w", "").replace(r"\d", "")
    return re.findall(r"[a-z][a-z' -]*", said)


def initials(pattern: str) -> str:
    """Return the characters that may begin what a pattern matches, nothing where any may.

    >>> initials(r"(?:(?:go\\s+)?fetch|(?<!,)\\d{1,3})(?!\\w)"), initials(r"fetch|\\w+")
    ('gf0123456789', '')
    """
    found = ""
    while pattern:
        end = _outside(pattern, "|")
        first = _initial(pattern[:end])
        if not first:
            return ""
        found, pattern = found + first, pattern[end + 1:]
    return found


def _initial(way: str) -> str:
    """Return the characters that may begin what a pattern without alternatives matches."""
    way = _LOOKS.sub("", way)
    inner = _GROUP.match(way)
    if inner:
        end = inner.end() + _outside(way[inner.end():], ")")
        first, rest = initials(way[inner.end():end]), way[end + 1:]
    elif way.startswith(r"\d"):
        first, rest = "0123456789", way[2:]
    else:
        first, rest = re.sub(r"[.^$*+?{}\[\]\\|()]", "", way[:1]), way[1:]
    if first and rest.startswith(("?", "*", "{0")):  # it may be left out
        more = _initial(rest[1:])
        return more and first + more
    return first


def _outside(pattern: str, sign: str) -> int:
    """Return where a sign first stands outside of all brackets of a pattern, else its end."""
    depth = 0
    for found in _TURN.finditer(pattern):
        if found.group() == sign and not depth:
            return found.start()
        depth += (found.group() == "(") - (found.group() == ")")
    return len(pattern)


def is_english(word: str) -> bool:
    """Whether a word stands in the dictionary."""
    return bool(forms(word))


def language_of(text: str) -> str:
    """Name the language that a text that is no English looks like; empty where none does.

    >>> language_of("Stell bitte den Apfel in den Kühlschrank"), language_of("把苹果放进冰箱里")
    ('German', 'Chinese')
    >>> language_of("frobnicate the apple")
    ''
    """
    data = tomllib.loads(resources.files(__package__).joinpath("languages.toml").read_text("utf-8"))
    scripts = [unicodedata.name(c, "").split(" ")[0] for c in text if c.isalpha()]
    for language, beginnings in data["letters"].items():
        if 4 * sum(s.startswith(tuple(beginnings)) for s in scripts) > len(scripts):
            return str(language)
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text.lower())
    found = {language: sum(w in known for w in words)
             for language, known in data["words"].items()}
    best = max(found, key=lambda name: found[name])
    alike = sum(n == found[best] for n in found.values())
    return best if alike == 1 and 3 * found[best] > len(words) else ""
