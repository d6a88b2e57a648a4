"""Puzzle files: plain text, or JSON items of the SpaCE2024 / SpaCE2025 form.

Plain text holds the scene, the clues, one or more questions and, if there are any, the options of
the last question (``A. …``). Several puzzles in one text file are separated by a line of ``---``.
JSON items have ``text``, ``question``, ``option`` or ``options`` and perhaps ``answer``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner.errors import InputError, LimitError
from translators.space.formats import read_text

__all__ = ["MAX_CHARACTERS", "Puzzle", "Question", "puzzle_of", "read_puzzles", "sentences"]

MAX_CHARACTERS = 20_000
MAX_BYTES = 64 * 1024 * 1024
_OPTION = re.compile(r"(?:(?<=\n)|(?<=\s)|^|(?<=[。；;？?）)]))\s*[（(]?([A-H])\s*(?:[.．:：)）]|、(?=[^\s、]{1,40}(?:\n|\s|$)))\s*")
_ASKS = re.compile(
    r"[？?]|[（(]\s*[）)]|＿{2,}|_{2,}|下列|以下[^。]{0,8}(?:哪|说法|选项|正确)|下面[^。]{0,8}(?:哪|说法|选项|正确)|^请?问|"
    r"(?:谁|哪(?:个|位|一)|第几|几楼|多少种|几种)|^(?:判断|求|请(?:给|写|排|推|找|判))")


@dataclass(frozen=True)
class Question:
    """A question with its options by letter (none for an open question)."""

    stem: str
    options: Mapping[str, str]
    several: bool = False


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as read; ``expected`` is the answer the file states, never used for solving."""

    id: str
    text: str
    questions: tuple[Question, ...]
    expected: tuple[str, ...] = ()


def read_puzzles(path: Path) -> list[Puzzle]:
    """Return the puzzles of a file; raise ``InputError`` or ``LimitError`` with the place."""
    text = read_text(path, limit=MAX_BYTES)
    if path.suffix in (".json", ".jsonl") or text.lstrip()[:1] in ("{", "["):
        return [puzzle_of(x, f"{path}:{n}") for n, x in _json_items(text, path)]
    found = []
    for number, part in enumerate(re.split(r"(?m)^\s*-{3,}\s*$", text), 1):
        if part.strip():
            found.append(_plain(part, f"{path.stem}-{number}", str(path)))
    if not found:
        raise InputError(f"{path}: the file is empty")
    return found


def puzzle_of(value: Any, place: str) -> Puzzle:
    """Read one JSON item; ``place`` starts the messages."""
    if not isinstance(value, Mapping):
        raise InputError(f"{place}: expected a puzzle (JSON object)")
    text, stem = value.get("text"), value.get("question", "")
    if not isinstance(text, str) or not isinstance(stem, str):
        raise InputError(f"{place}: a puzzle needs the texts 'text' and 'question'")
    name = str(value.get("id", value.get("qid", place)))[:80]
    options = _options(value.get("options", value.get("option")), place)
    if not stem and not options:
        return _plain(text, name, place)
    if len(text) + len(stem) > MAX_CHARACTERS:
        raise LimitError(f"{place}: more than {MAX_CHARACTERS} characters")
    answer = value.get("answer", [])
    letters = answer if isinstance(answer, list) else list(str(answer)) if options else [answer]
    several = "多选" in str(value.get("instruction", "")) or bool(
        re.search(r"-m-|(?<=[0-9])m|^m", name) and "qid" in value)
    return Puzzle(name, text, (Question(stem, options, several),), tuple(map(str, letters)))


def sentences(text: str) -> list[str]:
    """Split a text into sentences, end marks kept."""
    parts = re.findall(r"[^。！？?!；;\n]+[。！？?!；;]?", text)
    return [p.strip() for p in parts if p.strip(" \t\r　。；;")]


def _options(value: Any, place: str) -> dict[str, str]:
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return {str(k): str(v) for k, v in value.items()}
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        return {chr(65 + i): re.sub(r"^[A-H][.．、:：]\s*", "", v) for i, v in enumerate(value)}
    raise InputError(f"{place}: 'options' must map letters to texts")


def _json_items(text: str, path: Path) -> list[tuple[int, Any]]:
    try:
        if text.lstrip()[:1] == "[":
            return list(enumerate(json.loads(text), 1))
        try:
            return [(1, json.loads(text))]
        except json.JSONDecodeError:
            rows = [(n, row) for n, row in enumerate(text.split("\n"), 1) if row.strip()]
            if len(rows) < 2:
                raise
            return [(n, _row(row, path, n)) for n, row in rows]
    except json.JSONDecodeError as error:
        raise InputError(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from None
    except RecursionError:
        raise LimitError(f"{path}: JSON nested too deeply") from None
    except ValueError as error:
        raise InputError(f"{path}: {error}") from None


def _row(row: str, path: Path, number: int) -> Any:
    try:
        return json.loads(row)
    except json.JSONDecodeError as error:
        raise InputError(f"{path}:{number}:{error.colno}: not JSON: {error.msg}") from None


def _plain(text: str, name: str, place: str) -> Puzzle:
    if len(text) > MAX_CHARACTERS:
        raise LimitError(f"{place}: a puzzle of {len(text)} characters, at most {MAX_CHARACTERS}")
    if "\0" in text:
        raise InputError(f"{place}: not a text (it holds zero characters)")
    text, expected = _stated_answer(text)
    several = bool(re.search(r"多选", text))
    text = re.sub(r"[（(【\[](?:多选|单选)题?[）)】\]]", "", text)
    body, options = _cut_options(text)
    lines = sentences(body)
    asked = [i for i, s in enumerate(lines) if _ASKS.search(s)]
    if options and (not asked or asked[-1] != len(lines) - 1) and lines:
        asked.append(len(lines) - 1)
    if not asked:
        raise InputError(f"{place}: no question found (a sentence with '？' or a blank '（ ）')")
    first = asked[0]
    told = [s for i, s in enumerate(lines) if i < first or i not in asked]
    questions = tuple(
        Question(lines[i], options if i == asked[-1] else {}, several) for i in asked
    )
    return Puzzle(name, "\n".join(told), questions, expected)


def _stated_answer(text: str) -> tuple[str, tuple[str, ...]]:
    match = re.search(r"\n\s*(?:答案|【答案】|参考答案)\s*[：:]?\s*(.+?)\s*$", text)
    if not match:
        return text, ()
    answer = match[1]
    letters = tuple(answer) if re.fullmatch(r"[A-H]+", answer) else (answer,)
    return text[: match.start()], letters


def _cut_options(text: str) -> tuple[str, dict[str, str]]:
    """Cut ``A. … B. …`` off the end; the letters must come in order and start with A."""
    marks = list(_OPTION.finditer(text))
    for start in range(len(marks)):
        run = marks[start:]
        if [m[1] for m in run] == [chr(65 + i) for i in range(len(run))] and len(run) > 1:
            options = {}
            for mark, following in zip(run, [*run[1:], None], strict=True):
                end = following.start() if following else len(text)
                options[mark[1]] = text[mark.end() : end].strip(" \t\r\n；;。")
            return text[: run[0].start()], options
    return text, {}
