"""Verdicts on the cases that were once judged wrongly, worked out by hand."""

from pathlib import Path

import pytest
from commands import planner

pytestmark = pytest.mark.shared
CASES = [
    ("d1 p1 a", 1), ("d1 p1 b", 1), ("d1 p1b a", 1), ("d1 p1b b", 0), ("d2 p2 a", 6),
    ("d3 p3 a", 1), ("d4 p4 a", 6), ("d4 p4b a", 6), ("d4 p4c a", 6), ("d5 p5 a", 6),
    ("d6 p3 a", 0), ("d6 p6 a", 3), ("d6 p8 a", 6), ("d7 p7 a", 3), ("d9 p9 c", 3),
    ("d10 p10 a", 0), ("d11 p9 a", 3), ("d12 p12 m", 3),
]


@pytest.mark.parametrize(("names", "code"), CASES)
def test_each_case_gets_its_verdict(names: str, code: int, shared: Path) -> None:
    folder = shared / "found" / "validate"
    domain, problem, plan = names.split()
    files = [folder / f"{domain}.pddl", folder / f"{problem}.pddl", folder / f"{plan}.plan"]
    if not all(file.exists() for file in files):
        pytest.skip("the cases of plans judged wrongly are not here")
    assert planner("validate", *files).returncode == code
