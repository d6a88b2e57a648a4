"""Which words are English, and as what parts of speech: the SPECIALIST lexicon, no model.

The list is the one that lemminflect carries; it is read without importing that (which takes in
NumPy). Closed classes are not in it.
"""

from __future__ import annotations

import gzip
import re
import tomllib
import unicodedata
from functools import cache
from importlib import resources
from importlib.util import find_spec
from itertools import product
from pathlib import Path

NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "dozen": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20}
"""The numbers that words say."""


def _resource(name: str) -> bytes:
    spec = find_spec("lemminflect")
    assert spec is not None
    assert spec.origin is not None
    return gzip.decompress((Path(spec.origin).parent / "resources" / name).read_bytes())


@cache
def _listed() -> bytes:
    """Return the lines "word,part,lemmas" as they are: searched, as most words never come up."""
    return b"\n" + _resource("lemma_lu.csv.gz")


@cache
def parts_of_speech(word: str) -> frozenset[str]:
    """Return what a word can be: ``noun``, ``verb``, ``adj``, ``adv``; nothing for no word.

    >>> sorted(parts_of_speech("mugs")), sorted(parts_of_speech("aplpe"))
    (['noun', 'verb'], [])
    """
    found, key = set(), f"\n{word},".encode(errors="replace")
    lines, at = _listed(), -1
    while (at := lines.find(key, at + 1)) >= 0:
        start = at + len(key)
        found.add(lines[start:lines.index(b",", start)].decode())
    return frozenset(found)


def is_english(word: str) -> bool:
    """Whether a word of an open class stands in the dictionary."""
    return bool(parts_of_speech(word))


@cache
def verb_forms(verb: str) -> list[str]:
    """Return the third person of a verb, its form in -ing, its past forms; regular ones if unknown.

    >>> verb_forms("put"), verb_forms("chop"), verb_forms("nuke")
    (['puts', 'putting', 'put'], ['chops', 'chopping', 'chopped'], ['nukes', 'nuking', 'nuked'])
    """
    stem = verb.removesuffix("e")
    past, participle, ing, third = _inflected().get(verb) or (
        f"{stem}ed", "", f"{stem}ing", f"{verb}s")
    return list(dict.fromkeys((third, ing, *past.split("/"), *(participle or past).split("/"))))


@cache
def _inflected() -> dict[str, list[str]]:
    lines = (line.split(",") for line in _resource("infl_lu.csv.gz").decode().splitlines())
    return {line[0]: line[2:] for line in lines if line[1] == "verb"}


def listed(text: str) -> list[str]:
    """Split a list of phrases at its commas; lines may end behind a bar."""
    return [phrase for part in text.replace("|\n", "|").split(",")
            if (phrase := " ".join(part.split()).replace("| ", "|"))]


def phrases(text: str) -> list[str]:
    """Spell out a list of phrases: "|" stands between alternatives, "_" between their words.

    >>> phrases("tv|side_board stand, mug")
    ['tv stand', 'side board stand', 'mug']
    """
    ways = [product(*(item.split("|") for item in row.split())) for row in listed(text)]
    return [" ".join(way).replace("_", " ") for found in ways for way in found]


def numeral(word: str) -> int:
    """Return the number that a word says, 0 for none.

    >>> numeral("three"), numeral("12"), numeral("mug")
    (3, 12, 0)
    >>> numeral("²")
    0
    """
    if word.isdecimal():
        return int(word) if len(word) < 4 else 0
    return NUMBERS.get(word, 0)


def plural_of(noun: str) -> str:
    """Return the regular plural of a noun.

    >>> plural_of("box"), plural_of("berry"), plural_of("tray")
    ('boxes', 'berries', 'trays')
    """
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else noun + "s"


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
    found = {language: sum(w in known.split() for w in words)
             for language, known in data["words"].items()}
    best = max(found, key=lambda name: found[name])
    alike = sum(n == found[best] for n in found.values())
    return best if alike == 1 and 3 * found[best] > len(words) else ""
