"""Chinese spatial text."""
