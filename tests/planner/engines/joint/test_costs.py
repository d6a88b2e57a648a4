"""Of the shortest joint plans the cheapest, against all plans of as many steps."""

import random
from fractions import Fraction
from itertools import combinations

import pytest
from teams import world
from textbook import Atom, Deed, deeds

from planner.engines.joint import JointEngine
from planner.engines.joint.encoding.costs import cost_of, price_of
from planner.engines.outcome import Status
from planner.pddl import PDDLTask, read_domain, read_texts
from planner.plan import Step

DOMAIN = world("tour")


def tour(chance: random.Random) -> PDDLTask:
    places = ["a", "b", "c", "d"]
    roads = [(x, y) for x in places for y in places if x != y and chance.random() < 0.8]
    said = " ".join(f"(road {x} {y}) (= (far {x} {y}) {chance.randint(0, 9)})" for x, y in roads)
    goal = " ".join(f"(seen {p})" for p in chance.sample(places, 3))
    return read_texts(DOMAIN, f"""(define (problem t) (:domain tour) (:objects r q - robot
     {' '.join(places)} - place) (:init (at r a) (at q {chance.choice(places)}) {said})
     (:goal (and {goal})) (:metric minimize (total-cost)))""")


def least(task: PDDLTask, steps: int) -> Fraction:
    """Return the least cost of all plans of a number of steps, state by state."""
    actions = deeds(task, ["r", "q"])
    pairs = [(d,) for d in actions] + [
        pair for pair in combinations(actions, 2) if not pair[0].hinders(pair[1])]

    def cost(deed: Deed) -> Fraction:
        gone = [words for name, words in deed.deletes if name == "at"]
        if not gone:
            return Fraction(3, 2)
        (_, a), = gone
        return task.problem.values["far", (a, next(w[1] for n, w in deed.adds if n == "at"))]

    now: dict[frozenset[Atom], Fraction] = {task.problem.init: Fraction(0)}
    for _ in range(steps):
        after = dict(now)
        for state, spent in now.items():
            for done in pairs:
                if all((atom in state) is sign for d in done for sign, atom in d.needs):
                    new = frozenset(state - {a for d in done for a in d.deletes}
                                    | {a for d in done for a in d.adds})
                    total = spent + sum(map(cost, done), Fraction(0))
                    after[new] = min(total, after.get(new, total))
        now = after
    goal = {(part[1], part[2]) for part in task.problem.goal[1:]}
    return min(spent for state, spent in now.items() if goal <= state)


@pytest.mark.parametrize("seed", range(12))
def test_no_plan_of_as_few_steps_is_cheaper(seed: int) -> None:
    task = tour(random.Random(seed))
    price = price_of(task.domain, task.problem.values, task.problem.init)
    assert price is not None
    engine = JointEngine(task.domain, task.problem.objects, "robot")
    result = engine.solve(task.problem.init, task.problem.goal, limit=30, price=price)
    if result.status is Status.UNSOLVABLE_PROVEN:
        return
    assert result.plan is not None
    assert "no cheaper plan" in result.how
    assert cost_of(result.plan, price) == least(task, len(result.plan))


def test_what_depends_on_the_state_has_no_price() -> None:
    domain = read_domain(DOMAIN.replace("(seen ?a) (increase (total-cost) 1.5)",
                                        "(seen ?a) (when (seen ?a) (increase (total-cost) 1))"))
    assert price_of(domain, {}, ()) is None
    price = price_of(read_domain(DOMAIN), {("far", ("a", "b")): Fraction(4)}, ())
    assert price is not None
    assert price(Step("go", ("r", "a", "b"))) == 4
