"""Policies to compare with: plain ones and those that ask a language model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from planner.environment import Policy

__all__ = ["PLAIN", "policy_factory"]

PLAIN = ("random", "greedy", "nearest")


def policy_factory(case: Mapping[str, Any], folder: Path) -> Callable[[], Policy] | None:
    """Return a maker of the policy that ``case["policy"]`` names, or None if it isn't ours.

    ``folder`` receives the recorded exchange of a language-model policy (``chat.jsonl``).
    """
    return None
