"""Compare the player with the exact optimum of tiny partially observed problems.

A flat of three places, one of them a container's; one or both of two things are stated wrongly or
not at all; in the group ``big`` the place of a big object is, too. The hypotheses are those of the
player's own first belief, so that both play the same game; the optimum is that of
``partial_optimum.py``. The player plays every hypothesis several times with other answers, weighted
as believed. What the optimum lacks to the clairvoyant, who knows which hypothesis is true, nobody
can get. Wrong is a player who is 20 points or more below the optimum. Options: ``attack.py``.
"""

import math
import random
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import product

from attack import Attack, Verdict, main
from partial_optimum import Hypothesis, TooLarge, optimum

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.policy.options import PlayOptions
from domains.competition.policy.player import CompetitionPolicy, warm_up
from domains.competition.referee.environment import Referee
from domains.competition.referee.game import Game, Sent
from domains.competition.search import plan
from domains.competition.world.model import World
from planner.execution.loop import run_episode
from translators.competition.problem_file import parse_told, read_task

GAMES = 2
"""Games of each hypothesis."""
BELOW = 20.0
_LEAST = 0.02
"""Hypotheses believed less are left out; what is left is weighed anew."""

_FLAT = """(:domain (hold 0) (plate 0) (at 0 {robot}) (sort 1 human) (size 1 big) {at1}
(sort 2 table) (size 2 big) {at2} (sort 3 closet) (size 3 big) {at3} (type 3 container)
({door} 3) (sort 5 cup) (size 5 small) (color 5 red) {cup}
(sort 6 can) (size 6 small) (color 6 blue) {can})"""
_THINGS = {5: "(sort X cup) (color X red)", 6: "(sort X can) (color X blue)"}
_PLACES = ("(at {} 1)", "(at {} 2)", "(at {} 3)", "(inside {} 3)", "(inside {} 3)")
_BIG = {1: "human", 2: "table", 3: "closet"}


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
    places_of = {n: belief.if_unreliable(n) for n in (*belief.smalls, *belief.bigs)
                 if not belief.carried(n)}
    unsure = sorted(places_of)
    found: list[tuple[World, float, bool]] = []
    for places in product(*(
            [one for one in places_of[n].items() if one[1] >= _LEAST] for n in unsure)):
        chosen = {n: place for n, (place, _) in zip(unsure, places, strict=True)}
        world = _with_big(belief.world({n: p for n, p in chosen.items() if n in belief.smalls}),
                          {n: chosen[n][1] for n in belief.bigs})
        weight = belief.unreliable * math.prod(p for _, p in places)
        found.append((world, weight, True))
        if all(belief.given.get(n, place) == place for n, place in chosen.items()):
            unknown = math.prod(p for n, (_, p) in zip(unsure, places, strict=True)
                                if n not in belief.given)
            found.append((world, (1.0 - belief.unreliable) * unknown, False))
    likely = [entry for entry in found if entry[1] >= _LEAST]
    total = sum(weight for _, weight, _ in likely)
    return [Hypothesis(world, weight / total, lies) for world, weight, lies in likely]


def _with_big(world: World, stands: dict[int, int]) -> World:
    at = frozenset(fact for fact in world.at if fact[0] not in stands) | {*stands.items()}
    return replace(world, at=at, locations=frozenset(place for _, place in at))


def judge(group: str, seed: int, number: int, limit: int = 4_000) -> Verdict:
    """Compare one problem; nothing is counted where it is too large or nothing is uncertain."""
    env, task = tiny(seed + number, big=group == "big")
    items, case = read_task(task), f"seed {seed + number}"
    worlds = hypotheses(WorldBelief(parse_told(env), items))
    try:
        best = optimum(worlds, items, limit=limit)[0] if len(worlds) > 1 else None
    except TooLarge:
        best = None
    if best is None:
        return Verdict(group, case)
    played = 0.0
    for k, hypothesis in enumerate(worlds):
        for game in range(GAMES):
            referee = Referee(hypothesis.world, items, hypothesis.lies, 1000 * k + game)
            one = Game(Sent("tiny", env, task), referee.act, limit_s=1e9)
            run_episode(one, CompetitionPolicy(PlayOptions()), domain="competition", case="tiny",
                        seed=0)
            played += hypothesis.weight * referee.score().base_lo / GAMES
    known = sum(h.weight * plan(h.world, items, optimal=True).base_score for h in worlds)
    return Verdict(group, case, f"{played:.1f} of {best:.1f}" * (
        played <= best - BELOW), {
            "compared": 1, "clairvoyant": known, "optimum": best, "player": played})


ATTACKS: Mapping[str, Attack] = {name: partial(judge, name) for name in ("things", "big")}

if __name__ == "__main__":
    warm_up()
    sys.exit(main(ATTACKS, __doc__, 300))
