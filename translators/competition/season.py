"""The suites ``competition-season`` and ``competition-variants``: games beside the best score.

A case is a problem of a generated family, or a file of which one place is withheld or told wrongly.
Each is played under four policies: ``told`` plans once in the world as told and carries that out
blindly, ``likeliest`` acts on the likeliest world without asking, ``belief`` asks and looks,
``clairvoyant`` sees the truth.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TextIO

from domains.competition.episode import play_problem
from domains.competition.policy.options import PlayOptions
from domains.competition.policy.player import CompetitionPolicy
from domains.competition.referee.game import ROBOT
from domains.competition.search import plan
from domains.competition.standings import POLICIES, cause_of
from planner.environment import Briefing, Decision, Policy
from planner.errors import UnsupportedError, UsageError
from planner.execution.trace import EpisodeRecord, TraceWriter
from translators.competition.generate.problems import FAMILIES, generate
from translators.competition.problem_file import (
    Flags,
    ProblemFile,
    parse_problem,
    parse_told,
    read_problem,
)

__all__ = ["POLICIES", "VARIANTS", "game", "varied"]

VARIANTS = ("unchanged", "big withheld", "big wrong", "plate withheld", "plate wrong")


@dataclass(frozen=True)
class Retold(ProblemFile):
    """A problem of which one fact is told otherwise; the true world stays."""

    fact: str = ""
    instead: str = ""

    @property
    def told_text(self) -> str:
        """What the solver is told."""
        return super().told_text.replace(self.fact, self.instead, 1)


class _Follows:
    """A policy that carries out a plan whatever the replies are."""

    def __init__(self, name: str, plan: Sequence[str]) -> None:
        self.name, self.plan = name, plan

    def reset(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        """Start with the first action."""
        self.rest = [*self.plan, "Done"]

    def decide(self, observations: Mapping[str, Any]) -> Decision:
        """Return the next action."""
        action = self.rest.pop(0)
        return Decision({ROBOT: action}, done=not self.rest)


def game(case: Mapping[str, Any], *, trace: TextIO | None = None) -> EpisodeRecord:
    """Play a case; the record's ``extra`` names its group, the best score, and why it got less.

    ``certain`` is the score of the same problem in stage 1, where all that is given is true.
    ``cause`` is ``rule`` (the problem counts nothing), ``search`` (stage 1 loses most of it, too),
    ``belief`` (a task was lost for a thing believed in a wrong place), ``question`` (the points
    went into questions, looks and detours, or a task was not worth them), or empty.
    """
    seed, policy = int(case.get("seed", 0)), str(case.get("policy", "belief"))
    problem = _problem(case, seed)
    best = plan(problem.true_world(), problem.instructions)
    played = _play(problem, seed=seed, policy=_player(policy, problem, best.actions),
                   trace=TraceWriter(trace))
    assert played.record is not None
    more = {"group": str(case.get("family") or case.get("variant")), "best": best.base_score}
    if policy == "belief":
        twin = _play(ProblemFile(problem.path, Flags(), problem.frame), seed=seed,
                     policy=_player(policy, problem, ()))
        more |= {"certain": twin.figure("base"), "cause": cause_of(best.base_score, twin, played)}
    return replace(played.record, extra={**played.record.extra, **more})


def _problem(case: Mapping[str, Any], seed: int) -> ProblemFile:
    if "problem" in case:
        return varied(read_problem(case["problem"]), str(case.get("variant", "unchanged")))
    if (family := case.get("family")) not in FAMILIES:
        raise UsageError(f"unknown family {family!r}; there are {', '.join(FAMILIES)}")
    made = next(generate(1, seed, stage=2, family=str(family), plain=True))
    return parse_problem(made.text.encode(), f"{family}-{seed}.xml")


def varied(problem: ProblemFile, variant: str) -> ProblemFile:
    """Tell a place that a task needs otherwise, as the guide allows: a big object's, the plate's.

    Raises ``UnsupportedError`` for a file that tells no such place.
    """
    if variant not in VARIANTS:
        raise UsageError(f"unknown variant {variant!r}; there are {', '.join(VARIANTS)}")
    if variant == "unchanged":
        return problem
    told, rng = problem.told_world(), random.Random(problem.name)
    what, _, how = variant.partition(" ")
    stands = {n: at for n, at in told.at if "big" in told.words.get(n, ())}
    if what == "plate":
        choice = [(rf"\(\s*plate\s+{told.plate}\s*\)", told.plate)] if told.plate > 0 else []
    else:
        tasks = [told.bindings(item) for item in problem.instructions if item.kind == "task"]
        named = sorted({n for found in tasks for one in found for n in one} & {*stands})
        choice = [(rf"\(\s*at\s+{n}\s+{stands[n]}\s*\)", n) for n in named]
    rng.shuffle(choice)
    for pattern, thing in choice:
        if found := re.search(pattern, problem.told_text):
            other = rng.choice(sorted(told.locations - {stands.get(thing)}))
            return Retold(problem.path, problem.flags, problem.frame, found[0],
                          f"(at {thing} {other})" if how == "wrong" else "")
    raise UnsupportedError(f"{problem.path}: no place of a {what} is told that a task needs")


def _player(policy: str, problem: ProblemFile, best: Sequence[str]) -> Policy:
    if policy == "clairvoyant":
        return _Follows(policy, best)
    if policy == "told":
        world = parse_told(problem.told_text, on_defect=lambda text: None)
        return _Follows(policy, plan(world, problem.instructions).actions)
    return CompetitionPolicy(PlayOptions(policy="told" if policy == "likeliest" else policy),
                             clock=_still)


_still = float
"""A clock that always says 0.0: what is played does not hang on the machine."""
_play = partial(play_problem, clock=_still)
