"""``domain.pddl`` and the referee, written apart, allow the same actions along random walks."""

import random
import warnings
from itertools import product

import pytest

from domains.competition.referee.environment import Referee
from domains.competition.world.actions import ARITY, PHYSICAL, Action, platform_line
from domains.competition.world.state import apply
from planner.pddl.printer import print_domain, print_problem
from translators.competition.compile import compile_world
from translators.competition.generate.problems import generate


@pytest.mark.parametrize("seed", range(4))
def test_same_actions_are_possible(seed: int) -> None:
    made = next(iter(generate(1, 900 + seed)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from unified_planning.engines.sequential_simulator import UPSequentialSimulator
        from unified_planning.io import PDDLReader

        task = compile_world(made.world, made.items).problem
        problem = PDDLReader().parse_problem_string(print_domain(task.domain), print_problem(task))
        simulator = UPSequentialSimulator(problem, error_on_failed_checks=False)
    numbers = [int(o.name[1:]) for o in problem.all_objects if o.name[0] == "t"]
    places = [int(o.name[1:]) for o in problem.all_objects if o.name[0] == "l"]
    referee = Referee(made.world, made.items)
    state = simulator.get_initial_state()
    rng = random.Random(seed)
    for _ in range(12):
        possible = {
            platform_line(action.name, [str(a) for a in arguments]): (action, arguments)
            for action, arguments in simulator.get_applicable_actions(state)
        }
        allowed = {
            str(action)
            for name in sorted(PHYSICAL)
            for arguments in product(places if name == "Move" else numbers, repeat=ARITY[name])
            if apply(made.world, referee.state, action := Action(name, arguments)) is not None
        }
        assert set(possible) == allowed
        # moves are many: choose among the kinds of actions first
        kind = rng.choice(sorted({line.split()[0] for line in possible}))
        line = rng.choice(sorted(x for x in possible if x.split()[0] == kind))
        assert referee.act(line) == "1"
        state = simulator.apply(state, *possible[line])
