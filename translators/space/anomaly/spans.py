"""Spans S, P and E of a marker: by rule, or by a trained CRF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domains.space.items import Element
from translators.space.crf import Labelled, Tagger
from translators.space.features import (
    clause_bounds,
    combined,
    label,
    phrase_start,
    positions,
    seen,
    templates,
    window,
)
from translators.space.lexicon import lexicon
from translators.space.segment import Token, tokens_of

__all__ = ["crf_spans", "elements", "marker_of", "rule_spans", "span_examples"]

Spans = Mapping[str, tuple[int, ...]]


def _window(tokens: Sequence[Token], index: int) -> range:
    return window(tokens, index, 30, 20, (8, 3))


def _features(tokens: Sequence[Token], index: int) -> list[list[str]]:
    """Return the features of every token of the window, as seen from the marker ``index``."""
    rows = seen(tokens, index, _window(tokens, index), near=5, far=12, commas="，、")
    return [["b", *combined(templates("span"), row)] for row in rows]


def rule_spans(tokens: Sequence[Token], index: int) -> dict[str, tuple[int, ...]]:
    """Return positions of S, P, E: the phrase around the marker, nearest noun and verb."""
    words = lexicon()
    first, last = clause_bounds(tokens, index)
    start = phrase_start(tokens, index) if words.has("localiser", tokens[index].text) else index
    spans = {"P": positions(tokens[start : index + 1])}
    verb = next((i for i in (*range(index + 1, last), *range(start - 1, first - 1, -1))
                 if tokens[i].tag[:1] == "v" and not words.has("directional", tokens[i].text)), None)
    if verb is not None:
        spans["E"] = tokens[verb].positions
    subject = _subject(tokens, start)
    if subject is not None:
        spans["S"] = tokens[subject].positions
    return spans


def crf_spans(tagger: Tagger, tokens: Sequence[Token], index: int) -> dict[str, tuple[int, ...]]:
    """Return the spans a trained CRF gives; P falls back on the rule when it is missing."""
    labels = tagger.labels(_features(tokens, index))
    found = list(zip(_window(tokens, index), labels, strict=True))
    spans = {role: positions([tokens[i] for i, told in found if told == role])
             for role in "SPE" if role in labels}
    return spans if "P" in spans else spans | {"P": rule_spans(tokens, index)["P"]}


def span_examples(text: str, alternatives: Sequence[Sequence[Element]]) -> Iterator[Labelled]:
    """Yield one example per triple with a P of every alternative: features and labels.

    Equal examples count once.
    """
    tokens = tokens_of(text)
    known: list[tuple[int, list[str]]] = []
    for alternative in alternatives:
        for triple in "12":
            told = {e.role[0]: set(e.fragment.idxes) for e in alternative
                    if e.fragment and e.role.endswith(triple)}
            roles = {role: told[role] for role in "PSE" if role in told}
            index = marker_of(tokens, roles.get("P", set()))
            if index is None:
                continue
            labels = [label(tokens[i], roles) for i in _window(tokens, index)]
            if (index, labels) not in known:
                known.append((index, labels))
                yield _features(tokens, index), labels


def elements(spans: Spans, text: str, triple: str = "1") -> list[dict[str, object]]:
    """Return the released form of one triple."""
    return [{"role": f"{role}{triple}", "text": "".join(text[i] for i in spans[role]),
             "idxes": list(spans[role])} for role in "SPE" if spans.get(role)]


def marker_of(tokens: Sequence[Token], covered: set[int]) -> int | None:
    """Return the marker token inside P, the last one (a localiser) if there are several."""
    words = lexicon()
    inside = [i for i, t in enumerate(tokens) if t.start in covered and t.text in words.markers]
    chosen = [i for i in inside if words.has("localiser", tokens[i].text)] or inside
    return chosen[-1] if chosen else None


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
