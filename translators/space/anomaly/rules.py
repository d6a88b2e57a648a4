"""Collocation rules: what of verb, preposition, localiser and reference object does not agree.

These are the untrained judge of subtask 1 and features of the trained one. Each rule of
``rules.toml`` names a contradiction between two spatial words of one clause.
"""

from __future__ import annotations

from collections.abc import Sequence

from translators.space.features import around, clause_bounds
from translators.space.lexicon import is_a, sense
from translators.space.segment import Token
from translators.space.tables import table


def _values(tokens: Sequence[Token], index: int) -> dict[str, set[str]]:
    """Return what the conditions of rules look at."""
    near, marker = around(tokens, index), tokens[index].text
    first, last = clause_bounds(tokens, index)
    clause = [t.text for t in tokens[first:last]]

    def senses(kind: str) -> set[str]:
        return {sense(kind, w) for w in clause} - {""}

    flags = {
        "body": is_a("body", near["n"]), "contact": is_a("contact", near["v"]),
        "doubled": len(marker) < 2 and is_a("localiser", near["b"]),
        "source": "from" in senses("preposition"),
        "posture": any(is_a("posture", w) for w in clause)}
    return {
        "side": {sense("localiser", marker)}, "move": {sense("directional", marker)},
        "introduces": {sense("preposition", marker)}, "deixis": {sense("deixis", marker)},
        "holder": {sense("container", near["n"])}, "noun": {near["n"]}, "verb": {near["v"]},
        "verb_after": {near["va"]}, "preposition": {near["p"]}, "moves": senses("directional"),
        "sides": senses("localiser"), "deixes": senses("deixis"),
        **{k: {"yes"} if v else set() for k, v in flags.items()}}


def violations(tokens: Sequence[Token], index: int) -> list[str]:
    """Return the names of the rules that the marker ``index`` breaks."""
    values = _values(tokens, index)

    def holds(key: str, stated: Sequence[str]) -> bool:
        return bool(values[key.removeprefix("not_")].intersection(stated)) != key.startswith("not_")

    return [name for name, rule in table("anomaly/rules").items() for row in rule["where"]
            if all(holds(k, v) for k, v in row.items())]


def suspicion(tokens: Sequence[Token], index: int) -> float:
    """Return how suspicious a marker is by the rules alone."""
    marker = tokens[index].text
    total = sum(float(table("anomaly/rules")[v]["weight"]) for v in violations(tokens, index))
    if sense("localiser", marker) in ("outside", "below", "beside", "back"):
        total += 0.3
    return total + 0.2 * is_a("localiser", marker)
