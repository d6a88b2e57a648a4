"""Who judges an episode: checkers, the final state, what was possible at all."""
