"""Household instructions in controlled English."""
