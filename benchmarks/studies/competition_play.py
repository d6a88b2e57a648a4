"""How much of what could be had does the player get? Unreliable problems, family by family.

``python -m benchmarks.studies.competition_play [--count N] [--seed K] [--seeds M]
[--families NAMES] [--folder DIR] [--english DIR] [--seconds S] [--json FILE]``. Every problem is
done in five ways: ``told`` carries out the best plan for the told world with eyes shut;
``likeliest`` follows what it believes, but never asks or looks (``planner play --policy told``);
``played`` is ``planner play``; ``stage_1`` plays the same problem with everything told; the
``clairvoyant`` is shown the true world. Base scores are means over the seeds of the answers; times
are CPU seconds.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from domains.competition.episode import Played, play_problem
from domains.competition.players import warm_up
from domains.competition.policy.online import PlayOptions
from domains.competition.referee.environment import Referee
from domains.competition.search import plan
from domains.competition.serving import case_seed, list_problems
from translators.competition.generate.problems import FAMILIES, generate
from translators.competition.problem_file import Flags, ProblemFile, parse_problem, read_problem

__all__ = ["Game", "games", "main", "table"]

_CLAIRVOYANT_STATES = 20_000
_TOLD_STATES = 4_000


@dataclass(frozen=True)
class Game:
    """One problem of a family: mean base scores, and the CPU seconds of decisions and games."""

    family: str
    name: str
    told: int
    likeliest: float
    played: float
    stage_1: float
    clairvoyant: int
    decisions: tuple[float, ...]
    games: tuple[float, ...]


@dataclass(frozen=True)
class Case:
    """A problem file, the family it counts for, the language it is played in."""

    family: str
    problem: ProblemFile
    language: str = "instructions"


def problems(families: Sequence[str], count: int, seed: int) -> Iterator[Case]:
    """Yield generated problems, a family after the other."""
    for family in families:
        for made in generate(count, seed, stage=2, family=family):
            yield Case(family, parse_problem(made.text.encode(), made.name))


def files(folder: Path, language: str) -> Iterator[Case]:
    """Yield the problems of a folder."""
    for path in list_problems([folder]):
        yield Case(f"{folder.name}, {language}", read_problem(path), language)


def games(
    cases: Iterable[Case], seeds: int, seconds: float, options: PlayOptions,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Game]:
    """Play every problem with every seed, until the time is over."""
    end = clock() + seconds
    for number, case in enumerate(cases):
        if clock() > end:
            return
        problem = case.problem
        best = plan(problem.true_world(), problem.instructions, optimal=True,
                    max_states=_CLAIRVOYANT_STATES)
        rounds = [case_seed(one, number) for one in range(seeds)]
        likeliest = _played(case, problem, PlayOptions(policy="told"), rounds)
        played = _played(case, problem, options, rounds)
        stage_1 = _played(case, replace(problem, flags=Flags()), options, rounds[:1])
        yield Game(
            case.family, problem.name, _blind(problem), _mean(likeliest), _mean(played),
            _mean(stage_1), best.base_score,
            tuple(s for p in played if p.record for s in p.record.decision_seconds),
            tuple(p.figure("seconds") for p in played))


def _played(
    case: Case, problem: ProblemFile, options: PlayOptions, seeds: Sequence[int]
) -> list[Played]:
    return [play_problem(problem, seed=seed, options=options, language=case.language,
                         clock=time.process_time) for seed in seeds]


def _mean(played: Sequence[Played]) -> float:
    return statistics.fmean(p.figure("base") for p in played)


def _blind(problem: ProblemFile) -> int:
    """Return what the best plan for the told world brings if it is carried out with eyes shut."""
    referee = Referee(problem.true_world(), problem.instructions, problem.flags)
    for action in plan(problem.told_world(), problem.instructions, pay_for_time=False,
                       max_states=_TOLD_STATES).actions:
        referee.act(action)
    return referee.score().base_lo


def table(found: Sequence[Game]) -> Iterator[str]:
    """Yield a Markdown table, one row for each family and one for all."""
    yield ("| family | problems | told world | likeliest world | played | own stage 1 | "
           "clairvoyant | share of stage 1, of clairvoyant | decisions: median, 95 %, longest; "
           "longest game |")
    yield "|---|---|---|---|---|---|---|---|---|"
    for name in [*dict.fromkeys(g.family for g in found), "all"]:
        some = [g for g in found if name in (g.family, "all")]
        told, likeliest, played, stage_1, best = (
            sum(getattr(g, which) for g in some)
            for which in ("told", "likeliest", "played", "stage_1", "clairvoyant"))
        times = sorted(t for g in some for t in g.decisions) or [0.0]
        at = [1000 * times[min(len(times) - 1, int(p * len(times)))] for p in (0.5, 0.95, 1.0)]
        longest = max((t for g in some for t in g.games), default=0.0)
        yield (f"| {name} | {len(some)} | {told:,} | {likeliest:,.0f} | {played:,.0f} | "
               f"{stage_1:,.0f} | {best:,} | {played / max(1, stage_1):.3f}, "
               f"{played / max(1, best):.3f} | "
               f"{at[0]:.1f}, {at[1]:.0f}, {at[2]:.0f} ms; {longest:.2f} s |")


def main() -> int:
    """Parse arguments, play, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50, help="Problems of each family.")
    parser.add_argument("--seed", type=int, default=0, help="Seed of the problems.")
    parser.add_argument("--seeds", type=int, default=5, help="Games of each problem.")
    parser.add_argument("--seconds", type=float, default=600.0, help="Time budget of a part.")
    parser.add_argument("--families", default=",".join(f for f in FAMILIES if f != "heavy"))
    parser.add_argument("--folder", type=Path, help="Play the instructions of these files, too.")
    parser.add_argument("--english", type=Path, help="Play the sentences of these files, too.")
    parser.add_argument("--options", default="{}", help="JSON: fields of PlayOptions.")
    parser.add_argument("--json", default="", metavar="FILE")
    chosen = parser.parse_args()
    warm_up()
    options = PlayOptions(**json.loads(chosen.options))
    families = [name for name in chosen.families.split(",") if name]
    parts = [files(folder, language) for folder, language in (
        (chosen.folder, "instructions"), (chosen.english, "english")) if folder]
    parts.append(problems(families, chosen.count, chosen.seed))
    found = [game for part in parts
             for game in games(part, chosen.seeds, chosen.seconds, options)]
    for line in table(found):
        sys.stdout.write(f"{line}\n")
    if chosen.json:
        Path(chosen.json).write_text(json.dumps([asdict(g) for g in found]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
