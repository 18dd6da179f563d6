"""Versions: which saves leave a snapshot, and what can be done with one."""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from notesvc import clock, database, limits
from notesvc.domain import access
from notesvc.domain.caller import Caller
from notesvc.models import Note, NoteBody, NoteVersion
from notesvc.text.diff import change, words


class Author(NamedTuple):
    """One of those who wrote a version."""

    user_id: str
    handle: str
    name: str


Reason = Literal["autosave", "manual", "restore", "import", "capture", "collaboration"]

_INSERT = """
INSERT INTO note_versions (id, note_id, name, content_hash, reason, origin, author_id, size, created_at, content,
    rich_content, rich_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_LATEST = """
SELECT number, content_hash, reason, origin, author_id, created_at, content FROM note_versions
WHERE note_id = ? ORDER BY number DESC LIMIT 1
"""
_REPLACE = """
UPDATE note_versions SET name = ?, content_hash = ?, size = ?, content = ?, rich_content = ?, rich_hash = ?
WHERE number = ?
"""
_PRUNE = """
DELETE FROM note_versions WHERE note_id = ? AND number <= (
    SELECT number FROM note_versions WHERE note_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
"""

_CREDIT = """
INSERT INTO note_version_authors (version_id, user_id)
SELECT v.id, u.id FROM note_versions v, users u WHERE u.id = ? AND v.reason = 'collaboration'
    AND v.number = (SELECT max(number) FROM note_versions WHERE note_id = ?)
ON CONFLICT DO NOTHING
"""
_AUTHORS = """
SELECT a.version_id, u.id, u.handle, u.name FROM note_version_authors a JOIN users u ON u.id = a.user_id
JOIN note_versions v ON v.id = a.version_id WHERE v.note_id = ? ORDER BY u.id
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
    white space only; autosaves within 60 s of the first of their window coalesce into one, and so do a
    room's saves; 200 are kept.
    """
    row = database.execute(_LATEST, (note.id,)).fetchone()
    if row is None:
        if body.content.strip():
            _insert(caller, note, body, reason)
        return
    number, latest_hash, latest_reason, origin, author_id, created_at, content = row
    if latest_hash == note.content_hash or change.is_small(content, body.content):
        return
    if _goes_on((latest_reason, origin, author_id), (reason, caller.origin, caller.user_id)):
        opened_window = clock.later(created_at, limits.AUTOSAVE_WINDOW_SECONDS) > note.updated_at
        if opened_window and not _shrinks_sharply(content, body.content):
            texts = (body.content, body.rich_content, body.rich_hash)
            database.execute(_REPLACE, (note.name, note.content_hash, len(body.content), *texts, number))
            return
    _insert(caller, note, body, reason)
    database.execute(_PRUNE, (note.id, note.id, limits.VERSIONS_PER_NOTE))


def versions_of(caller: Caller, note_id: str) -> list[NoteVersion]:
    """The note's versions without their texts, newest first."""
    note = access.note_to_read(caller, note_id)
    seen = NoteVersion.number >= access.first_version_seen(caller, note)
    query = NoteVersion.without_texts().where((NoteVersion.note == note.id) & seen)
    return list(query.order_by(NoteVersion.number.desc()))


def credit(note_id: str, user_ids: Iterable[str]) -> None:
    """Name these as authors of what a room has just saved, in the save's own transaction."""
    for user_id in user_ids:
        database.execute(_CREDIT, (user_id, note_id))


def authors_of(note_id: str) -> dict[str, list[Author]]:
    """Who wrote each of the note's versions that rooms have made, by the version's id."""
    found: dict[str, list[Author]] = {}
    for version_id, *author in database.execute(_AUTHORS, (note_id,)).fetchall():
        found.setdefault(version_id, []).append(Author(*author))
    return found


def compare(caller: Caller, version_id: str, against: str | None) -> list[tuple[str, str]]:
    """How the words changed from the version `against` (by default the one before) to this one.

    `current` compares this version with the note as it stands. Raises NotFound.
    """
    version = access.version_to_read(caller, version_id)
    if against == "current":
        body = access.body_of(access.note_to_read(caller, str(version.note_id)))
        return list(words.word_diff(str(version.content), str(body.content)))
    if against is not None:
        other = access.version_to_read(caller, against)
        return list(words.word_diff(str(other.content), str(version.content)))
    first = access.first_version_seen(caller, access.note_to_read(caller, str(version.note_id)))
    earlier = (NoteVersion.number < version.number) & (NoteVersion.number >= first)
    query = NoteVersion.select(NoteVersion.id).where((NoteVersion.note == version.note_id) & earlier)
    before = query.order_by(NoteVersion.number.desc()).first()
    content = str(access.version_to_read(caller, str(before.id)).content) if before else ""
    return list(words.word_diff(content, str(version.content)))


def _goes_on(latest: tuple[str, str, str | None], now: tuple[str, str, str]) -> bool:
    """Whether the save goes on with what the latest snapshot began: one person's autosaves, or a room's saves.

    A room saves every few seconds, now for one and now for another: each on its own, they would soon be all there is.
    """
    if now[0] == "collaboration":
        return latest[:2] == now[:2]
    return now[0] == "autosave" and latest == now


def _shrinks_sharply(old: str, new: str) -> bool:
    return len(old) - len(new) >= _SHRUNK_BY and len(new) * _SHRUNK_TO < len(old)


def put(note_id: str, row: tuple[Any, ...]) -> None:
    """Store a version: name, hash, reason, origin, author, size, time, content, document, its hash."""
    database.execute(_INSERT, (clock.new_id(), note_id, *row))


def _insert(caller: Caller, note: Note, body: NoteBody, reason: Reason) -> None:
    told = (note.name, note.content_hash, reason, caller.origin, caller.user_id, len(body.content), note.updated_at)
    put(str(note.id), (*told, body.content, body.rich_content, body.rich_hash))
