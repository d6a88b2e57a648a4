"""Anchors of tuples: the words a spatial tuple hangs on, and features seen from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from translators.space.anomaly.candidates import clause_bounds, surroundings
from translators.space.lexicon import lexicon
from translators.space.segment import Token

__all__ = ["PLACE_ROLES", "anchor_features", "anchors_of", "role_features", "window_of"]

PLACE_ROLES = ("处所", "终点", "起点", "方向", "路径", "朝向", "部位", "部件处所", "形状", "距离")
MAX_ANCHORS = 80


def anchors_of(tokens: Sequence[Token], learnt: Mapping[str, float]) -> list[int]:
    """Return the tokens a tuple may hang on: lexicon markers and words learnt to be anchors."""
    words = lexicon()
    found = []
    for i, token in enumerate(tokens):
        if token.text in learnt or words.has("localiser", token.text) or words.has(
                "directional", token.text) or words.has("deixis", token.text) or token.tag == "ns" or (
                token.tag in ("s", "n") and i and words.has("preposition", tokens[i - 1].text)):
            found.append(i)
    return found[:MAX_ANCHORS]


def anchor_features(tokens: Sequence[Token], index: int, learnt: Mapping[str, float]) -> list[str]:
    """Return the features that tell whether an anchor carries a tuple, and in which role."""
    near = surroundings(tokens, index)
    word = tokens[index].text
    sense = "/".join(lexicon().labels(word))
    rate = round(10 * learnt.get(word, 0.0))
    first, last = clause_bounds(tokens, index)
    moves = [t.text for t in tokens[first:last] if lexicon().has("directional", t.text)]
    return [
        "bias", f"w={word}", f"s={sense}", f"t={tokens[index].tag}", f"rate={rate}",
        f"w+b={word}|{near.before}", f"w+a={word}|{near.after}", f"w+p={word}|{near.preposition}",
        f"w+v={word}|{near.verb}", f"w+n={word}|{near.noun}", f"w+va={word}|{near.verb_after}",
        f"s+p={sense}|{near.preposition}", f"s+v={sense}|{near.verb}", f"s+n={sense}|{near.noun}",
        f"s+b={sense}|{near.before}", f"s+a={sense}|{near.after}", f"p={near.preposition}",
        f"s+va={sense}|{near.verb_after}", f"b={near.before}", f"a={near.after}",
        f"n={near.noun}", f"v={near.verb}", f"va={near.verb_after}", f"p+v={near.preposition}|{near.verb}",
        f"p+va={near.preposition}|{near.verb_after}", f"last={index + 1 == last}",
        f"first={index == first}", f"bb={near.before2}|{near.before}", f"aa={near.after}|{near.after2}",
        f"tags={_tag(tokens, index - 2)}{_tag(tokens, index - 1)}|{_tag(tokens, index + 1)}{_tag(tokens, index + 2)}",
        f"s+tags={sense}|{_tag(tokens, index - 1)}|{_tag(tokens, index + 1)}",
        *(f"move={m}" for m in moves), *(f"s+move={sense}|{m}" for m in moves),
    ]


def window_of(tokens: Sequence[Token], index: int, *, before: int = 26, after: int = 16) -> range:
    """Return the tokens in which the other members of a tuple are looked for."""
    first, last = clause_bounds(tokens, index, sentence=True)
    start = max(0, min(first, index - 10), index - before)
    return range(start, min(len(tokens), max(last, index + 2), index + after))


def role_features(tokens: Sequence[Token], index: int, window: range) -> list[list[str]]:
    """Return the features of every token of the window, as seen from the anchor."""
    words = lexicon()
    anchor = tokens[index]
    sense = "/".join(words.labels(anchor.text)) or anchor.tag
    first, last = clause_bounds(tokens, index)
    near = surroundings(tokens, index)
    rows = []
    for i in window:
        token = tokens[i]
        offset = i - index
        place = str(offset) if abs(offset) <= 4 else (
            ("-" if offset < 0 else "+") + ("far" if abs(offset) > 11 else "mid"))
        same = "in" if first <= i < last else "before" if i < first else "after"
        tag = token.tag[:1]
        between = tokens[min(i, index) + 1 : max(i, index)]
        commas = min(3, sum(t.text == "，" for t in between))
        verbs = min(3, sum(t.tag[:1] == "v" for t in between))
        nouns = min(3, sum(t.tag[:1] in "nr" for t in between))
        side = "<" if offset < 0 else ">"
        labels = "/".join(words.labels(token.text))
        rows.append([
            "b", f"w={token.text}", f"t={token.tag}", f"l={labels}", f"o+t={place}|{tag}",
            f"o+s={place}|{sense}", f"o+l={place}|{labels}", f"same+t={same}|{tag}",
            f"commas+t={commas}|{side}|{tag}", f"verbs+t={verbs}|{side}|{tag}",
            f"nouns+t={nouns}|{side}|{tag}", f"t+s={tag}|{sense}|{same}",
            f"p+t={near.preposition}|{tag}|{same}|{side}", f"w+same={token.text}|{same}",
            f"w-1={tokens[i - 1].text if i else ''}",
            f"w+1={tokens[i + 1].text if i + 1 < len(tokens) else ''}",
            f"ttt={_tag(tokens, i - 1)}|{tag}|{_tag(tokens, i + 1)}|{same}",
            f"l-1={'/'.join(words.labels(tokens[i - 1].text)) if i else ''}|{tag}",
            f"l+1={'/'.join(words.labels(tokens[i + 1].text)) if i + 1 < len(tokens) else ''}|{tag}",
            f"verb={token.text == near.verb}|{token.text == near.verb_after}|{sense}",
        ])
    return rows


def _tag(tokens: Sequence[Token], index: int) -> str:
    return tokens[index].tag[:1] if 0 <= index < len(tokens) else ""
