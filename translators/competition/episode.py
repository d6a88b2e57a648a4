"""Play competition problems against our own referee, or make players and cases for others.

The player gets the two texts a solver is sent and reply lines, nothing else; the referee is made
from the same file but never shown to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from domains.competition.claims import with_claimed_containers
from domains.competition.environment import Referee
from domains.competition.model import Instruction, World
from domains.competition.online import POLICIES, OnlinePlayer, PlayOptions
from domains.competition.player import LIMIT_S, STOP, MakePlayer, Player, play_out
from domains.competition.scene_frame import scene_frame
from domains.competition.server import Case
from planner.errors import InputError, PlannerError
from planner.execution.trace import EpisodeRecord, TraceWriter
from translators.competition.problem_file import (
    ProblemFile,
    parse_instructions,
    parse_told,
    read_problem,
)

__all__ = [
    "EMPTY_ENV",
    "POLICIES",
    "LocalResult",
    "list_problems",
    "load_cases",
    "play_file",
    "player_factory",
    "read_task",
    "run_case",
    "warm_up",
]

EMPTY_ENV = "(:domain   )"
"""What the platform sends for a file it cannot load (specification §2.4)."""


class _GivesUp:
    """A player that stops at once because it cannot read what it was sent."""

    def __init__(self, why: str) -> None:
        self.why = why

    def first(self) -> str:
        return STOP

    def next(self, reply: str) -> str:
        return STOP


class RefereeJudge:
    """Adapts the referee to the server: careful reading, void problems score 0."""

    def __init__(self, problem: ProblemFile, seed: int) -> None:
        self.referee = Referee(problem.true_world(), problem.instructions, problem.flags, seed)

    def act(self, text: str) -> str:
        """Execute an action line."""
        return self.referee.act(text)

    def score(self, seconds: float) -> tuple[int, int]:
        """Return least total and least base."""
        score = self.referee.score(seconds)
        return score.total_lo, score.base_lo


class _UnloadableJudge:
    def act(self, text: str) -> str:
        return {"AskLoc": "", "Sense": ""}.get(text.split()[0], "0")

    def score(self, seconds: float) -> tuple[int, int]:
        return 0, 0


@dataclass(frozen=True)
class LocalResult:
    """One problem played against our own referee; ``trouble`` says why it scored nothing."""

    name: str
    base: int
    total: int
    seconds: float
    actions: tuple[tuple[str, str], ...]
    decisions: tuple[float, ...] = ()
    tasks: int = 0
    tasks_true: int = 0
    constraints: int = 0
    constraints_kept: int = 0
    believed: tuple[tuple[float, bool], ...] = ()
    replans: int = 0
    trouble: str = ""


def read_task(
    text: str, language: str = "auto", told: World | None = None,
    on_defect: Callable[[str], None] = lambda text: None,
) -> tuple[Instruction, ...]:
    """Read task text as instructions or English; ``auto`` goes by the first character.

    Sentences that cannot be read are handed to ``on_defect`` and left out; wrong instructions
    raise ``SourceError``.
    """
    if language == "auto":
        language = "instructions" if text.lstrip().startswith("(") else "english"
    if language == "instructions":
        return parse_instructions(text)
    from translators.competition.english import parse_sentences

    reading = parse_sentences(text, world=told)
    for problem in reading.problems:
        on_defect(str(problem))
    return reading.instructions if told is None else reading.possible(told)


def player_factory(
    language: str = "auto", options: PlayOptions | None = None,
    on_player: Callable[[Player], None] = lambda player: None,
    on_defect: Callable[[str], None] = lambda text: None,
    clock: Callable[[], float] = time.perf_counter,
) -> MakePlayer:
    """Return a function that makes a player from problem name, told world and task text.

    A text that cannot be read gives a player that stops at once (a state worth keeping: what
    holds already counts), never an exception; ``on_defect`` gets what could not be read.
    """

    def make(name: str, env: str, task: str) -> Player:
        started = clock()
        player: Player
        try:
            told = parse_told(env)
            items = read_task(task, language, told, on_defect)
            player = OnlinePlayer(with_claimed_containers(told, items), items,
                                  options or PlayOptions(), clock=clock, started=started)
        except PlannerError as error:
            on_defect(str(error))
            player = _GivesUp(str(error))
        on_player(player)
        return player

    return make


def warm_up() -> None:
    """Load what the first problem would otherwise wait for (grammars, search)."""
    env = "(:domain (hold 0) (plate 0) (at 0 1) (sort 1 human) (size 1 big) (at 1 1))"
    player = player_factory()("warm", env, "(:ins (:task (goto X) (:cond (sort X human))))")
    player.first()


def list_problems(paths: Sequence[str | Path]) -> list[Path]:
    """Expand folders by their ``test.list`` (else ``*.xml`` in order) and keep files.

    Raises :class:`InputError` for what does not exist.
    """
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            listing = path / "test.list"
            names = (listing.read_text(encoding="utf-8", errors="replace").split()
                     if listing.is_file() else sorted(p.name for p in path.glob("*.xml")))
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
    """Load problem files for a server; also return what was wrong with unloadable ones."""
    cases, defects = [], []
    for number, path in enumerate(paths):
        try:
            problem = read_problem(path)
            RefereeJudge(problem, 0)
            cases.append(Case(path.name, problem.told_text, _task_text(problem, language),
                              partial(RefereeJudge, problem, case_seed(seed, number))))
        except PlannerError as error:
            defects.append(str(error))
            cases.append(Case(path.name, EMPTY_ENV, "", _UnloadableJudge))
    return cases, defects


def case_seed(seed: int, number: int) -> int:
    """Seed of the answers of the ``number``-th problem of a run."""
    return seed * 100_003 + number


def play_file(
    path: Path, *, seed: int, language: str = "instructions",
    options: PlayOptions | None = None, on_step: Callable[[str, str, Player], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> LocalResult:
    """Play one problem file against our own referee."""
    try:
        problem = read_problem(path)
        judge = RefereeJudge(problem, seed)
    except PlannerError as error:
        return LocalResult(path.name, 0, 0, 0.0, (), trouble=str(error))
    players: list[Player] = []
    started = clock()
    make = player_factory(language, options, players.append, clock=clock)
    player = make(path.name, problem.told_text, _task_text(problem, language))

    def act(action: str) -> str:
        reply = judge.act(action)
        if on_step is not None:
            on_step(action, reply, player)
        return reply

    actions, seconds = play_out(player, act, clock=clock, started=started, limit_s=LIMIT_S)
    return _result(path.name, problem, judge, player, actions, seconds)


def run_case(case: Mapping[str, Any], *, trace: TextIO | None = None) -> EpisodeRecord:
    """Play one case of a suite: keys ``problem`` (file), ``seed``, ``language``, ``policy``.

    Raises UsageError for a policy that is not in :data:`POLICIES`.
    """
    path = Path(str(case["problem"]))
    seed = int(case.get("seed", 0))
    language = str(case.get("language", "instructions"))
    options = PlayOptions(policy=str(case.get("policy", "belief")))
    writer = TraceWriter(trace)
    shadow = _shadow(path, seed) if trace is not None else None
    writer.write("header", {"format": 1, "domain": "competition", "case": path.name,
                            "policy": options.policy, "seed": seed, "agents": ["robot"],
                            "instruction": "", "max_steps": 0, "frame": _frame(shadow)})
    steps: list[str] = []

    def on_step(action: str, reply: str, player: Player) -> None:
        steps.append(action)
        if shadow is not None:
            shadow.act(action)
        writer.write("step", {"step": len(steps), "actions": {"robot": action}, "reply": reply,
                              "reasons": {"robot": getattr(player, "reason", "")},
                              "success": {"robot": reply not in ("0", "?")},
                              "frame": _frame(shadow)})

    result = play_file(path, seed=seed, language=language, options=options, on_step=on_step)
    record = _record(case, result, options.policy, seed)
    writer.write("result", record.to_json())
    return record


def _shadow(path: Path, seed: int) -> Referee | None:
    """Return a second referee that repeats the actions for the replay's pictures."""
    try:
        problem = read_problem(path)
        return Referee(problem.true_world(), problem.instructions, problem.flags, seed)
    except PlannerError:
        return None


