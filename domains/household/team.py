"""The robots of a household team: their names, what each can do, from a file or a case.

``verbs`` it has an action for, ``lifts`` types it may carry, ``mass`` it can lift (kg), ``reach``:
lowest and highest point (m) it acts on; what is not said is not limited. Things that are too heavy
for one are lifted by several that stand at them and pick them up in the same joint step; then one
of them carries on.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from domains.household.actions import OBJECT_VERBS, type_of
from domains.household.belief.belief import Item
from domains.household.case import HouseholdCase
from domains.household.thor.bodies.allowed import placement_rules
from planner.cases import unknown
from planner.errors import SourceError, Span, UsageError
from planner.files import parse_json, parse_toml, read_text
from planner.pddl import read_domain

Skills = Mapping[str, Any]
Team = Mapping[str, Skills]
AGENT_NAMES = ("Alice", "Bob", "Charlie", "David", "Emma")
"""What robots are called that nobody has named; a team has five at most."""
_COMMENT = re.compile(r"(\"[^\"\n]*\"|'[^'\n]*')|#[^\n]*")
"""A string, or a comment, in TOML."""
NAMED = "1 to 40 letters of any script, digits, blanks and _-.', a letter first; no object's name"
KEYS = ("verbs", "skills", "lifts", "mass", "reach")
PUBLISHED = {"GoToObject": "NavigateTo", "SwitchOn": "ToggleObjectOn",
             "SwitchOff": "ToggleObjectOff",
             **{v: v for v in ("DropHandObject", "ThrowObject", "PushObject", "PullObject")}}
"""Names of skills in SMART-LLM's robots (arXiv 2309.10062), and the same here, if there is one."""


def team_of(case: HouseholdCase) -> tuple[tuple[str, ...], Team | None]:
    """Return the names of a case's robots and what they can do (None: everything).

    The robots of a team file are those that it names, in its order.
    """
    if isinstance(case.agents, str):
        if not case.agents.endswith((".toml", ".json")):
            raise UsageError(f"agents {case.agents}: a number from 1 to 5, or a TOML or JSON file")
        team: Team = read_team(Path(case.agents))
        return tuple(team), team
    named, usual = tuple(case.team or ()), AGENT_NAMES[:case.agents]
    if set(named) <= set(usual):
        return usual, case.team or None
    wrong = next((w for name in named if (w := _misnamed(name, named))), "")
    if wrong or len(named) != case.agents:
        raise UsageError(f"team: {wrong or f'{len(named)} robots are named, not {case.agents}'}")
    return named, case.team


def _misnamed(name: str, others: Iterable[str]) -> str:
    """Say why a robot cannot be called so beside others; nothing where it can."""
    if not is_robot_name(name):
        return f"{name!r} cannot be the name of a robot"
    if pddl_name(name) in _taken():
        return f"a robot cannot be called {name!r}: that is a word of domain.pddl"
    alike = [o for o in others if o != name and pddl_name(o) == pddl_name(name)]
    return f"{alike[0]!r} and {name!r} are written alike in PDDL: {pddl_name(name)}" if (
        alike) else ""


def is_robot_name(name: str) -> bool:
    """Whether a robot may be called so: a letter of any script, then letters, digits, " _-.'".

    Up to 40 characters, none of the blanks first, last or doubled, and no name of an object.

    >>> [is_robot_name(n) for n in ("robot 1", "Zoë", "机器人", "", "R2: D2", "Apple_1", " x")]
    [True, True, True, False, False, False, False]
    """
    return (0 < len(name) <= 40 and name[0].isalpha() and not name.endswith(" ")
            and "  " not in name and type_of(name) == name
            and all(c.isalnum() or c in " _-.'" or unicodedata.combining(c) for c in name))


def pddl_name(robot: str) -> str:
    """Write a robot's name in the letters of PDDL; other scripts by their code points.

    >>> pddl_name("Alice"), pddl_name("Zoë the 2nd"), pddl_name("机器人")
    ('alice', 'zoe-the-2nd', 'r673a-5668-4eba')
    """
    plain = unicodedata.normalize("NFKD", robot.lower())
    letters = [c if c.isascii() and (c.isalnum() or c in "_-") else
               "" if unicodedata.combining(c) or c in ".'" else
               "-" if c == " " else f"{ord(c):x}-" for c in plain]
    said = "".join(letters).strip("-")
    return said if said[:1].isalpha() and plain[0].isascii() else f"r{said}"


@cache
def _taken() -> frozenset[str]:
    """Return the constants of the model, which no robot can be called."""
    text = Path(__file__).with_name("domain.pddl").read_text("utf-8")
    return frozenset(read_domain(text).constants)


def abilities_of(names: Iterable[str], team: Team) -> Iterator[str]:
    """Say of each robot of a team what it can do."""
    for name in names:
        limits = dict(team.get(name, {}))
        said = [", ".join(limits["verbs"]) or "no skills"] if "verbs" in limits else []
        said += [f"lifts {', '.join(limits['lifts']) or 'nothing'}"] if "lifts" in limits else []
        said += [f"lifts up to {limits['mass']:g} kg"] if "mass" in limits else []
        said += ["reaches from {:g} to {:g} m".format(*limits["reach"])] if (
            "reach" in limits) else []
        yield f"  {name}: {'; '.join(said) or 'everything'}"


