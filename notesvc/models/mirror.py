"""Mirrors: what each of them knew of notes, folders and files when both sides last agreed."""

import peewee
from peewee import BigIntegerField, CompositeKey, TextField

from notesvc.models.base import JsonText, Table
from notesvc.models.storage import StoragePart


class MirrorState(Table):
    """How far a mirror is. `change_number`: the workspace's, up to which all is written out; `failures` in a row, and
    no round before `next_at`; `pause` is what stops it (`{reason, count, names}`), `accepts` the reason of a pause
    that its owner goes on after."""

    part_id: str
    part = peewee.ForeignKeyField(StoragePart, primary_key=True, backref="+", on_delete="CASCADE")
    change_number = BigIntegerField()
    round_at = TextField(null=True)
    failures = BigIntegerField()
    next_at = TextField(null=True)
    pause = JsonText(null=True)
    accepts = TextField(null=True)

    class Meta:
        table_name = "mirror_states"


class MirrorNote(Table):
    """A note and its file, as they were when they agreed: `base` is the file's text, deflated.

    `revision` is the note's then; 0 where the file is to be written again in any case. `tag` is None where no file is
    known. `missing` counts the rounds that did not find the file. `unsure_at` is when the tag was read, where it
    may be blind to a change that came soon after. What is about to be written stands in `pending…` before it is.
    """

    part_id: str
    part = peewee.ForeignKeyField(StoragePart, backref="+", on_delete="CASCADE")
    note_id = TextField()
    key = TextField()
    tag = TextField(null=True)
    sha256 = TextField(null=True)
    revision = BigIntegerField()
    name = TextField()
    parent_id = TextField(null=True)
    missing = BigIntegerField()
    unsure_at = TextField(null=True)
    base = peewee.BlobField(null=True)
    pending = peewee.BlobField(null=True)
    pending_sha256 = TextField(null=True)
    pending_revision = BigIntegerField(null=True)

    class Meta:
        table_name = "mirror_notes"
        primary_key = CompositeKey("part", "note_id")


class MirrorFolder(Table):
    """What a folder is called there, and the name and place here that this was chosen for."""

    part_id: str
    part = peewee.ForeignKeyField(StoragePart, backref="+", on_delete="CASCADE")
    folder_id = TextField()
    file_name = TextField()
    name = TextField()
    parent_id = TextField(null=True)

    class Meta:
        table_name = "mirror_folders"
        primary_key = CompositeKey("part", "folder_id")


class MirrorFile(Table):
    """An attachment and its file; `tag` is None until it is there."""

    part_id: str
    part = peewee.ForeignKeyField(StoragePart, backref="+", on_delete="CASCADE")
    attachment_id = TextField()
    key = TextField()
    name = TextField()
    sha256 = TextField()
    tag = TextField(null=True)

    class Meta:
        table_name = "mirror_files"
        primary_key = CompositeKey("part", "attachment_id")


class MirrorLeftFile(Table):
    """A file there that is left alone, and why, until its tag changes."""

    part_id: str
    part = peewee.ForeignKeyField(StoragePart, backref="+", on_delete="CASCADE")
    key = TextField()
    tag = TextField()
    reason = TextField()

    class Meta:
        table_name = "mirror_left_files"
        primary_key = CompositeKey("part", "key")


class MirrorConflict(Table):
    """A file whose text became a note of its own, because its note had changed here in the same place."""

    part_id: str
    id = TextField(primary_key=True)
    part = peewee.ForeignKeyField(StoragePart, backref="+", on_delete="CASCADE")
    note_id = TextField()
    name = TextField()
    copy_id = TextField()
    copy_name = TextField()
    created_at = TextField()

    class Meta:
        table_name = "mirror_conflicts"
