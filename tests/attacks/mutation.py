"""Make damaged inputs out of sound ones: what disks, editors, networks and enemies do to a text."""

import random
import re
from collections.abc import Callable, Sequence

MAX_BYTES = 400_000
_TOKEN = re.compile(rb"[A-Za-z_][\w-]*|[0-9]+(?:\.[0-9]+)?|\"[^\"]*\"|[^\sA-Za-z0-9]")
_NASTY = (
    b"9" * 5000, b"-1", b"1e999", b"NaN", b"nan", b"inf", b"-0", b"0", b"1.2.3", b"......", b"",
    b"99999999999999999999", b"2147483648", b"4294967295", b"true", b"null", b"\x00", b"\r",
    b"\x1b[2J", b"\xed\xa0\x80", b"\xff\xfe", b"\xef\xbb\xbf", b"\\ud800", b"\\u0000", b"%s%n",
    b"../../x", b"<!--", b"]]>", b"&lt;", b"&#0;", b"'", b'"', b"\\", b";", b"#", b"{", b"}",
    b"[", b"]", b"(", b")", b"\xc2\xa0", b"\xe2\x80\xae", b"\xe4\xb8\x89", b"\xc2\xb2",
    b"[]", b"{}", b"()", b"-", b"a" * 3000,
)
_VALUE = re.compile(rb'"[^"\n]*"|-?[0-9]+(?:\.[0-9]+)?|\btrue\b|\bfalse\b|\bnull\b')
_VALUES = (
    b"0", b"-1", b"1e308", b"99999999999999999999", b"9" * 5000, b"0.5", b'""', b'"x"', b"[]",
    b"{}", b"null", b"true", b'["a", 1]', b'{"a": {}}', b"[[]]", b'"\\ud800"', b'"1"', b"NaN",
    b"Infinity", b"2147483648", b'"' + b"y" * 2000 + b'"',
)
_NESTS = ((b"(", b")"), (b"[", b"]"), (b"{", b"}"), (b'{"a":', b"}"), (b"<a>", b"</a>"),
          (b"(not ", b")"), (b"(and ", b")"), (b"{a = ", b"}"))
_DEPTHS = (3, 30, 300, 1100, 3000, 30_000)


def mutant(rng: random.Random, samples: Sequence[bytes]) -> bytes:
    """Return a damaged copy of one of ``samples``: one to four damages, at most 400 kB."""
    data = rng.choice(samples)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        data = rng.choice(_DAMAGES)(rng, data, samples)[:MAX_BYTES]
    return data


def _span(rng: random.Random, data: bytes, most: int = 200) -> tuple[int, int]:
    begin = rng.randrange(len(data) + 1)
    return begin, min(len(data), begin + rng.randint(1, most))


def _flip(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _again in range(rng.choice((1, 1, 3, 20)) * bool(data)):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _byte(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    begin = rng.randrange(len(data) + 1)
    return data[:begin] + bytes([rng.randrange(256)]) + data[begin + rng.randrange(2) :]


def _truncate(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _repeat(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    """Leave a span out, or repeat it."""
    begin, end = _span(rng, data)
    return data[:begin] + data[begin:end] * rng.choice((0, 0, 2, 51, 501)) + data[end:]


def _move(rng: random.Random, data: bytes, samples: Sequence[bytes]) -> bytes:
    other = rng.choice(samples)
    begin, end = _span(rng, other)
    place = rng.randrange(len(data) + 1)
    return data[:place] + other[begin:end] + data[place:]


def _swap(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    found = list(_TOKEN.finditer(data))
    if len(found) < 2:
        return data
    one, two = sorted(rng.sample(found, 2), key=lambda match: match.start())
    return (data[: one.start()] + two.group() + data[one.end() : two.start()] + one.group()
            + data[two.end() :])


def _put(rng: random.Random, data: bytes, what: re.Pattern[bytes], fresh: bytes) -> bytes:
    found = list(what.finditer(data))
    if not found:
        return data or fresh
    place = rng.choice(found)
    return data[: place.start()] + fresh + data[place.end() :]


def _replace(rng: random.Random, data: bytes, samples: Sequence[bytes]) -> bytes:
    others = _NASTY if rng.random() < 0.6 else _TOKEN.findall(rng.choice(samples)) or [b"x"]
    return _put(rng, data, _TOKEN, rng.choice(others))


def _value(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    """Put another literal in the place of one: the syntax stays right, the meaning doesn't."""
    others = _VALUES if rng.random() < 0.7 else _VALUE.findall(data) or _VALUES
    return _put(rng, data, _VALUE, rng.choice(others))


def _lines(rng: random.Random, data: bytes, samples: Sequence[bytes]) -> bytes:
    """Leave a line out, or put in one of another sample."""
    lines = data.splitlines(keepends=True) or [b""]
    place = rng.randrange(len(lines))
    others = rng.choice(samples).splitlines(keepends=True)
    fresh = [rng.choice(others)] if others else []
    gone, put = rng.choice(((1, []), (1, fresh), (0, fresh)))
    lines[place : place + gone] = put
    return b"".join(lines)


def _nest(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    opening, closing = rng.choice(_NESTS)
    depth = rng.choice(_DEPTHS[:4] if rng.random() < 0.8 else _DEPTHS)
    begin, end = _span(rng, data)
    close = closing * depth if rng.random() < 0.7 else b""
    return data[:begin] + opening * depth + data[begin:end] + close + data[end:]


def _encode(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    name = rng.choice(("utf-16", "utf-16-le", "utf-32", "latin-1", "utf-8-sig", "gb18030", "cp037"))
    return data.decode("utf-8", "replace").encode(name, "replace")


_Damage = Callable[[random.Random, bytes, Sequence[bytes]], bytes]
_DAMAGES: tuple[_Damage, ...] = (
    _flip, _flip, _byte, _byte, _truncate, *[_repeat] * 3, _move, _swap, _swap, *[_replace] * 4,
    *[_value] * 5, *[_lines] * 3, _nest, _encode,
)
