"""What an episode is worth: SR, TR, C, B, L and the cost of deciding.

Pure functions over :class:`~planner.execution.trace.EpisodeRecord`; nothing here knows an
environment or an engine. Each entry of :data:`METRICS` carries how its values are aggregated and
which direction is better. Definitions: LLaMAR (arXiv 2407.10031), section 6, and its released
code where the two differ (``docs/metrics.md``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isnan, nan
from statistics import median
from typing import Literal

from benchmarks.statistics import Interval, bootstrap, clopper_pearson
from planner.execution.trace import EpisodeRecord

EPSILON = 1e-4


def success_rate(record: EpisodeRecord) -> float:
    """Return 1.0 when the referee saw every subtask done, else 0.0 (SR)."""
    return float(record.success)


def transport_rate(record: EpisodeRecord) -> float:
    """Return the share of subtasks credited (TR); an episode without subtasks counts as SR.

    The released household checker can credit subtasks that are not on its list; the share is
    not cut at 1 so that this stays visible.
    """
    if not record.subtasks:
        return success_rate(record)
    return len(record.credited) / len(record.subtasks)


def coverage(record: EpisodeRecord) -> float:
    """Return the share of the objects to be handled that were handled (C)."""
    if not record.coverage:
        return success_rate(record)
    return len(record.covered) / len(record.coverage)


def balance(record: EpisodeRecord) -> float:
    """Return how evenly the agents worked (B), between 0 and 1.

    Least / (most + 1e-4) of the actions that served a subtask, all agents counted (the paper's
    definition): neither idling nor bustling about raises it. Not a number where useful actions were
    not recorded.
    """
    return (nan if not record.useful
            else _evenness([record.useful.get(a, 0) for a in record.agents], EPSILON))


def balance_released(record: EpisodeRecord) -> float:
    """Return the balance as LLaMAR's released code has it, and so the paper's figures.

    Least over most successful actions, whatever they served; agents without any are dropped. One
    robot that works alone has 1, with nothing done at all it is 0.
    """
    counts = [record.successes.get(agent, 0) for agent in record.agents]
    return _evenness([count for count in counts if count], 0.0)


def balance_bound(record: EpisodeRecord) -> float:
    """Return what the balance would be, were the same useful actions shared out evenly.

    No way of sharing them out is more even: somebody did at most their mean, somebody at least.
    """
    if not record.useful:
        return nan
    total, team = sum(record.useful.values()), len(record.agents)
    return _evenness((total // team, -(-total // team)), EPSILON)


def _evenness(counts: Sequence[int], extra: float) -> float:
    """Return least over most; 0 where nothing was done at all."""
    return min(counts) / (max(counts) + extra) if any(counts) else 0.0


def steps(record: EpisodeRecord, *, trailing: bool = False) -> int:
    """Return the joint steps (L), without the closing all-Done row unless ``trailing``."""
    return record.steps - (0 if trailing or not record.trailing_done else 1)


def idle_share(record: EpisodeRecord) -> float:
    """Return the share of robot-steps before the end in which a robot does nothing (idle).

    A robot does nothing where it says Idle or Done (it waits for its way, for a team mate, for the
    end), and where its policy says that its action only passes the time. Whatever else it does
    counts as work: acts, walks, looks, making way, what fails. Not a number where not recorded.
    """
    if record.idle is None:
        return nan
    return sum(record.idle.values()) / max(1, steps(record) * len(record.agents))


def stand_in_share(record: EpisodeRecord) -> float:
    """Return the share of decisions that the policy did not make itself (a script's).

    Not a number where not recorded.
    """
    if not record.decided:
        return nan
    total = sum(record.decided.values())
    return (total - record.decided.get(record.policy, 0)) / total


def decision_seconds(record: EpisodeRecord) -> tuple[float, float]:
    """Return median and 95th percentile (nearest rank) of the seconds spent on one decision."""
    spent = sorted(record.decision_seconds)
    return (median(spent), spent[round(0.95 * (len(spent) - 1))]) if spent else (0.0, 0.0)


@dataclass(frozen=True)
class Metric:
    """A number per episode with what it means, its aggregation and its direction.

    ``kind`` says how values are summed up: ``rate`` (0/1 values, Clopper–Pearson), ``mean``
    (bootstrap interval) or ``total`` (sum). ``better`` is ``higher``, ``lower`` or ``""``.
    """

    name: str
    meaning: str
    value: Callable[[EpisodeRecord], float]
    kind: Literal["rate", "mean", "total"] = "mean"
    better: Literal["higher", "lower", ""] = "higher"
    digits: int = 2


METRICS: dict[str, Metric] = {
    m.name: m
    for m in (
        Metric("SR", "success rate: the share of episodes in which the referee saw every subtask "
               "done", success_rate, kind="rate"),
        Metric("TR", "transport rate: the share of subtasks that were done", transport_rate),
        Metric("C", "coverage: the share of the things to be handled that were handled", coverage),
        Metric("B", "balance: least over most useful actions of a robot, all robots counted",
               balance),
        Metric("B_LLaMAR", "balance as in LLaMAR's code and figures: least over most successful "
               "actions, idle robots left out", balance_released),
        Metric("B_bound", "the same useful actions shared out evenly", balance_bound, better=""),
        Metric("L", "length: joint steps, without the closing step in which all say Done",
               lambda r: float(steps(r)), better="lower"),
        Metric("L_done", "the same with that step, as printed in papers",
               lambda r: float(steps(r, trailing=True)), better="lower"),
        Metric("L_bound", "the fewest joint steps that any team could need, where the world proves "
               "a bound", lambda r: float(r.extra.get("fewest_steps", nan)), better=""),
        Metric("idle", "share of robot-steps without action", idle_share, better=""),
        Metric("score", "points without the time bonus",
               lambda r: float(r.extra.get("base", nan))),
        Metric("seconds", "seconds per decision, the median of an episode",
               lambda r: decision_seconds(r)[0] if r.decision_seconds else nan,
               better="lower", digits=4),
        Metric("stand_in", "share of decisions made in the policy's place", stand_in_share,
               better="lower"),
        Metric("replans", "replans", lambda r: float(r.replans), better=""),
        Metric("engine_calls", "engine calls", lambda r: float(r.engine_calls), better="lower"),
        Metric("failed_actions", "failed actions", lambda r: float(len(r.failures)),
               better="lower"),
        Metric("tokens", "tokens of language models, all episodes together",
               lambda r: float(r.tokens), kind="total", better="lower", digits=0),
        Metric("cost", "their price in US$, all episodes together", lambda r: r.cost_usd,
               kind="total", better="lower"),
    )
}


def aggregate(metric: Metric, values: Iterable[float]) -> Interval:
    """Aggregate values of a metric with its 95 % interval; values not recorded are left out.

    Rates get Clopper–Pearson, means the bootstrap; totals are sums without an interval.
    """
    values = [value for value in values if not isnan(value)]
    if metric.kind == "total":
        total = float(sum(values))
        return Interval(total, total, total, len(values))
    if metric.kind == "rate":
        return clopper_pearson(sum(value == 1.0 for value in values), len(values))
    return bootstrap(values)
