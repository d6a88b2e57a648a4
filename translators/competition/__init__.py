"""Competition problem files, instruction language and English."""
