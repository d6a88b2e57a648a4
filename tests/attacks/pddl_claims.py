"""Attack the claims about PDDL: verdicts on plans, and what engines say of tasks.

Random small tasks (:mod:`tests/attacks/pddl_tasks.py`) are answered by an interpreter and an
exhaustive search of their own (:mod:`tests/attacks/pddl_truth.py`). Every verdict of
``planner validate`` on cheapest, random and spoilt plans is compared, and for every ``--every``-th
task each named engine's "solved", "optimal" and "unsolvable".

``python tests/attacks/pddl_claims.py --count 20000 --seed 1 --seconds 3000 --json out.json``
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from pddl_tasks import Task, make_task, text_of
from pddl_truth import Answer, Step, execute, search, steps_of

from planner.engines import ENGINES, Limits, Outcome, Status
from planner.engines.solve import solve_task
from planner.pddl import PDDLTask, features, read_domain, read_problem
from planner.plan import Plan
from planner.plan import Step as PlanStep
from planner.validation import Verdict, judge

__all__ = ["Claims", "check_engine", "check_plans", "main", "plans_of", "read", "study"]

SHOWN = 20


@dataclass
class Claims:
    """Counts by kind of claim, features met, and the cases that were wrong."""

    tasks: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    noted: list[str] = field(default_factory=list)

    def count(self, name: str) -> None:
        """Count one claim."""
        self.counts[name] += 1


def read(task: Task) -> PDDLTask:
    """Read the task's text with the reader under test."""
    domain_text, problem_text = text_of(task)
    domain = read_domain(domain_text)
    problem = read_problem(problem_text, "problem.pddl", domain)
    return PDDLTask(domain, problem, {**domain.constants, **problem.objects})


def plans_of(task: Task, answer: Answer, rng: Random) -> list[tuple[Step, ...]]:
    """Return the cheapest plan, spoilt copies of it, and a random plan."""
    steps = list(steps_of(task))
    plans = [tuple(rng.choice(steps) for _ in range(rng.randint(0, 3))) if steps else ()]
    if answer.plan is not None:
        plans += [answer.plan, _spoilt(answer.plan, steps, rng)]
    return plans


def _spoilt(plan: tuple[Step, ...], steps: Sequence[Step], rng: Random) -> tuple[Step, ...]:
    at = rng.randrange(len(plan) + 1)
    kind = rng.choice(["drop", "swap", "insert", "unknown", "arity", "twice"])
    if kind == "insert" and steps:
        return (*plan[:at], rng.choice(steps), *plan[at:])
    if not plan or at == len(plan):
        return (*plan, ("nothing-of-the-kind",))
    if kind == "drop":
        return (*plan[:at], *plan[at + 1:])
    if kind == "swap":
        return (*plan[:at], *reversed(plan[at : at + 2]), *plan[at + 2:])
    if kind == "unknown":
        return (*plan[:at], (*plan[at][:-1], "nobody"), *plan[at + 1:])
    if kind == "arity":
        return (*plan[:at], (*plan[at], plan[at][-1]), *plan[at + 1:])
    return (*plan[:at], plan[at], *plan[at:])


def check_plans(task: Task, given: PDDLTask, answer: Answer, rng: Random, claims: Claims) -> None:
    """Compare the verdict on each plan, and the cost of a valid one, with the truth."""
    for plan in plans_of(task, answer, rng):
        cost = execute(task, plan)
        verdict = judge(given, Plan(tuple(PlanStep(s[0], s[1:]) for s in plan)))
        claims.count(f"judged {verdict.overall}")
        truth = Verdict.INVALID if cost is None else Verdict.VALID
        claimed = verdict.overall in (Verdict.VALID, Verdict.INVALID)
        wrong_cost = cost is not None and verdict.cost is not None and verdict.cost != float(cost)
        if (claimed and verdict.overall is not truth) or wrong_cost:
            claims.wrong.append(f"{verdict.overall} cost {verdict.cost}, truth {truth} {cost}: "
                                f"{plan} {text_of(task)}")
        elif not claimed:
            claims.noted.append(f"{verdict.overall} (own {verdict.first}, other {verdict.second}): "
                                f"{verdict.remarks} truth {truth} {plan} {text_of(task)}")


