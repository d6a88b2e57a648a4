"""Floor plans from above, for people."""
