"""The course of a puzzle: clues and moves in the order told, and the worlds they lead to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from planner.errors import LimitError
from translators.space.puzzles.cast import Cast
from translators.space.puzzles.layouts import Layout
from translators.space.puzzles.logic import Formula
from translators.space.puzzles.meaning import Reading, holds
from translators.space.puzzles.moves import Move, apply_move, move_words, read_move, without_lead
from translators.space.puzzles.scene import Scene
from translators.space.puzzles.solver import Solver
from translators.space.puzzles.statements import Clue, StatementReader, clean
from translators.space.puzzles.wording import vocabulary
from translators.space.puzzles.worlds import Listed, Modelled, Worlds

__all__ = ["Story", "read_story", "worlds_of"]

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


def read_story(told: Sequence[str], reader: StatementReader) -> Story:
    """Read sentences; parts with a verb of moving are moves, the others clues."""
    events: list[Clue | Move] = []
    lost = False
    words = move_words()
    nouns = _counted_nouns(told, reader.cast)
    for sentence in told:
        text = reader.cast.veil(clean(sentence.rstrip("。！；;")))
        for noun in nouns:
            text = re.sub(f"(?<=[个位名间座栋本只家辆把户块盆棵]){noun}", "", text)
        if not re.search(words["words"], re.sub(words["after"], "", text)):
            text = re.sub(words["after"], "", without_lead(text))
            events += reader.clues(reader.cast.unveil(text))
            continue
        for part in re.split(r"[，；]", text):
            move = read_move(part)
            if move is not None:
                events.append(Move(move.kind, reader.cast.unveil(part), move.told))
            elif re.search(words["words"], re.sub(words["after"], "", part)):
                if reader.matters(part):
                    reader.unread.append((reader.cast.unveil(part), "a move outside the grammar"))
                    lost = True
            else:
                events += reader.clues(reader.cast.unveil(without_lead(part)))
    return Story(tuple(events), lost)


def _counted_nouns(told: Sequence[str], cast: Cast) -> list[str]:
    """Return what the text counts (六间商铺): after a measure the word says nothing new."""
    text = cast.veil("。".join(clean(s) for s in told))
    found = re.findall(
        r"[0-9一二两三四五六七八九十][个位名间座栋本只家辆把户块盆棵]([\u4e00-\u9fff]{2,3}?)"
        r"(?=[，。、：]|从|坐|站|排|住|围|依次|分别|按|参加|并排)", text)
    known = vocabulary()
    return [n for n in dict.fromkeys(found) if n not in known]


def worlds_of(
    story: Story, scene: Scene, cast: Cast, reading: Reading, meanings: Sequence[Formula],
    fixed: Sequence[Formula], limit_s: float, *, before: bool = False,
) -> tuple[Worlds, Layout] | None:
    """Return the worlds a question is about, ``None`` when a move means nothing here.

    ``meanings`` holds one meaning per clue; ``before`` asks for the arrangement before all moves
    (with what is known from later clues).
    """
    solver = Solver(scene.layout, cast.groups, reading, limit_s)
    if not story.moves:
        return Modelled(solver, (*fixed, *meanings)), scene.layout
    left = list(meanings)
    first = next(i for i, e in enumerate(story.events) if isinstance(e, Move))
    opening = [left.pop(0) for _ in range(first)]
    start = solver.arrangements([*fixed, *opening], MAX_ARRANGEMENTS)
    if not start:
        return Listed([], scene.layout, reading), scene.layout
    pairs = [(at, at) for at in start]
    layout = scene.layout
    for event in story.events[first:]:
        if isinstance(event, Move):
            moved = []
            for origin, at in pairs:
                result = apply_move(event, [at], layout)
                if result is None:
                    return None
                moved += [(origin, after) for after in result[0]]
            turned = apply_move(event, [], layout)
            pairs, layout = moved, turned[1] if turned else layout
        else:
            meaning = left.pop(0)
            pairs = [(o, at) for o, at in pairs if holds(meaning, at, layout, reading)]
        if len(pairs) > MAX_ARRANGEMENTS:
            raise LimitError("too many arrangements to follow the moves")
    chosen = [o if before else at for o, at in pairs]
    shown = scene.layout if before else layout
    return Listed(chosen, shown, reading), shown
