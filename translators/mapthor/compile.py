"""Instruction → :class:`~domains.household.goal.Goal`: the cheapest derivation and its notes.

Words, with slips of the pen mended, become noun phrases and places (``phrases``), those and verbs
clauses (``clauses``), of which the cheapest way through the text is sought (``search``), without
what orders nothing (``remarks``); what clauses mean tell ``sense``, ``given`` and ``effects``;
clauses become stages (``order``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, groupby, islice

from domains.household.goal import Goal, HasState, Placed, Selection, Subgoal, exclude
from planner.errors import LimitError
from translators.english.spelling import Token, near, tokens
from translators.english.words import is_english
from translators.mapthor.notes import FATAL, failure, printed
from translators.mapthor.order import at_odds, merge
from translators.mapthor.said import Note
from translators.mapthor.search import REFUSED, Reading, readings
from translators.mapthor.sense import Steps, kinds_of, spot_of
from translators.mapthor.vocabulary import vocabulary

_LONGEST = 1500
_MOST_WORDS = 240
_SLIP = 0.15
_MOST_SPELLINGS = 4


def compile_instruction(text: str, source: str = "instruction") -> Goal:
    """Translate one English instruction into a goal.

    Raises:
        SourceError: with the words that were not understood and what was expected.
        LimitError: the text is too long.

    >>> compile_instruction("Put the apple in the fridge").describe()
    'the Apple -> in the Fridge'
    """
    spelt, reading, stages = _reading(text, source)
    if reading.cost > REFUSED:
        raise failure(text, source, spelt, reading.notes)
    return Goal(text, tuple(tuple(s) for s in stages), printed(text, spelt, reading.notes))


def explained(text: str) -> Iterator[str]:
    """Yield what a text is read as, line by line: the goal, what the reading costs, and its notes.

    >>> print(*explained("Wash the big plate"), sep="\\n")
    Wash the big plate
      = a Plate: clean
      0.40 in all
      0.40 any one: 'big' (robots cannot tell sizes or shapes apart here)
    """
    spelt, reading, stages = _reading(text, "instruction")
    yield text
    if reading.cost > REFUSED:
        error = failure(text, "instruction", spelt, reading.notes)
        yield f"  refused: {str(error).splitlines()[0]}"
    else:
        yield f"  = {Goal(text, tuple(map(tuple, stages))).describe()}"
    yield f"  {reading.cost:.2f} in all"
    for note in dict.fromkeys(reading.notes):
        words, detail = " ".join(t.word for t in spelt[note.start:note.end]), f" ({note.detail})"
        yield f"  {note.cost:.2f} {note.kind}: '{words}'" + detail * bool(note.detail)


def _reading(text: str, source: str) -> tuple[list[Token], Reading, Steps]:
    """Return the cheapest reading over the spellings that may be meant."""
    if len(text) > _LONGEST:
        raise LimitError(f"{source}: at most {_LONGEST} characters are read")
    said = tokens(text)
    if not any(t.word.isalnum() for t in said):
        raise failure(text, source, said, [Note("empty", 0, 1)])
    if len(said) > _MOST_WORDS:
        raise LimitError(f"{source}: at most {_MOST_WORDS} words are read")
    ways = [(spelt, *_cheapest(spelt)) for spelt in _spellings(said)]
    return min(ways, key=lambda way: round(way[1].cost, 9))


def _cheapest(spelt: list[Token]) -> tuple[Reading, Steps]:
    """Return the cheapest reading whose stages make sense, else the cheapest with what is wrong."""
    refused: list[Reading] = []
    for reading in islice(readings(spelt), 12):
        stages = merge(reading.sense.steps)
        wrong = next(_wrong(stages, reading, len(spelt)), None)
        if wrong is None:
            return reading, stages
        refused.append(replace(reading, cost=max(reading.cost, REFUSED) + 1.0,
                               notes=(*reading.notes, wrong)))
        if wrong.kind == "forbidden" and any(stages):
            return refused[-1], []  # no other reading may lose the ban
    return refused[0], []


def _wrong(stages: Steps, reading: Reading, size: int) -> Iterator[Note]:
    """Say what is wrong with a goal: it asks for nothing, or for what excludes each other."""
    every = [w for stage in stages for w in stage]
    yield from (n for n in reading.notes if n.kind in FATAL)
    yield from (n for n, acts in reading.sense.barred if all(
        any(_barred(w, no) for w in every) for no in acts))
    if not every:
        yield from (Note("forbidden", n.start, n.end) for n in reading.notes if n.kind == "spared")
        yield Note("nothing", 0, size)
    places = [kinds_of(w.target) for w in every if isinstance(w, Placed)
              and w.target.relation in ("in", "on")]
    if not all([*(w.what.types for w in every), *places]):
        yield from (n for n in reading.notes if n.kind == "landmark")
    if any(_back_and_forth(one, other) for one in every for other in every):
        yield Note("clash", 0, size, "to turn what is on off and on again is not understood")
    for one, other in (pair for stage in stages for pair in combinations(stage, 2)):
        if other.what.quantifier != "some" and at_odds(one, other) and replace(
                one.what, words="") == replace(other.what, words=""):
            yield Note("clash", 0, size, f"'{other.what.words}' would have to be "
                       f"{one.describe()} and {other.describe()} at once")


def _barred(subgoal: Subgoal, no: Selection | Subgoal) -> bool:
    """Whether a subgoal is what should not be done, or uses what should not be used."""
    what = subgoal.what
    if isinstance(no, Selection):
        place = subgoal.target.place if isinstance(subgoal, Placed) else None
        chosen = [s for s, q in ((what, "all"), (place, "the")) if s and s.quantifier != q]
        return any(set(s.types) & set(no.types) for s in chosen)
    if not set(what.types) & set(no.what.types) or exclude(what, no.what):
        return False
    if isinstance(subgoal, Placed) and isinstance(no, Placed):
        return not {*spot_of(subgoal)}.isdisjoint(spot_of(no))
    return subgoal == replace(no, what=what)


def _back_and_forth(one: Subgoal, other: Subgoal) -> bool:
    """Whether "if it is on, turn it off, and if it's off, turn it on" is asked for."""
    states = {*one.what.states, *other.what.states}
    return isinstance(one, HasState) and isinstance(other, HasState) and {
        (one.state, True), (one.state, False)} <= states and (one is other or one.opposes(other))


@lru_cache(4096)
def _mended(word: str) -> tuple[str, ...]:
    """Return what a word may have been meant to be, likeliest first; nothing for a right one."""
    known = vocabulary()
    if word in known.confused:
        return (word, known.confused[word])
    if word in known.known or len(word) < 3 or not word.isalpha() or is_english(word):
        return ()
    split = [f"{word[:i]} {word[i:]}" for i in range(2, len(word) - 1)
             if word[:i] in known.known and word[i:] in known.known and len(word) > 5]
    squeezed = "".join(c for i, c in enumerate(word) if i < 1 or c != word[i - 1])
    long = (squeezed,) * (squeezed in known.known)
    close = near(word, known.slips) if len(word) > 3 or not set("aeiou") & set(word) else ()
    return tuple(dict.fromkeys((*long, *close, *split)))[:3]


def _spellings(said: list[Token]) -> Iterator[list[Token]]:
    """Yield readings of the spelling, likeliest first: the words with slips mended in one way."""
    runs = [[*g] for _, g in groupby(said, lambda t: t.word if t.word.isalpha() else t.start)]
    if len(runs) < len(said):  # "the the mug"
        yield from _spellings([
            replace(r[0], end=r[-1].end, slip=_SLIP * (len(r) > 1)) for r in runs])
    ways = [_mended(t.word) for t in said]
    first = [_as(t, w[0]) if w else [t] for t, w in zip(said, ways, strict=True)]
    yield [t for group in first for t in group]
    others = [(n, w) for n, way in enumerate(ways)
        for w in (*way[1:], *([said[n].word] if way else []))]
    for n, other in others[:_MOST_SPELLINGS]:
        changed = [*first[:n], _as(said[n], other), *first[n + 1:]]
        yield [t for group in changed for t in group]


def _as(token: Token, word: str) -> list[Token]:
    if word == token.word:
        return [token]
    return [replace(token, word=w, slip=0.0 if n else _SLIP) for n, w in enumerate(word.split())]
