"""Solutions in words, and the figures of a file of puzzles with stated answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from translators.space.arrangements.names import number_of
from translators.space.arrangements.solve import Answer, Solution
from translators.space.arrangements.words import say, simplified


def solution_text(solution: Solution) -> str:
    """Return a solution for people, in the language of the puzzle."""
    lines = [f"【{solution.id}】 {solution.layout}".rstrip()]
    for answer in solution.answers:
        lines += _answer_lines(answer, solution.language)
    return "\n".join([*lines, *(say(solution.language, "unread clue", text=t, why=w)
                                for t, w in solution.unread)])


def _answer_lines(answer: Answer, language: str) -> list[str]:
    given = say(language, "comma").join(answer.answer)
    if answer.status == "solved":
        doubt = "" if answer.sure else say(language, "doubt")
        lines = [say(language, "answer", answer=given) + doubt]
    else:
        status = answer.status.replace("contradiction", "contradictory")
        lines = [say(language, status), *([say(language, "rest", answer=given)] if given else [])]
    lines += [say(language, "reason", text=r) for r in answer.reason]
    lines += [say(language, "note", text=n) for n in answer.notes]
    return [*lines, *([say(language, "arrangement", text=answer.arrangement)] if answer.arrangement else [])]


def summary(solutions: Sequence[Solution]) -> dict[str, Any]:
    """Count answers against the stated ones; ``read`` is the share of puzzles read completely.

    ``accuracy`` is over the puzzles that were read, ``right`` and ``wrong`` are theirs; answers to
    the others are guesses and counted apart.
    """
    guesses = [s for s in solutions if any(a.guess or a.status == "unread" for a in s.answers)]
    read = [s for s in solutions if s not in guesses]
    stated, guessed = ([s for s in some if s.expected] for some in (read, guesses))
    solved = [s for s in read if all(a.status == "solved" for a in s.answers)]
    wrong = [s for s in stated if s in solved and not is_right(s)]
    right = sum(map(is_right, stated))
    return {
        "puzzles": len(solutions),
        "read": sum(not s.unread for s in read) / max(1, len(solutions)),
        "solved": len(solved),
        "stated": len(stated) + len(guessed),
        "right": right,
        "wrong": len(wrong),
        "wrong_and_sure": sum(all(a.sure for a in s.answers) for s in wrong),
        "accuracy": right / max(1, len(stated)),
        "guesses": sum(bool(s.answers[-1].answer) for s in guesses),
        "guessed_right": sum(map(is_right, guessed)),
    }


def summary_text(solutions: Sequence[Solution]) -> str:
    """Return the figures in one line."""
    return "  ".join(f"{k} {v:.3f}" if isinstance(v, float) else f"{k} {v}"
                     for k, v in summary(solutions).items())


def is_right(solution: Solution) -> bool:
    """Say whether the last answer is the stated one, however the numerals are written."""
    given = solution.answers[-1].answer if solution.answers else ()
    return sorted(map(_plain, given)) == sorted(map(_plain, solution.expected))


def _plain(answer: str) -> str:
    """Return an answer in one spelling: 三楼 and 3楼, 周五 and 星期五 are the same.

    >>> _plain("第三层。") == _plain("3楼")
    True
    """
    text = re.sub("[第。.\\s]", "", simplified(answer.strip()))
    text = re.sub("星期|礼拜", "周", text).replace("周天", "周日").replace("层", "楼")
    return re.sub("[一二两三四五六七八九十]+", lambda m: str(number_of(m[0])), text)
