"""`planner bundle`: what is asked of pip, what the archive holds."""

import subprocess
import tarfile
from pathlib import Path

import pytest

from domains.competition.commands import bundle
from planner.errors import InputError, UsageError


def test_the_archive_holds_wheels_for_an_old_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, ...]] = []

    def pip(*arguments: str) -> None:
        asked.append(arguments)
        folder = Path(arguments[arguments.index("--wheel-dir" if "wheel" in arguments
                                                else "--dest") + 1])
        (folder / f"{arguments[0]}-1-py3-none-any.whl").write_bytes(b"wheel")

    monkeypatch.setattr(bundle, "_pip", pip)
    out = tmp_path / "team.tar.gz"
    bundle.command(out, None, "3.12")
    assert "manylinux_2_27_x86_64" in asked[1]
    assert not any("2_28" in word for word in asked[1])
    assert "cp312" in asked[1]
    with tarfile.open(out) as tar:
        tar.extractall(tmp_path, filter="data")
    assert {p.name for p in (tmp_path / "team/wheels").iterdir()} == {
        "wheel-1-py3-none-any.whl", "download-1-py3-none-any.whl"}
    assert "glibc 2.27" in (tmp_path / "team/README.md").read_text(encoding="utf-8")
    for script in (tmp_path / "team").glob("*.sh"):
        assert script.stat().st_mode & 0o100
        subprocess.run(["sh", "-n", str(script)], check=True)


def test_wrong_use_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"\.tar\.gz"):
        bundle.command(tmp_path / "team.zip")
    with pytest.raises(InputError, match="pip wheel failed"):
        bundle.command(tmp_path / "team.tar.gz", tmp_path / "none.whl")
