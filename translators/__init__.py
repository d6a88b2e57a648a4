"""lmfree-planner: one folder per source language: grammar, tree, compilation, lint."""
