"""The course of a puzzle: clues and moves in the order stated, and the worlds they lead to."""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from domains.space.geometry import Layout, Meaningless
from domains.space.moves import Move, after_move, turned_about
from domains.space.solver import Worlds
from domains.space.statements import Term, at_slots, entity, meets
from planner.errors import LimitError
from translators.space.arrangements.clauses import Reading, read_clause
from translators.space.arrangements.names import FIRST_SIGN, NAME, Cast, number_of
from translators.space.arrangements.sentences import Clue, Reader, clean, pattern
from translators.space.arrangements.words import Unread, table

__all__ = ["Story", "read_story", "without_lead", "worlds_of"]

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


def without_lead(clause: str, language: str) -> str:
    """Drop 后来, 然后 and the like."""
    return pattern("lead", language, "moves").sub("", clause)


def _move(clause: str, reader: Reader) -> Move | None:
    """Read a veiled clause as a move, ``None`` if it is none."""
    text = re.sub("(?:之|以)?后$", "", without_lead(clause, reader.cast.language))
    parts = {"{N}": NAME, "{D}": "[左右前后上下东南西北]", "{Q}": "[0-9一二两三四五六七八九十]+"}
    for rule in table("moves", reader.cast.language)["move"]:
        match = re.match(re.sub("{[NDQ]}", lambda m: parts[m[0]], rule["pattern"]), text)
        if match:
            stated = match.groupdict(default="")
            one = stated.get("a", "")
            try:
                forms = [f for f in rule.get("places", ()) if stated["b"] or f != "{b}"]
                places = [_region(f.format(**stated), one, reader) for f in forms]
            except (Unread, Meaningless):
                continue
            return Move(rule["kind"], reader.cast.unveil(clause), ord(one) - FIRST_SIGN if len(one) == 1 else -1,
                        reduce(operator.or_, places) if places else None,
                        stated.get("d", "").removesuffix("时针"), number_of(stated.get("n") or "1"))
    return None


def _region(text: str, one: str, reader: Reader) -> Term:
    """Return the region that a move speaks of, seen from whoever moves if it may be (他左边的人)."""
    bare = re.sub("^(?:他|她|它|自己)+的?", "", text)
    for stated in ([f"{one}的{bare}"] if re.match(f"{NAME}$", one) and text != one else []) + [text]:
        try:
            return read_clause(stated, reader.cast, reader.layout, Reading(near=True), set(), "region")
        except Unread as error:
            failure = error
    raise failure


def read_story(stated: Sequence[str], reader: Reader) -> Story:
    """Read sentences; parts with a verb of moving are moves, the others clues.

    The reader's layout follows the moves. Raise ``Meaningless`` when one means nothing there.
    """
    events: list[Clue | Move] = []
    lost, cast = False, reader.cast
    verbs, after = (pattern(n, cast.language, "moves") for n in ("words", "after"))
    texts = [cast.veil(clean(s.rstrip("。！；;"), cast.language)) for s in stated]
    # what the text counts (六间商铺) says nothing new after a measure
    counted = pattern("counted", cast.language)
    nouns = {n for text in texts for n in counted.findall(text)
             if not reader.found("layout", n) and not re.search("[是在有和人]", n)}
    told_of = f"(?<=[个位名间座栋本只家辆把户块盆棵])(?:{'|'.join(nouns) or '(?!)'})"
    for text in (re.sub(told_of, "", t) for t in texts):
        if not verbs.search(after.sub("", text)):
            events += reader.clues(cast.unveil(after.sub("", without_lead(text, cast.language))))
            continue
        for part in re.split("[，；]", text):
            move = _move(part, reader)
            if move is not None:
                events.append(move)
                if move.kind == "about":  # what follows is said by people who look the other way
                    reader.layout = turned_about(reader.layout)
            elif not verbs.search(after.sub("", part)):
                events += reader.clues(cast.unveil(without_lead(part, cast.language)))
            elif reader.matters(part):
                reader.unread.append((cast.unveil(part), "a move outside the table"))
                lost = True
    return Story(tuple(events), lost)


def worlds_of(story: Story, layout: Layout, cast: Cast, *, before: bool = False) -> Worlds:
    """Return the worlds a question is about; raise ``Meaningless`` when a move means nothing here.

    ``before`` asks for the arrangement before all moves (with what is known from later clues).
    """
    if not story.moves:
        # where slots mean nothing else, the members of the first group have their own
        fixed = [meets(entity(e), at_slots(1 << i)) for i, e in enumerate(cast.groups[0])]
        return Worlds(layout, cast.groups, [*(fixed if layout.kind == "matching" else ()),
                                            *(c.meaning for c in story.clues)])
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
