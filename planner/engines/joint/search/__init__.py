"""How the shortest joint plan is looked for: from below, from above, and by sequential plans."""
