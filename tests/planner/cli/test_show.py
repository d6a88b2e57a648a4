"""``planner show``: a trace as a page and as an animation."""

from pathlib import Path

from commands import planner
from PIL import Image

FILE = Path(__file__).with_name("files") / "trace.jsonl"


def test_a_trace_becomes_a_page_and_a_film(tmp_path: Path) -> None:
    page, gif = tmp_path / "t.html", tmp_path / "t.gif"
    shown = planner("show", FILE, "--html", page, "--gif", gif)
    assert shown.returncode == 0, shown.stderr
    assert "Fetch it" in page.read_text(encoding="utf-8")
    with Image.open(gif) as film:
        assert getattr(film, "n_frames", 0) == 2
