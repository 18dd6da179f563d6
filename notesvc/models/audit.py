"""What has been done to accounts and to the instance."""

import peewee
from peewee import TextField

from notesvc.models.base import JsonText, Table


class AuditEntry(Table):
    """A line of the audit log, never changed or removed; `number` orders them. People stand in it by their ids alone,
    which are no references: a line outlives the account."""

    number = peewee.BigAutoField()
    id = TextField(unique=True)
    kind = TextField()
    actor_id = TextField(null=True)
    subject_id = TextField(null=True)
    means = TextField()
    facts = JsonText()
    created_at = TextField()

    class Meta:
        table_name = "audit_entries"
