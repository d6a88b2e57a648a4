"""Build the documentation as a site, offline: ``python .ci/site.py OUT`` (``make docs``).

The pages are ``docs/*.md`` in the order of ``docs/site.toml``, README.md as the first page, a page
per domain (its README and what its samples come to), the notebooks with what they show, and a
reference made from docstrings and ``--help``; ``docs/mkdocs.yml`` and ``site.css`` say how it
looks. Links to files outside docs lead to copies of them; one that leads nowhere stops the build.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path

from planner.cli.main import run
from planner.files import read_toml

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(Path(__file__).parent))  # isolated interpreters leave it out
reference = import_module("reference")
DOCS = ROOT / "docs"
LINK = re.compile(r"(?<!\!)\[([^\]]*)\]\(([^)\s]+)\)")
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
SIZED = re.compile(r'<img src="([^"]*)" width="(\d+)" alt="([^"]*)">')
MENTION = re.compile(r"(?<![`\w/(\[])docs/([\w-]+\.md)\b(?!\))")
SEARCH = '<div class="md-search" data-md-component="search" role="dialog"'
SHIM = re.compile(r'<script src="https://[^"]*iframe-worker[^"]*">')
"""What the offline search would load from elsewhere; docs/browser/worker.js stands in for it."""
USE = re.compile(r"^(```\w+) .*$", re.MULTILINE)
"""What the tests do with a block (tests/support/pages.py) is not for readers."""
FIRST = {Path("README.md"): "index.md", Path("README.zh.md"): "zh/index.md"}
"""Where the first pages of both languages stand in the site."""
_REPORT = "report t.jsonl --out t.svg"
GALLERY = {
    "competition": ("run competition/plate.xml --trace t.jsonl", _REPORT),
    "household": ("run household 'Put the apple and the potato in the fridge' "
                  "--floor-plan SmallKitchen --agents 2 --trace t.jsonl", _REPORT),
    "pddl": ("solve pddl/gripper.pddl --domain pddl/gripper-domain.pddl --out .",),
    "rescue": ("run rescue --scene 1 --agents 3 --trace t.jsonl", _REPORT),
    "space": ("space solve space/puzzles.json --svg .",),
}
"""What is done with the samples of a world for its page, which shows what comes of it."""


class DeadLink(Exception):
    """A link that leads nowhere."""


def sections() -> dict[str, dict[str, str]]:
    """Return the pages by section, each with its room."""
    found: dict[str, dict[str, str]] = read_toml(DOCS / "site.toml")
    return found


def rewritten(text: str, page: Path, target: Path, site: Path) -> str:
    """Return a page's text with its links as they have to be in the site.

    ``page`` is the file it comes from, ``target`` its place below ``site``. Raises
    :class:`DeadLink`.
    """
    def link(match: re.Match[str], mark: str = "") -> str:
        words, where = match[1], match[2]
        if re.match(r"[a-z]+:|#", where):
            return match[0]
        path, _, anchor = where.partition("#")
        place = _place((page.parent / path).resolve(), site)
        if place is None:
            raise DeadLink(f"{page.relative_to(ROOT)}: {where}")
        up = "../" * (len(target.relative_to(site).parts) - 1)
        return f"{mark}[{words}]({up}{place}{'#' + anchor if anchor else ''})"

    text = SIZED.sub(r"![\3](\1){ width=\2 }", text)
    text = USE.sub(r"\1", PICTURE.sub(lambda m: link(m, "!"), text))
    pieces = re.split(r"(```.*?```)", text, flags=re.DOTALL)
    for number in range(0, len(pieces), 2):
        prose = MENTION.sub(lambda m: f"[{m[1][:-3]}]({_up(page)}docs/{m[1]})", pieces[number])
        pieces[number] = LINK.sub(link, prose)
    return "".join(pieces)


def _up(page: Path) -> str:
    return "../" * (len(page.relative_to(ROOT).parts) - 1)


def _place(file: Path, site: Path) -> str | None:
    """Return where a file of the repository is in the site; files outside docs are copied."""
    if not file.exists() or not file.is_relative_to(ROOT):
        return None
    inside = file.relative_to(ROOT)
    if inside.parts[0] == "docs" and (inside.suffix == ".md" or inside.parts[1] == "pictures"):
        return str(Path(*inside.parts[1:]))
    if inside.suffix == ".ipynb":
        return f"notebooks/{inside.stem}.md"
    if inside in FIRST:
        return FIRST[inside]
    if inside.parts[0] == "domains" and inside.name == "README.md":
        return f"worlds/{inside.parts[1]}.md"
    copy = site / "files" / f"{inside}.txt"
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(_listing(file), encoding="utf-8")
    return f"files/{inside}.txt"


def _listing(file: Path) -> str:
    if file.is_dir():
        return "\n".join(sorted(str(p.relative_to(file)) for p in file.rglob("*")
                                if p.is_file() and "__pycache__" not in p.parts)) + "\n"
    return file.read_text(encoding="utf-8")


def pages(site: Path) -> Iterator[tuple[Path, str]]:
    """Yield each page of the repository with its rewritten text."""
    sources = [(ROOT / name, site / place, "planner") for name, place in FIRST.items()]
    sources += [(DOCS / name, site / name, room)
                for part in sections().values() for name, room in part.items()]
    for page, target, room in sources:
        owner = f"\n\n---\n\nThis page belongs to [{room}]({_up(page)}{room}).\n"
        yield target, rewritten(page.read_text(encoding="utf-8") + owner, page, target, site)
    for readme in (*sorted((ROOT / "domains").glob("*/README.md")),
                   ROOT / "translators/space/README.md"):
        name = readme.parent.name
        target = site / "worlds" / f"{name}.md"
        title, rest = rewritten(readme.read_text("utf-8"), readme, target, site).split("\n", 1)
        yield target, "\n".join([title, *shown(name, site), rest])


def shown(name: str, site: Path) -> Iterator[str]:
    """Use the commands of a world; yield pictures and plans that they made now, and themselves."""
    commands = ("samples --out .", *GALLERY.get(name, ()))
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for words in commands:
            planner(*shlex.split(words))
        for number, picture in enumerate(sorted(Path().glob("*.svg"))[:3]):
            shutil.copy(picture, site / f"worlds/{name}-{number}.svg")
            yield f"\n![What the commands below draw]({name}-{number}.svg)"
        yield from (f"\n```text\n{plan.read_text('utf-8')}```" for plan in Path().glob("*.plan"))
    if name in GALLERY:
        yield "\n" + ", then ".join(f"`planner {words}`" for words in commands)


def planner(*words: str) -> None:
    """Run a command in this process; what it says on the way is not shown."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as said:
        code = run(list(words))
    if code:
        raise SystemExit(said.getvalue())


