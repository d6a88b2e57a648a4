"""Subtask 3: do two texts that differ in one phrase describe the same scene?"""
