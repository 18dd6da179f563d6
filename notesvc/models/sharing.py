"""Who else may see or change a note, and who is on the way to it."""

import peewee
from peewee import CompositeKey, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import Table
from notesvc.models.notes import Note


class Collaborator(Table):
    """Somebody besides the owner who may read a note (`viewer`), or change its text too (`editor`)."""

    note_id: str
    user_id: str
    note = peewee.ForeignKeyField(Note, field=Note.id, backref="+", on_delete="CASCADE")
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    role = TextField()
    created_at = TextField()

    class Meta:
        table_name = "collaborators"
        primary_key = CompositeKey("note", "user")


class Invitation(Table):
    """An address that was invited to a note; it goes when somebody who has proven that address comes."""

    note_id: str
    id = TextField(primary_key=True)
    note = peewee.ForeignKeyField(Note, field=Note.id, backref="+", on_delete="CASCADE")
    email = TextField()
    email_key = TextField()
    role = TextField()
    created_at = TextField()

    class Meta:
        table_name = "invitations"


class CollaborationRequest(Table):
    """Somebody who followed a link to a note and asks to be let in; a declined one is kept, and stays silent."""

    note_id: str
    user_id: str
    id = TextField(primary_key=True)
    note = peewee.ForeignKeyField(Note, field=Note.id, backref="+", on_delete="CASCADE")
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    role = TextField()
    state = TextField()
    created_at = TextField()

    class Meta:
        table_name = "collaboration_requests"
