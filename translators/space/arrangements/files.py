"""Puzzle files: plain text, or JSON items of the SpaCE2024 / SpaCE2025 form.

Plain text holds the scene, the clues, one or more questions and, if there are any, the options of
the last question (``A. …``). Several puzzles in one text file are separated by a line of ``---``.
JSON items have ``text``, ``question``, ``option`` or ``options`` and perhaps ``answer``. An item
that cannot be read becomes a ``Damaged`` with its id and the reason; the others are read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domains.space.items import read_text
from planner.errors import InputError
from translators.space.arrangements.sentences import sentences

__all__ = ["MAX_CHARACTERS", "Damaged", "Puzzle", "Question", "puzzle_of", "read_puzzles"]

MAX_CHARACTERS = 20_000
MAX_BYTES = 64 * 1024 * 1024
_OPTION = re.compile(r"(?:(?<=\n)|(?<=\s)|^|(?<=[。；;？?）)]))\s*[（(]?([A-H])\s*(?:[.．:：)）]|、(?=[^\s、]{1,40}(?:\n|\s|$)))\s*")
_ASKS = re.compile(
    r"[？?]|[（(]\s*[）)]|＿{2,}|_{2,}|下列|以下[^。]{0,8}(?:哪|说法|选项|正确)|下面[^。]{0,8}(?:哪|说法|选项|正确)|^请?问|"
    r"(?:谁|哪(?:个|位|一)|第几|几楼|多少种|几种)|^(?:判断|求|请(?:给|写|排|推|找|判))")


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
    """An item that is no puzzle, and why."""

    id: str
    why: str


def read_puzzles(path: Path) -> list[Puzzle | Damaged]:
    """Return the puzzles of a file in order; raise ``InputError`` or ``LimitError`` for the file."""
    text = read_text(path, limit=MAX_BYTES)
    if path.suffix in (".json", ".jsonl") or text.lstrip()[:1] in ("{", "["):
        found = [_item(x, f"{path}:{n}") for n, x in _json_items(text, path)]
    else:
        parts = [p for p in re.split(r"(?m)^\s*-{3,}\s*$", text) if p.strip()]
        found = [_attempt(lambda p=p, n=n: _plain(p, f"{path.stem}-{n}", str(path)),
                          f"{path.stem}-{n}") for n, p in enumerate(parts, 1)]
        if len(found) == 1 and isinstance(found[0], Damaged):
            raise InputError(found[0].why)
    if not found:
        raise InputError(f"{path}: the file is empty")
    return found


def _attempt(read: Any, name: str) -> Puzzle | Damaged:
    try:
        puzzle: Puzzle = read()
    except InputError as error:
        return Damaged(name, str(error))
    return puzzle


def _item(value: Any, place: str) -> Puzzle | Damaged:
    if isinstance(value, Damaged):
        return value
    name = str(value.get("id", value.get("qid", place)))[:80] if isinstance(value, Mapping) else place
    return _attempt(lambda: puzzle_of(value, place), name.encode("utf-8", "replace").decode())


def puzzle_of(value: Any, place: str) -> Puzzle:
    """Read one JSON item; ``place`` starts the messages of the ``InputError``."""
    if not isinstance(value, Mapping):
        raise InputError(f"{place}: expected a puzzle (JSON object)")
    text, stem = value.get("text"), value.get("question", "")
    if not isinstance(text, str) or not isinstance(stem, str):
        raise InputError(f"{place}: a puzzle needs the texts 'text' and 'question'")
    name = str(value.get("id", value.get("qid", place)))[:80]
    options = _options(value.get("options", value.get("option")), place)
    _proper(text + stem + "".join(options.values()) + name, place)
    if not stem and not options:
        return _plain(text, name, place)
    answer = value.get("answer", [])
    letters = answer if isinstance(answer, list) else list(str(answer)) if options else [answer]
    return Puzzle(name, text, (Question(stem, options, _several(value, name)),),
                  tuple(map(str, letters)))


def _proper(text: str, place: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"{place}: a puzzle of {len(text)} characters, at most {MAX_CHARACTERS}")
    bad = re.search("[\ud800-\udfff\0]", text)
    if bad:
        raise InputError(f"{place}: not a text (it holds the character U+{ord(bad[0]):04X})")


def _several(value: Mapping[str, Any], name: str) -> bool | None:
    told = str(value.get("instruction", "")) + str(value.get("question", ""))
    if re.search("多选|不定项|(?i:multiple[- ](?:choice|select|answer)|select all|one or more)", told):
        return not re.search("(?i:single)", told)
    if re.search("单选|(?i:single)", told):
        return False
    if "qid" in value and re.search(r"-[ms]-|(?<=[0-9])[ms]|^[ms]", name):
        return bool(re.search(r"-m-|(?<=[0-9])m|^m", name))
    return None


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
        value = json.loads(text)
        return list(enumerate(value, 1)) if isinstance(value, list) else [(1, value)]
    except (ValueError, RecursionError) as error:
        rows = [(n, row) for n, row in enumerate(text.split("\n"), 1) if row.strip()]
        if len(rows) < 2 or text.lstrip()[:1] == "[":
            place = f"{error.lineno}:{error.colno}" if isinstance(error, json.JSONDecodeError) else "1"
            raise InputError(f"{path}:{place}: not JSON: {str(error)[:200]}") from None
    return [(n, _row(row, path, n)) for n, row in rows]


def _row(row: str, path: Path, number: int) -> Any:
    try:
        return json.loads(row)
    except (ValueError, RecursionError) as error:
        column = error.colno if isinstance(error, json.JSONDecodeError) else 1
        return Damaged(f"{path}:{number}", f"{path}:{number}:{column}: not JSON: {str(error)[:200]}")


def _plain(text: str, name: str, place: str) -> Puzzle:
    _proper(text, place)
    text, expected = _stated_answer(text)
    several = True if "多选" in text else False if "单选" in text else None
    text = re.sub(r"[（(【\[](?:多选|单选)题?[）)】\]]", "", text)
    body, options = _cut_options(text)
    lines = sentences(body)
    asked = [i for i, s in enumerate(lines) if _ASKS.search(s)]
    if options and (not asked or asked[-1] != len(lines) - 1) and lines:
        asked.append(len(lines) - 1)
    if not asked:
        raise InputError(f"{place}: no question found (a sentence with '？' or a blank '（ ）')")
    told = [s for i, s in enumerate(lines) if i < asked[0] or i not in asked]
    questions = tuple(Question(lines[i], options if i == asked[-1] else {}, several) for i in asked)
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
            ends = [m.start() for m in run[1:]] + [len(text)]
            options = {mark[1]: text[mark.end() : end].strip(" \t\r\n；;。")
                       for mark, end in zip(run, ends, strict=True)}
            return text[: run[0].start()], options
    return text, {}
