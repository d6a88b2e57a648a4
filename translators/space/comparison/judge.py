"""Same scene or not: where two texts differ, relations of both phrases, the algebra decides.

Differences are widened to phrases of the same place; a template explains (``rules.toml``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from domains.space.items import Item
from translators.space.features import clause_bounds, phrase_start
from translators.space.lexicon import (
    called,
    converse,
    empty_complement,
    interchangeable,
    is_a,
    labels,
    one_place,
    same_side,
    sense,
)
from translators.space.segment import Token, tokens_of
from translators.space.tables import table

Tokens = tuple[Token, ...]


@dataclass(frozen=True)
class Side:
    """What one text has: the differing string, the phrase around it, its words, its clause."""

    differing: str
    phrase: str
    tokens: Tokens
    clause: Tokens

    @property
    def words(self) -> list[str]:
        """Return the words of the phrase."""
        return [t.text for t in self.tokens]


@dataclass(frozen=True)
class Difference:
    """Both sides; cutting their phrases out of the texts leaves equal rests."""

    one: Side
    two: Side


def difference_of(text1: str, text2: str) -> Difference | None:
    """Return the difference of two texts, ``None`` if they are equal."""
    if text1 == text2:
        return None
    shortest = min(len(text1), len(text2))
    head = next((i for i in range(shortest) if text1[i] != text2[i]), shortest)
    tail = next((i for i in range(shortest - head) if text1[-1 - i] != text2[-1 - i]), shortest - head)
    ends = [len(text1) - tail, len(text2) - tail]
    widened = [_widen(t, head, e) for t, e in zip((text1, text2), ends, strict=True)]
    start = min(left for left, _ in widened)
    after = max(right - e for (_, right), e in zip(widened, ends, strict=True))
    return Difference(_side(text1, start, head, ends[0], after), _side(text2, start, head, ends[1], after))


def _side(text: str, start: int, head: int, end: int, after: int) -> Side:
    tokens = tokens_of(text)
    index = next((i for i, t in enumerate(tokens) if t.end > head), len(tokens) - 1)
    first, last = clause_bounds(tokens, index) if index >= 0 else (0, 0)
    return Side(text[head:end], text[start : end + after],
                tuple(t for t in tokens if t.end > start and t.start < end + after), tokens[first:last])


def _widen(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the bounds of the phrase around ``start``…``end``: whole words, noun, preposition."""
    tokens = tokens_of(text)
    inside = [i for i, t in enumerate(tokens) if t.end > start and t.start < max(end, start + 1)]
    if not inside:
        return start, end
    first, last = inside[0], inside[-1]
    begin, stop = clause_bounds(tokens, first)
    if first == last and is_a("localiser", tokens[last].text):
        first = phrase_start(tokens, first)
    elif is_a("directional", tokens[first].text) and first - 1 >= begin:
        first -= tokens[first - 1].tag[:1] == "v"
    elif is_a("preposition", tokens[first].text):
        while last + 1 < stop and tokens[last + 1].tag[:1] in "nrsfmq" and last - first < 6:
            last += 1
    elif tokens[last].tag[:1] in "nr" and last + 1 < stop:
        last += is_a("localiser", tokens[last + 1].text)
    return min(start, tokens[first].start), max(end, tokens[last].end)


_KINDS = ("localiser", "directional", "deixis", "preposition")
_VIEW = ("hither", "thither")


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
        answer |= {"C1": found.difference.one.phrase, "C2": found.difference.two.phrase}
    return {"qid": item.qid, "context1": text1, "context2": text2, "results": [answer]}


def compare(text1: str, text2: str) -> Comparison:
    """Judge whether two texts describe the same scene, and say why."""
    found = difference_of(text1, text2)
    if found is None:
        return Comparison(True, "equal texts", None, "", "", "", table("comparison/rules")["equal"])
    same, rule = _decide(found)
    noun = _reference(found.one.tokens) or _reference(found.one.clause)
    entity = _entity(found, noun)
    relations = _relation(found.one.tokens, noun), _relation(found.two.tokens, noun)
    if rule == "the complement says nothing about space":
        relations = ("所做的事", "所做的事")
    reason = table("comparison/rules")["same" if same else "different"].format(
        c1=f"“{found.one.phrase}”", c2=f"“{found.two.phrase}”", entity=entity,
        relation1=relations[0], relation2=relations[1], ground=table("comparison/rules")["grounds"][rule])
    return Comparison(same, rule, found, entity, *relations, reason)


