"""What actions do."""
