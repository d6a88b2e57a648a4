"""What a solver believes of a flat that is told incompletely and wrongly."""
