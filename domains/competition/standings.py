"""Points of many games by group and policy, what was lost for which cause, old beside new."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from domains.competition.episode import Played
from planner.console import table
from planner.execution.trace import EpisodeRecord

POLICIES = ("told", "likeliest", "belief", "clairvoyant")
CAUSES = ("rule", "search", "belief", "question")
WORST = 20
"""Lost problems listed."""


def cause_of(best: int, certain: Played, played: Played) -> str:
    """Return why a game got less than the best score, ``certain`` being its stage 1."""
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
    if not new:
        return
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
