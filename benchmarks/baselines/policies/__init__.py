"""Policies to compare with: plain ones, recorded ones and those that ask a language model."""

from __future__ import annotations

from collections.abc import Mapping

from planner.domain import PolicySpec

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
                        settings="benchmarks.baselines.chat:Settings")
       for name, (part, about) in LANGUAGE.items()}}
"""The policies of this package for any domain (entry point ``lmfree_planner.policies``).

A domain's own policies (``symbolic``, ``greedy``) have other names.
"""
