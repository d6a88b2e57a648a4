"""Random walks through household scenes: every action of every kind, invariants after each.

Three agents; a case is 500 actions in a floor plan of ``planner scenes fetch`` or a shipped room,
wrong is every broken invariant (``thor_invariants.py``). Options: ``attack.py``.
"""

import sys
from collections import Counter
from functools import partial

from attack import Attack, Verdict, main
from thor_invariants import random_actions, violations

from domains.household.thor import Engine

PLANS = ("FloorPlan1", "FloorPlan3", "FloorPlan10", "FloorPlan201", "FloorPlan219",
         "SmallKitchen", "SmallLivingRoom")


def walk(engine: Engine, scene: str, actions: int, seed: int) -> Verdict:
    """Walk; count how often each kind of action succeeded."""
    engine.reset(scene, agentCount=3)
    done, broken = Counter[str](refused=0), []
    for number, action in enumerate(random_actions(engine, seed, actions)):
        events = engine.act(action)
        done[action["action"] if events[engine.active]["lastActionSuccess"] else "refused"] += 1
        broken += [f"step {number} {action}: {v}" for v in violations(engine, events)]
    return Verdict(scene, f"seed {seed}", "; ".join(broken), done)


def judge(scene: str, seed: int, number: int) -> Verdict:
    return walk(Engine(), scene, 500, 1000 * seed + number)


ATTACKS: dict[str, Attack] = {scene: partial(judge, scene) for scene in PLANS}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, 20))
