"""What a clip is called when the clipper does not say."""

import re
import unicodedata
from urllib.parse import urlsplit

from notesvc import limits
from notesvc.text import truncate

NAMELESS = "Untitled clip"
_LINES_READ = 2_000
_LINE_READ = 2_000

_FENCE = re.compile(r"[ ]{0,3}(?:```|~~~)")
_HEADING = re.compile(r"[ ]{0,3}\#{1,6}[ \t]+(.*?)[ \t]*\#*[ \t]*$", re.VERBOSE)
_LINE_MARKS = re.compile(
    r"""
    [\s>]*                        # quotes
    (?: (?: [-*+] | \d{1,9}[.)] ) # a list
        \s+ (?: \[[ xX]\]\s+ )?   # a task
    )?
    \#{0,6}                       # a heading
    """,
    re.VERBOSE,
)
_INLINE = re.compile(
    r"""
      !\[ [^\[\]]* \] \( [^()\s]* (?: \s[^()]* )? \)            # a picture has no words
    | (?<!!) \[ (?P<label> [^\[\]]+ ) \] \( [^()\s]* (?: \s[^()]* )? \)   # a link has its label
    | \\ (?P<plain> [!-/:-@\[-`{-~] )                           # an escaped mark is that mark
    | (?P<strong> \*{1,3} | ~~ | == | `+ )                      # these only style
    | (?: <[^<>]{0,500}> )                                      # a tag
    """,
    re.VERBOSE,
)


def title_of(given: str | None, page_title: str | None, content: str, url: str | None) -> str:
    """The first that says something: the title given, the page's, the first heading or line, the address' host.

    On one line, without control characters, at most `limits.MAX_NAME` characters, cut between visible ones.
    """
    for text in (given, page_title):
        if text and (line := one_line(text)):
            return line
    return _from_content(content) or _host(url) or NAMELESS


def one_line(text: str) -> str:
    """The text as a name: no line ends, no control or direction characters, not too long."""
    kept = "".join(" " if letter.isspace() else letter for letter in text if _is_kept(letter))
    return truncate.to_length(" ".join(kept.split()), limits.MAX_NAME)


def _is_kept(letter: str) -> bool:
    if letter.isspace():
        return True
    category = unicodedata.category(letter)
    # Joiners make emoji and Persian words; other format characters hide or turn what follows.
    return category not in ("Cc", "Cs", "Co") and (category != "Cf" or letter in "\u200c\u200d")


def _from_content(content: str) -> str:
    lines = [line[:_LINE_READ] for line in content.split("\n", _LINES_READ)[:_LINES_READ]]
    is_code = False
    for line in lines:
        is_code ^= _FENCE.match(line) is not None
        heading = None if is_code else _HEADING.match(line)
        if heading and (words := _words(heading[1])):
            return words
    return next((words for line in lines if (words := _words(_LINE_MARKS.sub("", line, count=1)))), "")


def _words(line: str) -> str:
    """A line of Markdown as plain words; empty when there is no letter or digit in it."""
    words = one_line(_INLINE.sub(lambda found: found["label"] or found["plain"] or "", line))
    return words if any(letter.isalnum() for letter in words) else ""


def _host(url: str | None) -> str:
    try:
        return one_line(urlsplit(url or "").hostname or "")
    except ValueError:
        return ""
