"""Arrangements in space: layouts, solving, pictures and the scorers of spatial-text tasks."""
