"""Which words are English, and as what parts of speech: the SPECIALIST lexicon, no model.

The list is the one that lemminflect carries; it is read without importing that (which takes in
NumPy). Closed classes are not in it.
"""

from __future__ import annotations

import gzip
from functools import cache
from importlib.util import find_spec
from pathlib import Path

__all__ = ["is_english", "parts_of_speech"]



@cache
def _listed() -> bytes:
    """Return the lines "word,part,lemmas" as they are: searched, as most words never come up."""
    spec = find_spec("lemminflect")
    assert spec is not None
    assert spec.origin is not None
    path = Path(spec.origin).parent / "resources" / "lemma_lu.csv.gz"
    return b"\n" + gzip.decompress(path.read_bytes())


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
