"""What users are told, and what they want to be told."""

import peewee
from peewee import BigIntegerField, CompositeKey, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import JsonText, Table
from notesvc.models.notes import Note


class Notification(Table):
    """Something that a user should know; `key` keeps what is told once from being told twice."""

    user_id: str
    actor_id: str | None
    note_id: str | None
    id = TextField(primary_key=True)
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    kind = TextField()
    actor = peewee.ForeignKeyField(User, null=True, backref="+", on_delete="SET NULL")
    note = peewee.ForeignKeyField(Note, field=Note.id, null=True, backref="+", on_delete="CASCADE")
    facts = JsonText()
    key = TextField(null=True)
    created_at = TextField()
    read_at = TextField(null=True)

    class Meta:
        table_name = "notifications"


class EventCounter(Table):
    """The number of a user's latest event."""

    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE", primary_key=True)
    number = BigIntegerField()

    class Meta:
        table_name = "event_counters"


class Event(Table):
    """What a user's streams send, numbered without gaps: a notification, or a note or folder that changed."""

    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    number = BigIntegerField()
    kind = TextField()
    subject_id = TextField(null=True)
    change = TextField()
    created_at = TextField()

    class Meta:
        table_name = "events"
        primary_key = CompositeKey("user", "number")


class Watch(Table):
    """Something that a user wants to hear of: a note, or what is in a folder or holds a tag or a person."""

    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    kind = TextField()
    target = TextField()

    class Meta:
        table_name = "watches"
        primary_key = CompositeKey("user", "kind", "target")


class Mute(Table):
    """A note of which a user wants to hear nothing."""

    note_id: str
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    note = peewee.ForeignKeyField(Note, field=Note.id, backref="+", on_delete="CASCADE")

    class Meta:
        table_name = "mutes"
        primary_key = CompositeKey("user", "note")


class MailedKind(Table):
    """A kind of notification that a user wants by mail too."""

    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    kind = TextField()

    class Meta:
        table_name = "mailed_kinds"
        primary_key = CompositeKey("user", "kind")
