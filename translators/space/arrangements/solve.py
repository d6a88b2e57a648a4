"""Solve a puzzle: read everything, ask the arrangements, answer with the reason.

An answer is sure only where it follows. Sentences that could not be read can only remove
arrangements: what must hold without them still holds, but more may hold with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace

from domains.space.geometry import Layout, Meaningless
from domains.space.pictures import drawing, in_words
from domains.space.solver import Worlds
from planner.errors import LimitError
from translators.space.arrangements.clauses import Reading
from translators.space.arrangements.english import in_chinese, is_english, with_names
from translators.space.arrangements.files import Damaged, Puzzle, Question
from translators.space.arrangements.grammar import Unread
from translators.space.arrangements.names import Cast, find_cast, number_of
from translators.space.arrangements.plans import read_move_task, solve_move_task
from translators.space.arrangements.questions import Asked, read_question
from translators.space.arrangements.scenes import find_layout
from translators.space.arrangements.sentences import Reader, clean, sentences
from translators.space.arrangements.story import Story, read_story, without_lead, worlds_of
from translators.space.arrangements.verdict import Verdict, judge
from translators.space.arrangements.words import table

__all__ = ["Answer", "Solution", "solve_puzzle"]


@dataclass(frozen=True)
class Answer:
    """The answer to one question.

    ``status``: ``solved``, ``undetermined`` (the clues leave it open), ``unread`` (something could
    not be read; ``answer`` is then at most what follows from the rest), ``contradiction`` (no
    arrangement at all). ``answer``: letters, names or a text. ``sure``: solved, everything that
    could change the answer was read, and no other customary reading of the words differs.
    ``pictures``: up to three arrangements as SVG.
    """

    status: str
    answer: tuple[str, ...]
    reason: tuple[str, ...]
    sure: bool = False
    arrangement: str = ""
    notes: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()


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


def solve_puzzle(puzzle: Puzzle | Damaged, *, pictures: int = 0) -> Solution:
    """Solve one puzzle, alone. Never raises for what it cannot read; see ``Answer.status``.

    ``pictures``: draw up to so many arrangements for every answer.
    """
    if isinstance(puzzle, Damaged):
        return Solution(puzzle.id, "", (Answer("unread", (), (puzzle.why,)),))
    if is_english(puzzle.text):
        chinese, names = in_chinese(puzzle)
        return _told_in_english(_solved(chinese, pictures), names)
    return _solved(puzzle, pictures)


def _solved(puzzle: Puzzle, pictures: int) -> Solution:
    moved = _least_moves(puzzle)
    if moved is not None:
        return moved
    asked = [t for q in puzzle.questions for t in (q.stem, *q.options.values())]
    told = sentences(puzzle.text)
    cast = find_cast(_cleaned(told), "\n".join(asked))
    if cast is None:
        return _lost(puzzle, "找不到参加排列的人或物的名单")
    layout = find_layout(cast.veil(_cleaned([*told, *asked])), cast)
    if layout is None:
        return _lost(puzzle, "看不出是什么样的排列（圆桌、一排、楼层……），或者说得不明确")
    attempts = [_Attempt(q, told, cast, layout, pictures) for q in puzzle.questions]
    answers = tuple(a.answer() for a in attempts)
    shown = attempts[-1]
    return Solution(
        puzzle.id, f"{layout.kind}, {layout.size}", answers,
        tuple(c.text for c in shown.story.clues), tuple(shown.unread), puzzle.expected,
        tuple(m.text for m in shown.story.moves))


def _told_in_english(solution: Solution, names: list[str]) -> Solution:
    """Put the English names back into all that is said; the words around them stay Chinese."""

    def back(value: object) -> object:
        if isinstance(value, str):
            return with_names(value, names)
        if isinstance(value, tuple):
            return tuple(back(v) for v in value)
        if isinstance(value, Answer):
            return Answer(**{f.name: back(getattr(value, f.name)) for f in fields(value)})  # type: ignore[arg-type]
        return value

    kept = {"id": solution.id, "expected": solution.expected}
    told = {f.name: back(getattr(solution, f.name)) for f in fields(solution)}
    return Solution(**(told | kept))  # type: ignore[arg-type]


def _cleaned(told: list[str]) -> str:
    return "。".join(clean(s) for s in told)


def _least_moves(puzzle: Puzzle) -> Solution | None:
    """Answer a puzzle that asks for the least number of moves, by planning."""
    question = puzzle.questions[-1]
    try:
        told = _cleaned(sentences("\n".join([puzzle.text, *(q.stem for q in puzzle.questions)])))
        task = read_move_task(told)
        if task is None:
            return None
        count, steps = solve_move_task(task)
    except (ValueError, LimitError) as error:
        return _lost(puzzle, str(error))
    reason = ("最短的做法（已证明）：" + "；".join(steps),) if steps else ("不用移动",)
    answer: tuple[str, ...] = (str(count),)
    if question.options:
        numbers = {k: re.search("[0-9]+|[一二两三四五六七八九十]+", t)
                   for k, t in question.options.items()}
        answer = tuple(k for k, m in numbers.items() if m and number_of(m[0]) == count)
        if not answer:
            return _lost(puzzle, f"算出 {count} 步，选项中没有")
    return Solution(puzzle.id, f"{task.kind}, planning", (Answer("solved", answer, reason, True),),
                    expected=puzzle.expected)


def _lost(puzzle: Puzzle, why: str) -> Solution:
    return Solution(puzzle.id, "", tuple(Answer("unread", (), (why,)) for _ in puzzle.questions),
                    expected=puzzle.expected)


@dataclass(frozen=True)
class _Found:
    verdict: Verdict
    asked: Asked
    worlds: Worlds
    reader: Reader
    story: Story
    reading: Reading


class _Attempt:
    """One question under the customary readings of the words."""

    def __init__(self, question: Question, told: list[str], cast: Cast, layout: Layout,
                 pictures: int) -> None:
        self.question, self.told, self.cast, self.layout = question, told, cast, layout
        self.pictures = pictures
        self.story, self.unread = Story(()), list[tuple[str, str]]()
        self.failure = ""

    def answer(self) -> Answer:
        """Return the answer under the first reading that gives a fitting one."""
        found: list[_Found] = []
        for reading in self._readings():
            one = self._read(reading)
            if one is not None:
                found.append(one)
            if one is not None and (not self._other_readings(one, found) or len(found) >= 4):
                break
        if found:
            return self._settled(found)
        if self.failure or self.unread:
            lines = [self.failure] if self.failure else []
            return Answer("unread", (), (*lines, *self._unread_lines()), notes=self.layout.notes)
        return Answer("contradiction", (), ("没有任何排列能同时满足所有条件",), notes=self.layout.notes)

    def _readings(self) -> Iterator[Reading]:
        """Yield the customary readings, the likeliest first.

        Around a table of six with options to choose from, 左边 is anywhere on that side, as the
        published puzzles use it; an open question asks for the one next to somebody.
        """
        near = self.layout.near
        if self.layout.round and self.layout.size >= 6 and self.question.options:
            near = False
        yield Reading(near)
        yield Reading(not near)
        if self.layout.kind == "two_rows" and self.layout.size > 4:
            yield Reading(near, True)
            yield Reading(not near, True)

    def _other_readings(self, one: _Found, found: list[_Found]) -> bool:
        """Say whether another reading could differ and has to be tried."""
        if not one.reader.doubts:
            return False
        return not (self.layout.round and _fits(one))

    def _read(self, reading: Reading) -> _Found | None:
        reader = Reader(self.cast, self.layout, reading)
        words, question = table("moves"), self.question
        try:
            story = read_story(self.told, reader)
            self.story, self.unread = story, reader.unread
            if story.lost:
                return None
            before = bool(story.moves) and bool(re.search(words["question_before"], question.stem))
            if story.moves:
                stem = re.sub(words["after"], "", without_lead(clean(question.stem)))
                question = replace(question, stem=re.sub(words["before"], "", stem))
            if before:
                reader.layout = self.layout
            asked = read_question(question, reader)
            worlds = worlds_of(story, self.layout, self.cast, before=before)
            verdict = judge(asked, worlds, self.cast)
        except Unread as error:
            self.failure = self.failure or f"看不懂问题：{question.stem}（{error}）"
        except Meaningless as error:
            self.failure = self.failure or f"「{error}」在这种排列里没有意义"
        except LimitError as error:
            self.failure = self.failure or str(error)
        else:
            if verdict.status != "contradiction":
                return _Found(verdict, asked, worlds, reader, story, reading)
        return None

    def _settled(self, found: list[_Found]) -> Answer:
        """Take the first reading that gives a fitting answer; say so when another one differs."""
        solved = [f for f in found if f.verdict.status == "solved"]
        chosen = next((f for f in solved if _fits(f)), (solved or found)[0])
        verdict = chosen.verdict
        self.story, self.unread = chosen.story, chosen.reader.unread
        notes = self._notes(chosen, found, {f.verdict.answer for f in solved})
        lines = self._unread_lines()
        missing = bool(lines) or any(
            c.special.startswith("unread") for c in chosen.asked.candidates)
        status, answer, sure = verdict.status, verdict.answer, False
        if status != "solved":
            status = "unread" if missing else status
        elif missing and not (verdict.lasting and self._harmless() and _lasts(chosen)):
            status = "unread"
        else:
            lines, sure = [], not notes and _fits(chosen)
        reason = self._reason(chosen) if status == "solved" else (*lines, *verdict.reason)
        return Answer(status, answer, reason, sure, *self._shown(chosen, notes))

    def _notes(
        self, chosen: _Found, found: list[_Found], answers: set[tuple[str, ...]]
    ) -> tuple[str, ...]:
        """Return what had to be assumed, and what other readings would answer."""
        notes, others = list(self.layout.notes), sorted(answers - {chosen.verdict.answer})
        if others and not (self.layout.round and _fits(chosen) and chosen is found[0]):
            notes.append("按另一种理解答案会是 " + "；".join("、".join(o) for o in others))
        if chosen is not found[0]:
            notes.append("把方位词理解为" + ("紧邻的一个" if chosen.reading.near else "那一侧的任意位置"))
        return tuple(notes)

    def _shown(
        self, chosen: _Found, notes: tuple[str, ...]
    ) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        """Return an arrangement in words, the notes, and pictures of arrangements."""
        layout, names, example = chosen.worlds.layout, self.cast.names, chosen.verdict.example
        shown = (chosen.worlds.few() or [])[: self.pictures]
        told = "" if example is None else in_words(layout, example, names)
        return told, notes, tuple(drawing(layout, at, names) for at in shown)

    def _reason(self, chosen: _Found) -> tuple[str, ...]:
        """Name the clues that the answer needs, and what they leave."""
        verdict, clues = chosen.verdict, chosen.story.clues
        if chosen.story.moves:
            return ("移动依次为：" + "；".join(m.text for m in chosen.story.moves), *verdict.reason)
        if verdict.proof is None or len(clues) > 40:
            return verdict.reason
        worlds = Worlds(chosen.worlds.layout, self.cast.groups,
                        [*chosen.worlds.statements, *chosen.asked.assumption])
        first = len(chosen.worlds.statements) - len(clues)
        needed = [i - first for i in worlds.needed(verdict.proof)]
        texts = [f"「{clues[i].text}」" for i in needed if 0 <= i < len(clues)]
        return (*(["由" + "、".join(texts) + "推出"] if texts else []), *verdict.reason)

    def _harmless(self) -> bool:
        """Say whether what is unread can only narrow the arrangements, not change the scene."""
        changes = "换|移|挪|转|走到|插|离开|搬|朝|背|面向|空|交替|相间|圈|桌|排成"
        return not any(re.search(changes, text) for text, _ in self.unread)

    def _unread_lines(self) -> list[str]:
        return [f"看不懂：「{text}」（{why}）" for text, why in self.unread]


def _fits(found: _Found) -> bool:
    """Say whether the number of answers is what the question announced."""
    verdict, several = found.verdict, found.asked.several
    if verdict.status != "solved" or several is None or found.asked.kind != "choose":
        return verdict.status == "solved"
    special = any(c.special for c in found.asked.candidates if c.key in verdict.answer)
    return special or (len(verdict.answer) > 1) == several


def _lasts(found: _Found) -> bool:
    """Say whether further clues cannot change the answer: no further option could be added."""
    if not found.asked.candidates or found.asked.kind == "truth":
        return True
    if all(c.key == c.text for c in found.asked.candidates):
        return True
    whole = all(c.key in found.verdict.answer for c in found.asked.candidates if c.meaning) and not any(
        c.special.startswith("unread") for c in found.asked.candidates)
    return whole or (found.asked.several is False and len(found.verdict.answer) == 1)
