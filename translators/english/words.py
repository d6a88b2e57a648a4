"""Which words are English, and as what parts of speech: the SPECIALIST lexicon, no model.

The list is the one that lemminflect carries; it is read without importing that (which takes in
NumPy). Closed classes are not in it.
"""

from __future__ import annotations

import gzip
from functools import cache
from importlib.util import find_spec
from itertools import product
from pathlib import Path


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
