"""Published tables and recorded runs: equal to what their authors print."""

from collections import defaultdict
from pathlib import Path
from statistics import fmean

import pytest

from benchmarks import metrics
from benchmarks.published import published
from domains.household.referee.tasks import recorded as mapthor_episodes
from domains.rescue.recorded import read_trajectory
from domains.rescue.recorded import recorded as rescue_records
from planner.errors import InputError
from planner.execution.trace import EpisodeRecord


def test_published_tables_two_to_seven() -> None:
    rows = published(with_intervals=False)
    assert {row.source for row in rows} == {f"paper, Table {n}" for n in range(2, 8)}
    llamar = next(r for r in published("rescue") if r.source[-1] == "7" and r.agents == 3)
    assert (llamar.values["SR"].mean, llamar.values["L_done"].mean) == (0.68, 21.88)
    assert all(v.low <= v.mean <= v.high for r in rows for v in r.values.values())
    printed, again = ({r.algorithm: r.values["SR"].mean for r in rows if r.source[-1] == table}
                      for table in "25")
    assert printed == again


@pytest.fixture(scope="module")
def recorded(shared: Path) -> list[EpisodeRecord]:
    return [run.record for run in rescue_records(shared) if run.record is not None]


def test_recorded_rescue_runs_rescored(recorded: list[EpisodeRecord]) -> None:
    assert len(recorded) == 100
    by_agents = defaultdict(list)
    for episode in recorded:
        by_agents[len(episode.agents)].append(episode)
    figures = {
        n: [round(fmean(f(e) for e in episodes), 3) for f in (
            metrics.success_rate, metrics.transport_rate, metrics.coverage,
            metrics.balance_released, lambda e: metrics.steps(e, trailing=True))]
        for n, episodes in by_agents.items()
    }
    assert figures == {
        2: [0.44, 0.867, 0.942, 0.917, 27.76], 3: [0.68, 0.939, 0.98, 0.8, 21.88],
        4: [0.72, 0.928, 0.963, 0.788, 22.0], 5: [0.68, 0.969, 1.0, 0.733, 24.52],
    }


def test_our_counts_equal_the_recorded_ones(recorded: list[EpisodeRecord]) -> None:
    for episode in recorded:
        assert metrics.transport_rate(episode) == pytest.approx(episode.extra["recorded_tr"])
        assert metrics.coverage(episode) == pytest.approx(episode.extra["recorded_c"])
        assert episode.success == (len(episode.credited) == len(episode.subtasks))


def test_recorded_household_runs(shared: Path) -> None:
    episodes = mapthor_episodes(shared)
    assert len(episodes) == 365
    text = [e for e in episodes if e.method == "llamar_text"]
    assert round(fmean(e.values["SR"] for e in text), 3) == 0.511
    assert any(e.case for e in text)


@pytest.mark.parametrize("text", [
    "Step,Action\n0,x\n",
    "Step,Pre-Action,Action,Success,Coverage,Transport Rate,Finished\n0,[],f(),[],0,0,x\n",
    "Step,Pre-Action,Action,Success,Coverage,Transport Rate,Finished\n0,[],[],[],many,0,x\n",
])
def test_a_broken_trajectory_says_where(tmp_path: Path, text: str) -> None:
    path = tmp_path / "trajectory.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=r"trajectory.csv:\d"):
        read_trajectory(path)


def test_rows_that_lack_a_field_stay_unknown(shared: Path) -> None:
    episodes = [e for e in mapthor_episodes(shared) if e.method == "llamar_1"]
    rates = [e.values["TR"] for e in episodes if "TR" in e.values]
    assert (len(episodes), len(rates)) == (47, 44)
    assert round(fmean(rates), 3) == 0.823
