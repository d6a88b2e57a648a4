"""What a household team believes of a room, from observations only."""
