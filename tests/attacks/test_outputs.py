"""Outputs and stores: whole or not at all, never through links, a full disk named."""

import os
import threading
from pathlib import Path

import pytest
from commands import planner

from benchmarks.regression import write_baseline
from benchmarks.runs.store import Store
from benchmarks.runs.writers import remove_abandoned
from planner.errors import ComponentError, ExitCode, UsageError
from planner.files import write_text

HEADER = {"suite": "s", "cases": "c"}


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    precious, link = tmp_path / "precious", tmp_path / "out.json"
    precious.write_text("mine")
    link.symlink_to(precious)
    with pytest.raises(UsageError, match=r"out\.json: is a link"):
        write_text(link, "theirs")
    assert precious.read_text() == "mine"
    (tmp_path / "dangling").symlink_to(tmp_path / "new")
    with pytest.raises(UsageError, match="is a link"):
        write_text(tmp_path / "dangling", "theirs")
    assert not (tmp_path / "new").exists()


def test_a_full_disk_is_named() -> None:
    with pytest.raises(ComponentError, match=r"/dev/full: cannot be written: No space") as found:
        write_text(Path("/dev/full"), "x" * 10_000)
    assert found.value.exit_code is ExitCode.COMPONENT
    with pytest.raises(ComponentError, match="/dev/full: cannot be written"):
        write_baseline(Path("/dev/full"), {"format": 1, "cases": {}})


def test_pictures_that_find_no_room_are_named_by_their_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("PIL.Image.Image.save", full)
    done = planner("run", "rescue", "--scene", "1", "--render", tmp_path / "p")
    assert done.returncode == 5
    assert f"{tmp_path / 'p'}: cannot be written: No space" in done.stderr


def test_a_failure_leaves_the_old_file_and_nothing_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "plan"
    write_text(file, "old")
    file.chmod(0o640)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(ComponentError, match="plan: cannot be written: No space"):
            write_text(file, "new")
    assert [p.name for p in tmp_path.iterdir()] == ["plan"]
    assert file.read_text() == "old"
    write_text(file, "new")
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("new", 0o640)


def test_two_writers_leave_one_of_two_whole_files(tmp_path: Path) -> None:
    file, texts = tmp_path / "plan", ("a" * 300_000, "b" * 200_000)

    def write(text: str) -> None:
        for _ in range(50):
            write_text(file, text)

    writers = [threading.Thread(target=write, args=(text,)) for text in texts]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert not file.exists() or file.read_text() in texts
    assert [p.name for p in tmp_path.iterdir()] == ["plan"]


@pytest.mark.parametrize("name", ["runs", "partial", "unreadable", "sweep.json", "manifest.json"])
def test_a_store_with_a_link_is_refused(name: str, tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "store"
    outside.mkdir()
    (outside / "precious").write_text("mine")
    root.mkdir()
    (root / name).symlink_to(outside)
    with pytest.raises(UsageError, match=f"{name}: is a link"):
        Store.create(root, HEADER, resume=True)
    remove_abandoned(root / name)
    assert (outside / "precious").read_text() == "mine"
