"""One file written there, and what is done where somebody else has written it."""

import hashlib

from notesvc import clock
from notesvc.backends.backend import Seen
from notesvc.backends.causes import ChangedError, MissingError
from notesvc.domain.mirror.round_state import Round
from notesvc.domain.mirror.rows import Row

_ATTEMPTS = 3
_PIECE = 256 * 1024


def put(work: Round, row: Row, content: bytes, sha256: str) -> str | None:
    """Store the file, and answer its tag; None where somebody has changed it: that is for the next round.

    On a one-way mirror what somebody has written is put aside there, under a name that says so.
    """
    if row.is_there:
        try:
            return work.mirror.backend.replace(row.key, content, Seen(str(row.tag), str(row.sha256)))
        except ChangedError:
            if work.mirror.is_two_way:
                return None
            found = _look(work, row.key)
            if found is not None and found.sha256 == sha256:
                return found.tag
            if found is not None:
                _put_aside(work, row.key, found)
    return _create(work, row, content, sha256)


def _create(work: Round, row: Row, content: bytes, sha256: str) -> str | None:
    """A name that is taken by somebody's file is left to it."""
    for _ in range(_ATTEMPTS):
        try:
            return work.mirror.backend.create(row.key, content)
        except ChangedError:
            found = _look(work, row.key)
            if found is not None and found.sha256 == sha256:
                return found.tag
        work.places.take(row.key)
        row.key = work.places.key_for(work.notes[row.note_id], None)
        work.places.take(row.key)
        work.rows.put(row)
    return None


def _put_aside(work: Round, key: str, seen: Seen) -> None:
    stem, dot, ending = key.rpartition(".")
    number = 1
    while work.places.is_taken(aside := f"{stem} (changed there, {clock.now()[:10]}, {number}){dot}{ending}"):
        number += 1
    work.places.take(aside)
    work.mirror.backend.move(key, aside, seen)


def _look(work: Round, key: str) -> Seen | None:
    hashing = hashlib.sha256()
    try:
        with work.mirror.backend.open(key) as reading:
            while piece := reading.read(_PIECE):
                hashing.update(piece)
            return Seen(reading.tag, hashing.hexdigest())
    except MissingError:
        return None