def _frame(referee: Referee | None) -> Mapping[str, Any]:
    return scene_frame(referee.world, referee.state) if referee is not None else {}


def _record(
    case: Mapping[str, Any], result: LocalResult, policy: str, seed: int
) -> EpisodeRecord:
    done = sum(1 for action, reply in result.actions if reply == "1")
    tasks = tuple(f"task {i}" for i in range(result.tasks))
    return EpisodeRecord(
        domain="competition", case=result.name, policy=policy, agents=("robot",), seed=seed,
        max_steps=0, steps=len(result.actions), trailing_done=False,
        success=bool(result.tasks) and result.tasks_true == result.tasks,
        believed_success=not result.trouble, subtasks=tasks,
        credited=tasks[: result.tasks_true], coverage=(), covered=(),
        successes={"robot": done}, useful={"robot": done},
        decision_seconds=result.decisions, replans=result.replans, engine_calls=result.replans,
        failures=(result.trouble,) if result.trouble else (),
        extra={"base": result.base, "total": result.total, "seconds": result.seconds},
    )


def _result(
    name: str, problem: ProblemFile, judge: RefereeJudge, player: Player,
    actions: Sequence[tuple[str, str]], seconds: float,
) -> LocalResult:
    score = judge.referee.score(seconds)
    believed: list[tuple[float, bool]] = []
    decisions: tuple[float, ...] = ()
    replans = 0
    if isinstance(player, OnlinePlayer):
        decisions, replans = tuple(player.seconds), player.replans
        believed = _believed(player, problem)
    return LocalResult(
        name=name, base=score.base_lo, total=score.total_lo, seconds=seconds,
        actions=tuple(actions), decisions=decisions, tasks=len(score.tasks),
        tasks_true=sum(t.all_true for t in score.tasks), constraints=len(score.constraints),
        constraints_kept=sum(c.kept for c in score.constraints), believed=tuple(believed),
        replans=replans, trouble=score.void or getattr(player, "why", ""),
    )


def _believed(player: OnlinePlayer, problem: ProblemFile) -> list[tuple[float, bool]]:
    """Pair every probability the player held (whenever it decided) with the truth."""
    world = problem.true_world()
    truth: dict[int, set[tuple[str, int]]] = {}
    for thing, place in world.at:
        truth.setdefault(thing, set()).add(("at", place))
    for thing, container in world.inside:
        truth.setdefault(thing, set()).add(("inside", container))
    return [(p, place in truth.get(thing, ())) for thing, place, p in player.claims]


def _task_text(problem: ProblemFile, language: str) -> str:
    return problem.sentence_text if language == "english" else problem.instruction_text
