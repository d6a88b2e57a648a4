"""Commands that the household alone has."""
