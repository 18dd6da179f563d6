"""Who is told what when a note or a folder changes; called on a visible line of each way of writing."""

from collections.abc import Iterable, Sequence

from notesvc import database, limits
from notesvc.domain import access, batches, events, notifications
from notesvc.domain.caller import Caller
from notesvc.models import ImportJob, Note, User
from notesvc.text import mention

# Folders, tags and people are a workspace's own, so only its owner watches them.
_WATCHERS = """
SELECT user_id FROM watches WHERE kind = 'note' AND target = ?
UNION SELECT user_id FROM watches WHERE user_id = ? AND (kind = 'folder' AND target IN (
    WITH RECURSIVE above (id, parent_id) AS (
        SELECT id, parent_id FROM folders WHERE id = ?
        UNION SELECT f.id, f.parent_id FROM folders f JOIN above a ON f.id = a.parent_id)
    SELECT id FROM above)
  OR kind IN ('tag', 'person') AND EXISTS (SELECT 1 FROM note_links l
    WHERE l.source_note_id = ? AND l.kind = watches.kind AND l.target_key = watches.target))
"""


def note_saved(caller: Caller, note: Note, content: str, mentioned: Iterable[str] = ()) -> None:
    """A note's text changed: those who see it refresh, those who watch it or are newly named in it are told."""
    readers = access.readers_of(note)
    # Where nobody else is near the note there is nobody to be told.
    if readers != [caller.user_id]:
        _notify(caller, note, content, readers, set(mentioned))
    events.append(readers, "note", str(note.id), "updated")


def notes_changed(owner_id: str, note_ids: Sequence[str], change: str) -> None:
    """Notes were created, moved, deleted or restored: those who see them refresh."""
    for note_id in note_ids:
        rows = database.execute("SELECT user_id FROM collaborators WHERE note_id = ?", (note_id,)).fetchall()
        events.append([owner_id, *(str(row[0]) for row in rows)], "note", note_id, change)


def shared_notes_changed(note_ids: Iterable[str], change: str) -> None:
    """Notes went, or came back, with a folder, of which those with whom they are shared know nothing."""
    for chunk in batches.chunks(note_ids):
        rows = database.execute(
            f"SELECT note_id, user_id FROM collaborators WHERE note_id IN ({database.marks(chunk)}) ORDER BY note_id",
            chunk,
        ).fetchall()
        for note_id, user_id in rows:
            events.append([str(user_id)], "note", str(note_id), change)


def folder_changed(owner_id: str, folder_id: str | None, change: str) -> None:
    """A folder changed (None: many things in the tree did)."""
    events.append([owner_id], "folder", folder_id, change)


def import_ended(job: ImportJob, state: str, folder_id: str | None) -> None:
    """An import ended, and with it changed what is in the tree; `folder_id`: where its notes are."""
    owner_id, job_id = str(job.owner_id), str(job.id)
    facts = {"importId": job_id, "state": state, "fileName": str(job.file_name), "folderId": folder_id}
    notifications.tell(owner_id, "import_finished", facts=facts, key=f"import_finished {job_id} {state}")
    folder_changed(owner_id, None, "contents")


def collaborator_added(caller: Caller | None, note: Note, user_id: str, role: str) -> None:
    """Somebody has become a collaborator, by the owner's doing, or (no caller) by claiming an invitation."""
    if caller is not None:
        facts = {"action": "invited", "role": role}
        notifications.tell(user_id, "collaboration_request", actor_id=caller.user_id, note_id=str(note.id), facts=facts)
    events.append([user_id], "note", str(note.id), "shared")


def invitation_claimed(note: Note, user_id: str, role: str) -> None:
    """Somebody who was invited by address has come: the owner hears of it."""
    facts = {"action": "came", "role": role, "userId": user_id}
    notifications.tell(
        str(note.owner_id), "collaboration_accepted", actor_id=user_id, note_id=str(note.id), facts=facts
    )


def access_requested(caller: Caller, note: Note, request_id: str, role: str) -> None:
    """Somebody asks to be let in: the owner hears of it."""
    facts = {"action": "asked", "role": role, "requestId": request_id}
    notifications.tell(
        str(note.owner_id), "collaboration_request", actor_id=caller.user_id, note_id=str(note.id), facts=facts
    )


def access_granted(caller: Caller, note: Note, user_id: str, role: str) -> None:
    """The owner let somebody in who had asked."""
    facts = {"action": "accepted", "role": role}
    note_id = str(note.id)
    notifications.tell(user_id, "collaboration_accepted", actor_id=caller.user_id, note_id=note_id, facts=facts)


def collaborator_removed(note: Note, user_id: str) -> None:
    """Somebody is a collaborator no more."""
    events.append([user_id], "note", str(note.id), "unshared")


def _notify(caller: Caller, note: Note, content: str, readers: list[str], mentioned: set[str]) -> None:
    note_id, owner_id = str(note.id), str(note.owner_id)
    for user_id in sorted(mentioned & set(readers)):
        if not notifications.has_unread(user_id, "mention", note_id):
            facts = {"sentence": _sentence(content, user_id)}
            notifications.tell(user_id, "mention", actor_id=caller.user_id, note_id=note_id, facts=facts)
    rows = database.execute(_WATCHERS, (note_id, owner_id, note.parent_id, note_id)).fetchall()
    for user_id in sorted({str(row[0]) for row in rows} & set(readers) - mentioned):
        if not notifications.has_unread(user_id, "watched", note_id):
            notifications.tell(user_id, "watched", actor_id=caller.user_id, note_id=note_id)


def _sentence(content: str, user_id: str) -> str:
    """Where the text names the user."""
    return mention.sentence(content, str(User.get_by_id(user_id).handle), limits.MENTION_CHARACTERS)