def _decide(found: Difference) -> tuple[bool, str]:
    if _reversed(found):
        return True, "the order of the two things and the relation are both reversed"
    if _listed_backwards(found):
        return True, "the same things in another order"
    only1, only2 = _unshared(found.one.words, found.two.words)
    if len(only1) == len(only2) == 1:
        return _word_for_word(found, only1[0], only2[0])
    if only1 and only2:
        return _several(only1, only2, _reference(found.one.tokens))
    extra = only1 or only2
    if all(_empty(w) for w in extra):
        return True, "one text is only longer"
    if all(sense("directional", w) in _VIEW for w in extra):
        return True, "the same path, one text adds the point of view"
    return False, "one text says more"


def _word_for_word(found: Difference, a: str, b: str) -> tuple[bool, str]:
    """Compare two words that stand in the same place."""
    verbs = {t.text for t in (*found.one.clause, *found.two.clause)}
    governing = [u.text for u, t in pairwise(found.one.clause) if t.text == a]
    sides = sense("localiser", a), sense("localiser", b)
    posture = any(is_a("posture", v) for v in verbs)
    grounds = (
        ("two words for the same relation", same_side(a, b, _reference(found.one.tokens))),
        ("the same path seen from another point",
         {sense("directional", a), sense("directional", b)} == set(_VIEW)),
        ("the same path, one text adds the point of view",
         bool({a, b} & {a + "来", a + "去", b + "来", b + "去"})),
        ("the complement says nothing about space", empty_complement(a, b, governing)),
        ("contact makes the side indifferent", one_place(*sides, verbs)),
        ("place of a posture and goal of the movement into it",
         posture and any({a, b} == set(p) for p in table("comparison/rules")["posture"])))
    rule = next((rule for rule, holds in grounds if holds), "")
    return bool(rule), rule or "the relations differ"


def _several(only1: Sequence[str], only2: Sequence[str], noun: str) -> tuple[bool, str]:
    """Compare longer differences part by part, by sense."""
    rest1, rest2 = ([w for w in only if not labels(w) and not _empty(w)] for only in (only1, only2))
    if rest1 != rest2:
        return False, "other things are named"
    plain1, plain2 = ([s for w in only for k in _KINDS if (s := sense(k, w)) not in ("", *_VIEW, "at")]
                      for only in (only1, only2))
    if sorted(plain1) == sorted(plain2):
        return True, "the same relations in other words"
    if len(plain1) == len(plain2) == 1 and interchangeable(plain1[0], plain2[0], noun):
        return True, "either side describes this object"
    return False, "the relations differ"


def _reversed(found: Difference) -> bool:
    """Say whether A-is-left-of-B became B-is-right-of-A."""
    form = table("comparison/rules")["placed"]
    one, two = (re.search(form, _plain(side.phrase)) or re.search(form, _text(side.clause))
                for side in (found.one, found.two))
    return bool(one and two and one[1] == two[2] and one[2] == two[1]
                and converse(sense("localiser", one[3])) == sense("localiser", two[3]))


def _listed_backwards(found: Difference) -> bool:
    """Say whether only the two members of a list (甲和乙, 甲、乙) changed places."""
    texts = ((found.one.phrase, found.two.phrase), (_text(found.one.clause), _text(found.two.clause)))
    for one, two in texts:
        first, second = (re.search(table("comparison/rules")["pair"], t) for t in (one, two))
        if first and second and one != two and first.groups() == second.groups()[::-1] and (
                one[first.end():] == two[second.end():]):
            return True
    return False


def _unshared(a: list[str], b: list[str]) -> tuple[list[str], list[str]]:
    """Return the words of the two phrases without common beginning and end."""
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    return a, b


def _empty(word: str) -> bool:
    return word in table("comparison/rules")["empty"]


def _reference(tokens: Sequence[Token]) -> str:
    return next((t.text for t in reversed(tokens) if t.tag[:1] in "nrs"
                 and not is_a("localiser", t.text)), "")


def _relation(tokens: Sequence[Token], noun: str) -> str:
    parts = [name for t in tokens for k in _KINDS if (name := called(sense(k, t.text)))
             and not (k == "preposition" and is_a("localiser", t.text))]
    named = "、".join(dict.fromkeys(parts)) or "位于该处"
    return f"相对于{noun}{named}" if noun else named


def _entity(found: Difference, noun: str) -> str:
    """Return the thing located: a noun of the clause outside the phrase, never ``noun`` itself."""
    nouns = [t.text for t in found.one.clause if t.tag[:1] in "nr" and t.text != noun
             and not is_a("localiser", t.text)]
    return next((n for n in nouns if n not in found.one.words), next(iter(nouns), "所说的事物"))


def _plain(text: str) -> str:
    return re.sub(r"[，。；！？、\s]", "", text)


def _text(tokens: Sequence[Token]) -> str:
    return _plain("".join(t.text for t in tokens))
