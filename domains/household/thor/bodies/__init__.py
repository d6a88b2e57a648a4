"""Things in space: boxes, places on receptacles, what blocks and what is seen."""
