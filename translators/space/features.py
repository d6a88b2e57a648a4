"""Clauses, phrases and the values that features are made of (``features.toml``).

Values of a marker: ``m`` and ``w`` the word, ``s`` its senses, ``t`` its tag; ``b``, ``bb``, ``a``,
``aa`` the words before and after; ``n``, ``v``, ``va``, ``p`` noun and verb before it, verb after
it, preposition that governs it; ``l1`` … ``r2`` tags to the left and right. Values of a token seen
from a marker: ``w``, ``t``, ``l`` (labels), ``g`` (first letter of the tag), ``o`` (how far),
``same`` (clause), ``side``, what lies between (``commas``, ``verbs``, ``nouns``), its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from translators.space.lexicon import lexicon
from translators.space.segment import Token
from translators.space.tables import table

__all__ = ["around", "clause_bounds", "combined", "label", "phrase_start", "positions", "seen",
           "templates", "window"]

_STOPS = frozenset("，。；：！？、…—,.;:!?\n“”‘’（）()《》")
_ENDS = frozenset("。！？；…\n!?;")
Values = Mapping[str, object]


def templates(name: str) -> Any:
    """Return the features of a model, split into words (of ``usage``: by name)."""
    found = table("features")[name]
    return found.split() if isinstance(found, str) else found


def combined(names: Iterable[str], values: Values) -> list[str]:
    """Return features by their templates, such as ``m+b=value|value``."""
    found = []
    for name in names:
        told, _, parts = name.partition(":")
        found.append(f"{told}=" + "|".join(str(values[p]) for p in (parts or told).split("+")))
    return found


def clause_bounds(tokens: Sequence[Token], index: int, *, sentence: bool = False) -> tuple[int, int]:
    """Return the first token of the clause (or sentence) around ``index`` and the one after it."""
    stops = _ENDS if sentence else _STOPS
    first = last = index
    while first > 0 and tokens[first - 1].text[-1] not in stops:
        first -= 1
    while last < len(tokens) and tokens[last].text[-1] not in stops:
        last += 1
    return first, last


def phrase_start(tokens: Sequence[Token], index: int) -> int:
    """Return where the phrase before a localiser begins: its nouns and the preposition."""
    first, _ = clause_bounds(tokens, index)
    start = index
    while start - 1 >= first and tokens[start - 1].tag[:1] in "nrsamqbu" and index - start < 5:
        start -= 1
    return start - (start - 1 >= first and lexicon().has("preposition", tokens[start - 1].text))


def positions(tokens: Sequence[Token]) -> tuple[int, ...]:
    """Return the positions of the characters of some tokens."""
    return tuple(p for t in tokens for p in t.positions)


def label(token: Token, spans: Mapping[str, set[int]]) -> str:
    """Return the role whose span covers most of a token (at least half), ``O`` for none."""
    best, share = "O", 0.5
    for role, covered in spans.items():
        part = len(covered.intersection(token.positions)) / len(token.text)
        if part >= share:
            best, share = role, part + 1e-9
    return best


def window(tokens: Sequence[Token], index: int, before: int, after: int, least: tuple[int, int]) -> range:
    """Return the tokens of the sentence around ``index``, within limits; at least ``least``."""
    first, last = clause_bounds(tokens, index, sentence=True)
    start = max(0, min(first, index - least[0]), index - before)
    return range(start, min(len(tokens), max(last, index + least[1]), index + after))


def around(tokens: Sequence[Token], index: int) -> dict[str, str]:
    """Return the values of a marker."""
    first, last = clause_bounds(tokens, index)
    word, words = tokens[index].text, lexicon()

    def near(order: Iterable[int], tags: str) -> str:
        return next((tokens[i].text for i in order if tokens[i].tag[:1] in tags), "")

    back = range(index - 1, first - 1, -1)
    governing = (tokens[i].text for i in back[: min(8, len(back))]
                 if words.has("preposition", tokens[i].text))
    found = {
        "m": word, "w": word, "s": "/".join(words.labels(word)), "t": tokens[index].tag,
        "n": near(back, "nrs"), "v": near(back, "v"), "va": near(range(index + 1, last), "v"),
        "p": next(governing, ""),
    }
    for step, key in ((-2, "bb"), (-1, "b"), (1, "a"), (2, "aa")):
        side = f"{'l' if step < 0 else 'r'}{abs(step)}"
        other = tokens[index + step] if 0 <= index + step < len(tokens) else None
        found |= {key: other.text if other else "", side: other.tag[:1] if other else ""}
    return found | {"lc": found["b"][-1:], "rc": found["a"][:1], "ll": found["l2"] + found["l1"],
                    "rr": found["r1"] + found["r2"]}


def seen(
    tokens: Sequence[Token], index: int, span: range, *, near: int, far: int, commas: str
) -> list[dict[str, object]]:
    """Return the values of every token of ``span`` as seen from the marker ``index``.

    Distances up to ``near`` count as they are, beyond ``far`` as far.
    """
    words, own = lexicon(), around(tokens, index)
    first, last = clause_bounds(tokens, index)
    tags = [t.tag[:1] for t in tokens]
    texts = [t.text for t in tokens]
    rows = []
    for i in span:
        offset, sign = i - index, "-" if i < index else "+"
        inner = slice(min(i, index) + 1, max(i, index))
        between = sum(t in commas for t in texts[inner])
        row: dict[str, object] = own | {
            "w": texts[i], "t": tokens[i].tag, "g": tags[i], "l": "/".join(words.labels(texts[i])),
            "c": texts[i][-1], "side": "<" if offset < 0 else ">",
            "o": offset if abs(offset) <= near else sign + ("far" if abs(offset) > far else "mid"),
            "same": "in" if first <= i < last else "before" if i < first else "after",
            "commas": min(between, 3), "commas4": min(between, 4),
            "verbs": min(tags[inner].count("v"), 3), "nouns": min(sum(t in "nr" for t in tags[inner]), 3),
            "isv": texts[i] == own["v"], "isva": texts[i] == own["va"],
        }
        for step in (-2, -1, 1, 2):
            key, there = f"{'l' if step < 0 else 'r'}{abs(step)}", 0 <= i + step < len(tokens)
            row |= {key: tags[i + step] if there else "", f"w{key}": texts[i + step] if there else "",
                    f"l{key}": "/".join(words.labels(texts[i + step])) if there else ""}
        rows.append(row)
    return rows
