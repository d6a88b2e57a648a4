"""Files of the SpaCE2023 evaluation: read the released form, accept the draft's spelling.

A file is JSON lines (one item per line) or one JSON array. Every item is an object with a
``qid``; the answer field is ``results`` (released) or ``outputs`` / ``fragments`` (draft). A later
item with the same ``qid`` replaces the earlier one; items without ``qid`` are skipped. Numbers of
roles, used by the draft, are turned into names by ``roles.toml``.

Text is data here: ``idxes`` given as a string are parsed as a JSON list, never evaluated.
"""

from __future__ import annotations

import json
import re
import tomllib
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from planner.errors import InputError, LimitError, SourceError, Span
from planner.files import read_bytes

__all__ = [
    "MAX_FILE_BYTES",
    "MAX_LINE_CHARACTERS",
    "Element",
    "Fragment",
    "Item",
    "answers",
    "element_of",
    "fragment_of",
    "members",
    "read_items",
    "read_text",
]

MAX_FILE_BYTES = 256 * 1024 * 1024
MAX_LINE_CHARACTERS = 4_000_000
MAX_ITEMS = 200_000
MAX_TEXT = 20_000
_ANSWER_FIELDS = ("results", "outputs", "fragments")


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of text: its characters and their positions (from 0, gaps allowed)."""

    text: str
    idxes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Element:
    """One role of an answer with a fragment, a label, or both."""

    role: str
    fragment: Fragment | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One item as read; ``fields`` is the JSON object, ``where`` is ``file:line``."""

    qid: str
    fields: Mapping[str, Any]
    where: str

    @property
    def name(self) -> str:
        """How messages call the item."""
        return f"{self.where}: item {self.qid!r}"

    @property
    def context(self) -> str:
        """Return the text of the item; raise ``InputError`` when it is missing."""
        return self.text_of("context")

    def text_of(self, key: str) -> str:
        """Return a text of the item; raise ``InputError`` when it is missing, odd or too long."""
        text = self.fields.get(key)
        if not isinstance(text, str):
            raise InputError(f"{self.name}: {key!r} must be a text, found {_kind(text)}")
        if len(text) > MAX_TEXT:
            raise InputError(f"{self.name}: {len(text)} characters, at most {MAX_TEXT} are read")
        if re.search("[\ud800-\udfff]", text):
            raise InputError(f"{self.name}: {key!r} holds half a character (a lone surrogate)")
        return text


def read_text(path: Path, *, limit: int = MAX_FILE_BYTES, member: str = "") -> str:
    """Return the UTF-8 text of ``path``, or of a ``member`` of the zip archive ``path``.

    Raise ``InputError`` or ``LimitError`` with the place.
    """
    data = _unzipped(path, member, limit) if member else read_bytes(path, limit)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise InputError(f"{path}:{line}:{column}: not UTF-8 text (byte {data[error.start]:#04x})"
                         f"{_encoding_hint(data)}") from None


