"""Attachments: rows that name stored files; a file goes when the last row that names it does."""

import mimetypes
from collections.abc import Callable, Sequence

from notesvc import clock, database, errors, file_store, limits
from notesvc.domain import access, batches, changes, note_attachments
from notesvc.domain.caller import Caller
from notesvc.domain.links import files
from notesvc.domain.links.files import Reach
from notesvc.domain.storage import refusals
from notesvc.models import Attachment
from notesvc.text import file_names


def store(
    caller: Caller, read: Callable[[int], bytes], name: str, note_id: str | None = None, folder: str = ""
) -> Attachment:
    """Keep a file under a name. `folder` is where it lay in an imported vault, for the way out again.

    The file is on disk before the row is. What an editor uploads to somebody else's note is the owner's.
    Raises NotFound for a foreign note, Forbidden for a viewer's, InvalidInput, TooLarge (also where the owner's
    quota is used up), CapabilityUnsupported (their own place takes none so large).
    """
    owner_of(caller, name, note_id)
    return add_to(caller, file_store.put(read, limits.MAX_ATTACHMENT), name, note_id, folder)


def owner_of(caller: Caller, name: str, note_id: str | None) -> str:
    """The id of the user whose such a file would be.

    Raises NotFound for a foreign note, Forbidden for a viewer's, InvalidInput for what is no name of a file.
    """
    safe_name(name)
    return caller.user_id if note_id is None else str(access.note_to_change(caller, note_id).owner_id)


def add_to(
    caller: Caller, stored: tuple[str, int], name: str, note_id: str | None = None, folder: str = ""
) -> Attachment:
    """The row for a file that is stored already as (hash, size). Raises what `store` does."""
    owner_id = owner_of(caller, name, note_id)
    with database.transaction(owner_id):
        # Looked up once more: it may have been erased meanwhile.
        note = None if note_id is None else access.note_to_change(caller, note_id)
        made = add(owner_id, safe_name(name), stored, note_id, folder)
        if note is not None:
            note_attachments.record_upload(note, str(made.id))
    return made


def add(owner_id: str, name: str, stored: tuple[str, int], note_id: str | None = None, folder: str = "") -> Attachment:
    """A row for a file that is stored already as (hash, size), in the current transaction.

    Raises TooLarge where the owner's attachments would take more than an administrator allows, CapabilityUnsupported
    where the place at which they lie takes no such file.
    """
    refusals.refuse_too_large(owner_id, stored[1])
    _refuse_over_quota(owner_id, stored[1])
    made = Attachment.create(
        id=clock.new_id(),
        owner=owner_id,
        note=note_id,
        name=name,
        name_key=files.key_of(name),
        folder=folder,
        type=type_of(name),
        size=stored[1],
        content_hash=stored[0],
        created_at=clock.now(),
        change_number=changes.next_number(owner_id),
    )
    files.bind_waiting(made)
    return made


def find_by_name(caller: Caller, written: str, near_note_id: str | None = None) -> list[Attachment]:
    """The files that `![[written]]` may mean, the likeliest first, at most `limits.PAGE`.

    In a note that says it, the one that it is bound to; else, while it is being written, those of its owner's files
    that it may be bound to. Without a note those of the caller. Case does not count. Raises NotFound for a foreign
    note.
    """
    if near_note_id is None:
        owner_id, found = caller.user_id, files.FileResolver(caller.user_id).candidates(written, "", None, Reach.FAR)
    else:
        note = access.note_to_read(caller, near_note_id)
        owner_id, found = str(note.owner_id), files.meant(note, written, is_owner=note.owner_id == caller.user_id)
    ids = [each.file_id for each in found[: limits.PAGE]]
    rows = {row.id: row for row in Attachment.select().where((Attachment.owner == owner_id) & Attachment.id.in_(ids))}
    return [rows[each] for each in ids if each in rows]


def used_by(owner_id: str) -> int:
    """How many bytes the attachments of the owner have together."""
    row = database.execute("SELECT coalesce(sum(size), 0) FROM attachments WHERE owner_id = ?", (owner_id,)).fetchone()
    return int(row[0])


def of_notes(note_ids: Sequence[str]) -> list[Attachment]:
    """The attachments that were uploaded to these notes."""
    return list(Attachment.select().where(Attachment.note.in_(list(note_ids)))) if note_ids else []


def drop_unreferenced(owner_id: str, candidates: Sequence[Attachment]) -> None:
    """Remove those attachments that no text and no version of the owner names any more.

    In the current transaction; the files follow when no row of anybody has their hash.
    """
    for attachment in candidates:
        if files.is_bound(owner_id, str(attachment.id)) or _is_named(owner_id, str(attachment.id)):
            continue
        if _is_named(owner_id, str(attachment.name)):
            continue
        changes.bury(owner_id, "attachment", [str(attachment.id)], changes.next_number(owner_id))
        Attachment.delete().where(Attachment.id == attachment.id).execute()


def tell_changed(owner_id: str, candidates: Sequence[Attachment]) -> None:
    """Have those of them that are still there counted as changed: their note has gone, and they have not."""
    ids = [str(attachment.id) for attachment in candidates]
    for chunk in batches.chunks(ids):
        mine = (Attachment.owner == owner_id) & Attachment.id.in_(list(chunk))
        Attachment.update(change_number=changes.next_number(owner_id)).where(mine).execute()


def safe_name(name: str) -> str:
    """The last part of a name that a browser or an archive gave. Raises InvalidInput for one with no letters."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    clean = file_names.readable(last).strip(" .")[: limits.FILE_NAME]
    if not clean:
        raise errors.InvalidInput("file", "needs a name")
    return clean


def type_of(name: str) -> str:
    """The media type that the name promises; what is served inline is decided by content besides."""
    return mimetypes.guess_type(name, strict=False)[0] or "application/octet-stream"


def _refuse_over_quota(owner_id: str, size: int) -> None:
    """Exact also when uploads arrive at once: those of one owner take turns."""
    row = database.execute("SELECT quota_bytes FROM users WHERE id = ?", (owner_id,)).fetchone()
    most = limits.MAX_STORED if row is None or row[0] is None else int(row[0])
    used = used_by(owner_id)
    if used + size > most:
        raise errors.TooLarge(
            f"The file has {size} bytes, and {max(most - used, 0)} are left of the {most} that your attachments "
            "may take: remove some, or ask an administrator for more."
        )


def _is_named(owner_id: str, text: str) -> bool:
    found = "instr(b.content, ?) > 0" if database.on_sqlite() else "strpos(b.content, ?) > 0"
    for table in ("note_bodies", "note_versions"):
        row = database.execute(
            f"SELECT 1 FROM {table} b JOIN notes n ON n.id = b.note_id WHERE n.owner_id = ? AND {found} LIMIT 1",
            (owner_id, text),
        ).fetchone()
        if row is not None:
            return True
    return False
