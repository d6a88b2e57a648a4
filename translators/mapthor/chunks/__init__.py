"""Orders that the grammar refuses, read chunk by chunk whatever the order of their words."""
