"""Features of a candidate anomaly, and of the tokens around it for the spans."""

from __future__ import annotations

from collections.abc import Sequence

from translators.space.anomaly.candidates import Candidate, clause_bounds, surroundings
from translators.space.anomaly.rules import violations
from translators.space.anomaly.usage import Usage, contexts
from translators.space.lexicon import lexicon
from translators.space.segment import Token

__all__ = ["candidate_features", "span_features", "span_window"]


def candidate_features(
    tokens: Sequence[Token], candidate: Candidate, usage: Usage | None, *, own: int = 0
) -> list[str]:
    """Return the features of one candidate; ``own`` as in ``Usage.surprise``."""
    near = surroundings(tokens, candidate.index)
    m = candidate.token.text
    sense = "/".join(lexicon().labels(m))
    found = [
        "bias", f"m={m}", f"s={sense}", f"m+b={m}|{near.before}", f"m+a={m}|{near.after}",
        f"m+b+a={m}|{near.before}|{near.after}", f"m+n={m}|{near.noun}", f"m+v={m}|{near.verb}",
        f"m+p={m}|{near.preposition}", f"m+p+n={m}|{near.preposition}|{near.noun}",
        f"m+v+n={m}|{near.verb}|{near.noun}", f"m+va={m}|{near.verb_after}",
        f"s+b={sense}|{near.before}", f"s+n={sense}|{near.noun}", f"s+v={sense}|{near.verb}",
        f"s+p={sense}|{near.preposition}", f"s+a={sense}|{near.after}",
        f"m+bb={m}|{near.before2}|{near.before}", f"m+aa={m}|{near.after}|{near.after2}",
        f"m+va+n={m}|{near.verb_after}|{near.noun}", f"s+va={sense}|{near.verb_after}",
        f"m+lc={m}|{near.before[-1:]}", f"m+rc={m}|{near.after[:1]}",
        f"m+tags={m}|{_tag(tokens, candidate.index - 1)}|{_tag(tokens, candidate.index + 1)}",
        f"s+tags={sense}|{_tag(tokens, candidate.index - 1)}|{_tag(tokens, candidate.index + 1)}",
    ]
    found += [f"rule={v}" for v in violations(tokens, candidate)]
    if usage is not None:
        for name, context in contexts(near, m).items():
            value = usage.surprise(context, m, own=own)
            level = "?" if value is None else str(max(-8, round(value)))
            found.append(f"usage:{name}={level}")
            if name in ("both", "prep_noun", "verb_noun"):
                found.append(f"usage:{name}+s={level}|{sense}")
    first, last = clause_bounds(tokens, candidate.index)
    found.append(f"clause={min(last - first, 12)}")
    others = [t.text for t in tokens[first:last] if t.text in lexicon().markers]
    found += [f"m+other={m}|{o}" for o in others if o != m]
    found.append(f"others={min(len(others), 5)}")
    return found


def span_window(tokens: Sequence[Token], index: int, *, before: int = 30, after: int = 20) -> range:
    """Return the tokens looked at for the spans of the marker ``index``."""
    first, _ = clause_bounds(tokens, index, sentence=True)
    start = max(0, min(first, index - 8), index - before)
    _, last = clause_bounds(tokens, index, sentence=True)
    return range(start, min(len(tokens), max(last, index + 3), index + after))


def span_features(tokens: Sequence[Token], index: int, window: range) -> list[list[str]]:
    """Return the features of every token of the window, as seen from the marker ``index``."""
    marker = tokens[index].text
    sense = "/".join(lexicon().labels(marker))
    first, last = clause_bounds(tokens, index)
    rows = []
    for i in window:
        token = tokens[i]
        offset = i - index
        place = _bin(offset)
        same = "in" if first <= i < last else "before" if i < first else "after"
        tag = token.tag[:1]
        between = tokens[min(i, index) + 1 : max(i, index)]
        commas = sum(t.text in "，、" for t in between)
        verbs = sum(t.tag[:1] == "v" for t in between)
        labels = "/".join(lexicon().labels(token.text))
        row = [
            "b", f"w={token.text}", f"t={token.tag}", f"l={labels}", f"o={place}",
            f"o+t={place}|{tag}", f"same={same}", f"same+t={same}|{tag}", f"o+m={place}|{marker}",
            f"o+s={place}|{sense}", f"o+w={place}|{token.text}", f"t+s={tag}|{sense}|{same}",
            f"commas={min(commas, 4)}|{'<' if offset < 0 else '>'}",
            f"commas+t={min(commas, 3)}|{tag}|{'<' if offset < 0 else '>'}",
            f"verbs={min(verbs, 3)}|{tag}|{'<' if offset < 0 else '>'}",
            f"c={token.text[-1]}|{same}",
        ]
        for step in (-2, -1, 1, 2):
            j = i + step
            near = tokens[j] if 0 <= j < len(tokens) else None
            row.append(f"w{step}={near.text if near else ''}")
            row.append(f"t{step}={near.tag[:1] if near else ''}|{tag}")
        row.append(f"tt={_tag(tokens, i - 1)}|{tag}|{_tag(tokens, i + 1)}")
        row.append(f"tto={_tag(tokens, i - 1)}|{tag}|{_tag(tokens, i + 1)}|{same}")
        rows.append(row)
    return rows


def _bin(offset: int) -> str:
    if abs(offset) <= 5:
        return str(offset)
    return ("-" if offset < 0 else "+") + ("far" if abs(offset) > 12 else "mid")


def _tag(tokens: Sequence[Token], index: int) -> str:
    return tokens[index].tag[:1] if 0 <= index < len(tokens) else ""
