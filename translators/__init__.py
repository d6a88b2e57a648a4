"""One folder per source language: grammar, tree, compilation, lint."""
