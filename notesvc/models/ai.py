"""Language models: the providers that users have set up, their own prompts, and every call that was made."""

import peewee
from peewee import BigIntegerField, CompositeKey, TextField

from notesvc.models.accounts.users import User
from notesvc.models.base import Table
from notesvc.models.notes import Note


class AiKey(Table):
    """A provider that a user has set up; of the key only the sealed form and its last characters."""

    user_id: str
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    provider = TextField()
    sealed = TextField(null=True)
    last4 = TextField(null=True)
    base_url = TextField(null=True)
    model = TextField(null=True)
    embeddings_url = TextField(null=True)
    embeddings_model = TextField(null=True)
    created_at = TextField()
    updated_at = TextField()

    class Meta:
        table_name = "ai_keys"
        primary_key = CompositeKey("user", "provider")


class AiPrompt(Table):
    """An instruction that a user wrote, to be used again."""

    user_id: str
    id = TextField(primary_key=True)
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    name = TextField()
    instruction = TextField()
    created_at = TextField()
    updated_at = TextField()

    class Meta:
        table_name = "ai_prompts"


class AiCall(Table):
    """A call of a model, with nothing of what was said: `reserved` tokens count until it is settled, then what was
    used; `cause` tells why it failed."""

    user_id: str
    id = TextField(primary_key=True)
    user = peewee.ForeignKeyField(User, backref="+", on_delete="CASCADE")
    at = TextField()
    action = TextField()
    provider = TextField()
    model = TextField()
    request_id = TextField()
    state = TextField()
    reserved = BigIntegerField()
    input = BigIntegerField()
    output = BigIntegerField()
    cause = TextField(null=True)

    class Meta:
        table_name = "ai_calls"


class AiVector(Table):
    """What a note is about, as its user's embeddings server sees it: 32-bit numbers of the length 1, or none where the
    server takes none of its texts. `made_by` is the model and its address, `revision` that of the note."""

    note_id: str
    note = peewee.ForeignKeyField(Note, field=Note.id, primary_key=True, backref="+", on_delete="CASCADE")
    made_by = TextField()
    revision = BigIntegerField()
    vector = peewee.BlobField()

    class Meta:
        table_name = "ai_vectors"
