"""Compile planning tasks with rewards into plain classical problems with action costs."""

from planner.compilation.rewards import Compiled, compile_rewards

__all__ = ["Compiled", "compile_rewards"]
