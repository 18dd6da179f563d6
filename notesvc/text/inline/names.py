"""The identity of tags, titles and names, and which person a `$` means."""

import re
import unicodedata
from collections.abc import Mapping

from notesvc.text.fold import title_key
from notesvc.text.inline.tokens import TAG_BODY, is_tag_text
from notesvc.text.scripts import MARKS, UNSPACED

_NAME_END = re.compile(
    rf"""
    (?<= \S )
    (?: (?! [\w{MARKS}] )                        # no more of the same word follows,
      | (?= [{UNSPACED}] )                       # or a script without spaces, where words end anywhere,
      | (?<= [{UNSPACED}] ) (?! [{MARKS}] )      # or stands before
    )
    """,
    re.VERBOSE,
)
_PLAIN_TAIL = re.compile(r"(?: \S [ ]? )*+", re.VERBOSE)  # single blanks only


def tag_key(tag: str) -> str:
    """What two tags are compared by: case does not count."""
    if tag.isascii():
        return tag.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", tag).casefold())


def is_tag(text: str) -> bool:
    """Whether `#` and this text make exactly one tag."""
    return TAG_BODY.fullmatch(text) is not None and is_tag_text(text)


def wiki_target_key(title: str) -> str:
    """The title key of the note that `[[title]]` names: without folders, without `.md`."""
    last = title_key(title.rsplit("/", 1)[-1])
    return last.removesuffix(".md").rstrip()


def wiki_path_keys(title: str) -> list[str]:
    """The keys of the folders that `[[a/b/title]]` names, outermost first; `.` and `..` are left out."""
    keys = [title_key(segment) for segment in title.split("/")[:-1]]
    return [key for key in keys if key not in ("", ".", "..")]


def person_initial(name: str) -> str:
    """The first character of the key of a name; of the text after a `$` it is the same."""
    return title_key(name)[:1]


def match_person(tail: str, names: Mapping[str, str]) -> tuple[int, str] | None:
    """The longest name at the beginning of `tail`: its length there, and the person's id.

    `names` maps title keys of names and aliases to ids. A name fits whole words only: what follows it is no
    letter, digit or `_`, unless one of the two belongs to a script written without spaces.
    """
    if not names:
        return None
    # Where folding keeps every character in its place the keys are slices, otherwise each is made anew.
    plain = tail.isascii() and _PLAIN_TAIL.fullmatch(tail) is not None
    folded = tail.lower()
    for end in reversed([found.start() for found in _NAME_END.finditer(tail)]):
        person_id = names.get(folded[:end] if plain else title_key(tail[:end]))
        if person_id is not None:
            return end, person_id
    return None
