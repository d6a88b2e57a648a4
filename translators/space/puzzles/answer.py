"""Solve a puzzle: read everything, ask the arrangements, answer with the reason.

An answer is given only where it follows. Sentences that could not be read are listed; they can
only remove arrangements, so what must hold without them still holds, and nothing else is claimed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product

from planner.errors import LimitError
from translators.space.puzzles.cast import Cast, find_cast, number_of
from translators.space.puzzles.derivations import Unread
from translators.space.puzzles.logic import Formula
from translators.space.puzzles.meaning import Meaningless, Reading
from translators.space.puzzles.moves import move_words
from translators.space.puzzles.planning import read_move_task, solve_move_task
from translators.space.puzzles.questions import Asked, read_question
from translators.space.puzzles.reader import Puzzle, Question, sentences
from translators.space.puzzles.scene import Scene, find_scene
from translators.space.puzzles.solver import Solver
from translators.space.puzzles.statements import Clue, StatementReader, clean
from translators.space.puzzles.story import Story, read_story, worlds_of
from translators.space.puzzles.verdict import Verdict, judge
from translators.space.puzzles.worlds import Modelled, Worlds

__all__ = ["Answer", "Solution", "solve_puzzle"]

MAX_COMBINATIONS = 24


@dataclass(frozen=True)
class Answer:
    """The answer to one question.

    ``status``: ``solved``, ``undetermined`` (the clues leave it open), ``unread`` (something
    could not be read; ``unread`` says what), ``contradiction`` (no arrangement at all).
    ``answer``: letters, names or a text; empty unless solved. ``sure`` is false when another
    customary reading of the words gives another answer.
    """

    status: str
    answer: tuple[str, ...]
    reason: tuple[str, ...]
    sure: bool = True
    arrangement: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Solution:
    """All that was found about a puzzle."""

    id: str
    layout: str
    answers: tuple[Answer, ...]
    clues: tuple[str, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    expected: tuple[str, ...] = ()
    moves: tuple[str, ...] = field(default=())


def solve_puzzle(puzzle: Puzzle, *, limit_s: float = 10.0) -> Solution:
    """Solve one puzzle, alone. Never raises for what it cannot read; see ``Answer.status``."""
    moved = _least_moves(puzzle)
    if moved is not None:
        return moved
    told = sentences(puzzle.text)
    rest = "\n".join(q.stem for q in puzzle.questions)
    options = [t for q in puzzle.questions for t in q.options.values()]
    cast = find_cast(clean_lines(puzzle.text), rest, options)
    if cast is None:
        return _lost(puzzle, "找不到参加排列的人或物的名单")
    whole = cast.veil(clean_lines("\n".join([puzzle.text, rest, *options])))
    scene = find_scene(whole, cast)
    if scene is None:
        return _lost(puzzle, "看不出是什么样的排列（圆桌、一排、楼层……）")
    reader = StatementReader(cast, scene)
    story = read_story(told, reader)
    answers = tuple(_answer(q, story, reader, scene, cast, limit_s) for q in puzzle.questions)
    return Solution(
        puzzle.id, _layout_text(scene), answers, tuple(c.text for c in story.clues),
        tuple(reader.unread), puzzle.expected, tuple(m.text for m in story.moves),
    )


def _least_moves(puzzle: Puzzle) -> Solution | None:
    """Answer a puzzle that asks for the least number of moves, by planning."""
    question = puzzle.questions[-1]
    text = clean_lines("\n".join([puzzle.text, *(q.stem for q in puzzle.questions)]))
    try:
        task = read_move_task(text)
        if task is None:
            return None
        count, steps = solve_move_task(task)
    except (ValueError, LimitError) as error:
        return _lost(puzzle, str(error))
    reason = ("最短的做法（已证明）：" + "；".join(steps),) if steps else ("不用移动",)
    answer: tuple[str, ...] = (str(count),)
    if question.options:
        answer = tuple(k for k, t in question.options.items() if _stated_number(t) == count)
        if not answer:
            return _lost(puzzle, f"算出 {count} 步，选项中没有")
    return Solution(puzzle.id, f"{task.kind}, planning", (Answer("solved", answer, reason),),
                    expected=puzzle.expected)


def _stated_number(text: str) -> int:
    match = re.search(r"[0-9]+|[一二两三四五六七八九十]+", text)
    return number_of(match[0]) if match else -1


def clean_lines(text: str) -> str:
    """Clean every sentence of a text and keep the sentences apart."""
    return "。".join(clean(s) for s in sentences(text))


def _answer(
    question: Question, story: Story, reader: StatementReader, scene: Scene, cast: Cast,
    limit_s: float,
) -> Answer:
    if story.lost:
        return Answer("unread", (), tuple(_unread_lines(reader)), notes=scene.notes)
    clues = story.clues
    before = bool(re.search(move_words()["question_before"], question.stem)) and bool(story.moves)
    if story.moves:
        question = replace(question, stem=_present(question.stem))
    try:
        asked = read_question(question, reader)
    except Unread as error:
        part = f"「{error.part}」" if error.part else ""
        return Answer("unread", (), (f"看不懂问题{part}：{question.stem}（{error.why}）",))
    found: list[tuple[Verdict, Reading]] = []
    failure = ""
    for reading, chosen in _readings(clues, asked, scene, question):
        try:
            made = worlds_of(story, scene, cast, reading, chosen, _fixed(scene, cast), limit_s,
                             before=before)
            if made is None:
                failure = "有一步移动在这种排列里没有意义"
                continue
            worlds, layout = made
            verdict = judge(asked, worlds, replace(scene, layout=layout), cast)
        except Meaningless as error:
            failure = f"「{error}」在这种排列里没有意义"
            continue
        except LimitError as error:
            failure = str(error)
            continue
        if verdict.status != "contradiction":
            found.append((verdict, reading))
            if len(found) >= 4:
                break
    if not found:
        if failure:
            return Answer("unread", (), (failure,), notes=scene.notes)
        return Answer("contradiction", (), ("没有任何排列能同时满足所有条件",), notes=scene.notes)
    return _settle(found, asked, story, reader, scene, cast, limit_s)


def _settle(
    found: Sequence[tuple[Verdict, Reading]], asked: Asked, story: Story,
    reader: StatementReader, scene: Scene, cast: Cast, limit_s: float,
) -> Answer:
    """Take the first reading that gives an answer; say so when another one gives another."""
    solved = [(v, r) for v, r in found if v.status == "solved"]
    notes = list(scene.notes)
    if not solved:
        verdict = found[0][0]
        status = "unread" if reader.unread else verdict.status
        return Answer(status, (), (*_unread_lines(reader), *verdict.reason), notes=tuple(notes))
    verdict, reading = solved[0]
    others = {v.answer for v, _ in solved} - {verdict.answer}
    if others:
        shown = "；".join("、".join(o) for o in sorted(others))
        notes.append(f"按另一种理解答案会是 {shown}")
    if reading != found[0][1]:
        notes.append(_reading_text(reading))
    # an answer that only a less customary reading gives is no sure one
    sure = not others and reading == found[0][1]
    if reader.unread and not (verdict.monotone and _harmless(reader)):
        return Answer("unread", (), (*_unread_lines(reader),), False, notes=tuple(notes))
    reason = verdict.reason if story.moves else _reason(
        verdict, asked, story.clues, scene, cast, reading, limit_s)
    if story.moves:
        reason = ("移动依次为：" + "；".join(m.text for m in story.moves), *reason)
    return Answer("solved", verdict.answer, reason, sure, verdict.arrangement, tuple(notes))


def _readings(
    clues: Sequence[Clue], asked: Asked, scene: Scene, question: Question
) -> Iterator[tuple[Reading, tuple[Formula, ...]]]:
    """Yield readings of the words with one meaning per clue, the customary ones first."""
    near = scene.layout.near_by_default
    readings = [Reading(near)]
    if scene.layout.kind not in ("ring", "plane"):
        readings.append(Reading(not near))
    if scene.layout.kind == "two_rows" and scene.layout.size > 4:
        readings += [Reading(r.near, True) for r in readings]
    for reading in readings:
        for chosen in islice(product(*(c.meanings for c in clues)), MAX_COMBINATIONS):
            yield reading, chosen


def _worlds(
    scene: Scene, cast: Cast, reading: Reading, clues: Sequence[Formula], limit_s: float
) -> Worlds:
    solver = Solver(scene.layout, cast.groups, reading, limit_s)
    fixed = _fixed(scene, cast)
    return Modelled(solver, (*fixed, *clues))


def _fixed(scene: Scene, cast: Cast) -> tuple[Formula, ...]:
    """Give the members of the first group their own slots where slots mean nothing else."""
    if scene.kind != "matching":
        return ()
    from translators.space.puzzles.logic import At, Entity, Spot

    return tuple(At(Entity(e), Spot("ordinal", "", i + 1)) for i, e in enumerate(cast.groups[0]))


def _reason(
    verdict: Verdict, asked: Asked, clues: Sequence[Clue], scene: Scene, cast: Cast,
    reading: Reading, limit_s: float,
) -> tuple[str, ...]:
    """Name the clues the answer needs: leave out one after the other as long as it still follows."""
    lines: list[str] = []
    if verdict.proof is not None and len(clues) <= 40:
        kept = [(c.text, c.meanings[0]) for c in clues]
        for item in list(kept):
            fewer = [k for k in kept if k is not item]
            worlds = _worlds(scene, cast, reading,
                             [*(f for _, f in fewer), *asked.assumption[:1]], limit_s)
            if worlds.certain(verdict.proof):
                kept = fewer
        if kept:
            lines.append("由" + "、".join(f"「{t}」" for t, _ in kept) + "推出")
    return (*lines, *verdict.reason)


def _harmless(reader: StatementReader) -> bool:
    """Say whether what is unread can only narrow the arrangements, not change the scene."""
    changes = r"换|移|挪|转|走到|插|离开|搬|朝|背|面向|空|交替|相间|圈|桌|排成"
    return not any(re.search(changes, text) for text, _ in reader.unread)


def _present(stem: str) -> str:
    """Drop 现在, 交换后 and the like from a question."""
    words = move_words()
    stem = re.sub(words["lead"], "", clean(stem))
    return re.sub(words["before"], "", re.sub(words["after"], "", stem))


def _unread_lines(reader: StatementReader) -> list[str]:
    return [f"看不懂：「{text}」（{why}）" for text, why in reader.unread]


def _reading_text(reading: Reading) -> str:
    side = "紧邻的一个" if reading.near else "那一侧的任意位置"
    return f"把方位词理解为{side}"


def _layout_text(scene: Scene) -> str:
    return f"{scene.kind}, {scene.layout.size}"


def _lost(puzzle: Puzzle, why: str) -> Solution:
    answer = Answer("unread", (), (why,))
    return Solution(puzzle.id, "", tuple(answer for _ in puzzle.questions),
                    expected=puzzle.expected)

