"""The course of a puzzle: clues and moves in the order told, and the worlds they lead to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from domains.space.geometry import Layout
from domains.space.moves import Move, after_move, turned_about
from domains.space.solver import Worlds
from domains.space.statements import Statement, at_slots, entity, meets
from planner.errors import LimitError
from translators.space.arrangements.names import FIRST_SIGN, NAME, Cast, number_of
from translators.space.arrangements.sentences import Clue, Reader, clean
from translators.space.arrangements.words import NUMERALS, table

__all__ = ["Story", "read_move", "read_story", "without_lead", "worlds_of"]

MAX_ARRANGEMENTS = 50_000


@dataclass(frozen=True)
class Story:
    """Clues and moves in order; ``lost`` says that a move could not be read."""

    events: tuple[Clue | Move, ...]
    lost: bool = False

    @property
    def clues(self) -> tuple[Clue, ...]:
        """Return the clues alone."""
        return tuple(e for e in self.events if isinstance(e, Clue))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return the moves alone."""
        return tuple(e for e in self.events if isinstance(e, Move))


def without_lead(clause: str) -> str:
    """Drop 后来, 然后 and the like."""
    return re.sub(table("moves")["lead"], "", clause)


def read_move(clause: str, shown: str) -> Move | None:
    """Read a veiled clause as a move, ``None`` if it is none; ``shown`` is its text."""
    text = re.sub("(?:之|以)?后$", "", without_lead(clause))
    for rule in table("moves")["move"]:
        pattern = (rule["pattern"].replace("{N}", NAME).replace("{D}", "[左右前后上下东南西北]")
                   .replace("{Q}", f"(?:[{''.join(NUMERALS)}]+)"))
        match = re.match(pattern, text)
        if match:
            told = match.groupdict()
            who = {k: ord(v) - FIRST_SIGN for k, v in told.items() if k in "abc" and v}
            direction = (told.get("d") or ("前" if told.get("front") else "后" if told.get("back")
                                           else "")).removesuffix("时针")
            return Move(rule["kind"], shown, who, direction, number_of(told.get("n") or "1"))
    return None


def read_story(told: Sequence[str], reader: Reader) -> Story:
    """Read sentences; parts with a verb of moving are moves, the others clues.

    The reader's layout follows the moves. Raise ``Meaningless`` when one means nothing there.
    """
    events: list[Clue | Move] = []
    lost = False
    words = table("moves")
    nouns = _counted_nouns(told, reader.cast)
    for sentence in told:
        text = reader.cast.veil(clean(sentence.rstrip("。！；;")))
        for noun in nouns:
            text = re.sub(f"(?<=[个位名间座栋本只家辆把户块盆棵]){noun}", "", text)
        if not re.search(words["words"], re.sub(words["after"], "", text)):
            text = re.sub(words["after"], "", without_lead(text))
            events += reader.clues(reader.cast.unveil(text))
            continue
        for part in re.split("[，；]", text):
            shown = reader.cast.unveil(part)
            move = read_move(part, shown)
            if move is not None:
                events.append(move)
                if move.kind == "about":  # what follows is said by people who look the other way
                    reader.layout = turned_about(reader.layout)
            elif not re.search(words["words"], re.sub(words["after"], "", part)):
                events += reader.clues(reader.cast.unveil(without_lead(part)))
            elif reader.matters(part):
                reader.unread.append((shown, "a move outside the grammar"))
                lost = True
    return Story(tuple(events), lost)


def _counted_nouns(told: Sequence[str], cast: Cast) -> list[str]:
    """Return what the text counts (六间商铺): after a measure the word says nothing new."""
    text = cast.veil("。".join(clean(s) for s in told))
    found = re.findall(
        r"[0-9一二两三四五六七八九十][个位名间座栋本只家辆把户块盆棵]([\u4e00-\u9fff]{2,3}?)"
        r"(?=[，。、：]|从|坐|站|排|住|围|依次|分别|按|参加|并排)", text)
    known = table("sentences")["layout"] + "|[是在有和人]"
    return [n for n in dict.fromkeys(found) if not re.search(known, n)]


def worlds_of(story: Story, layout: Layout, cast: Cast, *, before: bool = False) -> Worlds:
    """Return the worlds a question is about; raise ``Meaningless`` when a move means nothing here.

    ``before`` asks for the arrangement before all moves (with what is known from later clues).
    """
    if not story.moves:
        return Worlds(layout, cast.groups, [*_fixed(layout, cast), *(c.meaning for c in story.clues)])
    first = next(i for i, e in enumerate(story.events) if isinstance(e, Move))
    opening = [e.meaning for e in story.events[:first] if isinstance(e, Clue)]
    pairs = [(at, at) for at in Worlds(layout, cast.groups, opening).all(MAX_ARRANGEMENTS)]
    shown = layout
    for event in story.events[first:]:
        if isinstance(event, Clue):
            pairs = [(o, at) for o, at in pairs if event.meaning.holds(at)]
        elif event.kind == "about":
            shown = turned_about(shown)
        else:
            moved = [(o, after_move(event, at, shown)) for o, at in pairs]
            pairs = [(o, at) for o, at in moved if at is not None]
        if len(pairs) > MAX_ARRANGEMENTS:
            raise LimitError("too many arrangements to follow the moves")
    chosen = sorted({o if before else at for o, at in pairs})
    return Worlds(layout if before else shown, cast.groups, [], chosen)


def _fixed(layout: Layout, cast: Cast) -> list[Statement]:
    """Give the members of the first group their own slots where slots mean nothing else."""
    if layout.kind != "matching":
        return []
    return [meets(entity(e), at_slots(1 << i)) for i, e in enumerate(cast.groups[0])]
