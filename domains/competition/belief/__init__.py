"""What a solver believes of a flat that is described incompletely and wrongly."""
