"""Spans S, P and E of a marker, by rule or by a trained CRF, and the second triple.

Which second marker contradicts a first one (the six-role form) is decided by a small log-linear model,
trained on the gold alternatives that have both triples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domains.space.items import Element
from translators.space.features import (
    View,
    around,
    clause_bounds,
    combined,
    phrase_start,
    positions,
    uncovered,
)
from translators.space.learning import Choice, Labelled, LogLinear, Tagger
from translators.space.lexicon import axis_of, is_a, markers, opposed, sense
from translators.space.segment import Token, tokens_of
from translators.space.tables import table

Spans = Mapping[str, tuple[int, ...]]


VIEW = View("span", 30, 20, (8, 3), 5, 12, "，、")


def rule_spans(tokens: Sequence[Token], index: int) -> dict[str, tuple[int, ...]]:
    """Return positions of S, P, E: the phrase around the marker, nearest noun and verb."""
    first, last = clause_bounds(tokens, index)
    start = phrase_start(tokens, index) if is_a("localiser", tokens[index].text) else index
    spans = {"P": positions(tokens[start : index + 1])}
    verb = next((i for i in (*range(index + 1, last), *range(start - 1, first - 1, -1))
                 if tokens[i].tag[:1] == "v" and not is_a("directional", tokens[i].text)), None)
    if verb is not None:
        spans["E"] = tokens[verb].positions
    subject = next(uncovered(tokens, start, start - 25), None)
    if subject is not None:
        spans["S"] = tokens[subject].positions
    return spans


def crf_spans(tagger: Tagger, tokens: Sequence[Token], index: int) -> dict[str, tuple[int, ...]]:
    """Return the spans a trained CRF gives; P falls back on the rule when it is missing."""
    spans = {role: positions(found) for role, found in VIEW.members(tagger, tokens, index).items()}
    return spans if "P" in spans else spans | {"P": rule_spans(tokens, index)["P"]}


def span_examples(text: str, alternatives: Sequence[Sequence[Element]]) -> Iterator[Labelled]:
    """Yield one example per triple with a P of every alternative: features and labels.

    Equal examples count once.
    """
    tokens = tokens_of(text)
    known: list[tuple[int, Sequence[str]]] = []
    for alternative in alternatives:
        for triple in "12":
            stated = {e.role[0]: set(e.fragment.idxes) for e in alternative
                    if e.fragment and e.role.endswith(triple)}
            roles = {role: stated[role] for role in "PSE" if role in stated}
            index = marker_of(tokens, roles.get("P", set()))
            if index is None:
                continue
            features, labels = VIEW.example(tokens, index, roles)
            if (index, labels) not in known:
                known.append((index, labels))
                yield features, labels


def elements(spans: Spans, text: str, triple: str = "1") -> list[dict[str, object]]:
    """Return the released form of one triple."""
    return [{"role": f"{role}{triple}", "text": "".join(text[i] for i in spans[role]),
             "idxes": list(spans[role])} for role in "SPE" if spans.get(role)]


def marker_of(tokens: Sequence[Token], covered: set[int]) -> int | None:
    """Return the marker token inside P, the last one (a localiser) if there are several."""
    inside = [i for i, t in enumerate(tokens) if t.start in covered and t.text in markers()]
    chosen = [i for i in inside if is_a("localiser", tokens[i].text)] or inside
    return chosen[-1] if chosen else None


MAX_PARTNERS = 12
_KINDS = ("localiser", "directional", "deixis")


def best_partner(
    model: LogLinear, tokens: Sequence[Token], first: int, others: Sequence[int]
) -> tuple[int, float] | None:
    """Return the likeliest second marker with its probability, ``None`` where there is no other."""
    chances = [(model.chance(_pair_features(tokens, first, c)), -n, c)
               for n, c in enumerate(_near(first, others))]
    best = max(chances, default=None)
    return None if best is None else (best[2], best[0])


def pair_choices(
    tokens: Sequence[Token], candidates: Sequence[int], gold: Sequence[Sequence[Element]]
) -> Iterator[Choice]:
    """Yield, for every gold marker and each marker near it, whether both are one contradiction."""
    pairs, singles = set(), set()
    for alternative in gold:
        found = [marker_of(tokens, {p for e in alternative if e.fragment and e.role == f"P{n}"
                                    for p in e.fragment.idxes}) for n in "12"]
        if None not in found:
            pairs |= {(found[0], found[1]), (found[1], found[0])}
        singles |= {i for i in found if i is not None}
    for one in sorted(singles.intersection(candidates)):
        for other in _near(one, candidates):
            right = (one, other) in pairs
            yield Choice([_pair_features(tokens, one, other), []], [right, not right])


def _near(one: int, candidates: Sequence[int]) -> list[int]:
    return sorted((c for c in candidates if c != one), key=lambda c: abs(c - one))[:MAX_PARTNERS]


def _pair_features(tokens: Sequence[Token], one: int, other: int) -> list[str]:
    near1, near2 = around(tokens, one), around(tokens, other)
    senses1, senses2 = ([s for k in _KINDS if (s := sense(k, n["m"]))] for n in (near1, near2))
    first, last = clause_bounds(tokens, one)
    commas = sum(t.text in "，。；" for t in tokens[min(one, other) : max(one, other)])
    senses = f"{'/'.join(senses1)}|{'/'.join(senses2)}"
    axes1, axes2 = ({axis[0] for x in senses if (axis := axis_of(x))} for senses in (senses1, senses2))
    return ["bias", *combined(table("features")["pair"], {
        "m": f"{near1['m']}|{near2['m']}", "s": senses, "v": f"{near1['v']}|{near2['v']}",
        "where": "in" if first <= other < last else "<" if other < first else ">",
        "commas": min(commas, 5), "commas3": min(commas, 3), "axis": bool(axes1 & axes2),
        "against": any(opposed(x, y) for x in senses1 for y in senses2),
        "noun": near1["n"] == near2["n"] != "", "verb": near1["v"] == near2["v"] != "",
        "same": near1["m"] == near2["m"], "many": min(len(tokens) // 40, 5)})]
