"""Policies to compare with: controls, recorded ones and those that ask a language model."""

from __future__ import annotations

from collections.abc import Mapping

from planner.domain import PolicySpec

CONTROLS = {
    "idle": ("plain:IdlePolicy", "nobody does anything"),
    "random": ("plain:RandomPolicy", "an admissible action at random, in any domain"),
    "explore-only": ("plain:ExplorePolicy", "only looks and walks, in any domain"),
}
"""Policies that plan nothing: where one of them succeeds, success means little."""
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
    **{name: PolicySpec(f"{__name__}.{part}", f"control: {about}")
       for name, (part, about) in CONTROLS.items()},
    "replay": PolicySpec(f"{__name__}.replay:ReplayPolicy", "the actions of a recorded trace",
                         "FILE"),
    **{name: PolicySpec(f"{__name__}.{part}", f"language model: {about}",
                        settings="benchmarks.baselines.chat:Settings")
       for name, (part, about) in LANGUAGE.items()}}
"""The policies of this package for any domain (entry point ``lmfree_planner.policies``).

A domain's own policies (``symbolic``, ``greedy``) have other names.
"""
