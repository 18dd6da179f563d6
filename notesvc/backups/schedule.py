"""The process that backs up elsewhere every day, and tries every week whether what is there can be restored."""

import logging
import os
import time
from collections.abc import Callable

from notesvc import belonging, clock, crypto, database, file_store, migrate
from notesvc.backup import BackupError
from notesvc.backups import drill, keeping, sending, targets, telling, turn
from notesvc.backups.place import Place, open_place
from notesvc.config import Settings
from notesvc.domain import backup_state
from notesvc.manifest import Report

log = logging.getLogger("notesvc")

_LOOK_SECONDS = 60.0
_HOUR = 3_600.0
_AGAIN_SECONDS = 0.5 * _HOUR
_DAY = 24 * _HOUR
_WEEK = 7 * _DAY
_LOW_PRIORITY = 10


def run(settings: Settings) -> None:
    """Back up and try backups when it is time, at low priority; ends by a signal only, at any moment."""
    os.nice(_LOW_PRIORITY)
    database.open_database(settings)
    file_store.open_store(settings.attachments)
    crypto.open_seal(settings.secret_key)
    with database.connection():
        migrate.refuse_newer()
        migrate.refuse_pending()
        belonging.refuse_strange(settings)
    while True:
        do_due(settings)
        database.disconnect()
        time.sleep(_LOOK_SECONDS)


def do_due(settings: Settings) -> None:
    """Make the backup of the day, and the trial of the week, where it is time for them and nobody else does it."""
    if _is_due("backup", settings):
        _attempt("backup", settings, back_up)
    if _is_due("drill", settings):
        _attempt("drill", settings, try_backup)


def back_up(settings: Settings, place: Place, report: Report = str) -> sending.Sent:
    """Make a backup there and tidy up, with the turn. Raises BackupError, BackendError."""
    with database.connection():
        again = backup_state.damaged_objects()
    sent = sending.make(settings, place, report, again=again)
    with database.connection():
        backup_state.remember_made(sent.id, sent.manifest.made_at)
        tried = backup_state.last_restored()
    protected = [tried.backup_id] if tried else []
    removed = keeping.tidy(place, settings.backup_keep, protected)
    fields = {"event": "backup_made", "backup": sent.id, "objects": sent.objects, "bytes": sent.bytes}
    fields |= {"removed": len(removed.backups), "swept": removed.objects, "damaged": len(sent.manifest.damaged)}
    log.info("backup", extra={"fields": fields})
    return sent


def try_backup(settings: Settings, place: Place) -> drill.Outcome:
    """Restore the newest backup on trial, with the turn. Raises DrillError, BackendError."""
    try:
        tried = drill.try_newest(settings, place)
    except drill.DrillError as error:
        with database.connection():
            backup_state.remember_damaged_objects(error.objects)
        raise
    with database.connection():
        backup_state.remember_restored(tried.id, tried.made_at)
    fields = {"event": "backup_restored", "backup": tried.id, "notes": tried.notes, "files": tried.files}
    log.info("backup", extra={"fields": fields})
    return tried


def place_of(settings: Settings, target: str, passphrase: str, *, makes: bool = False) -> Place:
    """This instance's place at a target. Raises WrongPassphraseError, SettingError, BackendError."""
    with database.connection():
        instance_id = belonging.id_to_keep(settings)
    if instance_id is None:
        raise BackupError("the instance has no id yet: start it once with `notesvc serve`")
    backend = targets.open_backend(settings, target)
    try:
        return open_place(backend, instance_id, passphrase, makes=makes)
    except BaseException:
        backend.close()
        raise


def _is_due(what: str, settings: Settings) -> bool:
    with database.connection():
        if what == "backup":
            made = backup_state.last_made()
            is_due = made is None or made.at < last_slot(clock.now(), settings.backup_hour)
            return is_due and backup_state.begin(what, clock.from_now(-_AGAIN_SECONDS))
        tried = backup_state.last_restored()
        is_due = backup_state.last_made() is not None and (tried is None or tried.at < clock.from_now(-_WEEK))
        return is_due and backup_state.begin(what, clock.from_now(-_DAY))


def last_slot(now: str, hour: int) -> str:
    """The last moment at which a backup should have been made: that hour (UTC) of today, or of yesterday."""
    today = f"{now[:11]}{hour:02}:00:00.000Z"
    return today if today <= now else clock.later(today, -_DAY)


def _attempt(what: str, settings: Settings, do: Callable[[Settings, Place], object]) -> None:
    try:
        with turn.alone(settings):
            place = place_of(settings, str(settings.backup_to), str(settings.backup_passphrase), makes=what == "backup")
            try:
                do(settings, place)
            finally:
                place.close()
    except turn.TakenError:
        # It is due still, and tried again at the next look.
        with database.connection():
            backup_state.take_back(what)
    except Exception as error:
        telling.tell_failure(what, error)
