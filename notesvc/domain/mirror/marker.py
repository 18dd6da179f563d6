"""The file that says whose mirror a folder is: a second one in the same folder would take turns at undoing."""

import orjson

from notesvc.backends.causes import ChangedError, MissingError
from notesvc.domain.mirror.listing import MARKER
from notesvc.domain.mirror.mirror import Mirror, PauseError

_LONGEST = 4_096


def refuse_other(mirror: Mirror, *, is_known: bool, takes_over: bool = False) -> None:
    """Look for the marker; make it in a folder that is new to the mirror, or where its owner takes one over.

    Raises PauseError: `other_marker` in another's folder, `no_marker` where it is gone.
    """
    found = _read(mirror)
    if found == _content(mirror):
        return
    if found is None and is_known and not takes_over:
        raise PauseError("no_marker")
    if found is not None and not takes_over:
        raise PauseError("other_marker")
    _write(mirror, is_there=found is not None)


def _write(mirror: Mirror, *, is_there: bool) -> None:
    if is_there:
        mirror.backend.remove(MARKER)
    try:
        mirror.backend.create(MARKER, _content(mirror))
    except ChangedError:
        # Ours, if the answer to an earlier attempt was lost.
        if _read(mirror) != _content(mirror):
            raise PauseError("other_marker") from None


def _read(mirror: Mirror) -> bytes | None:
    try:
        with mirror.backend.open(MARKER) as reading:
            return reading.read(_LONGEST)
    except MissingError:
        return None


def _content(mirror: Mirror) -> bytes:
    said = {"format": "notesvc.mirror", "instance": mirror.instance_id, "workspace": mirror.owner_id}
    return orjson.dumps(said, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
