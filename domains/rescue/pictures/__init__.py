"""The grid as SVG, PNG and GIF, for people."""
