"""Lists of terms and their descriptions, which writers also use for what is none."""

import re
from itertools import pairwise

from notesvc.text.html.sanitise import VOID_TAGS

_TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-z][a-z0-9]*)[^>]*>")


def unmask(html: str) -> str:
    """Sanitised HTML in which a `<dl>` that holds no terms with descriptions is not announced as a list of them."""
    if "<dl" not in html:
        return html
    open_tags: list[tuple[str, int, list[str]]] = []
    masked: list[int] = []
    for tag in _TAG.finditer(html):
        name = tag["name"]
        if tag["end"]:
            closed, end, children = open_tags.pop() if open_tags else ("", 0, [])
            if closed == "dl" and children and not _is_list(children):
                masked.append(end)
            continue
        if open_tags:
            open_tags[-1][2].append(name)
        if name not in VOID_TAGS:
            open_tags.append((name, tag.end() - 1, []))
    edges = [0, *sorted(masked), len(html)]
    return ' role="none"'.join(html[start:end] for start, end in pairwise(edges))


def _is_list(children: list[str]) -> bool:
    """Whether they are groups of terms, each with its descriptions (HTML, 4.4.9), or boxes for such groups."""
    are_groups = children[0] == "dt" and children[-1] == "dd" and set(children) == {"dt", "dd"}
    return are_groups or set(children) == {"div"}
