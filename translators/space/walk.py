"""One sentence step by step: tokens, relations, decision, explanation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from planner.errors import LimitError, UsageError
from translators.space.anomaly.model import AnomalyModel
from translators.space.anomaly.rules import rules, violations
from translators.space.anomaly.usage import candidates_of
from translators.space.comparison.judge import compare
from translators.space.lexicon import lexicon
from translators.space.roles.model import RoleModel
from translators.space.segment import MAX_TEXT, Token, tokens_of

__all__ = ["walk"]

Steps = dict[str, list[str]]
_TOLD = {"时间": "时间是{}", "起点": "起点是{}", "路径": "经过{}", "朝向": "朝向是{}", "方向": "移动方向是{}", "终点": "终点是{}",
         "处所": "处所是{}", "距离": "距离是{}", "参照实体": "参照物是{}", "事件": "事件是{}"}


def walk(task: int, text: str, other: str, models: Path | None) -> Steps:
    """Return the steps by name, each a list of lines; raise ``UsageError`` on empty texts."""
    if not text.strip() or (task == 3 and not other.strip()):
        raise UsageError("a text is needed" if task != 3 else "subtask 3 needs two texts")
    if max(len(text), len(other)) > MAX_TEXT:
        raise LimitError(f"texts of at most {MAX_TEXT} characters are walked through")
    if task == 1:
        return _anomaly(text, AnomalyModel.load(models) if models else AnomalyModel())
    if task == 2:
        return _roles(text, RoleModel.load(models) if models else RoleModel())
    return _comparison(text, other)


def _steps(text: str, relations: list[str], decision: list[str], explained: list[str],
           nothing: tuple[str, str]) -> Steps:
    return {"tokens": _tokens(tokens_of(text)), "relations": relations or ["没有空间词"],
            "decision": decision or [nothing[0]], "explanation": explained or [nothing[1]]}


def _anomaly(text: str, model: AnomalyModel) -> Steps:
    tokens = tokens_of(text)
    why = {i: [rules()["why"].get(v, v) for v in violations(tokens, i)] for i in candidates_of(tokens)}
    relations = [_labelled(tokens[i]) + (f"  ←  {'；'.join(w)}" if w else "") for i, w in why.items()]
    decision, explained = [], []
    for place, ranked in enumerate(model.rank(text), 1):
        spans = {role: "".join(text[i] for i in ranked.spans[role])
                 for role in "SPE" if ranked.spans.get(role)}
        shown = "  ".join(f"{role}=“{span}”" for role, span in spans.items())
        decision.append(f"{place}. p={ranked.probability:.2f}  {shown}")
        explained.append(f"“{spans['P']}”：{'；'.join(why[ranked.index]) or '在这样的搭配中少见'}")
    return _steps(text, relations, decision, explained, ("没有候选", "没有可疑的空间词"))


def _roles(text: str, model: RoleModel) -> Steps:
    relations = [_labelled(t) for t in tokens_of(text) if lexicon().labels(t.text)]
    found = [{r: "".join(t.text for t in ts) for r, ts in roles.items()} for roles in model.tuples(text)]
    decision = ["  ".join(f"{role}={told or '假'}" for role, told in roles.items()) for roles in found]
    return _steps(text, relations, decision, [_sentence(r) for r in found], ("没有空间元组", "没有空间信息"))


def _labelled(token: Token) -> str:
    return f"{token.text}@{token.start}  {'、'.join(lexicon().labels(token.text))}"


def _sentence(roles: Mapping[str, str]) -> str:
    parts = [form.format(f"“{roles[role]}”") for role, form in _TOLD.items() if roles.get(role)]
    return "，".join([roles.get("空间实体", "某物"), *parts, *(["并非事实"] if "事实性" in roles else [])])


def _comparison(text: str, other: str) -> Steps:
    found, difference = compare(text, other), compare(text, other).difference
    shown = [f"{d}1=“{a}” {d}2=“{b}”" for d, a, b in (
        ("D", difference.one.differing, difference.two.differing),
        ("C", difference.one.phrase, difference.two.phrase))] if difference else ["没有差别"]
    return {
        "tokens": [*_tokens(tokens_of(text)), *_tokens(tokens_of(other))], "difference": shown,
        "relations": [f"前者：{found.entity}{found.relation1}", f"后者：{found.entity}{found.relation2}"]
        if difference else [],
        "decision": [f"{'true' if found.same else 'false'}  ({found.rule})"],
        "explanation": [found.reason]}


def _tokens(tokens: Sequence[Token]) -> list[str]:
    return [" ".join(f"{t.text}/{t.tag}" for t in tokens)]
