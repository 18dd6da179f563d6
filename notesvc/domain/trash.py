"""The trash: soft deletion, restoring just what went together, and erasing for good."""

from collections.abc import Sequence
from typing import Any

from notesvc import clock, database, errors, limits
from notesvc.domain import access, attachments, batches, changes, cursors, folders, notifying, ordering, preconditions
from notesvc.domain.caller import Caller
from notesvc.domain.links import bindings
from notesvc.domain.links.bindings import NamingChange
from notesvc.domain.preconditions import Precondition
from notesvc.domain.search import index as search_index
from notesvc.domain.shares import shares
from notesvc.domain.text_work import ahead
from notesvc.models import Folder, Note

_CHUNK = 200


@ahead
def delete_note(caller: Caller, note_id: str, precondition: Precondition = preconditions.NONE) -> None:
    """Move a note to the trash. Raises NotFound, PreconditionFailed."""
    with database.transaction(caller.user_id):
        note = access.own_live_note(caller, note_id)
        if not precondition.holds_for(note):
            raise errors.PreconditionFailed((note, access.body_of(note)))
        deletion = _deletion(caller)
        _mark("notes", [note_id], deletion)
        bindings.settle(caller, NamingChange(caller.user_id).names_of([note_id]), deletion[-1])
        notifying.notes_changed(caller.user_id, [note_id], "deleted")


@ahead
def delete_folder(caller: Caller, folder_id: str, precondition: Precondition = preconditions.NONE) -> None:
    """Move a folder with all that lives in it to the trash, all at the same instant.

    Raises NotFound, PreconditionFailed.
    """
    with database.transaction(caller.user_id):
        preconditions.refuse_changed(access.folder_to_change(caller, folder_id), precondition)
        deletion = _deletion(caller)
        below = folders.subtree(caller.user_id, folder_id)
        living = (Note.owner == caller.user_id) & Note.deleted_at.is_null() & Note.parent.in_(below)
        live = [str(note.id) for note in Note.select(Note.id).where(living)]
        _mark("notes", live, deletion)
        _mark("folders", below, deletion)
        bindings.settle(caller, NamingChange(caller.user_id).names_of(live), deletion[-1])
        notifying.folder_changed(caller.user_id, folder_id, "deleted")
        notifying.shared_notes_changed(live, "deleted")


@ahead
def delete_empty_folder(caller: Caller, folder_id: str, precondition: Precondition = preconditions.NONE) -> None:
    """Move a folder to the trash that nothing lives in: what came into it meanwhile is never taken along.

    Raises NotFound, PreconditionFailed, Conflict (`not_empty`).
    """
    with database.transaction(caller.user_id):
        preconditions.refuse_changed(access.folder_to_change(caller, folder_id), precondition)
        for table in ("notes", "folders"):
            lives_in_it = f"SELECT 1 FROM {table} WHERE parent_id = ? AND deleted_at IS NULL LIMIT 1"
            if database.execute(lives_in_it, (folder_id,)).fetchone() is not None:
                raise errors.Conflict("There is something in this folder.", code="not_empty")
        delete_folder(caller, folder_id)


@ahead
def restore_note(caller: Caller, note_id: str) -> Note:
    """`restore` of a note. Raises NotFound, and Conflict (`name_taken`) as it does."""
    with database.transaction(caller.user_id):
        if access.note_in_trash(caller, note_id) is None:
            raise errors.NotFound
        restore(caller, note_id)
        return access.note_to_change(caller, note_id)


def contents(caller: Caller, cursor: str | None, size: int) -> tuple[list[Note], list[Folder], str | None]:
    """A page of the notes in the trash, latest first; the folders come with the first page."""
    in_trash = (Note.owner == caller.user_id) & Note.deleted_at.is_null(False)
    if cursor:
        deleted_at, note_id = cursors.decode("trash", cursor, (str, str))
        in_trash &= (Note.deleted_at < deleted_at) | ((Note.deleted_at == deleted_at) & (Note.id < note_id))
    order = (Note.deleted_at.desc(), Note.id.desc())
    rows = list(Note.select().where(in_trash).order_by(*order).limit(size + 1))
    page = rows[:size]
    following = cursors.encode("trash", (page[-1].deleted_at, page[-1].id)) if len(rows) > size else None
    return page, [] if cursor else _folders_in_trash(caller), following


