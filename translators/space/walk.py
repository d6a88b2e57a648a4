"""One sentence step by step: tokens, relations, decision, explanation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from planner.errors import LimitError, UsageError
from translators.space.anomaly.model import AnomalyModel
from translators.space.anomaly.rules import violations
from translators.space.anomaly.usage import candidates_of
from translators.space.comparison.judge import compare
from translators.space.lexicon import labels
from translators.space.roles.model import RoleModel
from translators.space.segment import MAX_TEXT, Token, tokens_of
from translators.space.tables import table

Steps = dict[str, list[str]]
_TOLD = {"时间": "时间是{}", "起点": "起点是{}", "路径": "经过{}", "朝向": "朝向是{}", "方向": "移动方向是{}", "终点": "终点是{}",
         "处所": "处所是{}", "距离": "距离是{}", "参照实体": "参照物是{}", "事件": "事件是{}"}


def walk(task: int, text: str, other: str, models: Path | None) -> Steps:
    """Return the steps by name, each a list of lines; raise ``UsageError`` on empty texts."""
    if not text.strip() or (task == 3 and not other.strip()):
        raise UsageError("a text is needed" if task != 3 else "subtask 3 needs two texts")
    if max(len(text), len(other)) > MAX_TEXT:
        raise LimitError(f"texts of at most {MAX_TEXT} characters are walked through")
    texts = [text, other] if task == 3 else [text]
    tokens = [" ".join(f"{t.text}/{t.tag}" for t in tokens_of(stated)) for stated in texts]
    steps = {1: _anomaly, 2: _roles}[task](text, models) if task < 3 else _comparison(text, other)
    return {"tokens": tokens, **steps}


def _anomaly(text: str, models: Path | None) -> Steps:
    model, tokens = AnomalyModel.load(models) if models else AnomalyModel(), tokens_of(text)
    why = {i: [table("anomaly/rules")[v]["why"] for v in violations(tokens, i)] for i in candidates_of(tokens)}
    decision, explained = [], []
    for place, ranked in enumerate(model.rank(text), 1):
        spans = {role: "".join(text[i] for i in ranked.spans[role])
                 for role in "SPE" if ranked.spans.get(role)}
        shown = "  ".join(f"{role}=“{span}”" for role, span in spans.items())
        decision.append(f"{place}. p={ranked.probability:.2f}  {shown}")
        explained.append(f"“{spans['P']}”：{'；'.join(why[ranked.index]) or '在这样的搭配中少见'}")
    return {"relations": _labelled([tokens[i] for i in why], [f"  ←  {'；'.join(w)}" if w else "" for w in why.values()]),
            "decision": decision or ["没有候选"], "explanation": explained or ["没有可疑的空间词"]}


def _roles(text: str, models: Path | None) -> Steps:
    model = RoleModel.load(models) if models else RoleModel()
    spatial = [t for t in tokens_of(text) if labels(t.text)]
    found = [{r: "".join(t.text for t in ts) for r, ts in roles.items()} for roles in model.tuples(text)]
    decision = ["  ".join(f"{role}={stated or '假'}" for role, stated in roles.items()) for roles in found]
    explained = ["，".join([roles.get("空间实体", "某物"), *(
        form.format(f"“{roles[r]}”") for r, form in _TOLD.items() if roles.get(r)),
        *(["并非事实"] if "事实性" in roles else [])]) for roles in found]
    return {"relations": _labelled(spatial, [""] * len(spatial)), "decision": decision or ["没有空间元组"],
            "explanation": explained or ["没有空间信息"]}


def _labelled(tokens: Sequence[Token], notes: Sequence[str]) -> list[str]:
    return [f"{t.text}@{t.start}  {'、'.join(labels(t.text))}{note}"
            for t, note in zip(tokens, notes, strict=True)] or ["没有空间词"]


def _comparison(text: str, other: str) -> Steps:
    found = compare(text, other)
    relations = [f"前者：{found.entity}{found.relation1}", f"后者：{found.entity}{found.relation2}"]
    sides = found.difference and (found.difference.one, found.difference.two)
    shown = [" ".join(f"{kind}{n}=“{getattr(side, name)}”" for n, side in enumerate(sides, 1))
             for kind, name in (("D", "differing"), ("C", "phrase"))] if sides else ["没有差别"]
    return {"difference": shown, "relations": relations if sides else [],
            "decision": [f"{'true' if found.same else 'false'}  ({found.rule})"], "explanation": [found.reason]}
