"""Solve a puzzle: read everything, ask the arrangements, answer with the reason.

An answer is sure only where it follows. Sentences that could not be read can only remove
arrangements: what must hold without them still holds, but more may hold with them. What a text does
not tell of its layout is open: every layout that it may be about is tried, those in which the clues
contradict each other drop out, and a claim needs all others to agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from domains.space.geometry import Layout, Meaningless
from domains.space.pictures import drawing
from domains.space.solver import Worlds
from planner.errors import LimitError
from translators.space.arrangements.clauses import Reading
from translators.space.arrangements.files import Damaged, Puzzle, Question
from translators.space.arrangements.names import Cast, find_cast
from translators.space.arrangements.questions import Asked, read_question
from translators.space.arrangements.scenes import find_layouts
from translators.space.arrangements.sentences import Clue, Reader, clean, pattern, sentences
from translators.space.arrangements.story import read_story, worlds_of
from translators.space.arrangements.verdict import Verdict, judge
from translators.space.arrangements.words import Unread, language_of, say, simplified, table

MAX_READINGS, MAX_EXPLAINED = 4, 40
FEW = 2  # traditional characters may stand in a simplified text, in a name for example


@dataclass(frozen=True)
class Answer:
    """The answer to one question.

    ``status``: ``solved``, ``undetermined`` (the clues leave it open), ``unread`` (something could
    not be read; ``answer`` is then at most what follows from the rest), ``contradiction`` (no
    arrangement at all). ``answer``: letters, names or a text; ``guess``: it is not the answer of a
    ``solved`` question, but what follows from a part of it or from what is assumed. ``sure``:
    solved, everything that could change the answer was read, and no other customary reading of the
    words differs.
    ``pictures``: up to three arrangements as SVG.
    """

    status: str
    answer: tuple[str, ...]
    reason: tuple[str, ...]
    sure: bool = False
    guess: bool = False
    arrangement: str = ""
    notes: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True)
class Solution:
    """All that was found about a puzzle; ``language`` (zh, en) is that of the puzzle."""

    id: str
    layout: str
    answers: tuple[Answer, ...]
    clues: tuple[str, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    expected: tuple[str, ...] = ()
    language: str = "zh"


def solve_puzzle(puzzle: Puzzle | Damaged, *, pictures: int = 0) -> Solution:
    """Solve one puzzle, alone. Never raises for what it cannot read; see ``Answer.status``.

    ``pictures``: most arrangements drawn for every answer.
    """
    if isinstance(puzzle, Damaged):
        return Solution(puzzle.id, "", (Answer("unread", (), (puzzle.why,)),))
    puzzle, given = _simplified(puzzle), puzzle
    asked = [t for q in puzzle.questions for t in (q.stem, *q.options.values())]
    language = language_of("\n".join((puzzle.text, *asked)))
    stated = sentences(puzzle.text, language)
    scene = "。".join(clean(s, language) for s in stated)

    def lost(why: str) -> Solution:
        return Solution(puzzle.id, "", tuple(Answer("unread", (), (why,)) for _ in puzzle.questions),
                        expected=puzzle.expected, language=language)

    cast = find_cast(scene, "\n".join(asked), language)
    if cast is None:
        return lost(say(language, "no cast"))
    layouts = find_layouts(cast.veil(scene), cast, cast.veil("。".join(clean(t, language) for t in asked)))
    if not layouts:
        return lost(say(language, "no layout"))
    chosen = [_agreed([_Attempt(q, stated, cast, one, pictures) for one in layouts]) for q in puzzle.questions]
    notes = [say(language, "folded")] if puzzle != given else []
    answers, last = tuple(replace(answer, guess=bool(answer.answer) and answer.status != "solved", notes=(
        *notes, *answer.notes)) for _, answer in chosen), chosen[-1][0]
    return Solution(
        puzzle.id, f"{last.layout.kind}, {last.layout.size}", answers, tuple(c.text for c in last.clues),
        tuple(last.unread), puzzle.expected, language)


def _simplified(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle in simplified characters if it is written in traditional ones, else as it is."""
    if len(set(puzzle.text).intersection(table("script")["traditional"])) <= FEW:
        return puzzle
    return replace(puzzle, text=simplified(puzzle.text), questions=tuple(replace(
        q, stem=simplified(q.stem), options={k: simplified(t) for k, t in q.options.items()}) for q in puzzle.questions))


