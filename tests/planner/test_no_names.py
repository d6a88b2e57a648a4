"""The planner and the benchmark tools name no domain and no translator; what does is a study."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAMES = re.compile(
    r"\b(competition|household|rescue|mapthor|corridor|translators\.\w+|domains\.\w+)\b")
VERBS = {"planner/execution/plans/matcher.py"}  # "rescue" is a word of plans in English there
FILES = [p for room in ("planner", "benchmarks") for p in sorted((ROOT / room).rglob("*.py"))
         if "studies" not in p.parts]


def said(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and text of every import, identifier and string that is not a docstring."""
    docs = {id(node.body[0].value) for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body
            and isinstance(node.body[0], ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id.replace("_", " ")
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name.replace("_", " ")
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, str(node.module)
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_file_names_a_domain(path: Path) -> None:
    name = str(path.relative_to(ROOT))
    found = [f"{line}: {text}" for line, text in said(ast.parse(path.read_text("utf-8")))
             if NAMES.search(text)]
    if name in VERBS:
        assert all("lift|rescue|hold" in text for text in found)
    else:
        assert found == []
