"""Every mail that the service can send, caused as it is in earnest as far as that goes, to somebody of one language."""

from email import message_from_bytes, policy
from email.message import EmailMessage

from notesvc import clock, database
from notesvc.config import Settings
from notesvc.domain import notes, notifications
from notesvc.domain.accounts import addresses, administration, sign_ups, users
from notesvc.domain.mail import outbox, sender, templates
from notesvc.domain.sharing import note_invitations
from notesvc.languages import Language
from notesvc.models import Invitation, Mail, Note, Notification, User

PASSWORD = "correct horse battery"
READER = "leila@example.org"
OWNER = "Ōlaf <b>Ödegaard</b>"
NOTE = "Plan {x} & <i>Zukunft</i>"
DETAIL = "s3: 403 AccessDenied"
AGENT = "Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0"
WHEN = "2026-03-05T07:08:09.000Z"
# What is of the reader's or of others' making, whatever the language.
VALUES = (OWNER, NOTE, DETAIL, AGENT, "Laptop", "new@example.org", "192.0.2.7", "@leila", "@olaf")


def send_all(settings: Settings, language: Language) -> list[EmailMessage]:
    """Every mail there is, sent to somebody whose language it is."""
    reader = _account(READER, "Leila", language)
    owner = _account("olaf@example.org", OWNER, language)
    _of_accounts(settings, reader, language)
    _of_notes(reader, owner)
    for of in ("backup", "drill"):
        outbox.queue("backup_failed", READER, of=of, detail=DETAIL)
    for kind in ("storage_paused", "test", "deletion_undone"):
        outbox.queue(kind, READER)
    assert {str(mail.kind) for mail in Mail.select()} == set(templates.KINDS)
    while sender.send_due(settings):
        pass
    assert outbox.waiting() == 0
    assert outbox.failures() == []
    return read(settings)


def read(settings: Settings) -> list[EmailMessage]:
    """The mails that lie in the instance's folder, which go."""
    found = []
    for path in sorted(settings.mails.glob("*.eml")):
        message = message_from_bytes(path.read_bytes(), policy=policy.default)
        assert isinstance(message, EmailMessage)
        found.append(message)
        path.unlink()
    return found


def body_of(message: EmailMessage, kind: str) -> str:
    """One of the mail's two parts, `plain` or `html`."""
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content())


def _account(email: str, name: str, language: Language) -> User:
    user = users.register(email=email, password=PASSWORD, name=name, is_admin=True)
    User.update(language=language).where(User.id == user.id).execute()
    return users.by_id(str(user.id))


def _of_accounts(settings: Settings, reader: User, language: Language) -> None:
    fresh = {"password": PASSWORD, "name": "New", "handle": None}
    sign_ups.ask(settings, users.invite(), email="stranger@example.org", language=language, **fresh)
    made = administration.make(users.caller_of(reader), email="made@example.org", name="M", handle=None, is_admin=False)
    assert made.language is None
    User.update(email_verified_at=None).where(User.id == reader.id).execute()
    addresses.ask_to_verify(users.caller_of(reader))
    for email in ("new@example.org", "olaf@example.org"):
        addresses.ask_to_change(users.caller_of(reader), email)
    outbox.queue("changed", "old@example.org", new="new@example.org", user=str(reader.id))
    outbox.queue("known", READER, user=str(reader.id))
    outbox.queue("reset", email=READER)
    outbox.queue("password_changed", READER)
    for agent in (AGENT, ""):
        outbox.queue("new_device", READER, agent=agent, address="192.0.2.7", at=WHEN)
    for may in ("read", "read and write"):
        outbox.queue("device_approved", READER, name="Laptop", may=may)
    for what in templates.CHANGES:
        outbox.queue("account_changed", READER, what=what)
    outbox.queue("deletion_asked", READER, at=WHEN, handle="leila")


def _of_notes(reader: User, owner: User) -> None:
    caller = users.caller_of(owner)
    note = Note.get(Note.id == notes.create(caller, {"name": NOTE})[0].id)
    with database.transaction():
        note_invitations.add(note, "guest@example.org", "viewer")
        note_invitations.add(note, "other@example.org", "editor")
    mine, _ = notes.create(users.caller_of(reader), {"name": NOTE})
    for kind in notifications.KINDS:
        for note_id in (str(mine.id), None) if kind != "security" else ():
            row = {"id": clock.new_id(), "user": reader.id, "actor": owner.id, "note": note_id, "kind": kind}
            told = Notification.create(**row, facts={}, created_at=clock.now())
            outbox.queue("notification", READER, notification=str(told.id))
    assert Invitation.select().count() == 2
