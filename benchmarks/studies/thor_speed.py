"""How fast the headless engine is: primitive steps per second of processor time.

``python -m benchmarks.studies.thor_speed --scene FloorPlan1`` prints the table. Steps are a seeded
mix of moves, turns, looks and object actions with full metadata for every agent; ``zero-copy``
shares nested values with the engine, ``isolated`` hands out deep copies. The client's rows
include the client's own work; the process row adds the processor time of client and engine.
Each figure is the best of ten rounds, which is what a busy machine can tell about the program.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from domains.household.thor import Engine, controller

__all__ = ["Row", "measure"]

_ROUNDS = 10
_PRIMITIVES = ("MoveAhead", "RotateRight", "MoveAhead", "LookDown", "MoveLeft", "RotateLeft",
               "MoveBack", "LookUp", "MoveRight", "RotateRight")


@dataclass(frozen=True)
class Row:
    """One line: steps per second of processor time and of wall time."""

    what: str
    agents: int
    per_cpu_second: float
    per_second: float
    succeeded: float


def primitives(agents: int) -> Iterator[dict[str, Any]]:
    """Endless primitive actions, the agents taking turns."""
    for number in itertools.count():
        yield {"action": _PRIMITIVES[number // agents % len(_PRIMITIVES)],
               "agentId": number % agents}


def measure(scene: str, agents: int, steps: int, how: str) -> Row:
    """Measure ``how``: zero-copy, isolated, client (in process) or process (two pipes)."""
    if how in ("zero-copy", "isolated"):
        engine = Engine(isolated=how == "isolated")
        engine.reset(scene, agentCount=agents)

        def act(action: dict[str, Any]) -> bool:
            events = engine.act(action)
            return bool(events[engine.active]["lastActionSuccess"])

        return _clock(act, how, agents, steps, time.process_time)
    backend = "process" if how == "process" else "headless"
    client = controller(scene, agents, backend)
    try:
        return _clock(lambda a: bool(client.step(a)), f"client, {how}", agents, steps,
                      _processor_time(client))
    finally:
        client.stop()


def _processor_time(client: Any) -> Callable[[], float]:
    process = getattr(client.server, "unity_proc", None)
    if process is None:
        return time.process_time
    import psutil

    child = psutil.Process(process.pid)

    def both() -> float:
        used = child.cpu_times()
        return time.process_time() + used.user + used.system

    return both


def _clock(
    act: Callable[[dict[str, Any]], bool], what: str, agents: int, steps: int,
    processor: Callable[[], float],
) -> Row:
    actions = list(itertools.islice(primitives(agents), steps))
    for action in actions[: steps // 10]:
        act(action)
    rounds = []
    for start in range(0, steps, max(1, steps // _ROUNDS)):
        part = actions[start : start + max(1, steps // _ROUNDS)]
        cpu, wall = processor(), time.perf_counter()
        good = sum(act(action) for action in part)
        rounds.append((len(part) / max(processor() - cpu, 1e-9),
                       len(part) / (time.perf_counter() - wall), good / len(part)))
    return Row(what, agents, max(r[0] for r in rounds), max(r[1] for r in rounds),
               sum(r[2] for r in rounds) / len(rounds))


def _reset_ms(scene: str) -> tuple[float, float]:
    cpu = time.process_time()
    engine = Engine()
    engine.reset(scene)
    cold = time.process_time() - cpu
    cpu = time.process_time()
    for _ in range(10):
        engine.reset(scene, agentCount=2)
    return 1000 * cold, 100 * (time.process_time() - cpu)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scene", default="FloorPlan1")
    parser.add_argument("--steps", type=int, default=2000)
    options = parser.parse_args()
    cold, warm = _reset_ms(options.scene)
    sys.stdout.write(
        f"{options.scene}: reset {cold:.0f} ms cold, {warm:.1f} ms warm (processor time)\n\n"
        "| engine | agents | steps per processor second | steps per second | succeeded |\n"
        "|---|---|---|---|---|\n")
    for how, agents in itertools.product(("zero-copy", "isolated", "in process", "process"),
                                         (1, 2, 5)):
        row = measure(options.scene, agents, options.steps, how)
        sys.stdout.write(
            f"| {row.what} | {row.agents} | {row.per_cpu_second:.0f} | {row.per_second:.0f} | "
            f"{row.succeeded:.0%} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
