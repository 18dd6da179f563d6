"""The identity of tags, titles and names, and which person a `$` means."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Mapping

from notesvc.text.fold import title_key
from notesvc.text.inline.tokens import TAG_BODY, TAG_ENDS, is_tag_text
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


def tag_key(tag: str) -> str:
    """What two tags are compared by: case does not count."""
    if tag.isascii():
        return tag.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", tag).casefold())


def is_tag(text: str) -> bool:
    """Whether this text may be a tag, as those that a note has beside its text."""
    return TAG_BODY.fullmatch(text) is not None and is_tag_text(text)


def is_readable_tag(text: str) -> bool:
    """Whether `#` and this text make exactly one tag."""
    return is_tag(text) and not text.endswith(tuple(TAG_ENDS))


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


class Names:
    """The names and aliases of people by their title keys, each with the person's id, to be looked for in a text.

    Looking takes steps, one for each word of a text that may go on as a name does; after `most_steps` of them nobody
    is found any more. So it takes linear time, whatever the names and the text are.
    """

    def __init__(self, ids: Mapping[str, str], most_steps: int = 200_000) -> None:
        self._ids = ids
        self._keys = sorted(ids)
        self._steps_left = most_steps

    def match(self, tail: str) -> tuple[int, str] | None:
        """The longest name at the beginning of `tail`: its length there, and the person's id.

        A name fits whole words only: what follows it is no letter, digit or `_`, unless one of the two belongs to a
        script written without spaces.
        """
        best: tuple[int, str] | None = None
        folded, position = "", 0
        for found in _NAME_END.finditer(tail) if self._keys else ():
            if self._steps_left <= 0:
                break
            self._steps_left -= 1
            end = found.start()
            # No composition goes over the end of a word, so that words may be folded one by one.
            folded += _fold(tail[position:end])
            position = end
            key = " ".join(folded.split())
            at = bisect_left(self._keys, key)
            if at == len(self._keys) or not self._keys[at].startswith(key):
                break
            if self._keys[at] == key:
                best = end, self._ids[key]
        return best


def match_person(tail: str, names: Mapping[str, str]) -> tuple[int, str] | None:
    """As `Names.match`, for one text: `names` maps title keys of names and aliases to ids."""
    return Names(names).match(tail)


def _fold(text: str) -> str:
    """The text as title keys have it, but for its white space."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
