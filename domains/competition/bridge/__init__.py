"""The competition as the planner sees it: the likeliest world as facts, rewards as soft goals."""
