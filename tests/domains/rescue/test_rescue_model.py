"""``domain.pddl`` says what the world does, transition by transition, on random states."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from records import traced

from domains.rescue.bridge.bridge import RescueBridge
from domains.rescue.case import RescueCase
from domains.rescue.domain import DOMAIN
from domains.rescue.episode import open_environment
from planner.engines.joint.grounding.ground import ground
from planner.execution.actor import GroundAction
from planner.execution.actor.model import Model, flaw
from planner.execution.actor.policy import planned
from planner.execution.actor.solver import JointSolver
from planner.pddl import Domain, read_domain

BY_CHANCE = ("look", "find")


def actions_of(domain: Domain, bridge: RescueBridge) -> list[GroundAction]:
    told = bridge.problem()
    objects = {name: (kind,) for name, kind in told.objects.items()}
    grounding = ground(domain, objects, tuple(bridge.robots), told.init)
    return [operator.action for operator in grounding.operators]


def taken(bridge: RescueBridge, action: GroundAction) -> bool:
    """Say whether an action leads to where a robot stands, or to somebody held.

    The model knows nothing of either: the loop notices.
    """
    if action.name == "go-to-person":
        person = bridge.facts.names[action.arguments[2]]
        return bool(bridge.know.people[person].holders)
    spots = {s.name: s.cell for cells in bridge.facts.targets.spots.values()
             for s in cells.values()}
    cells = Counter(robot.cell for robot in bridge.know.robots.values())
    return any(cells[spots[word]] for word in action.arguments[-3:] if word in spots)


def steps(domain: Domain, bridge: RescueBridge, model: Model, draw: random.Random
          ) -> Iterator[tuple[GroundAction, ...]]:
    """Yield what to do next: part of a plan, then anything that changes something."""
    told = bridge.problem()
    solver = JointSolver(domain, sorted(bridge.robots))
    while True:
        told = bridge.problem()
        plan = solver(told, limit=30.0).plan if draw.random() < 0.6 else None
        if plan and not any(taken(bridge, a) for a in plan[0]):
            yield plan[0]
            continue
        possible = [a for a in actions_of(domain, bridge)
                    if a.name not in BY_CHANCE and not taken(bridge, a)
                    and model.after(told.init, a) not in (None, told.init)]
        yield (draw.choice(possible),) if possible else ()


@pytest.mark.parametrize(("scene", "agents"), [(1, 2), (3, 3), (5, 5)])
def test_the_model_is_true(scene: int, agents: int) -> None:
    assert DOMAIN.pddl is not None
    domain = read_domain(DOMAIN.pddl.read_text(encoding="utf-8"))
    draw = random.Random(10 * scene + agents)
    seen: Counter[str] = Counter()
    world = open_environment(RescueCase(scene=scene, agents=agents, seed=scene, clairvoyant=True))
    observations, _ = world.reset(seed=scene)
    bridge = RescueBridge()
    bridge.begin(world.briefing(), observations)
    choices = steps(domain, bridge, Model(domain, bridge.problem().objects, bridge.robots), draw)
    for _ in range(12):
        told = bridge.problem()
        assert not flaw(domain, told)
        model = Model(domain, told.objects, bridge.robots)
        step = next(choices)
        seen.update(action.name for action in step)
        predicted = told.init
        for action in step:
            after = model.after(predicted, action)
            assert after is not None
            predicted = after
        growing = grows(bridge)
        doing = {robot: action for action in step for robot in model.who(action)}
        told_to = dict.fromkeys(bridge.robots.values(), "Idle")
        chosen = bridge.act(doing)
        told_to |= {bridge.robots[r]: chosen[bridge.robots[r]] for r in doing}
        observations, *_ = world.step(told_to)
        bridge.observe(observations)
        now = bridge.problem()
        changed = growing | (now.objects.keys() ^ told.objects.keys())
        blind = {"at"} if changed - growing else set()
        clear = model.task.domain.changed - blind
        differs = {atom for atom in predicted ^ now.init if atom[0] in clear
                   and not changed.intersection(atom[1])}
        assert not differs, (step, sorted(differs))
        if bridge.finished():
            break
    assert len(seen) >= 5


def grows(bridge: RescueBridge) -> set[str]:
    """Return the lights that grow by themselves in the next tick, or may be drawn anew."""
    found: set[str] = set()
    for light in bridge.facts.targets.all():
        blaze = bridge.know.blazes[light.fire]
        if bridge.know.step + 2 >= light.stand.deadline or (
                blaze.units(light.stand, 1) != light.level(blaze)):
            found |= {other.name for other in bridge.facts.targets.lights[light.fire]}
    return found


@pytest.mark.parametrize(("scene", "agents", "length"), [(1, 5, 4), (4, 5, 4), (1, 3, 8)])
def test_what_is_planned_is_executed(scene: int, agents: int, length: int) -> None:
    case = RescueCase(scene=scene, agents=agents, seed=0, clairvoyant=True)
    record, told = traced(open_environment(case), planned(DOMAIN, case, limit=120.0))
    assert record.success
    assert record.believed_success
    assert told[0]["notes"]["makespan"] == record.steps - record.trailing_done == length


def test_who_has_nothing_to_do_leaves_the_spot_that_another_goes_to() -> None:
    world = open_environment(RescueCase(scene=1, agents=2, seed=0, clairvoyant=True))
    observations, _ = world.reset(seed=0)
    bridge = RescueBridge()
    bridge.begin(world.briefing(), observations)
    bridge.observe(world.step({"Alice": "NavigateTo(GreatFire)", "Bob": "Idle"})[0])
    cell = bridge.know.robots["Alice"].cell
    spot = bridge.facts.targets.spots["GreatFire"][cell].name
    go = GroundAction("go-to-fire", ("bob", "field", spot, "greatfire"))
    bridge.observe(world.step(bridge.act({"bob": go}))[0])
    assert bridge.know.robots["Bob"].cell == cell
