"""Policies to compare with: plain ones, recorded ones and those that ask a language model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from planner.domain import PolicyContext, PolicySpec
from planner.environment import Policy

CONTROLS = ("idle", "random", "explore-only")
"""Policies that plan nothing: where one of them succeeds, success means little."""
_PLAIN = {
    "idle": ("plain:IdlePolicy", "control: nobody does anything"),
    "random": ("plain:RandomPolicy", "control: an admissible action at random, in any domain"),
    "explore-only": ("plain:ExplorePolicy", "control: only looks and walks, in any domain"),
    "greedy-any": ("plain:GreedyPolicy", "a fixed order of verbs, in any domain"),
    "nearest-first": ("plain:NearestPolicy", "greedy, nearest object first"),
}
LANGUAGE = {
    "act": ("joint:Act", "act at once on condensed views"),
    "react": ("joint:ReAct", "think, then act"),
    "cot": ("joint:CoT", "reason step by step, then act"),
    "smartllm": ("smartllm:SmartLLM",
                 "decompose, allocate, write programs, carry them out open loop"),
    "coela": ("coela:CoELA", "every robot talks and chooses for itself"),
    "llamar": ("llamar:LLaMAR", "Planner, Actor with the Corrector's field, Verifier"),
}
POLICIES: Mapping[str, PolicySpec] = {
    **{name: PolicySpec(f"{__name__}.{part}", about) for name, (part, about) in _PLAIN.items()},
    "replay": PolicySpec(f"{__name__}.replay:ReplayPolicy", "the actions of a recorded trace",
                         "FILE"),
    **{name: PolicySpec(f"{__name__}.{part}", f"language model: {about}",
                        settings="benchmarks.baselines.chat:KEYS")
       for name, (part, about) in LANGUAGE.items()}}
"""The policies of this package for any domain (entry point ``lmfree_planner.policies``).

A domain's own policies (``symbolic``, ``greedy``) have other names.
"""


def policy_factory(
    case: Mapping[str, Any], folder: Path | None = None, transcript: Path | None = None
) -> Callable[..., Policy] | None:
    """Return a maker of the policy that ``case["policy"]`` names, or None if it isn't ours.

    The maker ignores its arguments (a function may hand over its briefing or case).
    ``folder`` receives the recorded exchange of a language-model policy (``chat.jsonl``);
    ``transcript`` is such a file to be replayed instead of asking the endpoint.
    """
    name, _, argument = str(case.get("policy", "")).partition(":")
    spec = POLICIES.get(name)
    if spec is None or bool(spec.argument) != bool(argument):
        return None
    context = PolicyContext(argument, case, folder, transcript)
    return lambda *_: spec.build(SimpleNamespace(**case), context)
