"""LLaMAR: Planner, Actor (with the Corrector's field) and Verifier around every step."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.baselines.policies.base import LanguagePolicy

MAX_SUBTASKS = 30
MAX_CHARS = 600


class LLaMAR(LanguagePolicy):
    """Plan once before the first step; then Actor, environment, Verifier, Planner in turn.

    The Planner replaces the open subtasks, the Verifier the completed ones, the Actor memory and
    current subtask. The failure reason (the Corrector of the paper) is the Actor's first field.
    The team stops when the Actor says Done for all, or when the Planner leaves nothing open
    after something was completed (Algorithm 3 of the paper).
    """

    name = "llamar"

    def begin(self) -> None:
        """Ask the Planner for the first list."""
        self.open: list[str] = []
        self.completed: list[str] = []
        self.memory, self.subtask, self.step = "", "", 0
        self._plan()

    def choose(self) -> dict[str, str]:
        """Verify and plan what the last step changed, then act."""
        if self.step:
            found = self.ask_object("verifier", self.fill("verifier", **self._fields()))
            if "completed subtasks" in found:
                self.completed = _list(found["completed subtasks"])
            self._plan()
        self.step += 1
        if not self.open and self.completed:
            self._note()
            return dict.fromkeys(self.briefing.agents, "Done")
        found = self.ask_object("actor", self.fill("actor", **self._fields()))
        self.memory = _short(found.get("memory", self.memory))
        self.subtask = _short(found.get("subtask", self.subtask))
        chosen = self.actions_in(found)
        self._note(_short(found.get("failure reason", "")))
        return chosen

    def _plan(self) -> None:
        found = self.ask_object("planner", self.fill("planner", **self._fields()))
        if "plan" in found:
            self.open = _list(found["plan"])

    def _fields(self) -> dict[str, str]:
        return {"open": json.dumps(self.open)[:MAX_CHARS * 2],
                "completed": json.dumps(self.completed)[:MAX_CHARS * 2],
                "memory": self.memory or "nothing yet"}

    def _note(self, failure: str = "") -> None:
        self.notes.update(open=list(self.open), completed=list(self.completed),
                          memory=self.memory, subtask=self.subtask, failure_reason=failure)


def _list(value: Any) -> list[str]:
    if isinstance(value, str):
        value = [value] if value.strip().lower() not in ("", "none") else []
    return [_short(v) for v in value[:MAX_SUBTASKS]] if isinstance(value, list) else []


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text[:MAX_CHARS]
