"""Notes with their texts, some at a time."""

from collections.abc import Iterable, Iterator
from typing import Any

from notesvc.domain import batches, intact
from notesvc.models import Note, NoteBody


def of_notes(note_ids: Iterable[str]) -> Iterator[tuple[Note, NoteBody]]:
    """The notes of these ids, in this order, in the trash or not; whose they are, the caller has made sure.

    They are read in portions, so a note that is changed on the way is not read again, nor held for long.
    """
    for chunk in batches.chunks(note_ids, 200):
        bodies = {body.note_id: body for body in NoteBody.select().where(NoteBody.note.in_(chunk))}
        notes = {note.id: note for note in Note.select().where(Note.id.in_(chunk))}
        for note_id in chunk:
            if note_id in notes:
                # Written again with a new hash, damage would pass for what was saved.
                note, body = notes[note_id], bodies[note_id]
                texts: Any = ((body.content, note.content_hash), (body.rich_content, body.rich_hash))
                intact.refuse_damaged(f"note {note_id}", *texts)
                yield note, body
