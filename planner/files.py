"""Read files that anybody may have written: regular files only, and no more than a limit.

Folders, pipes, devices and giants are refused with an :class:`InputError`; nothing here waits for
a writer. The parsers of JSON and TOML turn every way in which such a text can be wrong (nesting
that exhausts the stack and numbers of thousands of digits included) into an error with its place.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import threading
from pathlib import Path
from typing import Any, Literal

from planner.errors import ComponentError, InputError, PlannerError, SourceError, Span, UsageError

MACHINE = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE, errno.EROFS,
           errno.ENOMEM, errno.EAGAIN}
"""Errors of the machine; all others are about a file that the call named."""
MAX_BYTES = 30_000_000
MAX_TOML_BYTES = 2_000_000
MAX_DEPTH = 64
"""Deeper TOML tables mean nothing in any of our files and would overflow whoever walks them."""


def read_bytes(
    path: str | Path, limit: int = MAX_BYTES, *, part: Literal["all", "head"] = "all"
) -> bytes:
    """Return the contents of a regular file.

    Of a longer file the first (``head``) ``limit`` bytes come back. Raises
    :class:`InputError` where the file is missing, is not a regular file, or is longer than
    ``limit`` bytes.
    """
    try:
        number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read: {_reason(error)}") from None
    try:
        state = os.fstat(number)
        if not stat.S_ISREG(state.st_mode):
            what = "a folder" if stat.S_ISDIR(state.st_mode) else "not a regular file"
            raise InputError(f"{path}: is {what}, expected a file")
        with os.fdopen(number, "rb", closefd=False) as stream:
            data = stream.read(limit + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {_reason(error)}") from None
    finally:
        os.close(number)
    if len(data) > limit and part == "all":
        raise InputError(f"{path}: {state.st_size:,} bytes; at most {limit:,} are read")
    return data[:limit]


def read_text(path: Path, limit: int = MAX_BYTES, *, expected: str = "UTF-8 text") -> str:
    """Return a file's text without a byte order mark; raise :class:`InputError` with the place."""
    return decoded(read_bytes(path, limit), str(path), expected)


def decoded(data: bytes, source: str, expected: str = "UTF-8 text") -> str:
    """Return the text of some bytes as :func:`read_text` does; the error says what they may be."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise SourceError(f"not a text file (byte that is not UTF-8{_encoding_hint(data)})", source,
                          Span(line, column), expected=expected) from None


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


def parse_json(text: str | bytes, source: str, line: int = 1) -> Any:
    """Parse JSON that begins at a line of ``source``; raise :class:`InputError`."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        shown = error.doc.splitlines()[error.lineno - 1:error.lineno] or [""]
        raise SourceError(f"not JSON: {error.msg}", source,
                          Span(line + error.lineno - 1, error.colno), line_text=shown[0]) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{source}:{line}: not JSON that can be read: {_reason(error)}") from None


def parse_toml(text: str, source: str, expected: str = "TOML") -> dict[str, Any]:
    """Parse TOML; raise :class:`InputError`, with the place where there is one.

    >>> parse_toml("a = b", "a.toml")
    Traceback (most recent call last):
        ...
    planner.errors.SourceError: a.toml:1:5: not TOML: Invalid value
      a = b
          ^
      expected: TOML
    """
    import tomllib

    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise InputError(f"{source}: not TOML that can be read: nested too deeply") from None
    except ValueError as error:  # also a number of more digits than Python reads
        raise _toml_error(str(error), text, source, expected) from None
    if _depth(found) > MAX_DEPTH:
        raise InputError(f"{source}: nested more than {MAX_DEPTH} deep")
    return found


def read_json(path: Path, limit: int = MAX_BYTES) -> Any:
    """Read a JSON file; raise :class:`InputError`."""
    return parse_json(read_text(path, limit, expected="JSON as UTF-8 text"), str(path))


def read_toml(path: Path, limit: int = MAX_TOML_BYTES) -> dict[str, Any]:
    """Read a TOML file; raise :class:`InputError`."""
    return parse_toml(read_text(path, limit, expected="TOML as UTF-8 text"), str(path))


