"""Check a folder as a submission: how many problems, how they are named, what repeats.

A folder with subfolders that hold problems (``stage1``, ``stage2``, also below ``IT`` and ``NT``)
is checked one by one, and stages beside each other as pairs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from domains.competition.serving import listed
from domains.competition.world.model import Fact, Instruction
from planner.errors import PlannerError, Span
from translators.competition.instructions import ATTRIBUTES, format_instruction
from translators.competition.lint.draft import RULES, Finding
from translators.competition.lint.linter import examine
from translators.competition.problem_file import FACT_SECTIONS, ProblemFile
from translators.competition.xml_frame import read_bytes

_NAMES = {"number": re.compile(r"()(\d+)\.xml\Z"),
          "draw": re.compile(r"(\d{2,})-(\d{2,})\.xml\Z")}
"""How files are named: draw number (or nothing) and problem number."""
_STAGE = re.compile(r"stage[ _-]?([12])\Z", re.IGNORECASE)
_SHOWN = 5
"""Names of a list that a message repeats."""


@dataclass(frozen=True)
class SubmittedFile:
    """One file: where it is, its findings, and what could be read of it."""

    path: Path
    data: bytes
    findings: tuple[Finding, ...]
    problem: ProblemFile | None
    items: tuple[Instruction, ...] = ()


def files_of(folder: Path) -> Mapping[Path, Sequence[Path]]:
    """Return the problem files of a folder and of those below it (two levels), by folder."""
    found: dict[Path, list[Path]] = {}
    for level in ("*.xml", "*/*.xml", "*/*/*.xml"):  # e.g. IT/stage1/01.xml
        for path in sorted(folder.glob(level)):
            found.setdefault(path.parent, []).append(path)
    return found


def stage_of(folder: Path) -> int | None:
    """Return the stage a folder's name says."""
    match = _STAGE.search(folder.name)
    return int(match[1]) if match else None


def check_file(path: Path, stage: int | None, profile: str | None) -> SubmittedFile:
    """Lint one file and read what the comparison of files needs."""
    data = read_bytes(path)
    findings, problem = examine(data, str(path), stage=stage, profile=profile)
    with suppress(PlannerError):  # its findings say why
        if problem is not None:
            problem.true_world()
            return SubmittedFile(path, data, findings, problem, problem.instructions)
    return SubmittedFile(path, data, findings, None)


def check_folder(
    folder: Path, files: Sequence[SubmittedFile], expected: int, names: str
) -> Iterator[Finding]:
    """Check the files of one folder, named as a profile says, together: R24 to R26."""
    yield from _names(folder, [f.path for f in files], names)
    if len(files) != expected:
        yield finding("R25", f"number of problems: {len(files)}, not {expected}", folder)
    yield from _repeated(files)


def check_pairs(folders: Mapping[Path, Sequence[SubmittedFile]]) -> Iterator[Finding]:
    """Check folders named ``stage1`` and ``stage2`` that lie beside each other."""
    for (folder, files), (other, theirs) in permutations(folders.items(), 2):
        if other.parent == folder.parent and (stage_of(folder), stage_of(other)) == (1, 2):
            yield from _pair(files, theirs, other)


def _pair(
    one: Sequence[SubmittedFile], two: Sequence[SubmittedFile], folder: Path
) -> Iterator[Finding]:
    """Check the stages of one submission beside each other (R27)."""
    firsts, seconds = ({f.path.name: f for f in files} for files in (one, two))
    for name in sorted(firsts.keys() ^ seconds.keys()):
        stage = 2 if name in firsts else 1
        yield finding("R27", f"{name} has no counterpart in stage {stage}", folder)
    for name in sorted(firsts.keys() & seconds.keys()):
        first, second = firsts[name], seconds[name]
        if first.problem is None or second.problem is None:
            continue
        differing = [part for part, ours, theirs in (
            ("instructions", first.items, second.items),
            ("facts", _facts(first.problem), _facts(second.problem)),
        ) if ours != theirs]
        if differing:
            yield finding("R27", f"{' and '.join(differing)} differ from those of stage 1",
                          second.path)


