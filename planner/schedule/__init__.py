"""From subtasks to joint steps for n robots: least steps, then best balance; knows no domain."""

from planner.schedule.model import Job, Schedule, ScheduleProblem, Slot, check
from planner.schedule.search import schedule

__all__ = ["Job", "Schedule", "ScheduleProblem", "Slot", "check", "schedule"]
