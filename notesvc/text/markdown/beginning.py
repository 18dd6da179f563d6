"""The first words of a text, for rows of lists."""

import re

from notesvc.text import truncate
from notesvc.text.markdown import front_matter
from notesvc.text.markdown.readable import readable

_FENCED = re.compile(r"^(`{3,}|~{3,}|\$\$)[^\n]*\n(?:.*?\n)?\1[^\n]*$", re.MULTILINE | re.DOTALL)
_PICTURE = re.compile(r"!\[[^\]\n]*\]\([^)\n]*\)|!\[\[[^\]\n]*\]\]")
_TABLE_ROW = re.compile(r"^[ \t]*\|.*$", re.MULTILINE)
_LEADING_HEADING = re.compile(r"\A\s*#{1,6}[ \t]+([^\n]*)\n?")


def beginning(markdown: str, title: str, most: int) -> str:
    """At most so many characters as people read them; no code, tables or pictures, and no heading that is the title."""
    _, text = front_matter.split(markdown)
    heading = _LEADING_HEADING.match(text)
    if heading and heading[1].strip().casefold() == title.strip().casefold():
        text = text[heading.end() :]
    plain = _TABLE_ROW.sub("", _PICTURE.sub("", _FENCED.sub("", text)))
    words = " ".join(readable(plain).split())
    return words if len(words) <= most else f"{truncate.to_length(words, most - 1).rstrip()}…"
