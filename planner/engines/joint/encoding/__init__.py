"""Joint steps as clauses, unrolled in an incremental SAT solver."""
