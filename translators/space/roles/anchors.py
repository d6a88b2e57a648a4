"""Anchors of tuples: the words a spatial tuple hangs on, and features seen from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domains.space.items import Element
from translators.space.features import around, clause_bounds, combined, seen, templates, window
from translators.space.lexicon import lexicon
from translators.space.segment import Token

__all__ = ["PLACE_ROLES", "anchor_features", "anchors_of", "fact_features", "gold_anchors",
           "role_features", "window_of"]

PLACE_ROLES = ("处所", "终点", "起点", "方向", "路径", "朝向", "部位", "部件处所", "形状", "距离")
MAX_ANCHORS = 80


def anchors_of(tokens: Sequence[Token], learnt: Mapping[str, float]) -> list[int]:
    """Return the tokens a tuple may hang on: lexicon markers and words learnt to be anchors."""
    words = lexicon()
    return [i for i, token in enumerate(tokens)
            if token.text in learnt or token.tag == "ns"
            or any(words.has(kind, token.text) for kind in ("localiser", "directional", "deixis"))
            or (token.tag in ("s", "n") and i and words.has("preposition", tokens[i - 1].text))
            ][:MAX_ANCHORS]


def gold_anchors(
    tokens: Sequence[Token], gold: Sequence[Sequence[Element]]
) -> Iterator[tuple[int, Sequence[Element]]]:
    """Yield the last token of every place-like fragment with its tuple."""
    for elements in gold:
        for element in elements:
            if element.role in PLACE_ROLES and element.fragment and element.fragment.idxes:
                inside = set(element.fragment.idxes)
                last = [i for i, t in enumerate(tokens) if inside.intersection(t.positions)]
                if last:
                    yield last[-1], elements


def anchor_features(tokens: Sequence[Token], index: int, learnt: Mapping[str, float]) -> list[str]:
    """Return the features that tell whether an anchor carries a tuple, and in which role."""
    near = around(tokens, index)
    first, last = clause_bounds(tokens, index)
    moves = [t.text for t in tokens[first:last] if lexicon().has("directional", t.text)]
    values = near | {"rate": round(10 * learnt.get(near["w"], 0.0)), "last": index + 1 == last,
                     "first": index == first}
    return ["bias", *combined(templates("anchor"), values), *(f"move={m}" for m in moves),
            *(f"s+move={near['s']}|{m}" for m in moves)]


def fact_features(tokens: Sequence[Token], index: int) -> list[str]:
    """Return the features that tell whether a tuple is stated as a fact."""
    first, last = clause_bounds(tokens, index)
    start, _ = clause_bounds(tokens, index, sentence=True)
    unreal = {i for i in range(start, last) if lexicon().has("nonfact", tokens[i].text)}
    return ["bias", *(f"w={t.text}" for t in tokens[first:last]),
            *(f"n={tokens[i].text}|{'<' if i < index else '>'}" for i in unreal if i >= first),
            *(f"before={tokens[i].text}" for i in unreal if i < first)]


def window_of(tokens: Sequence[Token], index: int) -> range:
    """Return the tokens in which the other members of a tuple are looked for."""
    return window(tokens, index, 26, 16, (10, 2))


def role_features(tokens: Sequence[Token], index: int) -> list[list[str]]:
    """Return the features of every token of the window, as seen from the anchor."""
    rows = seen(tokens, index, window_of(tokens, index), near=4, far=11, commas="，")
    for row in rows:
        row["s"] = row["s"] or tokens[index].tag
    return [["b", *combined(templates("role"), row)] for row in rows]
