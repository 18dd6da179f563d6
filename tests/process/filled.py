"""A workspace with something in it, written through the models alone."""

import hashlib
import io

from notesvc import clock, database, file_store
from notesvc.domain.search import index as search_index
from notesvc.models import Attachment, Folder, Note, NoteBody, NoteLink, NoteVersion, User
from notesvc.text import reading
from notesvc.text.search import index_entry

TEXT = "Grüße, 検索 and a tab\there\nwith a \\backslash, a \\N and\r\na second line"


def user(name: str = "ada") -> User:
    """An account."""
    return User.create(
        id=clock.new_id(),
        email=f"{name}@example.org",
        email_key=f"{name}@example.org",
        handle=name,
        handle_key=name,
        name=name.title(),
        is_admin=True,
        created_at=clock.now(),
        updated_at=clock.now(),
    )


def folder(owner: User, parent: Folder | None = None, deleted_at: str | None = None) -> Folder:
    """A folder."""
    return Folder.create(
        id=clock.new_id(),
        owner=owner,
        parent=parent,
        name="Box",
        name_key="box",
        sort_order=0,
        created_at=clock.now(),
        updated_at=clock.now(),
        deleted_at=deleted_at,
        change_number=1,
    )


def note(owner: User, content: str = TEXT, parent: Folder | None = None, journal_date: str | None = None) -> Note:
    """A note with its body, one version, one link and its words in the index."""
    digest, now = hashlib.sha256(content.encode()).hexdigest(), clock.now()
    made = Note.create(
        id=clock.new_id(),
        owner=owner,
        parent=parent,
        name="Note",
        name_key="note",
        mode="raw",
        tags=["tea"],
        properties={"b": 1, "a": [None, "\\"]},
        journal_date=journal_date,
        sort_order=0,
        revision=1,
        content_hash=digest,
        created_at=now,
        updated_at=now,
        change_number=1,
    )
    NoteBody.create(note=made.id, content=content)
    NoteLink.create(source_note=made.id, kind="tag", target_label="tea", target_key="tea", owner_id=owner.id)
    NoteVersion.create(
        id=clock.new_id(),
        note=made.id,
        name="Note",
        content_hash=digest,
        reason="manual",
        origin="web",
        size=len(content),
        created_at=now,
        content=content,
    )
    search_index.add(made.number, index_entry.entry(made.name, [], reading.read(content, 0)))
    return made


def attachment(owner: User, content: bytes = b"a picture") -> Attachment:
    """An attachment with its file."""
    content_hash, size = file_store.put(io.BytesIO(content).read, 1_000_000)
    return Attachment.create(
        id=clock.new_id(),
        owner=owner,
        name="picture.png",
        name_key="picture.png",
        folder="",
        type="image/png",
        size=size,
        content_hash=content_hash,
        created_at=clock.now(),
        change_number=1,
    )


def workspace(notes: int = 3) -> User:
    """An account with a folder, so many notes and an attachment, in one transaction."""
    with database.transaction():
        owner = user()
        parent = folder(owner, folder(owner))
        for number in range(notes):
            note(owner, f"{TEXT} {number}", parent)
        attachment(owner)
    return owner
