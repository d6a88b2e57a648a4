"""Files of the SpaCE2023 evaluation: read the released form, accept the draft's spelling.

A file is JSON lines (one item per line) or one JSON array. Every item is an object with a
``qid``; the answer field is ``results`` (released) or ``outputs`` / ``fragments`` (draft). A later
item with the same ``qid`` replaces the earlier one; items without ``qid`` are skipped. Numbers of
roles, used by the draft, are turned into names by ``roles.toml``.

Text is data here: ``idxes`` given as a string are parsed as a JSON list, never evaluated.
"""

from __future__ import annotations

import re
import tomllib
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from planner.errors import InputError, LimitError
from planner.files import decoded, parse_json, read_bytes

MAX_FILE_BYTES = 256 * 1024 * 1024
MAX_LINE_CHARACTERS = 4_000_000
MAX_ITEMS = 200_000
MAX_TEXT = 20_000
_KINDS = {dict: "an object", list: "a list", str: "a text", int: "a number", bool: "true/false",
          float: "a number", type(None): "nothing"}
T = TypeVar("T")


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
        text = typed(self.fields.get(key), str, f"{self.name}: {key!r}")
        if len(text) > MAX_TEXT:
            raise InputError(f"{self.name}: {len(text)} characters, at most {MAX_TEXT} are read")
        if re.search("[\ud800-\udfff]", text):
            raise InputError(f"{self.name}: {key!r} holds half a character (a lone surrogate)")
        return text


def typed(value: Any, kind: type[T], what: str) -> T:
    """Return a value of a JSON type; raise ``InputError`` saying what it is instead."""
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        found = _KINDS.get(type(value), type(value).__name__)
        raise InputError(f"{what} must be {_KINDS[kind]}, found {found}")
    return value


def read_text(path: Path, *, limit: int = MAX_FILE_BYTES, member: str = "") -> str:
    """Return the UTF-8 text of ``path``, or of a ``member`` of the zip archive ``path``.

    Raise ``InputError`` or ``LimitError`` with the place.
    """
    return decoded(_unzipped(path, member, limit) if member else read_bytes(path, limit), str(path))


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
    for line, value in json_rows(text, path):
        if isinstance(value, InputError):
            raise value
        fields = typed(value, dict, f"{path}:{line}: expected an item, which")
        if "qid" in fields:
            qid = fields["qid"]
            name = str(qid if type(qid) is int else typed(qid, str, f"{path}:{line}: 'qid'"))
            items[name] = Item(name, fields, f"{path}:{line}")
    if len(items) > MAX_ITEMS:
        raise LimitError(f"{path}: more than {MAX_ITEMS} items")
    return items


def json_rows(text: str, path: Path) -> Iterator[tuple[int, Any]]:
    """Yield the members of a JSON array, an object, or objects line by line (a damaged line as its error)."""
    rows = [(n, row) for n, row in enumerate(text.split("\n"), 1) if row.strip()]
    try:
        whole = parse_json(text, str(path))
    except InputError:
        if len(rows) < 2 or text.lstrip()[:1] == "[":
            raise
    else:
        yield from enumerate(whole if isinstance(whole, list) else [whole], 1)
        return
    for number, row in rows:
        if len(row) > MAX_LINE_CHARACTERS:
            raise LimitError(f"{path}:{number}: line of {len(row)} characters")
        try:
            yield number, parse_json(row, str(path), number)
        except InputError as error:
            yield number, error


def answers(item: Item, task: int) -> list[list[Element]]:
    """Return the alternatives (subtask 1) or tuples (subtask 2) of an item.

    Raise ``InputError`` naming the item when the field is missing or damaged.
    """
    key = next((k for k in ("results", "outputs", "fragments") if k in item.fields), "")
    if not key:
        raise InputError(f"{item.name}: no 'results'")
    value = typed(item.fields[key], list, f"{item.name}: {key!r}")
    if value and all(isinstance(x, Mapping) and "role" in x for x in value):
        value = [value]
    places = [f"{item.name}, answer {n}" for n in range(1, len(value) + 1)]
    return [[_element(x, place, task) for x in typed(alternative, list, place)]
            for place, alternative in zip(places, value, strict=True)]


def _element(value: Any, place: str, task: int) -> Element:
    fields = typed(value, dict, f"{place}: an element")
    role = _role(fields.get("role"), place, task)
    place = f"{place}, role {role}"
    label = fields.get("label")
    if label is not None:
        typed(label, str, f"{place}: 'label'")
    source = fields.get("fragment")
    if source is None and ("idxes" in fields or "text" in fields):
        source = fields
    if task == 1 and not (isinstance(source, dict) and "idxes" in source):
        raise InputError(f"{place}: no 'idxes'")
    return Element(role, None if source is None else fragment_of(source, place), label)


def fragment_of(value: Any, place: str) -> Fragment:
    """Read a fragment ``{text, idxes}``."""
    fields = typed(value, dict, f"{place}: a fragment")
    idxes = fields.get("idxes", [])
    if isinstance(idxes, str):
        idxes = parse_json(idxes, f"{place}: 'idxes'")
    for index in typed(idxes, list, f"{place}: 'idxes'"):
        if type(index) is not int or index < 0:
            raise InputError(f"{place}: 'idxes' must hold numbers from 0, found {index!r:.40}")
    return Fragment(typed(fields.get("text", ""), str, f"{place}: 'text'"), tuple(idxes))


@cache
def _roles(task: int) -> dict[str, Any]:
    table = tomllib.loads((Path(__file__).parent / "roles.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = table[f"task{task}"]
    return found


def _role(value: Any, place: str, task: int) -> str:
    if type(value) is int:
        if not 1 <= value <= len(_roles(task)["order"]):
            raise InputError(f"{place}: unknown role number {value}")
        return str(_roles(task)["order"][value - 1])
    name = typed(value, str, f"{place}: 'role'")
    return str(_roles(task)["aliases"].get(name, name))
