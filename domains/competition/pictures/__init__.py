"""The flat as SVG, for people."""
