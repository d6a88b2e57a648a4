"""A sample of the development set: better than the recorded solver, English like instructions."""

import csv
from pathlib import Path

from domains.competition.episode import play_file
from domains.competition.policy.options import PlayOptions
from domains.competition.policy.player import CompetitionPolicy
from domains.competition.serving import case_seed, list_problems

SAMPLE = 10


def sample(shared: Path, folder: str) -> list[Path]:
    return list_problems([shared / "competition/problems1" / folder])[4::3][:SAMPLE]


def test_stage_two_beats_the_recorded_solver_and_is_calibrated(shared: Path) -> None:
    paths = sample(shared, "IT/stage2")
    results = [play_file(path, seed=case_seed(11, n)) for n, path in enumerate(paths)]
    with (shared / "competition/peer_atri.csv").open(encoding="utf-8") as stream:
        recorded = {row["problem"]: int(row["base_score"]) for row in csv.DictReader(stream)
                    if row["set"] == "problems1/IT/stage2"}
    assert sum(r.figure("base") for r in results) > 1.1 * sum(recorded[p.name] for p in paths)
    trusted = [true for r in results for p, true in r.believed if p >= 0.9]
    assert sum(trusted) >= 0.88 * len(trusted)
    told = CompetitionPolicy(PlayOptions(policy="told"))
    trusting = [play_file(path, seed=case_seed(11, n), policy=told) for n, path in enumerate(paths)]
    assert sum(r.figure("base") for r in results) > sum(r.figure("base") for r in trusting)


def test_stage_one_needs_few_questions(shared: Path) -> None:
    results = [play_file(path, seed=1, language=language)
               for folder, language in (("IT/stage1", "instructions"), ("NT/stage1", "english"))
               for path in sample(shared, folder)]
    asked = sum(a.startswith("AskLoc") for r in results for a, _ in r.actions)
    assert asked <= len(results) // 3
    assert all(r.figure("base") > 0 for r in results)
