"""Rollback of what a job made: erased when it did not end well, moved to the trash when its owner asks later."""

import contextlib
from typing import Literal

from notesvc import clock, database, errors
from notesvc.domain import changes, notifying, people, trash
from notesvc.domain.caller import Caller
from notesvc.domain.importing import job_items
from notesvc.domain.importing.job_items import Item, Kind
from notesvc.domain.links import bindings
from notesvc.domain.links.bindings import NamingChange
from notesvc.domain.text_work import ahead
from notesvc.models import Attachment, ImportJob, Tag

ERASED: tuple[Kind, ...] = ("note", "folder", "attachment", "tag", "person")
"""The kinds in the order in which they go."""

_CHUNK = 200
_TRASH_NOTES = """
UPDATE notes SET deleted_at = ?, deletion_id = ?, change_number = ?, revision = revision + 1
WHERE owner_id = ? AND deleted_at IS NULL AND id IN ({marks})
"""
_TRASH_FOLDER = """
UPDATE folders SET deleted_at = ?, deletion_id = ?, change_number = ?
WHERE owner_id = ? AND deleted_at IS NULL AND id = ?
    AND NOT EXISTS (SELECT 1 FROM notes n WHERE n.parent_id = folders.id AND n.deleted_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM folders f WHERE f.parent_id = folders.id AND f.deleted_at IS NULL)
"""


def erase(caller: Caller, items: list[Item]) -> None:
    """Erase resources of one kind that a job made, in the current transaction."""
    ids, kind = [str(item.resource_id) for item in items], items[0].kind
    if kind == "note":
        trash.erase_now(caller.user_id, ids, [])
    elif kind == "folder":
        trash.erase_now(caller.user_id, [], ids)
    elif kind == "attachment":
        erase_attachments(caller.user_id, ids)
    elif kind == "tag":
        Tag.delete().where((Tag.owner == caller.user_id) & Tag.tag.in_(ids)).execute()
    else:
        for person_id in ids:
            with contextlib.suppress(errors.NotFound):
                people.delete(caller, person_id)


def erase_attachments(owner_id: str, ids: list[str]) -> None:
    """Forget attachments, in the current transaction; the sweep of stored files takes the files."""
    changes.bury(owner_id, "attachment", ids, changes.next_number(owner_id))
    Attachment.delete().where((Attachment.owner == owner_id) & Attachment.id.in_(ids)).execute()


def to_trash(caller: Caller, job: ImportJob) -> None:
    """Move the notes and folders of a finished job to the trash, as one deletion.

    A folder in which something else lives by now stays. Attachments stay until their notes are erased.
    """
    for kind in ("note", "folder"):
        _each_to_trash(caller, job, kind)
    with database.transaction(caller.user_id):
        done = (ImportJob.id == job.id) & (ImportJob.state == "done")
        ImportJob.update(state="cancelled", stage="taken back", updated_at=clock.now()).where(done).execute()
        notifying.folder_changed(caller.user_id, None, "contents")


def _each_to_trash(caller: Caller, job: ImportJob, kind: Literal["note", "folder"]) -> None:
    beyond = job_items.length(str(job.id))
    while items := job_items.made_before(str(job.id), kind, beyond, _CHUNK):
        beyond = items[-1].position
        _some_to_trash(caller, job, kind, [str(item.resource_id) for item in items])


@ahead
def _some_to_trash(caller: Caller, job: ImportJob, kind: Literal["note", "folder"], ids: list[str]) -> None:
    with database.transaction(caller.user_id):
        deletion = (clock.now(), str(job.id), changes.next_number(caller.user_id), caller.user_id)
        if kind == "note":
            database.execute(_TRASH_NOTES.format(marks=database.marks(ids)), (*deletion, *ids))
            bindings.settle(caller, NamingChange(caller.user_id).names_of(ids), deletion[2])
            return
        for folder_id in ids:
            # One by one: whether a folder is empty hangs on those below it, which come first.
            database.execute(_TRASH_FOLDER, (*deletion, folder_id))
