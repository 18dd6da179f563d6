"""Blocks to Markdown: first as Markdown can say them, then written."""
