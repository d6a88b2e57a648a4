"""From subtasks to joint steps for n robots, by a fast rule."""

from domains.rescue.schedule.model import Job, Schedule, ScheduleProblem, Slot
from domains.rescue.schedule.rule import list_schedule

__all__ = ["Job", "Schedule", "ScheduleProblem", "Slot", "list_schedule"]
