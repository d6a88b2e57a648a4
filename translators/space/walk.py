"""One sentence step by step: tokens, relations, decision, explanation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from planner.errors import LimitError, UsageError
from translators.space.anomaly.candidates import candidates_of
from translators.space.anomaly.model import AnomalyModel
from translators.space.anomaly.rules import violations
from translators.space.comparison.judge import compare
from translators.space.lexicon import lexicon
from translators.space.roles.model import RoleModel
from translators.space.segment import MAX_TEXT, Token, tokens_of

__all__ = ["walk"]

_WHY = {
    "in_without_inside": "动作要进入内部，处所却在外部", "out_with_inside_goal": "动作离开内部，处所却仍在内部",
    "up_below": "向上的移动与下方的处所矛盾", "down_above": "向下的移动与上方的处所矛盾",
    "container_above": "容器一般说“里”，说“上”不自然", "container_outside": "东西应在容器之内",
    "surface_inside": "平面物体一般说“上”，说“里”不自然", "thing_beside_motion_in": "动作要进入内部，处所却不是内部",
    "from_goal": "“从”引出起点，动词却要求终点", "to_source": "动词要求起点，介词却引出终点",
    "hither_there": "“来”与“那里”的视点矛盾", "thither_here": "“去”与“这里”的视点矛盾",
    "posture_direction": "静止的姿势不带移动方向", "contact_far": "接触动作与该方位不合",
    "body_outside": "身体部位与该方位不合", "double_localiser": "方位词重复",
    "odd_localiser": "参照物没有这个方位", "sight_under": "看的动作与该方位不合",
}


def walk(task: int, text: str, other: str, models: Path | None) -> dict[str, list[str]]:
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


def _anomaly(text: str, model: AnomalyModel) -> dict[str, list[str]]:
    tokens = tokens_of(text)
    relations, explained = [], []
    broken = {c.index: violations(tokens, c) for c in candidates_of(text)}
    for candidate in candidates_of(text):
        labels = "、".join(lexicon().labels(candidate.token.text))
        why = "；".join(_WHY.get(v, v) for v in broken[candidate.index])
        relations.append(f"{candidate.token.text}@{candidate.token.start}  {labels}" + (
            f"  ←  {why}" if why else ""))
    decision = []
    for place, ranked in enumerate(model.rank(text), 1):
        spans = "  ".join(
            f"{role}=“{''.join(text[i] for i in ranked.spans[role])}”" for role in "SPE"
            if ranked.spans.get(role))
        decision.append(f"{place}. p={ranked.probability:.2f}  {spans}")
        reasons = [_WHY.get(v, v) for v in broken[ranked.candidate.index]]
        phrase = "".join(text[i] for i in ranked.spans["P"])
        ground = "；".join(reasons) or "在这样的搭配中少见"
        explained.append(f"“{phrase}”：{ground}")
    return {"tokens": _tokens(tokens), "relations": relations or ["没有空间词"],
            "decision": decision or ["没有候选"], "explanation": explained or ["没有可疑的空间词"]}


def _roles(text: str, model: RoleModel) -> dict[str, list[str]]:
    tokens = tokens_of(text)
    relations = [f"{t.text}@{t.start}  {'、'.join(lexicon().labels(t.text))}"
                 for t in tokens if lexicon().labels(t.text)]
    decision, explained = [], []
    for roles in model.tuples(text):
        decision.append("  ".join(
            f"{role}={''.join(t.text for t in ts) or '假'}" for role, ts in roles.items()))
        explained.append(_sentence({r: "".join(t.text for t in ts) for r, ts in roles.items()}))
    return {"tokens": _tokens(tokens), "relations": relations or ["没有空间词"],
            "decision": decision or ["没有空间元组"], "explanation": explained or ["没有空间信息"]}


def _sentence(roles: dict[str, str]) -> str:
    parts = [roles.get("空间实体", "某物")]
    for role, words in (("时间", "时间是{}"), ("起点", "起点是{}"), ("路径", "经过{}"), ("朝向", "朝向是{}"),
                        ("方向", "移动方向是{}"), ("终点", "终点是{}"), ("处所", "处所是{}"),
                        ("距离", "距离是{}"), ("参照实体", "参照物是{}"), ("事件", "事件是{}")):
        if roles.get(role):
            parts.append(words.format(f"“{roles[role]}”"))
    if "事实性" in roles:
        parts.append("并非事实")
    return "，".join(parts)


def _comparison(text: str, other: str) -> dict[str, list[str]]:
    found = compare(text, other)
    difference = found.difference
    relations = [f"前者：{found.entity}{found.relation1}", f"后者：{found.entity}{found.relation2}"]
    shown = [f"D1=“{difference.d1}” D2=“{difference.d2}”",
             f"C1=“{difference.c1}” C2=“{difference.c2}”"] if difference else ["没有差别"]
    return {
        "tokens": [*_tokens(tokens_of(text)), *_tokens(tokens_of(other))],
        "difference": shown, "relations": relations if difference else [],
        "decision": [f"{'true' if found.same else 'false'}  ({found.rule})"],
        "explanation": [found.reason],
    }


def _tokens(tokens: Sequence[Token]) -> list[str]:
    return [" ".join(f"{t.text}/{t.tag}" for t in tokens)]
