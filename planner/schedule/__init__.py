"""From subtasks to joint steps for n robots; knows no domain.

``schedule`` is the exact engine, ``list_schedule`` the fast rule for decisions in a loop.
"""

from planner.schedule.check import check, check_slots
from planner.schedule.exact import schedule
from planner.schedule.model import Job, Schedule, ScheduleProblem, Slot
from planner.schedule.rule import list_schedule

__all__ = ["Job", "Schedule", "ScheduleProblem", "Slot", "check", "check_slots", "list_schedule",
           "schedule"]
