"""Solutions in words, and the figures of a file of puzzles with stated answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from translators.space.puzzles.answer import Answer, Solution

__all__ = ["solution_text", "summary", "summary_text"]

_STATUS = {
    "undetermined": "条件不足，不能确定",
    "unread": "有看不懂的地方，不作答",
    "contradiction": "条件互相矛盾",
}


def solution_text(solution: Solution) -> str:
    """Return a solution for people."""
    lines = [f"【{solution.id}】 {solution.layout}".rstrip()]
    for answer in solution.answers:
        lines += _answer_lines(answer)
    lines += [f"  未读懂：「{text}」（{why}）" for text, why in solution.unread]
    return "\n".join(lines)


def _answer_lines(answer: Answer) -> list[str]:
    if answer.status == "solved":
        doubt = "" if answer.sure else "（取决于对方位词的理解）"
        lines = [f"答案：{'、'.join(answer.answer)}{doubt}"]
    else:
        lines = [f"答案：无（{_STATUS[answer.status]}）"]
    lines += [f"  理由：{r}" for r in answer.reason]
    lines += [f"  注意：{n}" for n in answer.notes]
    if answer.arrangement:
        lines.append(f"  排列：{answer.arrangement}")
    return lines


def summary(solutions: Sequence[Solution]) -> dict[str, Any]:
    """Count answers against the stated ones; ``read`` is the share of puzzles read completely."""
    stated = [s for s in solutions if s.expected]
    right = [s for s in stated if _is_right(s)]
    solved = [s for s in solutions if all(a.status == "solved" for a in s.answers)]
    wrong = [s for s in stated if s in solved and not _is_right(s)]
    total = max(1, len(solutions))
    return {
        "puzzles": len(solutions),
        "read": sum(not s.unread and s in solved for s in solutions) / total,
        "solved": len(solved),
        "stated": len(stated),
        "right": len(right),
        "wrong": len(wrong),
        "wrong_and_sure": sum(all(a.sure for a in s.answers) for s in wrong),
        "accuracy": len(right) / max(1, len(stated)),
    }


def summary_text(solutions: Sequence[Solution]) -> str:
    """Return the figures in one line."""
    return "  ".join(
        f"{k} {v:.3f}" if isinstance(v, float) else f"{k} {v}"
        for k, v in summary(solutions).items()
    )


def _is_right(solution: Solution) -> bool:
    return bool(solution.answers) and sorted(solution.answers[-1].answer) == sorted(
        solution.expected)
