"""What of a text may be left out so that the rest is read."""
