"""Controlled English: sentences to instructions and back."""
