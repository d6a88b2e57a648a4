"""Tuples without training: clause-bounded patterns of preposition, noun, localiser and verb."""

from __future__ import annotations

from collections.abc import Sequence

from translators.space.features import clause_bounds, phrase_start
from translators.space.lexicon import lexicon
from translators.space.segment import Token

__all__ = ["pattern_tuples"]

Roles = dict[str, list[Token]]
_ROLE_OF = {"at": "处所", "from": "起点", "to": "终点", "towards": "朝向", "along": "路径"}
_UNREAL = ("没", "没有", "未", "不要", "如果", "要是")


def pattern_tuples(tokens: Sequence[Token]) -> list[Roles]:
    """Return tuples as role → tokens, one per place phrase or directional verb."""
    words = lexicon()
    found: list[Roles] = []
    for i, token in enumerate(tokens):
        roles: Roles = {}
        if words.has("localiser", token.text) and i and tokens[i - 1].tag[:1] in "nrsm":
            start = phrase_start(tokens, i)
            role = _ROLE_OF.get(words.sense("preposition", tokens[start].text), "处所")
            if role == "处所" and start and words.sense(
                    "directional", tokens[start - 1].text) in ("in", "arrive", "up", "back"):
                role = "终点"
            roles[role] = list(tokens[start : i + 1])
        elif words.has("directional", token.text) and i and tokens[i - 1].tag[:1] == "v":
            roles["方向"] = [token]
        if roles and _completed(tokens, i, roles):
            found.append(roles)
    return found


def _completed(tokens: Sequence[Token], index: int, roles: Roles) -> bool:
    """Add event, entity, time and factuality from the clause; say whether there is an entity."""
    words = lexicon()
    first, last = clause_bounds(tokens, index)
    taken = {t.start for ts in roles.values() for t in ts}
    free = [i for i in range(first, last) if tokens[i].start not in taken
            and not words.has("directional", tokens[i].text)]
    verbs = [i for i in free if tokens[i].tag[:1] == "v" and not words.has("preposition", tokens[i].text)]
    if verbs:
        roles["事件"] = [tokens[min(verbs, key=lambda v: (abs(v - index), v))]]
    entity = _entity(tokens, index, taken)
    if entity is not None:
        roles["空间实体"] = [tokens[entity]]
    times = [tokens[i] for i in free if tokens[i].tag == "t"]
    if times:
        roles["时间"] = times
    if any(t.text in _UNREAL for t in tokens[first:last]):
        roles["事实性"] = []
    return entity is not None


def _entity(tokens: Sequence[Token], index: int, taken: set[int]) -> int | None:
    """Return the thing located: the object of 把, the subject, or the last subject before."""
    words = lexicon()
    first, last = clause_bounds(tokens, index)
    for i in range(first, index):
        if words.sense("preposition", tokens[i].text) == "handle" and i + 1 < index:
            noun = next((j for j in range(i + 1, index) if tokens[j].tag[:1] in "nr"), None)
            if noun is not None and tokens[noun].start not in taken:
                return noun
    for i in range(index - 1, max(-1, index - 40), -1):
        if tokens[i].start in taken or tokens[i].tag[:1] not in "nr" or tokens[i].tag == "ns":
            continue
        before = tokens[i - 1].text if i else ""
        after = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if not (words.has("preposition", before) or words.has("localiser", after) or after == "的"):
            return i
    if index + 2 < last and tokens[index + 1].text == "的" and tokens[index + 2].tag[:1] == "n":
        return index + 2
    return None
