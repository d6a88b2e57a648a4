"""Attack the claims about PDDL: verdicts on plans, and what engines say of tasks.

Random small tasks (``pddl_tasks.py``) are answered by an interpreter and an exhaustive search of
their own (``pddl_truth.py``). ``plans`` compares the verdict of ``planner validate`` on cheapest,
random and spoilt plans; each engine that runs here is a group with its "solved", "optimal" and
"unsolvable". Options: ``attack.py``.
"""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from attack import Attack, main
from attack import Verdict as Found
from pddl_tasks import Task, make_task, text_of
from pddl_truth import Answer, Step, execute, search, steps_of

from planner.engines import ENGINES, Limits, Outcome, Status
from planner.engines.solve import solve_task
from planner.pddl import PDDLTask, read_texts
from planner.plan import Plan
from planner.plan import Step as PlanStep
from planner.validation.judges import Verdict, judge


def read(task: Task) -> PDDLTask:
    return read_texts(*text_of(task))


def drawn(seed: int, number: int) -> tuple[Task, PDDLTask, Answer, Random]:
    rng = Random(f"{seed} {number}")
    task = make_task(rng)
    return task, read(task), search(task), rng


def plans_of(task: Task, answer: Answer, rng: Random) -> list[tuple[Step, ...]]:
    """Return the cheapest plan, a spoilt copy of it, and a random plan."""
    steps = list(steps_of(task))
    found = [tuple(rng.choice(steps) for _ in range(rng.randint(0, 3))) if steps else ()]
    if answer.plan is not None:
        found += [answer.plan, _spoilt(answer.plan, steps, rng)]
    return found


def _spoilt(plan: tuple[Step, ...], steps: Sequence[Step], rng: Random) -> tuple[Step, ...]:
    at = rng.randrange(len(plan) + 1)
    kind = rng.choice(["drop", "swap", "insert", "unknown", "arity", "twice"])
    if kind == "insert" and steps:
        return (*plan[:at], rng.choice(steps), *plan[at:])
    if not plan or at == len(plan):
        return (*plan, ("nothing-of-the-kind",))
    middle: dict[str, Sequence[Step]] = {
        "drop": (), "swap": (*plan[at + 1 : at + 2], plan[at]), "insert": (plan[at],),
        "unknown": ((*plan[at][:-1], "nobody"),), "arity": ((*plan[at], plan[at][-1]),),
        "twice": (plan[at], plan[at])}
    return (*plan[:at], *middle[kind], *plan[at + 1 + (kind == "swap"):])


def wrong_verdict(task: Task, given: PDDLTask, plan: tuple[Step, ...]) -> tuple[str, str]:
    """Return the verdict on a plan, and what is wrong with it or with the cost."""
    cost = execute(task, plan)
    verdict = judge(given, Plan(tuple(PlanStep(s[0], s[1:]) for s in plan)))
    truth = Verdict.INVALID if cost is None else Verdict.VALID
    claimed = verdict.overall in (Verdict.VALID, Verdict.INVALID)
    costs = cost is not None and verdict.cost is not None and verdict.cost != float(cost)
    wrong = (claimed and verdict.overall is not truth) or costs
    return str(verdict.overall), (
        f"{verdict.overall} cost {verdict.cost}, truth {truth} {cost}: {plan}" * wrong)


def plans(seed: int, number: int) -> Found:
    task, given, answer, rng = drawn(seed, number)
    found = [wrong_verdict(task, given, plan) for plan in plans_of(task, answer, rng)]
    wrong = "; ".join(why for _, why in found if why)
    return Found("plans", f"{seed}/{number}", wrong, Counter(name for name, _ in found))


def trouble(task: Task, answer: Answer, outcome: Outcome) -> str:
    if outcome.plan is not None:
        plan = tuple((s.name, *s.arguments) for s in outcome.plan.steps)
        cost = execute(task, plan)
        if cost is None or outcome.cost != float(cost):
            return f"plan {plan} of cost {outcome.cost}, truth {cost}"
        if (outcome.status is Status.SOLVED_OPTIMALLY and answer.cost is not None
                and outcome.cost > float(answer.cost)):
            return f"'optimal' at {outcome.cost}, truth {answer.cost}"
    if outcome.status is Status.UNSOLVABLE_PROVEN and answer.plan is not None:
        return f"'unsolvable', truth {answer.plan}"
    if outcome.status.solved and answer.complete and answer.plan is None:
        return "'solved', truth unsolvable"
    return ""


def _solve(given: PDDLTask, name: str) -> Outcome:
    return solve_task(given, engine=name, limits=Limits(20, 3000))


def engine(
    name: str, seed: int, number: int, solve: Callable[[PDDLTask, str], Outcome] = _solve
) -> Found:
    task, given, answer, _ = drawn(seed, number)
    outcome = solve(given, name)
    return Found(name, f"{seed}/{number}", trouble(task, answer, outcome), {outcome.status: 1})


ATTACKS: dict[str, Attack] = {"plans": plans, **{
    name: partial(engine, name) for name, spec in ENGINES.items()
    if name != "joint" and not spec.missing()}}  # it takes none of these: joint_claims.py

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, 1000))
