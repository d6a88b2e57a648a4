"""Reading files: aliases, damage, encodings, limits."""

from pathlib import Path

import pytest

from domains.space.items import read_items
from planner.errors import PlannerError


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_later_lines_replace_earlier_and_nameless_items_are_skipped(tmp_path: Path) -> None:
    file = write(tmp_path / "a.jsonl", b'{"qid": "a", "n": 1}\n\n{"n": 2}\n{"qid": "a", "n": 3}')
    items = read_items(file)
    assert [i.fields["n"] for i in items.values()] == [3]
    assert items["a"].where.endswith(":4")


def test_an_array_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    assert list(read_items(write(tmp_path / "a.json", b'\xef\xbb\xbf[{"qid": "a"}]'))) == ["a"]


@pytest.mark.parametrize(("data", "message"), [
    (b'{"qid": "a"', r"a\.jsonl:1:\d+: not JSON"),
    (b'{"qid": "a"}\n{"qid":', r"a\.jsonl:2:\d+: not JSON"),
    (b"[1]", "expected an item"),
    (b'{"qid": []}', "'qid' must be a text"),
    (b"\xff\xfe{\x00", "UTF-16"),
    ('{"qid": "小猫在屋里"}'.encode("gb18030"), "GB18030"),
    (b"\x89PNG\r\n\x1a\n\x00\x00", "binary"),
    (b"[" * 5000, "nested too deeply|not JSON"),
    (b'{"qid": "a", "n": ' + b"9" * 5000 + b"}", "a.jsonl:1"),
])
def test_bad_files_are_named_with_their_place(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(PlannerError, match=message):
        read_items(write(tmp_path / "a.jsonl", data))


def test_missing_files_and_folders(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(PlannerError):
            read_items(path)
