"""What a puzzle tells: its clues in the order stated, and the worlds they leave."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domains.space.geometry import Layout
from domains.space.solver import Worlds
from domains.space.statements import at_slots, entity, meets
from translators.space.arrangements.names import Cast
from translators.space.arrangements.sentences import Clue, Reader, clean, pattern


def read_story(stated: Sequence[str], reader: Reader) -> list[Clue]:
    """Read sentences as clues; parts with a verb of moving are unread, the ``reader`` is lost."""
    clues: list[Clue] = []
    cast = reader.cast
    lead, verbs, team = (pattern(n, cast.language, "moves") for n in ("lead", "words", "team"))
    texts = [cast.veil(clean(s.rstrip("。！；;"), cast.language)) for s in stated]
    # what the text counts (六间商铺) says nothing new after a measure
    counted = pattern("counted", cast.language)
    nouns = {n for text in texts for n in counted.findall(text)
             if not reader.found("layout", n) and not re.search("[是在有和人]", n)}
    told_of = f"(?<=[个位名间座栋本只家辆把户块盆棵])(?:{'|'.join(nouns) or '(?!)'})"
    for text in (re.sub(told_of, "", t) for t in texts):
        for part in re.split("[，；]", text) if verbs.search(text) else [text]:
            if not verbs.search(part):
                clues += reader.clues(cast.unveil(lead.sub("", part)))
            elif reader.matters(part) or team.search(part):
                reader.unread.append((cast.unveil(part), "moves are not read"))
                reader.lost = True
    return clues


def worlds_of(clues: Sequence[Clue], layout: Layout, cast: Cast) -> Worlds:
    """Return the worlds that the clues leave."""
    # where slots mean nothing else, the members of the first group have their own
    fixed = [meets(entity(e), at_slots(1 << i)) for i, e in enumerate(cast.groups[0])]
    return Worlds(layout, cast.groups, [*(fixed if layout.kind == "matching" else ()),
                                        *(c.meaning for c in clues)])
