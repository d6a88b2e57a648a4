"""Commands about problem files of the competition."""
