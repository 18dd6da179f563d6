"""The one save pipeline: all that writes a note's text ends in `insert` or `update`, on visible lines, in order."""

from notesvc import clock, database
from notesvc.domain import history, indexing, notifying
from notesvc.domain.caller import Caller
from notesvc.domain.history import Reason
from notesvc.domain.links.files import Reach
from notesvc.models import Note, NoteBody
from notesvc.text.clip.url_key import url_key
from notesvc.text.fold import title_key
from notesvc.text.reading import Reading, rich_hash


def insert(caller: Caller, note: Note, body: NoteBody, reason: Reason) -> None:
    """Store a new note with its links, words and first version. The caller has set all that a person chooses.

    Within the caller's transaction; `change_number` is set by the caller, one for the whole transaction.
    """
    said = indexing.read(body.content)
    _derive(note, body, said)
    note.revision = 1
    row = note.new_row()
    insert = f"INSERT INTO notes ({', '.join(row)}) VALUES ({database.marks(row)}) RETURNING number"
    note.number = database.execute(insert, tuple(row.values())).fetchone()[0]
    database.execute(
        "INSERT INTO note_bodies (note_id, content, rich_content, rich_hash) VALUES (?, ?, ?, ?)",
        (note.id, body.content, body.rich_content, body.rich_hash),
    )
    indexing.index_new(note, said, _reach(caller, note, reason), is_settled=reason != "import")
    history.capture_first(caller, note, body, reason)


def update(caller: Caller, note: Note, body: NoteBody, reason: Reason) -> None:
    """Store a changed note: revision up, links and words recomputed, a version where the policy wants one, and those
    told whom it concerns.

    Within the caller's transaction, which has read the note in it. `updatedAt` never goes back.
    """
    said = indexing.read(body.content)
    _derive(note, body, said)
    note.revision += 1
    note.updated_at = max(clock.now(), str(note.updated_at))
    _write(note)
    database.execute(
        "UPDATE note_bodies SET content = ?, rich_content = ?, rich_hash = ? WHERE note_id = ?",
        (body.content, body.rich_content, body.rich_hash, note.id),
    )
    mentioned = indexing.index_again(note, said, _reach(caller, note, reason))
    history.capture(caller, note, body, reason)
    notifying.note_saved(caller, note, str(body.content), mentioned)


def touch(note: Note) -> None:
    """Store a note of which only its place or its look changed: no text, so no links, words or version."""
    note.revision += 1
    note.updated_at = max(clock.now(), str(note.updated_at))
    _write(note)


def choose_surface(note: Note) -> None:
    """Store a note of which only the surface changed that it is shown on: looking at a note changes nothing in it."""
    _write(note)


def _reach(caller: Caller, note: Note, reason: Reason) -> Reach:
    """Which files the names in the new text may mean: a room's text may be anybody's, an old version too."""
    if caller.user_id != note.owner_id or reason == "collaboration":
        return Reach.OTHERS
    if reason == "restore":
        return Reach.OWN
    return Reach.FAR if reason in ("manual", "autosave") else Reach.NEAR


def _derive(note: Note, body: NoteBody, said: Reading) -> None:
    name_key = title_key(note.name)
    if name_key != note.name_key:
        note.name_key = name_key
    source = url_key(note.properties.get("url"))
    if source != note.url_key:
        note.url_key = source
    note.content_hash = said.content_hash
    body.rich_hash = rich_hash(body.rich_content)


def _write(note: Note) -> None:
    """Set the columns that changed and no others: each one named costs its index entries, changed or not."""
    row = note.changed_row()
    named = ", ".join(f"{column} = ?" for column in row)
    database.execute(f"UPDATE notes SET {named} WHERE number = ?", (*row.values(), note.number))
