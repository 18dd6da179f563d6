"""Links between notes, and texts as they were before a rename wrote their links anew."""

import peewee
from peewee import BigIntegerField, BooleanField, CompositeKey, TextField

from notesvc.models.base import Table
from notesvc.models.notes import Note


class NoteLink(Table):
    """What a note points at; `target_key` is what look-ups use (folded title, id, folded tag).

    `target_id` is the note that a wiki or note link is bound to: empty while an import has not settled it. `file_id` is
    the attachment that a wiki link is bound to where it means no note; `is_far` says that this is another note's, or
    lies outside the note's tree and import.
    """

    source_note_id: str
    source_note = peewee.ForeignKeyField(Note, field=Note.id, backref="+", on_delete="CASCADE")
    kind = TextField()
    target_label = TextField()
    target_key = TextField()
    owner_id = TextField()
    target_id = TextField(null=True)
    file_id = TextField(null=True)
    is_far = BooleanField(default=False)

    class Meta:
        table_name = "note_links"
        primary_key = CompositeKey("source_note", "kind", "target_label")


class FormerText(Table):
    """The text of a note, the source, before a rename of another wrote its links anew; `name` is what that was called.

    `revision` is the source's behind the rename.
    """

    note_id: str
    source_note_id: str
    note = peewee.ForeignKeyField(Note, field=Note.id, backref="+", on_delete="CASCADE")
    source_note = peewee.ForeignKeyField(Note, field=Note.id, backref="+", on_delete="CASCADE")
    name = TextField()
    revision = BigIntegerField()
    created_at = TextField()
    content = TextField()
    content_hash = TextField()
    rich_content = TextField(null=True)
    rich_hash = TextField(null=True)

    class Meta:
        table_name = "former_texts"
        primary_key = CompositeKey("note", "source_note")
