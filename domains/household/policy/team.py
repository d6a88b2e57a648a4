"""What each robot of a household team can do, from a file or a case."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from domains.household.actions import OBJECT_VERBS
from domains.household.case import HouseholdCase
from domains.household.environment.environment import AGENT_NAMES
from planner.errors import InputError, UsageError
from planner.files import read_toml

__all__ = ["read_team", "team_of"]

Team = Mapping[str, Any]


def team_of(case: HouseholdCase) -> tuple[int, Team | None]:
    """Return how many robots a case has and what they can do (None: everything).

    A team file makes as many robots as the last one it names.
    """
    team = case.team
    if isinstance(case.agents, str):
        if not case.agents.endswith(".toml"):
            raise UsageError(f"agents {case.agents}: a number from 1 to 5, or a TOML file")
        team = read_team(Path(case.agents))
        return max(AGENT_NAMES.index(name) for name in team) + 1, team
    return case.agents, team or None


def read_team(path: Path) -> dict[str, dict[str, Any]]:
    """Read a team file: ``[robots.Alice]`` with ``verbs = [...]`` and ``lifts = [...]``.

    Names are Alice, Bob, Charlie, David, Emma; a missing key means no limit. Raises
    :class:`InputError` for anything else.
    """
    data = read_toml(path)
    team = data.get("robots")
    if not isinstance(team, dict) or set(data) != {"robots"} or not team:
        raise InputError(f"{path}: expected tables [robots.NAME]")
    for name, skills in team.items():
        if name not in AGENT_NAMES:
            raise InputError(f"{path}: no robot {name!r}; there are {', '.join(AGENT_NAMES)}")
        if not isinstance(skills, dict) or set(skills) - {"verbs", "lifts"}:
            raise InputError(f"{path}: [robots.{name}] takes verbs and lifts")
        for key, values in skills.items():
            if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
                raise InputError(f"{path}: {name}.{key} must be a list of texts")
        unknown = [v for v in skills.get("verbs", ()) if v not in OBJECT_VERBS]
        if unknown:
            raise InputError(f"{path}: {name} has no verb {unknown[0]!r}; there are "
                             + ", ".join(OBJECT_VERBS))
    return team
