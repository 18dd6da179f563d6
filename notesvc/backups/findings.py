"""What `notesvc check` says of the backups elsewhere."""

from collections.abc import Iterator

from notesvc import clock, database
from notesvc.config import Settings
from notesvc.domain import backup_state
from notesvc.integrity import Finding

_OLD_SECONDS = 2 * 86_400.0
_LONG_UNTRIED_SECONDS = 15 * 86_400.0
_MAKE = "run `notesvc backup --to`, or see what the log of the service says"
_TRY = "run `notesvc backups --drill`, which says what is wrong"


def state(settings: Settings) -> str | None:
    """A line about the last backup; None where none are kept elsewhere."""
    if settings.backup_to is None:
        return None
    with database.connection():
        made, restored = backup_state.last_made(), backup_state.last_restored()
    parts = [f"the last was made at {made.made_at}" if made else "none was made yet"]
    parts += [f"the last that was restored on trial is of {restored.made_at}" if restored else "none was tried yet"]
    return f"backups elsewhere: {', '.join(parts)}"


def look(settings: Settings) -> list[Finding]:
    """What is wrong with the backups elsewhere, where some should be kept."""
    if settings.backup_to is None:
        return []
    with database.connection():
        return list(_findings())


def _findings() -> Iterator[Finding]:
    made, restored = backup_state.last_made(), backup_state.last_restored()
    if (failure := backup_state.failure("backup")) is not None:
        yield Finding("the last backup elsewhere failed", f"{failure.at}: {failure.detail}", _MAKE)
    elif made is None:
        yield Finding("there is no backup elsewhere", "NOTESVC_BACKUP_TO", _MAKE)
    if made is not None and made.at < clock.from_now(-_OLD_SECONDS):
        yield Finding("the last backup elsewhere is old", f"it was made at {made.made_at}", _MAKE)
    if (failure := backup_state.failure("drill")) is not None:
        yield Finding("the last backup could not be restored on trial", f"{failure.at}: {failure.detail}", _TRY)
    elif restored is not None and restored.at < clock.from_now(-_LONG_UNTRIED_SECONDS):
        yield Finding("no backup was restored on trial for long", f"the last at {restored.at}", _TRY)
