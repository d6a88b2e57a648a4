"""Commands that the competition alone has."""
