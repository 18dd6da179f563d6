"""What the tests of pages share."""

import re

from notesvc.text.html import page
from notesvc.text.html.link_targets import Links, Target
from notesvc.text.html.page import PageOptions

LINKS = Links(
    wiki={"Other": Target("/notes/2"), "pic.png": Target("/files/9/pic.png", "image")},
    people=frozenset({"ada lovelace"}),
)
OPTIONS = PageOptions(LINKS)


def shown(markdown: str, options: PageOptions = OPTIONS) -> str:
    """The HTML without `dir` and `rel`."""
    html = page.render(markdown, options).html
    return re.sub(r' (?:dir="(?:auto|ltr)"|rel="[^"]*")', "", html)
