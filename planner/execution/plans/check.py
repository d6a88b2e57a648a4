"""Judge a plan, however it is written, by executing it in the world of a source file.

The first action that fails is explained together with the shortest repair that was found: the
actions that, done just before, let it succeed ("open the fridge first"). A judge that cannot
finish says so; that is never the plan's fault.
"""

from __future__ import annotations

import re
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from planner.cases import fields_of
from planner.console import counted
from planner.domain import Domain, Translation
from planner.environment import Briefing, Environment, Scorecard
from planner.errors import ComponentError, PlannerError
from planner.execution.plans.matcher import match
from planner.execution.plans.repair import Failing, find_repair
from planner.execution.plans.text import PlanStep, read_plan
from planner.execution.wording import view
from planner.pddl import read_texts
from planner.pddl.temporal import read_plan as read_ground
from planner.validation.judges import Judgement, Verdict, judge

REPAIR_S = 20.0
MAX_STEPS = 10_000
_ACTION = re.compile(r"^(?:\w+\([\w .,|+-]*\)|Idle|Done|Explore)$")
NAMES = ("Alice", "Bob", "Charlie", "David", "Emma", "Finn")


@dataclass(frozen=True)
class PlanVerdict:
    """The judge's answer.

    ``step`` is the first failing joint step (1-based; 0: none), ``line`` its line in the plan,
    ``words`` what the plan says and ``action`` what it was understood as. ``repair`` lists the
    actions to be done before it, as ``robot: action``. ``missing`` are subtasks not done at the
    end. ``failures`` counts all actions that failed.
    """

    status: Verdict
    explanation: str
    step: int = 0
    line: int = 0
    robot: str = ""
    words: str = ""
    action: str = ""
    reason: str = ""
    repair: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    steps: int = 0
    failures: int = 0
    credited: int = 0
    subtasks: int = 0

    def __str__(self) -> str:
        return f"{self.status}: {self.explanation}"


def check(domain: Domain[Any], case: Any, plan_text: str) -> PlanVerdict | Judgement:
    """Judge a plan for a case: by the domain's own judge, in its environment, else by its PDDL.

    Raises SourceError or InputError for unreadable files and plans; whatever else goes wrong in
    the judge is a verdict ``crashed``.
    """
    if domain.has("judge"):
        verdict: PlanVerdict | Judgement = domain.part("judge")(case, plan_text)
        return verdict
    if not domain.has("environment"):
        return by_pddl(domain.translate(case), plan_text)
    team = _team(plan_text)
    changes = {"max_steps": MAX_STEPS} | ({"agents": team} if team else {})
    known = fields_of(domain.case_type)
    case = replace(case, **{key: value for key, value in changes.items() if key in known})
    environment = domain.open(case)
    try:
        return check_text(environment, int(getattr(case, "seed", 0)), plan_text)
    finally:
        environment.close()


def by_pddl(translation: Translation, plan_text: str) -> PlanVerdict:
    """Judge a plan in the source's names; one that leaves out silent actions is not judged."""
    if translation.silent:
        silent = ", ".join(sorted(translation.silent))
        return PlanVerdict(Verdict.NOT_JUDGED, f"plans do not show the actions {silent}")
    names = {told: name for name, told in translation.names.items()}
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "$."
    task = read_texts(translation.domain, translation.problem)
    text = re.sub(rf"(?<=\s)(?:{words})(?=[\s)])", lambda found: names[found[0]], plan_text)
    judgement = judge(task, read_ground(task, text))
    said = "; ".join(filter(None, (judgement.explanation, *judgement.remarks)))
    return PlanVerdict(judgement.overall, said or "reaches the goal", step=judgement.failing_step)


def check_text(environment: Environment, seed: int, plan_text: str) -> PlanVerdict:
    """Judge a plan in an opened world."""
    plan = read_plan(plan_text, "plan", environment.possible_agents)
    try:
        return _judge(environment, seed, plan)
    except ComponentError as error:
        return PlanVerdict(Verdict.CRASHED, f"the judge could not finish: {error}")
    except PlannerError:
        raise
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return PlanVerdict(Verdict.CRASHED, f"the judge failed, the plan is not judged: "
                                        f"{type(error).__name__}: {error} ({last.name})")


