"""States: what the independent simulator says, asked another way."""

import pytest
from attack import verdicts
from random_states import ATTACKS, CORPUS, drawn

from planner.errors import UsageError
from planner.states import Task


@pytest.mark.parametrize("group", ["rooms", "domains", "corpus"])
def test_states_agree_with_the_independent_simulator(group: str) -> None:
    found = list(verdicts(ATTACKS[group], 7, range(0, 48, 4)))
    assert [(v.case, v.wrong) for v in found if v.wrong] == []
    assert sum(v.counts.get("states", 0) for v in found) >= 160


def test_applicable_actions_take_a_hundredth_of_unified_plannings_time() -> None:
    found = list(verdicts(ATTACKS["speed"], 0, range(0, len(CORPUS), 5)))
    assert [(v.case, v.wrong) for v in found if v.wrong] == []
    ours, theirs = (sum(v.counts.get(name, 0) for v in found)
                    for name in ("ms", "ms, unified-planning"))
    assert 100 * ours < theirs


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
    ends = [s for s in layers[-1] if s.reached]
    if not ends:
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
    plan = start.plan()
    assert plan
    told = start.justify(plan)
    assert [step for step, _ in told] == list(plan)
    assert told[-1][1] == "needed for the goal"
    end = start.after(plan)
    idle = next(step for step in end.applicable() if end.successor(step).reached)
    assert start.justify([*plan, idle])[-1] == (idle, "")
    with pytest.raises(UsageError, match="does not reach the goal"):
        start.justify(plan[:1])


def test_wrong_questions_are_named() -> None:
    start = Task(drawn(0)).state(drawn(0).problem.init)
    with pytest.raises(UsageError, match="cannot be done here"):
        start.successor("(drop t1 r0)")
    with pytest.raises(UsageError, match="not an action of this task"):
        start.successor("(fly)")
    with pytest.raises(UsageError, match="there are ff"):
        start.distance("blind")
    with pytest.raises(UsageError, match="can never hold"):
        start.of.state([("at", ("moon",))])
