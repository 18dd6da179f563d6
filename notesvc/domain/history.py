"""Versions: which saves leave a snapshot, and what can be done with one (contract, section 3)."""

from typing import Literal

from notesvc import clock, database, limits
from notesvc.domain import access
from notesvc.domain.caller import Caller
from notesvc.models import Note, NoteBody, NoteVersion
from notesvc.text import change, diff

Reason = Literal["autosave", "manual", "restore", "import", "capture", "collaboration"]

_INSERT = """
INSERT INTO note_versions (id, note_id, name, content_hash, reason, origin, author_id, size, created_at, content,
    rich_content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_LATEST = """
SELECT number, content_hash, reason, origin, author_id, created_at, content FROM note_versions
WHERE note_id = ? ORDER BY number DESC LIMIT 1
"""
_REPLACE = """
UPDATE note_versions SET name = ?, content_hash = ?, size = ?, content = ?, rich_content = ? WHERE number = ?
"""
_PRUNE = """
DELETE FROM note_versions WHERE note_id = ? AND number <= (
    SELECT number FROM note_versions WHERE note_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
"""

# A coalescing autosave may not swallow a snapshot that is this much longer: text deleted by mistake a moment ago.
_SHRUNK_TO = 4
_SHRUNK_BY = 200


def capture_first(caller: Caller, note: Note, body: NoteBody, reason: Reason) -> None:
    """The first version of a note that is created with content."""
    if body.content:
        _insert(caller, note, body, reason)


def capture(caller: Caller, note: Note, body: NoteBody, reason: Reason) -> None:
    """Leave a snapshot of the note as it stands now, if the policy wants one.

    None with the contentHash of the latest; none when the change since the latest is 2 characters or fewer, or
    white space only; autosaves within 60 s of the first of their window coalesce into one; 200 are kept.
    """
    row = database.execute(_LATEST, (note.id,)).fetchone()
    if row is None:
        if body.content.strip():
            _insert(caller, note, body, reason)
        return
    number, latest_hash, latest_reason, origin, author_id, created_at, content = row
    if latest_hash == note.content_hash or change.is_small(content, body.content):
        return
    writer = (latest_reason, origin, author_id)
    if writer == ("autosave", caller.origin, caller.user_id) and reason == "autosave":
        opened_window = clock.later(created_at, limits.AUTOSAVE_WINDOW_SECONDS) > note.updated_at
        if opened_window and not _shrinks_sharply(content, body.content):
            values = (note.name, note.content_hash, len(body.content), body.content, body.rich_content, number)
            database.execute(_REPLACE, values)
            return
    _insert(caller, note, body, reason)
    database.execute(_PRUNE, (note.id, note.id, limits.VERSIONS_PER_NOTE))


def versions_of(caller: Caller, note_id: str) -> list[NoteVersion]:
    """The note's versions without their texts, newest first."""
    note = access.note_to_read(caller, note_id)
    texts = (NoteVersion.content, NoteVersion.rich_content)
    columns = [field for field in NoteVersion._meta.sorted_fields if field not in texts]
    query = NoteVersion.select(*columns).where(NoteVersion.note == note.id)
    return list(query.order_by(NoteVersion.number.desc()))


def compare(caller: Caller, version_id: str, against: str | None) -> list[tuple[str, str]]:
    """How the words changed from the version `against` (by default the one before) to this one.

    `current` compares this version with the note as it stands. Raises NotFound.
    """
    version = access.version_to_read(caller, version_id)
    if against == "current":
        body = access.body_of(access.note_to_read(caller, str(version.note_id)))
        return list(diff.word_diff(str(version.content), str(body.content)))
    if against is not None:
        other = access.version_to_read(caller, against)
        return list(diff.word_diff(str(other.content), str(version.content)))
    before = (
        NoteVersion.select(NoteVersion.content)
        .where((NoteVersion.note == version.note_id) & (NoteVersion.number < version.number))
        .order_by(NoteVersion.number.desc())
        .first()
    )
    return list(diff.word_diff(str(before.content) if before else "", str(version.content)))


def _shrinks_sharply(old: str, new: str) -> bool:
    return len(old) - len(new) >= _SHRUNK_BY and len(new) * _SHRUNK_TO < len(old)


def _insert(caller: Caller, note: Note, body: NoteBody, reason: Reason) -> None:
    database.execute(
        _INSERT,
        (
            clock.new_id(),
            note.id,
            note.name,
            note.content_hash,
            reason,
            caller.origin,
            caller.user_id,
            len(body.content),
            note.updated_at,
            body.content,
            body.rich_content,
        ),
    )