def check_engine(
    task: Task, given: PDDLTask, answer: Answer, claims: Claims, name: str,
    solve: Callable[[PDDLTask, str], Outcome],
) -> None:
    """Compare what an engine says of a task with the truth."""
    outcome = solve(given, name)
    claims.count(f"{name} {outcome.status}")
    trouble = ""
    if outcome.plan is not None:
        plan = tuple((s.name, *s.arguments) for s in outcome.plan.steps)
        cost = execute(task, plan)
        if cost is None or outcome.cost != float(cost):
            trouble = f"plan {plan} of cost {outcome.cost}, truth {cost}"
        elif (outcome.status is Status.SOLVED_OPTIMALLY and answer.cost is not None
                and outcome.cost > float(answer.cost)):
            trouble = f"'optimal' at {outcome.cost}, truth {answer.cost}"
    if outcome.status is Status.UNSOLVABLE_PROVEN and answer.plan is not None:
        trouble = f"'unsolvable', truth {answer.plan}"
    if outcome.status.solved and answer.complete and answer.plan is None:
        trouble = "'solved', truth unsolvable"
    if trouble:
        claims.wrong.append(f"{name}: {trouble} {text_of(task)}")
    elif (outcome.status in (Status.INTERNAL_ERROR, Status.UNSOLVABLE_INCOMPLETELY)
            or "does not take this problem" in outcome.message):
        claims.noted.append(f"{name}: {outcome.status} {outcome.message} {text_of(task)}")


def _solve(given: PDDLTask, name: str) -> Outcome:
    return solve_task(given, engine=name, limits=Limits(20, 3000))


def study(
    count: int, seed: int, seconds: float, engines: Sequence[str] = (), every: int = 50,
    *, clock: Callable[[], float] = time.monotonic,
) -> Claims:
    """Check ``count`` random tasks, or as many as ``seconds`` allow."""
    claims = Claims()
    end = clock() + seconds
    for number in range(count):
        if clock() >= end:
            break
        rng = Random(f"{seed} {number}")
        task = make_task(rng)
        given = read(task)
        answer = search(task)
        claims.tasks += 1
        claims.used.update(features(given) or {"strips"})
        claims.count("searched " + ("unknown" if not answer.complete else
                                    "solvable" if answer.plan is not None else "unsolvable"))
        check_plans(task, given, answer, rng, claims)
        if number % every == 0:
            for name in engines:
                check_engine(task, given, answer, claims, name, _solve)
    return claims


def main(arguments: list[str] | None = None) -> int:
    """Run the study; exit code 1 where a claim was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--engines", default="", help="names with commas; 'all' that run here")
    parser.add_argument("--every", type=int, default=50, help="engines see every so manieth task")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    names = [n for n in options.engines.split(",") if n]
    if options.engines == "all":
        names = [name for name, spec in ENGINES.items() if not spec.missing()]
    claims = study(options.count, options.seed, options.seconds, names, options.every)
    if options.json:
        options.json.write_text(json.dumps(vars(claims), indent=1, sort_keys=True) + "\n")
    sys.stdout.write(_table(claims))
    return 1 if claims.wrong else 0


def _table(claims: Claims) -> str:
    lines = [f"{claims.tasks} tasks, wrong claims: {len(claims.wrong)}"]
    lines += [f"  {name}: {count}" for name, count in sorted(claims.counts.items())]
    lines += ["features: " + ", ".join(f"{n} {c}" for n, c in sorted(claims.used.items()))]
    for words, cases in (("WRONG", claims.wrong), ("noted", claims.noted)):
        lines += [f"{words} {case}" for case in cases[:SHOWN]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
