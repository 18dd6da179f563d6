"""`$…$` in a line: a formula wins over the Markdown in it, so nothing between its signs is read or escaped."""

import re

from notesvc.text.scripts import MARKS

SOURCE = rf"""
    (?<! [\w{MARKS}$\\] ) \$ (?! \s )
    (?: \\[^`\n] | \[ (?! \[ ) | \] (?! [(\[] ) | [^$\\`\[\]\n] )++   # neither code nor a link is a part of it
    (?<! \s ) \$ (?! [\w{MARKS}$] )                                  # $5 and $6 are money
"""
PATTERN = re.compile(SOURCE, re.VERBOSE)
_BEFORE = re.compile(rf"[\w{MARKS}$\\]")


def may_follow(before: str) -> bool:
    """Whether a formula may begin behind this character."""
    return _BEFORE.match(before) is None
