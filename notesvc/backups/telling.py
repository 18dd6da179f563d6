"""Says that a backup came to nothing: in the log, in `notesvc check` and the figures, and to administrators."""

import logging

from notesvc import clock, database, errors, trouble
from notesvc.backends.causes import BackendError
from notesvc.backup import BackupError
from notesvc.backups.drill import DrillError
from notesvc.backups.sealing import DamagedObjectError, WrongPassphraseError
from notesvc.domain import backup_state
from notesvc.domain.mail import outbox
from notesvc.manifest import InvalidBackupError
from notesvc.models import User
from notesvc.restore import RestoreError

log = logging.getLogger("notesvc")

_CAUSES: dict[type[Exception], str] = {
    WrongPassphraseError: "wrong_passphrase",
    DrillError: "damaged",
    DamagedObjectError: "damaged",
    InvalidBackupError: "damaged",
    RestoreError: "does_not_fit",
    errors.SettingError: "no_such_place",
    BackupError: "not_made",
}


def tell_failure(of: str, error: Exception) -> None:
    """A "backup" or "drill" failed: remember it, and mail administrators once a day.

    What may pass by itself is mailed only when it has failed before.
    """
    cause, detail, may_pass = _told(error)
    fields = {"event": "backup_failed", "of": of, "cause": cause, "detail": detail}
    log.error("backup", exc_info=error if cause == "unknown" else None, extra={"fields": fields})
    with database.connection(), database.transaction():
        before = backup_state.failure(of)
        is_new = before is None or before.told_on != clock.now()[:10]
        tells = is_new and (before is not None or not may_pass)
        told_on = clock.now()[:10] if tells else before.told_on if before else ""
        backup_state.remember_failure(of, cause, detail, told_on)
        for address in _administrators() if tells else []:
            outbox.queue("backup_failed", address, of=of, detail=detail)


def _told(error: Exception) -> tuple[str, str, bool]:
    """The cause, the words for people, and whether waiting alone may help."""
    if isinstance(error, BackendError):
        return error.cause, error.detail, error.is_temporary
    if (found := trouble.cause_of(error)) is not None:
        return found.name, found.words, True
    known = next((cause for kind, cause in _CAUSES.items() if isinstance(error, kind)), "unknown")
    detail = " ".join(str(error).split()) if known != "unknown" else "Something went wrong; the log says more."
    return known, detail, False


def _administrators() -> list[str]:
    return [str(user.email) for user in User.select().where(User.is_admin & User.disabled_at.is_null())]
