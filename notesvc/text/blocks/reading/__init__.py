"""Markdown to blocks."""
