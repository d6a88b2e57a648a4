"""The referee of a household episode: all readings side by side, from actions and true states.

It sits beside the environment and knows the truth; nothing of it reaches a robot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from domains.household.goal import Goal
from domains.household.referee.checker import Checker, repair
from domains.household.referee.final_state import FinalState
from domains.household.referee.fitting import obstacles
from domains.household.referee.tasks import Task
from planner.environment import Scorecard
from planner.execution.trace import EpisodeRecord

__all__ = ["Judge", "remarks"]


REFEREES = {"released": "MAP-THOR's checker as released",
            "repaired": "MAP-THOR's checker repaired",
            "final_state": "true final state, our own reading of the sentence"}
"""What judges, by reading; as records and tables name it."""


class Judge:
    """Collects actions; ``main`` names the reading that decides success.

    ``task`` has MAP-THOR's lists (readings ``released`` and ``repaired``), ``goal`` is the parsed
    instruction (reading ``final_state``). With neither, nothing can be judged (success False).
    By ``placement``, the simulator's table, it notes what could not be done in this room whatever
    robots do. ``rests_on`` is what else a figure rests on.
    """

    def __init__(
        self, goal: Goal | None = None, task: Task | None = None, *, main: str = "",
        placement: Mapping[str, frozenset[str]] = MappingProxyType({}),
        rests_on: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.goal, self.task = goal, task
        self.placement, self.rests_on = placement, rests_on
        self.main = main or ("repaired" if task else "final_state")
        self.obstacles: list[dict[str, Any]] = []
        self.checkers: dict[str, Checker] = {}
        self.final: FinalState | None = None
        self.successes: Counter[str] = Counter()

    def begin(self, objects: Sequence[Mapping[str, Any]]) -> None:
        """Start with the true objects of the prepared scene."""
        self.successes.clear()
        types = [str(o["objectType"]) for o in objects]
        if self.task is not None:
            lists, plan = self.task.lists, self.task.floor_plan
            fixed = repair(lists, self.task.name, plan)
            self.checkers = {"released": Checker(lists, plan, types, repaired=False),
                             "repaired": Checker(fixed, plan, types, repaired=True)}
        if self.goal is not None:
            self.final = FinalState(self.goal, objects)
            self.obstacles = [o.to_json() for o in obstacles(self.goal, objects, self.placement)]

    def see(self, agent: str, action: str, success: bool, held: str) -> None:
        """Take note of an executed action (``held``: in the hand before a Put)."""
        if success and action.split("(", maxsplit=1)[0].strip() not in ("Done", "Idle"):
            self.successes[agent] += 1
        for checker in self.checkers.values():
            checker.see(agent, action, success, held)
        if self.final is not None:
            self.final.see(agent, action, success, held)

    def noticed(self, object_ids: Iterable[str]) -> None:
        """Take note of what some robot has seen."""
        if self.final is not None:
            self.final.seen.update(object_ids)

    def went(self, object_id: str) -> None:
        """Take note of an object that a robot has walked to."""
        if self.final is not None:
            self.final.reached.add(object_id)

    def scorecard(
        self, objects: Sequence[Mapping[str, Any]], agents: Sequence[str], extra: dict[str, Any]
    ) -> Scorecard:
        """Give every reading's verdict; the main one in the fields, the others in ``extra``."""
        readings: dict[str, Any] = {}
        for name, checker in self.checkers.items():
            readings[name] = {
                "referee": REFEREES[name], "coverage": checker.coverage_rate,
                "useful": {a: checker.useful[a] for a in agents},
                "success": checker.success, "transport_rate": checker.transport_rate,
                "credited": len(checker.credited), "subtasks": len(checker.subtasks),
                "missing": [s for s in checker.subtasks if s not in checker.credited]}
        if self.final is not None:
            readings["final_state"] = {
                **self.final.verdict(objects), "referee": REFEREES["final_state"],
                "coverage": self.final.coverage_rate,
                "useful": {a: self.final.useful[a] for a in agents}}
        shown = self.checkers.get(self.main)
        extra = {**extra, "obstacles": self.obstacles, "reading": self.main,
                 "readings": readings, "task": self.task.name if self.task else "",
                 "judged_by": "MAP-THOR's checker" if self.main in self.checkers
                 else "its own reading"}
        successes = {a: self.successes[a] for a in agents}
        named = {**self.rests_on,
                 "referee": REFEREES[self.main if shown is not None else "final_state"]}
        if shown is not None:
            return Scorecard(shown.subtasks, tuple(shown.credited), shown.coverage,
                             tuple(shown.covered), successes,
                             {a: shown.useful[a] for a in agents}, shown.success, extra, named)
        if self.final is None:
            return Scorecard((), (), (), (), successes, dict.fromkeys(agents, 0), False, extra,
                             named)
        wanted, reached = self.final.atoms(objects)
        extra["nothing_to_do"] = not wanted
        return Scorecard(wanted, reached, self.final.coverage, self.final.covered, successes,
                         {a: self.final.useful[a] for a in agents},
                         bool(readings["final_state"]["success"]), extra, named)


def remarks(record: EpisodeRecord) -> list[str]:
    """Tell what each reading of the task says, and what this room makes impossible."""
    lines = [f"judged by the {record.extra.get('reading')} reading, "
             f"engine {record.extra.get('engine')}"]
    for name, verdict in (record.extra.get("readings") or {}).items():
        missing = "; ".join(verdict["missing"][:6])
        lines.append(f"  {name}: {'yes' if verdict['success'] else 'no'}, "
                     f"{verdict['credited']}/{verdict['subtasks']}"
                     + (f", missing {missing}" if missing else ""))
    lines += [f"cannot be done here: {o['text']}" for o in record.extra.get("obstacles", ())]
    return lines
