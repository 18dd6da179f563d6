"""Which files a note shows to those it is shared with: what was uploaded to it, and what its owner put there.

An address that somebody else writes into the owner's note shows nobody anything (decision 0013).
"""

import html
import re
from urllib.parse import unquote

from notesvc import database
from notesvc.domain import batches
from notesvc.domain.caller import Caller
from notesvc.domain.history import Reason
from notesvc.models import Note, NoteBody

Text = tuple[str | None, ...]
"""A note's markdown, its document and its cover."""

ADDRESS = re.compile(r"/files/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/")
"""The address of a file in a text; the group is the attachment's id."""
_PUT = """
INSERT INTO note_attachments (note_id, attachment_id, state)
SELECT ?, id, ? FROM attachments WHERE owner_id = ? AND id IN ({marks})
ON CONFLICT (note_id, attachment_id) DO UPDATE SET state = excluded.state
"""
_AGAIN = "UPDATE note_attachments SET state = 'put' WHERE note_id = ? AND state = ? AND attachment_id IN ({marks})"
_ROWS = "SELECT attachment_id FROM note_attachments WHERE note_id = ? AND state = 'put'"
_BOUND = "SELECT file_id FROM note_links WHERE source_note_id = ? AND kind = 'wiki' AND file_id IS NOT NULL"
_TAKE_OUT = "UPDATE note_attachments SET state = 'taken' WHERE note_id = ? AND attachment_id IN ({marks})"
_ONLY_AS_IN = """
DELETE FROM note_attachments WHERE note_id = ? AND attachment_id NOT IN
    (SELECT attachment_id FROM note_attachments WHERE note_id = ? AND state = 'put')
"""


def record_upload(note: Note, attachment_id: str) -> None:
    """A file was uploaded to the note: until a save names it, it is read without being named."""
    _put(note, {attachment_id}, "awaited")


def record_new_note(note: Note, body: NoteBody) -> None:
    """The owner has made the note with this text."""
    _put(note, _names_in(note, body), "put")


def record_copy(note: Note, source_id: str) -> None:
    """The note was made as a copy: it shows no more than the other one does."""
    database.execute(_ONLY_AS_IN, (note.id, source_id))


def record_save(caller: Caller, note: Note, text: tuple[Text, NoteBody], reason: Reason) -> None:
    """A text was saved in place of the one before; `text` is both. What a room saved is for `record_room_save`."""
    before, body = text
    addressed = _names_in(note, body)
    named = addressed | _bound_in(note)
    _mark_again(note, named, "awaited")
    if caller.user_id != note.owner_id or reason == "collaboration":
        return
    if reason == "restore":
        # The version may hold what somebody else had written into it.
        _mark_again(note, named, "taken")
    else:
        _put(note, _new(addressed, before), "put")
    _take_out(note, named)


def record_room_save(note: Note, before: Text, body: NoteBody) -> None:
    """What a room has saved was written by the note's owner alone."""
    addressed = _names_in(note, body)
    _put(note, _new(addressed, before), "put")
    _take_out(note, addressed | _bound_in(note))


def put(note: Note, attachment_ids: set[str]) -> None:
    """The note's owner has put these files there."""
    _put(note, attachment_ids, "put")


def _names_in(note: Note, body: NoteBody) -> set[str]:
    shown = f"{body.content}\n{note.cover or ''}"
    return set(ADDRESS.findall(shown)) if "/files/" in shown else set()


def _bound_in(note: Note) -> set[str]:
    """The files that the text names by their names."""
    return {str(row[0]) for row in database.execute(_BOUND, (note.id,)).fetchall()}


def _new(named: set[str], before: Text) -> set[str]:
    """Those of the ids that the text before did not hold, in whatever spelling: a save spells some things anew."""
    if not named:
        return named
    plain = html.unescape(unquote("\n".join(each or "" for each in before))).replace("\\", "").lower()
    return {each for each in named if each not in plain}


def _put(note: Note, ids: set[str], state: str) -> None:
    for chunk in batches.chunks(sorted(ids)):
        database.execute(_PUT.format(marks=database.marks(chunk)), (note.id, state, note.owner_id, *chunk))


def _mark_again(note: Note, ids: set[str], state: str) -> None:
    for chunk in batches.chunks(sorted(ids)):
        database.execute(_AGAIN.format(marks=database.marks(chunk)), (note.id, state, *chunk))


def _take_out(note: Note, named: set[str]) -> None:
    gone = {str(row[0]) for row in database.execute(_ROWS, (note.id,)).fetchall()} - named
    for chunk in batches.chunks(sorted(gone)):
        database.execute(_TAKE_OUT.format(marks=database.marks(chunk)), (note.id, *chunk))
