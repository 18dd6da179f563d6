"""What the inline grammar finds, and how each of its tokens is written."""

import re
from typing import Literal, NamedTuple

from notesvc.text.scripts import EAST_ASIAN, MARKS

Kind = Literal["wiki", "note", "tag", "person", "user"]

MAX_TITLE = 500
MAX_TAG = 32
MIN_TAG = 2
MAX_TAIL = 120


class Token(NamedTuple):
    """One link in a text; `text[start:end]` is its source.

    `value` is, by kind: `wiki` the title; `note` the note's id in lower case; `tag` the tag as written,
    without `#`; `user` the handle in lower case, without `@`; `person` the rest of the line after `$`, at
    most 120 characters. A person is a candidate only: its span ends with the first word, and `match_person`
    tells whether the rest of the line begins with a known name, and how long that name is.
    """

    kind: Kind
    start: int
    end: int
    value: str
    title: str = ""
    """Of a wiki link: the title as written, without heading, alias and surrounding white space."""
    heading: str | None = None
    """Of a wiki link: what follows `#`, with the `^` of a block; None without `#`."""
    alias: str | None = None
    """Of a wiki link: what follows `|`; None without `|`."""
    embed: bool = False
    """Whether a wiki link is an embed, `![[…]]`; the span then begins with the `!`."""


WIKI = re.compile(
    r"""
    \[\[
    (?P<title> [^\[\]|\#\n]*+ )
    (?: \# (?P<heading> [^\[\]|\n]*+ ) )?
    (?: \|
        (?P<alias>
            [^\[\]\n]*+
            (?: (?: \[(?!\[) | \](?!\]) ) [^\[\]\n]*+ )*+    # single brackets may stand in an alias
        )
    )?
    \]\]
    """,
    re.VERBOSE,
)

TAG_ENDS = "/-_"
"""What a tag in a text does not end with."""

TAG_BODY = re.compile(rf"[\w/-][\w/{MARKS}-]*")

TAG = re.compile(
    rf"""
    \#++
    (?: (?<! [\w{MARKS}/&=\#\\] \# )   # not inside a word, a path, an entity, an attribute, or after another #
      | (?<= [{EAST_ASIAN}] \# ) )      # where words are written without spaces between them, one may end before it
    (?P<tag> [\w/-] [\w/{MARKS}-]*+ )
    """,
    re.VERBOSE,
)

PERSON = re.compile(
    rf"""
    \$
    (?<! [\w{MARKS}$\\] \$ )         # not inside a word, not $$
    (?= [^\W\d_] )                   # names begin with a letter: $5 is money
    (?P<word> [\w{MARKS}]++ )
    """,
    re.VERBOSE,
)

USER = re.compile(
    rf"""
    @
    (?<! [\w{MARKS}/@\\] @ )         # not a mail address, not part of a path
    (?P<handle> [A-Za-z0-9_.-]++ )
    (?! [\w{MARKS}@] )               # not the beginning of a foreign word or of @name@host
    """,
    re.VERBOSE,
)

NOTE_ADDRESS = re.compile(
    r"""
    note://
    (?P<id> [0-9a-f]{8} (?: - [0-9a-f]{4} ){3} - [0-9a-f]{12} )
    (?: [/?\#] .* )?                 # a heading within the note
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


def as_wiki(text: str, start: int, found: re.Match[str]) -> Token | None:
    """The token of a match of `WIKI`; None for a link within the same note or a title that is too long."""
    title, heading, alias = found["title"], found["heading"], found["alias"]
    if alias is not None:
        # In a table the bar is written \| so that it does not end the cell.
        if heading is None:
            title = title.removesuffix("\\")
        else:
            heading = heading.removesuffix("\\")
    title = title.strip()
    if not title or len(title) > MAX_TITLE:
        return None
    embed = start < found.start()
    heading = heading.strip() if heading is not None else None
    alias = alias.strip() if alias is not None else None
    return Token("wiki", start, found.end(), title, title, heading, alias, embed)


def as_tag(found: re.Match[str]) -> Token | None:
    """The token of a match of `TAG`; None where the run is no tag."""
    tag = found["tag"].rstrip(TAG_ENDS)
    if not is_tag_text(tag):
        return None
    start = found.start("tag") - 1
    return Token("tag", start, start + 1 + len(tag), tag)


def is_tag_text(run: str) -> bool:
    """Whether a run of tag characters is a tag: 2 to 32 of them, one a letter, no slash at the end."""
    return MIN_TAG <= len(run) <= MAX_TAG and not run.endswith("/") and any(map(str.isalpha, run))


def as_person(text: str, found: re.Match[str]) -> Token:
    """The candidate of a match of `PERSON`."""
    tail_start = found.start() + 1
    line_end = text.find("\n", tail_start, tail_start + MAX_TAIL)
    tail = text[tail_start : line_end if line_end >= 0 else tail_start + MAX_TAIL]
    return Token("person", found.start(), found.end(), tail.rstrip())


def as_user(found: re.Match[str]) -> Token | None:
    """The token of a match of `USER`; None where the handle is too short or too long."""
    handle = found["handle"].rstrip(".-")
    if not 2 <= len(handle) <= 32:
        return None
    return Token("user", found.start(), found.start() + 1 + len(handle), handle.lower())
