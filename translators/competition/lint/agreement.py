"""Compare the sentences of a problem file with its instructions, pair by pair.

Used by the linter (R17) and to judge the English reader. Not counted as a difference: ``on`` and
``near``, an omitted ``(type Y container)``, a colour left out on one side (specification §9.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from domains.competition.world.model import Instruction
from translators.competition.english.reading import SentenceReading
from translators.competition.english.writing import OPPOSITE


@dataclass(frozen=True, slots=True)
class Pair:
    """An instruction beside its sentence; one of them is ``None`` where the other is alone."""

    item: Instruction | None
    sentence: SentenceReading | None

    @property
    def agrees(self) -> bool:
        """Whether both are there and mean the same."""
        said = self.sentence.instruction if self.sentence is not None else None
        return self.item is not None and said is not None and agree(self.item, said)

    @property
    def pale(self) -> bool:
        """Whether the sentence leaves out a colour that its instruction has."""
        named = [{(a.variable, a.word) for a in item.cond if a.name == "color"}
                 for item in (self.item, self.sentence and self.sentence.instruction) if item]
        return self.agrees and not named[0] <= named[1]


def agree(one: Instruction, other: Instruction, *, colors: bool = True) -> bool:
    """Say whether two instructions mean the same; ``colors`` as above, else they must be equal.

    A door that must not be open must be closed: these two ways to say it are the same too.
    """
    if _frame(one) != _frame(other):
        return False
    for mine, theirs in zip(_conds(one), _conds(other), strict=True):
        keys = mine.keys() | theirs.keys()
        for key in keys - {"type"}:
            left_out = key not in mine or key not in theirs
            if not (left_out and key == "color" and colors) and mine.get(key) != theirs.get(key):
                return False
    return True


def pair_up(
    items: Sequence[Instruction], sentences: Sequence[SentenceReading]
) -> tuple[Pair, ...]:
    """Put each sentence beside its instruction: in order if the numbers are equal, else aligned."""
    if len(items) == len(sentences):
        return tuple(Pair(i, s) for i, s in zip(items, sentences, strict=True))
    mine = [_frame(i) + _sorts(i) for i in items]
    said = [
        _frame(s.instruction) + _sorts(s.instruction) if s.instruction else ("", s.text)
        for s in sentences
    ]
    pairs: list[Pair] = []
    for _, a, b, c, d in SequenceMatcher(None, mine, said, autojunk=False).get_opcodes():
        pairs += [Pair(x, y) for x, y in zip_longest(items[a:b], sentences[c:d])]
    return tuple(pairs)


def _frame(item: Instruction) -> tuple[str, ...]:
    predicate = "near" if item.predicate == "on" else item.predicate
    if item.kind == "cons_not" and predicate in OPPOSITE:
        return ("cons_notnot", OPPOSITE[predicate], "1")
    return (item.kind, predicate, str(len(item.variables)))


def _conds(item: Instruction) -> list[dict[str, str]]:
    return [{a.name: a.word for a in item.cond if a.variable == variable}
            for variable in item.variables]


def _sorts(item: Instruction) -> tuple[str, ...]:
    return tuple(cond.get("sort", "") for cond in _conds(item))
