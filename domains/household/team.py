"""What each robot of a household team can do, from a file or a case."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from domains.household.actions import OBJECT_VERBS
from domains.household.case import HouseholdCase
from domains.household.environment.environment import AGENT_NAMES
from domains.household.thor.bodies.allowed import placement_rules
from planner.cases import unknown
from planner.errors import SourceError, Span, UsageError
from planner.files import parse_toml, read_text

__all__ = ["read_team", "team_of", "team_told"]

Team = Mapping[str, Any]
_COMMENT = re.compile(r"(\"[^\"\n]*\"|'[^'\n]*')|#[^\n]*")
"""A string, or a comment, in TOML."""
KEYS = ("verbs", "skills", "lifts", "mass", "reach")
PUBLISHED = {"GoToObject": "NavigateTo", "SwitchOn": "ToggleObjectOn",
             "SwitchOff": "ToggleObjectOff",
             **{v: v for v in ("DropHandObject", "ThrowObject", "PushObject", "PullObject")}}
"""Names of skills in SMART-LLM's robots (arXiv 2309.10062), and the same here, if there is one."""


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


def team_told(count: int, team: Team) -> Iterator[str]:
    """Say of each robot of a team what it can do."""
    for name in AGENT_NAMES[:count]:
        limits = dict(team.get(name, {}))
        said = [", ".join(limits["verbs"]) or "no skills"] if "verbs" in limits else []
        said += [f"lifts {', '.join(limits['lifts']) or 'nothing'}"] if "lifts" in limits else []
        said += [f"lifts up to {limits['mass']:g} kg"] if "mass" in limits else []
        said += ["reaches from {:g} to {:g} m".format(*limits["reach"])] if (
            "reach" in limits) else []
        yield f"  {name}: {'; '.join(said) or 'everything'}"


def read_team(path: Path) -> dict[str, dict[str, Any]]:
    """Read a team file of tables ``[robots.Alice]``; a missing key means no limit.

    ``verbs`` (or ``skills``, also by SMART-LLM's names) it has, ``lifts``: types it carries,
    ``mass`` in kg that it lifts, ``reach``: the height in metres up to which it acts, or from and
    to. Raises :class:`SourceError` with the place of anything else.
    """
    text = read_text(path, expected="TOML as UTF-8 text")
    file = _File(str(path), text)
    data = parse_toml(text, str(path))
    for key in data:
        if key != "robots":
            file.fail(unknown("key", key, ["robots"]), key)
    robots = data.get("robots")
    if robots and not isinstance(robots, dict):
        file.fail("robots is no table of tables", "robots", expected="[robots.NAME] for each")
    if not robots:
        file.fail("the team is empty", expected="tables [robots.NAME], e.g. [robots.Alice]")
    return {name: _robot(file, name, table) for name, table in robots.items()}


def _robot(file: _File, name: str, table: Any) -> dict[str, Any]:
    if name not in AGENT_NAMES:
        file.fail(unknown("robot", name, AGENT_NAMES), name)
    if not isinstance(table, dict):
        file.fail(f"robots.{name} is no table", name, expected=f"[robots.{name}]")
    found: dict[str, Any] = {}
    for key, value in table.items():
        if key not in KEYS:
            file.fail(unknown("key", key, KEYS), name, key)
        if key in ("mass", "reach"):
            found[key] = _number(file, name, key, value)
            continue
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            file.fail(f"{key} must be a list of texts", name, key)
        if key == "skills" and "verbs" in table:
            file.fail("skills and verbs are the same: give one of them", name, key)
        known = [*placement_rules()] if key == "lifts" else [*OBJECT_VERBS, *PUBLISHED]
        for word in value:
            if word not in known:
                what = "type" if key == "lifts" else "skill"
                file.fail(unknown(what, word, known), name, key, word)
            if value.count(word) > 1:
                file.fail(f"{word} stands there twice", name, key, word, word)
        found["lifts" if key == "lifts" else "verbs"] = [PUBLISHED.get(v, v) for v in value]
    return found


def _number(file: _File, name: str, key: str, value: Any) -> Any:
    """Return a mass (kg), or a reach as lowest and highest height (m)."""
    values = value if isinstance(value, list) and key == "reach" else [value]
    if not all(isinstance(v, int | float) and not isinstance(v, bool) and 0 <= v < 1e6
               for v in values) or not 0 < len(values) <= 2:
        unit = "kg" if key == "mass" else "metres, or from and to: [0.3, 1.2]"
        file.fail(f"{key} must be a number from 0, in {unit}", name, key)
    if values != sorted(values):
        file.fail("reach goes from the lowest to the highest point", name, key,
                  expected=f"[{values[1]}, {values[0]}]")
    return float(value) if key == "mass" else [0.0, *map(float, values)][-2:]


class _File:
    """A team file that knows the places of its words."""

    def __init__(self, source: str, text: str) -> None:
        self.source, self.text = source, text
        self.code = _COMMENT.sub(lambda m: m[1] or " " * len(m[0]), text)

    def fail(self, message: str, *words: str, expected: str = "") -> NoReturn:
        """Raise an error at the last of some words, each looked for behind the one before."""
        start, length = 0, 1
        for word in words:
            found = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)").search(
                self.code, start + (length if start else 0))
            if found:
                start, length = found.start(), len(word)
        line = self.text.count("\n", 0, start) + 1
        column = start - self.text.rfind("\n", 0, start)
        raise SourceError.in_text(message, self.source, self.text, Span(line, column, length),
                                  expected=expected)
