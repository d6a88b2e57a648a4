"""Where scenes come from: recorded, fetched, hand-made."""
