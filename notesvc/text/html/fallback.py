"""The way out when a text cannot be rendered: the text itself, readable and inert."""

import re
from html import escape

from notesvc.text.html import placeholders
from notesvc.text.markdown import front_matter

_COMMENT_ENDS = {"%%": "%%", "<!--": "-->"}
_COMMENT = re.compile("%%|<!--")
# What addresses of the service say is for its members.
_OWN_ADDRESS = re.compile(r"(?:note://|/notes/|/files/)[0-9a-fA-F-]{36}(?:/[^\s)>\]]*)?")


def as_text(markdown: str) -> str:
    """The text as HTML that does nothing."""
    return f'<pre class="plain">{escape(words_of(markdown), quote=False)}</pre>'


def words_of(markdown: str) -> str:
    """The text without what no page shows: front matter, comments (in code, too) and ids."""
    body = front_matter.split(placeholders.without_placeholders(markdown))[1]
    return _OWN_ADDRESS.sub("…", _without_comments(body))


def _without_comments(text: str) -> str:
    """What is between comments that end. Linear: an end that is not found is not looked for again."""
    kept: list[str] = []
    position = 0
    endless: set[str] = set()
    while (begin := _COMMENT.search(text, position)) is not None:
        end = -1 if begin[0] in endless else text.find(_COMMENT_ENDS[begin[0]], begin.end())
        if end < 0:
            endless.add(begin[0])
        after = begin.end() if end < 0 else end + len(_COMMENT_ENDS[begin[0]])
        kept.append(text[position : after if end < 0 else begin.start()])
        position = after
    return "".join((*kept, text[position:]))
