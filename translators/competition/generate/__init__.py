"""Made-up problem files that keep the submission rules."""
