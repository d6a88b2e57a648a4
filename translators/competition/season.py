"""The suites ``competition-season`` and ``competition-variants``: games beside the best score.

A case is a problem of a generated family, or a file of which one place is withheld or told wrongly.
Each is played under four policies: ``told`` plans once in the world as told and carries that out
blindly, ``likeliest`` acts on the likeliest world without asking, ``belief`` asks and looks,
``clairvoyant`` sees the truth.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TextIO

from domains.competition.episode import Played, play_problem
from domains.competition.policy.options import PlayOptions
from domains.competition.policy.player import CompetitionPolicy
from domains.competition.referee.game import ROBOT
from domains.competition.world.bindings import bindings
from planner.console import table
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
from translators.competition.solving import solve_world

__all__ = ["POLICIES", "VARIANTS", "game", "summary", "varied"]

POLICIES = ("told", "likeliest", "belief", "clairvoyant")
VARIANTS = ("unchanged", "big withheld", "big wrong", "plate withheld", "plate wrong")
CAUSES = ("rule", "search", "belief", "question")
WORST = 20
"""Lost problems listed."""


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
    best = solve_world(problem.true_world(), problem.instructions)
    played = _play(problem, seed, _player(policy, problem, best.actions), TraceWriter(trace))
    assert played.record is not None
    more = {"group": str(case.get("family") or case.get("variant")), "best": best.base_score}
    if policy == "belief":
        twin = _play(ProblemFile(problem.path, Flags(), problem.frame), seed,
                     _player(policy, problem, ()))
        more |= {"certain": twin.figure("base"), "cause": _cause(best.base_score, twin, played)}
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
        tasks = [bindings(told, item) for item in problem.instructions if item.kind == "task"]
        named = sorted({n for found in tasks for one in found for n in one.values()} & {*stands})
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
        return _Follows(policy, solve_world(world, problem.instructions).actions)
    return CompetitionPolicy(PlayOptions(policy="told" if policy == "likeliest" else policy),
                             clock=_still)


def _play(
    problem: ProblemFile, seed: int, who: Policy, trace: TraceWriter | None = None
) -> Played:
    return play_problem(problem, seed=seed, policy=who, clock=_still, trace=trace)


def _still() -> float:
    """Return no time: what is played does not hang on the machine."""
    return 0.0


def _cause(best: int, certain: Played, played: Played) -> str:
    base = played.figure("base")
    if base >= best:
        return ""
    if played.trouble:
        return "rule"
    if 2 * (best - certain.figure("base")) > best - base:
        return "search"
    fewer = played.figure("tasks")[0] < certain.figure("tasks")[0]
    misled = any(p > 0.5 and not right for p, right in played.believed)
    return "belief" if fewer and misled else "question"


def summary(
    runs: Mapping[str, EpisodeRecord], before: Mapping[str, EpisodeRecord] | None = None
) -> None:
    """Print points by group and policy, and what ``belief`` lost by cause, old beside new.

    Runs are named ``algorithm/case``; each policy is one algorithm.
    """
    new, old = _by_policy(runs), _by_policy(before or {})
    groups = dict.fromkeys(r.extra["group"] for games in new.values() for r in games.values())
    rows = [list(_row(name, new, old)) for name in (*groups, "all")]
    columns = ("games", "best", *POLICIES, "share", *CAUSES, "before")
    kept = [0, *(n for n in range(1, len(columns) + 1) if any(row[n] != "" for row in rows))]
    table([("group", *columns)[n] for n in kept], [[row[n] for n in kept] for row in rows],
          numeric=range(1, len(kept)))
    lost = sorted((record.extra["base"] - record.extra["best"], name)
                  for name, record in new.get("belief", {}).items() if record.extra["cause"])
    if lost:
        table(["game", "best", "stage 1", "played", "lost", "cause", "before"],
              [[name, *(new["belief"][name].extra[key] for key in ("best", "certain", "base")),
                -points, new["belief"][name].extra["cause"], _base(old, "belief", [name])]
               for points, name in lost[:WORST]], numeric=(1, 2, 3, 4, 6))


_Games = Mapping[str, Mapping[str, EpisodeRecord]]


def _by_policy(runs: Mapping[str, EpisodeRecord]) -> _Games:
    found: dict[str, dict[str, EpisodeRecord]] = {}
    for key, record in sorted(runs.items()):
        policy, _, case = key.partition("/")
        if "group" in record.extra:  # else it ended before its record was made
            found.setdefault(policy, {})[case] = record
    return found


def _row(group: str, new: _Games, old: _Games) -> Iterator[object]:
    """Yield the figures of a group over the games that every policy finished."""
    everywhere = set.intersection(*(set(played) for played in new.values()))
    first = next(iter(new.values()))
    mine = sorted(name for name in everywhere if group in (first[name].extra["group"], "all"))
    best = sum(first[name].extra["best"] for name in mine)
    base = {policy: _base(new, policy, mine) for policy in POLICIES}
    yield from (group, len(mine), best, *base.values())
    lost = [new["belief"][name].extra for name in mine] if "belief" in new else []
    yield f"{int(base['belief'] or 0) / max(1, best):.3f}" if lost else ""
    for cause in CAUSES:
        yield sum(e["best"] - e["base"] for e in lost if e["cause"] == cause) if lost else ""
    yield _base(old, "belief", mine)


def _base(games: _Games, policy: str, names: Iterable[str]) -> int | str:
    """Return the base points of a policy in the games it played; empty without any."""
    found = [games[policy][n].extra["base"] for n in names if n in games.get(policy, {})]
    return sum(found) if found else ""
