"""Random walks through household scenes: every action of every kind, invariants after each.

``python tests/attacks/thor_walk.py --actions 10000`` walks five floor plans with three agents.
"""

from __future__ import annotations

import argparse
import collections
import sys

from thor_invariants import random_actions, violations

from domains.household.thor import Engine

__all__ = ["walk"]

PLANS = ("FloorPlan1", "FloorPlan3", "FloorPlan10", "FloorPlan201", "FloorPlan219")


def walk(
    engine: Engine, scene: str, actions: int, seed: int = 0, agents: int = 3
) -> tuple[collections.Counter[str], list[str]]:
    """Walk; return how often each action succeeded, and every broken invariant (none hoped)."""
    engine.reset(scene, agentCount=agents)
    done: collections.Counter[str] = collections.Counter()
    broken: list[str] = []
    for number, action in enumerate(random_actions(engine, seed, actions)):
        events = engine.act(action)
        told = events[engine.active]
        done[f"{action['action']} {'done' if told['lastActionSuccess'] else 'refused'}"] += 1
        broken += [f"{scene} step {number} {action}: {v}" for v in violations(engine, events)]
    return done, broken


def main() -> None:
    """Print the tally."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--actions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("scenes", nargs="*", default=PLANS)
    options = parser.parse_args()
    engine, failed = Engine(), False
    for scene in options.scenes:
        done, broken = walk(engine, scene, options.actions, options.seed)
        good = sum(n for name, n in done.items() if name.endswith("done"))
        sys.stdout.write(f"{scene}: {options.actions} actions, {good} succeeded, "
                         f"{len(broken)} invariants broken\n")
        sys.stdout.writelines(f"  {line}\n" for line in broken[:10])
        failed |= bool(broken)
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
