"""The engine behind the unmodified client."""
