"""The competition's words: classes, sorts, colours, and repair of misspellings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path

from planner.files import read_toml
from translators.english.spelling import deletions, edit_distance, near

MAX_WORD = 40
"""Letters beyond which a word is not repaired."""
_SHORT = 2


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the grammar: token class and base form (``cups`` is ``SORT``, ``cup``)."""

    token: str
    base: str


@dataclass(frozen=True)
class Vocabulary:
    """All words by spelling, and the lists of ``vocabulary.toml``."""

    words: Mapping[str, Word]
    split: Mapping[str, Sequence[str]]
    phrases: Mapping[tuple[str, ...], tuple[Word, ...]]
    aliases: Mapping[str, str]
    unlisted: frozenset[str]
    deletions: Mapping[str, frozenset[str]]
    small: Sequence[str]
    big: Sequence[str]
    containers: Sequence[str]
    sometimes_containers: Sequence[str]
    colors: Sequence[str]
    sizes: Sequence[str]
    idle: Sequence[str]
    seen_together: Sequence[str]
    refused: Sequence[str]

    @property
    def sorts(self) -> tuple[str, ...]:
        """Every sort."""
        return (*self.small, *self.big, *self.containers)


@lru_cache(10_000)
def repair(word: str) -> tuple[str, ...]:
    """Return the known spellings nearest to ``word``, none if all are too far.

    Too far is more than two sevenths of its letters (at least one may always be wrong). A verb
    or a small word may have swapped letters, or one too few or too many: "kick" is not "pick".
    Words of two letters have too many neighbours: "got" is not "go".

    >>> repair("bule"), repair("xylophone")
    (('blue',), ())
    """
    if not 1 < len(word) <= MAX_WORD:
        return ()
    words = vocabulary()
    nouns = {known for known, of in words.words.items() if of.token in ("SORT", "HUMAN", "COLOR")}
    close = sorted(near(word, words.deletions))
    if swapped := [known for known in close if sorted(known) == sorted(word)]:
        return tuple(swapped)  # they are likelier than a wrong letter
    if close := [known for known in close if known in nouns or (  # others change what is said
            known not in words.unlisted and len(known) != len(word) and len(known) > _SHORT)]:
        return tuple(close)
    limit = max(1, len(word) * 2 // 7)
    far = {known: edit_distance(word, known, limit) for known in nouns
           if abs(len(known) - len(word)) <= limit}
    best = min(far.values(), default=limit)
    return tuple(sorted(known for known, distance in far.items() if distance == best <= limit))


@cache
def vocabulary() -> Vocabulary:
    """Load ``vocabulary.toml``."""
    data = read_toml(Path(__file__).with_name("vocabulary.toml"))
    lists, words = data["lists"], dict[str, Word]()
    for token, forms in (*data["tokens"].items(), *data["unlisted"].items()):
        base = data["tokens"].get(token, forms)[0]
        words |= {form: Word(token, base) for form in forms}
    words |= {word: Word("COLOR", word) for word in lists["colors"]}
    words |= {word: Word("SIZE", word) for word in lists["sizes"]}
    nouns = {noun: noun for kind in ("small", "big", "containers") for noun in lists[kind]}
    for name, noun in (nouns | data["aliases"]).items():
        for form in (name, name + ("es" if name.endswith("ch") else "s")):
            words.setdefault(form, Word("HUMAN" if noun == "human" else "SORT", noun))
    return Vocabulary(
        words=words,
        split=data["split"],
        phrases={tuple(phrase.split()): tuple(words[word] for word in meaning.split())
                 for phrase, meaning in data["phrases"].items()},
        aliases=data["aliases"],
        unlisted=frozenset({*chain(*data["unlisted"].values()), *lists["seen_together"]}),
        deletions=deletions((*words, *data["split"])),
        **lists,
    )