@dataclass(frozen=True)
class _Found:
    verdict: Verdict
    asked: Asked
    worlds: Worlds
    reader: Reader
    clues: Sequence[Clue]

    @property
    def fits(self) -> bool:
        """Say whether the number of answers is what the question announced."""
        verdict, several = self.verdict, self.asked.several
        if verdict.status != "solved" or several is None or self.asked.kind != "choose":
            return verdict.status == "solved"
        special = any(c.special for c in self.asked.candidates if c.key in verdict.answer)
        return special or (len(verdict.answer) > 1) == several

    @property
    def missing(self) -> bool:
        """Say whether a clue or an option is unread."""
        return bool(self.reader.unread) or any(
            c.special.startswith("unread") for c in self.asked.candidates)

    @property
    def lasts(self) -> bool:
        """Say whether unread clues cannot change the answer.

        They only narrow the arrangements, what was chosen stays right, no option could be added.
        """
        changes = pattern("changes", self.reader.cast.language, "moves")
        if self.verdict.proof is None or any(changes.search(text) for text, _ in self.reader.unread):
            return False
        if all(c.key == c.text for c in self.asked.candidates):
            return True
        whole = all(c.key in self.verdict.answer for c in self.asked.candidates if c.meaning or (
            c.special.startswith("unread")))
        return whole or (self.asked.several is False and len(self.verdict.answer) == 1)


def _agreed(attempts: Sequence[_Attempt]) -> tuple[_Attempt, Answer]:
    """Return the answer in the first layout that the clues do not exclude, if all others agree.

    Where they differ the text leaves it open, and that answer is a guess.
    """
    tried = [(attempt, attempt.answer()) for attempt in attempts]
    left = [(a, found) for a, found in tried if found.status != "contradiction"] or [
        _contradicted(attempts, tried[0])]
    attempt, first = next((one for one in left if one[1].answer), left[0])
    if all((found.status, found.answer) == (first.status, first.answer) for _, found in left):
        return attempt, replace(first, sure=all(found.sure for _, found in left))
    notes = *first.notes, *(say(attempt.cast.language, key) for key in attempt.layout.notes)
    status = "undetermined" if first.status == "solved" else first.status
    return attempt, replace(first, status=status, sure=False, notes=notes)


def _contradicted(attempts: Sequence[_Attempt], first: tuple[_Attempt, Answer]) -> tuple[_Attempt, Answer]:
    """Return a contradiction, unless a clue by itself holds nowhere: that was rather read amiss."""
    amiss = set.intersection(*({c.text for c in a.clues if not Worlds(
        a.layout, a.cast.groups, [c.meaning]).some()} for a in attempts))
    attempt = first[0]
    if not amiss:
        return first
    attempt.unread = [(text, say(attempt.cast.language, "holds nowhere")) for text in sorted(amiss)]
    return attempt, Answer("unread", (), tuple(attempt.unread_lines()))


