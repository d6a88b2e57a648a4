"""Read Chinese and English arrangement puzzles into statements about a layout."""
