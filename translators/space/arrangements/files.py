"""Puzzle files: plain text, or JSON items of the SpaCE2024 / SpaCE2025 form.

Plain text holds the scene, the clues, one or more questions and, if there are any, the options of
the last question (``A. …``). Several puzzles in one text file are separated by a line of ``---``.
JSON items have ``text``, ``question``, ``option`` or ``options`` and perhaps ``answer``. An item
that cannot be read becomes a ``Damaged`` with its id and the reason; the others are read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domains.space.items import json_rows, read_text, typed
from planner.errors import InputError
from translators.space.arrangements.words import language_of, simplified, table

MAX_CHARACTERS = 20_000
MAX_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True)
class Question:
    """A question with its options by letter (none: open); ``several``: two or more are right.

    ``several`` is ``None`` when the puzzle does not say.
    """

    stem: str
    options: Mapping[str, str]
    several: bool | None = None


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as read; ``expected`` is the answer the file states, never used for solving."""

    id: str
    text: str
    questions: tuple[Question, ...]
    expected: tuple[str, ...] = ()


@dataclass(frozen=True)
class Damaged:
    """An item that is not a puzzle, and why."""

    id: str
    why: str


def read_puzzles(path: Path) -> list[Puzzle | Damaged]:
    """Read all puzzles of a file; raise ``InputError`` with the place when it holds none."""
    text = read_text(path, limit=MAX_BYTES).replace("\r\n", "\n")
    if text.lstrip()[:1] in ("{", "["):
        found = [_attempt(value, f"{path}:{n}") for n, value in json_rows(text, path)]
    else:
        parts = [p for p in re.split(r"(?m)^\s*-{3,}\s*$", text) if p.strip()]
        found = [_attempt({"id": f"{path.stem}-{n}", "text": part}, str(path))
                 for n, part in enumerate(parts, 1)]
        if len(found) == 1 and isinstance(found[0], Damaged):
            raise InputError(found[0].why)
    if not found:
        raise InputError(f"{path}: the file is empty")
    return found


def _attempt(value: Any, place: str) -> Puzzle | Damaged:
    try:
        return puzzle_of(value, place)
    except InputError as error:
        return Damaged(_name(value, place).encode("utf-8", "replace").decode(), str(error))


def _name(value: Any, place: str) -> str:
    return str(value.get("id", value.get("qid", place)))[:80] if isinstance(value, Mapping) else place


def puzzle_of(value: Any, place: str) -> Puzzle:
    """Read one JSON item; ``place`` starts the messages of the ``InputError``."""
    if isinstance(value, InputError):
        raise value
    fields, name = typed(value, dict, f"{place}: a puzzle"), _name(value, place)
    text = typed(fields.get("text"), str, f"{place}: 'text' of a puzzle")
    stem = typed(fields.get("question", ""), str, f"{place}: 'question' of a puzzle")
    options = _options(fields.get("options", fields.get("option")), place)
    _proper(text + stem + "".join(options.values()), place)
    _proper(name, place)
    if not stem and not options:
        return _plain(text, name, place)
    answer = fields.get("answer", [])
    letters = answer if isinstance(answer, list) else list(str(answer)) if options else [answer]
    several = _several(str(fields.get("instruction", "")) + stem)
    mark = re.search(r"-[ms]-|(?<=[0-9])[ms]|^[ms]", name)
    if several is None and mark and "qid" in fields:
        several = "m" in mark[0]
    return Puzzle(name, text, (Question(stem, options, several),), tuple(map(str, letters)))


def _several(stated: str) -> bool | None:
    """Say whether a text announces several answers, ``None`` when it does not say."""
    words = table("files")
    stated = simplified(stated)
    single = bool(re.search(words["single"], stated))
    return not single if single or re.search(words["several"], stated) else None


def _proper(text: str, place: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"{place}: a puzzle of {len(text)} characters, at most {MAX_CHARACTERS}")
    bad = re.search("[\ud800-\udfff\0]", text)
    if bad:
        raise InputError(f"{place}: not a text (it holds the character U+{ord(bad[0]):04X})")


def _options(value: Any, place: str) -> dict[str, str]:
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return {str(k): str(v) for k, v in value.items()}
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        return {chr(65 + i): re.sub(r"^[A-H][.．、:：]\s*", "", v) for i, v in enumerate(value)}
    raise InputError(f"{place}: 'options' must map letters to texts")


def _plain(text: str, name: str, place: str) -> Puzzle:
    from translators.space.arrangements.sentences import sentences

    words = table("files")
    stated = re.search(words["stated"], text)
    several = _several(text)
    body, options = _cut_options(re.sub(words["marks"], "", text[: stated.start()] if stated else text))
    lines = sentences(body, language_of(body))
    asked = [i for i, s in enumerate(lines) if re.search(words["asks"], s)]
    if options and (not asked or asked[-1] != len(lines) - 1) and lines:
        asked.append(len(lines) - 1)
    if not asked:
        raise InputError(f"{place}: no question found (a sentence with '？' or a blank '（ ）')")
    clues = [s for i, s in enumerate(lines) if i < asked[0] or i not in asked]
    questions = tuple(Question(lines[i], options if i == asked[-1] else {}, several) for i in asked)
    answer = stated[1] if stated else ""
    return Puzzle(name, "\n".join(clues), questions,
                  tuple(answer) if re.fullmatch("[A-H]*", answer) else (answer,))


def _cut_options(text: str) -> tuple[str, dict[str, str]]:
    """Cut ``A. … B. …`` off the end; the letters must come in order and start with A."""
    marks = list(re.finditer(table("files")["option"], text))
    for start in range(len(marks)):
        run = marks[start:]
        if [m[1] for m in run] == [chr(65 + i) for i in range(len(run))] and len(run) > 1:
            ends = [m.start() for m in run[1:]] + [len(text)]
            return text[: run[0].start()], {
                mark[1]: text[mark.end() : end].strip(" \t\r\n；;。")
                for mark, end in zip(run, ends, strict=True)}
    return text, {}
