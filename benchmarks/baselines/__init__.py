"""Published numbers, recorded runs, language-model and plain policies."""
