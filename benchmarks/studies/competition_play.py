"""How much of what could be had does the player get? Unreliable problems, family by family.

``python -m benchmarks.studies.competition_play [--count N] [--seed K] [--seeds M]
[--families NAMES] [--folder DIR] [--language L] [--seconds S] [--json FILE]``. Every
problem is played on the told world alone, as ``planner play`` plays it, and by the clairvoyant, who
is shown the true world.
Base scores are means over the seeds of the answers; decision times are CPU seconds.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from domains.competition.episode import play_problem
from domains.competition.players import warm_up
from domains.competition.policy.online import PlayOptions
from domains.competition.search import plan
from domains.competition.serving import case_seed, list_problems
from translators.competition.generate.problems import FAMILIES, generate
from translators.competition.problem_file import ProblemFile, parse_problem, read_problem

__all__ = ["Game", "games", "main", "table"]

_CLAIRVOYANT_STATES = 20_000


@dataclass(frozen=True)
class Game:
    """One problem of a family: mean base scores, and the CPU seconds of every decision."""

    family: str
    name: str
    told: float
    played: float
    clairvoyant: int
    decisions: tuple[float, ...]


def problems(families: Sequence[str], count: int, seed: int) -> Iterator[tuple[str, ProblemFile]]:
    """Yield generated problems, a family after the other."""
    for family in families:
        for made in generate(count, seed, stage=2, family=family):
            yield family, parse_problem(made.text.encode(), made.name)


def games(
    cases: Iterator[tuple[str, ProblemFile]], seeds: int, seconds: float,
    options: PlayOptions, language: str = "instructions",
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Game]:
    """Play every problem with every seed, until the time is over."""
    end = clock() + seconds
    for number, (family, problem) in enumerate(cases):
        if clock() > end:
            return
        best = plan(problem.true_world(), problem.instructions, optimal=True,
                    max_states=_CLAIRVOYANT_STATES)
        means = []
        times: list[float] = []
        for how in (PlayOptions(policy="told"), options):
            bases = []
            for one in range(seeds):
                played = play_problem(problem, seed=case_seed(one, number), options=how,
                                      language=language, clock=time.process_time)
                bases.append(played.figure("base"))
                if how is options and played.record is not None:
                    times += played.record.decision_seconds
            means.append(sum(bases) / seeds)
        yield Game(family, problem.name, means[0], means[1], best.base_score, tuple(times))


def table(found: Sequence[Game]) -> Iterator[str]:
    """Yield a Markdown table, one row for each family and one for all."""
    yield ("| family | problems | told world | played | clairvoyant | share | "
           "decisions: median, 95 %, longest |")
    yield "|---|---|---|---|---|---|---|"
    for name in [*dict.fromkeys(g.family for g in found), "all"]:
        some = [g for g in found if name in (g.family, "all")]
        played, best = sum(g.played for g in some), sum(g.clairvoyant for g in some)
        times = sorted(t for g in some for t in g.decisions) or [0.0]
        at = [1000 * times[min(len(times) - 1, int(p * len(times)))] for p in (0.5, 0.95, 1.0)]
        yield (f"| {name} | {len(some)} | {sum(g.told for g in some):.0f} | {played:.0f} | "
               f"{best} | {played / max(1, best):.3f} | {at[0]:.1f}, {at[1]:.0f}, {at[2]:.0f} ms |")


def main() -> int:
    """Parse arguments, play, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50, help="Problems of each family.")
    parser.add_argument("--seed", type=int, default=0, help="Seed of the problems.")
    parser.add_argument("--seeds", type=int, default=5, help="Games of each problem.")
    parser.add_argument("--seconds", type=float, default=600.0, help="Time budget.")
    parser.add_argument("--families", default=",".join(f for f in FAMILIES if f != "heavy"))
    parser.add_argument("--folder", type=Path, help="Play these files instead.")
    parser.add_argument("--language", default="instructions")
    parser.add_argument("--options", default="{}", help="JSON: fields of PlayOptions.")
    parser.add_argument("--json", default="", metavar="FILE")
    chosen = parser.parse_args()
    warm_up()
    cases = problems(chosen.families.split(","), chosen.count, chosen.seed)
    if chosen.folder:
        cases = ((chosen.folder.name, read_problem(p)) for p in list_problems([chosen.folder]))
    options = PlayOptions(**json.loads(chosen.options))
    found = list(games(cases, chosen.seeds, chosen.seconds, options, chosen.language))
    for line in table(found):
        sys.stdout.write(f"{line}\n")
    if chosen.json:
        Path(chosen.json).write_text(json.dumps([asdict(g) for g in found]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
