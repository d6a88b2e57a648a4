"""Frames of the official platform's protocol (specification §11.2–11.4), bytes in and out.

A frame is ``uint32 N`` (little endian), ``N`` bytes of payload: an XML head without line breaks,
one NUL, a raw body. The head names the offsets of its values in the body. The protocol needs nine
element names; whatever else arrives gives :class:`FrameError`.

>>> encode_request("Move", 4)[4:]
b'<msg><att><act><s b="0" e="4" /></act></att><u b="4" /></msg>\\x00Move\\x04\\x00\\x00\\x00'
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element, ParseError, fromstring

from planner.errors import PlannerError

MAX_FRAME = 1 << 20
"""Longest payload accepted, bytes; real frames stay below 200."""

_MAX_DEPTH = 8
_MAX_ELEMENTS = 4096
_NUMBERS = {"u": ("<I", 4), "i": ("<i", 4), "d": ("<d", 8), "b": ("<B", 1)}
_SPANS = ("s", "f")


class FrameError(PlannerError):
    """Report bytes that are not a frame of the protocol, with what is wrong and where."""


@dataclass(frozen=True)
class Message:
    """A decoded frame: its parameters, and the name of the requested action, empty in replies."""

    values: tuple[Any, ...] = ()
    act: str = ""


def encode_request(act: str, *values: int | float) -> bytes:
    """Build a request frame; integers travel as ``u``, floats as ``d``.

    Raises :class:`FrameError` when a number does not fit.
    """
    name = act.encode("ascii", "replace")
    head = f'<msg><att><act><s b="0" e="{len(name)}" /></act></att>'
    body = name
    for value in values:
        kind, raw = ("d", struct.pack("<d", value)) if isinstance(value, float) else _u32(value)
        head += f'<{kind} b="{len(body)}" />'
        body += raw
    return _frame(head + "</msg>", body)


def encode_reply(reply: bool | str | Sequence[int] | None) -> bytes:
    """Build a reply frame: success flag, answer of AskLoc, ids of Sense, or nothing."""
    if reply is None:
        return _frame("<msg />", b"")
    if isinstance(reply, bool):
        return _frame('<msg><b b="0" /></msg>', bytes([reply]))
    if isinstance(reply, str):
        raw = reply.encode("utf-8")
        return _frame(f'<msg><s b="0" e="{len(raw)}" /></msg>', raw)
    if not reply:
        return _frame("<msg><a /></msg>", b"")
    items = "".join(f'<u b="{4 * i}" />' for i in range(len(reply)))
    return _frame(f"<msg><a>{items}</a></msg>", b"".join(_u32(n)[1] for n in reply))


def split_frame(buffer: bytes | bytearray) -> tuple[bytes | None, int]:
    """Look for a whole frame at the start of ``buffer``.

    Returns its payload and the bytes used, or ``(None, 0)`` while more must arrive. Raises
    :class:`FrameError` as soon as the length cannot be right.
    """
    if len(buffer) < 4:
        return None, 0
    (size,) = struct.unpack_from("<I", buffer)
    if not 7 <= size <= MAX_FRAME:
        raise FrameError(f"impossible frame length {size} (7 to {MAX_FRAME} bytes expected)")
    if len(buffer) < 4 + size:
        return None, 0
    return bytes(buffer[4 : 4 + size]), 4 + size


def decode(payload: bytes) -> Message:
    """Read one payload (without the length). Raises :class:`FrameError`."""
    cut = payload.find(b"\x00")
    if cut < 0:
        raise FrameError("no NUL after the head of the frame")
    root = _parse(payload[:cut])
    body = payload[cut + 1 :]
    _check_spans(root, len(body))
    attributes: dict[str, Any] = {}
    values = []
    for child in root:
        if child.tag == "att":
            for named in child:
                if len(named) != 1:
                    raise FrameError(f"attribute '{named.tag}' has no single value")
                attributes[named.tag] = _value(named[0], body)
        else:
            values.append(_value(child, body))
    return Message(tuple(values), str(attributes.get("act", "")))


def _frame(head: str, body: bytes) -> bytes:
    payload = head.encode("ascii") + b"\x00" + body
    return struct.pack("<I", len(payload)) + payload


def _u32(value: int) -> tuple[str, bytes]:
    if not 0 <= value < 1 << 32:
        raise FrameError(f"{value} does not fit an unsigned 32-bit number")
    return "u", struct.pack("<I", value)


def _parse(head: bytes) -> Element:
    """Read the head; what the protocol does not need (declarations, text) is refused."""
    try:
        if b"<!" in head or b"<?" in head:
            raise FrameError("a declaration in the head")
        root = fromstring(head)
    except ParseError as error:
        raise FrameError(f"unreadable head: {error}") from None
    level, depth, elements = [root], 0, 0
    while level:
        depth, elements = depth + 1, elements + len(level)
        if elements > _MAX_ELEMENTS:
            raise FrameError(f"more than {_MAX_ELEMENTS} elements in the head")
        if depth > _MAX_DEPTH:
            raise FrameError(f"head nested deeper than {_MAX_DEPTH}")
        if any(f"{e.text or ''}{e.tail or ''}".strip() for e in level):
            raise FrameError("text between the elements of the head")
        level = [child for element in level for child in element]
    if root.tag != "msg":
        raise FrameError("the head is not one closed <msg> element")
    return root


def _offset(element: Element, name: str, otherwise: int) -> int:
    digits = element.get(name, str(otherwise))
    if not digits.isascii() or not digits.lstrip("-").isdigit() or len(digits) > 9:
        raise FrameError(f"offset {digits!r} is not a number")
    return int(digits)


def _check_spans(root: Element, size: int) -> None:
    """Refuse texts that overlap: a small frame could otherwise decode to gigabytes."""
    total = sum(max(0, _offset(element, "e", 0) - _offset(element, "b", 0))
                for element in root.iter() if element.tag in _SPANS)
    if total > size:
        raise FrameError(f"texts of {total} bytes in a body of {size} bytes")


def _value(element: Element, body: bytes) -> Any:
    name = element.tag
    if name == "v":
        return None
    if name == "a":
        return [_value(child, body) for child in element]
    if name == "t":
        return {child.tag: _value(child[0], body) for child in element if len(child)}
    if name not in _NUMBERS and name not in _SPANS:
        raise FrameError(f"unknown value element <{name:.40}>")
    start = _offset(element, "b", -1)
    if start < 0:
        raise FrameError(f"<{name}> has no offset b")
    if name in _SPANS:
        end = _offset(element, "e", -1)
        if not start <= end <= len(body):
            raise FrameError(f"<{name}> spans {start}..{end} of a body of {len(body)} bytes")
        raw = body[start:end]
        return raw if name == "f" else raw.decode("utf-8", "replace")
    code, size = _NUMBERS[name]
    if start + size > len(body):
        raise FrameError(f"<{name}> at {start} lies outside a body of {len(body)} bytes")
    (number,) = struct.unpack_from(code, body, start)
    return bool(number) if name == "b" else number
