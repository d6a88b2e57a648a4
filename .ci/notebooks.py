"""Execute docs/notebooks and write them as pages: ``python .ci/notebooks.py OUT``."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
BOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


def executed(book: Path, folder: Path) -> Any:
    """Return a notebook with its outputs, executed in a folder; an error of a cell is raised."""
    read: Any = nbformat.read  # untyped where it is installed
    found = read(book, as_version=4)
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    client = NotebookClient(found, timeout=300, resources={"metadata": {"path": str(folder)}})
    return client.execute(cwd=str(folder))


def page(book: Any) -> str:
    """Return an executed notebook as Markdown: texts, code, and what was shown."""
    parts = []
    for cell in book.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        parts += [shown for output in cell.outputs if (shown := _shown(output))]
    return "\n\n".join(parts) + "\n"


def _shown(output: Any) -> str:
    """Return what a cell shows: a table, a picture, or text."""
    data = output.get("data", {})
    for kind in ("text/html", "image/svg+xml"):
        if kind in data:
            lines = (line.strip() for line in data[kind].splitlines() if line.strip())
            return f'<div class="shown">{"".join(lines)}</div>'
    if "text/markdown" in data:
        return str(data["text/markdown"])
    text = data.get("text/plain") or output.get("text", "")
    return f"```text\n{text.rstrip()}\n```" if text.strip() else ""


def main() -> None:
    """Write every notebook as a page into a folder."""
    out = Path(sys.argv[1])
    for book in BOOKS:
        with tempfile.TemporaryDirectory() as folder:
            text = page(executed(book, Path(folder)))
        (out / f"{book.stem}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
