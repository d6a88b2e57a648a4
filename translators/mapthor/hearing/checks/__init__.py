"""Whether a goal says what its text says: which thing, what of it, in what order."""
