"""Which formulas are not tried: `math-core` takes twice as long for each bracket more that nothing closes."""

import re
import unicodedata

MOST_UNCLOSED = 12

_TOKEN = re.compile(
    r"""
      (?<! \\ ) % [^\n]*+                                   # a comment
    | \\(?: left | right ) (?![A-Za-z]) \s*+ (?: \\. [A-Za-z]*+ | . )    # a pair that has to be one
    | \\(?: [A-Za-z]++ | . )                                # a command
    | .
    """,
    re.VERBOSE | re.DOTALL,
)
_DEFINITION = re.compile(r"\\(?:[egx]?def|let|(?:re)?newcommand|providecommand|DeclareMathOperator)(?![A-Za-z])")
_NAMES = "brace brack floor ceil angle group moustache vert Vert bracket paren"
_OPENING = frozenset(
    {r"\{", r"\ulcorner", r"\llcorner", r"\llbracket", *(f"\\l{name}" for name in _NAMES.split())},
)
_CLOSING = frozenset(
    {r"\}", r"\urcorner", r"\lrcorner", r"\rrbracket", *(f"\\r{name}" for name in _NAMES.split())},
)


def is_tangled(tex: str) -> bool:
    """Whether more brackets stay open in the formula than anyone means; none may where it defines commands."""
    most = 0 if _DEFINITION.search(tex) else MOST_UNCLOSED
    return _unclosed_braces(tex) > most


def _unclosed_braces(tex: str) -> int:
    """How many brackets nothing closes in the group, or the cell, where they stand."""
    unclosed = 0
    open_in: list[int] = [0]  # by group
    for token in _TOKEN.findall(tex):
        if token == "{":
            open_in.append(0)
        elif token == "}" and len(open_in) > 1:
            unclosed += open_in.pop()
        elif token in ("&", r"\\"):
            unclosed += open_in[-1]
            open_in[-1] = 0
        elif _opens(token):
            open_in[-1] += 1
        elif open_in[-1] and _closes(token):
            open_in[-1] -= 1
    return unclosed + sum(open_in)


def _opens(token: str) -> bool:
    return token in _OPENING or (len(token) == 1 and unicodedata.category(token) in ("Ps", "Pi"))


def _closes(token: str) -> bool:
    return token in _CLOSING or (len(token) == 1 and unicodedata.category(token) in ("Pe", "Pf"))
