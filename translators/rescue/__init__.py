"""Search-and-rescue scenes."""
