"""Act, ReAct and CoT: one joint question per step, differing in what is asked before the action."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.baselines.policies.base import LanguagePolicy

CONDENSED_CHARS = 400


class ReAct(LanguagePolicy):
    """Think and act in one answer; the transcript of earlier steps grows in the prompt."""

    name = "react"

    def choose(self) -> dict[str, str]:
        """Ask for thoughts and a joint action."""
        found = self.ask_object(self.name, self.fill("user"), system=self.fill("system"))
        chosen = self.actions_in(found)
        thought = str(found.get("think") or found.get("reason") or "")[:200]
        self.remember(chosen, thought)
        return chosen

    def remember(self, chosen: dict[str, str], thought: str = "") -> None:
        """Add the last outcomes, the thought and the choice to the transcript."""
        heard = [f"{a}: {v.feedback}" for a, v in self.views.items() if v.feedback]
        did = "; ".join(f"{agent}: {action}" for agent, action in chosen.items())
        self.history += [*heard, *([f"Thought: {thought}"] if thought else []), f"Chosen: {did}"]


class CoT(ReAct):
    """Reason step by step, then act."""

    name = "cot"


class Act(ReAct):
    """Act at once; each agent's list of things is first condensed by a question of its own."""

    name = "act"

    def choose(self) -> dict[str, str]:
        """Condense the views, then ask for a joint action."""
        for agent, shown in self.views.items():
            text = self.fill("condense", seen=shown.seen)
            said = self.ask("condense", text, max_tokens=120)
            self.views[agent] = replace(shown, seen=said.strip()[:CONDENSED_CHARS])
        found = self.ask_object(self.name, self.fill("user"), system=self.fill("system"))
        chosen = self.actions_in(found)
        self.remember(chosen)
        return chosen
