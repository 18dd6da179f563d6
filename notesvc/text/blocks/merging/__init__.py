"""Edited blocks brought into the Markdown that they came from: what was not edited keeps its bytes."""
