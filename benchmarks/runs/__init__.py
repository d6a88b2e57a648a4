"""Runs on disk: one directory each, written whole or not at all."""
