"""Frames of the platform that are wrong, cut or odd; the right ones are those of the page."""

import pytest

from domains.competition.referee import frames


def test_empty_sense() -> None:
    assert frames.encode_reply([])[4:] == b"<msg><a /></msg>\x00"
    assert frames.decode(b"<msg><a></a></msg>\x00").values == ([],)
    assert frames.decode(b"<msg><a/></msg>\x00").values == ([],)


@pytest.mark.parametrize("payload", [
    b"", b"\x00", b"<msg>\x00", b"<msg></msg>", b"<msg><u/></msg>\x00", b"<msg /><msg />\x00",
    b'<msg><u b="9" /></msg>\x00abcd', b'<msg><s b="3" e="1" /></msg>\x00abcd',
    b'<msg><q b="0" /></msg>\x00', b'<msg><u b="-1" /></msg>\x00abcd', b"<other />\x00",
    b'<msg><u b="99999999999999999999" /></msg>\x00abcd', b"<a>" * 2000 + b"\x00",
    b"<msg><att><act /></att></msg>\x00", b"<!DOCTYPE x [<!ENTITY a 'b'>]><msg />\x00",
])
def test_bad_heads_are_named(payload: bytes) -> None:
    with pytest.raises(frames.FrameError):
        frames.decode(payload)


@pytest.mark.parametrize("size", [0, 3, 1 << 21, 0xFFFFFFFF])
def test_wrong_length_is_seen_at_once(size: int) -> None:
    with pytest.raises(frames.FrameError):
        frames.split_frame(size.to_bytes(4, "little"))


def test_half_a_frame_waits() -> None:
    frame = frames.encode_request("Move", 4)
    for cut in range(len(frame)):
        assert frames.split_frame(frame[:cut]) == (None, 0)


KILLED_THE_SERVER = (
    b'<msg><att><act><s b="0" e="4"/></act></att><db b="0"/></msg>\x00Move\x04\x00\x00\x00')


@pytest.mark.parametrize("name", [b"db", b"uid", b"sf", b"", b"bs", b"uidbsf", b"U"])
def test_elements_are_known_by_their_exact_names(name: bytes) -> None:
    with pytest.raises(frames.FrameError):
        frames.decode(KILLED_THE_SERVER.replace(b"db", name))


def test_a_small_frame_cannot_decode_to_a_large_text() -> None:
    body = b"x" * 1000
    spans = b'<s b="0" e="1000"/>' * 100
    with pytest.raises(frames.FrameError, match="100000 bytes"):
        frames.decode(b"<msg>" + spans + b"</msg>\x00" + body)
    with pytest.raises(frames.FrameError, match="elements"):
        frames.decode(b"<msg>" + b"<v/>" * 5000 + b"</msg>\x00")
