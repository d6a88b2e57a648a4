"""From subtasks to joint steps for n robots, by a fast rule; knows no domain."""

from planner.schedule.check import check_slots
from planner.schedule.model import Job, Schedule, ScheduleProblem, Slot
from planner.schedule.rule import list_schedule

__all__ = ["Job", "Schedule", "ScheduleProblem", "Slot", "check_slots", "list_schedule"]
