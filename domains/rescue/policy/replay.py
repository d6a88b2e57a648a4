"""Play recorded joint actions again and compare the feedback with the recorded one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domains.rescue.recorded import lists_of
from planner.environment import Briefing, Decision
from planner.errors import InputError, UsageError
from planner.execution.recorded import read_rows
from planner.execution.trace import read_trace
from planner.files import read_bytes

COLUMNS = ("Action", "Success")
Row = tuple[tuple[str, ...], tuple[bool, ...]]


@dataclass(frozen=True)
class Difference:
    """A place where our feedback differs from the recorded one.

    ``cause`` says what can explain it: ``explore`` (an Explore came before, whose draws are not
    reproducible), ``region`` (a region that was not lit at reset was named before), or nothing.
    """

    step: int
    agent: str
    action: str
    recorded: bool
    ours: bool
    cause: str


def read_actions(path: Path) -> list[Row]:
    """Read joint actions and success flags from a recorded CSV or one of our own traces."""
    ours = read_bytes(path, 64, part="head").lstrip().startswith(b"{")
    rows = _trace(path) if ours else [row for _, row in read_rows(path, COLUMNS, _row)]
    team = len(rows[0][0]) if rows else 0
    for number, (actions, success) in enumerate(rows, start=1):
        if not len(actions) == len(success) == team:
            raise InputError(f"{path}: step {number} has {len(actions)} actions and {len(success)} "
                             f"outcomes, the first step {team}")
    return rows


def _row(row: Mapping[str, str]) -> Row:
    actions, success = lists_of(row, COLUMNS)
    return tuple(map(str, actions)), tuple(map(bool, success))


def _trace(path: Path) -> list[Row]:
    rows = []
    for number, line in enumerate(read_trace(path), start=1):
        try:
            if line.get("kind") == "step":
                rows.append((tuple(map(str, line["actions"].values())),
                             tuple(bool(line["success"][a]) for a in line["actions"])))
        except (KeyError, TypeError, AttributeError):
            raise InputError(f"{path}:{number}: no step of a trace") from None
    return rows


class ReplayPolicy:
    """Repeat recorded actions; :attr:`differences` lists where the feedback differs."""

    name = "replay"

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = list(rows)
        self.differences: list[Difference] = []

    @classmethod
    def from_file(cls, path: Path) -> ReplayPolicy:
        """Read the actions of a file (CSV of the recorded runs, or a trace)."""
        return cls(read_actions(path))

    def reset(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        """Start from the first row; raises :class:`UsageError` if the team sizes differ."""
        self.agents = briefing.agents
        if self.rows and len(self.rows[0][0]) != len(self.agents):
            raise UsageError(f"the recorded team has {len(self.rows[0][0])} agents, this one "
                             f"{len(self.agents)}; say --agents {len(self.rows[0][0])}")
        self.step = 0
        self.cause = ""
        self.differences = []
        self.lit = {r["name"] for o in observations.values() for r in o["global_obs"]}

    def decide(self, observations: Mapping[str, Any]) -> Decision:
        """Return the next recorded row; compare the feedback of the last one."""
        found = self._compare(observations) if self.step else []
        if self.step >= len(self.rows):
            return Decision(dict.fromkeys(self.agents, "Done"), done=True,
                            notes={"differences": found})
        actions = self.rows[self.step][0]
        self.step += 1
        return Decision(dict(zip(self.agents, actions, strict=True)),
                        notes={"differences": found})

    def _compare(self, observations: Mapping[str, Any]) -> list[str]:
        actions, recorded = self.rows[self.step - 1]
        found = []
        for agent, action, success in zip(self.agents, actions, recorded, strict=True):
            self.cause = self.cause or self._cause(action)
            ours = bool(observations[agent]["success"])
            if ours != success:
                self.differences.append(
                    Difference(self.step, agent, action, success, ours, self.cause))
                found.append(f"{agent}: {action}: recorded {success}, here {ours}"
                             + (f" (after {self.cause})" if self.cause else ""))
        return found

    def _cause(self, action: str) -> str:
        if action.startswith("Explore"):
            return "explore"
        name = action.partition("(")[2].split(",")[0].rstrip(")")
        return "region" if "_Region_" in name and name not in self.lit else ""
