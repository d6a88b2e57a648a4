"""Online episodes beside clairvoyant ones of the same case: what not knowing the room costs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from benchmarks.metrics import steps
from benchmarks.runs.stored_run import StoredRun

__all__ = ["Beside", "beside_clairvoyant"]


@dataclass(frozen=True)
class Beside:
    """One algorithm and team size: cases run both ways; L over those that both solved."""

    algorithm: str
    agents: int
    pairs: int
    solved: int
    solved_seeing: int
    both: int
    steps: float
    steps_seeing: float

    @property
    def ratio(self) -> float:
        """Mean L online divided by mean L clairvoyant."""
        return self.steps / self.steps_seeing if self.steps_seeing else float("nan")


def beside_clairvoyant(runs: Iterable[StoredRun]) -> list[Beside]:
    """Pair each run with the clairvoyant run of the same case; empty where there is none."""
    online: defaultdict[tuple[str, int], dict[str, StoredRun]] = defaultdict(dict)
    seeing: dict[str, StoredRun] = {}
    for run in runs:
        if run.case.get("clairvoyant"):
            seeing[run.case_id] = run
        else:
            online[run.algorithm, len(run.record.agents)][run.case_id] = run
    found = []
    for (algorithm, agents), cases in sorted(online.items()):
        pairs = [(run, seeing[case]) for case, run in sorted(cases.items()) if case in seeing]
        both = [(a, b) for a, b in pairs if a.record.success and b.record.success]
        if pairs:
            found.append(Beside(
                algorithm, agents, len(pairs), sum(a.record.success for a, _ in pairs),
                sum(b.record.success for _, b in pairs), len(both),
                fmean(steps(a.record) for a, _ in both) if both else float("nan"),
                fmean(steps(b.record) for _, b in both) if both else float("nan")))
    return found