def write(site: Path) -> None:
    """Write all pages below ``site``."""
    (site / "worlds").mkdir(parents=True)
    (site / "reference").mkdir()
    for target, text in pages(site):
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")
    shutil.copy(DOCS / "site.css", site)
    shutil.copytree(DOCS / "pictures", site / "pictures", dirs_exist_ok=True)
    (site / "reference/python.md").write_text(reference.python_page(), encoding="utf-8")
    (site / "reference/commands.md").write_text(reference.commands_page(), encoding="utf-8")
    (site / "notebooks").mkdir()
    subprocess.run([sys.executable, str(ROOT / ".ci/notebooks.py"), str(site / "notebooks")],
                   check=True)


def configuration(site: Path, out: Path) -> dict[str, object]:
    """Return what ``docs/mkdocs.yml`` cannot say: where the pages are, and all of them by name."""
    nav: list[dict[str, object]] = [{"Home": "index.md"}]
    nav += [{title: ["zh/index.md"] * (title == "中文") + list(part)}
            for title, part in sections().items()]
    nav.append({"Notebooks": [f"notebooks/{p.stem}.md"
                              for p in sorted((DOCS / "notebooks").glob("*.ipynb"))]})
    nav.append({"Gallery": sorted(f"worlds/{p.name}" for p in (site / "worlds").glob("*.md"))})
    nav.append({"Made from the code": ["reference/commands.md", "reference/python.md"]})
    return {"INHERIT": str(DOCS / "mkdocs.yml"), "docs_dir": str(site), "site_dir": str(out),
            "nav": nav}


def main() -> None:
    """Build into the folder named."""
    out = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/site").resolve()
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "pages"
        write(site)
        settings = Path(folder) / "mkdocs.yml"  # JSON is YAML
        settings.write_text(json.dumps(configuration(site, out)), encoding="utf-8")
        # the theme's notice about its successor is not for readers of a build's log
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict",
                        "-f", str(settings)], check=True, env={
                            **os.environ, "NO_MKDOCS_2_WARNING": "1", "ROOT": str(ROOT),
                            "REFERENCE": str(ROOT / ".ci/reference.py")})
    for page in out.rglob("*.html"):
        text = SHIM.sub(_own_shim(page, out), page.read_text("utf-8"))
        page.write_text(text.replace(SEARCH, SEARCH + ' aria-label="Search"'), "utf-8")
    shutil.copy(DOCS / "browser/worker.js", out / "assets/worker.js")
    sys.stdout.write(f"{out}/index.html\n")


def _own_shim(page: Path, out: Path) -> str:
    up = "../" * (len(page.relative_to(out).parts) - 1)
    return f'<script src="{up}assets/worker.js">'


if __name__ == "__main__":
    main()
