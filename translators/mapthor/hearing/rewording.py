"""Ways of saying things that the grammar has no rule for (``rewordings.toml``)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from itertools import count

from translators.mapthor.lexicon import uses
from translators.mapthor.ontology import any_of, noun_pattern, ontology
from translators.mapthor.read import verbs

__all__ = ["Change", "reworded", "rewording_words", "rewordings", "spoken"]

_OF = re.compile(r"\b(\w+)\s+(?:(?:of|for)\s+(?:the\s+|my\s+)?)?(\w+)\b")
_BEGINS = re.compile(r"(?:^|[.;!?,]|\b(?:and|then|please|pls|you|to))\s*$", re.IGNORECASE)
_LIQUIDS = {"water", "coffee", "tea", "wine"}
_GROUP = re.compile(r"\((?!\?)")
_SLOT = re.compile(r"\{([a-z]+)\}")
_VERB = r"[\w']+"
_NAME = r"[\w']+(?:[\s-]+[\w']+){0,5}"
"""Any word, and as many as the longest name has."""


@dataclass(frozen=True)
class Change:
    """What is said in some way, and what it means; ``words`` are those that the way needs.

    ``roughly`` fits wherever ``said`` does, and more: any words stand for the names in it.
    """

    said: str
    means: str
    words: frozenset[str]
    roughly: str

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Compile the way when a text may hold it: all of them take seconds."""
        return re.compile(self.said, re.IGNORECASE)

    @cached_property
    def _rough(self) -> re.Pattern[str]:
        return re.compile(self.roughly, re.IGNORECASE)

    def told(self, text: str, new: Callable[[re.Match[str]], str]) -> str:
        """Put what is ``new`` wherever the way stands in a text."""
        known = "pattern" in vars(self)  # compiled before
        return self.pattern.sub(new, text) if known or self._rough.search(text) else text


def rewordings(file: str) -> dict[str, tuple[Change, ...]]:
    """Read the groups of a file of rewordings: what each is about, and its changes in order.

    The slots of a pattern are the file's own lists, {v} a verb, {noun} any name, {one} that of
    one thing, {place} furniture, {kin} who people are to somebody.
    """
    text = resources.files(__package__).joinpath(file).read_text(encoding="utf-8")
    data, known = tomllib.loads(text), ontology()
    carried = set(known.properties["pickupable"])
    single = [w for w, n in known.nouns.items() if not n.plural]
    places = [w for w, n in known.nouns.items()
              if known.places(n.types) and not set(n.types) & carried]
    lexicon = {"v": any_of(verbs()), "noun": noun_pattern(), "one": rf"{any_of(single)}(?!\w)",
               "place": rf"(?P<place>{any_of(places)})(?!\w)",
               "kin": rf"{any_of(uses('kin'))}(?!\w)"}
    slots = data.pop("slots")

    def change(said: str, means: str) -> Change:
        number = count(1)
        said = _GROUP.sub(lambda _: f"(?P<g{next(number)}>", said)
        said = _SLOT.sub(lambda m: slots.get(m[1], m[0]), said)
        words = frozenset(re.findall(r"[a-z']{2,}", said))
        said = said.replace(" ", r"\s+")
        return Change(_SLOT.sub(lambda m: lexicon[m[1]], said),
                      re.sub(r"\{(\d)\}", r"{g\1}", means), words, _roughly(said))

    return {name: tuple(change(said, means) for said, means in group["rewordings"])
            for name, group in data.items()}


def _roughly(said: str) -> str:
    """Return a short pattern that fits wherever one with names and verbs does.

    >>> _roughly("(?!{noun}|a)b {one}")
    "(?!(?!)|a)b [\\\\w']+(?:[\\\\s-]+[\\\\w']+){0,5}"

    Any number of names is any text: names of any words can be told apart in too many ways.

    >>> _roughly("(?:{noun} and )*b")
    '(?s:.*)b'
    """
    opened: list[str] = []
    begun: list[int] = []
    out = group = ""
    for part in re.findall(r"\\.|\[(?:\\.|[^\]])*\]|\(\?<?!|\(|\)|\{[a-z]+\}|.", said, re.DOTALL):
        if part[0] == "(":
            opened.append(part)
            begun.append(len(out))
        elif part == ")":
            opened.pop()
            group = out[begun.pop():]
        elif part in "*+" and out.endswith(")") and _NAME in group:
            out, part = out.removesuffix(group + ")"), "(?s:.*)"
        elif _SLOT.fullmatch(part):  # what must not stand there is left out
            denied = sum(o.endswith("!") for o in opened) % 2
            part = "(?!)" if denied else _VERB if part == "{v}" else _NAME
        out += part
    return out


