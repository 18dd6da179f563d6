"""Where in a text no link can be written for a name that stands there: it would change what stands around it.

Rather too much than too little: what is left out can still be linked by hand.
"""

import re

_APART = re.compile(
    r"""
    \A ---[ \t]*\n (?: [^\n]*\n )*? ---[ \t]*$   # front matter
  | \$\$ .+? \$\$                            # maths
  | \$ [^\s$] [^$\n]* \$
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_BRACKET = re.compile(r"\\. | [\[\]] | \n[ \t]*\n", re.VERBOSE | re.DOTALL)
_INDENT = re.compile(r"\ {0,3}(?:\ {4}|\t)")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s")
_BEFORE = re.compile(r"(?: [\\!\[] | \w [*_~]+ ) \Z", re.VERBOSE)
_AFTER = re.compile(r"[\[(] | [*_~]+ \w", re.VERBOSE)
_NEAR = 8

Span = tuple[int, int]


def linkable(text: str, spans: list[Span]) -> list[Span]:
    """Those of the spans (in order) that may become links."""
    closed = sorted([found.span() for found in _APART.finditer(text)] + _brackets(text) + _maybe_code(text))
    kept = []
    at = reach = 0
    for start, end in spans:
        while at < len(closed) and closed[at][0] < end:
            reach = max(reach, closed[at][1])
            at += 1
        if start >= reach and not _touches(text, start, end):
            kept.append((start, end))
    return kept


def _touches(text: str, start: int, end: int) -> bool:
    """Whether the neighbours would read a bracket as something of theirs: an escape, an image, an emphasis."""
    before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    return _BEFORE.search(before) is not None or _AFTER.match(after) is not None


def _brackets(text: str) -> list[Span]:
    """What stands in square brackets: labels of links, pictures and footnotes, with or without an address."""
    spans: list[Span] = []
    opened: list[int] = []
    for found in _BRACKET.finditer(text):
        if found[0] == "[":
            opened.append(found.start())
        elif found[0] == "]" and opened:
            spans.append((opened.pop(), found.end()))
        elif found[0][0] == "\n":
            opened.clear()
    return spans


def _maybe_code(text: str) -> list[Span]:
    """Lines that may be indented code: after a blank line, and no item of a list."""
    spans: list[Span] = []
    position, is_code, is_after_blank, is_in_list = 0, False, True, False
    for line in text.split("\n"):
        if not line.strip():
            is_after_blank = True
        elif _INDENT.match(line):
            is_code = (is_code or is_after_blank) and not (is_in_list and _ITEM.match(line))
            if is_code:
                spans.append((position, position + len(line)))
            is_after_blank = False
        else:
            is_code, is_after_blank, is_in_list = False, False, _ITEM.match(line) is not None
        position += len(line) + 1
    return spans
