"""The pages: every link leads somewhere, every page has its room, what is marked is executed."""

import functools
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pages
import pytest
from browser import open_browser
from commands import planner, python

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
sys.path.insert(0, str(ROOT / ".ci"))


def sections() -> dict[str, dict[str, str]]:
    import tomllib

    return tomllib.loads((DOCS / "site.toml").read_text(encoding="utf-8"))


def test_every_page_has_a_place_and_a_room_that_exists() -> None:
    listed = {name: room for part in sections().values() for name, room in part.items()}
    assert set(listed) == {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")}
    assert [room for room in listed.values() if not (ROOT / room).exists()] == []


PAGES = [*(ROOT / name for name in ("README.md", "README.zh.md", "CONTRIBUTING.md")),
         *sorted(DOCS.glob("*.md")),
         *sorted(p for room in ("planner", "domains", "translators", "examples")
                 for p in (ROOT / room).rglob("README.md"))]
PAGES_OUTSIDE = [page for page in PAGES if page.parent != DOCS]
ACTIVE = [page for page in PAGES if page.name != "README.zh.md"  # its commands are the twin's
          and any(block.how == "run" for block in pages.blocks(page))]
COMMANDS_PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_readme_is_short(name: str) -> None:
    assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= 120


def test_the_chinese_readme_has_the_same_commands_links_and_figures() -> None:
    def parts(name: str) -> tuple[list[str], set[str], list[str]]:
        text = (ROOT / name).read_text(encoding="utf-8")
        code = [line.partition("#")[0].rstrip() for block in pages.FENCE.findall(text)
                for line in block[2].splitlines()]
        table = re.search(r"^\|---\|---\|---\|\n((?:\|.*\n)+)", text[text.index("## M") if "## M" in
                          text else text.index("## 测"):], re.MULTILINE)
        assert table is not None
        rows = [" ".join(re.findall(r"\d[\d.,]*\d|\.\d+", row)) for row in table[1].splitlines()]
        return code, set(re.findall(r"\]\(([^)]+)\)", text)) - {"README.md", "README.zh.md"}, rows

    english, chinese = parts("README.md"), parts("README.zh.md")
    assert english == chinese
    assert len(english[2]) >= 5


@pytest.mark.parametrize("page", PAGES_OUTSIDE, ids=name_of)
def test_pages_outside_the_site_name_files_that_exist(page: Path) -> None:
    prose = pages.FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", prose):
        assert (page.parent / target).exists(), target


def test_modules_and_rooms_that_pages_name_exist() -> None:
    tree = [f"/{p.relative_to(ROOT)}" for room in pages.ROOMS for p in (ROOT / room).rglob("*")]
    missing = set()
    for page in set(PAGES) - {DOCS / "decisions.md"}:  # which tells of what is gone
        own = {block.argument for block in pages.blocks(page) if block.how == "file"}
        prose = pages.FENCE.sub("", page.read_text(encoding="utf-8"))
        missing |= {name for name in re.findall(r"`([\w/.]+(?:\.py|[a-z]/))`", prose) if name not in
                    own and not any(f.endswith(f"/{name}".rstrip("/")) for f in tree)}
    assert missing == {"wheels/", "partial/", "resources/robots.py"}  # of archives, runs, others


@pytest.mark.parametrize("page", ACTIVE, ids=name_of)
def test_the_blocks_of_a_page_work_one_after_the_other(page: Path, tmp_path: Path) -> None:
    done = python(ROOT / "tests/support/pages.py", page, cwd=tmp_path, timeout=900,
                  PATH=COMMANDS_PATH, NO_COLOR="1", COLUMNS="200")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_is_run_read_or_says_why_not(page: Path) -> None:
    assert pages.indented(page) == []
    found = pages.blocks(page)
    for number, block in enumerate(found):
        where = f"{page}:{block.line}"
        if block.how == "file":  # what is written is read by something that is run
            later = [b.text for b in found[number + 1:] if b.how == "run"]
            stem = block.argument.partition(".")[0]
            assert any(stem in text for text in later), f"{where}: nothing reads {block.argument}"
        elif block.how == "from":
            assert pages.excerpt_missing(block) == "", where
        elif block.how == "checked":
            assert name_of(page) in (ROOT / block.argument).read_text(encoding="utf-8"), where
        elif block.how == "usage":
            for words, options in pages.forms(block):
                known = help_of(*words, *("--pddl",) * ("--pddl" in options))
                assert [o for o in options if o not in known and o != "--pddl"] == [], where


@functools.cache
def help_of(*words: str) -> str:
    done = planner(*words, "--help")
    assert done.returncode == 0, f"planner {' '.join(words)}: {done.stderr}"
    return done.stdout


def test_blocks_that_do_not_do_what_they_say_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```sh\nls\n```\n")
    with pytest.raises(ValueError, match=r"page\.md:1: what is done"):
        pages.blocks(page)
    page.write_text("```text example: a drawing only\n```\n\n    ls\n")
    assert pages.indented(page) == [4]
    (block,) = pages.blocks(page)
    assert block.how == "example"
    for text in ("```sh run\nfalse\n```\n", "```python run\nassert 0\n```\n",
                 "```console run\n$ echo a b\na …c\n```\n", "```toml run\n```\n"):
        page.write_text(text)
        with pytest.raises((ValueError, AssertionError, subprocess.CalledProcessError)):
            pages.run(page)
    page.write_text("```console run\n$ echo a b c\na …c\n```\n")
    pages.run(page)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site; a dead link stops the build."""
    pytest.importorskip("mkdocs")
    pytest.importorskip("nbclient")
    out = tmp_path_factory.mktemp("site")
    done = python(ROOT / ".ci/site.py", out, timeout=900)
    assert done.returncode == 0, done.stderr
    return out


def test_the_site_is_whole_and_asks_nobody_else(site: Path) -> None:
    made_pages = sorted(set(site.rglob("*.html")) - {site / "404.html"})
    assert len(made_pages) > 30
    for page in made_pages:
        for target in links(page):
            assert (page.parent / target).exists(), f"{page.relative_to(site)}: {target}"
    for source, made in [(ROOT / "README.md", "index.html"),
                         (ROOT / "README.zh.md", "zh/index.html"),
                         *((p, str(p.relative_to(DOCS).with_suffix(".html")))
                           for p in DOCS.rglob("*.md"))]:
        shown = (site / made).read_text(encoding="utf-8")
        assert shown.count('<div class="highlight') == len(pages.blocks(source)), source
        assert "This page belongs to" in shown
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
        for name, word in (("tutorial.html", "makespan"), ("zh/play.html", "约束")):
            tab.goto((site / name).as_uri())
            tab.keyboard.press("/")
            tab.keyboard.type(word)
            tab.keyboard.press("Shift")  # typed Chinese presses no key, and the page waits for one
            tab.wait_for_selector(".md-search-result__item")
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