def _facts(problem: ProblemFile) -> set[tuple[str, Fact]]:
    return {(name, fact) for name in FACT_SECTIONS for fact in problem.facts(name)}


def finding(rule: str, message: str, place: Path, suggestion: str = "",
            severity: str = "") -> Finding:
    """Return a finding about a folder or a file as a whole."""
    return Finding(rule, severity or RULES[rule].severity, message, str(place), Span(1, 1),
                   suggestion=suggestion)


def _names(folder: Path, paths: Sequence[Path], names: str) -> Iterator[Finding]:
    """R24: names 1.xml or 07-01.xml ... without gaps; in the older way also a test.list."""
    numbers: dict[int, Path] = {}
    draws = Counter(match[1] for path in paths if (match := _NAMES[names].fullmatch(path.name)))
    draw = max(draws, key=lambda name: draws[name], default="")
    wanted = "a number" if names == "number" else "draw number-problem number (07-01.xml)"
    for path in paths:
        match = _NAMES[names].fullmatch(path.name)
        if match is None:
            yield finding("R24", f"the name {path.name!r} is not {wanted}", path)
        elif match[1] != draw:
            yield finding("R24", f"{path.name} has another draw number than {draw}", path)
        elif int(match[2]) in numbers:
            other = numbers[int(match[2])].name
            yield finding("R24", f"{path.name} has the number of {other}", path)
        else:
            numbers[int(match[2])] = path
    gaps = sorted(set(range(1, max(numbers, default=0))) - set(numbers))
    if gaps:
        shown = ", ".join(map(str, gaps[:10])) + (", ..." if len(gaps) > 10 else "")
        yield finding("R24", f"no problem of number {shown}", folder)
    if names == "number" or (folder / "test.list").exists():
        yield from _listing(folder, [path.name for path in paths])


def _listing(folder: Path, names: Sequence[str]) -> Iterator[Finding]:
    path = folder / "test.list"
    right = "".join(f"{name}\n" for name in names)
    if not path.is_file():
        yield finding("R24", "there is no test.list", path, suggestion=right)
        return
    named = Counter(listed(read_bytes(path)))
    for what, wrong in (
        ("names what is not there", sorted(named.keys() - set(names))),
        ("does not name", [name for name in names if not named[name]]),
        ("names twice", [name for name in names if named[name] > 1]),
    ):
        if wrong:
            shown = ", ".join(name[:60] for name in wrong[:_SHOWN])
            more = f" and {len(wrong) - _SHOWN} more" * (len(wrong) > _SHOWN)
            yield finding("R24", f"test.list {what}: {shown}{more}", path, suggestion=right)


def _repeated(files: Sequence[SubmittedFile]) -> Iterator[Finding]:
    """R26: equal problems, whatever the numbers of their objects."""
    seen: dict[tuple[str, ...], SubmittedFile] = {}
    for file in files:
        if file.problem is not None and (shape := _shape(file)):
            first = seen.setdefault(shape, file)
            if first is not file:
                yield finding("R26", f"this problem equals {first.path.name}", file.path)


def _shape(file: SubmittedFile) -> tuple[str, ...]:
    """Return a problem's facts and instructions with objects named by their words."""
    problem = file.problem
    assert problem is not None
    names = {n: " ".join(sorted(words)) for n, words in problem.true_world().words.items()}
    lines = [" ".join(map(str, (f.predicate, names.get(int(f.arguments[0]), 0), *f.arguments[1:])))
             for section in ("info", "mis", "r", "extra") for f in problem.facts(section)
             if f.predicate not in ATTRIBUTES]
    return (*sorted(lines), *sorted(map(format_instruction, file.items)))
