"""Tuples without training (clause-bounded patterns), and the words a tuple hangs on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domains.space.items import Element
from translators.space.features import (
    View,
    around,
    clause_bounds,
    combined,
    phrase_start,
    uncovered,
)
from translators.space.lexicon import is_a, sense
from translators.space.segment import Token
from translators.space.tables import table

PLACE_ROLES = ("处所", "终点", "起点", "方向", "路径", "朝向", "部位", "部件处所", "形状", "距离")
MAX_ANCHORS = 80
VIEW = View("role", 26, 16, (10, 2), 4, 11, "，")


def anchors_of(tokens: Sequence[Token], learnt: Mapping[str, float]) -> list[int]:
    """Return the tokens a tuple may hang on: lexicon markers and words learnt to be anchors."""
    return [i for i, token in enumerate(tokens)
            if token.text in learnt or token.tag == "ns"
            or any(is_a(kind, token.text) for kind in ("localiser", "directional", "deixis"))
            or (token.tag in ("s", "n") and i and is_a("preposition", tokens[i - 1].text))
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
    moves = [t.text for t in tokens[first:last] if is_a("directional", t.text)]
    values = near | {"rate": round(10 * learnt.get(near["w"], 0.0)), "last": index + 1 == last,
                     "first": index == first}
    return ["bias", *combined(table("features")["anchor"], values), *(f"move={m}" for m in moves),
            *(f"s+move={near['s']}|{m}" for m in moves)]


def fact_features(tokens: Sequence[Token], index: int) -> list[str]:
    """Return the features that tell whether a tuple is stated as a fact."""
    first, last = clause_bounds(tokens, index)
    start, _ = clause_bounds(tokens, index, sentence=True)
    unreal = {i for i in range(start, last) if is_a("nonfact", tokens[i].text)}
    return ["bias", *(f"w={t.text}" for t in tokens[first:last]),
            *(f"n={tokens[i].text}|{'<' if i < index else '>'}" for i in unreal if i >= first),
            *(f"before={tokens[i].text}" for i in unreal if i < first)]


Roles = dict[str, list[Token]]
_ROLE_OF = {"at": "处所", "from": "起点", "to": "终点", "towards": "朝向", "along": "路径"}
_UNREAL = ("没", "没有", "未", "不要", "如果", "要是")


def pattern_tuples(tokens: Sequence[Token]) -> list[Roles]:
    """Return tuples as role → tokens, one per place phrase or directional verb."""
    found: list[Roles] = []
    for i, token in enumerate(tokens):
        roles: Roles = {}
        if is_a("localiser", token.text) and i and tokens[i - 1].tag[:1] in "nrsm":
            start = phrase_start(tokens, i)
            role = _ROLE_OF.get(sense("preposition", tokens[start].text), "处所")
            if role == "处所" and start and sense(
                    "directional", tokens[start - 1].text) in ("in", "arrive", "up", "back"):
                role = "终点"
            roles[role] = list(tokens[start : i + 1])
        elif is_a("directional", token.text) and i and tokens[i - 1].tag[:1] == "v":
            roles["方向"] = [token]
        if roles and _completed(tokens, i, roles):
            found.append(roles)
    return found


def _completed(tokens: Sequence[Token], index: int, roles: Roles) -> bool:
    """Add event, entity, time and factuality from the clause; say whether there is an entity."""
    first, last = clause_bounds(tokens, index)
    taken = {t.start for ts in roles.values() for t in ts}
    free = [i for i in range(first, last) if tokens[i].start not in taken
            and not is_a("directional", tokens[i].text)]
    verbs = [i for i in free if tokens[i].tag[:1] == "v" and not is_a("preposition", tokens[i].text)]
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
    first, last = clause_bounds(tokens, index)
    for i in range(first, index):
        if sense("preposition", tokens[i].text) == "handle" and i + 1 < index:
            noun = next((j for j in range(i + 1, index) if tokens[j].tag[:1] in "nr"), None)
            if noun is not None and tokens[noun].start not in taken:
                return noun
    for i in uncovered(tokens, index, index - 40):
        if tokens[i].start not in taken and (i + 1 == len(tokens) or tokens[i + 1].text != "的"):
            return i
    if index + 2 < last and tokens[index + 1].text == "的" and tokens[index + 2].tag[:1] == "n":
        return index + 2
    return None
