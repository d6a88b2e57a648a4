"""Subtask 1: find the spatial word that does not fit, and its triple S, P, E."""
