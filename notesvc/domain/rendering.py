"""Notes as pages for those who read them without the service: in exports, and under public links."""

import atexit
from pathlib import Path

from notesvc import limits
from notesvc.text.html import page
from notesvc.text.html.page import Page, PageOptions
from notesvc.text.sandbox.renderer import Renderer

MATHS_FONT = Path(__file__).resolve().parents[1] / "static" / "app" / "stix-two-math.woff2"
"""The font that `Page.has_formulas` asks for; it comes with the built app."""

# Patient and without a memory: each note is rendered once, and may wait for its turn. Only the worst of notes take more
# than a second.
_pages = Renderer(limit_seconds=limits.PAGE_SECONDS, wait_seconds=60.0)
atexit.register(_pages.close)


def render(markdown: str, options: PageOptions = page.NO_OPTIONS) -> Page:
    """The page of a note, as `text.html.page.render` promises it, made in a child process that ends when it takes too
    long: then the page is plain text and says so in its `warnings`.
    """
    return _pages.render(markdown, options)
