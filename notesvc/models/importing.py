"""The jobs that bring archives in, and their items."""

import peewee
from peewee import BigIntegerField, BooleanField, CompositeKey, IntegerField, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import JsonText, Table


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
