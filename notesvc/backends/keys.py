"""Keys, and the names that files have while they are on their way: no listing shows those.

A replacement has up to three names. The fresh text is first written beside (`new`). What it replaces is moved aside
(`old`) and looked at before it goes. Whoever finds one of them that was left behind can tell from the name what it is.
"""

import re
import secrets
from dataclasses import dataclass

from notesvc import clock
from notesvc.backends.causes import BackendError

LONGEST_NAME = 200
"""Bytes of a name within a key; the names on the way are longer."""

_WAY = re.compile(
    r"""
    (?P<name>.+)\.notesvc-
    (?:
        new-(?P<since>[0-9a-f]{12})                          # seconds since 1970 by our own clock
      | old-(?P<seen>[0-9a-f]{12})(?P<fresh>[0-9a-f]{12})    # the beginnings of two sha256
    )
    -[0-9a-f]{8}
    """,
    re.VERBOSE | re.DOTALL,
)
_DAY = 24 * 3600


@dataclass(frozen=True, slots=True)
class Way:
    """What a name on the way says. A fresh text has `since`, an old one the beginnings of two hashes."""

    name: str
    since: int | None
    seen: str
    fresh: str

    @property
    def is_stale(self) -> bool:
        """Whether a fresh text has lain there for so long that nobody can be writing it any more."""
        return self.since is not None and abs(_now() - self.since) > _DAY


def parts(key: str) -> list[str]:
    """The names of a key. Raises BackendError for what is none."""
    names = key.split("/")
    if any(name in ("", ".", "..") or "\0" in name for name in names):
        raise BackendError("bad_name")
    return names


def new_name(name: str) -> str:
    """A name for the fresh text, beside the file that it will be."""
    return f"{_short(name)}.notesvc-new-{_now():012x}-{secrets.token_hex(4)}"


def old_name(name: str, seen: str, fresh: str = "0" * 12) -> str:
    """A name for what was moved aside; `seen` and `fresh`: sha256 of what should come out, what goes in."""
    return f"{_short(name)}.notesvc-old-{seen[:12]}{fresh[:12]}-{secrets.token_hex(4)}"


def found_name(name: str) -> str:
    """A name under which a text is shown that nobody has seen yet and whose own name is taken."""
    stem, dot, ending = name.rpartition(".")
    mark = f" (found {secrets.token_hex(4)})"
    return f"{stem}{mark}.{ending}" if dot and stem else f"{name}{mark}"


def way_of(name: str) -> Way | None:
    """What a name on the way says, None for any other name."""
    found = _WAY.fullmatch(name)
    if found is None:
        return None
    since = found["since"]
    return Way(found["name"], int(since, 16) if since else None, found["seen"] or "", found["fresh"] or "")


def is_shown(name: str) -> bool:
    """Whether a listing shows the name: neither hidden (`.`) nor on its way."""
    return not name.startswith(".") and _WAY.fullmatch(name) is None


def _short(name: str) -> str:
    if len(name.encode()) > LONGEST_NAME:
        raise BackendError("bad_name")
    return name


def _now() -> int:
    return clock.timestamp_ms() // 1000
