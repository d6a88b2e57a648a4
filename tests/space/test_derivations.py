"""Derivations of a clause are the same whether or not unusable rules are left out."""

from typing import Any

import pytest

from translators.space.puzzles import derivations
from translators.space.puzzles.cast import FIRST_SIGN
from translators.space.puzzles.wording import Word, split_words

A, B, C = (chr(FIRST_SIGN + i) for i in range(3))
CLAUSES = [f"{A}坐在{B}的左边", f"{A}和{B}之间隔着两个人", f"{A}在从左数第三个座位上",
           f"坐在{A}和{B}中间的是{C}", f"{A}住在{B}楼上的第二层"]


def words_of_clause(clause: str) -> list[tuple[Word, ...]]:
    kinds = [tuple(w for w in kinds if w.type) for kinds in split_words(clause)]
    return [k for k in kinds if k]


@pytest.mark.parametrize("clause", CLAUSES)
def test_rules_left_out_change_nothing(clause: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = words_of_clause(clause)
    derivations._shapes.cache_clear()
    quick = derivations.derivations_of(words)
    rules: dict[Any, list[Any]] = {}
    for rule in derivations._grammar().rules:
        rules.setdefault(rule.origin, []).append(rule)
    monkeypatch.setattr(derivations, "_usable", lambda _: rules)
    derivations._shapes.cache_clear()
    full = derivations.derivations_of(words)
    assert quick
    assert set(quick) == set(full)


def test_a_clause_without_a_rule_has_no_derivation() -> None:
    assert derivations.derivations_of(words_of_clause(f"{A}{A}{A}")) == []


def test_a_clause_beyond_the_limit_is_not_parsed() -> None:
    words = words_of_clause(CLAUSES[0]) * derivations.MAX_WORDS
    assert derivations.derivations_of(words) == []