@ahead
def restore(caller: Caller, resource_id: str) -> Note | Folder:
    """Bring back a note, or a folder with just what went with it; to the nearest ancestor that lives.

    Raises NotFound, and Conflict (`name_taken`) when the day of a journal entry has a new one.
    """
    with database.transaction(caller.user_id):
        number = changes.next_number(caller.user_id)
        note = access.note_in_trash(caller, resource_id)
        if note is not None:
            _restore_note(caller, note, number)
            bindings.settle(caller, NamingChange(caller.user_id).names_of([resource_id]), number)
            notifying.notes_changed(caller.user_id, [resource_id], "restored")
            return access.note_to_change(caller, resource_id)
        folder = access.folder_in_trash(caller, resource_id)
        if folder is None:
            raise errors.NotFound
        restored = _restore_folder(caller, folder, number)
        bindings.settle(caller, NamingChange(caller.user_id, is_tree=True).names_of(restored), number)
        notifying.folder_changed(caller.user_id, resource_id, "restored")
        return access.folder_to_change(caller, resource_id)


def erase(caller: Caller, resource_id: str) -> None:
    """Remove a note in the trash, or a folder with what went with it, for good. Raises NotFound."""
    note = access.note_in_trash(caller, resource_id)
    if note is not None:
        _erase(caller.user_id, [resource_id], [])
        return
    folder = access.folder_in_trash(caller, resource_id)
    if folder is None:
        raise errors.NotFound
    notes = _ids(Note, caller.user_id, Note.deletion_id == folder.deletion_id)
    below = _ids(Folder, caller.user_id, Folder.deletion_id == folder.deletion_id)
    _erase(caller.user_id, notes, below)


def empty(caller: Caller, deleted_before: str | None = None) -> None:
    """Erase everything in the trash, or what went there before a moment."""
    before = deleted_before or clock.from_now(1)
    notes = _ids(Note, caller.user_id, Note.deleted_at < before)
    gone = _ids(Folder, caller.user_id, Folder.deleted_at < before)
    _erase(caller.user_id, notes, gone)


def sweep() -> None:
    """Erase what has been in any trash for longer than `limits.TRASH_DAYS`."""
    before = clock.from_now(-limits.TRASH_DAYS * 86_400)
    owners = {row.owner_id for row in Note.select(Note.owner).where(Note.deleted_at < before).distinct()}
    owners |= {row.owner_id for row in Folder.select(Folder.owner).where(Folder.deleted_at < before).distinct()}
    for owner_id in sorted(owners):
        empty(Caller(owner_id, "", ""), before)


def erase_now(owner_id: str, note_ids: Sequence[str], folder_ids: Sequence[str]) -> None:
    """Erase notes and folders wherever they are, as a cancelled import does with what it made."""
    _erase(owner_id, list(note_ids), list(folder_ids), is_anywhere=True)


def _deletion(caller: Caller) -> tuple[str, str, int]:
    """What all that goes at once carries: the moment, the deletion's id, the change's number."""
    return clock.now(), clock.new_id(), changes.next_number(caller.user_id)


def _mark(table: str, ids: Sequence[str], deletion: tuple[str, str, int]) -> None:
    raised = ", revision = revision + 1" if table == "notes" else ""
    database.execute_many(
        f"UPDATE {table} SET deleted_at = ?, deletion_id = ?, change_number = ?{raised} WHERE id = ?",
        [(*deletion, resource_id) for resource_id in ids],
    )


def _restore_note(caller: Caller, note: Note, number: int) -> None:
    if note.journal_date is not None and _has_entry(caller, str(note.journal_date)):
        raise errors.Conflict("That day has another journal entry now.")
    parent_id = _living(caller, note.parent_id)
    if parent_id != note.parent_id:
        note.sort_order = ordering.last_place("notes", caller.user_id, parent_id)
    database.execute(
        "UPDATE notes SET deleted_at = NULL, deletion_id = NULL, parent_id = ?, sort_order = ?, change_number = ?, "
        "revision = revision + 1 WHERE id = ?",
        (parent_id, note.sort_order, number, note.id),
    )


