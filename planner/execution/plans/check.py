"""Judge a plan, however it is written, by executing it in the world of a source file.

The first action that fails is explained together with the shortest repair that was found: the
actions that, done just before, let it succeed ("open the fridge first"). A judge that cannot
finish says so; that is never the plan's fault.
"""

from __future__ import annotations

import re
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from planner.cases import fields_of
from planner.discovery import recognise
from planner.domain import Domain
from planner.environment import Briefing, Environment
from planner.errors import ComponentError, MissingError, PlannerError, UsageError
from planner.execution.plans.matcher import match
from planner.execution.plans.repair import Repair, find_repair
from planner.execution.plans.text import PlanStep, read_plan
from planner.execution.wording import view
from planner.validation.source_plan import PlanVerdict, Status

__all__ = ["PlanVerdict", "Status", "World", "check", "check_text"]

REPAIR_S, REPAIR_DEPTH = 20.0, 3
MAX_STEPS = 10_000
MAX_TEAM = 6
_ACTION = re.compile(r"^(?:\w+\([\w .,|+-]*\)|Idle|Done|Explore)$")
NAMES = ("Alice", "Bob", "Charlie", "David", "Emma", "Finn")


@dataclass(frozen=True)
class World:
    """A way to open fresh copies of one world, with its team and seed."""

    agents: int
    seed: int
    make: Callable[[], Environment]


def _opened(domain: Domain[Any], file: Path, agents: int) -> World:
    """Open the world of a file, for as many robots as the plan speaks of (0: the file's)."""
    if not domain.has("environment"):
        raise UsageError(f"{file}: plans of {domain.name!r} are not executed in a world")
    case = domain.read(file)
    fields = fields_of(domain.case_type)
    changes: dict[str, Any] = {"max_steps": MAX_STEPS} | ({"agents": agents} if agents else {})
    case = replace(case, **{k: v for k, v in changes.items() if k in fields})

    first = domain.open(case)
    try:
        team = len(first.possible_agents)
    finally:
        first.close()
    return World(team, int(getattr(case, "seed", 0)), partial(domain.open, case))


@dataclass
class _Run:
    """What executing a plan gave; ``first`` is the first failure."""

    done: list[dict[str, str]]
    failures: int = 0
    first: tuple[int, PlanStep, str, str, str, str] | None = None


def check(file: Path, plan_text: str, *, source: str = "plan") -> PlanVerdict:
    """Judge a plan for a file of a domain with an environment.

    Raises SourceError or InputError for unreadable files and plans; whatever else goes wrong in
    the judge is a verdict ``crashed``. A domain may have a judge of its own.
    """
    domain = recognise(file)
    if domain.has("judge"):
        verdict: PlanVerdict = domain.part("judge")(domain.read(file), plan_text)
        return verdict
    return check_text(_opened(domain, file, _team(plan_text)), plan_text, source)


def check_text(world: World, plan_text: str, source: str = "plan") -> PlanVerdict:
    """Judge a plan in an opened world."""
    names = NAMES[: world.agents]
    plan = read_plan(plan_text, source, names)
    try:
        return _judge(world, plan)
    except (ComponentError, MissingError) as error:
        return PlanVerdict(Status.CRASHED, f"the judge could not finish: {error}")
    except PlannerError:
        raise
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return PlanVerdict(Status.CRASHED, f"the judge failed, the plan is not judged: "
                                       f"{type(error).__name__}: {error} ({last.name})")


def _judge(world: World, plan: list[PlanStep]) -> PlanVerdict:
    environment = world.make()
    try:
        run, card, briefing = _execute(environment, world.seed, plan)
    finally:
        environment.close()
    missing = tuple(s for s in card.subtasks if s not in card.credited)
    numbers: dict[str, Any] = {
        "missing": missing, "steps": len(run.done), "failures": run.failures,
        "credited": len(card.subtasks) - len(missing), "subtasks": len(card.subtasks)}
    if card.success:
        note = f"; {run.failures} actions failed on the way" if run.failures else ""
        return PlanVerdict(Status.VALID, f"reaches the goal in {len(run.done)} steps{note}",
                       **numbers)
    if run.first is None:
        return PlanVerdict(Status.INVALID, f"every action works, but at the end is missing: "
                                       f"{', '.join(missing) or 'the goal'}",
                       step=len(run.done) + 1, **numbers)
    step, entry, robot, words, action, reason = run.first
    found = None
    if action:
        found = find_repair(world.make, world.seed, run.done[: step - 1], robot, action,
                            briefing, depth=REPAIR_DEPTH, deadline=time.monotonic() + REPAIR_S)
    return PlanVerdict(
        Status.INVALID, _explain(step, entry.line, robot, words, action, reason, found),
        step=step, line=entry.line, robot=robot, words=words, action=action, reason=reason,
        repair=found.actions if found else (), **numbers)


def _execute(
    environment: Environment, seed: int, plan: list[PlanStep]
) -> tuple[_Run, Any, Briefing]:
    observations, _ = environment.reset(seed=seed)
    briefing = environment.briefing()
    run = _Run([])
    for number, entry in enumerate(plan, start=1):
        chosen: dict[str, str] = {}
        for robot in briefing.agents:
            words = entry.actions.get(robot, entry.actions.get("", "Idle") if
                                      robot == briefing.agents[0] else "Idle")
            chosen[robot] = _understood(words, observations[robot], briefing)
            if not chosen[robot]:
                run.failures += 1
                run.first = run.first or (number, entry, robot, words, "",
                                          "no action that is possible here fits these words")
        done = {robot: action or "Idle" for robot, action in chosen.items()}
        run.done.append(done)
        observations, _, terminations, _, infos = environment.step(done)
        for robot, action in chosen.items():
            info = infos.get(robot, {})
            if action and not info.get("success", True):
                run.failures += 1
                words = entry.actions.get(robot, entry.actions.get("", action))
                reason = str(info.get("message") or info.get("failure") or "it failed")
                run.first = run.first or (number, entry, robot, words, action, reason)
        if terminations and all(terminations.values()):
            break
    return run, environment.scorecard(), briefing


def _understood(words: str, observation: Mapping[str, Any], briefing: Briefing) -> str:
    plain = words.strip().rstrip(".")
    if _ACTION.match(plain):
        known = view(observation, briefing).actions
        return f"{plain}()" if plain not in known and f"{plain}()" in known else plain
    return match(plain, view(observation, briefing).actions).action


def _explain(
    step: int, line: int, robot: str, words: str, action: str, reason: str,
    repair: Repair | None,
) -> str:
    said = f"{words!r}" + (f" ({action})" if action and action != words else "")
    text = f"step {step} (line {line}): {robot}: {said} fails: {reason.replace('_', ' ')}"
    if repair is not None:
        text += f"\n  repair: {repair.sentence}"
    elif action:
        text += "\n  no short repair was found"
    return text


def _team(plan_text: str) -> int:
    """Return how many robots a plan speaks of, 0 when it names none."""
    head = plan_text[:2_000_000]
    named = [k for k, name in enumerate(NAMES, start=1) if re.search(rf"\b{name}\b", head)]
    if named:
        return min(MAX_TEAM, max(named))
    recorded = re.search(r"^\d+,\"(\[.*?\])\",\"(\[.*?\])\"", head, re.MULTILINE)
    return recorded.group(2).count("', '") + 1 if recorded else 0
