"""Formulas: `$…$` in a line and `$$…$$` over one or more; nothing between the signs is read or escaped.

The web app has the same rule (`clients/web/src/render/tokens.ts`); the tests of both read `tests/text/formulas.json`.
"""

import re

from notesvc.text.scripts import MARKS, UNSPACED

LONGEST_INLINE = 2_000
LONGEST_BLOCK = 4_000
"""A longer one may nest deeper than the stack of `math-core` is."""

# Plain words up to a link, tag or handle: a person's name or a price, `$Ada met [[Bob]] for 5$`.
_PROSE = rf"""
    [^\W_] (?: [^\W_] | [{MARKS} \t.,;:!?'"’“”‘、。-] | (?<= [ \t] ) \( )*?
    (?<= [ \t("'“‘、。{UNSPACED}] )
    (?: !?\[\[ | !?\[ [^\[\]\n$]*+ \]\( | [\#@] [\w/-] )
"""
SINGLE = rf"""
    (?<! [\w{MARKS}$\\] ) \$ (?! \s ) (?! {_PROSE} )
    (?: \[ [^\[\]$\\`\n]{{0,99}}+ \] | \] (?! [(\[] )    # a link goes before that the formula begins in,
      | \\[^`\n] | [^$\\`\n\]]                           # and so does code
    ){{1,{LONGEST_INLINE}}}+ (?<! \s )
    \$ (?! [\w{MARKS}$] )                                # $5 and $6 are money
"""
_DOUBLE = rf"""
    (?<! \\ ) \$\$
    (?: \\[^\n] | [^$\\\n] | \\?\n (?! [ \t>]*+ \n ) ){{1,{LONGEST_BLOCK}}}+    # no empty line in it
    \$\$
"""
# In lines of its own it may hold single dollar signs, as `\text{for $x$}` does.
_LINES = rf"""
    (?<! \\ ) \$\$
    (?: [^$\n] | \$ (?! \$ ) | \n (?! [ \t>]*+ \n ) ){{1,{LONGEST_BLOCK}}}+
    \$\$ (?= [ \t\r]*+ (?: \n | \Z ) )
"""
PATTERN = re.compile(f"{SINGLE} | {_DOUBLE}", re.VERBOSE)
_LINES_PATTERN = re.compile(_LINES, re.VERBOSE)
OWN_LINES = rf"{_DOUBLE} (?= [ \t\r]*+ (?: \n | \Z ) ) | {_LINES}"
_LINE_START = re.compile(r"(?: ^ | \n ) [ \t>*+.)0-9-]{0,20} \Z", re.VERBOSE)
_BEFORE = re.compile(rf"[\w{MARKS}$\\]")
_NEAR = 21


def end(text: str, start: int) -> int | None:
    """Where the formula ends that begins with the dollar sign here; None where none does."""
    found = PATTERN.match(text, start)
    if found is None and text.startswith("$$", start) and _LINE_START.search(text[max(0, start - _NEAR) : start]):
        found = _LINES_PATTERN.match(text, start)
    longest = LONGEST_BLOCK if text.startswith("$$", start) else LONGEST_INLINE
    return found.end() if found and found.end() - start <= longest + 4 else None


def may_follow(before: str) -> bool:
    """Whether a formula may begin behind this character."""
    return _BEFORE.match(before) is None
