"""Which files are none of the client's business."""

import re
from fnmatch import translate

from notesvc.text.file_names import key

LIST = ".notesvcignore"
_ALWAYS = (".*", "*~", "*.tmp", "*.swp", "~$*", "*.sync-conflict-*", "Thumbs.db", "desktop.ini", "Icon\r")


class Ignoring:
    """The patterns of `.notesvcignore`, a line each, and those that always hold.

    A pattern without `/` is one of a name at any depth; with one, of a path from the top, folders with all in them.
    Lines that begin with `#` say nothing.
    """

    def __init__(self, lines: str = "") -> None:
        kept = [line.strip() for line in lines.splitlines()]
        own = [line.rstrip("/") for line in kept if line and not line.startswith("#")]
        self._names = _any_of([*_ALWAYS, *(line for line in own if "/" not in line)])
        self._paths = _any_of([line.lstrip("/") for line in own if "/" in line])

    def covers(self, path: str) -> bool:
        """Whether the file or folder at the path is left alone; those above it have been asked before."""
        name = path.rpartition("/")[2]
        return bool(self._names.fullmatch(key(name)) or self._paths.fullmatch(key(path)))


def _any_of(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(translate(key(pattern)) for pattern in patterns) or r"(?!)", re.DOTALL)
