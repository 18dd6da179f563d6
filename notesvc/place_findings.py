"""What `notesvc check` says of files at users' own places."""

from collections.abc import Iterator

from notesvc import crypto, database, file_store
from notesvc.config import Settings
from notesvc.domain import policy
from notesvc.domain.storage import whereabouts
from notesvc.integrity import Finding


def look(settings: Settings, *, is_deep: bool = False) -> list[Finding]:
    """What is not at its place by the place's own list; `is_deep` reads every file there. Asks the servers of users."""
    file_store.open_store(settings.attachments)
    crypto.open_seal(settings.secret_key)
    policy.open_policy(settings)
    with database.connection():
        return list(_findings(is_deep))


def _findings(is_deep: bool) -> Iterator[Finding]:
    for absence in whereabouts.absences(is_deep=is_deep):
        if not absence.content_hash:
            again = "see that the place answers, then check again; its user sees more under Storage"
            yield Finding(f"a place for files cannot be asked: {absence.why}", absence.place, again)
            continue
        where = f"file {absence.content_hash} at {absence.place}"
        is_here = file_store.found(absence.content_hash).is_file()
        next_step = "nothing: it is brought there again" if is_here else "put it back there, or upload it again"
        yield Finding(f"a stored file is not at its place: {absence.why}", where, next_step)
