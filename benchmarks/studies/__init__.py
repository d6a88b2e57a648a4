"""One-off measurements behind figures in the docs."""
