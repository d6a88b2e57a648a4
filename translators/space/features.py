"""Clauses, phrases and the values that features are made of (``features.toml``).

Values of a marker: ``m`` and ``w`` the word, ``s`` its senses, ``t`` its tag; ``b``, ``bb``, ``a``,
``aa`` the words before and after; ``n``, ``v``, ``va``, ``p`` noun and verb before it, verb after
it, preposition that governs it; ``l1`` … ``r2`` tags to the left and right. Values of a token seen
from a marker: ``w``, ``t``, ``l`` (labels), ``g`` (first letter of the tag), ``o`` (how far),
``same`` (clause), ``side``, what lies between (``commas``, ``verbs``, ``nouns``), its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from translators.space.learning import Labelled, Tagger
from translators.space.lexicon import is_a, labels
from translators.space.segment import Token
from translators.space.tables import table

_STOPS = frozenset("，。；：！？、…—,.;:!?\n“”‘’（）()《》")
_ENDS = frozenset("。！？；…\n!?;")
Values = Mapping[str, object]


def combined(names: Iterable[str], values: Values) -> list[str]:
    """Return features by their templates, such as ``m+b=value|value``."""
    found = []
    for name in names:
        stated, _, parts = name.partition(":")
        found.append(f"{stated}=" + "|".join(str(values[p]) for p in (parts or stated).split("+")))
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
    return start - (start - 1 >= first and is_a("preposition", tokens[start - 1].text))


def positions(tokens: Sequence[Token]) -> tuple[int, ...]:
    """Return the positions of the characters of some tokens."""
    return tuple(p for t in tokens for p in t.positions)


def uncovered(tokens: Sequence[Token], start: int, stop: int) -> Iterator[int]:
    """Yield the nouns and pronouns before ``start``, nearest first, that nothing else governs."""
    for i in range(start - 1, max(-1, stop), -1):
        before = tokens[i - 1].text if i else ""
        after = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if tokens[i].tag[:1] in "nr" and tokens[i].tag != "ns" and not (
                is_a("preposition", before) or is_a("localiser", after)):
            yield i


def around(tokens: Sequence[Token], index: int) -> dict[str, str]:
    """Return the values of a marker."""
    first, last = clause_bounds(tokens, index)
    word = tokens[index].text

    def near(order: Iterable[int], tags: str) -> str:
        return next((tokens[i].text for i in order if tokens[i].tag[:1] in tags), "")

    back = range(index - 1, first - 1, -1)
    governing = (tokens[i].text for i in back[: min(8, len(back))]
                 if is_a("preposition", tokens[i].text))
    found = {
        "m": word, "w": word, "s": "/".join(labels(word)), "t": tokens[index].tag,
        "n": near(back, "nrs"), "v": near(back, "v"), "va": near(range(index + 1, last), "v"),
        "p": next(governing, ""),
    }
    for step, key in ((-2, "bb"), (-1, "b"), (1, "a"), (2, "aa")):
        side = f"{'l' if step < 0 else 'r'}{abs(step)}"
        other = tokens[index + step] if 0 <= index + step < len(tokens) else None
        found |= {key: other.text if other else "", side: other.tag[:1] if other else ""}
    return found | {"lc": found["b"][-1:], "rc": found["a"][:1], "ll": found["l2"] + found["l1"],
                    "rr": found["r1"] + found["r2"]}


@dataclass(frozen=True)
class View:
    """How a CRF sees the sentence around a marker, within limits (``least`` tokens in any case).

    ``features`` names the templates; distances up to ``near`` count as they are, beyond ``far`` as
    far; ``commas`` are the signs counted between.
    """

    features: str
    before: int
    after: int
    least: tuple[int, int]
    near: int
    far: int
    commas: str

    def window(self, tokens: Sequence[Token], index: int) -> range:
        """Return the tokens seen."""
        first, last = clause_bounds(tokens, index, sentence=True)
        start = max(0, min(first, index - self.least[0]), index - self.before)
        return range(start, min(len(tokens), max(last, index + self.least[1]), index + self.after))

    def rows(self, tokens: Sequence[Token], index: int) -> list[list[str]]:
        """Return the features of every token seen."""
        return [["b", *combined(table("features")[self.features], row)] for row in _seen(
            tokens, index, self.window(tokens, index), self)]

    def example(self, tokens: Sequence[Token], index: int, spans: Mapping[str, set[int]]) -> Labelled:
        """Return features and labels: of every token the role whose span covers most of it (half at least)."""
        labels = []
        for i in self.window(tokens, index):
            shares = {r: len(s.intersection(tokens[i].positions)) / len(tokens[i].text) for r, s in spans.items()}
            best = max(shares, key=lambda r: shares[r], default="O")
            labels.append(best if shares.get(best, 0) >= 0.5 else "O")
        return self.rows(tokens, index), labels

    def members(self, tagger: Tagger, tokens: Sequence[Token], index: int) -> dict[str, list[Token]]:
        """Return the tokens of every role that a trained CRF finds."""
        found: dict[str, list[Token]] = {}
        for i, stated in zip(self.window(tokens, index), tagger.labels(self.rows(tokens, index)), strict=True):
            if stated != "O":
                found.setdefault(stated, []).append(tokens[i])
        return found


def _seen(tokens: Sequence[Token], index: int, span: range, view: View) -> list[dict[str, object]]:
    """Return the values of every token of ``span`` as seen from the marker ``index``."""
    own = around(tokens, index)
    first, last = clause_bounds(tokens, index)
    tags = [t.tag[:1] for t in tokens]
    texts = [t.text for t in tokens]
    rows = []
    for i in span:
        offset, sign = i - index, "-" if i < index else "+"
        inner = slice(min(i, index) + 1, max(i, index))
        between = sum(t in view.commas for t in texts[inner])
        row: dict[str, object] = own | {
            "w": texts[i], "t": tokens[i].tag, "g": tags[i], "l": "/".join(labels(texts[i])),
            "c": texts[i][-1], "side": "<" if offset < 0 else ">",
            "o": offset if abs(offset) <= view.near else sign + ("far" if abs(offset) > view.far else "mid"),
            "same": "in" if first <= i < last else "before" if i < first else "after",
            "commas": min(between, 3), "commas4": min(between, 4),
            "verbs": min(tags[inner].count("v"), 3), "nouns": min(sum(t in "nr" for t in tags[inner]), 3),
            "st": own["s"] or own["t"], "isv": texts[i] == own["v"], "isva": texts[i] == own["va"],
        }
        for step in (-2, -1, 1, 2):
            key, there = f"{'l' if step < 0 else 'r'}{abs(step)}", 0 <= i + step < len(tokens)
            row |= {key: tags[i + step] if there else "", f"w{key}": texts[i + step] if there else "",
                    f"l{key}": "/".join(labels(texts[i + step])) if there else ""}
        rows.append(row)
    return rows
