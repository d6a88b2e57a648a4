"""Replay recorded competition runs with our referee and compare replies and base scores.

The record is a CSV with the columns ``set, problem, base_score, total_score, actions``;
``actions`` is ``Action args=reply`` joined by ``;`` as the official platform logged it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from domains.competition.problem import read_problem
from domains.competition.referee.environment import Referee
from domains.competition.world.scoring import Score
from planner.errors import MissingError, SourceError
from planner.execution import recorded as recording

_COLUMNS = ("set", "problem", "base_score", "actions")


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """One problem as another team played it on the official platform."""

    folder: str
    problem: str
    base_score: int
    actions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded run beside our referee's verdict.

    ``differences`` lists actions whose reply differs, as ``number: action: recorded / ours``.
    ``unreadable`` is the message where the problem's instructions cannot be read; the run
    scores 0 then and its replies are still compared.
    """

    run: RecordedRun
    differences: tuple[str, ...]
    score: Score
    unreadable: str = ""

    @property
    def base(self) -> tuple[int, int]:
        """Our interval of the base score."""
        return (0, 0) if self.unreadable else (self.score.base_lo, self.score.base_hi)

    @property
    def agrees(self) -> bool:
        """Whether every reply is the recorded one and the base score lies in our interval."""
        lo, hi = self.base
        return not self.differences and lo <= self.run.base_score <= hi


def read_runs(path: str | Path) -> list[RecordedRun]:
    """Read a record; raise ``InputError`` with file and line if it is not one."""
    return [run for _, run in recording.read_rows(Path(path), _COLUMNS, _run)]


def recorded(data: Path) -> list[recording.RecordedRun]:
    """Return another team's base scores on the development sets, by problem and language.

    Of stage 2, whose answers were drawn on the platform, they pair with no seed of ours.
    """
    path = data / "competition" / "peer_atri.csv"
    if not path.is_file():
        raise MissingError(f"no {path}; give the data folder with --data or $PLANNER_DATA")
    made = []
    for run in read_runs(path):
        language = "english" if "/NT/" in run.folder else "instructions"
        case = {"problem": f"{run.folder}/{run.problem}", "language": language,
                **({"seed": 0} if run.folder.endswith("stage1") else {})}
        made.append(recording.RecordedRun("ATRI", 1, f"{run.folder}/{run.problem}", case, None,
                                          {"score": float(run.base_score)}))
    return made


def replay(run: RecordedRun, folder: str | Path) -> Replay:
    """Replay one run on the problem file under ``folder``.

    ``AskLoc`` replies are compared only where the file's answers are reliable; ``Sense`` as sets.
    """
    path = next(
        (p for p in _places(Path(folder), run) if p.is_file()), Path(folder) / run.problem
    )
    problem = read_problem(path)
    unreadable = ""
    try:
        instructions = problem.instructions
    except SourceError as error:
        instructions, unreadable = (), str(error)
    text = problem.task_text("instructions")
    if text.count("(") > text.count(")"):  # we repair that, the platform reads no instruction
        instructions, unreadable = (), "a closing bracket is missing"
    referee = Referee(problem.true_world(), instructions, problem.lies)
    differences = []
    for number, (action, recorded) in enumerate(run.actions, 1):
        ours = referee.act(action)
        if not _same(action, recorded, ours, reliable=not problem.lies):
            differences.append(f"{number}: {action}: {recorded!r} recorded, {ours!r} ours")
    return Replay(run, tuple(differences), referee.score(), unreadable)


def _places(folder: Path, run: RecordedRun) -> Iterable[Path]:
    """Where the problem may lie, if ``folder`` is the set, its parents or their parent."""
    parts = Path(run.folder).parts
    for cut in range(len(parts) + 1):
        yield folder.joinpath(*parts[cut:], run.problem)


def _run(row: Mapping[str, str]) -> RecordedRun:
    actions = []
    for item in filter(None, row["actions"].split(";")):
        action, sign, reply = item.partition("=")
        if not sign:
            raise ValueError(f"the action {item[:40]!r} has no reply (expected "
                             "Action args=reply;...)")
        actions.append((action, reply))
    if not row["base_score"].lstrip("-").isdecimal():
        raise ValueError(f"the base score {row['base_score'][:40]!r} is not a number")
    return RecordedRun(row["set"], row["problem"], int(row["base_score"]), tuple(actions))


def _same(action: str, recorded: str, ours: str, *, reliable: bool) -> bool:
    if action.startswith("AskLoc"):
        return recorded == ours or (not reliable and bool(ours) == bool(recorded))
    if action == "Sense":
        return set(recorded.split()) == set(ours.split())
    return recorded == ours
