"""The symbolic household team."""
