"""Subtask 2: who is where, moving from where to where, when, and is it a fact."""
