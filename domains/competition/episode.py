"""The competition as an environment: one robot, the platform's actions, replies as observations.

============  ====================================================================
agents        ``robot``
actions       the platform's: ``Move 4``, ``PutIn 3 5``, ``AskLoc 3``, ``Sense``; ``Done`` stops
observation   ``reply`` to the last action (``1``, ``0``, ``?``, a place, object numbers),
              ``last_action``, ``success``, ``failure``
not observed  the true world, the referee
history       constraints once broken stay broken
limit         5 seconds from the reset (specification §6), and 1000 actions
============  ====================================================================
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from domains.competition.case import CompetitionCase
from domains.competition.pictures.scene_frame import scene_frame
from domains.competition.players import player_factory
from domains.competition.policy.online import OnlinePlayer, PlayOptions
from domains.competition.problem import Problem, read_problem
from domains.competition.referee.environment import Referee
from domains.competition.referee.player import LIMIT_S, STOP, Player
from planner.domain import PolicyContext
from planner.environment import Briefing, Decision, Observation, Policy, Scorecard
from planner.errors import PlannerError, UsageError
from planner.execution.loop import run_episode
from planner.execution.trace import EpisodeRecord

__all__ = ["CompetitionEnvironment", "CompetitionPolicy", "Played", "belief", "open_environment",
           "play_file", "play_problem", "told"]

ROBOT = "robot"
MAX_ACTIONS = 1000
_SURPRISE, _CHANGED = "surprise: ", "what is believed has changed"
PASSIVE = ("Idle", "Done", STOP)


class CompetitionEnvironment:
    """One problem behind PettingZoo's parallel shape; the referee is never shown."""

    metadata: Mapping[str, Any] = {"name": "competition_v0", "render_modes": []}
    render_mode = None

    def __init__(
        self, problem: Problem, seed: int = 0, language: str = "instructions",
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.problem, self.seed, self.language, self.clock = problem, seed, language, clock
        self.possible_agents = [ROBOT]
        self.agents: list[str] = []
        self._kept: dict[str, Any] = {}
        self._start(seed)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start again; ``seed`` is that of the unreliable answers."""
        self._start(self.seed if seed is None else seed)
        self.agents = list(self.possible_agents)
        return {ROBOT: _observation("", "")}, {ROBOT: {"success": True, "failure": ""}}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]
    ]:
        """Execute an action line; the problem is over at ``Done``, or when its time is."""
        action = str(actions.get(ROBOT, "Idle"))
        reply = "" if action in PASSIVE else self.referee.act(action)
        if action not in PASSIVE:
            self.played.append((action, reply))
        self.seconds = min(LIMIT_S, self.clock() - self.started)
        stopped = action in ("Done", STOP)
        over = self.seconds >= LIMIT_S or len(self.played) >= MAX_ACTIONS
        if stopped or over:
            self.agents = []
        seen = _observation(action, reply)
        info = {"success": seen["success"], "failure": seen["failure"]}
        return ({ROBOT: seen}, {ROBOT: 0.0}, {ROBOT: stopped}, {ROBOT: over and not stopped},
                {ROBOT: info})

    def briefing(self) -> Briefing:
        """Give the two texts a solver is sent."""
        return Briefing(self.problem.task_text(self.language), (ROBOT,), MAX_ACTIONS, {
            "name": self.problem.name, "told": self.problem.told_text,
            "language": self.language, "limit_s": LIMIT_S})

    def scorecard(self) -> Scorecard:
        """Credit the tasks that are done now; points stand in ``extra``."""
        score = self.referee.score(self.seconds)
        names = tuple(f"task {n}: {t.item.text}" for n, t in enumerate(score.tasks, start=1))
        done = tuple(n for n, t in zip(names, score.tasks, strict=True) if t.all_true)
        worked = {ROBOT: sum(reply == "1" for _, reply in self.played)}
        return Scorecard(
            names, done, (), (), worked, worked, bool(names) and len(done) == len(names),
            {"base": score.base_lo, "total": score.total_lo, "seconds": self.seconds,
             "tasks": [len(done), len(names)], "void": score.void,
             "constraints": [sum(c.kept for c in score.constraints), len(score.constraints)]},
            {"simulator": "the competition's world in this package",
             "referee": "the platform's scoring, our own",
             "preparation": f"facts told as in the file, {self.language}",
             "scenes": "problem file"})

    def frame(self) -> dict[str, Any]:
        """Return the flat for the replay; never shown to a policy."""
        said = " = ".join(self.played[-1]) if self.played else "at the start"
        return scene_frame(self.referee.world, self.referee.state,
                           f"{said}   ({self.scorecard().extra['base']} points)")

    @property
    def unwrapped(self) -> CompetitionEnvironment:
        """Return the environment itself, as PettingZoo asks."""
        return self

    def close(self) -> None:
        """Hold nothing."""

    def action_space(self, agent: str) -> Any:
        """Return a gymnasium space of action lines (needs gymnasium)."""
        if "action" not in self._kept:
            self._kept["action"] = _spaces()[0](sorted(self.referee.world.words), self.seed)
        return self._kept["action"]

    def observation_space(self, agent: str) -> Any:
        """Return a gymnasium space that accepts this environment's observations."""
        if "observation" not in self._kept:
            self._kept["observation"] = _spaces()[1]()
        return self._kept["observation"]

    def _start(self, seed: int) -> None:
        problem = self.problem
        self.referee = Referee(problem.true_world(), problem.instructions, problem.flags, seed)
        self.played: list[tuple[str, str]] = []
        self.seconds = 0.0
        self.started: float = self.clock()


def _observation(action: str, reply: str) -> dict[str, Any]:
    failure = {"0": "the platform answers false", "?": "not an action"}.get(reply, "")
    return {"reply": reply, "last_action": action, "success": not failure, "failure": failure}


class CompetitionPolicy:
    """A player behind the common seam; ``player`` is the one of the current problem."""

    def __init__(
        self, options: PlayOptions, on_defect: Callable[[str], None] = lambda text: None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.name = options.policy
        self.options, self.on_defect, self.clock = options, on_defect, clock
        self.player: Player | None = None

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Make the player from the two texts."""
        facts = briefing.facts
        make = player_factory(str(facts["language"]), self.options, on_defect=self.on_defect,
                              clock=self.clock)
        self.player = make(str(facts["name"]), str(facts["told"]), briefing.instruction)
        self.begun, self.replans = False, 0

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        """Let the player choose; its ``Stop`` ends the episode."""
        player = self.player
        assert player is not None
        action = player.next(observations[ROBOT]["reply"]) if self.begun else player.first()
        self.begun = True
        plans = getattr(player, "replans", 0) - self.replans
        self.replans += plans
        remarks = list(getattr(player, "remarks", ()))
        surprises = "; ".join(r.removeprefix(_SURPRISE) for r in remarks if r.startswith(_SURPRISE))
        return Decision(
            {ROBOT: "Done" if action == STOP else action}, done=action == STOP,
            gave_up=bool(getattr(player, "why", "")),
            replan=(surprises or _CHANGED) if plans else "",
            reasons={ROBOT: str(getattr(player, "reason", ""))}, notes={"belief": remarks},
            engine_calls=plans)


def open_environment(case: CompetitionCase) -> CompetitionEnvironment:
    """Open a problem file; raises ``InputError`` or ``SourceError`` for a defective one."""
    return CompetitionEnvironment(read_problem(case.problem), case.seed, case.language)


def belief(_case: CompetitionCase, _context: PolicyContext) -> Policy:
    """Make the player that believes, asks and looks where it pays."""
    return CompetitionPolicy(PlayOptions(policy="belief"))


def told(_case: CompetitionCase, _context: PolicyContext) -> Policy:
    """Make the player that takes the told world for true."""
    return CompetitionPolicy(PlayOptions(policy="told"))


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
            return self.record.extra[name]
        return [0, 0] if name in ("tasks", "constraints") else 0


def play_file(
    path: Path, *, seed: int, language: str = "instructions",
    options: PlayOptions | None = None, on_step: Callable[[str, str, Player], None] | None = None,
    on_defect: Callable[[str], None] = lambda text: None,
    clock: Callable[[], float] = time.perf_counter,
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
    return play_problem(problem, seed=seed, language=language, options=options, on_step=on_step,
                        clock=clock)


def play_problem(
    problem: Problem, *, seed: int, language: str = "instructions",
    options: PlayOptions | None = None, on_step: Callable[[str, str, Player], None] | None = None,
    on_defect: Callable[[str], None] = lambda text: None,
    clock: Callable[[], float] = time.perf_counter,
) -> Played:
    """Play a problem that was read; see :func:`play_file`."""
    world = CompetitionEnvironment(problem, seed, language, clock)
    policy = CompetitionPolicy(options or PlayOptions(), on_defect, clock=clock)

    def tell(step: int, _actions: Mapping[str, str]) -> None:
        if step and on_step is not None and policy.player and len(world.played) == step:
            on_step(*world.played[-1], policy.player)

    record = run_episode(world, policy, domain="competition", case=problem.name, seed=seed,
                         on_step=tell, clock=clock)
    player = policy.player
    claims = _believed(player, world) if isinstance(player, OnlinePlayer) else []
    return Played(problem.name, record, tuple(world.played), tuple(claims),
                  str(record.extra["void"] or getattr(player, "why", "")))


def _believed(player: OnlinePlayer, world: CompetitionEnvironment) -> list[tuple[float, bool]]:
    """Pair every probability the player held (whenever it decided) with the truth."""
    truth: dict[int, set[tuple[str, int]]] = {}
    true_world = world.problem.true_world()
    for thing, place in true_world.at:
        truth.setdefault(thing, set()).add(("at", place))
    for thing, container in true_world.inside:
        truth.setdefault(thing, set()).add(("inside", container))
    return [(p, place in truth.get(thing, ())) for thing, place, p in player.claims]


@cache
def _spaces() -> tuple[type, type]:
    """Define the two spaces; gymnasium is imported only here."""
    from gymnasium import Space

    class Actions(Space):  # type: ignore[type-arg]
        """All strings; samples are action lines about the problem's objects."""

        def __init__(self, things: list[int], seed: int) -> None:
            super().__init__(None, None, seed=seed)
            self.lines = [f"{verb} {n}" for n in things
                          for verb in ("Move", "PickUp", "PutDown", "Open", "Close", "AskLoc")]

        def sample(self, mask: Any = None, probability: Any = None) -> str:
            return self.lines[int(self.np_random.integers(len(self.lines)))]

        def contains(self, x: Any) -> bool:
            return isinstance(x, str)

    class Observations(Space):  # type: ignore[type-arg]
        """Dictionaries with at least the documented keys; samples are not offered."""

        def sample(self, mask: Any = None, probability: Any = None) -> Any:
            raise NotImplementedError("observations come from the world only")

        def contains(self, x: Any) -> bool:
            return isinstance(x, dict) and {"reply", "last_action", "success"} <= set(x)

    return Actions, Observations
