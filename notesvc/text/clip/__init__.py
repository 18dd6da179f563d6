"""Clipped pages: HTML of anybody's making, read as Markdown."""
