"""Map free text to an admissible action, without any model.

Words of the text and of each action (names split at capitals, digits and underscores) are
compared after a small table of synonyms; rare words weigh more. A text that shares too little
with every action maps to none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from math import log

THRESHOLD = 0.35
MAX_TEXT = 2000
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
STOP = frozenset((
    "the", "a", "an", "to", "of", "in", "on", "at", "into", "onto", "from", "with", "and", "it",
    "is", "its", "then", "i", "will", "should", "my", "using", "object", "s", "please", "agent",
    "robot", "for", "by", "let", "me",
))
PHRASES = (
    (r"\b(go|walk|head|move|navigate|travel|drive|run|return|fly)(ing)? (back )?(over )?"
     r"(to|towards?|near|next to|closer to)\b", "navigate"),
    (r"\b(pick(ing)? up|pick(ing)?|grab(bing)?|take hold of)\b", "pickup"),
    (r"\b(put(ting)? down|plac(e|ing)|put(ting)?|insert)\b", "put"),
    (r"\b(turn(ing)?|switch(ing)?|toggle) (the .{1,30} )?on\b", "toggle on"),
    (r"\b(turn(ing)?|switch(ing)?|toggle) (the .{1,30} )?off\b", "toggle off"),
    (r"\b(drop(ping)?( off)?|deliver|unload)\b", "dropoff"),
    (r"\b(collect|fetch|gather|obtain|acquire|refill|retrieve)\b", "get supply"),
    (r"\b(spray|apply|extinguish|douse|put out|throw|pour)\b", "use supply"),
    (r"\b(lift|rescue|hold)\b", "carry"),
    (r"\b(search|scout|wander|look around|look for)\b", "explore"),
    (r"\b(wait|stay( idle)?|do nothing|remain|pause|none)\b", "idle"),
    (r"\b(finish(ed)?|stop|complete(d)?|end)\b", "done"),
    (r"\b(wash|rinse)\b", "clean"),
    (r"\b(shut)\b", "close"),
    (r"\b(cut)\b", "slice"),
)
SAME = {"pick": "pickup", "drop": "dropoff"}


def match(text: str, actions: Sequence[str]) -> str:
    """Return the admissible action nearest to ``text``, empty where none fits.

    >>> match("I'll go to the reservoir Utah", ["NavigateTo(ReservoirUtah)", "Idle"])
    'NavigateTo(ReservoirUtah)'
    """
    text = text[:MAX_TEXT]
    plain = _squeezed(text)
    for action in actions:
        if _squeezed(action) == plain:
            return action
    contained = [a for a in actions if "(" in a and _squeezed(a) in plain]
    if contained:
        return max(contained, key=len)
    said = Counter(words(text))
    if not said or not actions:
        return ""
    weights = _weights(tuple(actions))
    score, _, place = max((
        _overlap(said, Counter(words(a)), weights),
        SequenceMatcher(None, plain, _squeezed(a), autojunk=False).quick_ratio(), -i)
        for i, a in enumerate(actions))
    return actions[-place] if score >= THRESHOLD else ""


@lru_cache(maxsize=20_000)
def words(text: str) -> tuple[str, ...]:
    """Split a text or an action into its meaningful words.

    >>> words("UseSupply(CaldorFire_Region_2, Sand)")
    ('use', 'supply', 'caldor', 'fire', 'region', '2', 'sand')
    """
    spaced = " ".join(_WORD.findall(text.replace("NavigateTo", "Navigate")
                                    .replace("PickupObject", "pickup ")
                                    .replace("PickUpObject", "pickup ")
                                    .replace("DropOff", "dropoff "))).lower()
    for pattern, replacement in PHRASES:
        spaced = re.sub(pattern, replacement, spaced)
    return tuple(SAME.get(word, word) for word in spaced.split() if word not in STOP)


def _overlap(said: Counter[str], meant: Counter[str], weights: dict[str, float]) -> float:
    shared = sum(weights.get(w, 1.0) * min(n, said[w]) for w, n in meant.items() if w in said)
    wanted = sum(weights.get(w, 1.0) * n for w, n in meant.items())
    given = sum(weights.get(w, 0.3) * n for w, n in said.items())
    return 2 * shared / (wanted + given) if wanted + given else 0.0


@lru_cache(maxsize=256)
def _weights(actions: tuple[str, ...]) -> dict[str, float]:
    counts = Counter(w for action in actions for w in set(words(action)))
    return {w: 1 + log((1 + len(actions)) / (1 + n)) for w, n in counts.items()}


def _squeezed(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", text.lower())
