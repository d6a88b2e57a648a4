"""A relaxation of the problem solved by CP-SAT: what ends where, and the legs it takes at least."""