def _judge(environment: Environment, seed: int, plan: list[PlanStep]) -> PlanVerdict:
    done, failed, card, briefing = _execute(environment, seed, plan)
    missing = tuple(s for s in card.subtasks if s not in card.credited)
    numbers: dict[str, Any] = {
        "missing": missing, "steps": len(done), "failures": len(failed),
        "credited": len(card.subtasks) - len(missing), "subtasks": len(card.subtasks)}
    if card.success:
        note = f"; {counted(len(failed), 'action')} failed on the way" if failed else ""
        steps = counted(len(done), "step")
        return PlanVerdict(Verdict.VALID, f"reaches the goal in {steps}{note}", **numbers)
    if not failed:
        return PlanVerdict(Verdict.INVALID, f"every action works, but at the end is missing: "
                                        f"{', '.join(missing) or 'the goal'}",
                           step=len(done) + 1, **numbers)
    step, robot, action = (failed[0][key] for key in ("step", "robot", "action"))
    said = f"{failed[0]['words']!r}" + (
        f" ({action})" if action and action != failed[0]["words"] else "")
    text = (f"step {step} (line {failed[0]['line']}): {robot}: {said} fails: "
            f"{failed[0]['reason'].replace('_', ' ')}")
    found = find_repair(
        Failing(environment, seed, done[: step - 1], robot, action, briefing),
        deadline=time.monotonic() + REPAIR_S) if action else None
    if action:
        text += f"\n  repair: {found.sentence}" if found else "\n  no short repair was found"
    return PlanVerdict(Verdict.INVALID, text, repair=found.actions if found else (),
                       **failed[0], **numbers)


def _execute(
    environment: Environment, seed: int, plan: list[PlanStep]
) -> tuple[list[dict[str, str]], list[dict[str, Any]], Scorecard, Briefing]:
    """Execute a plan; return the joint steps done, and what failed as fields of the verdict."""
    observations, _ = environment.reset(seed=seed)
    briefing = environment.briefing()
    steps: list[dict[str, str]] = []
    failed: list[dict[str, Any]] = []
    for entry in plan:
        alone = {briefing.agents[0]: entry.actions[""]} if "" in entry.actions else {}
        words = {robot: entry.actions.get(robot, alone.get(robot, "Idle"))
                 for robot in briefing.agents}
        chosen = {robot: _understood(words[robot], observations[robot], briefing)
                  for robot in briefing.agents}
        reasons = {robot: "no action that is possible here fits these words"
                   for robot, action in chosen.items() if not action}
        done = {robot: action or "Idle" for robot, action in chosen.items()}
        observations, _, terminations, _, infos = environment.step(done)
        for robot, action in chosen.items():
            info = infos.get(robot, {})
            if action and not info.get("success", True):
                reasons[robot] = str(info.get("message") or info.get("failure") or "it failed")
        steps.append(done)
        failed += [{"step": len(steps), "line": entry.line, "robot": robot, "words": words[robot],
                    "action": chosen[robot], "reason": reason} for robot, reason in reasons.items()]
        if terminations and all(terminations.values()):
            break
    return steps, failed, environment.scorecard(), briefing


def _understood(words: str, observation: Mapping[str, Any], briefing: Briefing) -> str:
    plain = words.strip().rstrip(".")
    if _ACTION.match(plain):
        known = view(observation, briefing).actions
        return f"{plain}()" if plain not in known and f"{plain}()" in known else plain
    return match(plain, view(observation, briefing).actions)


def _team(plan_text: str) -> int:
    """Return how many robots a plan speaks of, 0 when it names none."""
    head = plan_text[:2_000_000]
    named = [k for k, name in enumerate(NAMES, start=1) if re.search(rf"\b{name}\b", head)]
    if named:
        return max(named)
    recorded = re.search(r"^\d+,\"(\[.*?\])\",\"(\[.*?\])\"", head, re.MULTILINE)
    return recorded.group(2).count("', '") + 1 if recorded else 0