def members(path: Path) -> list[str]:
    """Return the names of the files in a zip archive; raise ``InputError`` if it is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            return [n for n in archive.namelist() if not n.endswith("/")]
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise InputError(f"{path}: not a readable zip archive ({error})") from None


def _unzipped(path: Path, member: str, limit: int) -> bytes:
    try:
        with zipfile.ZipFile(path) as archive, archive.open(member) as stream:
            data = stream.read(limit + 1)
    except RuntimeError:
        raise InputError(f"{path}: {member} is encrypted; unpack it first") from None
    except (zipfile.BadZipFile, zlib.error, KeyError, OSError, ValueError, EOFError) as error:
        raise InputError(f"{path}: {member} cannot be unpacked ({error})") from None
    if len(data) > limit:
        raise LimitError(f"{path}: {member} unpacks to more than {limit} bytes")
    return data


def read_items(path: Path, member: str = "") -> dict[str, Item]:
    """Return the items of ``path`` (or of a file in that archive) by ``qid``, in file order."""
    text = read_text(path, member=member)
    path = path / member if member else path
    items: dict[str, Item] = {}
    for line, fields in _objects(path, text):
        if "qid" not in fields:
            continue
        qid = fields["qid"]
        if isinstance(qid, bool) or not isinstance(qid, str | int):
            raise InputError(f"{path}:{line}: 'qid' must be a text, found {_kind(qid)}")
        items[str(qid)] = Item(str(qid), fields, f"{path}:{line}")
        if len(items) > MAX_ITEMS:
            raise LimitError(f"{path}: more than {MAX_ITEMS} items")
    return items


def answers(item: Item, task: int) -> list[list[Element]]:
    """Return the alternatives (subtask 1) or tuples (subtask 2) of an item.

    Raise ``InputError`` naming the item when the field is missing or damaged.
    """
    value = _answer_value(item)
    if value and all(isinstance(x, Mapping) and "role" in x for x in value):
        value = [value]
    found: list[list[Element]] = []
    for number, alternative in enumerate(value, 1):
        place = f"{item.name}, answer {number}"
        if not isinstance(alternative, list):
            raise InputError(f"{place}: expected a list of elements, found {_kind(alternative)}")
        found.append([element_of(x, place, task) for x in alternative])
    return found


def element_of(value: Any, place: str, task: int) -> Element:
    """Read one element; ``place`` starts the message of the ``InputError``."""
    if not isinstance(value, Mapping):
        raise InputError(f"{place}: expected an element (object), found {_kind(value)}")
    role = _role(value.get("role"), place, task)
    place = f"{place}, role {role}"
    label = value.get("label")
    if label is not None and not isinstance(label, str):
        raise InputError(f"{place}: 'label' must be a text, found {_kind(label)}")
    source = value.get("fragment")
    if source is None and ("idxes" in value or "text" in value):
        source = value
    if source is None:
        if task == 1:
            raise InputError(f"{place}: no 'idxes'")
        return Element(role, None, label)
    return Element(role, fragment_of(source, place, need_idxes=task == 1), label)


def fragment_of(value: Any, place: str, *, need_idxes: bool = False) -> Fragment:
    """Read a fragment ``{text, idxes}``."""
    if not isinstance(value, Mapping):
        raise InputError(f"{place}: a fragment must be an object, found {_kind(value)}")
    text = value.get("text", "")
    if not isinstance(text, str):
        raise InputError(f"{place}: 'text' must be a text, found {_kind(text)}")
    if need_idxes and "idxes" not in value:
        raise InputError(f"{place}: no 'idxes'")
    return Fragment(text, _idxes(value.get("idxes", []), place))


def _idxes(value: Any, place: str) -> tuple[int, ...]:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise InputError(f"{place}: 'idxes' is a text that is no list of numbers") from None
    if not isinstance(value, list):
        raise InputError(f"{place}: 'idxes' must be a list of numbers, found {_kind(value)}")
    for index in value:
        if isinstance(index, bool) or not isinstance(index, int) or index < 0:
            raise InputError(f"{place}: 'idxes' must hold numbers from 0, found {index!r:.40}")
    return tuple(value)


def _answer_value(item: Item) -> list[Any]:
    for field in _ANSWER_FIELDS:
        if field in item.fields:
            value = item.fields[field]
            if not isinstance(value, list):
                raise InputError(f"{item.name}: {field!r} must be a list, found {_kind(value)}")
            return value
    raise InputError(f"{item.name}: no 'results'")


def _role(value: Any, place: str, task: int) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        names = _role_numbers(task)
        if str(value) not in names:
            raise InputError(f"{place}: unknown role number {value}")
        return names[str(value)]
    if not isinstance(value, str):
        raise InputError(f"{place}: 'role' must be a text, found {_kind(value)}")
    return _role_aliases(task).get(value, value)


@cache
def _role_table() -> dict[str, Any]:
    path = Path(__file__).parent / "roles.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _role_numbers(task: int) -> dict[str, str]:
    return dict(_role_table()[f"task{task}"]["numbers"])


def _role_aliases(task: int) -> dict[str, str]:
    return dict(_role_table()[f"task{task}"]["aliases"])


def _objects(path: Path, text: str) -> list[tuple[int, dict[str, Any]]]:
    if text.lstrip()[:1] == "[":
        return [(n, _object(x, path, n)) for n, x in enumerate(_array(path, text), 1)]
    found = []
    for line, row in enumerate(text.split("\n"), 1):
        if not row.strip():
            continue
        if len(row) > MAX_LINE_CHARACTERS:
            raise LimitError(f"{path}:{line}: line of {len(row)} characters")
        found.append((line, _object(_json(row, path, line), path, line)))
    return found


def _array(path: Path, text: str) -> list[Any]:
    value = _json(text, path, 1)
    assert isinstance(value, list)
    return value


def _json(text: str, path: Path, line: int) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        span = Span(line + error.lineno - 1, error.colno)
        rows = text.split("\n")
        shown = rows[error.lineno - 1] if error.lineno <= len(rows) else ""
        raise SourceError(
            f"not JSON: {error.msg}", str(path), span, line_text=shown,
            expected="one JSON object per line, or one array of objects",
        ) from None
    except RecursionError:
        raise LimitError(f"{path}:{line}: JSON nested too deeply") from None
    except ValueError as error:
        raise InputError(f"{path}:{line}: {error}") from None


def _object(value: Any, path: Path, line: int) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{path}:{line}: expected an item (JSON object), found {_kind(value)}")
    return value


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", int: "a number", bool: "true/false",
             float: "a number", type(None): "nothing"}
    return names.get(type(value), type(value).__name__)


def _encoding_hint(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "; it looks like UTF-16"
    if b"\0" in data[:4096]:
        return "; it looks like a binary file"
    try:
        data[:4096].rsplit(b"\n", 1)[0].decode("gb18030")
    except UnicodeDecodeError:
        return ""
    return "; it may be GB18030, convert it first"
