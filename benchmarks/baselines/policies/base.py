"""What the language-model policies share: prompts, views, asking, and mapping words to actions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from benchmarks.baselines.answers import find_object
from benchmarks.baselines.chat import BudgetError, Chat, Endpoint, Transcript, settings_from
from planner.domain import PolicyContext
from planner.environment import Briefing, Decision, Observation
from planner.errors import InputError
from planner.execution.plans.matcher import match
from planner.execution.wording import View, view
from planner.files import read_toml

PROMPTS = Path(__file__).parent / "prompts.toml"
HISTORY_LINES = 40


class LanguagePolicy:
    """A policy that asks a model; sub-classes say what and when.

    A transcript of the context answers instead of the endpoint; in its folder the exchange is
    recorded (``chat.jsonl``). Words that fit no admissible action become Idle and are counted in
    the notes as ``unmatched``.
    """

    name = "language"

    def __init__(self, _: object, context: PolicyContext) -> None:
        settings = settings_from(context.settings)
        record = context.folder / "chat.jsonl" if context.folder else None
        self.chat: Chat = (Transcript(settings, context.transcript, record) if context.transcript
                           else Endpoint(settings, record))
        own = prompts(settings.lm_prompts)
        self.texts = {**own["shared"], **own.get(self.name, {})}

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Start an episode."""
        self.briefing = briefing
        self.history: list[str] = []
        self.notes: dict[str, Any] = {}
        self.tokens, self.cost = 0, 0.0
        self.spent = ""
        self.views = self._look(observations)
        self._safely(self.begin)

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        """Ask for a joint action; when the budget is used up, stop."""
        self.views = self._look(observations)
        self.notes = {"unmatched": 0}
        actions = self._safely(self.choose) if not self.spent else None
        chosen = {agent: (actions or {}).get(agent, "Idle") for agent in self.briefing.agents}
        tokens, cost, self.tokens, self.cost = self.tokens, self.cost, 0, 0.0
        if self.spent:
            self.notes["budget"] = self.spent
        return Decision(chosen, done=bool(self.spent), notes=dict(self.notes), tokens=tokens,
                        cost_usd=cost)

    def begin(self) -> None:
        """Do what comes before the first step."""

    def choose(self) -> dict[str, str]:
        """Return the joint action."""
        raise NotImplementedError

    def ask(self, purpose: str, text: str, *, system: str = "", max_tokens: int = 0) -> str:
        """Ask once; the images of all agents go along when the settings allow."""
        content: Any = text
        pictures = [v.image for v in self.views.values() if v.image]
        if pictures and self.chat.settings.lm_images:
            content = [{"type": "text", "text": text}, *(
                {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{p}"}}
                for p in pictures)]
        messages = [{"role": "system", "content": system}] if system else []
        answer = self.chat.ask(purpose, [*messages, {"role": "user", "content": content}],
                               max_tokens)
        self.tokens += answer.tokens
        self.cost += answer.cost_usd
        return answer.text

    def ask_object(self, purpose: str, text: str, *, system: str = "") -> dict[str, Any]:
        """Ask until the answer holds an object; empty when it never does."""
        said = text
        for _ in range(1 + self.chat.settings.lm_parse_retries):
            found = find_object(self.ask(purpose, said, system=system))
            if found is not None:
                return found
            said = f"{text}\n{self.texts['again']}"
        self.notes["unparsed"] = self.notes.get("unparsed", 0) + 1
        return {}

    def actions_in(self, found: Mapping[str, Any]) -> dict[str, str]:
        """Map the words chosen for each agent to admissible actions."""
        inner = next((found[k] for k in ("action", "Action", "actions")
                      if isinstance(found.get(k), Mapping)), found)
        chosen, said = {}, {}
        for agent, shown in self.views.items():
            words = inner.get(agent) or inner.get(f"{agent}'s action") or ""
            said[agent] = words if isinstance(words, str) else json.dumps(words)
            chosen[agent] = self.admissible(said[agent], shown)
        self.notes["said"] = said
        return chosen

    def admissible(self, words: str, shown: View) -> str:
        """Return the admissible action nearest to the words, Idle if none is near."""
        found = match(words, shown.actions)
        if not found:
            self.notes["unmatched"] = self.notes.get("unmatched", 0) + 1
        return found or "Idle"

    def fill(self, template: str, **values: Any) -> str:
        """Fill one of the policy's templates; shared parts are filled first."""
        b = self.briefing
        common = {
            "agents": ", ".join(b.agents), "count": len(b.agents), "task": b.instruction,
            "verbs": ", ".join(self.verbs()), "json_only": self.texts["json_only"],
            "form": json.dumps(dict.fromkeys(b.agents, "action")),
            "form_lists": json.dumps({a: ["..."] for a in b.agents}),
            "names": ", ".join(sorted({n for v in self.views.values() for n in v.names})),
            "history": "\n".join(self.history[-HISTORY_LINES:]) + "\n" if self.history else "",
        }
        common["team"] = self.texts["team"].format(**common)
        common["rules"] = self.texts["rules"].format(**common)
        return self.texts[template].format(**{**common, "views": self.view_text(), **values})

    def view_text(self, only: str = "") -> str:
        """Return the views of all agents (or one) as text, cut to the settings' length."""
        parts = []
        share = self.chat.settings.lm_view_chars // max(1, 1 if only else len(self.views))
        for agent, shown in self.views.items():
            if only and agent != only:
                continue
            text = self.texts["view"].format(agent=agent, seen=shown.seen, state=shown.state)
            if shown.feedback:
                text += self.texts["feedback"].format(agent=agent, feedback=shown.feedback)
            if shown.failures:
                text += self.texts["failures"].format(agent=agent,
                                                      failures=", ".join(shown.failures))
            parts.append(text if len(text) <= share else text[: max(0, share - 2)] + "…\n")
        return "".join(parts)

    def verbs(self) -> list[str]:
        """Return the kinds of actions, each with one example."""
        seen: dict[str, str] = {}
        for shown in self.views.values():
            for action in shown.actions:
                seen.setdefault(action.partition("(")[0], action)
        return list(seen.values())

    def _look(self, observations: Mapping[str, Observation]) -> dict[str, View]:
        return {a: view(observations[a], self.briefing) for a in self.briefing.agents}

    def _safely(self, function: Any) -> Any:
        try:
            return function()
        except BudgetError as error:
            self.spent = str(error)
            return None


@lru_cache(maxsize=8)
def prompts(own: str = "") -> dict[str, dict[str, str]]:
    """Return the prompt templates: ours, and over them those of a file of one's own.

    Raises :class:`InputError` for a template that ours do not have or that is not a text.
    """
    known: dict[str, dict[str, str]] = read_toml(PROMPTS)
    for table, texts in (read_toml(Path(own)) if own else {}).items():
        for name, text in texts.items() if isinstance(texts, dict) else [("", texts)]:
            if name not in known.get(table, {}) or not isinstance(text, str):
                raise InputError(f"{own}: no prompt {table}.{name}; known: "
                                 f"{', '.join(f'{t}.{n}' for t in known for n in known[t])}")
            known[table] = {**known[table], name: text}
    return known
