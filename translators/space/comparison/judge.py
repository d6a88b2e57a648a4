"""Same scene or not: relations of both phrases, the algebra decides, the template explains."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from domains.space.items import Item
from translators.space.algebra import (
    called,
    converse,
    empty_complement,
    interchangeable,
    one_place,
    same_side,
)
from translators.space.comparison.difference import Difference, difference_of
from translators.space.lexicon import lexicon
from translators.space.segment import Token

__all__ = ["Comparison", "compare", "predict_comparison"]

_KINDS = ("localiser", "directional", "deixis", "preposition")


@dataclass(frozen=True)
class Comparison:
    """The judgement with its ground (``rule``), the relations on either side, and the reason."""

    same: bool
    rule: str
    difference: Difference | None
    entity: str
    relation1: str
    relation2: str
    reason: str


def predict_comparison(item: Item) -> dict[str, Any]:
    """Return the answer of one item in the released form; raise ``InputError`` on damage."""
    text1, text2 = item.text_of("context1"), item.text_of("context2")
    found = compare(text1, text2)
    answer: dict[str, Any] = {"judge": "true" if found.same else "false", "reason": found.reason}
    if found.difference is not None:
        answer |= {"C1": found.difference.c1, "C2": found.difference.c2}
    return {"qid": item.qid, "context1": text1, "context2": text2, "results": [answer]}


def compare(text1: str, text2: str) -> Comparison:
    """Judge whether two texts describe the same scene, and say why."""
    found = difference_of(text1, text2)
    if found is None:
        return Comparison(True, "equal texts", None, "", "", "", "两段文字完全相同，描述的是同一场景。")
    same, rule = _decide(found)
    noun = _reference(found.tokens1) or _reference(found.clause1)
    entity = _entity(found, noun)
    relations = _relation(found.tokens1, noun), _relation(found.tokens2, noun)
    if rule == "the complement says nothing about space":
        relations = ("所做的事", "所做的事")
    reason = _reason(found, same, entity, relations, rule)
    return Comparison(same, rule, found, entity, *relations, reason)


def _decide(found: Difference) -> tuple[bool, str]:
    if _reversed(found):
        return True, "the order of the two things and the relation are both reversed"
    if _listed_backwards(found):
        return True, "the same things in another order"
    only1, only2 = _unshared(found)
    noun = _reference(found.tokens1)
    verbs = {t.text for t in found.clause1} | {t.text for t in found.clause2}
    words = lexicon()
    if len(only1) == len(only2) == 1:
        a, b = only1[0], only2[0]
        if same_side(a, b, noun):
            return True, "two words for the same relation"
        deixis = {words.sense("directional", a), words.sense("directional", b)}
        if deixis == {"hither", "thither"}:
            return True, "the same path seen from another point"
        if {a, b} & {a + "来", a + "去", b + "来", b + "去"}:
            return True, "the same path, one text adds the point of view"
        governing = [u.text for u, t in pairwise(found.clause1) if t.text == a]
        if empty_complement(a, b, governing):
            return True, "the complement says nothing about space"
        if one_place(words.sense("localiser", a), words.sense("localiser", b), verbs):
            return True, "contact makes the side indifferent"
        if {a, b} in ({"在", "到"}, {"在", "向"}) and any(words.has("posture", v) for v in verbs):
            return True, "place of a posture and goal of the movement into it"
        return False, "the relations differ"
    if not only1 or not only2:
        extra = (only1 or only2)
        if all(_empty(w) for w in extra):
            return True, "one text is only longer"
        if extra and all(words.sense("directional", w) in ("hither", "thither") for w in extra):
            return True, "the same path, one text adds the point of view"
        return False, "one text says more"
    return _several(only1, only2, noun)


def _several(only1: Sequence[str], only2: Sequence[str], noun: str) -> tuple[bool, str]:
    """Compare longer differences part by part, by sense."""
    words = lexicon()
    senses1 = [(k, words.sense(k, w)) for w in only1 for k in _KINDS if words.sense(k, w)]
    senses2 = [(k, words.sense(k, w)) for w in only2 for k in _KINDS if words.sense(k, w)]
    rest1 = [w for w in only1 if not words.labels(w) and not _empty(w)]
    rest2 = [w for w in only2 if not words.labels(w) and not _empty(w)]
    if rest1 != rest2:
        return False, "other things are named"
    plain1 = [s for k, s in senses1 if s not in ("hither", "thither", "at")]
    plain2 = [s for k, s in senses2 if s not in ("hither", "thither", "at")]
    if plain1 == plain2 or sorted(plain1) == sorted(plain2):
        return True, "the same relations in other words"
    if len(plain1) == len(plain2) == 1 and interchangeable(plain1[0], plain2[0], noun):
        return True, "either side describes this object"
    return False, "the relations differ"


def _reversed(found: Difference) -> bool:
    """Say whether A-is-left-of-B became B-is-right-of-A."""
    pattern = r"(.{1,8}?)(?:在|位于|处于|坐在|站在|放在|住在)(.{1,8}?)的?(左|右|前|后|上|下|东|西|南|北|里|外)(?:边|面|侧|方)?$"
    one = re.search(pattern, _plain(found.c1)) or re.search(pattern, _text(found.clause1))
    two = re.search(pattern, _plain(found.c2)) or re.search(pattern, _text(found.clause2))
    if not one or not two:
        return False
    if one[1] != two[2] or one[2] != two[1]:
        return False
    words = lexicon()
    return converse(words.sense("localiser", one[3])) == words.sense("localiser", two[3])


_PAIR = re.compile("(.{1,8}?)[和与跟同及、](.{1,8}?)(?=之间|中间|并排|并肩|相对|面对面|相邻|$|[在都坐站])")


def _listed_backwards(found: Difference) -> bool:
    """Say whether only the two members of a list (甲和乙, 甲、乙) changed places."""
    for one, two in ((found.c1, found.c2), (_text(found.clause1), _text(found.clause2))):
        first, second = _PAIR.search(one), _PAIR.search(two)
        if first and second and one != two and first.groups() == second.groups()[::-1] and (
                first.string[first.end():] == second.string[second.end():]):
            return True
    return False


def _unshared(found: Difference) -> tuple[list[str], list[str]]:
    """Return the words of the two phrases without common beginning and end."""
    a, b = [t.text for t in found.tokens1], [t.text for t in found.tokens2]
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    return a, b


def _empty(word: str) -> bool:
    return word in ("的", "了", "着", "，", "地", "得", "就", "正", "正在", "面", "边", "头")


def _reference(tokens: Sequence[Token]) -> str:
    return next((t.text for t in reversed(tokens) if t.tag[:1] in "nrs"
                 and not lexicon().has("localiser", t.text)), "")


def _relation(tokens: Sequence[Token], noun: str) -> str:
    words = lexicon()
    parts = [called(words.sense(k, t.text)) for t in tokens for k in _KINDS
             if words.sense(k, t.text) and not (k == "preposition" and words.has("localiser", t.text))]
    named = "、".join(dict.fromkeys(parts)) or "位于该处"
    return f"相对于{noun}{named}" if noun else named


def _entity(found: Difference, noun: str) -> str:
    """Return the thing located: a noun of the clause outside the phrase, never ``noun`` itself."""
    inside = {t.text for t in found.tokens1}
    words = lexicon()
    nouns = [t.text for t in found.clause1 if t.tag[:1] in "nr" and t.text != noun
             and not words.has("localiser", t.text)]
    return next((n for n in nouns if n not in inside), next(iter(nouns), "所说的事物"))


def _reason(
    found: Difference, same: bool, entity: str, relations: tuple[str, str], rule: str
) -> str:
    c1, c2 = f"“{found.c1}”", f"“{found.c2}”"
    if same:
        return (f"{c1}与{c2}形式不同，但描述的都是{entity}的空间关系：前者说{entity}{relations[0]}，"
                f"后者说{entity}{relations[1]}，{_GROUNDS[rule]}，因此两段文字描述的是同一空间场景。")
    return (f"前者{c1}说的是{entity}{relations[0]}，后者{c2}说的是{entity}{relations[1]}，"
            f"{_GROUNDS[rule]}，因此两段文字描述的不是同一空间场景。")


_GROUNDS = {
    "the order of the two things and the relation are both reversed": "两者的顺序和方位同时对换，关系不变",
    "the same things in another order": "只是列举的先后不同，所指的事物相同",
    "the complement says nothing about space": "动词后的补语不表示空间方位",
    "two words for the same relation": "两个词表示同一方位关系",
    "the same path seen from another point": "移动路径相同，只是观察点不同",
    "contact makes the side indifferent": "两者是接触关系，方位差别不影响场景",
    "place of a posture and goal of the movement into it": "动作结束后所在的处所相同",
    "one text is only longer": "多出的成分不改变空间关系",
    "the same path, one text adds the point of view": "移动路径相同，只是多说了观察点",
    "the same relations in other words": "方位关系相同，只是说法不同",
    "either side describes this object": "对这种物体来说两种说法所指的位置相同",
    "the relations differ": "两者的方位关系不同",
    "one text says more": "多出的成分改变了空间关系",
    "other things are named": "两者涉及的事物不同",
}


def _plain(text: str) -> str:
    return re.sub(r"[，。；！？、\s]", "", text)


def _text(tokens: Sequence[Token]) -> str:
    return _plain("".join(t.text for t in tokens))
