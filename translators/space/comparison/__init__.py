"""Subtask 3: whether two texts that differ in one phrase describe the same scene."""
