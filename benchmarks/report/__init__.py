"""HTML, Markdown, plots and the replay viewer."""
