"""What is done to a text before the grammar reads it: slips mended, talk left out, rewordings."""
