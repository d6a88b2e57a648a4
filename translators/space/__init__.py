"""Chinese spatial text: scores, spatial labels, comparisons and arrangement puzzles."""
