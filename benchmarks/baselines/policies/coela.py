"""CoELA: every agent talks and chooses for itself.

The released version reads the referee's list of completed subtasks; here the progress an agent is
shown is what its own observations show.
"""

from __future__ import annotations

import random

from benchmarks.baselines.policies.base import LanguagePolicy
from planner.execution.plans.matcher import match

TALK_LINES = 12
EARLIER = 10
MAX_OPTIONS = 60


class CoELA(LanguagePolicy):
    """Per agent and step a message question, then a choice among enumerated options.

    Sending the message uses up the agent's step. An answer that names no option leads to a random
    one (seed 0), as released.
    """

    name = "coela"

    def begin(self) -> None:
        """Start with empty talk."""
        self.talk: list[str] = []
        self.earlier: dict[str, list[str]] = {a: [] for a in self.briefing.agents}
        self.rng = random.Random(0)
        self.step = 0

    def choose(self) -> dict[str, str]:
        """Let each agent draft a message and choose; messages arrive after the step."""
        self.step += 1
        chosen, sent, said = {}, [], {}
        for agent, shown in self.views.items():
            fields = {"agent": agent, "views": self.view_text(agent),
                      "talk": "\n".join(self.talk[-TALK_LINES:]) or "nothing",
                      "progress": f"{self.step - 1} steps taken. {shown.feedback}",
                      "earlier": ", ".join(self.earlier[agent][-EARLIER:]) or "none"}
            draft = " ".join(self.ask("message", self.fill("message", **fields),
                                      max_tokens=120).split())[:300]
            send = f"send the message: {draft}"
            options = [send, *shown.actions[: MAX_OPTIONS - 1]]
            listed = "\n".join(f"{k}. {option}" for k, option in enumerate(options, start=1))
            words = self.ask("action", self.fill("action", options=listed, **fields),
                             max_tokens=60)
            said[agent] = words[:200]
            option = self._pick(words, options)
            if option == send:
                sent.append(f"{agent}: {draft}")
                option = "Idle"
            chosen[agent] = option
            self.earlier[agent].append(option)
        self.talk += sent
        self.notes.update(said=said, messages=sent)
        return chosen

    def _pick(self, words: str, options: list[str]) -> str:
        named = next((o for o in options if o.lower() in words.lower()), "")
        if named:
            return named
        if words.lower().lstrip().startswith("send"):
            return options[0]
        number = words.strip().split(".")[0].strip()
        if number.isdecimal() and 1 <= int(number[:4]) <= len(options):
            return options[int(number[:4]) - 1]
        found = match(words, options[1:])
        if not found:
            self.notes["unmatched"] = self.notes.get("unmatched", 0) + 1
        return found or ("Done" if "done" in words.lower() else self.rng.choice(options[1:]))
