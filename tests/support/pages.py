"""The code blocks of a Markdown page, and what is done with each: run, written, compared.

The words after a block's language say which:

* ``run``: executed in the order of the page, in one folder; ``python`` blocks of a page share one
  module, a ``console`` block is its commands (``$ …``) with what they print, ``…`` standing for
  anything;
* ``file=NAME``, ``file+=NAME``: written (or added) to a file that a later block reads;
* ``usage``: forms of commands; the commands and their options are compared with ``--help``;
* ``from=PATH``: an excerpt; its lines stand in that file of the repository, in this order;
* ``checked=TEST``: that test module names the page and checks the block;
* ``example: REASON``: only shown, for that reason.

``python pages.py PAGE`` runs a page in the current folder.
"""

import re
import subprocess
import sys
import textwrap
import types
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```([^\n`]*)\n(.*?)^\1```[ ]*$", re.DOTALL | re.MULTILINE)
ROOMS = ("planner", "domains", "translators", "benchmarks", "tests", "examples", "docs", ".ci")
INFO = re.compile(r"(\w+) (run|usage|file\+?=\S+|from=\S+|checked=\S+|example: \S+( \S+){2,})$")
LINE_S = 300


@dataclass(frozen=True)
class Block:
    """One fenced block; ``line`` is that of its opening fence, from 1."""

    page: Path
    line: int
    language: str
    how: str
    argument: str
    text: str


def blocks(page: Path) -> list[Block]:
    """Return the blocks of a page; raises :class:`ValueError` for one without a use."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        info = INFO.match(match[2])
        if info is None:
            raise ValueError(f"{page}:{line}: what is done with this block? ```{match[2]}")
        how, _, argument = info[2].replace(": ", "=", 1).partition("=")
        found.append(Block(page, line, info[1], how, argument, textwrap.dedent(match[3])))
    return found


def indented(page: Path) -> list[int]:
    """Return the lines where code is only indented, so that it cannot say what is done with it."""
    prose = FENCE.sub(lambda match: "\n" * match[0].count("\n"),
                      page.read_text(encoding="utf-8")).splitlines()
    return [number for number, line in enumerate(prose, start=1)
            if re.match(r" {4}\S", line) and not prose[number - 2].strip()]


def excerpt_missing(block: Block) -> str:
    """Return the first line of an excerpt that its file does not have at that place, or nothing."""
    lines = iter(line.strip() for line in
                 (ROOT / block.argument).read_text(encoding="utf-8").splitlines())
    return next((line for line in map(str.strip, block.text.splitlines())
                 if line and line not in lines), "")


def forms(block: Block) -> Iterator[tuple[list[str], list[str]]]:
    """Yield each command of a usage block as its words and its options."""
    for line in block.text.replace("\\\n", " ").splitlines():
        command = line.partition("#")[0]
        words = re.match(r"planner((?: [a-z]+)*)", command)
        if words:
            yield words[1].split(), re.findall(r"--[a-z][a-z-]*", command)


def run(page: Path) -> None:
    """Run a page in the current folder; raises where a block does not do what it says."""
    module = types.ModuleType("page")
    sys.modules["page"] = module
    for block in blocks(page):
        sys.stderr.write(f"-- {page.name}:{block.line}\n")
        if block.how == "file":
            Path(block.argument).write_text(block.text, encoding="utf-8")
        elif block.how == "file+":
            with Path(block.argument).open("a", encoding="utf-8") as stream:
                stream.write(block.text)
        elif block.how == "run" and block.language == "sh":
            subprocess.run(["bash", "-euxo", "pipefail", "-c", block.text], check=True,
                           timeout=LINE_S)
        elif block.how == "run" and block.language == "console":
            _console(block)
        elif block.how == "run" and block.language == "python":
            code = "\n" * block.line + block.text
            exec(compile(code, str(page), "exec"), module.__dict__)
        elif block.how == "run":
            raise ValueError(f"{page}:{block.line}: nothing runs {block.language}")


def _console(block: Block) -> None:
    for piece in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, shown = piece.partition("\n")
        done = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.STDOUT, timeout=LINE_S, check=False)
        wanted = ".*".join(map(re.escape, shown.strip().split("…")))
        if not re.fullmatch(wanted, done.stdout.strip(), re.DOTALL):
            raise AssertionError(f"{block.page}:{block.line}: {command}\nprinted\n{done.stdout}\n"
                                 f"the page shows\n{shown}")


if __name__ == "__main__":
    sys.path.insert(0, "")
    run(Path(sys.argv[1]).resolve())
