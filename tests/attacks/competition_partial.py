"""Compare the player with the exact optimum of tiny partially observed problems.

``python tests/attacks/competition_partial.py [--count N] [--seed K] [--games G] [--seconds S]
[--json FILE] [--big]``. A flat of three places, one of them a container's; one or both of two
things are told wrongly or not at all; with ``--big`` the place of a big object is, too. The
hypotheses are those of the player's own first belief, so
that both play the same game; the optimum is that of :mod:`tests/attacks/partial_optimum.py`. The
player plays every hypothesis ``games`` times with other answers, weighted as believed. What the
optimum lacks to the clairvoyant, who knows which hypothesis is true, nobody can get.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from pathlib import Path

from partial_optimum import Hypothesis, TooLarge, optimum

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.policy.options import PlayOptions
from domains.competition.policy.player import CompetitionPolicy, warm_up
from domains.competition.referee.environment import Referee
from domains.competition.referee.game import Game, Sent
from domains.competition.search import plan
from domains.competition.world.model import World
from planner.execution.loop import run_episode
from translators.competition.problem_file import parse_instructions, parse_told

__all__ = ["Compared", "compare", "main", "table", "tiny"]

_LEAST = 0.02
"""Hypotheses believed less are left out; what is left is weighed anew."""

_FLAT = """(:domain (hold 0) (plate 0) (at 0 {robot}) (sort 1 human) (size 1 big) {at1}
(sort 2 table) (size 2 big) {at2} (sort 3 closet) (size 3 big) {at3} (type 3 container)
({door} 3) (sort 5 cup) (size 5 small) (color 5 red) {cup}
(sort 6 can) (size 6 small) (color 6 blue) {can})"""
_THINGS = {5: "(sort X cup) (color X red)", 6: "(sort X can) (color X blue)"}
_PLACES = ("(at {} 1)", "(at {} 2)", "(at {} 3)", "(inside {} 3)", "(inside {} 3)")
_BIG = {1: "human", 2: "table", 3: "closet"}


@dataclass(frozen=True)
class Compared:
    """One problem: expected scores of clairvoyant, optimum, player; what the two do first."""

    seed: int
    clairvoyant: float
    best: float
    played: float
    first: str
    players_first: str
    hypotheses: int
    beliefs: int


def tiny(seed: int, *, big: bool = False) -> tuple[str, str]:
    """Draw the stated world and the instructions of a problem; ``big``: a big thing is in doubt."""
    rng = random.Random(f"tiny/{seed}")
    told = {n: rng.choice(_PLACES).format(n) for n in _THINGS}
    missing = rng.sample(sorted(told), rng.choice((0, 1, 1, 2)))
    for n in missing:
        told[n] = ""
    stands = {n: f"(at {n} {n})" for n in _BIG}
    if big:
        moved = rng.choice((2, 3))
        stands[moved] = rng.choice(("", "", f"(at {moved} {rng.choice((1, 4))})"))
    flat = _FLAT.format(robot=rng.choice((1, 2, 3)), door=rng.choice(("opened", "closed")),
                        cup=told[5], can=told[6], **{f"at{n}": fact for n, fact in stands.items()})
    tasks = [_task(rng, n) for n in rng.sample(sorted(_THINGS), rng.choice((1, 2)))]
    if rng.random() < 0.3:
        tasks.append(f"(:task (goto X) (:cond (sort X {rng.choice(sorted(_BIG.values()))})))")
    if rng.random() < 0.4:
        n, other = rng.choice(sorted(_THINGS)), rng.choice(sorted(_BIG.values()))
        tasks.append(f"(:cons_not (:info (near X Y) (:cond {_THINGS[n]} (sort Y {other}))))")
    return flat, f"(:ins {' '.join(tasks)})"


def _task(rng: random.Random, thing: int) -> str:
    about = _THINGS[thing]
    match rng.randrange(5):
        case 0:
            return f"(:task (give human X) (:cond {about}))"
        case 1 | 2:
            big = rng.choice(("table", "closet"))
            return f"(:task (puton X Y) (:cond {about} (sort Y {big})))"
        case 3:
            return f"(:task (putin X Y) (:cond {about} (sort Y closet) (type Y container)))"
        case _:
            return f"(:task (pickup X) (:cond {about}))"


def hypotheses(belief: WorldBelief) -> list[Hypothesis]:
    """Return the worlds of a first belief with their weights; doors are taken as told.

    Of big objects the likeliest one in doubt may stand elsewhere, the others where told.
    """
    reliable = {**belief.told_place, **{n: ("at", p) for n, p in belief.layout.given.items()}}
    places_of = {**belief.prior(), **{n: belief.layout.place(n) for n in belief.layout}}
    unsure = sorted(places_of)
    found: list[tuple[World, float, bool]] = []
    for places in product(*(
            [one for one in places_of[n].items() if one[1] >= _LEAST] for n in unsure)):
        chosen = {n: place for n, (place, _) in zip(unsure, places, strict=True)}
        world = _with_big(belief.world({n: p for n, p in chosen.items() if n in belief.smalls}),
                          {n: chosen[n][1] for n in belief.layout})
        weight = belief.unreliable * math.prod(p for _, p in places)
        found.append((world, weight, True))
        if all(reliable.get(n, place) == place for n, place in chosen.items()):
            unknown = math.prod(p for n, (_, p) in zip(unsure, places, strict=True)
                                if n not in reliable)
            found.append((world, (1.0 - belief.unreliable) * unknown, False))
    likely = [entry for entry in found if entry[1] >= _LEAST]
    total = sum(weight for _, weight, _ in likely)
    return [Hypothesis(world, weight / total, lies) for world, weight, lies in likely]


def _with_big(world: World, stands: dict[int, int]) -> World:
    """Return a world with the big objects standing so."""
    at = frozenset(fact for fact in world.at if fact[0] not in stands) | {*stands.items()}
    return replace(world, at=at, locations=frozenset(place for _, place in at))


@dataclass(frozen=True)
class _Answers:
    ans: bool


def compare(
    seed: int, games: int, options: PlayOptions, limit: int = 4_000, *, big: bool = False
) -> Compared | None:
    """Solve and play one problem; None if it is too large or nothing is uncertain."""
    env, task = tiny(seed, big=big)
    items = parse_instructions(task)
    worlds = hypotheses(WorldBelief(parse_told(env), items))
    if len(worlds) < 2:
        return None
    try:
        best = optimum(worlds, items, limit=limit)
    except TooLarge:
        return None
    total, told, first = 0.0, 0.0, ""
    for number, hypothesis in enumerate(worlds):
        told += hypothesis.weight * plan(hypothesis.world, items, optimal=True).base_score
        for game in range(games):
            referee = Referee(hypothesis.world, items, _Answers(hypothesis.lies),
                              1000 * number + game)
            one = Game(Sent("tiny", env, task), referee.act, limit_s=1e9)
            run_episode(one, CompetitionPolicy(options), domain="competition", case="tiny", seed=0)
            total += hypothesis.weight * referee.score().base_lo / games
            first = one.played[0][0] if one.played else "Stop"
    return Compared(seed, told, best.value, total, best.first, first, len(worlds), best.beliefs)


def table(found: Sequence[Compared]) -> Iterator[str]:
    """Yield a Markdown table of the comparison."""
    below = sorted((c.best - c.played for c in found), reverse=True) or [0.0]
    best, played = sum(c.best for c in found), sum(c.played for c in found)
    yield ("| problems | clairvoyant | optimum | player | share | below: median, 95 %, most | "
           "same first action |")
    yield "|---|---|---|---|---|---|---|"
    told = sum(c.clairvoyant for c in found)
    yield (f"| {len(found)} | {told:.0f} | {best:.0f} | {played:.0f} | "
           f"{played / max(1.0, best):.4f} | {statistics.median(below):.1f}, "
           f"{below[len(below) // 20]:.1f}, {below[0]:.1f} | "
           f"{sum(c.first == c.players_first for c in found)} |")


def compared(
    seed: int, count: int, games: int, seconds: float, options: PlayOptions, *, big: bool,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Compared]:
    """Compare ``count`` problems from ``seed`` on, until the time is over."""
    end, done = clock() + seconds, 0
    while done < count and clock() < end:
        one = compare(seed, games, options, big=big)
        seed += 1
        if one is not None:
            done += 1
            yield one


def main() -> int:
    """Parse arguments, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=int, default=6, help="Games of each hypothesis.")
    parser.add_argument("--seconds", type=float, default=900.0, help="Time budget.")
    parser.add_argument("--options", default="{}", help="JSON: fields of PlayOptions.")
    parser.add_argument("--json", default="", metavar="FILE")
    parser.add_argument("--big", action="store_true", help="Big objects are in doubt, too.")
    chosen = parser.parse_args()
    warm_up()
    options = PlayOptions(**json.loads(chosen.options))
    found = list(compared(chosen.seed, chosen.count, chosen.games, chosen.seconds, options,
                          big=chosen.big))
    for line in table(found):
        sys.stdout.write(f"{line}\n")
    for worst in sorted(found, key=lambda c: c.played - c.best)[:5]:
        sys.stdout.write(f"seed {worst.seed}: {worst.played:.1f} of {worst.best:.1f}, "
                         f"first {worst.players_first} instead of {worst.first}\n")
    if chosen.json:
        Path(chosen.json).write_text(json.dumps([asdict(c) for c in found]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
