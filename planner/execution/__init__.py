"""The sense–plan–act–verify loop, belief and traces; knows no domain."""
