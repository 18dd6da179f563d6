"""Names in archives: labels that say where a note belongs, never paths on a disk."""

import re
import unicodedata

from notesvc import limits
from notesvc.domain.importing.errors import EntryRefusedError
from notesvc.text import truncate

_LONGEST = 4_096
_DRIVE = re.compile(r"[A-Za-z]:(?:[/\\]|\Z)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]+")
_SYSTEM_FILES = {"__macosx", "thumbs.db", "desktop.ini", "$recycle.bin"}


def parts_of(name: str) -> tuple[str, ...]:
    """The folders and the file that an entry's name lists, in NFC, as names of folders and notes may be.

    Raises EntryRefusedError for a name that leads out of the archive or is no name.
    """
    if "\x00" in name:
        raise EntryRefusedError("the name holds a NUL character")
    if len(name) > _LONGEST:
        raise EntryRefusedError("the name is too long")
    # Old archivers of Windows part names with backslashes.
    segments = name.replace("\\", "/").split("/")
    if segments[0] == "" or _DRIVE.match(name):
        raise EntryRefusedError("the name is an absolute path")
    if ".." in segments:
        raise EntryRefusedError("the name leads out of the archive")
    parts = tuple(clean(segment) for segment in segments if segment not in ("", "."))
    if not parts or not all(parts):
        raise EntryRefusedError("the name is empty")
    return parts


def clean(name: str, most: int | None = None) -> str:
    """A name on one line, in NFC; with `most`, cut to so many characters."""
    text = _CONTROL.sub(" ", unicodedata.normalize("NFC", name)).strip()
    return text if most is None else truncate.to_length(text, most).strip()


def title_of(name: str, suffixes: tuple[str, ...]) -> str:
    """The title of a note whose file has this name: without its ending, cut at the longest title."""
    lowered = name.lower()
    for suffix in suffixes:
        if lowered.endswith(suffix):
            name = name[: -len(suffix)]
            break
    return clean(name, limits.MAX_NAME) or "Untitled"


def is_hidden(parts: tuple[str, ...]) -> bool:
    """Whether an entry is some program's own: hidden, or what file managers leave behind."""
    return any(part.startswith(".") or part.lower() in _SYSTEM_FILES for part in parts)
