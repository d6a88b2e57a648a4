"""Spans S, P and E of a marker: by rule, or by a trained CRF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domains.space.items import Element
from translators.space.anomaly.candidates import clause_bounds
from translators.space.anomaly.features import span_features, span_window
from translators.space.crf import Labelled, Tagger
from translators.space.lexicon import lexicon
from translators.space.segment import Token, tokens_of

__all__ = ["crf_spans", "elements", "marker_of", "rule_spans", "span_examples"]

Spans = Mapping[str, tuple[int, ...]]


def rule_spans(tokens: Sequence[Token], index: int) -> dict[str, tuple[int, ...]]:
    """Return positions of S, P, E: the phrase around the marker, nearest noun and verb."""
    words = lexicon()
    first, last = clause_bounds(tokens, index)
    start = index
    if words.has("localiser", tokens[index].text):
        while start - 1 >= first and tokens[start - 1].tag[:1] in "nrsamqbu" and index - start < 5:
            start -= 1
        if start - 1 >= first and words.has("preposition", tokens[start - 1].text):
            start -= 1
    spans = {"P": _positions(tokens[start : index + 1])}
    verb = _nearest(tokens, [*range(index + 1, last), *range(start - 1, first - 1, -1)], "v")
    if verb is not None:
        spans["E"] = tokens[verb].positions
    subject = _subject(tokens, start)
    if subject is not None:
        spans["S"] = tokens[subject].positions
    return spans


def crf_spans(tagger: Tagger, tokens: Sequence[Token], index: int) -> dict[str, tuple[int, ...]]:
    """Return the spans a trained CRF gives; P falls back on the rule when it is missing."""
    window = span_window(tokens, index)
    labels = tagger.labels(span_features(tokens, index, window))
    spans: dict[str, tuple[int, ...]] = {}
    for role in "SPE":
        chosen = [tokens[i] for i, label in zip(window, labels, strict=True) if label == role]
        if chosen:
            spans[role] = _positions(chosen)
    if "P" not in spans:
        spans["P"] = rule_spans(tokens, index)["P"]
    return spans


def span_examples(
    text: str, alternatives: Sequence[Sequence[Element]]
) -> Iterator[Labelled]:
    """Yield one example per triple with a P of every alternative: features and labels.

    Equal examples count once.
    """
    tokens = tokens_of(text)
    seen: list[tuple[int, list[str]]] = []
    for alternative in alternatives:
        for triple in "12":
            roles = {e.role[0]: set(e.fragment.idxes) for e in alternative
                     if e.fragment and e.role.endswith(triple)}
            index = marker_of(tokens, roles.get("P", set()))
            if index is None:
                continue
            window = span_window(tokens, index)
            labels = [_label(tokens[i], roles) for i in window]
            if (index, labels) in seen:
                continue
            seen.append((index, labels))
            yield span_features(tokens, index, window), labels


def elements(spans: Spans, text: str, triple: str = "1") -> list[dict[str, object]]:
    """Return the released form of one triple."""
    return [
        {"role": f"{role}{triple}", "text": "".join(text[i] for i in spans[role]),
         "idxes": list(spans[role])}
        for role in "SPE" if spans.get(role)
    ]


def marker_of(tokens: Sequence[Token], positions: set[int]) -> int | None:
    """Return the marker token inside P, the last one if there are several."""
    words = lexicon()
    inside = [i for i, t in enumerate(tokens) if t.start in positions and t.text in words.markers]
    localisers = [i for i in inside if words.has("localiser", tokens[i].text)]
    chosen = localisers or inside
    return chosen[-1] if chosen else None


def _label(token: Token, roles: Mapping[str, set[int]]) -> str:
    best, share = "O", 0.5
    for role in "PSE":
        covered = len(roles.get(role, set()).intersection(token.positions)) / len(token.text)
        if covered >= share:
            best, share = role, covered + 1e-9
    return best


def _positions(tokens: Sequence[Token]) -> tuple[int, ...]:
    return tuple(p for t in tokens for p in t.positions)


def _nearest(tokens: Sequence[Token], order: Sequence[int], tag: str) -> int | None:
    return next((i for i in order if tokens[i].tag[:1] == tag
                 and not lexicon().has("directional", tokens[i].text)), None)


def _subject(tokens: Sequence[Token], start: int) -> int | None:
    """Return the nearest noun or pronoun before the phrase that no preposition governs."""
    words = lexicon()
    for i in range(start - 1, max(-1, start - 25), -1):
        if tokens[i].tag[:1] in "nr" and tokens[i].tag != "ns":
            before = tokens[i - 1].text if i else ""
            following = tokens[i + 1].text if i + 1 < len(tokens) else ""
            if not words.has("preposition", before) and not words.has("localiser", following):
                return i
    return None
