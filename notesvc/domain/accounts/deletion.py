"""Deleting one's account: some days in which signing in brings it back, then everything of it goes."""

from dataclasses import dataclass

from notesvc import clock, database, limits
from notesvc.config import Settings
from notesvc.domain import attachments, audit, stored_files, trash
from notesvc.domain.accounts import administration, credentials, users
from notesvc.domain.caller import SERVICE, Caller
from notesvc.domain.importing import jobs
from notesvc.domain.mail import outbox
from notesvc.domain.storage import leaving
from notesvc.models import Attachment, Folder, ImportJob, Mail, Note, NoteLink, NoteVersion, SignUp, User

_CHUNK = 200
_HOLDINGS = """
SELECT (SELECT count(*) FROM notes WHERE owner_id = ?), (SELECT count(*) FROM folders WHERE owner_id = ?),
    (SELECT count(*) FROM note_versions v JOIN notes n ON n.id = v.note_id WHERE n.owner_id = ?),
    (SELECT count(*) FROM attachments WHERE owner_id = ?), (SELECT count(*) FROM people WHERE owner_id = ?)
"""


@dataclass(frozen=True, slots=True)
class Holdings:
    """What would be lost, what lies in the trash included."""

    notes: int
    folders: int
    versions: int
    attachments: int
    people: int
    attachment_bytes: int


def holdings(caller: Caller) -> Holdings:
    """What the caller would lose with the account."""
    notes, folders, versions, files, people = database.execute(_HOLDINGS, [caller.user_id] * 5).fetchone()
    return Holdings(notes, folders, versions, files, people, attachments.used_by(caller.user_id))


def ask(caller: Caller) -> str:
    """Have the caller's account deleted; answers when it goes for good. Sessions and keys are dead at once.

    Raises Conflict (`last_administrator`).
    """
    with database.transaction("users"):
        user = users.by_id(caller.user_id)
        administration.refuse_last_administrator(user)
        moment = clock.from_now(limits.DELETION_DAYS * 86_400)
        User.update(deletion_at=moment, updated_at=clock.now()).where(User.id == user.id).execute()
        credentials.close(caller, caller.user_id)
        outbox.queue("deletion_asked", str(user.email), at=moment, handle=str(user.handle))
        audit.record(caller, "deletion_asked", caller.user_id)
    return moment


def sweep(settings: Settings) -> int:
    """Remove the accounts whose days are over, with all that is theirs; answers how many. One that is broken off goes
    on the next time."""
    due = list(User.select().where(User.deletion_at <= clock.now()))
    for user in due:
        files = stored_files.of(str(user.id))
        _empty(settings, str(user.id))
        _remove(user)
        stored_files.remove_now(settings, files)
    return len(due)


def _empty(settings: Settings, user_id: str) -> None:
    """What there may be much of, in short transactions: nobody waits long for somebody else's end."""
    for job in ImportJob.select(ImportJob.id).where(ImportJob.owner == user_id):
        ImportJob.delete().where(ImportJob.id == job.id).execute()
        jobs.remove_files(settings.imports, str(job.id))
    # Before the notes: whether a text still names a file is of no interest any more.
    while files := [
        row.id for row in Attachment.select(Attachment.id).where(Attachment.owner == user_id).limit(_CHUNK)
    ]:
        with database.transaction(user_id):
            Attachment.delete().where(Attachment.id.in_(files)).execute()
    notes = [str(row.id) for row in Note.select(Note.id).where(Note.owner == user_id)]
    folders = [str(row.id) for row in Folder.select(Folder.id).where(Folder.owner == user_id)]
    trash.erase_now(user_id, notes, folders)


def _remove(user: User) -> None:
    """The account itself and what hangs on it, and where else it is named."""
    user_id, email = str(user.id), str(user.email)
    holds = "instr(lower(facts), ?) > 0" if database.on_sqlite() else "strpos(lower(facts), ?) > 0"
    with database.transaction("users"):
        NoteLink.delete().where((NoteLink.kind == "user") & (NoteLink.target_key == user_id)).execute()
        NoteVersion.update(author_id=None).where(NoteVersion.author_id == user_id).execute()
        SignUp.delete().where(SignUp.email_key == user.email_key).execute()
        Mail.delete().where(Mail.recipient == email).execute()
        database.execute(f"DELETE FROM mails WHERE {holds} OR {holds}", (user_id, email.lower()))
        leaving.note_places(user_id)
        User.delete().where(User.id == user_id).execute()
        audit.record(SERVICE, "account_deleted", user_id)
