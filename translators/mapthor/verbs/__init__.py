"""Verbs and claims → subgoals, by subject."""
