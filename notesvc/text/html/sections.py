"""The part of a note under one of its headings."""

import re

from notesvc.text.html import line_shapes, link_elements

_HEADING = re.compile(r" {0,3}(#{1,6})[ ]+(.*)$")


def under(markdown: str, heading: str) -> str:
    """The heading and what follows it, up to the next one of its level or above; all of the note without it."""
    wanted = link_elements.slug(heading.rpartition("#")[2])
    lines = markdown.split("\n")
    start, level, fence = -1, 0, ""
    for number, line in enumerate(lines):
        fence = line_shapes.open_fence(fence, line.strip(" "))
        found = None if fence else _HEADING.match(line)
        if found is None:
            continue
        if start >= 0 and len(found[1]) <= level:
            return "\n".join(lines[start:number])
        if start < 0 and link_elements.slug(found[2].rstrip(" #")) == wanted:
            start, level = number, len(found[1])
    return "\n".join(lines[max(start, 0) :])
