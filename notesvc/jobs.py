"""Work that no request waits for: imports, sweeps every so often, and a daily look at what is stored."""

import functools
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from notesvc import ballast, belonging, config, crypto, database, file_store, integrity, migrate, trouble
from notesvc.config import Settings
from notesvc.domain import attachments_folder, events, notifications, policy, stored_files, trash
from notesvc.domain.accounts import deletion as account_deletion
from notesvc.domain.ai import calls as ai_calls
from notesvc.domain.ai import vector_job
from notesvc.domain.ai import vectors as ai_vectors
from notesvc.domain.importing import run as importing
from notesvc.domain.importing import sweeping
from notesvc.domain.links import former_texts
from notesvc.domain.mail import sender as mail_sender
from notesvc.domain.mirror.keeper import Keeper
from notesvc.domain.shares import freezing, shares
from notesvc.domain.shares import views as share_views
from notesvc.domain.storage import copies, leaving, tidying
from notesvc.domain.storage.carrier import Carrier
from notesvc.web import request_log

_STEP_SECONDS = 1.0
_BALLAST_SECONDS = 60.0
_TELLING_SECONDS = 300.0
_EMBEDDING_SECONDS = 5.0
_CARRY_SECONDS = 2.0
_COPIES_SECONDS = 60.0
_CARRIERS = 3
_MIRROR_SECONDS = 1.0
_MIRRORERS = 3
_AGAIN_SECONDS = 60.0
_HOUR = 3_600.0
_DAY = 24 * _HOUR
_TIDY_SECONDS = 6 * _HOUR
_LOW_PRIORITY = 10

log = logging.getLogger("notesvc")


@dataclass
class Job:
    """Something to be done every so many seconds, for the first time right after the start."""

    name: str
    every: float
    do: Callable[[], object]
    due_at: float = 0.0


JOBS = (
    Job("sweep_trash", _HOUR, trash.sweep),
    Job("sweep_events", _HOUR, events.sweep),
    Job("sweep_notifications", _HOUR, notifications.sweep),
    Job("sweep_former_texts", _HOUR, former_texts.sweep),
    Job("expiring_keys", _HOUR, notifications.warn_of_expiring_keys),
    Job("sweep_shares", _HOUR, shares.sweep),
    Job("expiring_shares", _HOUR, share_views.remind_of_expiry),
    Job("sweep_ai_calls", _HOUR, ai_calls.sweep),
    Job("sweep_ai_vectors", _HOUR, ai_vectors.sweep),
    Job("refresh_statistics", _HOUR, database.refresh_statistics),
    Job("keep_ballast", _BALLAST_SECONDS, ballast.keep),
)


def main() -> int:
    """Run the jobs as a process of their own: `python -m notesvc.jobs`."""
    request_log.set_up()
    run(config.load())
    return 0


def run(settings: Settings) -> None:
    """Do what is due, until SIGTERM. Raises SettingError when the schema is not this code's."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    _open(settings)
    jobs = (
        *JOBS,
        Job("sweep_files", _HOUR, functools.partial(stored_files.sweep, settings)),
        Job("sweep_copies", _COPIES_SECONDS, functools.partial(copies.sweep, settings)),
        Job("shared_folders", _TELLING_SECONDS, functools.partial(attachments_folder.tell, settings)),
        Job("sweep_imports", _HOUR, functools.partial(sweeping.sweep, settings.imports)),
        Job("sweep_accounts", _HOUR, functools.partial(account_deletion.sweep, settings)),
        Job("sweep_mails", _HOUR, functools.partial(mail_sender.sweep, settings)),
    )
    # Its own thread: a slow mail server holds up no import.
    sender = threading.Thread(target=send_mails, args=(settings, stop), name="mails", daemon=True)
    sender.start()
    tidier = threading.Thread(target=tidy_places, args=(settings, stop), name="places", daemon=True)
    tidier.start()
    embedder = threading.Thread(target=embed_notes, args=(stop,), name="vectors", daemon=True)
    embedder.start()
    carrier = Carrier()
    for _ in range(_CARRIERS):
        threading.Thread(target=carry_files, args=(carrier, stop), name="files", daemon=True).start()
    keeper = Keeper()
    for _ in range(_MIRRORERS):
        threading.Thread(target=keep_mirrors, args=(keeper, stop), name="mirrors", daemon=True).start()
    while not stop.is_set():
        run_due(time.monotonic(), jobs)
        is_busy = import_some(settings, stop.is_set) | freeze_some(settings)
        if not is_busy:
            stop.wait(_STEP_SECONDS)
    database.disconnect()


def send_mails(settings: Settings, stop: threading.Event) -> None:
    """Send what the outbox holds, as it comes, until asked to stop."""
    sending = Job("mails", 0.0, functools.partial(mail_sender.send_due, settings))
    while not stop.wait(_STEP_SECONDS):
        run_due(time.monotonic(), (sending,))
    database.disconnect()


def tidy_places(settings: Settings, stop: threading.Event) -> None:
    """Look at the places of users' files every few hours, until asked to stop: a slow server holds up no other job."""
    tidying_job = Job("tidy_places", _TIDY_SECONDS, functools.partial(tidying.sweep, settings))
    leaving_job = Job("leave_places", _HOUR, functools.partial(leaving.sweep, settings))
    tidying_job.due_at = leaving_job.due_at = time.monotonic() + _AGAIN_SECONDS
    while not stop.wait(_STEP_SECONDS):
        run_due(time.monotonic(), (tidying_job, leaving_job))
    database.disconnect()