def filled(template: Path, **values: Any) -> str:
    """Return a template of Jinja's with values put in; it may use others of its folder."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(loader=FileSystemLoader(template.parent), autoescape=True,
                              undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.get_template(template.name).render(values)


def wrong(where: str | Path, message: str, key: str = "", value: Any = None) -> InputError:
    """Return a complaint that begins with ``where``; in a TOML file it has the place of the key.

    ``where`` is such a file if it is a ``Path``; of several places the one counts that gives the
    key this value, or a list with it.
    """
    text = read_text(where, MAX_TOML_BYTES) if isinstance(where, Path) and key else ""
    before, after = r"(?m)(?:^[ \t]*\[*|[{,])[ \t]*(?:[\w-]+\.)*[\"']?", r"[\"']?[ \t]*[]=.](.*)"
    for found in re.finditer(f"{before}({re.escape(key)}){after}", text):
        try:
            there = parse_toml(f"value ={found[2]}", "")["value"]
        except InputError:  # a header, or more than the value
            there = value
        if repr(value) in map(repr, (there, *(there if isinstance(there, list) else ()))):
            line = text.count("\n", 0, found.start(1)) + 1
            column = found.start(1) - text.rfind("\n", 0, found.start(1))
            return SourceError.in_text(message, str(where), text, Span(line, column, len(key)))
    return InputError(f"{where}: {message}" if where else message)


def write_text(path: Path, text: str) -> None:
    """Write a text as :func:`write_bytes` does; lone surrogates are written as ``\\udc80``."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all.

    Nothing is written through a link to a file; devices and pipes are written as they are. Raises
    :class:`UsageError` where it cannot be written, :class:`ComponentError` where the machine fails
    (a full disk), both with the file's name.
    """
    try:
        if path.is_symlink() and (path.is_file() or not path.exists()):
            raise UsageError(f"{path}: is a link; nothing is written through it")
        if path.exists() and (not path.is_file() or not os.access(path.parent, os.W_OK)):
            path.write_bytes(data)
        else:
            _replace(path, data)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def spare_others(path: Path, data: bytes) -> None:
    """Raise :class:`UsageError` where a file has other contents: it may be anybody's."""
    if path.exists() and read_bytes(path) != data:
        raise UsageError(f"{path}: is there already with other contents; move it away, or name "
                         "another folder")


def unwritable(path: Path, error: Exception) -> PlannerError:
    """Return what is raised for a file that cannot be written."""
    machine = isinstance(error, OSError) and error.errno in MACHINE
    return (ComponentError if machine else UsageError)(
        f"{path}: cannot be written: {_reason(error)}")


def _replace(path: Path, data: bytes) -> None:
    """Put a new file in a file's place; a failure leaves the old one and nothing half."""
    fresh = path.with_name(f".{path.name[:100]}.{os.getpid()}.{threading.get_ident()}")
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666
    try:
        number = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        with os.fdopen(number, "wb") as stream:
            stream.write(data)
        os.replace(fresh, path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


def _toml_error(message: str, text: str, source: str, expected: str) -> SourceError:
    place = re.search(r"\(at line (\d+), column (\d+)\)", message)
    long = re.search(r"\d{4301,}", text) if "digits" in message else None
    lines = text.splitlines() or [""]
    line, column = len(lines), len(lines[-1]) + 1
    if place:
        line, column = int(place[1]), int(place[2])
    elif long:
        line = text.count("\n", 0, long.start()) + 1
        column = long.start() - text.rfind("\n", 0, long.start())
        message = "a number of too many digits"
    return SourceError.in_text(f"not TOML: {message.partition(' (at ')[0]}", source, text,
                               Span(line, column), expected=expected)


def _depth(table: Any) -> int:
    """Return how deep tables and lists are nested, without recursion."""
    depth, level = 0, [table]
    while level and depth <= MAX_DEPTH:
        depth += 1
        inner = (item.values() if isinstance(item, dict) else item for item in level)
        level = [x for items in inner for x in items if isinstance(x, dict | list)]
    return depth


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(error)
