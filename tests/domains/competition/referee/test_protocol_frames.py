"""Frames of the platform: the captured ones byte for byte, round trips, noise."""

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.competition.referee.frames import (
    FrameError,
    decode,
    encode_reply,
    encode_request,
    split_frame,
)

REQUESTS = [
    (("Move", 4), "46000000", b'<msg><att><act><s b="0" e="4" /></act></att><u b="4" /></msg>',
     b"Move\x04\x00\x00\x00"),
    (("PutIn", 3, 5), "56000000",
     b'<msg><att><act><s b="0" e="5" /></act></att><u b="5" /><u b="9" /></msg>',
     b"PutIn\x03\x00\x00\x00\x05\x00\x00\x00"),
    (("AskLoc", 3), "48000000", b'<msg><att><act><s b="0" e="6" /></act></att><u b="6" /></msg>',
     b"AskLoc\x03\x00\x00\x00"),
    (("Sense",), "38000000", b'<msg><att><act><s b="0" e="5" /></act></att></msg>', b"Sense"),
    (("Fini", 0.25), "4a000000", b'<msg><att><act><s b="0" e="4" /></act></att><d b="4" /></msg>',
     b"Fini\x00\x00\x00\x00\x00\x00\xd0\x3f"),
]
REPLIES = [
    (True, "18000000", b'<msg><b b="0" /></msg>', b"\x01"),
    (False, "18000000", b'<msg><b b="0" /></msg>', b"\x00"),
    ("at(15,2)", "25000000", b'<msg><s b="0" e="8" /></msg>', b"at(15,2)"),
    ("", "1d000000", b'<msg><s b="0" e="0" /></msg>', b""),
    ([14, 15, 2, 13, 20], "60000000",
     b'<msg><a><u b="0" /><u b="4" /><u b="8" /><u b="12" /><u b="16" /></a></msg>',
     bytes.fromhex("0e0000000f000000020000000d00000014000000")),
    (None, "08000000", b"<msg />", b""),
]


@pytest.mark.parametrize(("request_", "size", "head", "body"), REQUESTS)
def test_captured_requests(request_: tuple[Any, ...], size: str, head: bytes, body: bytes) -> None:
    frame = encode_request(*request_)
    assert frame == bytes.fromhex(size) + head + b"\x00" + body
    message = decode(frame[4:])
    assert (message.act, *message.values) == request_


@pytest.mark.parametrize(("reply", "size", "head", "body"), REPLIES)
def test_captured_replies(reply: object, size: str, head: bytes, body: bytes) -> None:
    frame = encode_reply(reply)  # type: ignore[arg-type]
    assert frame == bytes.fromhex(size) + head + b"\x00" + body
    payload, used = split_frame(frame)
    assert used == len(frame)
    assert payload is not None
    values = decode(payload).values
    assert values == (() if reply is None else (reply,))


def test_empty_sense() -> None:
    assert encode_reply([])[4:] == b"<msg><a /></msg>\x00"
    assert decode(b"<msg><a></a></msg>\x00").values == ([],)
    assert decode(b"<msg><a/></msg>\x00").values == ([],)


@pytest.mark.parametrize("payload", [
    b"", b"\x00", b"<msg>\x00", b"<msg></msg>", b"<msg><u/></msg>\x00", b"<msg /><msg />\x00",
    b'<msg><u b="9" /></msg>\x00abcd', b'<msg><s b="3" e="1" /></msg>\x00abcd',
    b'<msg><q b="0" /></msg>\x00', b'<msg><u b="-1" /></msg>\x00abcd', b"<other />\x00",
    b'<msg><u b="99999999999999999999" /></msg>\x00abcd', b"<a>" * 2000 + b"\x00",
    b"<msg><att><act /></att></msg>\x00", b"<!DOCTYPE x [<!ENTITY a 'b'>]><msg />\x00",
])
def test_bad_heads_are_named(payload: bytes) -> None:
    with pytest.raises(FrameError):
        decode(payload)


@pytest.mark.parametrize("size", [0, 3, 1 << 21, 0xFFFFFFFF])
def test_wrong_length_is_seen_at_once(size: int) -> None:
    with pytest.raises(FrameError):
        split_frame(size.to_bytes(4, "little"))


def test_half_a_frame_waits() -> None:
    frame = encode_request("Move", 4)
    for cut in range(len(frame)):
        assert split_frame(frame[:cut]) == (None, 0)


@given(st.binary(max_size=200))
def test_noise_never_escapes(noise: bytes) -> None:
    for payload in (noise, b"<msg>" + noise, b'<msg><s b="0" e="2" /></msg>\x00' + noise):
        with contextlib.suppress(FrameError):
            decode(payload)


KILLED_THE_SERVER = (
    b'<msg><att><act><s b="0" e="4"/></act></att><db b="0"/></msg>\x00Move\x04\x00\x00\x00')


@pytest.mark.parametrize("name", [b"db", b"uid", b"sf", b"", b"bs", b"uidbsf", b"U"])
def test_elements_are_known_by_their_exact_names(name: bytes) -> None:
    with pytest.raises(FrameError):
        decode(KILLED_THE_SERVER.replace(b"db", name))


def test_a_small_frame_cannot_decode_to_a_large_text() -> None:
    body = b"x" * 1000
    spans = b'<s b="0" e="1000"/>' * 100
    with pytest.raises(FrameError, match="100000 bytes"):
        decode(b"<msg>" + spans + b"</msg>\x00" + body)
    with pytest.raises(FrameError, match="elements"):
        decode(b"<msg>" + b"<v/>" * 5000 + b"</msg>\x00")


TOKENS = [b"<msg>", b"</msg>", b"<att>", b"</att>", b"<act>", b"</act>", b"<a>", b"</a>", b"<t>",
          b"</t>", b"<v/>", b'<u b="0" />', b'<d b="0"/>', b'<b b="4"/>', b'<s b="0" e="4" />',
          b'<f b="1" e="3"/>', b'<db b="0"/>', b"\x00", b"Move", b"\x04\x00\x00\x00"]


@given(st.lists(st.sampled_from(TOKENS), max_size=14), st.binary(max_size=6))
def test_frames_of_shuffled_parts_never_escape(parts: list[bytes], tail: bytes) -> None:
    with contextlib.suppress(FrameError):
        decode(b"<msg>" + b"".join(parts) + b"</msg>\x00Move" + tail)
