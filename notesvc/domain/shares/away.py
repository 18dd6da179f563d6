"""Files of frozen pages that lie at their owner's own storage: brought here, so that no visitor waits for it."""

import time
from collections.abc import Sequence
from typing import Any

from notesvc import database, errors, file_store
from notesvc.domain.shares import warnings
from notesvc.domain.shares.linking import File
from notesvc.domain.storage import fetching, placed_files

# In the thread of all freezes and imports; the thread that carries files brings the rest.
_SECONDS = 20.0


def are_away(owner_id: str, files: Sequence[File]) -> bool:
    """Whether some of them lie elsewhere alone: to bring them takes longer than a request should."""
    return any(_is_away(owner_id, file) for file in files)


def bring(owner_id: str, files: Sequence[File]) -> list[dict[str, Any]]:
    """Have them here, for some seconds; answers a warning for each that was not reached. Not within a transaction."""
    until = time.monotonic() + _SECONDS
    return [_warning(file) for file in files if _is_away(owner_id, file) and not _is_brought(owner_id, file, until)]


def _is_away(owner_id: str, file: File) -> bool:
    if file_store.found(file.content_hash).is_file():
        return False
    with database.connection():
        return bool(placed_files.places_of(owner_id, file.content_hash))


def _is_brought(owner_id: str, file: File, until: float) -> bool:
    if time.monotonic() > until:
        return False
    try:
        with database.connection():
            fetching.path_of(owner_id, file.content_hash)
    except (FileNotFoundError, errors.Busy, errors.RateLimited):
        return False
    return True


def _warning(file: File) -> dict[str, Any]:
    return {"noteId": file.note_id, "name": file.name, "message": warnings.AWAY.format(file.name)}
