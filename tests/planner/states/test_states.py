"""States: what the independent simulator says, asked another way."""

import pytest
from random_states import drawn

from planner.errors import UsageError
from planner.plan import Step, parse_ipc
from planner.states import Task


@pytest.mark.parametrize("seed", range(6))
def test_estimates_bound_and_landmarks_are_passed_by_every_shortest_plan(seed: int) -> None:
    task = drawn(seed)
    start = Task(task).state(task.problem.init)
    layers, seen = [[start]], {start: (start, None)}
    while not any(s.reached for s in layers[-1]) and layers[-1]:
        layers.append([])
        for state in layers[-2]:
            for step in state.applicable():
                after = state.successor(step)
                if after not in seen:
                    seen[after] = (state, step)  # type: ignore[assignment]
                    layers[-1].append(after)
    if not (ends := [s for s in layers[-1] if s.reached]):
        return
    assert start.distance("max") <= len(layers) - 1 <= len(start.plan() or ())
    for state in ends:
        path = [state]
        while path[-1] != start:
            path.append(seen[path[-1]][0])
        for atom in start.landmarks():
            assert any(atom in s.atoms for s in path)
        assert not any(one != other and start.mutex(one, other)
                       for s in path for one in s.atoms for other in s.atoms)


def test_a_plan_is_justified_action_by_action() -> None:
    start = next(s for task in map(drawn, range(20))
                 if not (s := Task(task).state(task.problem.init)).reached
                 and s.relaxed_plan() is not None)
    plan = start.plan() or ()
    told = start.justify(plan)
    assert [step for step, _ in told] == list(plan)
    assert told[-1][1] == "needed for the goal"
    end = start.after(plan)
    idle = next(step for step in end.applicable() if end.successor(step).reached)
    assert start.justify([*plan, idle])[-1] == (idle, "")
    with pytest.raises(UsageError, match="does not reach the goal"):
        start.justify(plan[:1])


@pytest.mark.parametrize(("question", "given", "words"), [
    ("successor", "(drop t1 r0)", "cannot be done here"), ("successor", "(fly)", "not an action"),
    ("distance", "blind", "there are ff"), ("reachable", "(at moon)", "no atom of this task")])
def test_wrong_questions_are_named(question: str, given: str, words: str) -> None:
    start = Task(drawn(0)).state(drawn(0).problem.init)
    with pytest.raises(UsageError, match=words):
        getattr(start, question)(given)
    with pytest.raises(UsageError, match="can never hold"):
        start.of.state([("at", ("moon",))])
    assert all(start.reachable(str(Step(*atom))) for atom in start.atoms)
    assert start.after(parse_ipc(str(start.applicable()[0])).steps)
    assert all(str(Step(*atom)) in str(start) for atom in start.atoms)
