"""Markdown as a text: what is at its beginning, what it points to, what people read of it."""
