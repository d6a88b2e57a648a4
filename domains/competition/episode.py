"""The competition's problems as episodes: the game with our own referee, and who plays it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domains.competition.case import CompetitionCase
from domains.competition.policy.options import PlayOptions
from domains.competition.policy.player import CompetitionPolicy
from domains.competition.problem import Problem, read_problem
from domains.competition.referee.environment import Referee
from domains.competition.referee.game import LIMIT_S, ROBOT, Game, Sent
from domains.competition.scene_frame import scene_frame
from planner.domain import PolicyContext
from planner.environment import Policy, Scorecard
from planner.errors import PlannerError, UsageError
from planner.execution.loop import run_episode
from planner.execution.trace import EpisodeRecord, TraceWriter

OnStep = Callable[[str, str], None]
"""Gets an action and its reply."""


class CompetitionEnvironment(Game):
    """A problem before our own referee, who is never shown."""

    def __init__(
        self, problem: Problem, seed: int = 0, language: str = "instructions",
        clock: Callable[[], float] = time.perf_counter, limit_s: float = LIMIT_S,
    ) -> None:
        self.problem, self.seed = problem, seed
        self._referee(seed)
        sent = Sent(problem.name, problem.told_text, problem.task_text(language))
        super().__init__(sent, self.act, language=language, limit_s=limit_s, clock=clock)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start again; ``seed`` is that of the unreliable answers."""
        self._referee(self.seed if seed is None else seed)
        return super().reset(seed, options)

    def _referee(self, seed: int) -> None:
        problem, self.start = self.problem, self.problem.true_world()
        self.referee = Referee(self.start, problem.instructions, problem.lies, seed)
        self.act = self.referee.act

    def scorecard(self) -> Scorecard:
        """Credit the tasks that are done now; points stand in ``extra``."""
        score = self.referee.score(self.seconds)
        names = tuple(f"task {n}: {t.item.text}" for n, t in enumerate(score.tasks, start=1))
        done = tuple(n for n, t in zip(names, score.tasks, strict=True) if t.all_true)
        worked = {ROBOT: sum(reply == "1" for _, reply in self.played)}
        return Scorecard(
            names, done, (), (), worked, worked, bool(names) and len(done) == len(names),
            {"base": score.base_lo, "times": {"total": score.total_lo, "seconds": self.seconds},
             "tasks": [len(done), len(names)], "void": score.void,
             "constraints": [sum(c.kept for c in score.constraints), len(score.constraints)]},
            {"simulator": "the competition's world in this package",
             "referee": "the platform's scoring",
             "preparation": "facts stated as in the file",
             "scenes": "problem file"})

    def frame(self) -> dict[str, Any]:
        """Return the flat for the replay; never shown to a policy."""
        said = " = ".join(self.played[-1]) if self.played else "at the start"
        return scene_frame(self.start, self.referee.world,
                           f"{said}   ({self.scorecard().extra['base']} points)")

    def offered_actions(self) -> list[str]:
        """Return action lines about the problem's objects."""
        return [f"{verb} {n}" for n in sorted(self.referee.world.words)
                for verb in ("Move", "PickUp", "PutDown", "Open", "Close", "AskLoc")]


def remarks(record: EpisodeRecord) -> list[str]:
    """Tell what the episode scores, in the words of ``planner play``."""
    got = record.extra
    kept, done = ("/".join(map(str, got[key])) for key in ("constraints", "tasks"))
    return [f"base {got['base']}  score {got['times']['total']}  tasks {done}  constraints {kept}"
            + (f"  ({got['void']})" if got["void"] else "")]


def open_environment(case: CompetitionCase) -> CompetitionEnvironment:
    """Open a problem file; raises ``InputError`` or ``SourceError`` for a defective one.

    Its five seconds are processor time, so that what is played does not hang on how busy a
    machine is; on the platform, and in ``planner play``, they are those of the clock.
    """
    return CompetitionEnvironment(read_problem(case.problem), case.seed, case.language,
                                  clock=time.process_time)


def belief(_case: CompetitionCase, _context: PolicyContext) -> Policy:
    """Make the player that believes, asks and looks where it pays."""
    return CompetitionPolicy(clock=time.process_time)


def told(_case: CompetitionCase, _context: PolicyContext) -> Policy:
    """Make the player that takes the stated world for true."""
    return CompetitionPolicy(PlayOptions(policy="told"), clock=time.process_time)


@dataclass(frozen=True)
class Played:
    """One problem played against our own referee; ``trouble`` says why it scored nothing.

    ``believed`` pairs every probability the player held with the truth, for calibration.
    """

    name: str
    record: EpisodeRecord | None = None
    actions: tuple[tuple[str, str], ...] = ()
    believed: tuple[tuple[float, bool], ...] = ()
    trouble: str = ""

    def figure(self, name: str) -> Any:
        """Return ``base``, ``total``, ``seconds``, or the pairs ``tasks``, ``constraints``."""
        if self.record is not None:
            return {**self.record.extra, **self.record.extra["times"]}[name]
        return [0, 0] if name in ("tasks", "constraints") else 0


def play_file(
    path: Path, *, seed: int, language: str = "instructions", policy: Policy | None = None,
    on_step: OnStep | None = None, on_defect: Callable[[str], None] = lambda text: None,
) -> Played:
    """Play one problem file against our own referee; an unloadable one scores nothing.

    Odd facts, instructions and sentences are left out and handed to ``on_defect``.
    """
    try:
        problem = read_problem(path)
        problem.true_world()
        unread = problem.sentence_defects if language == "english" else ()
        for defect in (*problem.defects, *unread):
            on_defect(str(defect))
    except UsageError:
        raise
    except PlannerError as error:
        on_defect(str(error))
        return Played(path.name, trouble=str(error))
    return play_problem(problem, seed=seed, language=language, policy=policy, on_step=on_step)


def play_problem(
    problem: Problem, *, seed: int, language: str = "instructions",
    policy: Policy | None = None, on_step: OnStep | None = None,
    clock: Callable[[], float] = time.perf_counter, limit_s: float = LIMIT_S,
    trace: TraceWriter | None = None,
) -> Played:
    """Play a problem that was read; see :func:`play_file`. Without a ``policy`` ours plays."""
    world = CompetitionEnvironment(problem, seed, language, clock, limit_s)
    who = CompetitionPolicy(clock=clock) if policy is None else policy

    def tell(step: int, _actions: Mapping[str, str]) -> None:
        if step and on_step is not None and len(world.played) == step:
            on_step(*world.played[-1])

    record = run_episode(world, who, domain="competition", case=problem.name, seed=seed,
                         trace=trace, on_step=tell, clock=clock)
    claims = _believed(who, problem) if isinstance(who, CompetitionPolicy) else []
    return Played(problem.name, record, tuple(world.played), tuple(claims),
                  str(record.extra["void"]))


def _believed(policy: CompetitionPolicy, problem: Problem) -> list[tuple[float, bool]]:
    """Pair every probability the player held (whenever it decided) with the truth."""
    world = problem.true_world()
    truth = {*((n, ("at", place)) for n, place in world.at),
             *((n, ("inside", container)) for n, container in world.inside)}
    return [(p, (thing, place) in truth) for thing, place, p in policy.claims]
