"""Collocation rules: what of verb, preposition, localiser and reference object does not agree.

These are the untrained judge of subtask 1 and features of the trained one. Each rule names a
contradiction between two spatial words of one clause.
"""

from __future__ import annotations

from collections.abc import Sequence

from translators.space.anomaly.candidates import Candidate, clause_bounds, surroundings
from translators.space.lexicon import Lexicon, lexicon
from translators.space.segment import Token

__all__ = ["RULE_WEIGHTS", "suspicion", "violations"]

RULE_WEIGHTS = {
    "in_without_inside": 2.0, "out_with_inside_goal": 2.0, "up_below": 1.5, "down_above": 1.5,
    "container_above": 0.4, "container_outside": 0.8, "surface_inside": 0.8,
    "thing_beside_motion_in": 1.0, "from_goal": 1.2, "to_source": 1.2, "hither_there": 1.5,
    "thither_here": 1.5, "posture_direction": 1.0, "contact_far": 1.0, "body_outside": 0.9,
    "double_localiser": 1.2, "across_inside": 0.6, "odd_localiser": 0.5, "sight_under": 0.5,
}
_SKY = ("天", "天空", "空", "太阳", "月亮", "星星", "云")


def violations(tokens: Sequence[Token], candidate: Candidate) -> list[str]:
    """Return the names of the rules a marker breaks."""
    words, near = lexicon(), surroundings(tokens, candidate.index)
    marker = candidate.token.text
    side = words.sense("localiser", marker)
    move = words.sense("directional", marker)
    first, last = clause_bounds(tokens, candidate.index)
    clause = tokens[first:last]
    moves = {words.sense("directional", t.text) for t in clause} - {""}
    sides = {words.sense("localiser", t.text) for t in clause} - {""}
    found = []
    if side:
        found += _localiser(side, near.noun, near.preposition, near.verb, moves, words)
        if near.before in words.senses and words.has("localiser", near.before) and len(marker) < 2:
            found.append("double_localiser")
        if near.noun in _SKY and side in ("below", "inside") and near.noun != "天":
            found.append("odd_localiser")
    if move:
        found += _movement(move, sides, clause, words)
    preposition = words.sense("preposition", marker)
    if preposition == "from" and moves & {"arrive", "in"} and not sides & {"inside"}:
        found.append("from_goal")
    if preposition in ("to", "towards") and any(w in ("离开", "出来") for w in (near.verb_after,)):
        found.append("to_source")
    if words.has("deixis", marker):
        far = words.sense("deixis", marker) == "far"
        if far and "hither" in moves:
            found.append("hither_there")
        if not far and "thither" in moves:
            found.append("thither_here")
    return found


def suspicion(tokens: Sequence[Token], candidate: Candidate) -> float:
    """Return how suspicious a marker is by the rules alone."""
    total = sum(RULE_WEIGHTS.get(v, 0.5) for v in violations(tokens, candidate))
    words = lexicon()
    if words.sense("localiser", candidate.token.text) in ("outside", "below", "beside", "back"):
        total += 0.3
    if words.has("localiser", candidate.token.text):
        total += 0.2
    return total


def _localiser(
    side: str, noun: str, preposition: str, verb: str, moves: set[str], words: Lexicon
) -> list[str]:
    found = []
    holder = words.sense("container", noun)
    if side != "inside" and moves & {"in"} and preposition not in ("从", "自", "由"):
        found.append("in_without_inside" if side == "outside" else "thing_beside_motion_in")
    if side == "inside" and "out" in moves and preposition in ("到", "往", "向", "进"):
        found.append("out_with_inside_goal")
    if side == "below" and "up" in moves and preposition not in ("从", "自", "由"):
        found.append("up_below")
    if side == "above" and "down" in moves and preposition not in ("从", "自", "由", "在"):
        found.append("down_above")
    if holder == "enclosed" and side == "above":
        found.append("container_above")
    if holder == "enclosed" and side in ("outside", "below"):
        found.append("container_outside")
    if holder == "surface" and side == "inside":
        found.append("surface_inside")
    if words.has("body", noun) and side in ("outside", "inside") and noun not in ("手", "心", "怀", "嘴"):
        found.append("body_outside")
    if words.has("contact", verb) and side in ("above", "inside", "outside", "below"):
        found.append("contact_far")
    if verb in ("看", "望", "盯", "瞧", "观察") and side in ("below", "back"):
        found.append("sight_under")
    return found


def _movement(
    move: str, sides: set[str], clause: Sequence[Token], words: Lexicon
) -> list[str]:
    found = []
    texts = [t.text for t in clause]
    source = any(words.sense("preposition", t) == "from" for t in texts)
    if move == "in" and "outside" in sides and not source:
        found.append("in_without_inside")
    if move == "out" and "inside" in sides and not source:
        found.append("out_with_inside_goal")
    if move == "up" and "below" in sides and not source:
        found.append("up_below")
    if move == "down" and "above" in sides and not source:
        found.append("down_above")
    if move == "hither" and any(words.sense("deixis", t) == "far" for t in texts):
        found.append("hither_there")
    if move == "thither" and any(words.sense("deixis", t) == "near" for t in texts):
        found.append("thither_here")
    if any(words.has("posture", t) for t in texts) and move in ("in", "out", "across"):
        found.append("posture_direction")
    return found
