"""Notes as HTML that is safe to show: our syntax, Python-Markdown, the sanitiser."""
