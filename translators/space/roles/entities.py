"""Whose place a tuple tells: a choice among all nouns and pronouns of the text so far.

The span model sees one sentence; this log-linear choice also sees who was spoken of before. Its
proposal is one of the candidates, and the choice is trained on texts that the span model has not
seen, so that the proposal is trusted as far as it deserves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from translators.space.features import around, clause_bounds, combined, positions
from translators.space.learning import Choice, LogLinear
from translators.space.lexicon import is_a, labels
from translators.space.segment import Token
from translators.space.tables import table

Span = tuple[int, int]
REACH, AHEAD, MAX_SPANS = 160, 15, 60
ENOUGH = 0.6


def resolved(
    model: LogLinear, tokens: Sequence[Token], index: int, proposed: Sequence[Token], last: str
) -> list[Token]:
    """Return the entity of the tuple at ``index``; ``last`` is that of the tuple before it."""
    spans = _spans(tokens, index, proposed)
    if not spans or not model.weights:
        return list(proposed)
    chances = model.probabilities([_features(tokens, index, s, proposed, last) for s in spans])
    start, end = spans[_best(chances)]
    return list(tokens[start:end])


def entity_choice(
    tokens: Sequence[Token], index: int, proposed: Sequence[Token], last: str,
    gold: Iterable[set[int]],
) -> Choice:
    """Return the training choice: right are spans that mostly are a gold entity."""
    spans, wanted = _spans(tokens, index, proposed), list(gold)
    return Choice([_features(tokens, index, s, proposed, last) for s in spans],
                  [any(_overlap(tokens[a:b], g) >= ENOUGH for g in wanted) for a, b in spans])


def gain(model: LogLinear, choices: Sequence[Choice]) -> int:
    """Return how many entities more are right with the choice than with the proposal."""
    gained = 0
    for choice in choices:
        proposed = [i for i, f in enumerate(choice.candidates) if "crf=same" in f]
        if proposed:
            best = _best(model.probabilities(choice.candidates))
            gained += choice.right[best] - choice.right[proposed[0]]
    return gained


def _best(chances: Sequence[float]) -> int:
    return max(range(len(chances)), key=lambda i: (chances[i], -i))


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
    near = sorted(range(max(0, index - REACH), min(len(tokens), index + AHEAD)),
                  key=lambda i: (abs(i - index), i))
    for i in near:
        tag = tokens[i].tag[:1]
        following = tokens[i + 1].tag[:1] if i + 1 < len(tokens) else ""
        if i != index and tag in "nr" and not labels(tokens[i].text) and not (
                tag == following == "n"):
            yield i


def _features(
    tokens: Sequence[Token], index: int, span: Span, proposed: Sequence[Token], last: str
) -> list[str]:
    start, end = span
    head, near = tokens[end - 1], around(tokens, index)
    first, stop = clause_bounds(tokens, index)
    sentence, _ = clause_bounds(tokens, index, sentence=True)
    before = tokens[start - 1] if start else None
    after = tokens[end] if end < len(tokens) else None
    governed = bool(before and is_a("preposition", before.text))
    shared = _overlap(tokens[start:end], set(positions(proposed)))
    between = tokens[min(end, index) : max(start, index)]
    return combined(table("features")["entity"], {
        "crf": "same" if shared > 0.99 else "part" if shared > 0 else "none" if proposed else "no",
        "where": ("in" if first <= start < stop else "sentence" if sentence <= start < first
                  else "before" if start < first else "after"),
        "side": "<" if end <= index else ">", "tag": head.tag, "w": head.text,
        "placed": bool(after and is_a("localiser", after.text)), "governed": governed,
        "before": before.text if governed and before else "",
        "beforetag": before.tag[:1] if before else "", "after": after.tag[:1] if after else "",
        "opens": start == clause_bounds(tokens, start)[0], "size": min(end - start, 4),
        "commas": min(6, sum(t.text in "，。；！？" for t in tokens[min(start, index) : max(end, index)])),
        "nouns": min(6, sum(t.tag[:1] in "nr" for t in between)),
        "last": "".join(t.text for t in tokens[start:end]) == last,
        "s": near["s"] or near["t"], "v": near["v"], "pronoun": head.tag[:1] == "r"})


def _overlap(tokens: Sequence[Token], there: set[int]) -> float:
    own = set(positions(tokens))
    return len(own & there) / len(own | there) if own | there else 0.0
