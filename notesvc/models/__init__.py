"""The tables, and facts about one row; no queries, no writes."""

from notesvc.models.accounts.device_codes import DeviceCode
from notesvc.models.accounts.identities import Identity, SignInAttempt
from notesvc.models.accounts.passkeys import Passkey, PasskeyChallenge
from notesvc.models.accounts.registration import Invite, SignUp
from notesvc.models.accounts.second_factor import RecoveryCode, SecondFactor
from notesvc.models.accounts.sessions import KnownBrowser, Session
from notesvc.models.accounts.users import FormerHandle, User
from notesvc.models.ai import AiCall, AiKey, AiPrompt, AiVector
from notesvc.models.attachments import Attachment, NoteAttachment, OrphanedFile
from notesvc.models.audit import AuditEntry
from notesvc.models.folders import Folder
from notesvc.models.history import NoteVersion, NoteVersionAuthor
from notesvc.models.importing import ImportItem, ImportJob
from notesvc.models.instance import InstanceFact
from notesvc.models.links import FormerText, NoteLink
from notesvc.models.mail import Mail, MailLink
from notesvc.models.notes import Capture, Favourite, Note, NoteAlias, NoteBody, NoteVisit, Tombstone
from notesvc.models.notifications import Event, EventCounter, MailedKind, Mute, Notification, Watch
from notesvc.models.people import Person, PersonName
from notesvc.models.shares import Diagram, Share, ShareFile, SharePage, SharePass, ShareViews
from notesvc.models.sharing import CollaborationRequest, Collaborator, Invitation
from notesvc.models.sync import IdempotencyKey, SyncEvent, SyncToken
from notesvc.models.tags import Tag

# In an order in which rows may be inserted without breaking a foreign key (restore and backup use it).
ALL = (
    InstanceFact,
    User,
    FormerHandle,
    Session,
    Invite,
    SyncToken,
    SyncEvent,
    IdempotencyKey,
    Folder,
    Note,
    NoteBody,
    Capture,
    NoteAlias,
    NoteLink,
    FormerText,
    NoteVersion,
    NoteVersionAuthor,
    NoteVisit,
    Favourite,
    Tag,
    Person,
    PersonName,
    Attachment,
    NoteAttachment,
    OrphanedFile,
    Tombstone,
    ImportJob,
    ImportItem,
    Mail,
    MailLink,
    SignUp,
    KnownBrowser,
    SecondFactor,
    RecoveryCode,
    DeviceCode,
    Identity,
    SignInAttempt,
    AuditEntry,
    Passkey,
    PasskeyChallenge,
    Collaborator,
    Invitation,
    CollaborationRequest,
    Notification,
    EventCounter,
    Event,
    Watch,
    Mute,
    MailedKind,
    Share,
    SharePage,
    ShareFile,
    SharePass,
    ShareViews,
    Diagram,
    AiKey,
    AiPrompt,
    AiCall,
    AiVector,
)

__all__ = [
    "ALL",
    "AiCall",
    "AiKey",
    "AiPrompt",
    "AiVector",
    "Attachment",
    "AuditEntry",
    "Capture",
    "CollaborationRequest",
    "Collaborator",
    "DeviceCode",
    "Diagram",
    "Event",
    "EventCounter",
    "Favourite",
    "Folder",
    "FormerHandle",
    "FormerText",
    "IdempotencyKey",
    "Identity",
    "ImportItem",
    "ImportJob",
    "InstanceFact",
    "Invitation",
    "Invite",
    "KnownBrowser",
    "Mail",
    "MailLink",
    "MailedKind",
    "Mute",
    "Note",
    "NoteAlias",
    "NoteAttachment",
    "NoteBody",
    "NoteLink",
    "NoteVersion",
    "NoteVersionAuthor",
    "NoteVisit",
    "Notification",
    "OrphanedFile",
    "Passkey",
    "PasskeyChallenge",
    "Person",
    "PersonName",
    "RecoveryCode",
    "SecondFactor",
    "Session",
    "Share",
    "ShareFile",
    "SharePage",
    "SharePass",
    "ShareViews",
    "SignInAttempt",
    "SignUp",
    "SyncEvent",
    "SyncToken",
    "Tag",
    "Tombstone",
    "User",
    "Watch",
]
