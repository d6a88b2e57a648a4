"""A slice of each attack: no claim is wrong, and enough is claimed."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import beliefs
import competition_claims
import competition_partial
import hostile_agents
import household_sentences
import impossible
import joint_claims
import kills
import limits
import pddl_claims
import pytest
import random_states
from attack import Attack, verdicts
from joint_reference import FAMILIES

Enough = Callable[[Counter[str]], bool]
CORPUS = range(0, len(random_states.CORPUS), 5)
SLICES: dict[str, tuple[Sequence[Attack], int, Iterable[int], Enough]] = {
    "pddl, plans": ([pddl_claims.ATTACKS["plans"]], 20, range(60),
                    lambda n: n["valid"] > n["not judged"]),
    **{f"pddl, {name}": ([pddl_claims.ATTACKS[name]], 20, range(3), bool)
       for name in ("fast-downward", "fast-downward-blind")},
    **{f"joint, {family}": ([joint_claims.judge], 7, range(start, 4 * len(FAMILIES), len(FAMILIES)),
                            lambda n: n["proven"] >= 3)
       for start, family in enumerate(FAMILIES)},
    **{f"states, {name}": ([random_states.ATTACKS[name]], 7, range(0, 48, 4),
                           lambda n: n["states"] >= 160)
       for name in ("rooms", "domains", "corpus")},
    "states, a hundredth of unified-planning's time": (
        [random_states.ATTACKS["speed"]], 0, CORPUS,
        lambda n: 100 * n["ms"] < n["ms, unified-planning"]),
    **{f"beliefs, {name}": ([beliefs.ATTACKS[name]], 7, range(count), lambda n, least=least: (  # type: ignore[misc]
        n["solved"] >= least and not n["solved in time, not believed"]))
       for name, count, least in (("rescue", 10, 6), ("household", 3, 1),
                                  ("standstill, rescue, failing", 1, 0),
                                  ("standstill, competition", 1, 0))},
    "beliefs, malfunctions": ([beliefs.ATTACKS["malfunctions"]], 0, (12, 42, 117),
                              lambda n: n["solved"] == 3 and not n["solved in time, not believed"]),
    "impossible": ([impossible.judge], 0, range(60), lambda n: (
        n["said"] == n["impossible"] > 3 and n["solved"] == n["solvable"] > 30
        and n["steps"] <= 1.25 * n["optimum"])),
    "competition": ([*competition_claims.ATTACKS.values()], 500_000, range(60),
                    lambda n: n["compared"] > 0.87 * n["cases"]),
    # a thing in the hand and on the plate, a container in two places: nothing is proven
    **{f"competition, {family}": ([competition_claims.ATTACKS[family]], seed, [0], bool)
       for family, seed in (("odd", 7_002_333), ("everything", 7_003_422))},
    **{f"partial, {name}": ([competition_partial.ATTACKS[name]], 0, seeds, lambda n: (
        n["compared"] >= n["cases"] - 2 and n["player"] >= 0.96 * n["optimum"]))
       for name, seeds in (("big", (1, 2, 4, 6)), ("things", (2, 4, 5, 7, 9, 10)))},
    "sentences": ([household_sentences.ATTACKS["sentences"]], 2, range(80),
                  lambda n: n["meant"] > 72),
    **{f"kills, {number}": ([kills.judge], 11, [number], bool) for number in range(3)},
    **{f"limits, {name}": ([limits.ATTACKS[name]], 20261125, range(2), bool)
       for name in limits.ATTACKS},
    **{f"agents, {name}": ([hostile_agents.ATTACKS[name]], 1, [0], bool)
       for name in ("exit-0", "exit-hard", "interrupt", "hang", "prints")},
}


@pytest.mark.parametrize("name", SLICES)
def test_no_claim_is_wrong(name: str) -> None:
    attacks, seed, numbers, enough = SLICES[name]
    found = [v for attack in attacks for v in verdicts(attack, seed, numbers)]
    assert [(v.group, v.case, v.wrong) for v in found if v.wrong] == []
    total = Counter[str](cases=len(found))
    for verdict in found:
        total.update(verdict.counts)
    assert enough(total), total
