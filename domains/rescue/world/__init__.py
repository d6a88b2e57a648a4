"""The grid, its fires and people, the rules, and the referee."""
