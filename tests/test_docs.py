"""The pages: every link leads somewhere, every page has its room, what is marked is executed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import open_browser

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
pytest.importorskip("mkdocs")
sys.path.insert(0, str(ROOT / ".ci"))


def sections() -> dict[str, dict[str, str]]:
    import tomllib

    return tomllib.loads((DOCS / "site.toml").read_text(encoding="utf-8"))


def test_every_page_has_a_place_and_a_room_that_exists() -> None:
    listed = {name: room for part in sections().values() for name, room in part.items()}
    assert set(listed) == {page.name for page in DOCS.glob("*.md")}
    assert [room for room in listed.values() if not (ROOT / room).exists()] == []


def blocks(page: Path, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", page.read_text(encoding="utf-8"),
                      re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", [p.name for p in sorted(DOCS.glob("*.md"))
                                  if blocks(p, "sh run")])
def test_commands_marked_as_run_work_one_after_the_other(page: str, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euxo", "pipefail", "-c", "".join(blocks(DOCS / page, "sh run"))], cwd=tmp_path,
        env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", [p.name for p in sorted(DOCS.glob("*.md"))])
def test_blocks_of_code_and_data_can_be_read(page: str) -> None:
    import json
    import tomllib

    for block in blocks(DOCS / page, "python"):
        compile(block, page, "exec")
    for block in blocks(DOCS / page, "toml"):
        tomllib.loads(block)
    for block in blocks(DOCS / page, "json"):
        json.loads(block)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site; a dead link stops the build."""
    out = tmp_path_factory.mktemp("site")
    done = subprocess.run([sys.executable, str(ROOT / ".ci/site.py"), str(out)], text=True,
                          capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return out


def test_the_site_is_whole_and_asks_nobody_else(site: Path) -> None:
    pages = sorted(set(site.rglob("*.html")) - {site / "404.html"})
    assert len(pages) > 30
    for page in pages:
        for target in links(page):
            assert (page.parent / target).exists(), f"{page.relative_to(site)}: {target}"
    requests: list[str] = []
    with open_browser() as browser:
        tab: Any = browser.new_page(viewport={"width": 1200, "height": 900})
        tab.on("request", lambda request: requests.append(request.url))
        for name in ("index.html", "tutorial.html", "worlds/rescue.html",
                     "reference/commands.html"):
            tab.goto((site / name).as_uri())
            assert tab.inner_text("h1")
        tab.goto((site / "worlds/rescue.html").as_uri())
        assert tab.evaluate("[...document.images].every((image) => image.naturalWidth > 0)")
    assert [url for url in requests if not url.startswith("file:")] == []


def links(page: Path) -> Iterator[str]:
    """Yield the files that a page refers to."""
    for target in re.findall(r'(?:href|src)="([^"#?]+)', page.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:|//", target) and target not in (".", "/"):
            yield target


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    import importlib.util

    spec = importlib.util.spec_from_file_location("site_builder", ROOT / ".ci/site.py")
    assert spec is not None
    assert spec.loader is not None
    builder = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(builder)
    text = builder.rewritten("[a](../examples/own_pddl.py) docs/pddl.md `docs/pddl.md`",
                             DOCS / "python.md", tmp_path / "python.md", tmp_path)
    assert text == ("[a](files/examples/own_pddl.py.txt) [pddl](pddl.md) `docs/pddl.md`")
    with pytest.raises(builder.DeadLink, match="nowhere"):
        builder.rewritten("[a](nowhere.md)", DOCS / "python.md", tmp_path / "x.md", tmp_path)
