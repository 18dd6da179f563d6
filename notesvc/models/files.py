"""Attachments, files that none names, and the jobs that bring archives in."""

from urllib.parse import quote

import peewee
from peewee import BigIntegerField, BooleanField, CompositeKey, IntegerField, TextField

from notesvc.models.accounts import User
from notesvc.models.base import JsonText, Table
from notesvc.models.notes import Note


class Attachment(Table):
    """A name for a stored file; files are one per content hash, rows one per upload."""

    owner_id: str
    note_id: str | None
    id = TextField(primary_key=True)
    owner = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    note = peewee.ForeignKeyField(Note, field=Note.id, null=True, backref="+", on_delete="SET NULL")
    name = TextField()
    name_key = TextField()
    folder = TextField()
    type = TextField()
    size = BigIntegerField()
    content_hash = TextField()
    created_at = TextField()
    change_number = BigIntegerField()

    class Meta:
        table_name = "attachments"

    @property
    def url(self) -> str:
        """Where the file is served; the name in it is for people, the id alone finds it."""
        return f"/files/{self.id}/{path_segment(str(self.name))}"


def path_segment(name: str) -> str:
    """A file name as one path segment of an address."""
    return quote(name, safe="") or "file"


class NoteAttachment(Table):
    """A file that a note shows to those it is shared with while its text names it.

    `state` is "put"; "awaited" for an upload that no save has named yet; "taken" when its owner has taken it out.
    """

    note_id: str
    attachment_id: str
    note = peewee.ForeignKeyField(Note, field=Note.id, backref="+", on_delete="CASCADE")
    attachment = peewee.ForeignKeyField(Attachment, backref="+", on_delete="CASCADE")
    state = TextField()

    class Meta:
        table_name = "note_attachments"
        primary_key = CompositeKey("note", "attachment")


class OrphanedFile(Table):
    """A stored file that no attachment names, and since when."""

    content_hash = TextField(primary_key=True)
    orphaned_at = TextField()

    class Meta:
        table_name = "orphaned_files"


class ImportJob(Table):
    """An archive on its way in; `report` is made when it ends. Whoever holds the lease works on it."""

    owner_id: str
    id = TextField(primary_key=True)
    owner = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    parent_id = TextField(null=True)
    file_name = TextField()
    kind = TextField()
    is_dry_run = BooleanField()
    state = TextField()
    stage = TextField()
    is_cancel_wanted = BooleanField()
    done = IntegerField()
    total = IntegerField()
    links_resolved = IntegerField()
    links_unresolved = IntegerField()
    message = TextField(null=True)
    report = JsonText(null=True)
    lease_by = TextField(null=True)
    lease_until = TextField(null=True)
    crashes = IntegerField()
    created_at = TextField()
    updated_at = TextField()

    class Meta:
        table_name = "import_jobs"


class ImportItem(Table):
    """One entry of an archive and what became of it: the ledger that makes a job resumable.

    `place` and `size` tell where it lies: the number of a zip's entry, or the bytes of a JSON file.
    """

    job_id: str
    job = peewee.ForeignKeyField(ImportJob, backref="+", on_delete="CASCADE")
    position = IntegerField()
    path = TextField()
    path_key = TextField()
    name_key = TextField()
    kind = TextField()
    outcome = TextField()
    resource_id = TextField(null=True)
    parent_id = TextField(null=True)
    sort_order = BigIntegerField()
    old_id = TextField(null=True)
    place = BigIntegerField()
    size = BigIntegerField()
    reason = TextField(null=True)
    favourite = BigIntegerField(null=True)

    class Meta:
        table_name = "import_items"
        primary_key = CompositeKey("job", "position")
