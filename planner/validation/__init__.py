"""Two independent judges of a plan that must agree; explains the first step that fails."""

from planner.validation.judges import Judgement, Verdict, judge, judge_files

__all__ = ["Judgement", "Verdict", "judge", "judge_files"]
