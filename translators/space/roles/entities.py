"""Whose place a tuple tells: a choice among all nouns and pronouns of the text so far.

The span model sees one sentence; this log-linear choice also sees who was spoken of before. Its
proposal is one of the candidates, and the choice is trained on texts that the span model has not
seen, so that the proposal is trusted as far as it deserves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from translators.space.anomaly.candidates import clause_bounds, surroundings
from translators.space.lexicon import lexicon
from translators.space.loglinear import Choice, LogLinear
from translators.space.segment import Token

__all__ = ["entity_choice", "resolved"]

Span = tuple[int, int]
REACH, AHEAD, MAX_SPANS = 160, 15, 60


def resolved(
    model: LogLinear, tokens: Sequence[Token], index: int, proposed: Sequence[Token], last: str
) -> list[Token]:
    """Return the entity of the tuple at ``index``; ``last`` is that of the tuple before it."""
    spans = _spans(tokens, index, proposed)
    if not spans or not model.weights:
        return list(proposed)
    chances = model.probabilities([_features(tokens, index, s, proposed, last) for s in spans])
    start, end = spans[max(range(len(spans)), key=lambda i: (chances[i], -i))]
    return list(tokens[start:end])


def entity_choice(
    tokens: Sequence[Token], index: int, proposed: Sequence[Token], last: str,
    gold: Iterable[set[int]],
) -> Choice:
    """Return the training choice: right are spans that mostly are a gold entity."""
    spans = _spans(tokens, index, proposed)
    wanted = list(gold)
    return Choice(
        [_features(tokens, index, s, proposed, last) for s in spans],
        [any(_overlap(_places(tokens[a:b]), g) >= 0.6 for g in wanted) for a, b in spans])


def _spans(tokens: Sequence[Token], index: int, proposed: Sequence[Token]) -> list[Span]:
    """Return the nouns and pronouns up to the anchor, alone and with what belongs to them."""
    found: list[Span] = []
    starts = {t.start for t in proposed}
    own = [i for i, t in enumerate(tokens) if t.start in starts]
    if own and own[-1] - own[0] + 1 == len(own):
        found.append((own[0], own[-1] + 1))
    for i in _heads(tokens, index):
        start = i
        while start and tokens[start - 1].tag[:1] in "nramqbz" and i - start < 5:
            start -= 1
        found += [(start, i + 1), (i, i + 1)]
    return list(dict.fromkeys(found))[:MAX_SPANS]


def _heads(tokens: Sequence[Token], index: int) -> Iterator[int]:
    words = lexicon()
    near = sorted(range(max(0, index - REACH), min(len(tokens), index + AHEAD)),
                  key=lambda i: (abs(i - index), i))
    for i in near:
        following = tokens[i + 1].tag[:1] if i + 1 < len(tokens) else ""
        if i != index and tokens[i].tag[:1] in "nr" and not words.labels(tokens[i].text) and not (
                tokens[i].tag[:1] == "n" and following == "n"):
            yield i


def _features(
    tokens: Sequence[Token], index: int, span: Span, proposed: Sequence[Token], last: str
) -> list[str]:
    start, end = span
    words, head, near = lexicon(), tokens[end - 1], surroundings(tokens, index)
    first, stop = clause_bounds(tokens, index)
    sentence, _ = clause_bounds(tokens, index, sentence=True)
    where = ("in" if first <= start < stop else "sentence" if sentence <= start < first
             else "before" if start < first else "after")
    side = "<" if end <= index else ">"
    before = tokens[start - 1] if start else None
    after = tokens[end] if end < len(tokens) else None
    governed = bool(before and words.has("preposition", before.text))
    placed = bool(after and words.has("localiser", after.text))
    opens = start == clause_bounds(tokens, start)[0]
    commas = min(6, sum(t.text in "，。；！？" for t in tokens[min(start, index) : max(end, index)]))
    nouns = min(6, sum(t.tag[:1] in "nr" for t in tokens[min(end, index) : max(start, index)]))
    text = "".join(t.text for t in tokens[start:end])
    shared = _overlap(_places(tokens[start:end]), _places(proposed))
    sense = "/".join(words.labels(tokens[index].text)) or tokens[index].tag
    crf = "same" if shared > 0.99 else "part" if shared > 0 else "none" if proposed else "no"
    return [
        f"crf={crf}", f"crf+where={crf}|{where}", f"where={where}|{side}", f"tag={head.tag}",
        f"w={head.text}", f"placed={placed}", f"governed={governed}|{before.text if governed and before else ''}",
        f"opens={opens}|{where}", f"commas={commas}|{side}", f"nouns={nouns}|{side}",
        f"last={text == last}", f"last+where={text == last}|{where}", f"size={min(end - start, 4)}",
        f"after={after.tag[:1] if after else ''}|{side}", f"before={before.tag[:1] if before else ''}",
        f"s+where={sense}|{where}|{side}", f"v+side={near.verb}|{side}", f"pronoun={head.tag[:1] == 'r'}|{where}",
        f"opens+s={opens}|{sense}", f"placed+governed={placed}|{governed}|{where}",
    ]


def _places(tokens: Sequence[Token]) -> set[int]:
    return {p for t in tokens for p in t.positions}


def _overlap(a: set[int], b: set[int]) -> float:
    return len(a & b) / len(a | b) if a | b else 0.0
