"""Problem files for a server: what clients are sent, and the referee of each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from domains.competition.problem import parse_told, read_problem
from domains.competition.referee.environment import Referee
from domains.competition.referee.server import Case
from domains.competition.world.model import Instruction
from planner.errors import InputError, PlannerError

EMPTY_ENV = "(:domain   )"
"""What the platform sends for a file it cannot load (specification §2.4)."""
_UNFIT = (Instruction("task", "goto", ("X",), ()),)
"""A task that nothing fits there: whatever is done, it scores 0."""


def listed(data: bytes) -> list[str]:
    """Return the file names of a ``test.list``, one a line, whatever blanks they hold."""
    lines = data.decode("utf-8-sig", "replace").splitlines()
    return [name for line in lines if (name := line.strip())]


def list_problems(paths: Sequence[str | Path]) -> list[Path]:
    """Expand folders by their ``test.list`` (else ``*.xml`` in order) and keep files.

    Raises :class:`InputError` for what does not exist.
    """
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            listing = path / "test.list"
            names = listed(listing.read_bytes()) if listing.is_file() else sorted(
                p.name for p in path.glob("*.xml"))
            if not names:
                raise InputError(f"{path}: no problem files (*.xml) and no test.list")
            found += [path / Path(name).name for name in names]
        elif path.exists():
            found.append(path)
        else:
            raise InputError(f"{path}: no such file or folder")
    return found


def load_cases(
    paths: Sequence[Path], *, seed: int, language: str = "instructions"
) -> tuple[list[Case], list[str]]:
    """Load problem files for a server; also return what was wrong with them.

    Odd facts and instructions are left out; an unloadable file is served empty, as the platform
    does.
    """
    cases: list[Case] = []
    defects: list[str] = []
    for number, path in enumerate(paths):
        try:
            problem = read_problem(path)
            judge = partial(Referee, problem.true_world(), problem.instructions, problem.lies,
                            case_seed(seed, number))
            defects += map(str, problem.defects)
            cases.append(Case(path.name, problem.told_text, problem.task_text(language), judge))
        except PlannerError as error:
            defects.append(str(error))
            judge = partial(Referee, parse_told(EMPTY_ENV), _UNFIT)
            cases.append(Case(path.name, EMPTY_ENV, "", judge))
    return cases, defects


def case_seed(seed: int, number: int) -> int:
    """Seed of the answers of the ``number``-th problem of a run."""
    return seed * 100_003 + number
