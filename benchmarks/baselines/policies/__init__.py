"""Policies to compare with: plain ones, recorded ones and those that ask a language model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from planner.domain import PolicyContext, PolicySpec
from planner.environment import Policy

__all__ = ["ABOUT", "CONTROLS", "LANGUAGE", "PLAIN", "POLICIES", "policy_factory"]

CONTROLS = ("idle", "random", "explore-only")
"""Policies that plan nothing: where one of them succeeds, success means little."""
PLAIN = (*CONTROLS, "greedy-any", "nearest-first")
LANGUAGE = {
    "act": "joint:Act", "react": "joint:ReAct", "cot": "joint:CoT",
    "smartllm": "smartllm:SmartLLM", "coela": "coela:CoELA", "llamar": "llamar:LLaMAR",
}

ABOUT = {
    "idle": "control: nobody does anything",
    "random": "control: an admissible action at random, in any domain",
    "explore-only": "control: only looks and walks, in any domain",
    "greedy-any": "a fixed order of verbs, in any domain",
    "nearest-first": "greedy, nearest object first",
    "replay:FILE": "the actions of a recorded trace",
    "act": "language model: act at once on condensed views",
    "react": "language model: think, then act",
    "cot": "language model: reason step by step, then act",
    "smartllm": "language model: decompose, allocate, write programs, carry them out open loop",
    "coela": "language model: every robot talks and chooses for itself",
    "llamar": "language model: Planner, Actor with the Corrector's field, Verifier",
}


def policy_factory(
    case: Mapping[str, Any], folder: Path | None = None, transcript: Path | None = None
) -> Callable[..., Policy] | None:
    """Return a maker of the policy that ``case["policy"]`` names, or None if it isn't ours.

    The maker ignores its arguments (a domain may hand over its briefing or case). A domain's own
    policies (``symbolic``, ``greedy``) have other names than the plain ones here.
    ``folder`` receives the recorded exchange of a language-model policy (``chat.jsonl``);
    ``transcript`` is such a file to be replayed instead of asking the endpoint. ``replay:FILE``
    repeats the actions of a trace.
    """
    name = str(case.get("policy", ""))
    if name in PLAIN:
        return lambda *_: _plain(name, int(case.get("seed", 0)))
    if name.startswith("replay:"):
        from benchmarks.baselines.policies.replay import ReplayPolicy, read_actions

        actions = read_actions(Path(name.removeprefix("replay:")))
        return lambda *_: ReplayPolicy(actions)
    if name in LANGUAGE:
        return lambda *_: _language(name, case, folder, transcript)
    return None


def _plain(name: str, seed: int) -> Policy:
    from benchmarks.baselines.policies import plain

    kinds: dict[str, Callable[[int], Policy]] = {
        "idle": lambda _: plain.IdlePolicy(), "random": plain.RandomPolicy,
        "explore-only": plain.ExplorePolicy, "greedy-any": plain.GreedyPolicy,
        "nearest-first": plain.NearestPolicy}
    return kinds[name](seed)


def _language(
    name: str, case: Mapping[str, Any], folder: Path | None, transcript: Path | None
) -> Policy:
    from importlib import import_module

    from benchmarks.baselines.chat import Chat, Endpoint, Transcript, settings_from
    from benchmarks.baselines.key_host import key_for

    module, _, attribute = LANGUAGE[name].partition(":")
    record = folder / "chat.jsonl" if folder else None
    settings = settings_from(case)
    chat: Chat = (Transcript(settings, transcript, record) if transcript
                  else Endpoint(settings, record, key=key_for(settings.url)))
    found = getattr(import_module(f"benchmarks.baselines.policies.{module}"), attribute)
    policy: Policy = found(chat)
    return policy


def _make(name: str, case: Any, context: PolicyContext) -> Policy:
    values = {**context.settings, "seed": getattr(case, "seed", 0),
              "policy": f"{name}:{context.argument}" if context.argument else name}
    factory = policy_factory(values, context.folder, context.transcript)
    assert factory is not None
    return factory()


POLICIES: Mapping[str, PolicySpec] = {
    name.partition(":")[0]: PolicySpec(
        partial(_make, name.partition(":")[0]), about, name.partition(":")[2],
        settings="benchmarks.baselines.chat:KEYS" if name in LANGUAGE else "")
    for name, about in ABOUT.items()
}
"""The policies of this package for any domain (entry point ``lmfree_planner.policies``)."""
