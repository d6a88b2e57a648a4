"""The symbolic team and its baselines."""
