"""Household tasks in AI2-THOR scenes."""
