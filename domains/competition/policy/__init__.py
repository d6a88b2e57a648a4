"""The online player: plan on what is believed, ask or look where it pays."""