def embed_notes(stop: threading.Event) -> None:
    """Keep the vectors of notes up to date, until asked to stop."""
    embedder = vector_job.Embedder()
    is_busy = False
    while not stop.wait(0 if is_busy else _EMBEDDING_SECONDS):
        is_busy = False
        try:
            with database.connection():
                is_busy = embedder.work_some(stop.is_set)
        except Exception:
            log.exception("job failed", extra={"fields": {"event": "job_failed", "job": "vectors"}})
            stop.wait(_AGAIN_SECONDS)
    database.disconnect()


def carry_files(carrier: Carrier, stop: threading.Event) -> None:
    """Bring the files of users to their places, until asked to stop."""
    is_busy = False
    while not stop.wait(0 if is_busy else _CARRY_SECONDS):
        is_busy = False
        try:
            with database.connection():
                is_busy = carrier.work_some(stop.is_set)
        except Exception:
            log.exception("job failed", extra={"fields": {"event": "job_failed", "job": "files"}})
            stop.wait(_AGAIN_SECONDS)
    database.disconnect()


def keep_mirrors(keeper: Keeper, stop: threading.Event) -> None:
    """Keep the mirrors of users in step, until asked to stop."""
    while not stop.wait(_MIRROR_SECONDS):
        try:
            with database.connection():
                keeper.work_some(stop.is_set)
        except Exception:
            log.exception("job failed", extra={"fields": {"event": "job_failed", "job": "mirrors"}})
            stop.wait(_AGAIN_SECONDS)
    database.disconnect()


def import_some(settings: Settings, should_stop: Callable[[], bool]) -> bool:
    """Work for some seconds on an import that waits; False when none does."""
    try:
        with database.connection():
            return importing.run_some(settings.imports, should_stop)
    except Exception:
        log.exception("job failed", extra={"fields": {"event": "job_failed", "job": "import"}})
        return False


def freeze_some(settings: Settings) -> bool:
    """Freeze the share that has waited longest; False where none does."""
    try:
        with database.connection():
            return freezing.freeze_next(settings.share_address)
    except Exception:
        log.exception("job failed", extra={"fields": {"event": "job_failed", "job": "freeze"}})
        return False


def run_due(now: float, jobs: Sequence[Job] = JOBS) -> None:
    """Do the jobs that are due at that moment (seconds of the monotonic clock); one that fails stops no other."""
    for job in jobs:
        if job.due_at > now:
            continue
        job.due_at = now + job.every
        try:
            # They only free space, or tell.
            with database.connection(), ballast.spending():
                job.do()
        except Exception as error:
            if trouble.cause_of(error) is not None:
                job.due_at = min(job.due_at, now + _AGAIN_SECONDS)
            if trouble.cause_of(error) is trouble.DISK_FULL:
                ballast.give_up()
            log.exception("job failed", extra={"fields": {"event": "job_failed", "job": job.name}})


def scrub_daily(settings: Settings) -> None:
    """Check all that is stored once a day and log what is wrong, at low priority; ends by a signal only."""
    os.nice(_LOW_PRIORITY)
    _open(settings)
    while True:
        time.sleep(integrity.seconds_until_due(_DAY))
        findings = integrity.check(settings)
        for finding in findings:
            fields = {"event": "integrity", "found": finding.what, "where": finding.where, "next": finding.next_step}
            log.error("integrity", extra={"fields": fields})
        integrity.remember_check()
        database.disconnect()


def _open(settings: Settings) -> None:
    database.open_database(settings)
    file_store.open_store(settings.attachments)
    crypto.open_seal(settings.secret_key)
    policy.open_policy(settings)
    with database.connection():
        migrate.refuse_newer()
        migrate.refuse_pending()
        belonging.refuse_strange(settings)


if __name__ == "__main__":
    sys.exit(main())