def spoken(changes: Iterable[Change]) -> frozenset[str]:
    """Return the single words in the patterns of changes: they are no slips of the pen."""
    return frozenset[str]().union(*(change.words for change in changes))


@cache
def _patterns() -> tuple[tuple[Change, ...], tuple[Change, ...], tuple[Change, ...]]:
    """Read the rewordings once per process: headings, alternatives, and those made in order."""
    groups = rewordings("rewordings.toml")
    return (groups.pop("headings"), groups.pop("alternatives"),
            tuple(change for group in groups.values() for change in group))


@cache
def rewording_words() -> frozenset[str]:
    """Return the single words of all rewordings."""
    return spoken(change for group in _patterns() for change in group)


def reworded(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Say a text in the words of the grammar, in every way its signs allow, with remarks.

    >>> "TV off, books to shelf" in dict(reworded("TV: off, books -> shelf"))
    True
    """
    headings, alternatives, in_order = _patterns()
    ways: dict[str, tuple[str, ...]] = {text: ()}
    for group in (headings, alternatives):
        for said, before in list(ways.items()):
            for change in group:
                other, remarks = _changed(said, change, every=True)
                ways.setdefault(other, (*before, *remarks))
    yield from list(ways.items())[1:]
    for said, remarks in ways.items():
        said, more = _compounds(said)
        remarks = (*remarks, *more)
        for change in in_order:
            said, more = _changed(said, change)
            remarks = (*remarks, *more)
        if said != text:
            yield said, tuple(dict.fromkeys(remarks))


def _compounds(text: str) -> tuple[str, tuple[str, ...]]:
    """Read "machine of coffee", "phone mobile" as names the other way round.

    >>> _compounds("the ball of basket")[0]
    'the basket ball'
    """
    remarks: list[str] = []
    begin = 0
    fillable = set(ontology().properties["fillable"])
    while found := _OF.search(text, begin):
        head, of = found[1].lower(), found[2].lower()
        begin = found.end(1)
        name, known = f"{of} {head}", ontology().find
        whole = re.compile(noun_pattern(), re.IGNORECASE).match(text, found.start())
        if whole and whole.end() > found.end(1):
            continue  # "roll of kitchen paper" is a name as it stands
        if head in verbs() and _BEGINS.search(text[:found.start()]):
            continue  # "switch of the stove": a slip for "off"
        vessel = known(head) if of in _LIQUIDS and len(found.group().split()) == 3 else None
        if vessel and set(vessel.types) <= fillable:
            continue  # "a glass of water"
        if known(name) and of not in verbs() and not known(" ".join(found.group().split())):
            remarks.append(f"'{found.group()}' is read as '{name}'")
            text = f"{text[:found.start()]}{name}{text[found.end():]}"
    return text, tuple(remarks)


def _changed(text: str, change: Change, *, every: bool = False) -> tuple[str, tuple[str, ...]]:
    """Make one change wherever it fits; a remark on ``every`` one, or on each of words."""
    remarks: list[str] = []

    def told(found: re.Match[str]) -> str:
        parts = {k: v or "" for k, v in found.groupdict().items()}
        begin = parts.pop("b", "")
        said, new = found.group()[len(begin):].strip(), change.means.format(**parts)
        if not re.search(r"\w", new) and re.search(r"\w", said):
            remarks.append(f"'{said}' is left out")
        elif said and (every or re.search(r"\w", new)) and new.split() != said.split():
            remarks.append(f"'{said}' is read as '{new.strip()}'")
        return begin + new

    return change.told(text, told), tuple(remarks)
