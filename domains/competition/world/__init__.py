"""The flat, its laws and what instructions are worth: plain data and pure functions."""