class _Attempt:
    """One question in one layout, under the customary readings of the words."""

    def __init__(self, question: Question, stated: list[str], cast: Cast, layout: Layout,
                 pictures: int) -> None:
        self.question, self.stated, self.cast, self.layout = question, stated, cast, layout
        self.pictures = pictures
        self.clues: Sequence[Clue] = ()
        self.unread: list[tuple[str, str]] = []
        self.failure = ""

    def answer(self) -> Answer:
        """Return the answer under the first reading that gives a fitting one."""
        found: list[_Found] = []
        for reading in self._readings():
            one = self._read(reading)
            if one is not None:
                found.append(one)
                settled = not one.reader.doubts or (self.layout.round and one.fits)
                if settled or len(found) >= MAX_READINGS:
                    break
        if found:
            return self._settled(found)
        lines = [self.failure] if self.failure else []
        if lines or self.unread:
            return Answer("unread", (), (*lines, *self.unread_lines()))
        return Answer("contradiction", (), (self._say("contradiction"),))

    def _say(self, key: str, **parts: object) -> str:
        return say(self.cast.language, key, **parts)

    def unread_lines(self) -> list[str]:
        """Quote what could not be read."""
        return [self._say("unread clue", text=t, why=w) for t, w in self.unread]

    def _readings(self) -> Iterator[Reading]:
        """Yield the customary readings, the likeliest first.

        Around a table of six with options to choose from, 左边 is anywhere on that side, as the
        published puzzles use it; an open question asks for the one next to somebody.
        """
        near = self.layout.near and not (
            self.layout.round and self.layout.size >= 6 and self.question.options)
        wide = [False, True] if self.layout.kind == "two_rows" and self.layout.size > 4 else [False]
        for diagonal in wide:
            yield Reading(near, diagonal)
            yield Reading(not near, diagonal)

    def _read(self, reading: Reading) -> _Found | None:
        question, reader = self.question, Reader(self.cast, self.layout, reading)
        try:
            clues = read_story(self.stated, reader)
            self.clues, self.unread = clues, reader.unread
            if reader.lost:
                return None
            asked = read_question(question, reader)
            worlds = worlds_of(clues, self.layout, self.cast)
            verdict = judge(asked, worlds, self.cast)
        except (Unread, Meaningless, LimitError) as error:
            stated = (self._say("unread question", text=question.stem, why=error)
                    if isinstance(error, Unread) else self._say("no meaning", text=error)
                    if isinstance(error, Meaningless) else str(error))
            self.failure = self.failure or stated
            return None
        return None if verdict.status == "contradiction" else _Found(
            verdict, asked, worlds, reader, clues)

    def _settled(self, found: list[_Found]) -> Answer:
        """Take the first reading that gives a fitting answer; say so when another one differs."""
        solved = [f for f in found if f.verdict.status == "solved"]
        chosen = min(solved or found, key=lambda f: (not f.fits, f.missing))
        self.clues, self.unread = chosen.clues, chosen.reader.unread
        notes, verdict = list[str](), chosen.verdict
        others = sorted({f.verdict.answer for f in solved} - {verdict.answer})
        if others and not (self.layout.round and chosen.fits and chosen is found[0]):
            notes.append(self._say("other reading", answers="；".join("、".join(o) for o in others)))
        if chosen is not found[0]:
            notes.append(self._say("chosen near" if chosen.reader.reading.near else "chosen wide"))
        status = verdict.status
        if chosen.missing and not (status == "solved" and chosen.lasts):
            status = "unread"
        reason = self._reason(chosen) if status == "solved" else (*self.unread_lines(), *verdict.reason)
        layout, names = chosen.worlds.layout, self.cast.names
        words = self._say("clockwise"), self._say("empty")
        shown = (chosen.worlds.few or [])[: self.pictures]
        return Answer(
            status, verdict.answer, reason, status == "solved" and not notes and chosen.fits and not verdict.assumed,
            arrangement=verdict.example, notes=tuple(notes),
            pictures=tuple(drawing(layout, at, names, words) for at in shown))

    def _reason(self, chosen: _Found) -> tuple[str, ...]:
        """Name the clues that the answer needs, and what they leave."""
        verdict, clues = chosen.verdict, chosen.clues
        if verdict.proof is None or len(clues) > MAX_EXPLAINED:
            return verdict.reason
        worlds = replace(chosen.worlds, statements=[
            *chosen.worlds.statements, *chosen.asked.assumption])
        first = len(chosen.worlds.statements) - len(clues)
        needed: Sequence[int] = [i - first for i in worlds.needed(verdict.proof)]
        texts = [self._say("quote", text=clues[i].text) for i in needed if 0 <= i < len(clues)]
        because = [self._say("because", clues=self._say("comma").join(texts))] if texts else []
        return (*because, *verdict.reason)
