"""Domain-independent planning: problems with rewards, engines, validation, execution."""