def read_team(path: Path) -> dict[str, dict[str, Any]]:
    """Read a team of 1 to 5 robots: tables ``[robots.NAME]``, or a list ``[[robots]]`` with names.

    ``verbs`` (or ``skills``, also by SMART-LLM's names) it has, ``lifts``: types it carries,
    ``mass`` in kg that it lifts, ``reach``: the height in metres up to which it acts, or from and
    to; a missing key means no limit. A JSON file holds such a list, as SMART-LLM's
    ``resources/robots.py`` does. Raises :class:`SourceError` with the place of anything else.
    """
    kind = "JSON" if path.suffix == ".json" else "TOML"
    text = read_text(path, expected=f"{kind} as UTF-8 text")
    file = _File(str(path), text)
    data = (parse_json if kind == "JSON" else parse_toml)(text, str(path))
    data = {"robots": data} if isinstance(data, list) else data
    if not isinstance(data, dict):
        file.fail("this is not a team", expected="a list of robots")
    for key in data:
        if key != "robots":
            file.fail(unknown("key", key, ["robots"]), key)
    robots = data.get("robots")
    if not robots:
        file.fail("the team is empty", expected="tables [robots.NAME], e.g. [robots.Alice]")
    tables = _named(file, robots) if isinstance(robots, list) else robots
    if not isinstance(tables, dict):
        file.fail("robots is not a table of tables", "robots", expected="[robots.NAME] for each")
    if len(tables) > len(AGENT_NAMES):
        file.fail(f"{len(tables)} robots are too many", [*tables][len(AGENT_NAMES)],
                  expected=f"{len(AGENT_NAMES)} at most")
    return {name: _robot(file, name, table, tables) for name, table in tables.items()}


def _named(file: _File, robots: list[Any]) -> dict[str, Any]:
    """Return the robots of a list by their names."""
    found: dict[str, Any] = {}
    for robot in robots:
        name = robot.get("name") if isinstance(robot, dict) else None
        if not isinstance(name, str):
            file.fail("a robot of the list has no name", "robots",
                      expected='name = "…" for each robot')
        if name in found:
            file.fail(f"two robots are called {name!r}", name, name, expected="other names")
        found[name] = {key: value for key, value in robot.items() if key != "name"}
    return found


def _robot(file: _File, name: str, table: Any, others: Iterable[str]) -> dict[str, Any]:
    if wrong := _misnamed(name, others):
        file.fail(wrong, name, expected=NAMED)
    if not isinstance(table, dict):
        file.fail(f"robots.{name} is not a table", name, expected=f"[robots.{name}]")
    found: dict[str, Any] = {}
    for key, value in table.items():
        if key not in KEYS:
            file.fail(unknown("key", key, KEYS), name, key)
        if key == "skills" and "verbs" in table:
            file.fail("skills and verbs are the same: give one of them", name, key)
        if key in ("mass", "reach"):
            found[key] = _number(file, name, key, value)
        else:
            found["lifts" if key == "lifts" else "verbs"] = _words(file, name, key, value)
    return found


def _words(file: _File, name: str, key: str, value: Any) -> list[str]:
    """Return types of things, or skills by the names that actions have here."""
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        file.fail(f"{key} must be a list of texts", name, key)
    what, known = ("type", [*placement_rules()]) if key == "lifts" else (
        "skill", [*OBJECT_VERBS, *PUBLISHED])
    for word in value:
        if word not in known:
            file.fail(unknown(what, word, known), name, key, word)
        if value.count(word) > 1:
            file.fail(f"{word} stands there twice", name, key, word, word)
    return [str(PUBLISHED.get(v, v)) for v in value]


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


def may(skills: Skills, verb: str) -> bool:
    """Whether a robot has an action; all robots walk, look and wait."""
    return (skills.get("verbs") is None or verb in skills["verbs"]
            or verb not in OBJECT_VERBS or verb == "NavigateTo")


def lifts(skills: Skills, kind: str) -> bool:
    """Whether a robot may carry things of a type, however heavy."""
    return skills.get("lifts") is None or kind in skills["lifts"]


def strength(skills: Skills) -> float:
    """Return the greatest mass (kg) that a robot lifts alone."""
    return float(skills.get("mass", math.inf))


def gets_at(skills: Skills, centre: float, size: float) -> bool:
    """Whether a robot gets at a part of a thing of some height (m) around a centre."""
    low, high = skills.get("reach", (-math.inf, math.inf))
    return bool(centre - size / 2 <= high and centre + size / 2 >= low)


def crew(team: Mapping[str, Skills], robot: str, load: Item) -> tuple[str, ...]:
    """Name those who lift a thing for a robot to carry, that robot first; none: they cannot.

    Of several the first in the order of the team carries: those behind it can help, the strongest
    ones first, and as few as do.
    """
    names, lifted, found = [*team], strength(team[robot]), [robot]
    behind = [n for n in names[names.index(robot) + 1:] if may(team[n], "PickupObject")
              and lifts(team[n], load.kind) and gets_at(team[n], load.centre[1], load.size[1])]
    for name in sorted(behind, key=lambda n: (-strength(team[n]), n)):
        if lifted < load.mass:
            lifted += strength(team[name])
            found.append(name)
    return tuple(found) if lifted >= load.mass else ()


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
