"""Random cases for :mod:`tests/attacks/beliefs.py`: whatever may make a team think wrongly."""

import random
import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from benchmarks.suite import find_suite, load_suite
from domains.household.thor.scenes.store import open_store
from planner.errors import SourceError
from translators.mapthor.compile import compile_instruction

FAILURES = (0.0, 0.05, 0.1, 0.2, 0.3)
VARIATIONS: tuple[dict[str, Any], ...] = (
    *({},) * 6, {"rules": {"unnoticed": 6}}, {"rules": {"move_cost": 0.1}}, {"paper": True},
    {"doubled_fires": True}, {"clairvoyant": True}, {"rules": {"random_people": True}},
)
"""What else differs from the published world; mostly nothing."""


def rescue_case(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """Draw a published scene or a random world, a team, a failure rate, one variation."""
    case: dict[str, Any] = {"agents": rng.choice((1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 8, 10)),
                            "seed": rng.randrange(100_000), "max_steps": 60}
    if rng.random() < 0.2:
        case["generate"] = {"seed": rng.randrange(10_000), "width": 40, "height": 30,
                            "fires": rng.randint(0, 3), "people": rng.randint(1, 4)}
    else:
        case["scene"] = rng.randint(1, 5)
    variation = rng.choice(VARIATIONS)
    rules = {"failure_probability": rng.choice(FAILURES), **variation.get("rules", {})}
    return f"{case['agents']:2} robots", {**case, **variation, "rules": rules}


SENTENCES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SMALL = ("SmallKitchen", "SmallLivingRoom")
ELSEWHERE_SHARE = 0.2
"""Share of names taken from all rooms, so that some are of things this room has not."""


def household_case(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """Draw a room, a sentence about things that are there or not, a team, a failure rate.

    With MAP-THOR's data at hand one case in six is one of its tasks with its checker.
    """
    team = {"agents": rng.randint(1, 5), "failure_rate": rng.choice(FAILURES),
            "seed": rng.randrange(100_000), "max_steps": rng.choice((30, 60))}
    tasks = _checked_tasks()
    if tasks and rng.random() < 1 / 6:
        return "checker", {**rng.choice(tasks), **team}
    plans = [n for n in open_store().names() if n not in SMALL]
    room = rng.choice(plans) if plans and rng.random() < 0.3 else rng.choice(SMALL)
    while True:
        kind = rng.choice(sorted(SENTENCES))
        sentence = _fill(rng, rng.choice(SENTENCES[kind]), room)
        try:
            compile_instruction(sentence)
        except SourceError:
            continue  # refused: no claim is made
        return kind, {"instruction": sentence, "floor_plan": room, **team}


@lru_cache(maxsize=1)
def _checked_tasks() -> tuple[dict[str, Any], ...]:
    known = set(open_store().names())
    cases = [c for name in ("mapthor-1", "mapthor-paper")
             for c in load_suite(find_suite(name)).cases
             if "task" in c and c["floor_plan"] in known]
    return tuple({k: c[k] for k in ("task", "instruction", "floor_plan")} for c in cases)


@lru_cache(maxsize=64)
def _types(room: str) -> dict[str, tuple[str, ...]]:
    """List the words of a room by what can be done with the things."""
    found: dict[str, list[str]] = {k: [] for k in ("thing", "place", "device", "box", "food")}
    for o in open_store().load(room).objects:
        word = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", str(o["objectType"])).lower()
        for key, slot in (("pickupable", "thing"), ("receptacle", "place"),
                          ("toggleable", "device"), ("openable", "box"), ("sliceable", "food")):
            if o[key]:
                found[slot].append(word)
    return {k: tuple(dict.fromkeys(v)) or ("apple",) for k, v in found.items()}


def _fill(rng: random.Random, sentence: str, room: str) -> str:
    while "{" in sentence:
        slot = sentence.partition("{")[2].partition("}")[0]
        where = rng.choice(SMALL) if rng.random() < ELSEWHERE_SHARE else room
        word = rng.choice(("in", "on")) if slot == "on" else rng.choice(_types(where)[slot])
        sentence = sentence.replace("{" + slot + "}", word, 1)
    return sentence
