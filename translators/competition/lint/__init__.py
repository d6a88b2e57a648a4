"""The linter: the submission rules R1-R23 by what they are about."""
