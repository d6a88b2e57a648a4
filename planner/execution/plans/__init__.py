"""Plans in whatever words they are written, executed in the world of a source file."""
