"""The tables, and facts about one row; no queries, no writes."""

from notesvc.models.accounts import IdempotencyKey, InstanceFact, Invite, Session, SyncEvent, SyncToken, User
from notesvc.models.files import Attachment, ImportItem, ImportJob
from notesvc.models.labels import Person, PersonName, Tag
from notesvc.models.notes import (
    Folder,
    Note,
    NoteAlias,
    NoteBody,
    NoteLink,
    NoteVersion,
    NoteVisit,
    Tombstone,
)

# In an order in which rows may be inserted without breaking a foreign key (restore and backup use it).
ALL = (
    InstanceFact,
    User,
    Session,
    Invite,
    SyncToken,
    SyncEvent,
    IdempotencyKey,
    Folder,
    Note,
    NoteBody,
    NoteAlias,
    NoteLink,
    NoteVersion,
    NoteVisit,
    Tag,
    Person,
    PersonName,
    Attachment,
    Tombstone,
    ImportJob,
    ImportItem,
)

__all__ = [
    "ALL",
    "Attachment",
    "Folder",
    "IdempotencyKey",
    "ImportItem",
    "ImportJob",
    "InstanceFact",
    "Invite",
    "Note",
    "NoteAlias",
    "NoteBody",
    "NoteLink",
    "NoteVersion",
    "NoteVisit",
    "Person",
    "PersonName",
    "Session",
    "SyncEvent",
    "SyncToken",
    "Tag",
    "Tombstone",
    "User",
]
