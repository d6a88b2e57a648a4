"""SmartLLM: three questions before the first step, then a program that is not changed any more."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from benchmarks.baselines.policies.base import LanguagePolicy

MAX_PROGRAM = 200


class SmartLLM(LanguagePolicy):
    """Decompose, allocate, write a program per robot; carry it out open loop."""

    name = "smartllm"

    def begin(self) -> None:
        """Ask for subtasks, their shares and the programs."""
        self.programs: dict[str, list[str]] = {a: [] for a in self.briefing.agents}
        subtasks = self.ask_object("decompose", self.fill("decompose")).get("subtasks", [])
        shares = self.ask_object("allocate", self.fill("allocate", subtasks=_text(subtasks)))
        found = self.ask_object("program", self.fill("program", shares=_text(shares)))
        inner = found.get("program") if isinstance(found.get("program"), Mapping) else found
        for agent in self.briefing.agents:
            listed = inner.get(agent, []) if isinstance(inner, Mapping) else []
            if isinstance(listed, list):
                self.programs[agent] = [str(entry) for entry in listed[:MAX_PROGRAM]]

    def choose(self) -> dict[str, str]:
        """Take the next entry of each program; Done when all are through."""
        if not any(self.programs.values()):
            return dict.fromkeys(self.briefing.agents, "Done")
        chosen = {}
        for agent, shown in self.views.items():
            program = self.programs[agent]
            chosen[agent] = self.admissible(program.pop(0), shown) if program else "Idle"
        return chosen


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:3000]