def _restore_folder(caller: Caller, folder: Folder, number: int) -> list[str]:
    """Answers the ids of the notes that came with it."""
    mine = (caller.user_id, folder.deletion_id)
    places = _living_places(caller, str(folder.deletion_id))
    for table, raised in (("folders", ""), ("notes", ", revision = revision + 1")):
        restored = database.execute(
            f"UPDATE {table} SET deleted_at = NULL, deletion_id = NULL, change_number = ?{raised} "
            "WHERE owner_id = ? AND deletion_id = ? RETURNING id",
            (number, *mine),
        ).fetchall()
    # Of the notes, which came last.
    note_ids = [str(row[0]) for row in restored]
    notifying.shared_notes_changed(note_ids, "restored")
    database.execute_many("UPDATE folders SET parent_id = ? WHERE id = ?", places)
    return note_ids


def _living_places(caller: Caller, deletion_id: str) -> list[tuple[str | None, str]]:
    """Where each folder at the top of a deletion comes back to, and its id: whichever of them is asked for."""
    went = list(Folder.select().where((Folder.owner == caller.user_id) & (Folder.deletion_id == deletion_id)))
    ids = {folder.id for folder in went}
    return [(_living(caller, folder.parent_id), folder.id) for folder in went if folder.parent_id not in ids]


def _has_entry(caller: Caller, date: str) -> bool:
    live = (Note.owner == caller.user_id) & (Note.journal_date == date) & Note.deleted_at.is_null()
    return Note.get_or_none(live) is not None


def _living(caller: Caller, folder_id: str | None) -> str | None:
    """The folder, or the nearest one above it that is not in the trash."""
    while folder_id is not None:
        folder = Folder.get_or_none((Folder.id == folder_id) & (Folder.owner == caller.user_id))
        if folder is None:
            return None
        if folder.deleted_at is None:
            return folder_id
        folder_id = folder.parent_id
    return None


def _folders_in_trash(caller: Caller) -> list[Folder]:
    in_trash = (Folder.owner == caller.user_id) & Folder.deleted_at.is_null(False)
    return list(Folder.select().where(in_trash).order_by(Folder.deleted_at.desc(), Folder.id))


def _ids(model: Any, owner_id: str, condition: Any) -> list[str]:
    query = model.select(model.id).where((model.owner == owner_id) & model.deleted_at.is_null(False) & condition)
    return [row.id for row in query]


def _erase(owner_id: str, note_ids: list[str], folder_ids: list[str], is_anywhere: bool = False) -> None:
    """In short transactions, so that nobody waits long for an emptied trash; what was restored meanwhile stays."""
    for chunk in batches.chunks(note_ids, _CHUNK):
        with database.transaction(owner_id):
            _erase_notes(owner_id, list(chunk) if is_anywhere else _still_in_trash(Note, chunk))
    for chunk in batches.chunks(folder_ids, _CHUNK):
        with database.transaction(owner_id):
            chunk = list(chunk) if is_anywhere else _still_in_trash(Folder, chunk)
            changes.bury(owner_id, "folder", chunk, changes.next_number(owner_id))
            Folder.delete().where((Folder.owner == owner_id) & Folder.id.in_(chunk)).execute()


def _still_in_trash(model: Any, ids: Sequence[str]) -> list[str]:
    query = model.select(model.id).where(model.id.in_(list(ids)) & model.deleted_at.is_null(False))
    return [str(row.id) for row in query]


def _erase_notes(owner_id: str, note_ids: list[str]) -> None:
    rows = list(Note.select(Note.id, Note.number).where((Note.owner == owner_id) & Note.id.in_(note_ids)))
    files = attachments.of_notes([row.id for row in rows])
    for row in rows:
        search_index.remove(int(row.number))
    if rows:
        bindings.forget(owner_id, [str(row.id) for row in rows])
    shares.end_of_notes(owner_id, note_ids)
    changes.bury(owner_id, "note", [row.id for row in rows], changes.next_number(owner_id))
    Note.delete().where((Note.owner == owner_id) & Note.id.in_(note_ids)).execute()
    attachments.drop_unreferenced(owner_id, files)
    attachments.tell_changed(owner_id, files)
