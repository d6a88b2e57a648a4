"""Arrangement puzzles in Chinese: text → clues → constraints (or a planning problem) → answer."""
